"""Streaming POST requests: sends a request with retries and timeouts, and feeds the response body to a parser.

`HttpChat` is the ChatModel over such requests; each wire format is a subclass.
"""

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, aclosing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import partial
from typing import Any, ClassVar, cast
from urllib.parse import urlsplit

import httpx

from deskpet.chat.messages import Notice
from deskpet.chat.model import ChatRequest, Delta, NoticeDelta
from deskpet.config.choices import Family
from deskpet.llm import errors, network_errors, proxies, redirects
from deskpet.llm.answer_parser import AnswerParser
from deskpet.llm.content_encoding import Decoder, LoopYielder, can_decode, decode, encoding_of
from deskpet.llm.cures import RefusedRequest, possible_cures
from deskpet.llm.message_history import call_source
from deskpet.llm.refusals import Refusal, read_refusal, refusal_kind
from deskpet.llm.request_log import ExchangeLog
from deskpet.llm.request_options import DEFAULT_OPTIONS, Fields, RequestOptions, Timeouts, with_fields

_MAX_ERROR_BODY = 64 * 1024
_DRAIN_SECONDS, _MAX_DRAINED = 0.2, 256 * 1024
_DELTAS_PER_YIELD = 16
# Repetitions of a request, each for another cause.
_MAX_CURES = 8
# In seconds. A longer Retry-After is a mistake of the server.
_MAX_RETRY_AFTER = 30 * 24 * 3600.0

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PostRequest:
    """A request to send; `key` is removed from everything that is shown or logged.

    `optional_fields` returns the fields that are added to `body`, without those that `options` has as refused, and
    `build` the body for other options. `cured` are the causes of earlier refusals, and `refused` what was sent then.
    """

    url: str
    body: dict[str, Any]
    headers: dict[str, str] = field(repr=False)
    key: str = field(default="", repr=False)
    options: RequestOptions = DEFAULT_OPTIONS
    optional_fields: Callable[[RequestOptions], Fields] = field(default=RequestOptions.accepted_extra)
    build: Callable[[RequestOptions], dict[str, Any]] | None = field(default=None, repr=False)
    cured: frozenset[str] = frozenset()
    refused: tuple[dict[str, Any], ...] = field(default=(), repr=False)

    @property
    def fields(self) -> Fields:
        """The optional fields."""
        return self.optional_fields(self.options)

    @property
    def full_body(self) -> dict[str, Any]:
        """The body with the optional fields."""
        return with_fields(self.body, self.fields)


class ResponseTimeout(Exception):
    """The server sent nothing for `seconds`; `has_started` if a part of the body was received before."""

    def __init__(self, seconds: float, *, has_started: bool) -> None:
        super().__init__(f"no data for {seconds:g} seconds")
        self.seconds = seconds
        self.has_started = has_started


def new_client(
    transport: httpx.AsyncBaseTransport | None = None, *, proxy: str = "", headers: Mapping[str, str] | None = None
) -> httpx.AsyncClient:
    """Return a client for `read`.

    proxy: the address of its proxy, `none` for a direct connection, or empty for the proxies of the environment.
    headers: those that are added to each request, also to the list of models.
    """
    usual = Timeouts()
    return httpx.AsyncClient(
        timeout=httpx.Timeout(usual.first_byte, connect=usual.connect),
        headers=headers,
        transport=transport or proxies.ProxyRouter(proxy),
        follow_redirects=False,
        event_hooks=redirects.EVENT_HOOKS,
    )


class HttpChat(ABC):
    """A ChatModel over the requests of one wire format, which a subclass knows."""

    family: ClassVar[Family]

    def __init__(
        self,
        client: httpx.AsyncClient,
        base_url: str,
        model: str,
        key: str = "",
        *,
        options: RequestOptions = DEFAULT_OPTIONS,
    ) -> None:
        self._client, self._model, self._key, self._options = client, model, key, options
        self._url = self._endpoint_url(base_url)
        self.provider = f"{self.family}:{urlsplit(self._url).netloc}"
        self.source = call_source(self.provider, model)

    def stream(self, request: ChatRequest) -> AsyncGenerator[Delta, None]:
        """Stream the deltas of the answer to `request`; errors are reported as NoticeDelta."""
        build, fields = partial(self._body, request), partial(self._optional_fields, request)
        headers, options = self.auth_headers(self._key), self._options
        post = PostRequest(self._url, build(options), headers, self._key, options, fields, build)
        return stream_deltas(self._client, post, self._new_parser)

    @staticmethod
    @abstractmethod
    def auth_headers(key: str) -> dict[str, str]:
        """Return the headers that carry `key`, if there is one."""

    @abstractmethod
    def _endpoint_url(self, base_url: str) -> str: ...

    @abstractmethod
    def _body(self, request: ChatRequest, options: RequestOptions) -> dict[str, Any]: ...

    @abstractmethod
    def _optional_fields(self, request: ChatRequest, options: RequestOptions) -> Fields: ...

    @abstractmethod
    def _new_parser(self) -> AnswerParser: ...


