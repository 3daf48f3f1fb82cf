"""The counts in a model's JSON, which Live2D's framework trusts: it makes room for what they promise and then
writes what is there. A count that is wrong is a write past the end.
"""

from collections.abc import Iterator
from typing import Any

# Numbers a segment takes after its type: a linear or stepped one ends in one point, a Bezier has three.
_SEGMENT_POINTS = {0: 1, 1: 3, 2: 1, 3: 1}


class BadContent(ValueError):
    """Parsed JSON that no motion or physics can be read from."""


def motion_meta(document: Any) -> dict[str, int]:
    """What the Meta section of a motion3.json has to say about its curves. Raises BadContent."""
    try:
        segments = points = 0
        for curve in document["Curves"]:
            _require(curve["Target"] in {"Model", "Parameter", "PartOpacity"} and bool(curve["Id"]))
            points += 1
            for size in _segments(curve["Segments"]):
                segments, points = segments + 1, points + size
        user_data: list[Any] = document.get("UserData") or []
        return {
            "CurveCount": len(document["Curves"]),
            "TotalSegmentCount": segments,
            "TotalPointCount": points,
            "UserDataCount": len(user_data),
            "TotalUserDataSize": sum(len(item["Value"]) for item in user_data),
        }
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise BadContent("its curves can't be read") from error


def physics_meta(document: Any) -> dict[str, int]:
    """What the Meta section of a physics3.json has to say about its settings. Raises BadContent."""
    try:
        settings = document["PhysicsSettings"]
        return {
            "PhysicsSettingCount": len(settings),
            "TotalInputCount": sum(len(item["Input"]) for item in settings),
            "TotalOutputCount": sum(len(item["Output"]) for item in settings),
            "VertexCount": sum(len(item["Vertices"]) for item in settings),
        }
    except (KeyError, TypeError) as error:
        raise BadContent("its settings can't be read") from error


def _segments(numbers: list[Any]) -> Iterator[int]:
    """How many points each segment of a curve adds; the first two numbers are the curve's first point."""
    _require(all(isinstance(number, int | float) for number in numbers) and len(numbers) >= 2)
    at = 2
    while at < len(numbers):
        points = _SEGMENT_POINTS.get(int(numbers[at]))
        _require(points is not None and at + 2 * (points or 0) < len(numbers))
        at += 1 + 2 * (points or 0)
        yield points or 0


def _require(condition: bool) -> None:
    if not condition:
        raise BadContent("a curve is not in a form that can be played")
