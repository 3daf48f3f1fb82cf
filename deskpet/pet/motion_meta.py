"""Validate the Meta section of a model's motion and physics files, and the structure of all its JSON parts.

Live2D's framework trusts them: it allocates memory by the counts in the Meta section and then writes the actual data.
So a wrong count is a buffer overflow, and a value of the wrong type a null pointer.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

from deskpet.translation import tr

# The number of points of each segment type: linear, Bezier, stepped, inverse stepped.
_SEGMENT_POINTS = {0: 1, 1: 3, 2: 1, 3: 1}
# Some exporters write counts that are too high, which only wastes memory.
_MAX_EXCESS = 10_000
# Steps per second of the physics simulation; with far more than the maximum, an update never ends.
_MAX_FPS, _DEFAULT_FPS = 240, 60


class BadContent(ValueError):
    """Valid JSON without the structure of a model's part."""


def meta_corrections(kind: str, document: Mapping[str, Any]) -> dict[str, int]:
    """Return the correct values of all wrong entries in the Meta section of a part of this kind.

    Raises BadContent if the structure of the part is invalid.
    """
    try:
        counts = _COUNTERS[kind](document)
        meta = document.get("Meta")
        if kind not in _WITH_META:
            return {}
        if not isinstance(meta, dict):
            raise BadContent(tr("it has no Meta section"))
    except (KeyError, TypeError, AttributeError, IndexError, OverflowError) as error:
        raise BadContent(tr("it is not in a form that can be read")) from error
    entries = cast("dict[str, Any]", meta)
    wrong = {
        key: count for key, count in counts.items() if not count <= _number(entries.get(key, -1)) <= count + _MAX_EXCESS
    }
    if not 0 <= _number(entries.get("Fps", 0)) <= _MAX_FPS:
        wrong["Fps"] = _DEFAULT_FPS
    return wrong


def _motion(document: Mapping[str, Any]) -> dict[str, int]:
    segments = points = 0
    for curve in document["Curves"]:
        _require(curve["Target"] in {"Model", "Parameter", "PartOpacity"} and bool(_require_string(curve["Id"])))
        points += 1
        for size in _segments(curve["Segments"]):
            segments, points = segments + 1, points + size
    user_data: list[Any] = document.get("UserData") or []
    return {
        "CurveCount": len(document["Curves"]),
        "TotalSegmentCount": segments,
        "TotalPointCount": points,
        "UserDataCount": len(user_data),
        "TotalUserDataSize": sum(len(_require_string(item["Value"])) for item in user_data),
    }


def _physics(document: Mapping[str, Any]) -> dict[str, int]:
    settings = document["PhysicsSettings"]
    for setting in settings:
        for source in setting["Input"]:
            _require(bool(_require_string(source["Source"]["Id"])) and bool(_require_string(source["Type"])))
            _require_numbers(source, "Weight")
        for target in setting["Output"]:
            _require(bool(_require_string(target["Destination"]["Id"])) and bool(_require_string(target["Type"])))
            _require_numbers(target, "VertexIndex", "Scale", "Weight")
        for vertex in setting["Vertices"]:
            _require_numbers(vertex["Position"], "X", "Y")
            _require_numbers(vertex, "Mobility", "Delay", "Acceleration", "Radius")
        for normal in (setting["Normalization"]["Position"], setting["Normalization"]["Angle"]):
            _require_numbers(normal, "Minimum", "Default", "Maximum")
    return {
        "PhysicsSettingCount": len(settings),
        "TotalInputCount": sum(len(item["Input"]) for item in settings),
        "TotalOutputCount": sum(len(item["Output"]) for item in settings),
        "VertexCount": sum(len(item["Vertices"]) for item in settings),
    }


def _expression(document: Mapping[str, Any]) -> dict[str, int]:
    parameters: list[Any] = document.get("Parameters") or []
    for parameter in parameters:
        _require(bool(_require_string(parameter["Id"])))
        _require_numbers(parameter, "Value")
    return {}


def _pose(document: Mapping[str, Any]) -> dict[str, int]:
    for group in document["Groups"]:
        for part in group:
            _require(bool(_require_string(part["Id"])) and all(map(_require_string, part.get("Link") or [])))
    return {}


_COUNTERS: Mapping[str, Callable[[Mapping[str, Any]], dict[str, int]]] = {
    "motion": _motion,
    "physics": _physics,
    "expression": _expression,
    "pose": _pose,
}
_WITH_META = {"motion", "physics"}


def _segments(numbers: list[Any]) -> Iterator[int]:
    """Yield the number of points of each segment of a curve; the first two numbers are the curve's first point."""
    _require(all(isinstance(number, int | float) for number in numbers) and len(numbers) >= 2)
    at = 2
    while at < len(numbers):
        points = _SEGMENT_POINTS.get(int(numbers[at]))
        _require(points is not None and at + 2 * (points or 0) < len(numbers))
        at += 1 + 2 * (points or 0)
        yield points or 0


def _require_string(value: object) -> str:
    _require(isinstance(value, str))
    return str(value)


def _require_numbers(holder: Mapping[str, Any], *names: str) -> None:
    _require(all(_number(holder[name], None) is not None for name in names))


def _number(value: object, default: Any = -1) -> Any:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else default


def _require(condition: bool) -> None:
    if not condition:
        raise BadContent(tr("a part of it is not in a form that can be used"))
