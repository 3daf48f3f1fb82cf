"""Statistics of a turn, computed from its events: times, tokens and characters of each request and tool call."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil

from deskpet.chat.call_collector import is_json_object
from deskpet.chat.events import (
    ArgumentsAppended,
    BlockStarted,
    DocumentsIncluded,
    EndReason,
    IncludedDocument,
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
from deskpet.chat.reduce import Clock


def _seconds(start: float | None, end: float | None) -> float | None:
    """Return the time between two Unix times; None if one is unknown, and 0 if the clock was set back between them."""
    return None if start is None or end is None else max(end - start, 0.0)


@dataclass(frozen=True, slots=True)
class RequestReport:
    """One request. Times are Unix seconds; `first_at` and `last_at` are those of its first and last delta.

    `estimated` is the estimated size of the request in tokens; `input_tokens` and `output_tokens` are reported by the
    provider. Each is 0 if unknown. `characters` counts the received text, reasoning and arguments.
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
        """Seconds from the request to the first delta; None if there was none."""
        return _seconds(self.started_at, self.first_at)

    @property
    def tokens_per_second(self) -> float | None:
        """Output tokens per second between the first and the last delta; None if unknown."""
        if self.first_at is None or self.last_at is None or self.last_at <= self.first_at or not self.output_tokens:
            return None
        return self.output_tokens / (self.last_at - self.first_at)


_MAX_CHECKED = 64 * 1024
UNUSABLE_CALL_ERRORS = frozenset(("invalid_arguments", "unknown_tool", "unclosed", "arguments_too_long"))
"""Error codes of calls that were detected but could not be used, because of how the model or the server wrote them."""


@dataclass(frozen=True, slots=True)
class ToolReport:
    """One tool call. Times are Unix seconds, None if not reached; `error` is the error's code.

    `began_at` and `ready_at` are the times of its first piece and of its last one. `position` counts the characters of
    the turn that arrived before it. `is_mended` is set if its arguments were no JSON object as they came, such as
    arguments sent twice. `ran_beside` is set if another tool of the turn ran at the same time.
    """

    tool_name: str
    call_id: str
    round: int
    started_at: float | None = None
    ended_at: float | None = None
    error: str = ""
    began_at: float | None = None
    ready_at: float | None = None
    position: int = 0
    is_mended: bool = False
    ran_beside: bool = False

    @property
    def seconds(self) -> float | None:
        """Run time in seconds; None if the tool did not run or is still running."""
        return _seconds(self.started_at, self.ended_at)

    @property
    def detection_seconds(self) -> float | None:
        """Seconds from the first piece of the call until it could run; None if it never could."""
        return _seconds(self.began_at, self.ready_at)

    @property
    def is_unusable(self) -> bool:
        """Whether the call could not be used as it was written."""
        return self.error in UNUSABLE_CALL_ERRORS


@dataclass(frozen=True, slots=True)
class TurnReport:
    """One turn; `reason` and `ended_at` are None while it is running.

    `notices` holds the codes of its notices, and `documents` what its requests contain of the user's documents.
    """

    message_id: str = ""
    started_at: float = 0.0
    ended_at: float | None = None
    reason: EndReason | None = None
    requests: tuple[RequestReport, ...] = ()
    tools: tuple[ToolReport, ...] = ()
    notices: tuple[str, ...] = ()
    documents: tuple[IncludedDocument, ...] = ()

    @property
    def seconds(self) -> float | None:
        """Duration in seconds; None while it is running."""
        return _seconds(self.started_at, self.ended_at)

    @property
    def tool_seconds(self) -> tuple[float, ...]:
        """Run times in seconds of the tools that have finished."""
        return tuple(tool.seconds for tool in self.tools if tool.seconds is not None)


def percentile(values: Sequence[float], percent: int) -> float | None:
    """Return the percentile of `values` by the nearest-rank method, or None if there are no values."""
    return sorted(values)[max(ceil(len(values) * percent / 100), 1) - 1] if values else None


