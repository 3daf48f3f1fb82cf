"""The events of a turn, in the order in which they happen: the one stream that draws, moves and keeps.

An event about a block carries the block's index in its message. `reduce.apply` turns the events back into the
message, so whoever has the events has everything.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from pydantic import JsonValue, TypeAdapter

from deskpet.chat.messages import Block, Echo, Progress, Resolution, ToolError

EndReason = Literal["stop", "length", "refused", "max_rounds", "cancelled", "error"]


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """An answer begins; its message is empty yet."""

    message_id: str
    at: float


@dataclass(frozen=True, slots=True)
class RequestStarted:
    """A request was sent to the model; `round` counts from 0 within the turn.

    `tokens` is about how many it has, 0 where no limit made it necessary to know.
    """

    round: int
    at: float
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class BlockStarted:
    """A block was added at the end of the message."""

    block: int
    value: Block


@dataclass(frozen=True, slots=True)
class TextAppended:
    """A text or thinking block grew by `text`."""

    block: int
    text: str


@dataclass(frozen=True, slots=True)
class ThinkingEnded:
    """The model stopped thinking in this block."""

    block: int
    at: float


@dataclass(frozen=True, slots=True)
class TextWasThinking:
    """A text block turned out to be a thought, from `started_at` to `at`. It keeps its place and every word."""

    block: int
    started_at: float
    at: float


@dataclass(frozen=True, slots=True)
class ThinkingWasText:
    """A thought turned out to be words for the reader. It keeps its place and every word."""

    block: int


@dataclass(frozen=True, slots=True)
class ToolNamed:
    """The name of a call became known, or longer, after the call began."""

    block: int
    tool_name: str


@dataclass(frozen=True, slots=True)
class ArgumentsAppended:
    """A piece of a call's arguments arrived, as raw text."""

    block: int
    text: str


@dataclass(frozen=True, slots=True)
class ToolReady:
    """A call is complete: no more arguments will come. It may still wait for the tool before it.

    `input` is None when the arguments are no JSON object.
    """

    block: int
    call_id: str
    input: JsonValue


@dataclass(frozen=True, slots=True)
class ApprovalAsked:
    """A complete call may only run when a person says so: it waits for their word."""

    block: int
    at: float


@dataclass(frozen=True, slots=True)
class ApprovalAnswered:
    """A person said whether the call may run; when not, `ToolFinished` follows with the error `refused`."""

    block: int
    at: float
    approved: bool


@dataclass(frozen=True, slots=True)
class ToolStarted:
    """The tool of a complete call begins to run."""

    block: int
    at: float


@dataclass(frozen=True, slots=True)
class ToolProgressed:
    """A running tool told how far it is."""

    block: int
    progress: Progress


@dataclass(frozen=True, slots=True)
class ToolFinished:
    """A tool call ended; its card turns green, or red when there is an error."""

    block: int
    at: float
    output: JsonValue = None
    error: ToolError | None = None


@dataclass(frozen=True, slots=True)
class RerunStarted:
    """A person runs the call once more; only after the turn, and not for the model."""

    block: int
    at: float


@dataclass(frozen=True, slots=True)
class RerunFinished:
    """What the call gave when it was run once more."""

    block: int
    at: float
    output: JsonValue = None
    error: ToolError | None = None


@dataclass(frozen=True, slots=True)
class EchoNoted:
    """The provider wants these fields of this block back in the next request."""

    block: int
    echo: Echo


@dataclass(frozen=True, slots=True)
class NoticeResolved:
    """What a notice tells of is settled: it folds to a line, and its buttons go."""

    block: int
    resolution: Resolution


@dataclass(frozen=True, slots=True)
class UsageReported:
    """What one request cost, in tokens, as the provider counts."""

    round: int
    input_tokens: int
    output_tokens: int


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """Nothing more will be added to the message."""

    reason: EndReason
    at: float


TurnEvent = (
    TurnStarted
    | RequestStarted
    | BlockStarted
    | TextAppended
    | ThinkingEnded
    | TextWasThinking
    | ThinkingWasText
    | ToolNamed
    | ArgumentsAppended
    | ToolReady
    | ApprovalAsked
    | ApprovalAnswered
    | ToolStarted
    | ToolProgressed
    | ToolFinished
    | RerunStarted
    | RerunFinished
    | EchoNoted
    | NoticeResolved
    | UsageReported
    | TurnEnded
)

_adapter: TypeAdapter[TurnEvent] = TypeAdapter(TurnEvent)


def event_name(event: TurnEvent) -> str:
    """The event's name in snake case, as `--json` prints it: `TextAppended` is `text_appended`."""
    return _snake_case(type(event).__name__)


def _snake_case(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def to_json(event: TurnEvent) -> dict[str, Any]:
    """The event as JSON values, its name under `event`."""
    return {"event": event_name(event)} | _adapter.dump_python(event, mode="json")


_adapters: dict[str, TypeAdapter[TurnEvent]] = {}


def from_json(value: Mapping[str, Any]) -> TurnEvent:
    """The event that `to_json` wrote. Raises ValueError (pydantic's, too) on anything else."""
    if not _adapters:
        _adapters.update((_snake_case(kind.__name__), TypeAdapter(kind)) for kind in get_args(TurnEvent))
    name, fields = value.get("event"), {key: each for key, each in value.items() if key != "event"}
    if name not in _adapters:
        raise ValueError(f"there is no event {name}")
    return _adapters[name].validate_python(fields)
