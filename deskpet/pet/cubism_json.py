r"""Parse and write JSON for Live2D's own JSON reader, which rejects some valid JSON and can crash on it.

It can't read a number directly followed by a closing bracket, exponents, or `\u` escapes.
"""

import json
import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any, cast

from deskpet.filesystem.bounded import UnusableFile, read_bounded
from deskpet.translation import tr

MAX_BYTES = 16 * 1024 * 1024

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
# Characters that JSON can only contain as an escape that the reader can't read.
_UNWRITABLE = re.compile(r"[\x00-\x07\x0b\x0e-\x1f\ud800-\udfff]")
# Live2D uses 32 bit floats: larger numbers don't fit, and smaller ones have no visible effect.
_MAX_NUMBER, _MIN_NUMBER, _MAX_DIGITS = 1e30, 1e-30, 30
_REJECTED = re.compile(r"[0-9][ \t]*[\]}]|[0-9][eE][-+0-9]")


class BadJson(ValueError):
    """Text that is not valid JSON. `line` counts from 1; it is 0 if the error has no line."""

    def __init__(self, reason: str, line: int = 0) -> None:
        self.reason, self.line = reason, line
        super().__init__(tr("line {line}: {why}", line=line, why=reason) if line else reason)


class NotUtf8(BadJson):
    """Bytes that are not UTF-8."""

    def __init__(self) -> None:
        super().__init__(tr("it is not UTF-8 text"))


def read_text(path: Path) -> str:
    """Read a JSON file of at most MAX_BYTES as UTF-8, without its byte order mark. Raises BadJson, OSError."""
    return decode(read_bytes(path))


def read_bytes(path: Path) -> bytes:
    """Read a file of at most MAX_BYTES. Raises BadJson, OSError."""
    try:
        return read_bounded(path, MAX_BYTES)
    except UnusableFile as error:
        raise BadJson(str(error)) from error


def decode(data: bytes) -> str:
    """Decode UTF-8, without its byte order mark. Raises BadJson."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotUtf8 from error
    if not text.strip():
        raise BadJson(tr("it is empty"))
    return text


def parse(text: str, number: Callable[[str], Any] = float) -> Any:
    """Parse JSON `text`; `number` converts the digits of a fraction.

    Raises BadJson, also for NaN, Infinity and numbers that don't fit into a float.
    """

    def fraction(digits: str) -> Any:
        size = abs(float(digits))
        if size > _MAX_NUMBER:
            _reject_number(digits)
        # Without an exponent, 1e-99999999 would be written with that many zeros.
        return number(digits if size >= _MIN_NUMBER else "0.0")

    try:
        return json.loads(text, parse_float=fraction, parse_int=_parse_int, parse_constant=_reject_number)
    except json.JSONDecodeError as error:
        raise BadJson(error.msg, error.lineno) from error
    except RecursionError as error:
        raise BadJson(tr("it is nested too deeply")) from error


def as_object(value: object) -> dict[str, Any] | None:
    """Return a parsed JSON object, or None for any other value."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else None


def as_array(value: object) -> list[Any] | None:
    """Return a parsed JSON array, or None for any other value."""
    return cast("list[Any]", value) if isinstance(value, list) else None


def is_number(value: object) -> bool:
    """Return whether a parsed value is a JSON number."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_writable(text: str) -> bool:
    """Return whether `text` can be written as a JSON string for the Cubism reader without a loss."""
    return _UNWRITABLE.search(text) is None


def is_readable(text: str) -> bool:
    """Return whether the Cubism reader can read this valid JSON unchanged."""
    if any("\\u" in found[0].replace("\\\\", "") for found in _STRING.finditer(text)):
        return False
    return _REJECTED.search(_STRING.sub('""', text)) is None


def rewrite(text: str) -> str:
    """Convert JSON to the form that the Cubism reader can read, with every number kept exactly. Raises BadJson."""
    return write(parse(text, Decimal))


def write(value: object) -> str:
    r"""Serialize `value` for the Cubism reader: one item a line, no exponents, no `\u` escapes. Raises BadJson."""
    try:
        return "".join(_pieces(value)) + "\n"
    except RecursionError as error:
        raise BadJson(tr("it is nested too deeply")) from error


def _pieces(value: object) -> Iterator[str]:
    match value:
        case dict():
            items = cast(dict[str, object], value).items()
            yield from _join_items("{}", ([_quote(key), ": ", *_pieces(item)] for key, item in items))
        case list() | tuple():
            yield from _join_items("[]", (_pieces(item) for item in cast(list[object], value)))
        case str():
            yield _quote(value)
        case bool() | None:
            yield json.dumps(value)
        case int():
            yield str(value)
        case float() | Decimal():
            yield format(Decimal(repr(value)) if isinstance(value, float) else value, "f")
        case _:
            raise TypeError(f"{type(value).__name__} is not JSON")


def _join_items(brackets: str, items: Iterator[Any]) -> Iterator[str]:
    separator = brackets[0] + "\n"
    for item in items:
        yield separator
        yield from item
        separator = ",\n"
    yield brackets if separator[0] == brackets[0] else "\n" + brackets[1]


def _quote(value: str) -> str:
    return json.dumps(_UNWRITABLE.sub("\ufffd", value), ensure_ascii=False)


def _parse_int(digits: str) -> int:
    if len(digits) > _MAX_DIGITS:
        _reject_number(digits)
    return int(digits)


def _reject_number(name: str) -> None:
    raise BadJson(tr("{digits} is not a number that can be used", digits=name[:20]))
