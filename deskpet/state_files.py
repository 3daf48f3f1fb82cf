"""The small JSON files in which the program keeps its own state: read within bounds, written as a whole.

What stands in such a file may be anything, after a crash or in an editor. Every mistake in it is an error that names
it; none ends the program or holds it up.
"""

import json
import logging
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from deskpet.atomic_write import write_atomically
from deskpet.bounded import UnusableFile, read_bounded
from deskpet.words import tr

MOST_BYTES = 1 << 20
# Longer numbers are no state of ours, and take Python long to read.
_MOST_DIGITS = 30

# The files that could not be written the last time: the same again and again is worth one line.
_unwritable: set[Path] = set()

logger = logging.getLogger(__name__)


class BadStateFile(ValueError):
    """A state file whose content can't be used; the message says what is wrong with it."""


def read_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """The content of a file of at most so many bytes. Raises BadStateFile, OSError: FileNotFoundError where it has no
    folder either.
    """
    try:
        return read_bounded(path, most)
    except UnusableFile as error:
        raise BadStateFile(str(error)) from error
    except NotADirectoryError as error:
        raise FileNotFoundError(error.errno, error.strerror, str(path)) from error


def read_json(path: Path, most: int = MOST_BYTES) -> "JsonObject":
    """The JSON object in the file. Raises OSError, FileNotFoundError among them, and BadStateFile."""
    data = read_bytes(path, most)
    try:
        return JsonObject(json.loads(data, parse_constant=_refuse, parse_int=_whole, parse_float=_fraction))
    except BadStateFile:
        raise
    except RecursionError as error:
        raise BadStateFile(tr("it is nested too deeply")) from error
    except ValueError as error:
        raise BadStateFile(tr("it is no JSON: {why}", why=error)) from error


def keep_json(path: Path, value: Mapping[str, Any], what: str) -> bool:
    """Write `value` to the file; returns False where that can't be done.

    The log says so once, by the name `what`, until it can be done again.
    """
    try:
        write_atomically(path, json.dumps(value).encode(), durable=False)
    except OSError as error:
        if path not in _unwritable:
            logger.warning("%s can't be kept in %s: %s", what, path, error.strerror or error)
        _unwritable.add(path)
        return False
    _unwritable.discard(path)
    return True


class JsonObject:
    """The values of a JSON object by their names. A value of the wrong kind raises BadStateFile.

    A value that is missing is the default; without a default that is a mistake as well.
    """

    def __init__(self, value: object, name: str = "") -> None:
        if not isinstance(value, dict):
            raise BadStateFile(tr("{name} has to be an object", name=name or tr("the file")))
        self._values = cast("dict[str, Any]", value)

    def part(self, name: str) -> "JsonObject":
        """The object of this name, empty where it is missing."""
        return JsonObject(self._values.get(name, {}), name)

    def number(self, name: str, default: float | None = None, bounds: tuple[float, float] | None = None) -> float:
        """A number that a float can hold."""
        value = self._value(name, default)
        if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
            raise BadStateFile(tr("{name} has to be a number", name=name))
        if bounds and not bounds[0] <= value <= bounds[1]:
            least, most = bounds
            raise BadStateFile(tr("{name} has to be {least} to {most}", name=name, least=least, most=most))
        return float(value)

    def whole(self, name: str, default: int | None = None, bounds: tuple[float, float] | None = None) -> int:
        """A whole number."""
        value = self.number(name, default, bounds)
        if not value.is_integer():
            raise BadStateFile(tr("{name} has to be a whole number", name=name))
        return int(value)

    def numbers(self, name: str, count: int, bounds: tuple[float, float] | None = None) -> tuple[float, ...]:
        """A list of so many numbers."""
        value = self._values.get(name)
        items = cast("list[object]", value) if isinstance(value, list) else []
        if len(items) != count:
            raise BadStateFile(tr("{name} has to be a list of {n} numbers", name=name, n=count))
        return tuple(JsonObject({name: item}).number(name, bounds=bounds) for item in items)

    def flag(self, name: str, default: bool | None = None) -> bool:
        """True or false."""
        value = self._value(name, default)
        if not isinstance(value, bool):
            raise BadStateFile(tr("{name} has to be true or false", name=name))
        return value

    def text(self, name: str, default: str | None = None) -> str:
        """A text."""
        value = self._value(name, default)
        if not isinstance(value, str):
            raise BadStateFile(tr("{name} has to be a text", name=name))
        return value

    def text_or_none(self, name: str) -> str | None:
        """A text, or None where there is none."""
        return None if self._values.get(name) is None else self.text(name)

    def texts(self, name: str) -> dict[str, str]:
        """Texts by their names."""
        found = self.part(name)
        return {key: found.text(key) for key in found._values}

    def names(self, name: str) -> frozenset[str]:
        """A list of texts, without its order."""
        value = self._values.get(name, [])
        items = cast("list[object]", value) if isinstance(value, list) else [None]
        if not all(isinstance(item, str) for item in items):
            raise BadStateFile(tr("{name} has to be a list of names", name=name))
        return frozenset(map(str, items))

    def _value(self, name: str, default: object) -> object:
        if name not in self._values and default is None:
            raise BadStateFile(tr("{name} is missing", name=name))
        return self._values.get(name, default)


def _whole(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        _refuse(digits)
    return int(digits)


def _fraction(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        _refuse(digits)
    return value


def _refuse(digits: str) -> None:
    raise BadStateFile(tr("{digits} is not a number that can be used", digits=digits[:20]))
