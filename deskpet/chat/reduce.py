"""The reducer, which applies turn events to messages, and the builder of an answer: blocks change here alone."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

from deskpet.chat.call_state import CANCELLED
from deskpet.chat.events import (
    ApprovalAnswered,
    ApprovalAsked,
    ArgumentsAppended,
    BlockStarted,
    DocumentsIncluded,
    EchoNoted,
    FactsIncluded,
    GestureShown,
    NoticeResolved,
    QuestionAnswered,
    QuestionAsked,
    RequestStarted,
    RerunAnswered,
    RerunAsked,
    RerunFinished,
    RerunStarted,
    SpeechInterrupted,
    TextAppended,
    TextWasThinking,
    ThinkingEnded,
    ThinkingWasText,
    ToolContinues,
    ToolFinished,
    ToolNamed,
    ToolProgressed,
    ToolReady,
    ToolStarted,
    ToolUndone,
    TurnEnded,
    TurnEvent,
    TurnStarted,
    UsageReported,
)
from deskpet.chat.messages import (
    Approval,
    Block,
    Image,
    LaterRun,
    Message,
    Notice,
    Text,
    Thinking,
    ToolError,
    ToolUse,
    Undo,
)
from deskpet.translation import tr_noop

Listener = Callable[[TurnEvent, Message], None]
Clock = Callable[[], float]

STOPPED_CALL = ToolError(CANCELLED, tr_noop("The call was stopped before it ended."))

_RerunEvent = RerunStarted | RerunAsked | RerunAnswered | RerunFinished
_QuestionEvent = ApprovalAsked | ApprovalAnswered | QuestionAsked | QuestionAnswered
_RunEvent = _QuestionEvent | ToolStarted | ToolContinues | ToolProgressed | _RerunEvent | ToolUndone
_CallEvent = ToolNamed | ArgumentsAppended | ToolReady | ToolFinished | GestureShown | _RunEvent
_BlockEvent = TextAppended | ThinkingEnded | TextWasThinking | ThinkingWasText | EchoNoted | NoticeResolved | _CallEvent


def apply(message: Message, event: TurnEvent) -> Message:
    """Return the message after `event`.

    Raises ValueError if the event does not fit: a block out of order, or text for a block without text.
    """
    match event:
        case BlockStarted(index, value):
            if index != len(message.blocks):
                raise ValueError(f"block {index} begins, but the message has {len(message.blocks)} blocks")
            return replace(message, blocks=(*message.blocks, value))
        case RequestStarted() | UsageReported() | DocumentsIncluded():
            return message
        case TurnStarted() | FactsIncluded() | SpeechInterrupted() | TurnEnded():
            return _apply_to_message(message, event)
        case _:
            blocks = list(message.blocks)
            blocks[event.block] = _apply_to_block(blocks[event.block], event)
            return replace(message, blocks=tuple(blocks))


def _apply_to_message(message: Message, event: TurnStarted | FactsIncluded | SpeechInterrupted | TurnEnded) -> Message:
    match event:
        case TurnStarted(message_id, at):
            return replace(message, id=message_id, created_at=at, ended=None)
        case FactsIncluded(reads=reads):
            return replace(message, reads=tuple(sorted({*message.reads, *reads})))
        case SpeechInterrupted(heard):
            return replace(message, heard_up_to=heard)
        case TurnEnded(reason):
            return replace(message, ended=reason)


def _apply_to_block(block: Block, event: _BlockEvent) -> Block:
    match event:
        case TextAppended(_, text):
            changed = replace(block, text=block.text + text) if isinstance(block, Text | Thinking) else None
        case ThinkingEnded() | TextWasThinking() | ThinkingWasText():
            changed = _apply_to_text(block, event)
        case EchoNoted(_, echo):
            changed = replace(block, echo=echo) if isinstance(block, Text | Thinking | ToolUse) else None
        case NoticeResolved(_, resolution):
            changed = replace(block, resolution=resolution) if isinstance(block, Notice) else None
        case _:
            changed = _apply_to_call(block, event) if isinstance(block, ToolUse) else None
    if changed is None:
        raise ValueError(f"{type(event).__name__} does not fit a {block.kind} block")
    return changed


def _apply_to_text(block: Block, event: ThinkingEnded | TextWasThinking | ThinkingWasText) -> Text | Thinking | None:
    match block, event:
        case Thinking(), ThinkingEnded(_, at):
            return replace(block, ended_at=at)
        case Text(text, number, echo), TextWasThinking(_, started_at, at):
            return Thinking(text, started_at, at, number, echo)
        case Thinking(text, _, _, number, echo), ThinkingWasText():
            return Text(text, number, echo)
        case _:
            # The event is for the other kind of block.
            return None


def _apply_to_call(call: ToolUse, event: _CallEvent) -> ToolUse:
    match event:
        case ToolNamed(_, tool_name):
            return replace(call, tool_name=tool_name)
        case ArgumentsAppended(_, text):
            return replace(call, input_text=call.input_text + text)
        case ToolReady(_, call_id, value, is_mended):
            # An approval is for the arguments that were shown.
            return replace(call, call_id=call_id, input=value, is_mended=is_mended, approval=None)
        case ToolFinished(_, at, output, error):
            status = "error" if error else "success"
            return replace(call, status=status, output=output, error=error, ended_at=at, question=None)
        case GestureShown(_, at):
            return replace(call, shown_at=at)
        case _:
            return _apply_to_run(call, event)


def _apply_to_run(call: ToolUse, event: _RunEvent) -> ToolUse:
    match event:
        case ApprovalAsked() | ApprovalAnswered() | QuestionAsked() | QuestionAnswered():
            return _apply_to_question(call, event)
        case ToolStarted(_, at, rule, reads):
            # A call that ran early runs again if its arguments changed.
            started = replace(call, started_at=at, status="running", output=None, error=None, ended_at=None)
            return replace(started, progress=None, rule=rule, reads=reads, question=None)
        case ToolContinues(_, at):
            return replace(call, background_at=at)
        case ToolProgressed(_, progress):
            return replace(call, progress=progress)
        case ToolUndone(_, at, words, error):
            return replace(call, undo=Undo(at, words, error))
        case RerunStarted() | RerunAsked() | RerunAnswered() | RerunFinished():
            return _apply_to_reruns(call, event)
        case _:
            assert_never(event)


def _apply_to_question(call: ToolUse, event: _QuestionEvent) -> ToolUse:
    if isinstance(event, QuestionAsked | QuestionAnswered):
        return replace(call, question=event.question if isinstance(event, QuestionAsked) else None)
    if isinstance(event, ApprovalAsked):
        # A call asks again if its effect has changed since the first question.
        asked = Approval(event.effect, event.reason, event.is_manual)
        return replace(call, asked_at=event.at, answered_at=None, approval=asked)
    answered = replace(call.approval or Approval(), approved=event.approved, given_rule=event.rule)
    return replace(call, answered_at=event.at, approval=answered)


def _apply_to_reruns(call: ToolUse, event: _RerunEvent) -> ToolUse:
    if isinstance(event, RerunStarted):
        return replace(call, later_runs=(*call.later_runs, LaterRun(event.at)))
    if not call.later_runs or call.later_runs[-1].ended_at is not None:
        raise ValueError("a run goes on that never began")
    *before, last = call.later_runs
    return replace(call, later_runs=(*before, _apply_to_rerun(last, event)))


def _apply_to_rerun(run: LaterRun, event: RerunAsked | RerunAnswered | RerunFinished) -> LaterRun:
    match event:
        case RerunAsked(_, at, effect, reason, is_manual):
            return replace(run, started_at=at, approval=Approval(effect, reason, is_manual))
        case RerunAnswered(_, at, approved, rule):
            answered = replace(run.approval or Approval(), approved=approved, given_rule=rule)
            return replace(run, started_at=at, approval=answered)
        case RerunFinished(_, at, output, error):
            return replace(run, ended_at=at, output=output, error=error)


class AnswerBuilder:
    """Holds the streaming answer in `message`; it changes by events only.

    size: its length in characters. is_suspended: set when the program ends while calls wait for approval; they then
    stay as they are.
    """

    def __init__(self, answer: Message, listen: Listener, clock: Clock = time.time) -> None:
        self.message = answer
        self.clock = clock
        self.is_suspended = False
        self.size = sum(_size(block) for block in answer.blocks)
        self._listen = listen

    def emit(self, event: TurnEvent) -> None:
        """Apply `event` to the message and notify the listener."""
        self.message = apply(self.message, event)
        if isinstance(event, TextAppended | ArgumentsAppended):
            self.size += len(event.text)
        elif isinstance(event, BlockStarted):
            self.size += _size(event.value)
        self._listen(event, self.message)

    def append_block(self, block: Block) -> int:
        """Append a block and return its index."""
        self.end_thinking()
        index = len(self.message.blocks)
        self.emit(BlockStarted(index, block))
        return index

    def end_thinking(self) -> None:
        """End the thinking block if it is the last block and still open."""
        last = self.message.blocks[-1] if self.message.blocks else None
        if isinstance(last, Thinking) and last.ended_at is None:
            self.emit(ThinkingEnded(len(self.message.blocks) - 1, self.clock()))

    def call_at(self, index: int) -> ToolUse:
        """Return the current state of the call at `index`."""
        block = self.message.blocks[index]
        assert isinstance(block, ToolUse)
        return block

    def close_open_blocks(self, not_begun: ToolError = STOPPED_CALL, begun: ToolError = STOPPED_CALL) -> None:
        """End open reasoning and give every unfinished call an error, so that providers accept the history.

        Calls in the background go on. not_begun: the error of calls that were not started. begun: the error of calls
        that were running.
        """
        self.end_thinking()
        for index, block in enumerate(self.message.blocks):
            if isinstance(block, ToolUse) and block.status == "running" and block.background_at is None:
                error = not_begun if block.started_at is None else begun
                if block.started_at is not None or block.input is None or not self.is_suspended:
                    self.emit(ToolFinished(index, self.clock(), error=error))


def _size(block: Block) -> int:
    match block:
        case Text() | Thinking():
            return len(block.text)
        case ToolUse():
            return len(block.input_text)
        case Image():
            return len(block.data)
        case _:
            # Other blocks do not grow with the answer.
            return 0
