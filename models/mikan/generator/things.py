"""What a character can hold or wear: one entry each, as the values of its parameters. Adding one is adding an entry.

A motion moves an arm that holds nothing; what holds something stays before the body.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Thing:
    """Of the things of one place there is one at a time; those without a meaning belong to what the character does."""

    place: str
    parameters: Mapping[str, float]
    meaning: str = ""


def _hand(side: str) -> dict[str, float]:
    return {f"ParamHold{side}": 1, f"ParamArm{side}Fold": 0}


_LEFT = _hand("L")
_BOTH = {**_hand("L"), **_hand("R"), "ParamArmL": 0, "ParamArmR": 0}
_STILL = {"ParamHandL": 0, "ParamHandR": 0}
THINGS = {
    "cup": Thing("hands", {**_LEFT, "ParamCup": 1}, "a cup of something hot"),
    "book": Thing("hands", {**_BOTH, **_STILL, "ParamBook": 1}, "an open book"),
    "phone": Thing("hands", {**_LEFT, "ParamPhone": 1}, "a phone"),
    "pencil": Thing("hands", {**_LEFT, "ParamPen": 1}, "a long pencil"),
    "laptop": Thing("hands", {**_BOTH, "ParamLaptop": 1}, "a laptop"),
    "glasses": Thing("face", {"ParamGlasses": 1}, "round glasses"),
    "scarf off": Thing("neck", {"ParamScarfOff": 1}, "without the scarf"),
    "knitted hat": Thing("head", {"ParamHat": 1, "ParamPompom": 1}, "a knitted hat for winter"),
    "flower crown": Thing("head", {"ParamFlowerCrown": 1}, "a flower crown for summer"),
    "folded hands": Thing("hands", {**_BOTH, **_STILL, "ParamFoldedHands": 1}),
    "empty hands": Thing("hands", {}),
    "closed eyes": Thing("face", {}),
}
ACTIVITIES = {
    "reading": ["book"],
    "typing": ["laptop"],
    "reviewing": ["laptop", "glasses"],
    "waiting": ["folded hands"],
    "sleeping": ["empty hands", "closed eyes"],
}
"""The things that it takes by itself while it does something."""


def documents() -> dict[str, object]:
    """Both as character.json has them."""
    entries = {
        name: {"place": thing.place, "parameters": thing.parameters}
        | ({"meaning": thing.meaning} if thing.meaning else {"offered": False})
        for name, thing in THINGS.items()
    }
    return {"things": entries, "activities": ACTIVITIES}
