"""From a turn's events to what the character feels: the one place that knows both."""

from typing import Protocol

from deskpet.chat.callstate import CANCELLED, CallState, state_of
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
from deskpet.pet.mood import Activity


class Reactor(Protocol):
    """Whoever feels along with an answer."""

    def do(self, doing: Activity) -> None:
        """The answer has come to this stage."""
        ...

    def say(self, text: str) -> None:
        """Words for the reader have come."""
        ...

    def wince(self) -> None:
        """Something went wrong."""
        ...


def react(pet: Reactor, event: TurnEvent, answer: Message) -> None:
    """Let `pet` feel what `event` did to `answer`, which is the answer after it."""
    match event:
        case TurnStarted() | RequestStarted():
            pet.do(Activity.WAITING)
        case BlockStarted():
            _hear_block(pet, event)
        case TextAppended() if isinstance(answer.blocks[event.block], Text):
            pet.say(event.text)
        case ToolStarted() | ToolFinished() | ApprovalAsked() | ApprovalAnswered():
            if isinstance(event, ToolFinished) and event.error and event.error.code != CANCELLED:
                pet.wince()
            is_shown = any(isinstance(block, ToolUse) and _is_to_be_seen(block) for block in answer.blocks)
            pet.do(Activity.WATCHING if is_shown else Activity.WAITING)
        case TurnEnded():
            pet.do(Activity.NOTHING)
        case _:
            pass


def _hear_block(pet: Reactor, event: BlockStarted) -> None:
    match event.value:
        case Text() if text := str(event.value.text):
            pet.say(text)
        case Notice() if event.value.level == "error":
            pet.wince()
        case Thinking() | ToolUse():
            pet.do(Activity.WAITING)
        case _:
            pass


def _is_to_be_seen(call: ToolUse) -> bool:
    """Whether something goes on in its card, or the card asks the person."""
    return state_of(call) in {CallState.RUNNING, CallState.WAITING}
