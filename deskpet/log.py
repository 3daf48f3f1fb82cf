"""The log for programs: one JSON object a line for each thing that happened, without a secret in any of them.

Whoever has something to tell puts a value on its log record as `happening`; its class gives the line its name and
its fields the rest.
"""

import json
import logging
import re
import sys
from collections import OrderedDict
from dataclasses import asdict, is_dataclass
from pathlib import Path
from typing import Any, Self

from deskpet.llm.exchange import Exchange
from deskpet.llm.secrets import without_secrets
from deskpet.summary import TurnSummary

_LINE_ENDS = {"\x85": "\\u0085", "\u2028": "\\u2028", "\u2029": "\\u2029"}

logger = logging.getLogger(__name__)


def json_line(value: Any, *, encoding: str | None = "utf-8") -> str:
    """`value` as one line for any reader: also for those who take U+2028 for a line's end, or can't read UTF-8."""
    text = json.dumps(value, ensure_ascii=not (encoding or "").lower().startswith("utf"))
    for raw, escaped in _LINE_ENDS.items():
        text = text.replace(raw, escaped)
    return text


class JsonLines(logging.Formatter):
    """A log record as one line of JSON: what happened where a record says it in fields, else the message."""

    def format(self, record: logging.LogRecord) -> str:
        line = to_json(record)
        if record.exc_info:
            line["trace"] = without_secrets(self.formatException(record.exc_info))
        return json_line(line)


def to_json(record: logging.LogRecord) -> dict[str, Any]:
    """A log record as JSON values. `at` is Unix time, `event` the happening's name in snake case or `log`."""
    line: dict[str, Any] = {"at": round(record.created, 6), "level": record.levelname.lower()}
    happening = getattr(record, "happening", None)
    if is_dataclass(happening) and not isinstance(happening, type):
        return line | {"event": _snake(type(happening).__name__)} | asdict(happening)
    return line | {"event": "log", "logger": record.name, "message": without_secrets(record.getMessage())}


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def open_json(target: str) -> logging.Handler:
    """Write everything of this program to the file `target`, `-` for standard error. Raises OSError."""
    handler = (
        logging.StreamHandler(sys.stderr) if target == "-" else logging.FileHandler(Path(target), encoding="utf-8")
    )
    handler.setFormatter(JsonLines())
    logging.getLogger("deskpet").addHandler(handler)
    logging.getLogger("deskpet").setLevel(logging.INFO)
    return handler


class LastExchanges(logging.Handler):
    """The last requests with what came of them, the newest last: what was sent, for whoever wants to see it."""

    def __init__(self, most: int = 16) -> None:
        super().__init__()
        self._most = most
        self._kept: OrderedDict[int, Exchange] = OrderedDict()

    def __enter__(self) -> Self:
        source = logging.getLogger(Exchange.__module__)
        source.addHandler(self)
        source.setLevel(logging.INFO)
        return self

    def __exit__(self, *_: object) -> None:
        logging.getLogger(Exchange.__module__).removeHandler(self)

    @property
    def all(self) -> tuple[Exchange, ...]:
        """Those that are kept, oldest first."""
        return tuple(self._kept.values())

    def emit(self, record: logging.LogRecord) -> None:
        """Keep what the record says of an exchange."""
        exchange = getattr(record, "exchange", None)
        if isinstance(exchange, Exchange):
            self._kept[exchange.number] = exchange
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)


def tell_turn(turn: TurnSummary) -> None:
    """Put a turn's figures into the log."""
    logger.info("%s", turn.reason, extra={"happening": turn})
