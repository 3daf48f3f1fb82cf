"""Which models a server offers, and which servers run on this computer: one short GET each."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import httpx

from deskpet.chat.messages import Notice
from deskpet.llm import errors, unreachable
from deskpet.llm.answer import fields_of, list_of, text_of
from deskpet.llm.catalog import PRESETS, Family, Preset
from deskpet.llm.secrets import redacted

_SECONDS, _LOCAL_SECONDS = 15.0, 1.5
_MAX_BYTES = 16 * 1024 * 1024
_ENDINGS = ("/chat/completions", "/messages", "/models")


@dataclass(frozen=True, slots=True)
class Listing:
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
) -> Listing:
    """The models offered at `base_url`; never raises but when it is cancelled."""
    url = models_url(base_url, family)
    try:
        async with asyncio.timeout(seconds):
            status, body = await _get(client, url, _headers(family, key))
    except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
        return Listing(failure=unreachable.bad_address(url, str(error)).notice)
    except TimeoutError:
        return Listing(failure=unreachable.silent(url, seconds, begun=False).notice)
    except httpx.HTTPError as error:
        return Listing(failure=unreachable.no_answer(error, url, key).notice)
    if status >= 400:
        return Listing(failure=errors.status(status, body, None, key).notice)
    try:
        return Listing(_names(json.loads(body)))
    except ValueError:
        return Listing(failure=errors.unreadable(redacted(body, key)).notice)


async def find_local_servers(presets: Sequence[Preset] = PRESETS) -> tuple[LocalServer, ...]:
    """The servers among `presets` that answer on this computer's own address, and there alone. No key is sent."""
    local = [preset for preset in presets if preset.is_local]
    # A proxy from the environment would be asked for its own loopback address.
    async with httpx.AsyncClient(trust_env=False, timeout=_LOCAL_SECONDS) as client:
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
        url += "/v1beta" if family is Family.GEMINI else "/v1"
    return (
        f"{url}/models" + {Family.OPENAI: "", Family.GEMINI: "?pageSize=1000", Family.ANTHROPIC: "?limit=1000"}[family]
    )


def _headers(family: Family, key: str) -> dict[str, str]:
    headers = {"Accept": "application/json"}
    match family:
        case Family.OPENAI:
            return headers | ({"Authorization": f"Bearer {key}"} if key else {})
        case Family.GEMINI:
            return headers | ({"x-goog-api-key": key} if key else {})
        case Family.ANTHROPIC:
            return headers | {"anthropic-version": "2023-06-01"} | ({"x-api-key": key} if key else {})


async def _get(client: httpx.AsyncClient, url: str, headers: Mapping[str, str]) -> tuple[int, str]:
    body = bytearray()
    async with client.stream("GET", url, headers=headers) as response:
        async for chunk in response.aiter_bytes():
            body += chunk
            if len(body) > _MAX_BYTES:
                break
    return response.status_code, body.decode("utf-8", "replace")


def _names(said: Any) -> tuple[str, ...]:
    """The models in an answer of any family. Raises ValueError when it is no list of models."""
    answer = fields_of(said)
    for rows in (said, answer.get("data"), answer.get("models")):
        if isinstance(rows, list):
            names = (_name(fields_of(row)) for row in cast("list[Any]", rows))
            return tuple(dict.fromkeys(name for name in names if name))
    raise ValueError("no list of models")


def _name(model: Mapping[str, Any]) -> str:
    """The model's name; empty for one that does not talk, as Gemini says."""
    methods = list_of(model.get("supportedGenerationMethods"))
    talks = not methods or "generateContent" in methods
    return (text_of(model.get("id")) or text_of(model.get("name")).removeprefix("models/")) if talks else ""
