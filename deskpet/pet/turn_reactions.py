"""Translate the events of a turn into reactions of the character."""

from typing import Protocol

from deskpet.chat.call_state import CANCELLED, CallState, state_of
from deskpet.chat.events import (
    ApprovalAnswered,
    ApprovalAsked,
    BlockStarted,
    RequestStarted,
    TextAppended,
    ToolFinished,
    ToolStarted,
    TurnEnded,
    TurnEvent,
    TurnStarted,
)
from deskpet.chat.messages import Message, Notice, Text, Thinking, ToolUse
from deskpet.pet.mood import MoodActivity


class Reactor(Protocol):
    """A receiver of reactions, such as `CharacterAnimator`."""

    def do(self, doing: MoodActivity) -> None: ...
    def say(self, text: str) -> None: ...
    def wince(self) -> None: ...


REACTED = (
    *(TurnStarted, RequestStarted, BlockStarted, TextAppended, ToolStarted, ToolFinished),
    *(ApprovalAsked, ApprovalAnswered, TurnEnded),
)
"""The types of events that the character reacts to."""

_ACTIVE = {CallState.RUNNING, CallState.WAITING}


def react(pet: Reactor, event: TurnEvent, answer: Message) -> None:
    """Apply the reaction to `event` to `pet`; `answer` is the message after the event was applied."""
    match event:
        case TurnStarted() | RequestStarted():
            pet.do(MoodActivity.WAITING)
        case BlockStarted(value=Text(text=text)) if text:
            pet.say(str(text))
        case BlockStarted(value=Notice(level="error")):
            pet.wince()
        case BlockStarted(value=Thinking() | ToolUse()):
            pet.do(MoodActivity.WAITING)
        case TextAppended() if isinstance(answer.blocks[event.block], Text):
            pet.say(event.text)
        case ToolStarted() | ToolFinished() | ApprovalAsked() | ApprovalAnswered():
            if isinstance(event, ToolFinished) and event.error and event.error.code != CANCELLED:
                pet.wince()
            is_active = any(isinstance(block, ToolUse) and state_of(block) in _ACTIVE for block in answer.blocks)
            pet.do(MoodActivity.WATCHING if is_active else MoodActivity.WAITING)
        case TurnEnded():
            pet.do(MoodActivity.NOTHING)
        case _:
            # The character does not react to other events and blocks.
            pass
