"""One streamed POST: bytes into a parser, failures into notices. Closing the iterator closes the socket."""

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, aclosing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, Protocol, cast

import httpx

from deskpet.chat.model import Delta, NoticeDelta
from deskpet.llm import errors, proxies, redirects, unreachable
from deskpet.llm.decoding import Decoder, Pause, can_decode, decoded, encoding_of
from deskpet.llm.exchange import ExchangeLog

_MAX_ERROR_BODY = 64 * 1024
_DRAIN_SECONDS, _MAX_DRAINED = 0.2, 256 * 1024
_BETWEEN_PAUSES = 64

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Timeouts:
    """How long to wait for what, in seconds, and how often to try; there is no limit for a whole answer.

    Some gateways think in silence for minutes before the first byte. Every byte counts as a sign of life, also a
    comment that says nothing. `backoff` is the wait before each retry; a server that asks for more than `max_wait`
    is not asked again.
    """

    connect: float = 10.0
    first_byte: float = 300.0
    idle: float = 120.0
    backoff: tuple[float, ...] = (0.8, 2.0)
    max_wait: float = 10.0


class Parser(Protocol):
    """A wire format's way from bytes to deltas. `over` when the server has said that nothing more will come."""

    @property
    def over(self) -> bool: ...

    def feed(self, chunk: bytes) -> list[Delta]: ...

    def close(self) -> list[Delta]: ...


@dataclass(frozen=True, slots=True)
class PostRequest:
    """A request to send; `key` is what must never be shown."""

    url: str
    body: dict[str, Any]
    headers: dict[str, str] = field(repr=False)
    key: str = field(default="", repr=False)


class ServerSilent(Exception):
    """The server sent nothing for `seconds`; `begun` when it had sent something before."""

    def __init__(self, seconds: float, *, begun: bool) -> None:
        super().__init__(f"nothing came for {seconds:g} seconds")
        self.seconds = seconds
        self.begun = begun


def new_client(transport: httpx.AsyncBaseTransport | None = None) -> httpx.AsyncClient:
    """A client for `read`, which sets its own time limits; it goes through this computer's proxies."""
    limits = Timeouts()
    timeout = httpx.Timeout(limits.first_byte, connect=limits.connect)
    return httpx.AsyncClient(
        timeout=timeout,
        transport=transport or proxies.ProxyRouter(),
        follow_redirects=False,
        event_hooks=redirects.EVENT_HOOKS,
    )


