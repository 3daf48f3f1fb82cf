"""One streamed POST: bytes into a parser, failures into notices. Closing the iterator closes the socket."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any, Protocol

import httpx

from deskpet.chat.model import Delta
from deskpet.llm import errors

CONNECT_SECONDS = 10.0
# Some gateways think in silence for minutes before the first byte, so a pause may be long; there is no total limit.
IDLE_SECONDS = 300.0

_MAX_ERROR_BODY = 64 * 1024


class Parser(Protocol):
    """A wire format's way from bytes to deltas."""

    def feed(self, chunk: bytes) -> list[Delta]: ...

    def close(self) -> list[Delta]: ...


@dataclass(frozen=True, slots=True)
class Post:
    """A request to send; `key` is what must never be shown."""

    url: str
    body: dict[str, Any]
    headers: dict[str, str]
    key: str = ""


def new_client(transport: httpx.AsyncBaseTransport | None = None) -> httpx.AsyncClient:
    """A client with this project's time limits."""
    timeout = httpx.Timeout(IDLE_SECONDS, connect=CONNECT_SECONDS)
    return httpx.AsyncClient(timeout=timeout, transport=transport, follow_redirects=True)


async def read(client: httpx.AsyncClient, post: Post, parser: Parser) -> AsyncIterator[Delta]:
    """Send `post` and give the deltas of the answer as its bytes come."""
    headers = {"Accept": "text/event-stream", "Accept-Encoding": "identity"} | post.headers
    try:
        async with client.stream("POST", post.url, json=post.body, headers=headers) as response:
            if response.status_code >= 400:
                yield await _refusal(response, post.key)
                return
            async for chunk in response.aiter_bytes():
                for delta in parser.feed(chunk):
                    yield delta
    except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
        yield errors.bad_address(post.url, str(error))
        return
    except httpx.HTTPError as error:
        yield errors.failed_connection(error, post.url, post.key)
        return
    for delta in parser.close():
        yield delta


async def _refusal(response: httpx.Response, key: str) -> Delta:
    body = b""
    async for chunk in response.aiter_bytes():
        body += chunk
        if len(body) > _MAX_ERROR_BODY:
            break
    text = body.decode("utf-8", "replace")
    return errors.status(response.status_code, text, response.headers.get("retry-after"), key)
