"""Tools for the character's expressions and motions, which a model calls in mid-sentence."""

from collections.abc import Mapping
from typing import Protocol

from deskpet.chat.tool import Arguments, ResultKind, ToolFailed, tool
from deskpet.pet.character import Character, display_title
from deskpet.words import tr_noop


class StageProtocol(Protocol):
    """The stage: the current character, and requests for expressions and motions."""

    @property
    def character(self) -> Character: ...

    def request_expression(self, name: str) -> None: ...

    def request_motion(self, group: str, index: int) -> None: ...


def _expressions(stage: StageProtocol) -> Mapping[str, str]:
    return stage.character.expressions


def _motions(stage: StageProtocol) -> Mapping[str, str]:
    return {name: group.description for name, group in stage.character.motions.items()}


def _expression_title(arguments: Arguments) -> str:
    return display_title(str(arguments["name"]))


def _motion_title(arguments: Arguments) -> str:
    return display_title(str(arguments["group"]))


@tool(
    "live2d.expression",
    title=tr_noop("Change expression"),
    icon="smile",
    about=tr_noop("Shows a feeling on the character's face."),
    choices={"name": _expressions},
    early=True,
    preview=_expression_title,
    result=ResultKind.TEXT,
)
async def expression(name: str, *, stage: StageProtocol) -> str:
    """Show a feeling on your face. It stays until you show another. Call it in mid-sentence, the moment you feel it.

    name: the expression.
    """
    stage.request_expression(name)
    return f"Your face now shows: {stage.character.expressions[name]}"


@tool(
    "live2d.motion",
    title=tr_noop("Play a motion"),
    icon="motion",
    about=tr_noop("Moves the character's body: a wave, a nod."),
    choices={"group": _motions},
    early=True,
    preview=_motion_title,
    result=ResultKind.TEXT,
)
async def motion(group: str, index: int = 0, *, stage: StageProtocol) -> str:
    """Move your body once: a gesture that goes with your words. Call it in mid-sentence.

    group: the motion.
    index: which variant of the motion, from 0; leave it out for the first.
    """
    variants = stage.character.motions[group]
    if not 0 <= index < variants.count:
        numbers = [str(number) for number in range(variants.count)]
        raise ToolFailed("unknown_index", f"{group} has the variants {', '.join(numbers)}.", numbers)
    stage.request_motion(group, index)
    return f"You now move: {variants.description}"


CHARACTER_TOOLS = (expression, motion)
