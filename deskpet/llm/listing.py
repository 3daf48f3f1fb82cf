"""Which models a server offers, and which servers run on this computer: one short GET each."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Any, cast

import httpx

from deskpet.chat.messages import Notice
from deskpet.chat.model import NoticeDelta
from deskpet.choices import Family, Provider
from deskpet.llm import errors, redirects, unreachable
from deskpet.llm.answer import fields_of, list_of, text_of
from deskpet.llm.catalog import PRESETS, Preset
from deskpet.llm.decoding import decoded
from deskpet.llm.parsing import TooLong, ValueCounter, parsed
from deskpet.words import tr

_SECONDS, _LOCAL_SECONDS = 15.0, 1.5
_MAX_BYTES, _MAX_MODELS, _LONGEST_NAME = 8 * 1024 * 1024, 10_000, 500
_EXCERPT = 8000
_ENDINGS = ("/chat/completions", "/messages", "/models")


@dataclass(frozen=True, slots=True)
class ModelListing:
    """The names of a server's models, in its order; or why there are none."""

    models: tuple[str, ...] = ()
    failure: Notice | None = None


@dataclass(frozen=True, slots=True)
class LocalServer:
    """A server that answers on this computer. It `wants_key` when it lists no models without one."""

    preset: Preset
    models: tuple[str, ...] = ()
    wants_key: bool = False


async def ask(
    client: httpx.AsyncClient, family: Family, base_url: str, key: str = "", seconds: float = _SECONDS
) -> ModelListing:
    """The models offered at `base_url`; never raises but when it is cancelled."""
    listing = await _ask(client, models_url(base_url, family), _headers(family, key), seconds)
    shown = errors.without_key(NoticeDelta(listing.failure), key).notice if listing.failure else None
    return replace(listing, failure=shown)


async def _ask(client: httpx.AsyncClient, url: str, headers: Mapping[str, str], seconds: float) -> ModelListing:
    try:
        async with asyncio.timeout(seconds):
            status, body = await _get(client, url, headers)
        return _read(status, body)
    except TimeoutError:
        return ModelListing(failure=unreachable.silent(url, seconds, begun=False).notice)
    except TooLong as error:
        return ModelListing(failure=errors.too_long(str(error)).notice)
    except unreachable.FAILURES as error:
        return ModelListing(failure=unreachable.not_sent(error, url, "").notice)


def _read(status: int, body: bytes) -> ModelListing:
    """What the server said. Raises TooLong."""
    if status >= 400:
        return ModelListing(failure=errors.status(status, body[:_EXCERPT].decode("utf-8", "replace"), None, "").notice)
    try:
        return ModelListing(_names(parsed(body)))
    except TooLong:
        raise
    except ValueError:
        return ModelListing(failure=errors.unreadable(body[:_EXCERPT].decode("utf-8", "replace")).notice)


async def find_local_servers(presets: Sequence[Preset] = PRESETS) -> tuple[LocalServer, ...]:
    """The servers among `presets` that answer on this computer's own address, and there alone. No key is sent."""
    local = [preset for preset in presets if preset.is_local]
    # A proxy from the environment would be asked for its own loopback address.
    async with httpx.AsyncClient(
        trust_env=False, timeout=_LOCAL_SECONDS, follow_redirects=False, event_hooks=redirects.EVENT_HOOKS
    ) as client:
        listings = await asyncio.gather(
            *(ask(client, preset.family, preset.base_url, seconds=_LOCAL_SECONDS) for preset in local)
        )
    found: list[LocalServer] = []
    for preset, said in zip(local, listings, strict=True):
        # Others, too, answer on these ports: only a list, or the wish for a key, is the answer of such a server.
        wants_key = said.failure is not None and said.failure.code in ("unauthorized", "forbidden")
        if wants_key or said.failure is None:
            found.append(LocalServer(preset, said.models, wants_key))
    return tuple(found)


def models_url(base_url: str, family: Family) -> str:
    """Where the list is: beside the address that questions go to."""
    url = base_url.strip().rstrip("/")
    for ending in _ENDINGS:
        url = url.removesuffix(ending)
    if not url.partition("://")[2].partition("/")[2]:
        url += "/v1beta" if family is Provider.GEMINI else "/v1"
    query = {Provider.OPENAI: "", Provider.GEMINI: "?pageSize=1000", Provider.ANTHROPIC: "?limit=1000"}
    return f"{url}/models{query[family]}"


def _headers(family: Family, key: str) -> dict[str, str]:
    headers = {"Accept": "application/json"}
    match family:
        case Provider.OPENAI:
            return headers | ({"Authorization": f"Bearer {key}"} if key else {})
        case Provider.GEMINI:
            return headers | ({"x-goog-api-key": key} if key else {})
        case Provider.ANTHROPIC:
            return headers | {"anthropic-version": "2023-06-01"} | ({"x-api-key": key} if key else {})


async def _get(client: httpx.AsyncClient, url: str, headers: Mapping[str, str]) -> tuple[int, bytes]:
    """The status and the body. Raises TooLong, RedirectRefused and what httpx raises."""
    request = client.build_request("GET", url, headers={"Accept-Encoding": "identity", **headers})
    response = await redirects.send(client, request)
    body, values = bytearray(), ValueCounter()
    try:
        async with aclosing(decoded(response)) as pieces:
            async for piece in pieces:
                body += piece
                values.feed(piece)
                if len(body) > _MAX_BYTES:
                    raise TooLong(tr("a list of more than {n:,} bytes", n=_MAX_BYTES))
    finally:
        await response.aclose()
    return response.status_code, bytes(body)


def _names(said: Any) -> tuple[str, ...]:
    """The models in an answer of any family. Raises ValueError when it is no list of models, TooLong for too many."""
    answer = fields_of(said)
    for rows in (said, answer.get("data"), answer.get("models")):
        if isinstance(rows, list):
            models = cast("list[Any]", rows)
            if len(models) > _MAX_MODELS:
                raise TooLong(tr("a list of more than {n:,} models", n=_MAX_MODELS))
            names = (_name(fields_of(row)) for row in models)
            return tuple(dict.fromkeys(name for name in names if 0 < len(name) <= _LONGEST_NAME))
    raise ValueError("no list of models")


def _name(model: Mapping[str, Any]) -> str:
    """The model's name; empty for one that does not talk, as Gemini says."""
    methods = list_of(model.get("supportedGenerationMethods"))
    talks = not methods or "generateContent" in methods
    return (text_of(model.get("id")) or text_of(model.get("name")).removeprefix("models/")) if talks else ""