async def read(
    client: httpx.AsyncClient,
    post: PostRequest,
    parser: Parser,
    limits: Timeouts = Timeouts(),
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> AsyncGenerator[Delta, None]:
    """Send `post` and give the deltas of the answer as its bytes come; a failure is a notice among them."""
    async with AsyncExitStack() as stack:
        watch = stack.enter_context(ExchangeLog(post.url, post.key))
        answer = await _ask(client, post, limits, sleep, stack, watch)
        if isinstance(answer, NoticeDelta):
            watch.failed(answer.notice)
            yield errors.without_key(answer, post.key)
            return
        async with aclosing(_batches(answer, parser, post, limits, watch)) as batches:
            pause = Pause()
            async for batch in batches:
                for start in range(0, max(len(batch), 1), _BETWEEN_PAUSES):
                    for delta in batch[start : start + _BETWEEN_PAUSES]:
                        if type(delta) is NoticeDelta:
                            watch.failed(delta.notice)
                            yield errors.without_key(delta, post.key)
                        else:
                            yield delta
                    if pause.is_due():
                        await pause.take()


async def _ask(
    client: httpx.AsyncClient,
    post: PostRequest,
    limits: Timeouts,
    sleep: Callable[[float], Awaitable[None]],
    stack: AsyncExitStack,
    watch: ExchangeLog,
) -> httpx.Response | NoticeDelta:
    """Send until there is an answer or no use in trying again; the open response, or what went wrong."""
    for tried, pause in enumerate((*limits.backoff, None), 1):
        answer = await _try(client, post, limits, watch, tried)
        if isinstance(answer, httpx.Response):
            return await stack.enter_async_context(_Closing(answer))
        wait = answer.wait if answer.wait is not None else pause
        if pause is None or wait is None or wait > limits.max_wait or not answer.may_pass:
            return unreachable.after_tries(answer.notice, tried)
        watch.retries(answer.notice.notice, wait)
        await sleep(wait)
    raise AssertionError("the last try always returns")


@dataclass(frozen=True, slots=True)
class _Failure:
    """Why there is no answer, whether it may pass, and how long the server asks to wait."""

    notice: NoticeDelta
    may_pass: bool = False
    wait: float | None = None


class _Closing:
    """Closes a response at the end of a block."""

    def __init__(self, response: httpx.Response) -> None:
        self._response = response

    async def __aenter__(self) -> httpx.Response:
        return self._response

    async def __aexit__(self, *_: object) -> None:
        await self._response.aclose()


async def _try(
    client: httpx.AsyncClient, post: PostRequest, limits: Timeouts, watch: ExchangeLog, attempt: int
) -> httpx.Response | _Failure:
    headers = {"Accept": "text/event-stream", "Accept-Encoding": "identity"} | post.headers
    try:
        timeout = httpx.Timeout(None, connect=limits.connect, pool=limits.connect)
        request = client.build_request("POST", post.url, json=post.body, headers=headers, timeout=timeout)
        async with asyncio.timeout(limits.connect + limits.first_byte):
            response = await redirects.send(client, request, lambda each: watch.sent(each, post.body, attempt))
    except TimeoutError:
        return _Failure(unreachable.silent(post.url, limits.first_byte, begun=False))
    except unreachable.FAILURES as error:
        return _Failure(unreachable.not_sent(error, post.url, post.key), unreachable.may_pass(error))
    watch.answered(response)
    if response.status_code < 400 and can_decode(encoding_of(response)):
        return response
    async with _Closing(response):
        if response.status_code < 400:
            return _Failure(errors.packed(encoding_of(response)))
        return await _refusal(response, post, limits, watch)


async def _refusal(response: httpx.Response, post: PostRequest, limits: Timeouts, watch: ExchangeLog) -> _Failure:
    body = bytearray()
    try:
        async with asyncio.timeout(limits.idle), aclosing(decoded(response)) as pieces:
            async for piece in pieces:
                watch.took(len(piece))
                body += piece
                if len(body) > _MAX_ERROR_BODY:
                    break
    except (httpx.HTTPError, TimeoutError) as error:
        logger.info("the error's body broke off: %s", type(error).__name__)
    code, asked = response.status_code, response.headers.get("retry-after")
    notice = errors.status(code, body.decode("utf-8", "replace"), asked, post.key)
    # What is refused for what it is, some servers call a failure of their own; they would say so each time.
    is_final = notice.notice.code in ("images_refused", "context_full") or code == 501
    may_pass = code in (408, 429) or (code >= 500 and not is_final)
    return _Failure(notice, may_pass, _seconds(asked))


def _seconds(retry_after: str | None) -> float | None:
    """The wait in a Retry-After header: seconds, or a date (RFC 9110, section 10.2.3)."""
    if not retry_after:
        return None
    try:
        return max(float(retry_after), 0.0)
    except ValueError:
        pass
    try:
        return max((parsedate_to_datetime(retry_after) - datetime.now(UTC)).total_seconds(), 0.0)
    except (ValueError, TypeError):
        return None


async def _batches(
    response: httpx.Response, parser: Parser, post: PostRequest, limits: Timeouts, watch: ExchangeLog
) -> AsyncGenerator[list[Delta], None]:
    """The deltas of each piece of the body, then what its end gives."""
    broken: Exception | None = None
    decoder = Decoder(response)
    async with aclosing(cast("AsyncGenerator[bytes, None]", response.aiter_raw())) as chunks:
        limit, begun = limits.first_byte, False
        while not (parser.over or broken):
            try:
                async with asyncio.timeout(limit):
                    chunk = await anext(chunks, None)
            except TimeoutError:
                broken = ServerSilent(limit, begun=begun)
                break
            except httpx.HTTPError as error:
                broken = error
                break
            if chunk is None:
                break
            limit, begun = limits.idle, True
            watch.took(len(chunk))
            try:
                for piece in decoder.pieces(chunk):
                    yield parser.feed(piece)
                    if parser.over:
                        break
            except httpx.DecodingError as error:
                broken = error
        yield [_explained(delta, broken, post) for delta in parser.close()]
        if parser.over and not broken:
            await _drain(chunks)


async def _drain(chunks: AsyncIterator[bytes]) -> None:
    """Take what is left of a body whose end was announced, so that the connection can be used again."""
    try:
        async with asyncio.timeout(_DRAIN_SECONDS):
            left = _MAX_DRAINED
            async for chunk in chunks:
                left -= len(chunk)
                if left < 0:
                    return
    except (TimeoutError, httpx.HTTPError):
        logger.debug("the server kept the connection open after its answer")


def _explained(delta: Delta, broken: Exception | None, post: PostRequest) -> Delta:
    """Where the connection broke, that is why the answer was cut."""
    if broken is None or not isinstance(delta, NoticeDelta) or delta.notice.code not in ("cut_stream", "empty_reply"):
        return delta
    if isinstance(broken, ServerSilent):
        return unreachable.silent(post.url, broken.seconds, begun=broken.begun)
    return unreachable.broke_off(broken, post.url, post.key)
