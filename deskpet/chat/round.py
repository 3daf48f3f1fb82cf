"""One request of a turn: its stream into events, and the tools that it calls while it goes on."""

import asyncio
from collections.abc import Sequence
from contextlib import aclosing

from pydantic import JsonValue

from deskpet.chat.actions import CONTINUE, RETRY
from deskpet.chat.answer_builder import AnswerBuilder
from deskpet.chat.calls import (
    CallArguments,
    CallBegan,
    CallCollector,
    CallCompleted,
    CallEchoed,
    CallNamed,
    parse_arguments,
)
from deskpet.chat.callstate import CANCELLED
from deskpet.chat.continuation import RepetitionFilter, notices_after
from deskpet.chat.events import (
    ArgumentsAppended,
    EchoNoted,
    EndReason,
    NoticeResolved,
    TextAppended,
    TextWasThinking,
    ThinkingWasText,
    ToolFinished,
    ToolNamed,
    ToolReady,
    UsageReported,
)
from deskpet.chat.messages import Echo, Image, Notice, Text, Thinking, ToolError, ToolUse, new_id
from deskpet.chat.model import (
    CallDelta,
    ChatRequest,
    Delta,
    FinishDelta,
    ImageDelta,
    NoticeDelta,
    TextDelta,
    ThinkingDelta,
    UsageDelta,
    WasTextDelta,
    WasThinkingDelta,
)
from deskpet.chat.textmode.call_format import CallDropped, WrittenEvent
from deskpet.chat.textmode.parser import Item, TextCallParser
from deskpet.chat.toolruns import ToolRuns, ToolStop
from deskpet.chat.turn_setup import TurnSetup
from deskpet.words import later, tr


