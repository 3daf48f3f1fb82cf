"""Requests and results of search engines.

SearXNG: https://docs.searxng.org/dev/search_api.html
Brave: https://api-dashboard.search.brave.com/api-reference/web/search/get
Tavily: https://docs.tavily.com/api-reference/endpoint/search
"""

import asyncio
import json
from collections.abc import Iterator
from contextlib import aclosing
from dataclasses import dataclass, field
from functools import partial
from typing import Any, cast

import httpx
from pydantic import JsonValue

from deskpet.chat.tool import ToolFailed
from deskpet.config.choices import SearchEngine
from deskpet.llm.content_encoding import decode
from deskpet.llm.redirects import display_url
from deskpet.network.web_network import WebNetwork
from deskpet.processes.threads import run_in_thread
from deskpet.text.surrogates import replace_lone_surrogates_in

_SECONDS = 20.0
_MAX_BYTES = 2_000_000
_MAX_RESULTS = 10
_MAX_TITLE, _MAX_SNIPPET, _MAX_URL = 200, 500, 500
_HEADERS = {"Accept": "application/json", "Accept-Encoding": "identity"}


@dataclass(frozen=True, slots=True)
class Query:
    """A query to the engine at `url`, its base address. `title` is the engine's name for people."""

    engine: SearchEngine
    title: str
    url: str
    words: str
    key: str = field(default="", repr=False)


async def ask_engine(network: WebNetwork, query: Query) -> list[JsonValue]:
    """Return the results as objects with `title` and `note`. Raises ToolFailed.

    The engine is the user's choice, so its address may be a private one. Redirects are not followed: they would take
    the key along.
    """
    transport = await network.open()
    try:
        async with asyncio.timeout(_SECONDS):
            response = await transport.handle_async_request(_request(query))
            async with aclosing(response):
                _check(query, response)
                body = await _body(query, response)
    except TimeoutError as error:
        raise ToolFailed("timed_out", f"{query.title} did not answer within {_SECONDS:g} s.") from error
    except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
        raise ToolFailed("not_reached", f"{query.title} can't be reached: {type(error).__name__}.") from error
    finally:
        await transport.aclose()
    return await run_in_thread(partial(_parsed, query, body))


def _request(query: Query) -> httpx.Request:
    method, path, headers = "GET", "/search", dict(_HEADERS)
    parameters: dict[str, str] | None = None
    body: dict[str, Any] | None = None
    match query.engine:
        case SearchEngine.BRAVE:
            path = "/res/v1/web/search"
            # Without markup in titles and descriptions.
            parameters = {"q": query.words, "count": str(_MAX_RESULTS), "text_decorations": "false"}
            headers["X-Subscription-Token"] = query.key
        case SearchEngine.TAVILY:
            method, body = "POST", {"query": query.words, "max_results": _MAX_RESULTS}
            headers["Authorization"] = f"Bearer {query.key}"
        case _:
            parameters = {"q": query.words, "format": "json"}
            if query.key:
                headers["Authorization"] = f"Bearer {query.key}"
    try:
        return httpx.Request(
            method,
            query.url + path,
            params=parameters,
            json=body,
            headers=headers,
            extensions={"timeout": httpx.Timeout(_SECONDS).as_dict()},
        )
    # A key with other characters than those of a header.
    except UnicodeError as error:
        raise ToolFailed("key_refused", f"The key of {query.title} has characters that no key has.") from error


def _check(query: Query, response: httpx.Response) -> None:
    """Raise ToolFailed for each answer but a successful one."""
    status, title = response.status_code, query.title
    if status == 429:
        raise ToolFailed("rate_limited", f"{title} accepts no more searches for now (HTTP 429). Go on without it.")
    if status == 403 and query.engine is SearchEngine.SEARXNG:
        message = f"{title} refused (HTTP 403): the instance does not offer JSON. Its owner adds it to search.formats."
        raise ToolFailed("not_offered", message)
    if status in (401, 403):
        raise ToolFailed("key_refused", f"{title} refused the key (HTTP {status}). The user has to check it.")
    if 300 <= status < 400:
        address = display_url(httpx.URL(query.url))
        raise ToolFailed("redirected", f"{address} leads elsewhere (HTTP {status}). The user has to check the address.")
    if status >= 400:
        raise ToolFailed("http_error", f"{title} answered HTTP {status}. Try other words, or go on without it.")


async def _body(query: Query, response: httpx.Response) -> bytes:
    body = bytearray()
    async with aclosing(decode(response)) as pieces:
        async for piece in pieces:
            body += piece
            if len(body) > _MAX_BYTES:
                raise ToolFailed("too_large", f"{query.title} sent more than {_MAX_BYTES // 1_000_000} MB.")
    return bytes(body)


def _parsed(query: Query, body: bytes) -> list[JsonValue]:
    try:
        answer = replace_lone_surrogates_in(json.loads(body))
    except (ValueError, RecursionError) as error:
        message = f"{query.title} did not send JSON. The user has to check the address of the search engine."
        raise ToolFailed("not_json", message) from error
    place: Any = answer
    for name in ("web", "results") if query.engine is SearchEngine.BRAVE else ("results",):
        # Brave leaves out `web` if it finds nothing.
        place = cast("dict[str, Any]", place).get(name, {}) if isinstance(place, dict) else None
    if not isinstance(place, dict | list) or not isinstance(answer, dict):
        raise ToolFailed("not_json", f"{query.title} sent something else than results.")
    snippet = "description" if query.engine is SearchEngine.BRAVE else "content"
    return list(_results(cast("list[Any]", place) if isinstance(place, list) else [], snippet))[:_MAX_RESULTS]


def _results(found: list[Any], snippet: str) -> Iterator[JsonValue]:
    for each in found:
        fields = cast("dict[str, Any]", each) if isinstance(each, dict) else {}
        url = fields.get("url")
        if isinstance(url, str) and url.startswith(("http://", "https://")) and len(url) <= _MAX_URL:
            title, words = _line(fields.get("title"), _MAX_TITLE), _line(fields.get(snippet), _MAX_SNIPPET)
            yield {"title": title or url, "note": f"{url}\n{words}" if words else url}


def _line(text: object, limit: int) -> str:
    line = " ".join(text.split()) if isinstance(text, str) else ""
    return line if len(line) <= limit else line[: limit - 1] + "…"
