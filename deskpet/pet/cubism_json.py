"""JSON as Live2D's own reader takes it: it rejects some that is valid, which can end the process.

It stumbles over a number directly followed by a closing bracket, over exponents and over escaped letters.
"""

import json
import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any, cast

from deskpet.bounded import UnusableFile, read_bounded
from deskpet.words import tr

MAX_BYTES = 16 * 1024 * 1024

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
# These can't be written without an escape.
_UNWRITABLE = re.compile(r"[\x00-\x07\x0b\x0e-\x1f\ud800-\udfff]")
# Beyond what a float of Live2D's code holds, or smaller than anything that moves.
_MOST, _LEAST, _MOST_DIGITS = 1e30, 1e-30, 30
_REJECTED = re.compile(r"[0-9][ \t]*[\]}]|[0-9][eE][-+0-9]")


class BadJson(ValueError):
    """Text that is not JSON; `line` counts from 1, 0 when no line is to blame."""

    def __init__(self, reason: str, line: int = 0) -> None:
        self.reason, self.line = reason, line
        super().__init__(tr("line {line}: {why}", line=line, why=reason) if line else reason)


class NotUtf8(BadJson):
    """Bytes that are no text in UTF-8."""

    def __init__(self) -> None:
        super().__init__(tr("it is not UTF-8 text"))


def read_text(path: Path) -> str:
    """The text of a small JSON file, without its byte order mark. Raises BadJson, OSError."""
    try:
        text = read_bounded(path, MAX_BYTES).decode("utf-8-sig")
    except UnusableFile as error:
        raise BadJson(str(error)) from error
    except UnicodeDecodeError as error:
        raise NotUtf8 from error
    if not text.strip():
        raise BadJson(tr("it is empty"))
    return text


def parse(text: str, number: Callable[[str], Any] = float) -> Any:
    """The value of JSON `text`; `number` makes its fractions.

    Raises BadJson, also for NaN, Infinity and numbers that no float can hold.
    """

    def fraction(digits: str) -> Any:
        size = abs(float(digits))
        if size > _MOST:
            _refuse(digits)
        # Written out, 1e-99999999 has as many zeros.
        return number(digits if size >= _LEAST else "0.0")

    try:
        return json.loads(text, parse_float=fraction, parse_int=_whole, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        raise BadJson(error.msg, error.lineno) from error
    except RecursionError as error:
        raise BadJson(tr("it is nested too deeply")) from error


def is_writable(text: str) -> bool:
    """Whether `text` stands in JSON for the Cubism reader as it is."""
    return _UNWRITABLE.search(text) is None


def is_readable(text: str) -> bool:
    """Whether the Cubism reader takes this valid JSON as it stands."""
    if any("\\u" in found[0].replace("\\\\", "") for found in _STRING.finditer(text)):
        return False
    return _REJECTED.search(_STRING.sub('""', text)) is None


def rewritten(text: str) -> str:
    """The same JSON in the form that the Cubism reader takes, every number kept exactly. Raises BadJson."""
    return write(parse(text, Decimal))


def write(value: object) -> str:
    """`value` as JSON for the Cubism reader: one item a line, no exponents, no escaped letters. Raises BadJson."""
    try:
        return "".join(_written(value)) + "\n"
    except RecursionError as error:
        raise BadJson(tr("it is nested too deeply")) from error


def _written(value: object) -> Iterator[str]:
    match value:
        case dict():
            items = cast(dict[str, object], value).items()
            yield from _joined("{}", ([_text(key), ": ", *_written(item)] for key, item in items))
        case list() | tuple():
            yield from _joined("[]", (_written(item) for item in cast(list[object], value)))
        case str():
            yield _text(value)
        case bool() | None:
            yield json.dumps(value)
        case int():
            yield str(value)
        case float() | Decimal():
            yield format(Decimal(repr(value)) if isinstance(value, float) else value, "f")
        case _:
            raise TypeError(f"{type(value).__name__} is not JSON")


def _joined(brackets: str, items: Iterator[Any]) -> Iterator[str]:
    separator = brackets[0] + "\n"
    for item in items:
        yield separator
        yield from item
        separator = ",\n"
    yield brackets if separator[0] == brackets[0] else "\n" + brackets[1]


def _text(value: str) -> str:
    return json.dumps(_UNWRITABLE.sub("\ufffd", value), ensure_ascii=False)


def _whole(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        _refuse(digits)
    return int(digits)


def _refuse(name: str) -> None:
    raise BadJson(tr("{digits} is not a number that can be used", digits=name[:20]))
