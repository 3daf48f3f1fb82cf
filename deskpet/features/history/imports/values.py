"""Reads values of files that anybody may have made: what is not as it should be is as if it were missing."""

import json
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, cast

from deskpet.chat.messages import Document, StreamingText, Text, Thinking, ToolUse
from deskpet.chat.tokens import estimate_text_tokens
from deskpet.features.history.imports.source import ToolResult

_LARGEST = 1e18
# A value that is nested more deeply is kept as text: readers of JSON have limits.
_MAX_DEPTH = 50
_MAX_NAME = 120
# More than a Unix time in seconds of this or the next thousand years, so milliseconds.
_MILLISECONDS_FROM = 1e11
# ChatGPT marks citations, pictures and other widgets by characters of the private use area.
_MARKED = re.compile("\ue200[^\ue200\ue201]*\ue201")
_PRIVATE_USE = re.compile("[\ue000-\uf8ff]")
_MAX_ENDING = 12


class Fields:
    """The fields of a JSON object; none of another value. Of several names, the first that tells something counts."""

    def __init__(self, value: object) -> None:
        self.all: Mapping[str, Any] = cast("Mapping[str, Any]", value) if isinstance(value, dict) else {}

    def __bool__(self) -> bool:
        return bool(self.all)

    def __contains__(self, name: str) -> bool:
        return name in self.all

    def get(self, name: str) -> Any:
        """Return a value of any kind, None if it is missing."""
        return self.all.get(name)

    def text(self, *names: str) -> str:
        """Return a text; an empty one for another value."""
        return next(filter(None, (text_of(self.get(name)) for name in names)), "")

    def time(self, *names: str) -> float:
        """Return a time in Unix seconds; 0 if it can't be told."""
        return next(filter(None, (time_of(self.get(name)) for name in names)), 0.0)

    def flag(self, *names: str) -> bool:
        """Return whether a value is true, or stands for something."""
        return any(self.get(name) for name in names)

    def part(self, name: str) -> "Fields":
        """Return an object."""
        return Fields(self.get(name))

    def items(self, name: str) -> list[Any]:
        """Return the items of an array; none for another value."""
        return items(self.get(name))

    def parts(self, name: str) -> list["Fields"]:
        """Return the items of an array as objects."""
        return [Fields(each) for each in self.items(name)]


def items(value: object) -> list[Any]:
    """Return an array's items; none for another value."""
    return cast("list[Any]", value) if isinstance(value, list) else []


def text_of(value: object) -> str:
    """Return a text; an empty one for another value."""
    return value if isinstance(value, str) else ""


def number_of(value: object) -> float:
    """Return a finite number, 0 for another value."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return 0.0
    # A large integer can't become a float; False for NaN too.
    return float(value) if abs(value) < _LARGEST else 0.0


def time_of(value: object) -> float:
    """Return a time in Unix seconds, given as such, in milliseconds, or by ISO 8601; 0 if it can't be told."""
    number = number_of(value)
    if not number and text_of(value).strip():
        text = text_of(value).strip()
        if re.fullmatch(r"\d{9,14}(\.\d+)?", text):
            number = float(text)
        else:
            try:
                moment = datetime.fromisoformat(text)
                number = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
            except (ValueError, OverflowError):
                return 0.0
    return number / 1000 if number >= _MILLISECONDS_FROM else number


def without_private_marks(text: str) -> str:
    """Return a text without marks that mean something to another program only."""
    return _PRIVATE_USE.sub("", _MARKED.sub("", text)) if _PRIVATE_USE.search(text) else text


def texts(*parts: str) -> tuple[Text, ...]:
    """Return a block of text, none if there are no words."""
    joined = "\n\n".join(part.strip("\n") for part in parts if part.strip())
    return (Text(StreamingText(joined)),) if joined else ()


def thoughts(text: str, at: float) -> tuple[Thinking, ...]:
    """Return a block of reasoning, none if it is empty."""
    return (Thinking(StreamingText(text.strip("\n")), at, at),) if text.strip() else ()


def call(name: str, call_id: str, given: object) -> ToolUse:
    """Return a call of a tool with its arguments, whose result comes later."""
    if _is_deeper(given, _MAX_DEPTH):
        given = json.dumps(given, ensure_ascii=False)
    arguments: dict[str, Any] = (
        {**Fields(given).all} if isinstance(given, dict) else {} if given in (None, "") else {"input": given}
    )
    written = StreamingText(json.dumps(arguments, ensure_ascii=False))
    return ToolUse(name[:_MAX_NAME] or "tool", call_id, "success", written, arguments)


def _is_deeper(value: object, most: int) -> bool:
    """Whether a JSON value is nested more deeply than that."""
    if most < 0:
        return True
    inner = Fields(value).all.values() or items(value)
    return any(_is_deeper(each, most - 1) for each in inner)


def result(name: str, call_id: str, output: object) -> ToolResult:
    """Return the result of a call, as text."""
    text = output if isinstance(output, str) else json.dumps(output, ensure_ascii=False)
    return ToolResult(name[:_MAX_NAME], call_id, text)


def documents(files: Iterable[tuple[str, str]]) -> tuple[Document, ...]:
    """Return attached documents, given by names and texts; those without words are left out."""
    return tuple(_document(" ".join(name.split())[-_MAX_NAME:], text) for name, text in files if text.strip())


def _document(name: str, text: str) -> Document:
    ending = name.rpartition(".")[2].lower() if "." in name else ""
    return Document(name or "document", ending[:_MAX_ENDING] or "txt", (text,), estimate_text_tokens(text))