async def stream_deltas(
    client: httpx.AsyncClient,
    post: PostRequest,
    new_parser: Callable[[], AnswerParser],
    timeouts: Timeouts | None = None,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> AsyncGenerator[Delta, None]:
    """Send `post` and yield the deltas of the answer; errors are reported as NoticeDelta.

    A refusal that says how to cure it is followed by another request, once for each cause, and a notice about each
    change that the user should know. `timeouts` replaces those of the request's options. Closing the iterator closes
    the connection.
    """
    async with AsyncExitStack() as stack:
        log = stack.enter_context(ExchangeLog(post.url, post.key, is_private=post.options.is_private))
        sender = _Sender(client, new_parser, timeouts or post.options.timeouts, sleep, log)
        answer = await sender.accepted_answer(post, stack)
        batch: list[Delta] | None = answer.opening
        while batch is not None:
            for delta in batch:
                if type(delta) is NoticeDelta:
                    log.set_error(delta.notice)
                    yield errors.without_key(delta, post.key)
                else:
                    yield delta
            batch = await anext(answer.batches, None) if answer.batches else None


@dataclass(frozen=True, slots=True)
class _Answer:
    """The first deltas of an answer and those that follow. `error` is the notice that it begins with, if it is one.

    `cured` is the request that the server may accept instead, with a notice; None if the error names no cure.
    """

    opening: list[Delta]
    batches: AsyncGenerator[list[Delta], None] | None = None
    error: Notice | None = None
    cured: tuple[PostRequest, NoticeDelta | None] | None = None


@dataclass(frozen=True, slots=True)
class _FailedAttempt:
    """The error of an attempt, whether a retry may succeed, and the delay in seconds that the server asks for.

    `cured` is the request that the server may accept, with a notice; None if the refusal names no cure.
    """

    notice: NoticeDelta
    can_retry: bool = False
    wait: float | None = None
    cured: tuple[PostRequest, NoticeDelta | None] | None = None


@dataclass(frozen=True, slots=True)
class _Sender:
    """Sends the requests for one answer: retries after failures, and others after refusals that can be cured."""

    client: httpx.AsyncClient
    new_parser: Callable[[], AnswerParser]
    timeouts: Timeouts
    sleep: Callable[[float], Awaitable[None]]
    log: ExchangeLog

    async def accepted_answer(self, post: PostRequest, stack: AsyncExitStack) -> _Answer:
        """Send the request, again for each refusal that says how to cure it; `stack` closes the answer.

        A cure is only learned, and its notice only shown, if the request then succeeds.
        """
        first, notices = post, list[Delta]()
        while True:
            async with AsyncExitStack() as attempt:
                answer = await self._open_answer(post, attempt)
                if answer.error and answer.cured:
                    self.log.retry_planned(answer.error, 0.0)
                    post, notice = answer.cured
                    notices += [notice] if notice else []
                    continue
                stack.push_async_callback(attempt.pop_all().aclose)
            if answer.error:
                return answer
            if post is not first:
                first.options.on_learned(first.options, post.options)
            return replace(answer, opening=[*notices, *answer.opening])

    async def _open_answer(self, post: PostRequest, stack: AsyncExitStack) -> _Answer:
        """Send the request, and read the beginning of an answer: some servers report a refusal with the status 200."""
        response = await self._send_with_retries(post, stack)
        if isinstance(response, _FailedAttempt):
            return _Answer([response.notice], None, response.notice.notice, response.cured)
        batches = await stack.enter_async_context(aclosing(_yielding(self._delta_batches(response, post))))
        opening: list[Delta] = []
        # Much may come before the first delta, such as comments.
        while not opening and (batch := await anext(batches, None)) is not None:
            opening = batch
        if not (opening and isinstance(opening[0], NoticeDelta) and opening[0].notice.level == "error"):
            return _Answer(opening, batches)
        error = opening[0].notice
        return _Answer(opening, batches, error, _cured(post, read_refusal(None, error.details), error))

    async def _send_with_retries(self, post: PostRequest, stack: AsyncExitStack) -> "httpx.Response | _FailedAttempt":
        """Send the request, with retries. Returns the open response, or the last attempt."""
        for number, delay in enumerate((*self.timeouts.backoff, None), 1):
            response = await self._attempt(post, number)
            if isinstance(response, httpx.Response):
                return await stack.enter_async_context(aclosing(response))
            wait = response.wait if response.wait is not None else delay
            if delay is None or wait is None or wait > self.timeouts.max_wait or not response.can_retry:
                return replace(response, notice=network_errors.with_attempts(response.notice, number))
            self.log.retry_planned(response.notice.notice, wait)
            await self.sleep(wait)
        raise AssertionError("the last attempt always returns")

    async def _attempt(self, post: PostRequest, number: int) -> httpx.Response | _FailedAttempt:
        accepted = "text/event-stream" if post.options.streams else "application/json"
        headers = {"Accept": accepted, "Accept-Encoding": "identity"} | post.headers
        body, connect, first_byte = post.full_body, self.timeouts.connect, self.timeouts.first_byte
        try:
            timeout = httpx.Timeout(None, connect=connect, pool=connect)
            request = self.client.build_request("POST", post.url, json=body, headers=headers, timeout=timeout)
            async with asyncio.timeout(connect + first_byte):
                response = await redirects.send(
                    self.client, request, lambda each: self.log.request_sent(each, body, number)
                )
        except TimeoutError:
            return _FailedAttempt(network_errors.timed_out(post.url, first_byte, has_started=False))
        except network_errors.FAILURES as error:
            notice = network_errors.request_failed(error, post.url, post.key)
            return _FailedAttempt(notice, network_errors.can_retry(error, number))
        self.log.response_started(response)
        if response.status_code < 400 and can_decode(encoding_of(response)):
            return response
        async with aclosing(response):
            if response.status_code < 400:
                return _FailedAttempt(errors.UNSUPPORTED_ENCODING.notice(encoding=encoding_of(response)[:40]))
            return await self._error_response(response, post)

    async def _error_response(self, response: httpx.Response, post: PostRequest) -> _FailedAttempt:
        body = bytearray()
        try:
            async with asyncio.timeout(self.timeouts.idle), aclosing(decode(response)) as pieces:
                async for piece in pieces:
                    self.log.received += len(piece)
                    self.log.body_started()
                    body += piece
                    if len(body) > _MAX_ERROR_BODY:
                        break
        except (httpx.HTTPError, TimeoutError) as error:
            logger.info("the error's body broke off: %s", type(error).__name__)
        code, retry_after = response.status_code, _retry_delay(response.headers.get("retry-after"))
        text = body.decode("utf-8", "replace")
        notice = errors.http_status(code, text, retry_after, post.key)
        refusal = read_refusal(code, text)
        cured = _cured(post, refusal, notice.notice)
        # Some servers reject a request with a 5xx status, and would do so again. So it is without credit.
        is_refused = cured is not None or refusal_kind(refusal) is not None
        is_final = is_refused or code == 501 or (code == 500 and bool(post.cured))
        can_retry = (code in (408, 429) or code >= 500) and not is_final
        return _FailedAttempt(notice, can_retry, retry_after, cured)

    async def _delta_batches(self, response: httpx.Response, post: PostRequest) -> AsyncGenerator[list[Delta], None]:
        """Yield the deltas of each piece of the body, then those of its end."""
        failure: Exception | None = None
        parser, decoder, silence = self.new_parser(), Decoder(response), _Silence(self.timeouts.silent)
        async with aclosing(cast("AsyncGenerator[bytes, None]", response.aiter_raw())) as chunks:
            limit, has_started = self.timeouts.first_byte, False
            while not (parser.is_done or failure):
                try:
                    async with asyncio.timeout(limit):
                        chunk = await anext(chunks, None)
                except TimeoutError:
                    failure = ResponseTimeout(limit, has_started=has_started)
                    break
                except httpx.HTTPError as error:
                    failure = error
                    break
                if chunk is None:
                    break
                self.log.received += len(chunk)
                if not has_started:
                    self.log.body_started()
                limit, has_started = self.timeouts.idle, True
                try:
                    for piece in decoder.pieces(chunk):
                        deltas = parser.feed(piece)
                        yield deltas
                        if parser.is_done:
                            break
                        silence.check(has_deltas=bool(deltas))
                except (httpx.DecodingError, ResponseTimeout) as error:
                    failure = error
            yield [_with_cause(delta, failure, post) for delta in parser.close()]
            if parser.is_done and not failure:
                await _drain(chunks)


async def _yielding(batches: AsyncGenerator[list[Delta], None]) -> AsyncGenerator[list[Delta], None]:
    """Yield the deltas in small batches, and yield to the event loop at regular intervals between them."""
    yielder = LoopYielder()
    async with aclosing(batches):
        async for batch in batches:
            for start in range(0, max(len(batch), 1), _DELTAS_PER_YIELD):
                yield batch[start : start + _DELTAS_PER_YIELD]
                if yielder.is_due():
                    await yielder.wait()


def _cured(post: PostRequest, refusal: Refusal, error: Notice) -> tuple[PostRequest, NoticeDelta | None] | None:
    """Return the request as the first cure changes it that was not tried yet, and the notice; None if there is none."""
    if len(post.cured) >= _MAX_CURES:
        return None
    before = post.full_body
    for cure in possible_cures(RefusedRequest(refusal, error, post.body, post.fields, post.options)):
        body, refused = post.build(cure.options) if post.build else post.body, (*post.refused, before)
        changed = replace(post, options=cure.options, body=body, cured=post.cured | {cure.cause}, refused=refused)
        after = changed.full_body
        if cure.cause not in post.cured and after not in changed.refused:
            # A field without its value is left out; otherwise the value is sent under another name.
            is_told = not cure.is_field or _leaf_count(after) < _leaf_count(before)
            return changed, cure.notice if is_told else None
    return None


def _leaf_count(body: object) -> int:
    """Return the number of fields at the top of a body and in the objects in it."""
    if not isinstance(body, dict):
        return 1
    return sum(_leaf_count(value) for value in cast("dict[str, Any]", body).values())


def _retry_delay(retry_after: str | None) -> float | None:
    """Return the delay in a Retry-After header: seconds, or an HTTP date (RFC 9110, section 10.2.3).

    Returns None for a delay that is no positive number or a date that has passed, as of a server whose clock is wrong:
    the request is then retried after the usual delay.
    """
    if not retry_after:
        return None
    try:
        delay = float(retry_after)
    except ValueError:
        try:
            delay = (parsedate_to_datetime(retry_after) - datetime.now(UTC)).total_seconds()
        except (ValueError, TypeError, OverflowError):
            return None
    # The comparison is false for NaN. An infinite delay is as unusable in a text as a negative one.
    return delay if 0 < delay < _MAX_RETRY_AFTER else None


class _Silence:
    """Measures how long a server sends nothing but keep-alives. Its deltas take no time to check."""

    def __init__(self, limit: float) -> None:
        self._limit = limit
        self._began_at: float | None = None
        self._has_started = False

    def check(self, *, has_deltas: bool) -> None:
        """Raise ResponseTimeout if there were no deltas for longer than the limit."""
        if has_deltas:
            self._began_at, self._has_started = None, True
        elif self._began_at is None:
            self._began_at = time.monotonic()
        elif time.monotonic() - self._began_at > self._limit:
            raise ResponseTimeout(self._limit, has_started=self._has_started)


async def _drain(chunks: AsyncIterator[bytes]) -> None:
    """Read the rest of a body after the end of the answer, so that the connection can be reused."""
    try:
        async with asyncio.timeout(_DRAIN_SECONDS):
            remaining = _MAX_DRAINED
            async for chunk in chunks:
                remaining -= len(chunk)
                if remaining < 0:
                    return
    except (TimeoutError, httpx.HTTPError):
        logger.debug("the server kept the connection open after its answer")


def _with_cause(delta: Delta, failure: Exception | None, post: PostRequest) -> Delta:
    """Replace the notice of a cut-off answer with the connection error that caused it."""
    if failure is None or not isinstance(delta, NoticeDelta) or delta.notice.code not in ("cut_stream", "empty_reply"):
        return delta
    if isinstance(failure, ResponseTimeout):
        return network_errors.timed_out(post.url, failure.seconds, has_started=failure.has_started)
    return network_errors.connection_lost(failure, post.url, post.key)