class Round:
    """One request and what came of it. `ended` is None when another must follow.

    `usage` is what it cost as the provider counts, `paused` that the provider wants to be asked again to go on.
    """

    def __init__(self, growth: AnswerBuilder, setup: TurnSetup, number: int, joins: int | None = None) -> None:
        """`joins` is the block of text that was cut off, and that goes on with the first words of this request."""
        self.ended: EndReason | None = None
        self.usage: UsageDelta | None = None
        self._growth = growth
        self._setup = setup
        self._number = number
        self._calls = CallCollector(lambda name: setup.toolbox.find(name) is not None)
        self._written = TextCallParser() if setup.text_form else None
        self._blocks: dict[int, int] = {}
        self._growing: int | None = None
        self._began_at: dict[int, float] = {}
        self._too_long: int | None = None
        self._finish = FinishDelta("")
        self._failed = False
        self._joins = joins
        before = growth.message.blocks[joins] if joins is not None else None
        self._repetition = RepetitionFilter(str(before.text) if isinstance(before, Text) else "")
        self._has_joined = False

    @property
    def paused(self) -> bool:
        return self._finish.kind == "paused"

    async def run(self, request: ChatRequest) -> None:
        """Send `request` and let the answer grow until the stream has ended and every tool has."""
        runs: ToolRuns | None = None
        try:
            async with asyncio.TaskGroup() as group:
                runs = ToolRuns(self._growth, self._setup, group)
                await self._read(request, runs)
        except* ToolStop:
            # The group has ended everything else in it, and with its reader the stream is closed.
            pass
        finally:
            for words in self._written.held() if self._written else ():
                self._take(words)
            self._end_joint()
        self._report_usage()
        stopped_by = runs.failed if runs else None
        self.ended = self._outcome() if stopped_by is None else self._stop_at(stopped_by)

    async def _read(self, request: ChatRequest, runs: ToolRuns) -> None:
        is_whole = True
        async with aclosing(self._setup.model.stream(request)) as deltas:
            async for delta in deltas:
                for found in self._found(delta):
                    if self._completes_call(found, runs):
                        # The tool starts now, before the words after it, though more of the stream is waiting.
                        await asyncio.sleep(0)
                    self._take(found)
                if self._is_over_limit():
                    is_whole = False
                    break
        for found in self._written.close() if self._written and is_whole else ():
            self._completes_call(found, runs)
            self._take(found)
        self._take_calls(self._calls.close(), runs)

    def _found(self, delta: Delta) -> Sequence[Delta | Item]:
        """What is in `delta`: in text mode, words may hold calls."""
        match delta:
            case TextDelta(text) if self._written:
                return self._written.feed(text)
            case WasThinkingDelta() if self._written:
                held, self._written = self._written.started_over()
                return [*held, delta]
            case NoticeDelta(notice) if self._written and notice.level == "error":
                return [*self._written.close(), delta]
            case _:
                return (delta,)

    def _completes_call(self, delta: Delta | Item, runs: ToolRuns) -> bool:
        """Take what `delta` says of calls. Whether a tool became ready to run."""
        match delta:
            case TextDelta(text) if text.strip():
                return self._take_calls(self._calls.text_follows(), runs)
            case CallDelta():
                return self._take_calls(self._calls.feed(delta), runs)
            case _ if isinstance(delta, WrittenEvent):
                return self._take_calls([*self._calls.text_follows(), delta], runs)
            case _:
                return False

    def _take(self, delta: Delta | Item) -> None:
        """Turn a delta into events."""
        match delta:
            case TextDelta(text, echo):
                self._grow_text(text, echo)
            case ThinkingDelta(text, echo):
                self._grow(Thinking, text, echo)
            case WasThinkingDelta() | WasTextDelta():
                self._take_for(Thinking if isinstance(delta, WasThinkingDelta) else Text)
            case ImageDelta(media_type, data):
                self._end_joint()
                self._growing = None
                self._growth.begin(Image(media_type, data, self._number))
            case UsageDelta():
                self.usage = delta
            case FinishDelta():
                self._finish = delta
            case NoticeDelta(notice):
                self._tell(notice)
            case CallDelta() | CallBegan() | CallNamed() | CallArguments() | CallEchoed():
                pass
            case CallCompleted() | CallDropped():
                pass

    def _grow_text(self, text: str, echo: Echo | None) -> None:
        """Add to the answer's words; a text that was cut off goes on at its very last letter, spaces and all."""
        if (index := self._joins) is None:
            self._grow(Text, text, echo)
            return
        self._growth.end_thinking()
        self._growing = None
        if not self._has_joined:
            self._has_joined = True
            for at in notices_after(self._growth.message, index):
                notice = self._growth.message.blocks[at]
                if isinstance(notice, Notice) and notice.resolution == "continued":
                    self._growth.emit(NoticeResolved(at, "joined"))
        self._append_to_joint(index, self._repetition.feed(text))

    def _append_to_joint(self, index: int, text: str) -> None:
        if text:
            self._growth.emit(TextAppended(index, text))

    def _end_joint(self) -> None:
        """What comes next is a block of its own."""
        if self._joins is not None:
            joins, self._joins = self._joins, None
            self._append_to_joint(joins, self._repetition.close())

    def _tell(self, notice: Notice) -> None:
        self._end_joint()
        self._growing = None
        self._failed = self._failed or notice.level == "error"
        self._growth.begin(notice)

    def _grow(self, kind: type[Text] | type[Thinking], text: str, echo: Echo | None) -> None:
        """Add to the text or thought that is growing, or begin one."""
        blocks = self._growth.message.blocks
        if self._growing is None or not isinstance(blocks[self._growing], kind):
            if not text.strip() and not echo:
                # Blank lines around a call are no paragraph of their own.
                return
            now = self._growth.clock()
            started = Text(round=self._number) if kind is Text else Thinking(started_at=now, round=self._number)
            self._growing = self._growth.begin(started)
            self._began_at[self._growing] = now
        if text:
            self._growth.emit(TextAppended(self._growing, text))
        grown = self._growth.message.blocks[self._growing]
        if echo and isinstance(grown, Text | Thinking) and grown.echo != echo:
            self._growth.emit(EchoNoted(self._growing, echo))

    def _take_for(self, kind: type[Text] | type[Thinking]) -> None:
        """What this request brought so far, of words or of thoughts, turned out to be the other."""
        now, blocks = self._growth.clock(), self._growth.message.blocks
        for index, began_at in self._began_at.items():
            if kind is Thinking and isinstance(blocks[index], Text):
                self._growth.emit(TextWasThinking(index, began_at, now))
                # It has ended: a thought that follows is one of its own.
                self._growing = None
            elif kind is Text and isinstance(blocks[index], Thinking):
                self._growth.emit(ThinkingWasText(index))

    def _take_calls(self, events: Sequence[WrittenEvent], runs: ToolRuns) -> bool:
        became_ready = False
        for event in events:
            match event:
                case CallBegan(key, id, name):
                    self._end_joint()
                    self._growing = None
                    call = ToolUse(self._name(name), id or new_id(), round=self._number)
                    self._blocks[key] = self._growth.begin(call)
                case CallNamed(key, name):
                    self._growth.emit(ToolNamed(self._blocks[key], self._name(name)))
                case CallArguments(key, text):
                    self._growth.emit(ArgumentsAppended(self._blocks[key], text))
                    self._measure(self._blocks[key])
                case CallEchoed(key, echo):
                    self._growth.emit(EchoNoted(self._blocks[key], echo))
                case CallCompleted(key, id, name, arguments):
                    index = self._blocks[key]
                    if index != self._too_long:
                        self._growth.emit(ToolReady(index, id, self._input(name, arguments)))
                        runs.start(index)
                        became_ready = True
                case CallDropped(key):
                    self._growth.emit(ToolFinished(self._blocks.pop(key), self._growth.clock(), error=_NO_CALL))
        return became_ready

    def _measure(self, index: int) -> None:
        if len(self._growth.call(index).input_text) > self._setup.limits.arguments and self._too_long is None:
            self._too_long = index

    def _is_over_limit(self) -> bool:
        """Whether too much has come; then that is said, and what came stays."""
        limits = self._setup.limits
        if self._too_long is not None:
            tool_name = self._growth.call(self._too_long).tool_name
            self._growth.emit(ToolFinished(self._too_long, self._growth.clock(), error=_too_much(limits.arguments)))
            self._tell(_arguments_too_long(tool_name, limits.arguments))
            return True
        if self._growth.size > limits.message:
            self._tell(_answer_too_long(limits.message))
            return True
        return False

    def _name(self, wire: str) -> str:
        found = self._setup.toolbox.find(wire) if wire else None
        return found.name if found else wire

    def _input(self, name: str, arguments: str) -> JsonValue:
        """The arguments as an object, or None; in text mode they were written without their types."""
        given = _object_or_none(arguments)
        if self._written and given is not None:
            return dict(self._setup.toolbox.typed(name, given))
        return given

    def _report_usage(self) -> None:
        if used := self.usage:
            self._growth.emit(UsageReported(self._number, used.input_tokens, used.output_tokens))

    def _stop_at(self, index: int) -> EndReason:
        """The call at `index` failed, and no other is to run."""
        failed = self._growth.call(index)
        tool = self._setup.toolbox.find(failed.tool_name)
        self._growth.settle(_NOT_RUN, _STOPPED)
        self._tell(_tool_failed(tr(tool.title) if tool else failed.tool_name, failed.error))
        return "error"

    def _outcome(self) -> EndReason | None:
        if self._failed:
            return "error"
        if self._blocks or self.paused:
            return None
        brought = any(getattr(block, "round", None) == self._number for block in self._growth.message.blocks)
        if not brought and not self._has_joined:
            self._growth.begin(_EMPTY)
            return "error"
        if self._finish.kind == "length":
            self._growth.begin(_CUT_SHORT)
            return "length"
        if self._finish.reason.lower() in ("content_filter", "refusal", "safety"):
            self._growth.begin(_FILTERED)
            return "refused"
        return "stop"


