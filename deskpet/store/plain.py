"""Values as JSON can hold them: what a model or a tool puts into a call may be more than can be read back."""

from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar, cast

# Deeper than any call goes, and half of what readers of JSON put up with.
_DEEPEST = 100
_MOST_BITS = 10_000

T = TypeVar("T")


def plain(record: T) -> T:
    """`record`, a message or an event, with a word in place of whatever could not be read back."""
    changed: dict[str, Any] = {}
    for field in fields(cast("Any", record)):
        before = getattr(record, field.name)
        if (now := _plain(before, _DEEPEST)) is not before:
            changed[field.name] = now
    return replace(cast("Any", record), **changed) if changed else record


def _plain(value: Any, left: int) -> Any:
    match value:
        case dict() | list() if left == 0:
            return "(too deep to be kept)"
        case dict():
            return {str(key): _plain(each, left - 1) for key, each in cast("dict[object, Any]", value).items()}
        case list():
            return [_plain(each, left - 1) for each in cast("list[Any]", value)]
        case tuple():
            return tuple(_plain(each, left) for each in cast("tuple[Any, ...]", value))
        case int() if value.bit_length() > _MOST_BITS:
            return f"(a number of {value.bit_length()} bits)"
        case _:
            return plain(value) if is_dataclass(value) else value
