"""What a model's JSON says of itself, which Live2D's framework trusts: it makes room for what the counts promise and
then writes what is there. A count that is wrong is a write past the end; a value of the wrong kind is a null pointer.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

from deskpet.words import tr

# Numbers a segment takes after its type: a linear or stepped one ends in one point, a Bezier has three.
_SEGMENT_POINTS = {0: 1, 1: 3, 2: 1, 3: 1}
# Some exporters promise more than there is, which only takes room.
_ROOM = 10_000
# Physics runs so often in a second of the model's time; far beyond this, it never comes to an end.
_MOST_FPS, _USUAL_FPS = 240, 60


class BadContent(ValueError):
    """Parsed JSON that no part of a model can be read from."""


def wrong_meta(kind: str, document: Mapping[str, Any]) -> dict[str, int]:
    """What has to stand in the Meta section of a part of this kind, where it says otherwise.

    Raises BadContent when the part itself is not in a form that can be used.
    """
    try:
        true = _COUNTERS[kind](document)
        promised = document.get("Meta")
        if kind not in _WITH_META:
            return {}
        if not isinstance(promised, dict):
            raise BadContent(tr("it has no Meta section"))
    except (KeyError, TypeError, AttributeError, IndexError, OverflowError) as error:
        raise BadContent(tr("it is not in a form that can be read")) from error
    said = cast("dict[str, Any]", promised)
    wrong = {key: count for key, count in true.items() if not count <= _number(said.get(key, -1)) <= count + _ROOM}
    if not 0 <= _number(said.get("Fps", 0)) <= _MOST_FPS:
        wrong["Fps"] = _USUAL_FPS
    return wrong


def _motion(document: Mapping[str, Any]) -> dict[str, int]:
    segments = points = 0
    for curve in document["Curves"]:
        _require(curve["Target"] in {"Model", "Parameter", "PartOpacity"} and bool(_text(curve["Id"])))
        points += 1
        for size in _segments(curve["Segments"]):
            segments, points = segments + 1, points + size
    user_data: list[Any] = document.get("UserData") or []
    return {
        "CurveCount": len(document["Curves"]),
        "TotalSegmentCount": segments,
        "TotalPointCount": points,
        "UserDataCount": len(user_data),
        "TotalUserDataSize": sum(len(_text(item["Value"])) for item in user_data),
    }


def _physics(document: Mapping[str, Any]) -> dict[str, int]:
    settings = document["PhysicsSettings"]
    for setting in settings:
        for source in setting["Input"]:
            _require(bool(_text(source["Source"]["Id"])) and bool(_text(source["Type"])))
            _numbers(source, "Weight")
        for target in setting["Output"]:
            _require(bool(_text(target["Destination"]["Id"])) and bool(_text(target["Type"])))
            _numbers(target, "VertexIndex", "Scale", "Weight")
        for vertex in setting["Vertices"]:
            _numbers(vertex["Position"], "X", "Y")
            _numbers(vertex, "Mobility", "Delay", "Acceleration", "Radius")
        for normal in (setting["Normalization"]["Position"], setting["Normalization"]["Angle"]):
            _numbers(normal, "Minimum", "Default", "Maximum")
    return {
        "PhysicsSettingCount": len(settings),
        "TotalInputCount": sum(len(item["Input"]) for item in settings),
        "TotalOutputCount": sum(len(item["Output"]) for item in settings),
        "VertexCount": sum(len(item["Vertices"]) for item in settings),
    }


def _expression(document: Mapping[str, Any]) -> dict[str, int]:
    parameters: list[Any] = document.get("Parameters") or []
    for parameter in parameters:
        _require(bool(_text(parameter["Id"])))
        _numbers(parameter, "Value")
    return {}


def _pose(document: Mapping[str, Any]) -> dict[str, int]:
    for group in document["Groups"]:
        for part in group:
            _require(bool(_text(part["Id"])) and all(map(_text, part.get("Link") or [])))
    return {}


_COUNTERS: Mapping[str, Callable[[Mapping[str, Any]], dict[str, int]]] = {
    "motion": _motion,
    "physics": _physics,
    "expression": _expression,
    "pose": _pose,
}
_WITH_META = {"motion", "physics"}


def _segments(numbers: list[Any]) -> Iterator[int]:
    """How many points each segment of a curve adds; the first two numbers are the curve's first point."""
    _require(all(isinstance(number, int | float) for number in numbers) and len(numbers) >= 2)
    at = 2
    while at < len(numbers):
        points = _SEGMENT_POINTS.get(int(numbers[at]))
        _require(points is not None and at + 2 * (points or 0) < len(numbers))
        at += 1 + 2 * (points or 0)
        yield points or 0


def _text(value: object) -> str:
    _require(isinstance(value, str))
    return str(value)


def _numbers(holder: Mapping[str, Any], *names: str) -> None:
    _require(all(_number(holder[name], None) is not None for name in names))


def _number(value: object, otherwise: Any = -1) -> Any:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else otherwise


def _require(condition: bool) -> None:
    if not condition:
        raise BadContent(tr("a part of it is not in a form that can be used"))
