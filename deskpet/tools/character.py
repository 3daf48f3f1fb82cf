"""Tools for the character's expressions, motions and gaze, which a model calls in mid-sentence."""

from collections.abc import Collection, Mapping
from functools import partial
from typing import Protocol

from deskpet.chat.function_tool import tool
from deskpet.chat.permission import NOTHING
from deskpet.chat.tool import Arguments, ResultKind, ToolFailed
from deskpet.pet.character import Character, display_title
from deskpet.pet.held_gaze import GazeName, GazeRequest
from deskpet.pet.things import offered
from deskpet.translation import tr, tr_noop

# The longest time for which she looks in a direction, in seconds.
MAX_LOOK_SECONDS = 30
# Letters that the forms of a word have in common.
_STEM = 4


gesture = partial(tool, reads=NOTHING, early=True, inline=True, result=ResultKind.TEXT)
"""Declares a tool that moves the character in the middle of a sentence."""


class StageProtocol(Protocol):
    """The stage: the current character, and requests for expressions, motions and directions of the gaze."""

    @property
    def character(self) -> Character: ...

    def request_expression(self, name: str) -> None: ...

    def request_motion(self, group: str, index: int) -> None: ...

    def request_look(self, request: GazeRequest) -> None: ...

    def request_thing(self, name: str, on: bool) -> None: ...


def _expressions(*, stage: StageProtocol) -> Mapping[str, str]:
    return _meanings(stage.character.expressions, stage.character.noted)


def _motions(*, stage: StageProtocol) -> Mapping[str, str]:
    descriptions = {name: group.description for name, group in stage.character.motions.items()}
    return _meanings(descriptions, stage.character.noted)


def _meanings(descriptions: Mapping[str, str], noted: Collection[str]) -> dict[str, str]:
    """Return the descriptions, empty where one repeats its name: `nods the head` costs tokens and says no more.

    Those in `noted` are the user's own, and stay.
    """
    return {name: "" if name not in noted and _repeats(text, name) else text for name, text in descriptions.items()}


def _repeats(description: str, name: str) -> bool:
    """Return whether a word of `description` is `name` in any form, as laughs is one of laughing."""
    return any(word.startswith(name.casefold()[:_STEM]) for word in description.casefold().split())


@gesture(
    "live2d.expression",
    title=tr_noop("Change expression"),
    icon="smile",
    about=tr_noop("Shows a feeling on the character's face."),
    choices={"name": _expressions},
    called_by="name",
    preview=lambda arguments: display_title(str(arguments["name"])),
)
async def expression(name: str, *, stage: StageProtocol) -> str:
    """Show a feeling, in mid-sentence, the moment you feel it. It stays until the next."""
    stage.request_expression(name)
    return f"Your face now shows: {stage.character.expressions[name]}"


@gesture(
    "live2d.motion",
    title=tr_noop("Play a motion"),
    icon="motion",
    about=tr_noop("Moves the character's body: a wave, a nod."),
    choices={"group": _motions},
    called_by="group",
    preview=lambda arguments: display_title(str(arguments["group"])),
)
async def motion(group: str, index: int = 0, *, stage: StageProtocol) -> str:
    """Make a gesture that goes with your words, in mid-sentence.

    index: its variant, from 0.
    """
    variants = stage.character.motions[group]
    if not 0 <= index < variants.count:
        numbers = [str(number) for number in range(variants.count)]
        raise ToolFailed("unknown_index", f"{group} has the variants {', '.join(numbers)}.", numbers)
    stage.request_motion(group, index)
    return f"You now move: {variants.description}"


_GAZE_TITLES: dict[GazeName, str] = {
    "left": tr_noop("To the left"),
    "right": tr_noop("To the right"),
    "up": tr_noop("Up"),
    "down": tr_noop("Down"),
    "ahead": tr_noop("Straight ahead"),
    "user": tr_noop("At you"),
    "chat": tr_noop("At the chat"),
    "away": tr_noop("Away"),
    "point": tr_noop("At a point of the screen"),
}


def _gaze_title(arguments: Arguments) -> str:
    asked = arguments.get("direction")
    return next((tr(title) for name, title in _GAZE_TITLES.items() if name == asked), "")


@gesture(
    "live2d.look_at",
    title=tr_noop("Look somewhere"),
    icon="eye",
    about=tr_noop("Turns the character's gaze for some seconds."),
    preview=_gaze_title,
)
async def look_at(
    direction: GazeName, seconds: float = 4, x: float = 0.5, y: float = 0.5, *, stage: StageProtocol
) -> str:
    """Look to what you speak of, or away when you are shy.

    direction: as the user sees it; point: at x, y of the screen.
    seconds: at most 30.
    x: 0 left to 1 right.
    y: 0 top to 1 bottom.
    """
    # Written so that NaN is refused too.
    if not 0.5 <= seconds <= MAX_LOOK_SECONDS:
        raise ToolFailed("invalid_seconds", f"`seconds` has to be 0.5 to {MAX_LOOK_SECONDS}.")
    if not (0 <= x <= 1 and 0 <= y <= 1):
        raise ToolFailed("invalid_point", "`x` and `y` are fractions of the screen, from 0 to 1.")
    stage.request_look(GazeRequest(direction, seconds, x, y))
    return f"You look: {direction}, for {seconds:g} seconds"


def _things(*, stage: StageProtocol) -> Mapping[str, str]:
    return _meanings(offered(stage.character.things), ())


def _without_things(*, stage: StageProtocol) -> str:
    return "" if offered(stage.character.things) else tr("This character has nothing to hold or wear.")


def _thing_title(arguments: Arguments) -> str:
    title = display_title(str(arguments["thing"]))
    return title if arguments.get("on", True) else tr("{thing}, put away", thing=title)


@gesture(
    "live2d.wear",
    title=tr_noop("Hold or wear something"),
    icon="hat",
    about=tr_noop("Gives the character something to hold or wear, such as glasses."),
    choices={"thing": _things},
    called_by="thing",
    missing=_without_things,
    preview=_thing_title,
)
async def wear(thing: str, on: bool = True, *, stage: StageProtocol) -> str:
    """Hold or wear a thing, or put it away."""
    stage.request_thing(thing, on)
    return f"You now have it: {thing}" if on else f"You have put it away: {thing}"


CHARACTER_TOOLS = (expression, motion, look_at, wear)
