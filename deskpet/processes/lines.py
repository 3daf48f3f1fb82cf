"""Messages as lines of JSON, between the program and its child processes.

The texts in them come from foreign programs, so lines are limited in length and depth.
"""

import json
from collections.abc import Callable, Mapping
from typing import IO, Any, cast

from deskpet.text.surrogates import replace_lone_surrogates_in

MAX_LINE = 16 << 20
"""Longest line, in characters, for most children."""
MAX_DEPTH = 90
"""Deepest nesting of a message. pydantic, which writes the requests to servers, ends at 100 on Windows."""

Message = dict[str, Any]


class BadLine(ValueError):
    """A line that is no message."""


def encode(message: Mapping[str, Any], most: int = MAX_LINE) -> str:
    """Return a message as a line. Raises BadLine if it is too long, too deep or no JSON."""
    if not is_shallow(message):
        raise BadLine("the message is nested too deeply")
    try:
        line = json.dumps(message, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError) as error:
        raise BadLine(str(error)) from error
    if len(line) >= most:
        raise BadLine("the message is too long")
    return line + "\n"


def decode(line: str) -> Message:
    """Return the message in a line, without lone surrogates; not-a-number becomes null. Raises BadLine."""
    try:
        value = replace_lone_surrogates_in(json.loads(line, parse_constant=lambda _: None))
    except (ValueError, RecursionError) as error:
        raise BadLine(str(error)[:200]) from error
    if not isinstance(value, dict):
        raise BadLine("the line is no JSON object")
    return cast("Message", value)


def is_shallow(value: Any) -> bool:
    """Return whether a JSON value is nested at most MAX_DEPTH deep."""
    level = [value]
    for _ in range(MAX_DEPTH):
        if not level:
            return True
        level = [member for each in level for member in _members(each)]
    return not level


def _members(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(cast("Message", value).values())
    return cast("list[Any]", value) if isinstance(value, list | tuple) else []


def read_lines(stream: IO[str], on_message: Callable[[Message], object], most: int = MAX_LINE) -> str:
    """Call `on_message` with each message until the stream ends. Returns why it ended early, or an empty text."""
    while line := stream.readline(most):
        if not line.endswith("\n"):
            return "a line is too long or broken off"
        try:
            on_message(decode(line))
        except BadLine as error:
            return f"a line is no message: {error}"
    return ""


def last_lines(text: str, most: int) -> str:
    """Return the last lines of a text that have at most `most` characters together.

    A last line that is longer is cut at its beginning, which an ellipsis marks.
    """
    if len(text) <= most:
        return text
    kept = text[-most:]
    if text[-most - 1] == "\n":
        return kept
    _, end, rest = kept.partition("\n")
    return rest if end and rest.strip() else f"…{kept[1:]}"
