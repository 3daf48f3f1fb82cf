"""One turn: requests, tools between and during them, and every event on the way, from the question to the end.

The answer's deltas become events the moment they come. A call runs as soon as it is complete, while the stream
goes on, one after the other; when the stream ends and there were calls, the next request tells the model what
they gave. Errors are notices; a stop leaves every call with a result.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace

from pydantic import JsonValue

from deskpet.chat import reduce
from deskpet.chat.calls import (
    CallArguments,
    CallBegan,
    CallCollector,
    CallCompleted,
    CallEchoed,
    CallNamed,
    parse_arguments,
)
from deskpet.chat.events import (
    ArgumentsAppended,
    BlockStarted,
    EchoNoted,
    EndReason,
    RequestStarted,
    TextAppended,
    ThinkingEnded,
    ToolFinished,
    ToolNamed,
    ToolReady,
    ToolStarted,
    TurnEnded,
    TurnEvent,
    TurnStarted,
    UsageReported,
)
from deskpet.chat.messages import (
    Action,
    Block,
    Echo,
    Image,
    Message,
    Notice,
    Text,
    Thinking,
    ToolError,
    ToolUse,
    new_id,
    user_message,
)
from deskpet.chat.model import (
    CallDelta,
    ChatModel,
    ChatRequest,
    Delta,
    FinishDelta,
    ImageDelta,
    NoticeDelta,
    TextDelta,
    ThinkingDelta,
    UsageDelta,
)
from deskpet.chat.textcalls import Item, TextCalls
from deskpet.chat.textprompt import TextForm, protocol, retold
from deskpet.chat.tool import Toolbox, ToolOutcome
from deskpet.chat.written import CallDropped, WrittenEvent

Listener = Callable[[TurnEvent, Message], None]
Clock = Callable[[], float]

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TurnSetup:
    """Who answers and with what: everything a turn needs but the conversation."""

    model: ChatModel
    toolbox: Toolbox
    system: str = ""
    max_rounds: int = 8
    native_tools: bool = True
    text_form: TextForm | None = None
    """Set in text mode: how the model is asked to write its calls, in any form of which they are then found."""


async def run_turn(
    setup: TurnSetup,
    history: tuple[Message, ...],
    answer: Message,
    listen: Listener,
    clock: Clock = time.time,
) -> Message:
    """Let `answer`, empty or broken off, grow until it answers the last message of `history`.

    Every event goes to `listen` as it happens, with the answer after it. Returns the finished answer. When the
    task is cancelled (Stop) the answer is finished all the same, as `cancelled`, and CancelledError goes on.
    """
    turn = _Turn(setup, history, answer, listen, clock)
    turn.emit(TurnStarted(answer.id, answer.created_at))
    reason: EndReason = "cancelled"
    try:
        reason = await turn.rounds()
    except Exception as error:
        # The answer must end in a way that the reader can see, whatever is wrong in this program.
        logger.exception("the turn failed")
        turn.begin(_broken(error))
        reason = "error"
    finally:
        turn.settle()
        turn.emit(TurnEnded(reason, clock()))
    return turn.message


class _Turn:
    """The answer while it grows. `emit` is the only way in which it changes."""

    def __init__(
        self, setup: TurnSetup, history: tuple[Message, ...], answer: Message, listen: Listener, clock: Clock
    ) -> None:
        self.message = answer
        self._setup = setup
        self._history = history
        self._listen = listen
        self._clock = clock

    def emit(self, event: TurnEvent) -> None:
        self.message = reduce.apply(self.message, event)
        self._listen(event, self.message)

    def begin(self, block: Block) -> int:
        """Add a block at the end; its index."""
        self.end_thinking()
        index = len(self.message.blocks)
        self.emit(BlockStarted(index, block))
        return index

    def end_thinking(self) -> None:
        last = self.message.blocks[-1] if self.message.blocks else None
        if isinstance(last, Thinking) and last.ended_at is None:
            self.emit(ThinkingEnded(len(self.message.blocks) - 1, self._clock()))

    def settle(self) -> None:
        """Leave nothing open: every call gets a result, so that the history stays valid for any provider."""
        self.end_thinking()
        for index, block in enumerate(self.message.blocks):
            if isinstance(block, ToolUse) and block.status == "running":
                stopped = ToolError("cancelled", "The call was stopped before it ended.")
                self.emit(ToolFinished(index, self._clock(), error=stopped))

    async def rounds(self) -> EndReason:
        done = [block.round for block in self.message.blocks if isinstance(block, Text | Thinking | ToolUse)]
        first = max(done, default=-1) + 1
        for number in range(first, first + self._setup.max_rounds):
            asked = _Round(self, self._setup, number, self._clock)
            self.emit(RequestStarted(number, self._clock()))
            await asked.run(self._request(number))
            if asked.ended:
                return asked.ended
        self.begin(_too_many_rounds(self._setup.max_rounds))
        return "max_rounds"

    def _request(self, number: int) -> ChatRequest:
        so_far = (self.message,) if self.message.blocks else ()
        last = [block for block in self.message.blocks if getattr(block, "round", None) == number - 1]
        if any(isinstance(block, Text) for block in last) and not any(isinstance(b, ToolUse) for b in last):
            so_far += (_GO_ON,)
        messages, setup = self._history + so_far, self._setup
        if setup.text_form:
            taught = protocol(setup.toolbox, setup.text_form)
            system = "\n\n".join(part for part in (setup.system, taught) if part)
            return ChatRequest(retold(messages, setup.text_form), system)
        tools = setup.toolbox.specs() if setup.native_tools else ()
        return ChatRequest(messages, setup.system, tools)


class _Round:
    """One request of a turn: its stream and the tools it calls. `ended` is None when another must follow."""

    def __init__(self, turn: _Turn, setup: TurnSetup, number: int, clock: Clock) -> None:
        self.ended: EndReason | None = None
        self._turn = turn
        self._setup = setup
        self._number = number
        self._clock = clock
        self._calls = CallCollector()
        self._written = TextCalls() if setup.text_form else None
        self._blocks: dict[int, int] = {}
        self._ready: asyncio.Queue[int | None] = asyncio.Queue()
        self._growing: int | None = None
        self._finish = ""
        self._failed = False
        self._usage: UsageDelta | None = None

    async def run(self, request: ChatRequest) -> None:
        tools = asyncio.create_task(self._run_tools())
        try:
            async with aclosing(self._setup.model.stream(request)) as deltas:
                async for delta in deltas:
                    for found in self._found(delta):
                        if self._completes_call(found):
                            # The tool starts now, before the words after it, though more of the stream is waiting.
                            await asyncio.sleep(0)
                        self._take(found)
            for found in self._written.close() if self._written else ():
                self._completes_call(found)
                self._take(found)
            self._take_calls(self._calls.close())
            self._ready.put_nowait(None)
            await tools
        finally:
            for words in self._written.held() if self._written else ():
                self._take(words)
            tools.cancel()
            await asyncio.gather(tools, return_exceptions=True)
        self._report_usage()
        self.ended = self._outcome()

    async def _run_tools(self) -> None:
        while (index := await self._ready.get()) is not None:
            block = self._turn.message.blocks[index]
            assert isinstance(block, ToolUse)
            self._turn.emit(ToolStarted(index, self._clock()))
            outcome = await self._outcome_of(block)
            self._turn.emit(ToolFinished(index, self._clock(), outcome.output, outcome.error))

    async def _outcome_of(self, call: ToolUse) -> ToolOutcome:
        if not isinstance(call.input, dict):
            why = "The arguments are not a whole JSON object. Call the tool again with valid JSON."
            return ToolOutcome(error=ToolError("invalid_arguments", why))
        return await self._setup.toolbox.call(call.tool_name, call.input)

    def _found(self, delta: Delta) -> Sequence[Delta | Item]:
        """What is in `delta`: in text mode, words may hold calls."""
        match delta:
            case TextDelta(text) if self._written:
                return self._written.feed(text)
            case NoticeDelta(notice) if self._written and notice.level == "error":
                return [*self._written.close(), delta]
            case _:
                return (delta,)

    def _completes_call(self, delta: Delta | Item) -> bool:
        """Take what `delta` says of calls. Whether a tool became ready to run."""
        match delta:
            case TextDelta(text) if text.strip():
                return self._take_calls(self._calls.text_follows())
            case CallDelta():
                return self._take_calls(self._calls.feed(delta))
            case _ if isinstance(delta, WrittenEvent):
                return self._take_calls([*self._calls.text_follows(), delta])
            case _:
                return False

    def _take(self, delta: Delta | Item) -> None:
        """Turn a delta into events."""
        match delta:
            case TextDelta(text, echo):
                self._grow(Text, text, echo)
            case ThinkingDelta(text, echo):
                self._grow(Thinking, text, echo)
            case ImageDelta(media_type, data):
                self._growing = None
                self._turn.begin(Image(media_type, data, self._number))
            case UsageDelta():
                self._usage = delta
            case FinishDelta(reason):
                self._finish = reason
            case NoticeDelta(notice):
                self._growing = None
                self._failed = self._failed or notice.level == "error"
                self._turn.begin(notice)
            case CallDelta() | CallBegan() | CallNamed() | CallArguments() | CallEchoed():
                pass
            case CallCompleted() | CallDropped():
                pass

    def _grow(self, kind: type[Text] | type[Thinking], text: str, echo: Echo | None) -> None:
        """Add to the text or thought that is growing, or begin one."""
        blocks = self._turn.message.blocks
        if self._growing is None or not isinstance(blocks[self._growing], kind):
            if not text.strip() and not echo:
                # Blank lines around a call are no paragraph of their own.
                return
            started = Text(round=self._number) if kind is Text else Thinking(round=self._number)
            if isinstance(started, Thinking):
                started = replace(started, started_at=self._clock())
            self._growing = self._turn.begin(started)
        if text:
            self._turn.emit(TextAppended(self._growing, text))
        grown = self._turn.message.blocks[self._growing]
        if echo and isinstance(grown, Text | Thinking) and grown.echo != echo:
            self._turn.emit(EchoNoted(self._growing, echo))

    def _take_calls(self, events: Sequence[WrittenEvent]) -> bool:
        became_ready = False
        for event in events:
            match event:
                case CallBegan(key, id, name):
                    self._growing = None
                    call = ToolUse(self._name(name), id or new_id(), round=self._number)
                    self._blocks[key] = self._turn.begin(call)
                case CallNamed(key, name):
                    self._turn.emit(ToolNamed(self._blocks[key], self._name(name)))
                case CallArguments(key, text):
                    self._turn.emit(ArgumentsAppended(self._blocks[key], text))
                case CallEchoed(key, echo):
                    self._turn.emit(EchoNoted(self._blocks[key], echo))
                case CallCompleted(key, id, name, arguments):
                    index = self._blocks[key]
                    self._turn.emit(ToolReady(index, id, self._input(name, arguments)))
                    self._ready.put_nowait(index)
                    became_ready = True
                case CallDropped(key):
                    self._turn.emit(ToolFinished(self._blocks.pop(key), self._clock(), error=_NO_CALL))
        return became_ready

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
        if self._usage:
            used = self._usage
            self._turn.emit(UsageReported(self._number, used.input_tokens, used.output_tokens))

    def _outcome(self) -> EndReason | None:
        if self._failed:
            return "error"
        if self._blocks:
            return None
        if not any(getattr(block, "round", None) == self._number for block in self._turn.message.blocks):
            self._turn.begin(_EMPTY)
            return "error"
        if self._finish in ("length", "max_tokens"):
            self._turn.begin(_CUT_SHORT)
            return "length"
        if self._finish in ("content_filter", "refusal", "safety"):
            self._turn.begin(_FILTERED)
            return "refused"
        return "stop"


def _object_or_none(arguments: str) -> dict[str, JsonValue] | None:
    try:
        return parse_arguments(arguments)
    except ValueError:
        return None


def _too_many_rounds(rounds: int) -> Notice:
    return Notice(
        "warning",
        "max_rounds",
        "The answer took too many steps",
        f"The model asked for tools {rounds} times in a row.",
        "Let it go on, or raise max_rounds in the settings.",
        actions=(Action("continue", "Continue"),),
    )


def _broken(error: Exception) -> Notice:
    return Notice(
        "error",
        "internal",
        "Something went wrong in the program",
        f"{type(error).__name__}: {error}",
        "What came is kept. Please report this with the log.",
        actions=(Action("retry", "Try again"),),
    )


_NO_CALL = ToolError("unclosed", "The call was not closed as it must, so nothing was run. Write it again, whole.")
# Sent, never shown or kept: a broken answer can only be gone on with after a word of the user's.
_GO_ON = user_message("Your answer was cut off. Go on exactly where it stopped, without repeating anything.")
_EMPTY = Notice(
    "error",
    "empty_reply",
    "The model said nothing",
    "The server ended its answer without a word, often because it blocked the question.",
    "Ask in other words, or try another model.",
    actions=(Action("retry", "Try again"),),
)
_CUT_SHORT = Notice(
    "warning",
    "length",
    "The answer reached its length limit",
    "The model or the server allows no longer answer.",
    "Let it go on.",
    actions=(Action("continue", "Continue"),),
)
_FILTERED = Notice(
    "warning",
    "filtered",
    "The provider ended the answer",
    "Its content filter stepped in.",
    "Ask in other words, or try another model.",
)
