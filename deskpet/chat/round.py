"""Run one request of a turn: convert the stream of deltas to events and start the tools that it calls."""

import asyncio
import json
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import assert_never

from pydantic import JsonValue

from deskpet.chat import round_notices as notices
from deskpet.chat.call_collector import (
    CallArguments,
    CallBegan,
    CallCollector,
    CallCompleted,
    CallEchoed,
    CallNamed,
    CallRunnable,
    parse_arguments,
)
from deskpet.chat.continuation import ResumedText
from deskpet.chat.duplicate_calls import DuplicateCalls
from deskpet.chat.events import (
    ArgumentsAppended,
    EchoNoted,
    EndReason,
    TextAppended,
    TextWasThinking,
    ThinkingWasText,
    ToolFinished,
    ToolNamed,
    ToolReady,
    UsageReported,
)
from deskpet.chat.messages import Block, Echo, Image, Notice, Text, Thinking, ToolError, ToolUse, new_id
from deskpet.chat.model import (
    MALFORMED_CALL,
    CallDelta,
    ChatRequest,
    Delta,
    FinishDelta,
    ImageDelta,
    NoticeDelta,
    TextDelta,
    TextWasThinkingDelta,
    ThinkingDelta,
    ThinkingWasTextDelta,
    UsageDelta,
)
from deskpet.chat.nearly_json import mend_arguments
from deskpet.chat.reduce import AnswerBuilder
from deskpet.chat.repetition import RepetitionDetector, WordRepetitionDetector
from deskpet.chat.textmode.answer_text import AnswerTextParser
from deskpet.chat.textmode.call_format import CallDropped, TextCallEvent
from deskpet.chat.textmode.marks import LEFT_ROLE, REPEATS_ITSELF
from deskpet.chat.textmode.parser import ParsedItem
from deskpet.chat.tool import plain_name
from deskpet.chat.tool_runner import ReadHistory, ToolRunner, ToolStop, is_same_json
from deskpet.chat.turn_setup import TurnSetup
from deskpet.translation import tr