class TurnReporter:
    """Turn listener that keeps the report of the last turn; listens to EVENTS.

    `clock` gives the time of deltas in Unix seconds.
    """

    EVENTS = (
        *(TurnStarted, TurnEnded, RequestStarted, DocumentsIncluded, UsageReported, BlockStarted),
        *(TextAppended, ArgumentsAppended, ToolReady, ToolStarted, ToolFinished),
    )

    def __init__(self, clock: Clock = time.time) -> None:
        self._clock = clock
        self._turn = TurnReport()
        self._requests: list[RequestReport] = []
        self._tools: dict[int, ToolReport] = {}
        self._notices: list[str] = []
        self._first_at: float | None = None
        self._last_at: float | None = None
        self._characters = self._characters_before = 0

    @property
    def report(self) -> TurnReport:
        """The report of the current or last turn."""
        self._close_request()
        tools = tuple(self._tools.values())
        return replace(self._turn, requests=tuple(self._requests), tools=tools, notices=tuple(self._notices))

    def tool_at(self, block: int) -> ToolReport | None:
        """Return the report of the call in this block of the turn, or None."""
        return self._tools.get(block)

    def __call__(self, event: TurnEvent, answer: Message) -> None:
        """Update the report with an event and the answer after it."""
        match event:
            case TextAppended(_, text) | ArgumentsAppended(_, text):
                self._count_delta(len(text))
            case BlockStarted(index, value):
                self._start_block(index, value)
            case TurnStarted(message_id):
                self._turn = TurnReport(message_id, self._clock())
                self._requests, self._tools, self._notices = [], {}, []
                self._characters = self._characters_before = 0
            case DocumentsIncluded(documents):
                self._turn = replace(self._turn, documents=documents)
            case RequestStarted(number, at, tokens):
                self._close_request()
                self._requests.append(RequestReport(number, at, estimated=tokens))
                self._characters_before += self._characters
                self._first_at, self._last_at, self._characters = None, None, 0
            case UsageReported(_, input_tokens, output_tokens) if self._requests:
                self._requests[-1] = replace(self._requests[-1], input_tokens=input_tokens, output_tokens=output_tokens)
            case TurnEnded(reason, at):
                self._turn = replace(self._turn, reason=reason, ended_at=at)
            case ToolReady() | ToolStarted() | ToolFinished():
                self._update_tool(event, answer)
            case _:
                # No other event changes a figure.
                pass

    def _start_block(self, index: int, value: object) -> None:
        if isinstance(value, Notice):
            self._notices.append(value.code)
            return
        self._count_delta(0)
        if isinstance(value, ToolUse):
            self._tools[index] = ToolReport(
                value.tool_name,
                value.call_id,
                value.round,
                began_at=self._clock(),
                position=self._characters_before + self._characters,
            )

    def _count_delta(self, characters: int) -> None:
        self._last_at = self._clock()
        if self._first_at is None:
            self._first_at = self._last_at
        self._characters += characters

    def _update_tool(self, event: ToolReady | ToolStarted | ToolFinished, answer: Message) -> None:
        call = answer.blocks[event.block]
        if event.block not in self._tools or not isinstance(call, ToolUse):
            return
        updated = replace(self._tools[event.block], tool_name=call.tool_name, call_id=call.call_id)
        match event:
            case ToolReady():
                # Long arguments are not parsed again.
                text = str(call.input_text)
                is_plain = len(text) > _MAX_CHECKED or (text.lstrip()[:1] in ("", "{") and is_json_object(text))
                mended = isinstance(call.input, dict) and not is_plain
                updated = replace(updated, ready_at=updated.ready_at or self._clock(), is_mended=mended)
            case ToolStarted(_, at):
                updated = replace(updated, started_at=at, ended_at=None, ran_beside=self._mark_parallel(event.block))
            case ToolFinished(_, at, _, error):
                updated = replace(updated, ended_at=at, error=error.code if error else "")
        self._tools[event.block] = updated

    def _mark_parallel(self, block: int) -> bool:
        """Mark the tools that run while the one in `block` starts. Return whether there is any."""
        running = [
            index
            for index, tool in self._tools.items()
            if index != block and tool.started_at is not None and tool.ended_at is None
        ]
        for index in running:
            self._tools[index] = replace(self._tools[index], ran_beside=True)
        return bool(running)

    def _close_request(self) -> None:
        if self._requests:
            request = replace(self._requests[-1], first_at=self._first_at, last_at=self._last_at)
            self._requests[-1] = replace(request, characters=self._characters)
