"""Translate the events of a turn into reactions of the character."""

from typing import Protocol

from deskpet.chat.call_state import CANCELLED, CallState, open_approval, state_of
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
from deskpet.chat.tool import ResultKind
from deskpet.pet.mood import MoodActivity


class Reactor(Protocol):
    """A receiver of reactions, such as `CharacterAnimator`."""

    def do(self, doing: MoodActivity) -> None: ...
    def begin_text(self) -> None: ...
    def say(self, text: str) -> None: ...
    def wince(self) -> None: ...


REACTED = (
    *(TurnStarted, RequestStarted, BlockStarted, TextAppended, ToolStarted, ToolFinished),
    *(ApprovalAsked, ApprovalAnswered, TurnEnded),
)
"""The types of events that the character reacts to."""

# Tools that read files.
_READERS = frozenset({"read_file", "search_files"})


def react(pet: Reactor, event: TurnEvent, answer: Message) -> None:
    """Apply the reaction to `event` to `pet`; `answer` is the message after the event was applied."""
    match event:
        case TurnStarted() | RequestStarted():
            pet.do(MoodActivity.WAITING)
        case BlockStarted(value=Text(text=text)):
            pet.begin_text()
            if text:
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
            pet.do(_watched(answer))
        case TurnEnded():
            pet.do(MoodActivity.NOTHING)
        case _:
            # The character does not react to other events and blocks.
            pass


def _watched(answer: Message) -> MoodActivity:
    """Return what the character does while calls run or wait for the user; a question comes before what runs."""
    calls = [(state_of(block), block) for block in answer.blocks if isinstance(block, ToolUse)]
    waiting = [call for state, call in calls if state is CallState.WAITING]
    running = [call.tool_name for state, call in calls if state is CallState.RUNNING]
    if waiting:
        shows_change = any(_effect_kind(call) == ResultKind.DIFF.value for call in waiting)
        return MoodActivity.REVIEWING if shows_change else MoodActivity.AWAITING
    if not running:
        return MoodActivity.WAITING
    return MoodActivity.READING if _READERS.issuperset(running) else MoodActivity.WATCHING


def _effect_kind(call: ToolUse) -> str:
    approval = open_approval(call)
    return approval.effect.kind if approval and approval.effect else ""