class Round:
    """One request and its result. `end_reason` is None if another request must follow.

    `usage` holds the token counts reported by the provider.
    """

    def __init__(
        self,
        builder: AnswerBuilder,
        setup: TurnSetup,
        number: int,
        read_history: ReadHistory,
        resumed_block: int | None = None,
        *,
        may_ask_again: bool = False,
    ) -> None:
        """`resumed_block` is the index of a text block that was cut off; the text of this request is appended to it.

        may_ask_again: whether another request follows if the provider refuses a call as the model wrote it.
        """
        self.end_reason: EndReason | None = None
        self.usage: UsageDelta | None = None
        self._builder, self._setup, self._number = builder, setup, number
        self._read_history, self._may_ask_again = read_history, may_ask_again
        self._calls = CallCollector(setup.toolbox.has_tool, setup.toolbox.may_run_early)
        self._duplicates, self._text = DuplicateCalls(self._tool_name), _answer_text(setup)
        self.has_malformed_call = False
        """Whether another request has to follow, because the provider refused a call."""
        self.has_leaked_call = False
        """Whether the model wrote a whole call into its text in native mode."""
        self._invented_calls = 0
        self._repetitions, self._word_repetitions = RepetitionDetector(), WordRepetitionDetector()
        # Why the request was closed before its end, if it was.
        self._early_end: Notice | None = None
        self._blocks, self._started_at = dict[int, int](), dict[int, float]()
        self._open_block: int | None = None
        self._overlong_call: int | None = None
        # The last call, if its arguments are no object; it fails when it is known whether the length limit cut it off.
        self._broken_call: int | None = None
        self._has_cut_call = self._has_failed = False
        self._finish = FinishDelta("")
        self._resumed = ResumedText(builder, resumed_block) if resumed_block is not None else None

    @property
    def only_invents_tools(self) -> bool:
        """Whether the answer is nothing but calls in text, of tools that do not exist."""
        return 0 < self._invented_calls == len(self._own_blocks)

    @property
    def _own_blocks(self) -> list[Block]:
        """The blocks that came from this request. Notices come from none."""
        return [block for block in self._builder.message.blocks if getattr(block, "round", None) == self._number]

    @property
    def is_paused(self) -> bool:
        """Whether the provider expects another request to continue."""
        return self._finish.kind == "paused"

    async def run(self, request: ChatRequest) -> None:
        """Send `request` and extend the answer until the stream and all tools have ended."""
        runner: ToolRunner | None = None
        try:
            async with asyncio.TaskGroup() as group:
                runner = ToolRunner(self._builder, self._setup, group, self._read_history)
                await self._read(request, runner)
        except* ToolStop:
            # The task group has cancelled all other tasks; cancelling the reader has closed the stream.
            pass
        finally:
            for item in self._text.take_held():
                self._show_call(item) if isinstance(item, TextCallEvent) else self._apply(item)
            self._close_resumed_text()
        if used := self.usage:
            self._builder.emit(UsageReported(self._number, used.input_tokens, used.output_tokens))
        failed_call = runner.failed_index if runner else None
        self.end_reason = self._end_reason() if failed_call is None else self._stop_after_failure(failed_call)

    async def _read(self, request: ChatRequest, runner: ToolRunner) -> None:
        is_complete = True
        async with aclosing(self._setup.model.stream(request)) as deltas:
            async for delta in deltas:
                for item in self._text.feed(delta):
                    if self._apply_calls(item, runner):
                        # Let the tool start before the following text is applied, even if more deltas are ready.
                        await asyncio.sleep(0)
                    self._apply(item)
                if self._exceeds_limit():
                    is_complete = False
                    break
                if isinstance(delta, TextDelta) and self._repetitions.feed(delta.text) and not self._early_end:
                    self._early_end = REPEATS_ITSELF
                if self._early_end:
                    break
        is_cut = self._is_cut_off
        is_normal = self._has_ended_normally and not is_cut
        for item in self._text.close(is_complete=is_normal, is_cut=is_cut) if is_complete else ():
            self._apply_calls(item, runner)
            self._apply(item)
        self._report_early_end()
        for event in self._calls.close():
            if self._apply_call_events((event,), runner):
                # A server may have begun thousands of calls: everything else gets its turn between two of them.
                await asyncio.sleep(0)
        self._end_broken_call(runner)
        runner.cancel_early_runs()

    def _report_early_end(self) -> None:
        """Add the notice why the answer was ended, once for all of its requests."""
        if (notice := self._early_end) and all(
            not isinstance(block, Notice) or block.code != notice.code for block in self._builder.message.blocks
        ):
            self._add_notice(notice)

    @property
    def _is_cut_off(self) -> bool:
        """Whether a limit, a filter, a failure or a repetition without end cut the answer off."""
        return not (self._has_ended_normally or self.is_paused) or self._early_end == REPEATS_ITSELF

    @property
    def _has_ended_normally(self) -> bool:
        """Whether the provider has reported no reason for an early end."""
        return not self._has_failed and self._finish.kind == "stop" and not _is_filtered(self._finish)

    def _apply_calls(self, delta: Delta | ParsedItem, runner: ToolRunner) -> bool:
        """Apply the call events in `delta`. Return whether a tool became ready to run."""
        match delta:
            case TextDelta(text) if self._calls.open_count and text.strip():
                return self._apply_call_events(self._calls.report_text(), runner)
            case CallDelta():
                return self._apply_call_events(self._calls.feed(delta), runner)
            case _ if isinstance(delta, TextCallEvent):
                return self._apply_call_events([*self._calls.report_text(), delta], runner)
            case _:
                # Deltas of other kinds have no calls.
                return False

    def _apply(self, delta: Delta | ParsedItem) -> None:
        """Convert a delta that is no call to events."""
        match delta:
            case TextDelta(text, echo):
                self._append_answer_text(text, echo)
            case ThinkingDelta(text, echo):
                self._append(Thinking, text, echo)
            case TextWasThinkingDelta() | ThinkingWasTextDelta():
                self._reclassify(Thinking if isinstance(delta, TextWasThinkingDelta) else Text)
            case ImageDelta(media_type, data):
                self._close_resumed_text()
                self._open_block = None
                self._builder.append_block(Image(media_type, data, self._number))
            case UsageDelta():
                self.usage = delta
            case FinishDelta():
                self._finish = delta
            case NoticeDelta(notice):
                self._note(notice)
            case CallDelta() | CallBegan() | CallNamed() | CallArguments() | CallEchoed():
                pass
            case CallRunnable() | CallCompleted() | CallDropped():
                pass
            case _:
                assert_never(delta)

    def _append_answer_text(self, text: str, echo: Echo | None) -> None:
        """Append to the answer's text; a text that was cut off continues at its last character."""
        if self._word_repetitions.feed(text) and not self._early_end:
            self._early_end = REPEATS_ITSELF
        if self._resumed is None or self._resumed.is_closed:
            self._append(Text, text, echo)
            return
        self._builder.end_thinking()
        self._open_block = None
        self._resumed.append(text)

    def _close_resumed_text(self) -> None:
        """Stop appending to the text that was cut off: the following content gets a block of its own."""
        if self._resumed:
            self._resumed.close()

    def _note(self, notice: Notice) -> None:
        """Add a notice of the server or the parser; that of an early end is added when the request is closed."""
        if notice in (LEFT_ROLE, REPEATS_ITSELF):
            self._early_end = notice
            return
        if notice.code == MALFORMED_CALL and self._may_ask_again:
            # Another request follows, which may help.
            self.has_malformed_call, self._may_ask_again = True, False
            notice = notices.asked_again(notice)
        self._add_notice(notice)

    def _add_notice(self, notice: Notice) -> None:
        self._close_resumed_text()
        self._open_block = None
        self._has_failed = self._has_failed or notice.level == "error"
        self._builder.append_block(notice)

    def _append(self, kind: type[Text] | type[Thinking], text: str, echo: Echo | None) -> None:
        """Append to the open block of this kind, or begin a new block."""
        blocks = self._builder.message.blocks
        if self._open_block is None or not isinstance(blocks[self._open_block], kind):
            if not text.strip() and not echo:
                # Blank lines around a call do not begin a block.
                return
            now = self._builder.clock()
            started = Text(round=self._number) if kind is Text else Thinking(started_at=now, round=self._number)
            self._open_block = self._builder.append_block(started)
            self._started_at[self._open_block] = now
        if text:
            self._builder.emit(TextAppended(self._open_block, text))
        block = self._builder.message.blocks[self._open_block]
        if echo and isinstance(block, Text | Thinking) and block.echo != echo:
            self._builder.emit(EchoNoted(self._open_block, echo))

    def _reclassify(self, kind: type[Text] | type[Thinking]) -> None:
        """Turn the text or thinking blocks of this request into the other kind."""
        now, blocks = self._builder.clock(), self._builder.message.blocks
        for index, started_at in self._started_at.items():
            if kind is Thinking and isinstance(blocks[index], Text):
                self._builder.emit(TextWasThinking(index, started_at, now))
                # This reasoning has ended: reasoning that follows begins a new block.
                self._open_block = None
            elif kind is Text and isinstance(blocks[index], Thinking):
                self._builder.emit(ThinkingWasText(index))

    def _apply_call_events(self, events: Sequence[TextCallEvent], runner: ToolRunner) -> bool:
        became_ready = False
        for event in self._duplicates.filter(events):
            match event:
                case CallBegan() | CallNamed() | CallArguments() | CallEchoed():
                    self._show_call(event)
                case CallRunnable(key):
                    became_ready = self._run_early(self._blocks[key], event, runner) or became_ready
                case CallCompleted(key):
                    call = self._as_meant(event)
                    became_ready = self._complete_call(self._blocks[key], call, runner) or became_ready
                case CallDropped(key, is_cut):
                    self._has_cut_call = self._has_cut_call or is_cut
                    error = self._cut_error if is_cut else notices.UNCLOSED_CALL
                    self._builder.emit(ToolFinished(self._blocks.pop(key), self._builder.clock(), error=error))
        return became_ready

    def _show_call(self, event: CallBegan | CallNamed | CallArguments | CallEchoed) -> None:
        """Convert an event of a call that is being written."""
        match event:
            case CallBegan(key, id, name):
                self._close_resumed_text()
                self._open_block = None
                # The ids of calls in text are ours.
                source = "" if key < 0 or self._setup.call_format else self._setup.model.source
                call = ToolUse(self._tool_name(name), id or new_id(), round=self._number, id_source=source)
                self._blocks[key] = self._builder.append_block(call)
            case CallNamed(key, name):
                self._builder.emit(ToolNamed(self._blocks[key], self._tool_name(name)))
            case CallArguments(key, text):
                index = self._blocks[key]
                self._builder.emit(ArgumentsAppended(index, text))
                length = len(self._builder.call_at(index).input_text)
                if length > self._setup.limits.arguments and self._overlong_call is None:
                    self._overlong_call = index
            case CallEchoed(key, echo):
                self._builder.emit(EchoNoted(self._blocks[key], echo))

    def _run_early(self, index: int, call: CallRunnable, runner: ToolRunner) -> bool:
        """Run a call whose arguments may still change, if its tool accepts them. Return whether it was started."""
        value = self._parse_input(call)
        if not isinstance(value, dict) or not self._setup.toolbox.may_run_early(call.name, value):
            return False
        if not self._is_ready(index, call.id, value):
            self._builder.emit(ToolReady(index, call.id, value))
        runner.start_early(index)
        return True

    def _complete_call(self, index: int, call: CallCompleted, runner: ToolRunner) -> bool:
        """Run a complete call, or confirm the run that began early. Return whether it can run."""
        if index == self._overlong_call:
            return False
        self.has_leaked_call = self.has_leaked_call or (call.key < 0 and not self._setup.call_format)
        value = self._without_unknown(index, call, self._parse_input(call), runner)
        mended = self._mend_input(call) if value is None and not self._has_failed else None
        if not self._is_ready(index, call.id, value if mended is None else mended):
            self._builder.emit(ToolReady(index, call.id, value if mended is None else mended, mended is not None))
        if self._broken_call is not None:
            runner.start(self._broken_call)
        self._broken_call = index if value is None and mended is None else None
        if self._broken_call is None:
            runner.start(index)
        return True

    def _end_broken_call(self, runner: ToolRunner) -> None:
        """Fail the last call if its arguments are no object."""
        if (index := self._broken_call) is None:
            return
        if self._is_cut_off:
            self._has_cut_call = True
            self._builder.emit(ToolFinished(index, self._builder.clock(), error=self._cut_error))
        else:
            runner.start(index)

    @property
    def _cut_error(self) -> ToolError:
        """The error of a call within which the answer was cut off."""
        return notices.CUT_OFF if self._finish.kind == "length" else notices.BROKEN_OFF

    def _is_ready(self, index: int, call_id: str, value: JsonValue) -> bool:
        """Return whether the block has this id and these arguments already."""
        block = self._builder.call_at(index)
        return block.input is not None and block.call_id == call_id and is_same_json(block.input, value)

    def _exceeds_limit(self) -> bool:
        """Return whether a size limit is exceeded; if so, add a notice. The received part is kept."""
        limits = self._setup.limits
        if self._overlong_call is not None:
            tool_name = self._builder.call_at(self._overlong_call).tool_name
            error = notices.arguments_too_long_error(limits.arguments)
            self._builder.emit(ToolFinished(self._overlong_call, self._builder.clock(), error=error))
            self._add_notice(notices.arguments_too_long(tool_name, limits.arguments))
        elif self._builder.size > limits.message:
            self._add_notice(notices.answer_too_long(limits.message))
        elif len(self._builder.message.blocks) > limits.blocks:
            self._add_notice(notices.too_many_blocks(limits.blocks))
        else:
            return False
        return True

    def _tool_name(self, wire: str) -> str:
        meant = self._setup.toolbox.meant_by(wire) if wire else None
        return meant[0].name if meant else plain_name(wire)

    def _as_meant(self, call: CallCompleted) -> CallCompleted:
        """Return the call of a tool by one of its values, such as an expression, as a call of the tool."""
        if (meant := self._setup.toolbox.meant_by(call.name)) is None:
            self._invented_calls += call.key < 0
            return call
        tool, values = meant
        if not values:
            return call
        arguments = (_parse_object(call.arguments) or {}) | dict(values)
        kept, _ = self._setup.toolbox.without_unknown(tool.name, arguments)
        return replace(call, name=tool.name, arguments=json.dumps(kept, ensure_ascii=False))

    def _parse_input(self, call: CallRunnable | CallCompleted) -> JsonValue:
        """Parse the arguments to an object, or None. In text the values are strings and are converted."""
        values = _parse_object(call.arguments)
        if values is not None and (call.key < 0 or self._setup.call_format):
            return dict(self._setup.toolbox.convert_types(call.name, values))
        return values

    def _without_unknown(self, index: int, call: CallCompleted, value: JsonValue, runner: ToolRunner) -> JsonValue:
        """Return the arguments of a call in text without unknown ones, if the tool accepts the others."""
        if not isinstance(value, dict) or not (call.key < 0 or self._setup.call_format):
            return value
        kept, left_out = self._setup.toolbox.without_unknown(call.name, value)
        runner.left_out[index] = left_out
        return kept

    def _mend_input(self, call: CallCompleted) -> dict[str, JsonValue] | None:
        """Return the arguments that were nearly JSON, if the tool accepts them corrected; None otherwise."""
        values = mend_arguments(call.arguments)
        is_valid = values is not None and self._setup.toolbox.validation_error(call.name, values) is None
        return values if is_valid else None

    def _stop_after_failure(self, index: int) -> EndReason:
        """End the answer because the call at `index` failed; the calls that have not run get an error."""
        failed_call = self._builder.call_at(index)
        tool = self._setup.toolbox.find(failed_call.tool_name)
        self._builder.close_open_blocks(notices.NOT_RUN, notices.STOPPED)
        self._add_notice(notices.tool_failed(tr(tool.title) if tool else failed_call.tool_name, failed_call.error))
        return "error"

    def _end_reason(self) -> EndReason | None:
        if self._has_failed:
            return "error"
        if (self._blocks or self.is_paused or self.has_malformed_call) and not self._has_cut_call:
            return None
        if self._early_end:
            return "stop"
        if failure := self._failure():
            notice, reason = failure
            self._builder.append_block(notice)
            return reason
        return "stop"

    def _failure(self) -> tuple[Notice, EndReason] | None:
        """Return why an answer that ended without an error is not whole, or has nothing to read; None if it has."""
        blocks = self._builder.message.blocks
        if self._finish.kind == "length":
            return notices.LENGTH_LIMIT, "length"
        if _is_filtered(self._finish):
            return notices.CONTENT_FILTER, "refused"
        has_continued = self._resumed is not None and self._resumed.has_continued
        if not has_continued and not self._own_blocks:
            return notices.EMPTY_REPLY, "error"
        if not any(isinstance(block, Text | Image) for block in blocks):
            return notices.ONLY_THOUGHT, "error"
        return None


def _answer_text(setup: TurnSetup) -> AnswerTextParser:
    toolbox = setup.toolbox
    has_tools = bool(toolbox) and (setup.native_tools or bool(setup.call_format))
    return AnswerTextParser(
        toolbox.has_tool, setup.call_format, has_tools=has_tools, begins_tool=toolbox.has_tool_beginning
    )


def _is_filtered(finish: FinishDelta) -> bool:
    return finish.reason.lower() in ("content_filter", "refusal", "safety")


def _parse_object(arguments: str) -> dict[str, JsonValue] | None:
    try:
        return parse_arguments(arguments)
    except ValueError:
        return None