def _object_or_none(arguments: str) -> dict[str, JsonValue] | None:
    try:
        return parse_arguments(arguments)
    except ValueError:
        return None


_NO_CALL = ToolError(
    "unclosed", later("The call was not closed as it must, so nothing was run. Write it again, whole.")
)
_NOT_RUN = ToolError("not_run", later("Not run: an earlier call failed."))
_STOPPED = ToolError(CANCELLED, later("The call was stopped before it ended, because another one failed."))
_EMPTY = Notice(
    "error",
    "empty_reply",
    later("The model said nothing"),
    later("The server ended its answer without a word, often because it blocked the question."),
    later("Ask in other words, or try another model."),
    actions=(RETRY,),
)
_CUT_SHORT = Notice(
    "warning",
    "length",
    later("The answer reached its length limit"),
    later("The model or the server allows no longer answer."),
    later("Let it go on."),
    actions=(CONTINUE,),
)
_FILTERED = Notice(
    "warning",
    "filtered",
    later("The provider ended the answer"),
    later("Its content filter stepped in."),
    later("Ask in other words, or try another model."),
)


def _tool_failed(title: str, error: ToolError | None) -> Notice:
    return Notice(
        "warning",
        "tool_failed",
        tr("“{tool}” failed, so the answer was stopped", tool=title),
        tr(error.message) if error else "",
        tr("What was done is kept. Let it go on: the model is told what failed."),
        actions=(CONTINUE,),
    )


def _too_much(limit: int) -> ToolError:
    return ToolError("arguments_too_long", f"Not run: the arguments are longer than {limit:,} characters.")


def _arguments_too_long(tool_name: str, limit: int) -> Notice:
    return Notice(
        "error",
        "arguments_too_long",
        tr("A tool call was too long"),
        tr(
            "The arguments of {tool} are longer than {limit:,} characters, so the answer was ended.",
            tool=tool_name,
            limit=limit,
        ),
        tr("What came is kept. Let it go on: the model is told that the call was too long."),
        actions=(CONTINUE,),
    )


def _answer_too_long(limit: int) -> Notice:
    return Notice(
        "error",
        "answer_too_long",
        tr("The answer was too long"),
        tr("It is longer than {limit:,} characters, so the connection was closed.", limit=limit),
        tr("What came is kept. Ask for the rest with a new question."),
    )
