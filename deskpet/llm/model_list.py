"""Lists the models of a server, and finds the model servers that run on this computer."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import Any, cast

import httpx

from deskpet.chat.messages import Notice
from deskpet.chat.model import NoticeDelta
from deskpet.config.choices import Family, Provider
from deskpet.llm import errors, network_errors, redirects
from deskpet.llm.answer_parser import as_dict, as_list, as_str
from deskpet.llm.catalog import CHATS, PRESETS, Preset
from deskpet.llm.connections import ModelFacts
from deskpet.llm.content_encoding import decode
from deskpet.llm.json_limits import TooLong, ValueCounter, decode_json
from deskpet.llm.transports import DirectTransport
from deskpet.translation import tr

_TIMEOUT, _LOCAL_TIMEOUT = 15.0, 1.5
_MAX_BYTES, _MAX_MODELS, _MAX_NAME_LENGTH = 8 * 1024 * 1024, 10_000, 500
_EXCERPT, _MAX_CONTEXT = 8000, 1_000_000_000
_API_PATHS = ("/chat/completions", "/messages", "/models")


# Parts of the names of models that don't chat: embeddings, rankings, speech, pictures and films. Servers list them with
# the others, mostly without telling what they are for.
_OTHER_PURPOSE = re.compile(
    r"embed|rerank|whisper|transcribe|moderation|\btts\b|-tts|dall-?e|gpt-image|stable-diffusion|\bsdxl\b|\bflux\b"
    r"|imagen|\bveo\b|\bsora\b|(?:^|/)(?:bge|e5|gte|clip|nomic-bert|all-minilm)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class ModelListing:
    """The model names in the server's order, those that are not for chats last, or the error.

    facts: what the server says of each of them, in the same order.
    """

    models: tuple[str, ...] = ()
    failure: Notice | None = None
    facts: tuple[ModelFacts, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class LocalServer:
    """A server that runs on this computer. `wants_key` if it lists models only with an API key."""

    preset: Preset
    models: tuple[str, ...] = ()
    wants_key: bool = False


async def fetch_models(
    client: httpx.AsyncClient, family: Family, base_url: str, key: str = "", seconds: float = _TIMEOUT
) -> ModelListing:
    """Fetch the models at `base_url`. Raises nothing but CancelledError."""
    url, headers = models_url(base_url, family), {"Accept": "application/json", **CHATS[family].auth_headers(key)}
    try:
        async with asyncio.timeout(seconds):
            listing = _parse(*await _get(client, url, headers))
    except TimeoutError:
        listing = ModelListing(failure=network_errors.timed_out(url, seconds, has_started=False).notice)
    except TooLong as error:
        listing = ModelListing(failure=errors.TOO_LONG.notice(what=error).notice)
    except network_errors.FAILURES as error:
        listing = ModelListing(failure=network_errors.request_failed(error, url, "").notice)
    failure = errors.without_key(NoticeDelta(listing.failure), key).notice if listing.failure else None
    return replace(listing, failure=failure)


def _parse(status: int, body: bytes) -> ModelListing:
    """Parse the response. Raises TooLong."""
    if status >= 400:
        return ModelListing(
            failure=errors.http_status(status, body[:_EXCERPT].decode("utf-8", "replace"), None, "").notice
        )
    try:
        facts = _model_facts(decode_json(body))
        return ModelListing(tuple(each.name for each in facts), facts=facts)
    except TooLong:
        raise
    except ValueError:
        return ModelListing(failure=errors.invalid_json(body[:_EXCERPT].decode("utf-8", "replace")).notice)


async def find_local_servers(
    presets: Sequence[Preset] = PRESETS, seconds: float = _LOCAL_TIMEOUT
) -> tuple[LocalServer, ...]:
    """Return the `presets` on the loopback address whose server answers within `seconds`. No key is sent."""
    local = [preset for preset in presets if preset.is_local]
    # A proxy from the environment would resolve the loopback address to itself.
    async with httpx.AsyncClient(
        transport=DirectTransport(),
        timeout=seconds,
        follow_redirects=False,
        event_hooks=redirects.EVENT_HOOKS,
    ) as client:
        listings = await asyncio.gather(
            *(fetch_models(client, preset.family, preset.base_url, seconds=seconds) for preset in local)
        )
    servers: list[LocalServer] = []
    for preset, listing in zip(local, listings, strict=True):
        # Other programs may listen on these ports: require a model list or an authentication error.
        wants_key = listing.failure is not None and listing.failure.code in ("unauthorized", "forbidden")
        if wants_key or listing.failure is None:
            servers.append(LocalServer(preset, listing.models, wants_key))
    return tuple(servers)


def models_url(base_url: str, family: Family) -> str:
    """Return the URL of the model list for a base URL with or without the path of an API call."""
    url = base_url.strip().rstrip("/")
    for ending in _API_PATHS:
        url = url.removesuffix(ending)
    if not url.partition("://")[2].partition("/")[2]:
        url += "/v1beta" if family is Provider.GEMINI else "/v1"
    query = {Provider.OPENAI: "", Provider.GEMINI: "?pageSize=1000", Provider.ANTHROPIC: "?limit=1000"}
    return f"{url}/models{query[family]}"


async def _get(client: httpx.AsyncClient, url: str, headers: Mapping[str, str]) -> tuple[int, bytes]:
    """Return the status and the body. Raises TooLong, RedirectRefused and the exceptions of httpx."""
    request = client.build_request("GET", url, headers={"Accept-Encoding": "identity", **headers})
    response = await redirects.send(client, request)
    body, values = bytearray(), ValueCounter()
    try:
        async with aclosing(decode(response)) as pieces:
            async for piece in pieces:
                body += piece
                values.feed(piece)
                if len(body) > _MAX_BYTES:
                    raise TooLong(tr("a list of more than {n:,} bytes", n=_MAX_BYTES))
    finally:
        await response.aclose()
    return response.status_code, bytes(body)


def _model_facts(response: Any) -> tuple[ModelFacts, ...]:
    """Return the models in a response of any wire format. Raises ValueError without a list, TooLong for a long one."""
    fields = as_dict(response)
    for rows in (response, fields.get("data"), fields.get("models")):
        if isinstance(rows, list):
            models = cast("list[Any]", rows)
            if len(models) > _MAX_MODELS:
                raise TooLong(tr("a list of more than {n:,} models", n=_MAX_MODELS))
            found = {each.name: each for each in map(_facts_of, map(as_dict, models))}
            usable = [each for name, each in found.items() if 0 < len(name) <= _MAX_NAME_LENGTH]
            return tuple(sorted(usable, key=lambda each: not each.chats))
    raise ValueError("no list of models")


def _facts_of(model: Mapping[str, Any]) -> ModelFacts:
    """Return what is said of a model, in the ways of OpenRouter, Mistral, llama.cpp, Together AI, Groq and Gemini."""
    can = as_dict(model.get("capabilities"))
    listed = {str(each) for each in as_list(model.get("capabilities"))}
    accepted = as_list(model.get("supported_parameters"))
    inputs = as_list(as_dict(model.get("architecture")).get("input_modalities"))
    pictures = "image" in inputs if inputs else _as_bool(can.get("vision"))
    if pictures is None and (listed or model.get("type") == "vlm"):
        pictures = model.get("type") == "vlm" or bool(listed & {"multimodal", "vision"})
    return ModelFacts(
        _model_name(model),
        _chats(model),
        tools="tools" in accepted if accepted else _as_bool(can.get("function_calling")),
        pictures=pictures,
        reasons="reasoning" in accepted if accepted else _as_bool(model.get("thinking", can.get("reasoning"))),
        context_tokens=_context_of(model),
    )


def _context_of(model: Mapping[str, Any]) -> int:
    """Return how many tokens a model takes, under the names that servers have for it; 0 if none is there."""
    names = ("context_length", "context_window", "max_context_length", "max_model_len", "inputTokenLimit")
    sizes = (*map(model.get, names), as_dict(model.get("meta")).get("n_ctx_train"))
    return next((each for each in sizes if type(each) is int and 0 < each < _MAX_CONTEXT), 0)


def _as_bool(value: object) -> bool | None:
    """Return a bool, or None for any other value."""
    return value if isinstance(value, bool) else None


def _model_name(model: Mapping[str, Any]) -> str:
    """Return the name of a model; empty for one that can't generate text, which only Gemini reports."""
    methods = as_list(model.get("supportedGenerationMethods"))
    generates_text = not methods or "generateContent" in methods
    return (as_str(model.get("id")) or as_str(model.get("name")).removeprefix("models/")) if generates_text else ""


def _chats(model: Mapping[str, Any]) -> bool:
    """Return whether a model is for chats, by what the server says of it or else by its name."""
    # The first is what Together AI sends, the second what Mistral does.
    kind = as_str(model.get("type")).lower()
    if kind in {"chat", "llm", "vlm", "language"}:
        return True
    can_chat = as_dict(model.get("capabilities")).get("completion_chat")
    return can_chat is not False and not _OTHER_PURPOSE.search(f"{kind} {_model_name(model)}")
