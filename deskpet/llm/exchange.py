"""What went over the wire, for whoever wants to know: each request with its answer's figures, and no secret in it.

Everything is told through `logging`, so nobody on the way has to pass it on: a record's `happening` says what was
just seen, and its `exchange` all that is known of the request so far.
"""

import itertools
import logging
import time
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Any, Self

import httpx

from deskpet.chat.messages import Notice
from deskpet.llm.secrets import shortened, shown_headers, without_secrets

logger = logging.getLogger(__name__)

_numbers = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Exchange:
    """A request and what came of it. Times are seconds since it was first sent, `started_at` is Unix time.

    `body` is the JSON that was sent, with long `data:` URLs shortened; `size` counts the bytes that really went.
    `error` is the code of the notice that ended it, or `stopped` where it was closed from this side.
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
    """A request went out; again with a higher `attempt` for each retry, counted from 1."""

    number: int
    attempt: int
    method: str
    url: str
    headers: dict[str, str]
    size: int
    body: Any


@dataclass(frozen=True, slots=True)
class ResponseStarted:
    """The status line and the headers came."""

    number: int
    status: int
    headers: dict[str, str]
    seconds: float


@dataclass(frozen=True, slots=True)
class FirstByte:
    """The first byte of the answer's body came."""

    number: int
    seconds: float


@dataclass(frozen=True, slots=True)
class RetryPlanned:
    """There was no answer, and the request will be sent again after `wait` seconds."""

    number: int
    error: str
    wait: float


@dataclass(frozen=True, slots=True)
class ExchangeEnded:
    """Nothing more will come; `error` is empty where the answer was whole."""

    number: int
    status: int | None
    seconds: float
    received: int
    retries: int
    error: str


Happening = RequestSent | ResponseStarted | FirstByte | RetryPlanned | ExchangeEnded


class ExchangeLog:
    """Follows one streamed request through its retries to its end, and tells. Does nothing while nobody listens."""

    def __init__(self, url: str, key: str) -> None:
        self._key = key
        self._on = logger.isEnabledFor(logging.INFO)
        self._start = time.perf_counter()
        self._received = 0
        self._exchange = Exchange(next(_numbers), "POST", without_secrets(url, key), started_at=time.time())

    def sent(self, request: httpx.Request, body: Any, attempt: int) -> None:
        """`request`, made from the JSON `body`, goes out."""
        if not self._on:
            return
        headers = shown_headers(request.headers.multi_items(), self._key)
        size = int(request.headers.get("content-length") or 0)
        url, shown = without_secrets(str(request.url), self._key), shortened(body, self._key)
        changed = replace(
            self._exchange, method=request.method, url=url, headers=headers, size=size, body=shown, retries=attempt - 1
        )
        now = RequestSent(changed.number, attempt, changed.method, url, dict(headers), size, shown)
        self._tell(changed, now)

    def answered(self, response: httpx.Response) -> None:
        """The head of an answer came."""
        if self._on:
            seconds = self._seconds()
            headers = shown_headers(response.headers.multi_items(), self._key)
            changed = replace(self._exchange, status=response.status_code, answered=seconds, first_byte=None)
            self._tell(changed, ResponseStarted(changed.number, response.status_code, dict(headers), seconds))

    def took(self, count: int) -> None:
        """`count` bytes of a body came."""
        self._received += count
        if self._on and self._exchange.first_byte is None:
            seconds = self._seconds()
            self._tell(replace(self._exchange, first_byte=seconds), FirstByte(self._exchange.number, seconds))

    def retries(self, notice: Notice, wait: float) -> None:
        """The request failed and will be sent again."""
        if self._on:
            self._tell(self._exchange, RetryPlanned(self._exchange.number, notice.code, wait))

    def failed(self, notice: Notice) -> None:
        """The answer ends, or ended, with `notice`."""
        if notice.level == "error":
            self._exchange = replace(self._exchange, error=notice.code)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None) -> None:
        if self._on:
            error = self._exchange.error or ("" if kind is None else "stopped")
            seconds = self._seconds()
            done = replace(self._exchange, ended=seconds, received=self._received, error=error)
            self._tell(done, ExchangeEnded(done.number, done.status, seconds, self._received, done.retries, error))

    def _seconds(self) -> float:
        return round(time.perf_counter() - self._start, 6)

    def _tell(self, exchange: Exchange, now: Happening) -> None:
        self._exchange = exchange
        logger.info("%s", type(now).__name__, extra={"happening": now, "exchange": exchange})
