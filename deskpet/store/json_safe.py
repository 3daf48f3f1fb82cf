"""Replace values that JSON can't round-trip, such as a model or a tool may put into a call."""

from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar, cast

# No real call is nested as deeply. On Windows, pydantic accepts 99 levels, some of which are the message's own.
_MAX_DEPTH = 90
_MAX_BITS = 10_000

T = TypeVar("T")


def json_safe(record: T) -> T:
    """Return the message or event `record` with a description in place of every value that could not be read back."""
    changed: dict[str, Any] = {}
    for field in fields(cast("Any", record)):
        old = getattr(record, field.name)
        if (new := _safe_value(old, _MAX_DEPTH)) is not old:
            changed[field.name] = new
    return replace(cast("Any", record), **changed) if changed else record


def _safe_value(value: Any, depth: int) -> Any:
    match value:
        case dict() | list() if depth == 0:
            return "(too deep to be kept)"
        case dict():
            return {str(key): _safe_value(each, depth - 1) for key, each in cast("dict[object, Any]", value).items()}
        case list():
            return [_safe_value(each, depth - 1) for each in cast("list[Any]", value)]
        case tuple():
            return tuple(_safe_value(each, depth) for each in cast("tuple[Any, ...]", value))
        case int() if value.bit_length() > _MAX_BITS:
            return f"(a number of {value.bit_length()} bits)"
        case _:
            return json_safe(value) if is_dataclass(value) else value
