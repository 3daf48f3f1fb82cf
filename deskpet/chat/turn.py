"""Run one turn: send requests to the model and run tools until the question is answered.

The deltas of the answer become events immediately. A call runs as soon as it is complete, while the stream goes on.
If the stream ended with calls, the next request sends their results to the model. Errors become notices; a stop
leaves every call with a result.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import cast

from deskpet.chat import context
from deskpet.chat.call_state import is_waiting
from deskpet.chat.completion import NoAnswer
from deskpet.chat.context import TokenCalibration
from deskpet.chat.continuation import is_continuation, resumable_text
from deskpet.chat.deferred_tools import loaded_groups
from deskpet.chat.document_texts import DocumentTexts, documents_in, read_documents, with_document_texts
from deskpet.chat.events import DocumentsIncluded, EndReason, FactsIncluded, RequestStarted, TurnEnded, TurnStarted
from deskpet.chat.messages import (
    CONTINUE,
    KEEP_TEXT_MODE,
    RETRY,
    Block,
    Message,
    Notice,
    StreamingText,
    Text,
    Thinking,
    ToolUse,
    user_message,
)
from deskpet.chat.model import ChatRequest
from deskpet.chat.permission import Reads
from deskpet.chat.reduce import AnswerBuilder, Clock, Listener
from deskpet.chat.round import Round
from deskpet.chat.round_notices import INVENTS_TOOLS
from deskpet.chat.textmode.prompt import as_text_messages, tool_instructions, with_tool_descriptions
from deskpet.chat.tool_runner import ReadHistory, ToolRunner, ToolStop
from deskpet.chat.turn_setup import TurnSetup
from deskpet.processes.threads import run_in_thread
from deskpet.translation import tr, tr_noop

MARK = " [the user interrupted here, and did not hear the rest] "
NOTHING_HEARD = "[the user interrupted before anything was heard] "

BEGINNING = user_message("(The conversation begins. You speak first.)")
BACKGROUND_ENDED = user_message(
    "(Calls that went on in the background have ended. Their results stand where you made them. Say what came of them.)"
)
SILENCE = user_message("(Nothing was said. After a while you speak of your own accord.)")

logger = logging.getLogger(__name__)


def with_speech_interruption_marks(messages: Iterable[Message]) -> tuple[Message, ...]:
    """Return the messages with MARK in the text of each answer whose voice was interrupted."""
    return tuple(message if message.heard_up_to is None else _marked(message) for message in messages)


def _marked(message: Message) -> Message:
    left = message.heard_up_to or 0
    blocks: list[Block] = []
    is_marked = False
    for block in message.blocks:
        if not isinstance(block, Text) or is_marked:
            blocks.append(block)
            continue
        text = str(block.text)
        if is_marked := left < len(text):
            mark = MARK if message.heard_up_to else NOTHING_HEARD
            blocks.append(replace(block, text=StreamingText(text[:left].rstrip() + mark + text[left:].lstrip())))
        else:
            blocks.append(block)
            left -= len(text)
    return replace(message, blocks=tuple(blocks))


def alternate_roles(messages: Iterable[Message]) -> tuple[Message, ...]:
    """Insert a placeholder of the user before every assistant message that follows no user message."""
    alternating: list[Message] = []
    for message in messages:
        if message.role == "assistant" and not (alternating and alternating[-1].role == "user"):
            after_answer = BACKGROUND_ENDED if message.is_background_report else SILENCE
            alternating.append(after_answer if alternating else BEGINNING)
        alternating.append(message)
    return tuple(alternating)


async def run_turn(
    setup: TurnSetup,
    history: tuple[Message, ...],
    answer: Message,
    listen: Listener,
    clock: Clock = time.time,
    calibration: TokenCalibration | None = None,
    *,
    retry: bool = False,
    on_builder: Callable[[AnswerBuilder], None] = lambda builder: None,
) -> Message:
    """Answer the last message of `history` by extending `answer`, which is empty or broken off.

    Calls `listen` with every event and the answer after it. Returns the finished answer. If the task is cancelled
    (Stop), the answer ends as `cancelled` with a notice that offers to continue, and CancelledError is raised.
    `calibration` is the token calibration of the earlier turns. With `retry` the request that broke off is sent once
    more, without its partial result; if it can't be repeated, and without `retry`, the model is asked to continue.
    If calls of the answer wait for approval, or were answered and have not run, they run first. `on_builder` receives
    what changes the answer.
    """
    builder = AnswerBuilder(answer, listen, clock)
    on_builder(builder)
    builder.emit(TurnStarted(answer.id, answer.created_at))
    reason: EndReason = "cancelled"
    try:
        reason = await _Turn(setup, history, builder, calibration or TokenCalibration(), retry=retry).run()
    except Exception as error:
        # The reader must see an end of the answer, whatever the bug is.
        logger.exception("the turn failed")
        builder.append_block(_internal_error_notice(error))
        reason = "error"
    finally:
        builder.close_open_blocks()
        builder.emit(TurnEnded(_cancelled(builder) if reason == "cancelled" else reason, clock()))
    return builder.message


def _cancelled(builder: AnswerBuilder) -> EndReason:
    """Return how a cancelled answer ends: it waits if the program ended, else it was stopped, which is said."""
    if builder.is_suspended:
        return "waiting"
    builder.append_block(_STOPPED)
    return "cancelled"


def fail_turn(error: Exception, answer: Message, listen: Listener, clock: Clock = time.time) -> Message:
    """End a turn that could not be set up with a notice about `error` that offers a retry."""
    logger.error("the turn could not be set up", exc_info=error)
    builder = AnswerBuilder(answer, listen, clock)
    builder.emit(TurnStarted(answer.id, answer.created_at))
    builder.append_block(_internal_error_notice(error))
    builder.emit(TurnEnded("error", clock()))
    return builder.message


class _Turn:
    """Runs the requests of one turn one after the other."""

    def __init__(
        self,
        setup: TurnSetup,
        history: tuple[Message, ...],
        builder: AnswerBuilder,
        calibration: TokenCalibration,
        *,
        retry: bool,
    ) -> None:
        self._setup, self._history, self._builder, self._calibration = setup, history, builder, calibration
        self._discarded_round = _repeatable_round(builder.message) if retry else None
        self._resumed_block = resumable_text(builder.message) if self._discarded_round is None else None
        self._read_history = ReadHistory(history)
        self._is_paused = self._has_tried_compression = False
        self._has_leaked_call = self._has_asked_again = self._has_invented_tool = False
        self._recollection = ""
        self._document_texts: DocumentTexts = {}

    async def run(self) -> EndReason:
        await self._recall()
        if documents_in(self._history):
            await self._read_documents()
        reason = await self._run_waiting_calls() or await self._run_rounds()
        if self._has_leaked_call and not self._has_notice(_LEAKED_CALL.code):
            self._builder.append_block(_LEAKED_CALL)
        return reason

    async def _recall(self) -> None:
        """Get the facts about the user, once for all requests of the turn."""
        if self._setup.recall is None:
            return
        question = next((each.text for each in reversed(self._history) if each.role == "user"), "")
        found = await self._setup.recall(question)
        if found.problem:
            title = tr("What is remembered of you can't be read")
            self._builder.append_block(Notice("warning", "nothing_recalled", title, found.problem))
        if found.text:
            self._recollection = found.text
            marks = self._setup.reads | {Reads(mark) for mark in found.reads}
            self._setup = replace(self._setup, reads=marks)
            self._builder.emit(FactsIncluded(found.facts, found.reads))

    async def _read_documents(self) -> None:
        """Select the texts of the documents, once for all requests of the turn.

        It runs in a thread: an index of a long document takes seconds.
        """
        room = self._calibration.to_estimate(self._setup.context_tokens)
        self._document_texts = await run_in_thread(partial(read_documents, self._history, room, self._setup.passages))
        self._builder.emit(DocumentsIncluded(tuple(each.told for each in self._document_texts.values())))

    async def _run_waiting_calls(self) -> EndReason | None:
        """Run the calls that waited when the program ended. Return the reason if that ends the answer."""
        blocks = self._builder.message.blocks
        waiting = [index for index, block in enumerate(blocks) if isinstance(block, ToolUse) and is_waiting(block)]
        if not waiting:
            return None
        has_failed = False
        try:
            async with asyncio.TaskGroup() as group:
                runner = ToolRunner(self._builder, self._setup, group, self._read_history)
                for index in waiting:
                    runner.start(index)
        except* ToolStop:
            has_failed = True
        return "error" if has_failed else None

    def _has_notice(self, code: str) -> bool:
        """Return whether this conversation has the notice `code` already."""
        messages = (*self._history, self._builder.message)
        blocks = (block for message in messages for block in message.blocks)
        return any(isinstance(block, Notice) and block.code == code for block in blocks)

    async def _run_rounds(self) -> EndReason:
        first = _last_round(self._builder.message) + 1
        if (
            not self._setup.pictures
            and self._history
            and (notice := context.pictures_left_out_notice(self._history[-1]))
        ):
            self._builder.append_block(notice)
        for number in range(first, first + self._setup.max_rounds):
            request = await self._next_request(number)
            resumed_block, self._resumed_block = self._resumed_block, None
            current = Round(
                self._builder,
                self._setup,
                number,
                self._read_history,
                resumed_block,
                may_ask_again=not self._has_asked_again,
            )
            await current.run(request)
            self._has_asked_again = self._has_asked_again or current.has_malformed_call
            self._has_leaked_call = self._has_leaked_call or current.has_leaked_call
            tokens = current.usage.input_tokens if current.usage else 0
            if self._calibration.record_usage(tokens) and not self._has_notice(context.PROMPT_CUT):
                self._builder.append_block(context.prompt_cut_notice(tokens, self._calibration.estimated))
            if current.end_reason:
                return current.end_reason
            if current.only_invents_tools and self._has_invented_tool:
                self._builder.append_block(INVENTS_TOOLS)
                return "stop"
            self._has_invented_tool = self._has_invented_tool or current.only_invents_tools
            self._is_paused = current.is_paused
        self._builder.append_block(_max_rounds_notice(self._setup.max_rounds))
        return "max_rounds"

    async def _next_request(self, number: int) -> ChatRequest:
        """Build request `number`, compressed and trimmed to the context limit, and report it as started."""
        request, tokens = self._full_request(), 0
        if limit := self._setup.context_tokens:
            request = context.trim_tool_results(request, self._calibration.to_estimate(limit))
            if await self._compress_history(request):
                request = context.trim_tool_results(self._full_request(), self._calibration.to_estimate(limit))
            tokens = self._calibration.record_estimate(context.estimate_tokens(request))
        self._builder.emit(RequestStarted(number, self._builder.clock(), tokens))
        form = self._setup.call_format
        return replace(request, messages=as_text_messages(request.messages, form)) if form else request

    def _full_request(self) -> ChatRequest:
        setup = self._setup
        messages = alternate_roles(context.request_messages(self._history + self._partial_answer()))
        messages = with_speech_interruption_marks(messages)
        messages = with_document_texts(messages, self._document_texts)
        if not setup.pictures:
            messages = context.without_pictures(messages)
        if setup.call_format:
            messages = with_tool_descriptions(messages, setup.toolbox, setup.call_format)
        instructions = tool_instructions(setup.toolbox, setup.call_format) if setup.call_format else ""
        # What is remembered changes most often, so it comes last: providers cache the beginning of a prompt.
        system = "\n\n".join(part for part in (setup.system, instructions, self._recollection) if part)
        has_specs = setup.native_tools and not setup.call_format
        loaded = loaded_groups((*self._history, self._builder.message), setup.toolbox)
        return ChatRequest(messages, system, setup.toolbox.specs(loaded) if has_specs else ())

    async def _compress_history(self, request: ChatRequest) -> bool:
        """Summarize older turns if `request` is too large, at most once per turn. Return whether a summary was made."""
        limit, builder = self._setup.context_tokens, self._builder
        room = self._calibration.to_estimate(limit)
        if self._has_tried_compression or not self._setup.compresses:
            return False
        tokens = context.estimate_tokens(request)
        is_due = tokens > room * context.COMPRESSION_THRESHOLD and context.is_compression_due(self._history)
        cut = context.find_cut(self._history, builder.message, room) if is_due else None
        if cut is None:
            return False
        self._has_tried_compression = True
        try:
            summary = await context.summarize(
                self._setup.summary_model or self._setup.model, cut, room, builder.append_block
            )
        except NoAnswer as error:
            builder.append_block(context.compression_failed_notice(error))
            return False
        builder.append_block(context.compressed_notice(cut, summary, self._calibration.to_model_tokens(tokens), limit))
        return True

    def _partial_answer(self) -> tuple[Message, ...]:
        """Return the partial answer as it is sent, with a request to continue if it was cut off."""
        answer = self._builder.message
        if self._discarded_round is not None:
            kept = tuple(block for block in answer.blocks if getattr(block, "round", None) != self._discarded_round)
            answer = replace(answer, blocks=kept)
        said = [block for block in answer.blocks if isinstance(block, Text | ToolUse)]
        last = [block for block in said if block.round == said[-1].round]
        was_cut = bool(last) and not any(isinstance(block, ToolUse) for block in last)
        if (was_cut or self._resumed_block is not None) and not self._is_paused:
            return (answer, CONTINUE_REQUEST)
        return (answer,) if answer.blocks else ()


def _last_round(answer: Message) -> int:
    """Return the number of the last request with a result; -1 if there is none."""
    rounds = (block.round for block in answer.blocks if isinstance(block, Text | Thinking | ToolUse))
    return max(rounds, default=-1)


def _repeatable_round(answer: Message) -> int | None:
    """Return the number of the last request; None if there is none, or if it can't be repeated.

    That is so if it made calls, or continued the text of an earlier request.
    """
    if is_continuation(answer):
        return None
    last = _last_round(answer)
    has_run = any(isinstance(block, ToolUse) and block.round == last for block in answer.blocks)
    return None if has_run or last < 0 else last


_STOPPED = Notice("info", "stopped", tr_noop("Stopped"), actions=(CONTINUE,))


def _max_rounds_notice(run: int) -> Notice:
    return Notice(
        "warning",
        "max_rounds",
        tr("The answer used too many rounds"),
        tr("The model asked for tools {n} times in a row.", n=run),
        tr("Press Continue, or raise max_rounds in the settings."),
        actions=(CONTINUE,),
    )


_LEAKED_CALL = Notice(
    "info",
    "leaked_call",
    tr_noop("The model wrote a tool call into its text"),
    tr_noop("It was understood. This model, or its server, does not always send tool calls as such."),
    tr_noop("Text mode asks for calls in the text, so that none is missed."),
    actions=(KEEP_TEXT_MODE,),
)


def _internal_error_notice(error: Exception) -> Notice:
    while isinstance(error, ExceptionGroup):
        # A task group has put it into a group.
        error = cast("ExceptionGroup[Exception]", error).exceptions[0]
    return Notice(
        "error",
        "internal",
        tr("Something went wrong in the program"),
        f"{type(error).__name__}: {error}",
        tr("What was received is kept. Please report this with the log."),
        actions=(RETRY,),
    )


# Sent but never shown or stored: a model continues its answer only after a message of the user.
CONTINUE_REQUEST = user_message("Your answer was cut off. Go on exactly where it stopped, without repeating anything.")
