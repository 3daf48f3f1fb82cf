"""Things that a character can hold or wear: parameters of its model, as its character.json names them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum


class ThingActivity(Enum):
    """What a character does when it takes a thing by itself; the values are the names in character.json."""

    READING = "reading"
    TYPING = "typing"
    REVIEWING = "reviewing"
    WAITING = "waiting"
    SLEEPING = "sleeping"


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that is held or worn.

    place: where it is, such as hands. Of the things of one place, a character has one at a time. parameters: the
    values of the model's parameters while it has it. is_offered: whether the user and the model may choose it; other
    things belong to activities, such as hands that are folded.
    """

    place: str
    parameters: Mapping[str, float]
    meaning: str = ""
    is_offered: bool = True


Things = Mapping[str, Thing]
"""Things by their names."""


def offered(things: Things) -> dict[str, str]:
    """Return the meanings of the things that can be chosen, by their names."""
    return {name: thing.meaning for name, thing in things.items() if thing.is_offered}


def put_on(worn: Iterable[str], name: str, things: Things) -> frozenset[str]:
    """Return the names of what is worn after a thing was put on, in place of what was there."""
    place = things[name].place
    return frozenset(each for each in worn if each not in things or things[each].place != place) | {name}


def worn_things(worn: Iterable[str], activity: Iterable[str], things: Things) -> tuple[Thing, ...]:
    """Return the things that are seen: those that are worn, replaced by those of an activity in the same places."""
    by_place = {things[name].place: things[name] for name in (*sorted(worn), *activity) if name in things}
    return tuple(by_place.values())
