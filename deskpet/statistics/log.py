"""JSON Lines log (`--log-json`): one JSON object per line, with secrets redacted.

A structured event is a dataclass that is passed as `extra={"happening": value}`. Its class name becomes the event's
name, its fields become the other values of the line.
"""

import json
import logging
import sys
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import asdict, dataclass, is_dataclass
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Self

from deskpet.chat.events import ToolFinished, ToolReady, TurnEvent, TurnStarted, snake_case
from deskpet.chat.messages import Message
from deskpet.chat.report import TurnReporter
from deskpet.filesystem.private_files import opener
from deskpet.llm.redaction import redact_secrets
from deskpet.llm.request_log import Exchange, RetryPlanned
from deskpet.processes import console
from deskpet.statistics.summary import TurnSummary
from deskpet.text.invisible import escape_in_json

logger = logging.getLogger(__name__)


def json_line(value: Any, *, encoding: str | None = "utf-8") -> str:
    """Serialise `value` to one line. Escapes invisible characters, and all non-ASCII if `encoding` is not UTF."""
    return escape_in_json(json.dumps(value, ensure_ascii=not (encoding or "").lower().startswith("utf")))


class JsonLines(logging.Formatter):
    """Formats a log record as one line of JSON: the fields of its structured event, or its message."""

    def format(self, record: logging.LogRecord) -> str:
        line = to_json(record)
        if record.exc_info:
            line["trace"] = redact_secrets(self.formatException(record.exc_info))
        return json_line(line)


def to_json(record: logging.LogRecord) -> dict[str, Any]:
    """Convert a log record to JSON values. `at` is Unix time, `event` the event's class in snake case, or `log`."""
    line: dict[str, Any] = {"at": round(record.created, 6), "level": record.levelname.lower()}
    happening = getattr(record, "happening", None)
    if is_dataclass(happening) and not isinstance(happening, type):
        return line | {"event": snake_case(type(happening).__name__)} | asdict(happening)
    return line | {"event": "log", "logger": record.name, "message": redact_secrets(record.getMessage())}


def open_json_log(target: str) -> logging.Handler:
    """Log deskpet's records from level INFO to the file `target`, or to standard error if it is `-`. Raises OSError."""
    handler = logging.StreamHandler(console.errors()) if target == "-" else _LogFile(Path(target), encoding="utf-8")
    handler.setFormatter(JsonLines())
    logging.getLogger("deskpet").addHandler(handler)
    logging.getLogger("deskpet").setLevel(logging.INFO)
    return handler


class _LogFile(logging.FileHandler):
    """Says once, in one line, that the file can't be written, as on a full disk."""

    _has_failed = False

    def _open(self) -> TextIOWrapper:
        return open(self.baseFilename, "a", encoding=self.encoding, errors=self.errors, opener=opener)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the name that logging calls
        error = sys.exc_info()[1]
        if not isinstance(error, OSError):
            super().handleError(record)
        elif not self._has_failed:
            self._has_failed = True
            console.report(f"the log can't be written: {error}")


class RecentExchanges(logging.Handler):
    """Keeps the last `most` HTTP exchanges with the model's server, for the turn details. Active in a `with` block.

    `on_retry` is called with the seconds until a failed request is sent again.
    """

    def __init__(self, most: int = 16, on_retry: Callable[[float], None] = lambda _: None) -> None:
        super().__init__()
        self._on_retry = on_retry
        self._limit = most
        self._exchanges: OrderedDict[int, Exchange] = OrderedDict()

    def __enter__(self) -> Self:
        source = logging.getLogger(Exchange.__module__)
        source.addHandler(self)
        source.setLevel(logging.INFO)
        return self

    def __exit__(self, *_: object) -> None:
        logging.getLogger(Exchange.__module__).removeHandler(self)

    @property
    def all(self) -> tuple[Exchange, ...]:
        """The kept exchanges, oldest first."""
        return tuple(self._exchanges.values())

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the exchange of a log record, if it has one, and report a retry."""
        exchange = getattr(record, "exchange", None)
        if isinstance(exchange, Exchange):
            self._exchanges[exchange.number] = exchange
            while len(self._exchanges) > self._limit:
                self._exchanges.popitem(last=False)
        if isinstance(event := getattr(record, "happening", None), RetryPlanned):
            self._on_retry(event.wait)


def log_turn_summary(turn: TurnSummary) -> None:
    """Log the figures of a turn."""
    logger.info("%s", turn.reason, extra={"happening": turn})


@dataclass(frozen=True, slots=True)
class ToolCallDetected:
    """A tool call can run. `latency` is in seconds from its first piece; `position` counts the characters before it."""

    message_id: str
    call_id: str
    tool_name: str
    latency: float
    position: int
    mended: bool


@dataclass(frozen=True, slots=True)
class ToolCallExecuted:
    """A tool has run for `latency` seconds, `together` with another one or alone. `error` is its error code."""

    message_id: str
    call_id: str
    tool_name: str
    latency: float
    together: bool
    error: str


class ToolCallLog:
    """Turn listener that logs each call when it can run and when it has run; listens to EVENTS, after `reporter`."""

    EVENTS = (TurnStarted, ToolReady, ToolFinished)

    def __init__(self, reporter: TurnReporter) -> None:
        self._reporter = reporter
        self._detected: set[int] = set()

    def __call__(self, event: TurnEvent, answer: Message) -> None:
        """Log the call of an event."""
        match event:
            case TurnStarted():
                self._detected.clear()
            case ToolReady(block) if block not in self._detected:
                self._detected.add(block)
                call = self._reporter.tool_at(block)
                if call and call.detection_seconds is not None:
                    latency, names = round(call.detection_seconds, 6), (answer.id, call.call_id, call.tool_name)
                    _log(ToolCallDetected(*names, latency, call.position, call.is_mended))
            case ToolFinished(block):
                call = self._reporter.tool_at(block)
                if call and call.seconds is not None:
                    latency, names = round(call.seconds, 6), (answer.id, call.call_id, call.tool_name)
                    _log(ToolCallExecuted(*names, latency, call.ran_beside, call.error))
            case _:
                # Other events concern no call, or one that is still streaming.
                pass


def _log(happening: ToolCallDetected | ToolCallExecuted) -> None:
    logger.info("%s", type(happening).__name__, extra={"happening": happening})
