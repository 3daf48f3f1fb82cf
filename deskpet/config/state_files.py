"""Small JSON state files: read with limits on size and nesting, written atomically.

After a crash or an edit, such a file may contain anything. Every invalid content raises an error that names it; none
crashes or blocks the program.
"""

import json
import logging
import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar, cast

from deskpet.filesystem.atomic_write import write_atomically
from deskpet.filesystem.bounded import UnusableFile, read_bounded
from deskpet.text.reasons import reason_of
from deskpet.translation import tr

MAX_BYTES = 1 << 20
# deskpet writes no longer numbers, and Python parses them slowly.
_MAX_DIGITS = 30

# Files whose last write failed, to log repeated failures only once.
_failed_writes: set[Path] = set()

logger = logging.getLogger(__name__)


T = TypeVar("T")


class BadStateFile(ValueError):
    """A state file whose content can't be used. The message is the translated reason."""


def read_bytes(path: Path, most: int = MAX_BYTES) -> bytes:
    """Return the content of a file of at most `most` bytes.

    Raises BadStateFile if it is larger or not a regular file, FileNotFoundError if it or its folder is missing, and
    OSError.
    """
    try:
        return read_bounded(path, most)
    except UnusableFile as error:
        raise BadStateFile(str(error)) from error
    except NotADirectoryError as error:
        raise FileNotFoundError(error.errno, error.strerror, str(path)) from error


def read_json(path: Path, most: int = MAX_BYTES) -> "JsonObject":
    """Read the JSON object in the file. Raises FileNotFoundError, other OSErrors, and BadStateFile."""
    data = read_bytes(path, most)
    try:
        return JsonObject(
            json.loads(data, parse_constant=_reject_number, parse_int=_parse_int, parse_float=_parse_float)
        )
    except BadStateFile:
        raise
    except RecursionError as error:
        raise BadStateFile(tr("it is nested too deeply")) from error
    except ValueError as error:
        raise BadStateFile(tr("it is no JSON: {why}", why=error)) from error


def read_or_none(path: Path, parse: "Callable[[JsonObject], T]", what: str) -> T | None:
    """Return what `parse` makes of the file. Returns None without a file, and logs why `what` can't be read from it."""
    try:
        return parse(read_json(path))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        logger.warning("%s in %s can't be read: %s", what, path, error)
        return None


def write_json(path: Path, value: Mapping[str, Any], what: str) -> bool:
    """Write `value` to the file. Returns False if that fails.

    Logs a failure once, with the name `what`, until a write succeeds again.
    """
    try:
        write_atomically(path, json.dumps(value).encode(), durable=False)
    except OSError as error:
        if path not in _failed_writes:
            logger.warning("%s can't be kept in %s: %s", what, path, reason_of(error))
        _failed_writes.add(path)
        return False
    _failed_writes.discard(path)
    return True


class JsonObject:
    """Typed access to the values of a JSON object. A value of the wrong type raises BadStateFile.

    A missing value gives the default, or raises BadStateFile without one.
    """

    def __init__(self, value: object, name: str = "") -> None:
        if not isinstance(value, dict):
            raise BadStateFile(tr("{name} has to be an object", name=name or tr("the file")))
        self._values = cast("dict[str, Any]", value)

    @property
    def keys(self) -> tuple[str, ...]:
        """The names of its values."""
        return tuple(self._values)

    def part(self, name: str) -> "JsonObject":
        """Return the nested object, empty if it is missing."""
        return JsonObject(self._values.get(name, {}), name)

    def parts(self, name: str) -> "tuple[JsonObject, ...]":
        """Return a list of nested objects, empty if it is missing."""
        value = self._values.get(name, [])
        items = cast("list[object]", value) if isinstance(value, list) else [None]
        return tuple(JsonObject(item, name) for item in items)

    def number(self, name: str, default: float | None = None, bounds: tuple[float, float] | None = None) -> float:
        """Return a finite number, within the inclusive `bounds` if given."""
        value = self._value(name, default)
        if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
            raise BadStateFile(tr("{name} has to be a number", name=name))
        if bounds and not bounds[0] <= value <= bounds[1]:
            least, most = bounds
            raise BadStateFile(tr("{name} has to be {least} to {most}", name=name, least=least, most=most))
        return float(value)

    def whole(self, name: str, default: int | None = None, bounds: tuple[float, float] | None = None) -> int:
        """Return an integer, within the inclusive `bounds` if given."""
        value = self.number(name, default, bounds)
        if not value.is_integer():
            raise BadStateFile(tr("{name} has to be a whole number", name=name))
        return int(value)

    def numbers(
        self, name: str, count: int | None = None, bounds: tuple[float, float] | None = None
    ) -> tuple[float, ...]:
        """Return a list of `count` numbers; without a count, of at least one."""
        value = self._values.get(name)
        items = cast("list[object]", value) if isinstance(value, list) else []
        if len(items) != (count or max(1, len(items))):
            raise BadStateFile(tr("{name} has to be a list of {n} numbers", name=name, n=count or 1))
        return tuple(JsonObject({name: item}).number(name, bounds=bounds) for item in items)

    def flag(self, name: str, default: bool | None = None) -> bool:
        """Return a boolean."""
        value = self._value(name, default)
        if not isinstance(value, bool):
            raise BadStateFile(tr("{name} has to be true or false", name=name))
        return value

    def text(self, name: str, default: str | None = None) -> str:
        """Return a string."""
        value = self._value(name, default)
        if not isinstance(value, str):
            raise BadStateFile(tr("{name} has to be a text", name=name))
        return value

    def text_or_none(self, name: str) -> str | None:
        """Return a string, or None if it is missing or null."""
        return None if self._values.get(name) is None else self.text(name)

    def texts(self, name: str) -> dict[str, str]:
        """Return a nested object of strings, empty if it is missing."""
        found = self.part(name)
        return {key: found.text(key) for key in found._values}

    def names(self, name: str) -> frozenset[str]:
        """Return a list of strings as a set, empty if it is missing."""
        value = self._values.get(name, [])
        items = cast("list[object]", value) if isinstance(value, list) else [None]
        if not all(isinstance(item, str) for item in items):
            raise BadStateFile(tr("{name} has to be a list of names", name=name))
        return frozenset(map(str, items))

    def _value(self, name: str, default: object) -> object:
        if name not in self._values and default is None:
            raise BadStateFile(tr("{name} is missing", name=name))
        return self._values.get(name, default)


def _parse_int(digits: str) -> int:
    if len(digits) > _MAX_DIGITS:
        _reject_number(digits)
    return int(digits)


def _parse_float(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        _reject_number(digits)
    return value


def _reject_number(digits: str) -> None:
    raise BadStateFile(tr("{digits} is not a number that can be used", digits=digits[:20]))
