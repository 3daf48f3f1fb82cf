"""Validate the JSON parts of a Cubism 2 model. Live2D's Cubism 2 code checks neither keys nor types."""

from collections.abc import Callable, Mapping
from typing import Any, cast

from deskpet.pet.motion_meta import BadContent
from deskpet.translation import tr


def require_valid(kind: str, document: Mapping[str, Any]) -> None:
    """Raise BadContent unless an expression, physics or pose file has the structure that the core reads."""
    try:
        if kind in _CHECKS:
            _CHECKS[kind](document)
    except (KeyError, TypeError, AttributeError) as error:
        raise BadContent(tr("it is not in a form that can be read")) from error


def _expression(document: Mapping[str, Any]) -> None:
    _require_numbers(document, optional=("fade_in", "fade_out"))
    for parameter in _object_list(document.get("params", [])):
        _require_strings(parameter, "id")
        _require_numbers(parameter, "val", optional=("def",))
        _require(isinstance(parameter.get("calc", ""), str))


def _physics(document: Mapping[str, Any]) -> None:
    for hair in _object_list(document.get("physics_hair", [])):
        _require_numbers(hair["setup"], "length", "regist", "mass")
        for end in (*_object_list(hair["src"]), *_object_list(hair["targets"])):
            _require_strings(end, "id", "ptype")
            _require_numbers(end, "scale", "weight")


def _pose(document: Mapping[str, Any]) -> None:
    _require_numbers(document, optional=("fade_in",))
    for part in _object_list(document.get("parts_visible", [])):
        for member in _object_list(part["group"]):
            _require_strings(member, "id")
            links = member.get("link", [])
            _require(isinstance(links, list) and all(isinstance(link, str) for link in cast("list[object]", links)))


_CHECKS: Mapping[str, Callable[[Mapping[str, Any]], None]] = {
    "expression": _expression,
    "physics": _physics,
    "pose": _pose,
}


def _object_list(value: object) -> list[dict[str, Any]]:
    _require(isinstance(value, list) and all(isinstance(item, dict) for item in cast("list[object]", value)))
    return cast("list[dict[str, Any]]", value)


def _require_strings(holder: Mapping[str, Any], *names: str) -> None:
    _require(all(isinstance(holder[name], str) and holder[name] for name in names))


def _require_numbers(holder: Mapping[str, Any], *names: str, optional: tuple[str, ...] = ()) -> None:
    values = [holder[name] for name in names] + [holder[name] for name in optional if name in holder]
    _require(all(isinstance(value, int | float) and not isinstance(value, bool) for value in values))


def _require(condition: bool) -> None:
    if not condition:
        raise BadContent(tr("a part of it is not in a form that can be used"))
