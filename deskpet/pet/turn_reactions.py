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

    def do(self, doing: MoodActivity) -> None:
        """Set the stage of the turn."""
        ...

    def say(self, text: str) -> None:
        """Speak along with new text of the answer."""
        ...

    def wince(self) -> None:
        """React to an error."""
        ...


REACTED = (
    *(TurnStarted, RequestStarted, BlockStarted, TextAppended, ToolStarted, ToolFinished),
    *(ApprovalAsked, ApprovalAnswered, TurnEnded),
)
"""The types of events that the character reacts to."""


def react(pet: Reactor, event: TurnEvent, answer: Message) -> None:
    """Apply the reaction to `event` to `pet`; `answer` is the message after the event was applied."""
    match event:
        case TurnStarted() | RequestStarted():
            pet.do(MoodActivity.WAITING)
        case BlockStarted():
            _react_to_block(pet, event)
        case TextAppended() if isinstance(answer.blocks[event.block], Text):
            pet.say(event.text)
        case ToolStarted() | ToolFinished() | ApprovalAsked() | ApprovalAnswered():
            if isinstance(event, ToolFinished) and event.error and event.error.code != CANCELLED:
                pet.wince()
            is_active = any(isinstance(block, ToolUse) and _is_active(block) for block in answer.blocks)
            pet.do(MoodActivity.WATCHING if is_active else MoodActivity.WAITING)
        case TurnEnded():
            pet.do(MoodActivity.NOTHING)
        case _:
            # The character does not react to other events.
            pass


def _react_to_block(pet: Reactor, event: BlockStarted) -> None:
    match event.value:
        case Text() if text := str(event.value.text):
            pet.say(text)
        case Notice() if event.value.level == "error":
            pet.wince()
        case Thinking() | ToolUse():
            pet.do(MoodActivity.WAITING)
        case _:
            # Nor to other blocks.
            pass


def _is_active(call: ToolUse) -> bool:
    """Return whether the tool call is running or waits for the user's approval."""
    return state_of(call) in {CallState.RUNNING, CallState.WAITING}
