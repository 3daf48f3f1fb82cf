"""Validate the structure of a model's JSON parts, and the counts in the Meta section of its motions and physics.

Live2D's framework trusts them: it allocates memory by the counts in the Meta section and then writes the actual data.
So a wrong count is a buffer overflow, and a value of the wrong type a null pointer.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

from deskpet.pet.cubism_json import as_object, is_number
from deskpet.pet.model_settings import Cubism
from deskpet.translation import tr

# The number of points of each segment type: linear, Bezier, stepped, inverse stepped.
_SEGMENT_POINTS = {0: 1, 1: 3, 2: 1, 3: 1}
# Some exporters write counts that are too high, which only wastes memory.
_MAX_EXCESS = 10_000
# Steps per second of the physics simulation; with far more than the maximum, an update never ends.
_MAX_FPS, _DEFAULT_FPS = 240, 60


class BadContent(ValueError):
    """Valid JSON without the structure of a model's part."""


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_name(value: object) -> bool:
    return isinstance(value, str) and bool(value)


def _is_target(value: object) -> bool:
    return value in ("Model", "Parameter", "PartOpacity")


def _numbers(*names: str) -> dict[str, Any]:
    return dict.fromkeys(names, is_number)


_INPUT = {"Source": {"Id": _is_name}, "Type": _is_name, "Weight": is_number}
_OUTPUT = {"Destination": {"Id": _is_name}, "Type": _is_name, **_numbers("VertexIndex", "Scale", "Weight")}
_VERTEX = {"Position": _numbers("X", "Y"), **_numbers("Mobility", "Delay", "Acceleration", "Radius")}
_RANGE = _numbers("Minimum", "Default", "Maximum")
_RANGES = {"Position": _RANGE, "Angle": _RANGE}
_HAIR_END = {"id": _is_name, "ptype": _is_name, **_numbers("scale", "weight")}
_HAIR = {"setup": _numbers("length", "regist", "mass"), "src": [_HAIR_END], "targets": [_HAIR_END]}
_PARAMETER = {"id": _is_name, "val": is_number, "def?": is_number, "calc?": _is_text}
# What Live2D reads of each part, by its Cubism version and kind: an object by its keys, a list by one item, and a
# value by a test. A key that ends with ? may be missing, and what stands beside None may be null or empty.
_STRUCTURES: Mapping[tuple[Cubism, str], Mapping[str, Any]] = {
    (3, "motion"): {
        "Curves": [{"Target": _is_target, "Id": _is_name}],
        "UserData?": (None, [{"Value": _is_text}]),
    },
    (3, "physics"): {
        "PhysicsSettings": [{"Input": [_INPUT], "Output": [_OUTPUT], "Vertices": [_VERTEX], "Normalization": _RANGES}]
    },
    (3, "expression"): {"Parameters?": (None, [{"Id": _is_name, "Value": is_number}])},
    (3, "pose"): {"Groups": [[{"Id": _is_name, "Link?": (None, [_is_name])}]]},
    (2, "physics"): {"physics_hair?": [_HAIR]},
    (2, "expression"): {"params?": [_PARAMETER], **_numbers("fade_in?", "fade_out?")},
    (2, "pose"): {"parts_visible?": [{"group": [{"id": _is_name, "link?": [_is_text]}]}], **_numbers("fade_in?")},
}


def meta_corrections(kind: str, document: Mapping[str, Any], cubism: Cubism = 3) -> dict[str, int]:
    """Return the correct values of all wrong entries in the Meta section of a part; Cubism 2 has no such section.

    Raises BadContent if the structure of the part is invalid.
    """
    try:
        _check(document, _STRUCTURES.get((cubism, kind), {}))
        if cubism == 2 or kind not in _COUNTERS:
            return {}
        counts = _COUNTERS[kind](document)
    except (KeyError, TypeError, OverflowError) as error:
        raise BadContent(tr("it is not in a form that can be read")) from error
    entries = as_object(document.get("Meta"))
    if entries is None:
        raise BadContent(tr("it has no Meta section"))
    wrong = {
        key: count for key, count in counts.items() if not _is_within(entries.get(key), count, count + _MAX_EXCESS)
    }
    if not _is_within(entries.get("Fps", 0), 0, _MAX_FPS):
        wrong["Fps"] = _DEFAULT_FPS
    return wrong


def _check(value: Any, structure: Any) -> None:
    """Raise BadContent, KeyError or TypeError unless `value` has this structure."""
    match structure:
        case dict():
            for key, inner in cast("dict[str, Any]", structure).items():
                name = key.removesuffix("?")
                if name == key or name in value:
                    _check(value[name], inner)
        case [None, inner]:
            if value:
                _check(value, inner)
        case [inner]:
            _require(isinstance(value, list))
            for item in value:
                _check(item, inner)
        case _:
            _require(structure(value))


def _count_motion(document: Mapping[str, Any]) -> dict[str, int]:
    sizes = [size for curve in document["Curves"] for size in _segments(curve["Segments"])]
    user_data: list[Any] = document.get("UserData") or []
    return {
        "CurveCount": len(document["Curves"]),
        "TotalSegmentCount": len(sizes),
        "TotalPointCount": len(document["Curves"]) + sum(sizes),
        "UserDataCount": len(user_data),
        "TotalUserDataSize": sum(len(item["Value"]) for item in user_data),
    }


def _count_physics(document: Mapping[str, Any]) -> dict[str, int]:
    settings = document["PhysicsSettings"]
    return {
        "PhysicsSettingCount": len(settings),
        "TotalInputCount": sum(len(item["Input"]) for item in settings),
        "TotalOutputCount": sum(len(item["Output"]) for item in settings),
        "VertexCount": sum(len(item["Vertices"]) for item in settings),
    }


_COUNTERS: Mapping[str, Callable[[Mapping[str, Any]], dict[str, int]]] = {
    "motion": _count_motion,
    "physics": _count_physics,
}


def _segments(numbers: list[Any]) -> Iterator[int]:
    """Yield the number of points of each segment of a curve; the first two numbers are the curve's first point."""
    _require(all(isinstance(number, int | float) for number in numbers) and len(numbers) >= 2)
    at = 2
    while at < len(numbers):
        points = _SEGMENT_POINTS.get(int(numbers[at]), len(numbers))
        _require(at + 2 * points < len(numbers))
        at += 1 + 2 * points
        yield points


def _is_within(value: Any, least: int, most: int) -> bool:
    return is_number(value) and least <= value <= most


def _require(condition: bool) -> None:
    if not condition:
        raise BadContent(tr("a part of it is not in a form that can be used"))
