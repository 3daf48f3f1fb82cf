"""What happened in a turn, in figures: each request and each tool, made from the turn's events alone."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil

from deskpet.chat.answer_builder import Clock
from deskpet.chat.events import (
    ArgumentsAppended,
    BlockStarted,
    EndReason,
    RequestStarted,
    TextAppended,
    ToolFinished,
    ToolReady,
    ToolStarted,
    TurnEnded,
    TurnEvent,
    TurnStarted,
    UsageReported,
)
from deskpet.chat.messages import Message, Notice, ToolUse


@dataclass(frozen=True, slots=True)
class RequestReport:
    """One request. Times are Unix seconds; `first_at` and `last_at` those of its first and last delta.

    `estimated` is how many tokens it was thought to have, the others are the provider's; 0 where nobody counted.
    `characters` is how many came, of words, thoughts and arguments.
    """

    round: int
    started_at: float
    first_at: float | None = None
    last_at: float | None = None
    estimated: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    characters: int = 0

    @property
    def seconds_to_first(self) -> float | None:
        """From the request to the first delta; None when none came."""
        return None if self.first_at is None else self.first_at - self.started_at

    @property
    def tokens_per_second(self) -> float | None:
        """How fast the tokens came once they did; None where it can't be known."""
        if self.first_at is None or self.last_at is None or self.last_at <= self.first_at or not self.output_tokens:
            return None
        return self.output_tokens / (self.last_at - self.first_at)


@dataclass(frozen=True, slots=True)
class ToolReport:
    """One call. Times are Unix seconds, None where it did not come so far; `error` is the error's code."""

    tool_name: str
    call_id: str
    round: int
    started_at: float | None = None
    ended_at: float | None = None
    error: str = ""

    @property
    def seconds(self) -> float | None:
        """How long the tool ran; None when it did not run, or runs still."""
        return None if self.started_at is None or self.ended_at is None else self.ended_at - self.started_at


@dataclass(frozen=True, slots=True)
class TurnReport:
    """A turn so far; `reason` and `ended_at` are None while it goes on. `notices` are their codes."""

    message_id: str = ""
    started_at: float = 0.0
    ended_at: float | None = None
    reason: EndReason | None = None
    requests: tuple[RequestReport, ...] = ()
    tools: tuple[ToolReport, ...] = ()
    notices: tuple[str, ...] = ()

    @property
    def tool_seconds(self) -> tuple[float, ...]:
        """How long each tool ran that did."""
        return tuple(tool.seconds for tool in self.tools if tool.seconds is not None)


def percentile(values: Sequence[float], percent: int) -> float | None:
    """The least of `values` that is not exceeded by `percent` of them (nearest rank); None where there are none."""
    return sorted(values)[max(ceil(len(values) * percent / 100), 1) - 1] if values else None


class Reporter:
    """A listener of turns that keeps the report of the last one. `clock` gives the time of deltas, in Unix seconds."""

    def __init__(self, clock: Clock = time.time) -> None:
        self._clock = clock
        self._turn = TurnReport()
        self._requests: list[RequestReport] = []
        self._tools: dict[int, ToolReport] = {}
        self._notices: list[str] = []
        self._first_at: float | None = None
        self._last_at: float | None = None
        self._characters = 0

    @property
    def report(self) -> TurnReport:
        """The turn so far."""
        self._close_request()
        tools = tuple(self._tools.values())
        return replace(self._turn, requests=tuple(self._requests), tools=tools, notices=tuple(self._notices))

    def __call__(self, event: TurnEvent, answer: Message) -> None:
        """Hear of an event and the answer after it."""
        match event:
            case TextAppended(_, text) | ArgumentsAppended(_, text):
                self._came(len(text))
            case BlockStarted(index, value):
                self._begun(index, value)
            case TurnStarted(message_id):
                self._begin(TurnReport(message_id, self._clock()))
            case RequestStarted(number, at, tokens):
                self._close_request()
                self._requests.append(RequestReport(number, at, estimated=tokens))
                self._first_at, self._last_at, self._characters = None, None, 0
            case UsageReported(_, sent, received) if self._requests:
                self._requests[-1] = replace(self._requests[-1], input_tokens=sent, output_tokens=received)
            case TurnEnded(reason, at):
                self._turn = replace(self._turn, reason=reason, ended_at=at)
            case ToolReady() | ToolStarted() | ToolFinished():
                self._tool(event, answer)
            case _:
                pass

    def _begin(self, turn: TurnReport) -> None:
        self._turn = turn
        self._requests, self._tools, self._notices = [], {}, []

    def _begun(self, index: int, value: object) -> None:
        if isinstance(value, Notice):
            self._notices.append(value.code)
            return
        self._came(0)
        if isinstance(value, ToolUse):
            self._tools[index] = ToolReport(value.tool_name, value.call_id, value.round)

    def _came(self, characters: int) -> None:
        self._last_at = self._clock()
        if self._first_at is None:
            self._first_at = self._last_at
        self._characters += characters

    def _tool(self, event: ToolReady | ToolStarted | ToolFinished, answer: Message) -> None:
        call = answer.blocks[event.block]
        if event.block not in self._tools or not isinstance(call, ToolUse):
            return
        known = replace(self._tools[event.block], tool_name=call.tool_name, call_id=call.call_id)
        match event:
            case ToolReady():
                pass  # it has its id now
            case ToolStarted(_, at):
                known = replace(known, started_at=at)
            case ToolFinished(_, at, _, error):
                known = replace(known, ended_at=at, error=error.code if error else "")
        self._tools[event.block] = known

    def _close_request(self) -> None:
        if self._requests:
            came = replace(self._requests[-1], first_at=self._first_at, last_at=self._last_at)
            self._requests[-1] = replace(came, characters=self._characters)
