"""Structured log records of the streaming HTTP requests and their responses, without secrets.

The attribute `happening` of a log record holds the event, and `exchange` the state of the request after it.
"""

import itertools
import logging
import time
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Any, Self

import httpx

from deskpet.chat.messages import Notice
from deskpet.llm.redaction import redact_headers, redact_json, redact_secrets

logger = logging.getLogger(__name__)

_numbers = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Exchange:
    """A request and its response. Times are seconds since the first attempt; `started_at` is Unix time.

    `body` is the JSON body with long `data:` URLs shortened; `size` is its length in bytes as sent. `error` is the
    code of the notice that ended the request, or `stopped` if it was cancelled.
    """

    number: int
    method: str
    url: str
    headers: tuple[tuple[str, str], ...] = ()
    body: Any = None
    size: int = 0
    started_at: float = 0.0
    status: int | None = None
    answered: float | None = None
    first_byte: float | None = None
    ended: float | None = None
    received: int = 0
    retries: int = 0
    error: str = ""


@dataclass(frozen=True, slots=True)
class RequestSent:
    """A request was sent. `attempt` counts from 1 and increases with each retry.

    `body` is None in a private conversation, whose words no file has.
    """

    number: int
    attempt: int
    method: str
    url: str
    headers: dict[str, str]
    size: int
    body: Any


@dataclass(frozen=True, slots=True)
class ResponseStarted:
    """The status line and the headers were received."""

    number: int
    status: int
    headers: dict[str, str]
    seconds: float


@dataclass(frozen=True, slots=True)
class FirstByte:
    """The first byte of the response body was received."""

    number: int
    seconds: float


@dataclass(frozen=True, slots=True)
class RetryPlanned:
    """The attempt failed; the request will be sent again after `wait` seconds."""

    number: int
    error: str
    wait: float


@dataclass(frozen=True, slots=True)
class ExchangeEnded:
    """The request ended; `error` is empty if the answer is complete."""

    number: int
    status: int | None
    seconds: float
    received: int
    retries: int
    error: str


ExchangeEvent = RequestSent | ResponseStarted | FirstByte | RetryPlanned | ExchangeEnded


class ExchangeLog:
    """Logs the events of one streaming request, retries included. Does nothing unless INFO is enabled."""

    def __init__(self, url: str, key: str, *, is_private: bool = False) -> None:
        """The events of a private request have no body; its Exchange, which stays in memory, has it."""
        self._key, self._is_private = key, is_private
        self._is_enabled = logger.isEnabledFor(logging.INFO)
        self._start = time.perf_counter()
        self.received = 0
        self._exchange = Exchange(next(_numbers), "POST", redact_secrets(url, key), started_at=time.time())

    def request_sent(self, request: httpx.Request, body: Any, attempt: int) -> None:
        """Log that `request` with the JSON `body` is sent."""
        if not self._is_enabled:
            return
        headers = redact_headers(request.headers.multi_items(), self._key)
        size = int(request.headers.get("content-length") or 0)
        url, body = redact_secrets(str(request.url), self._key), redact_json(body, self._key)
        exchange = replace(self._exchange, url=url, headers=headers, size=size, body=body, retries=attempt - 1)
        logged_body = None if self._is_private else body
        event = RequestSent(exchange.number, attempt, exchange.method, url, dict(headers), size, logged_body)
        self._log(exchange, event)

    def response_started(self, response: httpx.Response) -> None:
        """Log the status and headers of a response."""
        if self._is_enabled:
            seconds = self._seconds()
            headers = redact_headers(response.headers.multi_items(), self._key)
            exchange = replace(self._exchange, status=response.status_code, answered=seconds, first_byte=None)
            self._log(exchange, ResponseStarted(exchange.number, response.status_code, dict(headers), seconds))

    def body_started(self) -> None:
        """Log that the first bytes of a body arrived."""
        if self._is_enabled and self._exchange.first_byte is None:
            seconds = self._seconds()
            self._log(replace(self._exchange, first_byte=seconds), FirstByte(self._exchange.number, seconds))

    def retry_planned(self, notice: Notice, wait: float) -> None:
        """Log that the attempt failed with `notice` and will be repeated after `wait` seconds."""
        if self._is_enabled:
            self._log(self._exchange, RetryPlanned(self._exchange.number, notice.code, wait))

    def set_error(self, notice: Notice) -> None:
        """Record `notice` as the error of the request if its level is error."""
        if notice.level == "error":
            self._exchange = replace(self._exchange, error=notice.code)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None) -> None:
        if self._is_enabled:
            error = self._exchange.error or ("" if kind is None else "stopped")
            seconds = self._seconds()
            done = replace(self._exchange, ended=seconds, received=self.received, error=error)
            self._log(done, ExchangeEnded(done.number, done.status, seconds, self.received, done.retries, error))

    def _seconds(self) -> float:
        return round(time.perf_counter() - self._start, 6)

    def _log(self, exchange: Exchange, event: ExchangeEvent) -> None:
        self._exchange = exchange
        logger.info("%s", type(event).__name__, extra={"happening": event, "exchange": exchange})
