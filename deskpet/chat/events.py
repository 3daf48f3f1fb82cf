"""The events of a turn and their JSON form. Views, the character and the store all follow this one stream.

An event about a block carries the block's index in its message. `reduce.apply` rebuilds the message from the events
alone.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from pydantic import JsonValue, TypeAdapter

from deskpet.chat.messages import Block, DisplayValue, Echo, Progress, Resolution, ToolError
from deskpet.chat.permission import Rule
from deskpet.chat.question import Question, ReplyAction

EndReason = Literal["stop", "length", "refused", "max_rounds", "cancelled", "error", "waiting"]
"""Reason why an answer ended. `waiting`: the program ended while a call waited for approval, and goes on later."""


@dataclass(frozen=True, slots=True)
class BlockEvent:
    """An event about the block with this index in its message."""

    block: int


@dataclass(frozen=True, slots=True)
class TimedBlockEvent(BlockEvent):
    """An event about a block, at a time in Unix seconds."""

    at: float


@dataclass(frozen=True, slots=True)
class _Asked(TimedBlockEvent):
    effect: DisplayValue | None = None
    reason: str = ""
    is_manual: bool = False


@dataclass(frozen=True, slots=True)
class _Answered(TimedBlockEvent):
    approved: bool
    rule: Rule | None = None


@dataclass(frozen=True, slots=True)
class _Finished(TimedBlockEvent):
    output: JsonValue = None
    error: ToolError | None = None


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """An answer begins: a new one with an empty message, or one that is continued."""

    message_id: str
    at: float


@dataclass(frozen=True, slots=True)
class RequestStarted:
    """A request is about to be sent to the model; `round` counts the requests of an answer from 0.

    `tokens` is its estimated size, 0 if there is no limit and so no estimate.
    """

    round: int
    at: float
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class FactsIncluded:
    """Each request of this turn contains facts about the user.

    facts: the ids of the facts. reads: the values of Reads that they set for the conversation.
    """

    facts: tuple[str, ...]
    reads: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class IncludedDocument:
    """The share of a document that a request contains: all of it, or the parts that match the question.

    `pages` are the numbers from 1 of the pages that are told, wholly or in part, of `page_count` in all.
    """

    name: str
    is_whole: bool
    pages: tuple[int, ...]
    page_count: int


@dataclass(frozen=True, slots=True)
class DocumentsIncluded:
    """Each request of this turn contains documents that the user attached."""

    documents: tuple[IncludedDocument, ...]


@dataclass(frozen=True, slots=True)
class BlockStarted(BlockEvent):
    """A block was added at the end of the message."""

    value: Block


@dataclass(frozen=True, slots=True)
class TextAppended(BlockEvent):
    """`text` was appended to a text or thinking block."""

    text: str


@dataclass(frozen=True, slots=True)
class ThinkingEnded(TimedBlockEvent):
    """The reasoning in this block ended."""


@dataclass(frozen=True, slots=True)
class TextWasThinking(BlockEvent):
    """A text block turned out to be reasoning, from `started_at` to `at`. Its index and text stay the same."""

    started_at: float
    at: float


@dataclass(frozen=True, slots=True)
class ThinkingWasText(BlockEvent):
    """A thinking block turned out to be text for the reader. Its index and text stay the same."""


@dataclass(frozen=True, slots=True)
class ToolNamed(BlockEvent):
    """The tool name of a call arrived, or grew, after the call began."""

    tool_name: str


@dataclass(frozen=True, slots=True)
class ArgumentsAppended(BlockEvent):
    """A piece of a call's arguments arrived, as raw text."""

    text: str


@dataclass(frozen=True, slots=True)
class ToolReady(BlockEvent):
    """A call is complete: no more arguments will arrive. It may still wait for earlier tools.

    `input` is None if the arguments are not a JSON object. The event comes before the end of the arguments for a tool
    that may run early; it comes again if they or the id change after that. `is_mended`: they were nearly JSON.
    """

    call_id: str
    input: JsonValue
    is_mended: bool = False


@dataclass(frozen=True, slots=True)
class ApprovalAsked(_Asked):
    """A complete call waits for the user's approval; the fields are those of Approval."""


@dataclass(frozen=True, slots=True)
class ApprovalAnswered(_Answered):
    """The user allowed or refused the call; after a refusal `ToolFinished` follows with the error `refused`.

    `rule`: the user wants no more questions about such calls.
    """


@dataclass(frozen=True, slots=True)
class ToolStarted(TimedBlockEvent):
    """The tool of a call starts to run; again if it started early and its arguments changed.

    `rule`: the user's rule that allows it. `reads`: the values of Reads that it sets for the conversation.
    """

    rule: Rule | None = None
    reads: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ToolContinues(TimedBlockEvent):
    """The answer goes on while the tool runs in the background; `ToolFinished` may come after the turn."""


@dataclass(frozen=True, slots=True)
class ToolProgressed(BlockEvent):
    """A running tool reported its progress."""

    progress: Progress


@dataclass(frozen=True, slots=True)
class QuestionAsked(TimedBlockEvent):
    """The program behind a running tool asks the user; the call waits for `QuestionAnswered`, or ends without it."""

    question: Question


@dataclass(frozen=True, slots=True)
class QuestionAnswered(TimedBlockEvent):
    """The user answered the question of a running tool. The values go to the tool only."""

    action: ReplyAction


@dataclass(frozen=True, slots=True)
class ToolFinished(_Finished):
    """A tool call ended; its card turns green, or red if there is an error."""


@dataclass(frozen=True, slots=True)
class GestureShown(TimedBlockEvent):
    """A gesture was shown later than its call ended: when the words before it were heard."""


@dataclass(frozen=True, slots=True)
class ToolUndone(TimedBlockEvent):
    """The user reverted the call, or tried to: `words` says what was done, `error` why it failed."""

    words: str = ""
    error: ToolError | None = None


@dataclass(frozen=True, slots=True)
class RerunStarted(TimedBlockEvent):
    """The user wants to run the call again, after the turn; the model is not told."""


@dataclass(frozen=True, slots=True)
class RerunAsked(_Asked):
    """The run of `RerunStarted` waits for the user's approval; the fields are those of Approval."""


@dataclass(frozen=True, slots=True)
class RerunAnswered(_Answered):
    """The user allowed or refused the run; after a refusal `RerunFinished` follows with the error `refused`.

    `rule`: the user wants no more questions about such calls.
    """


@dataclass(frozen=True, slots=True)
class RerunFinished(_Finished):
    """A run of `RerunStarted` ended, with its output or error."""


@dataclass(frozen=True, slots=True)
class EchoNoted(BlockEvent):
    """The provider requires these fields of the block to be sent back in the next request."""

    echo: Echo


@dataclass(frozen=True, slots=True)
class NoticeResolved(BlockEvent):
    """A notice was resolved: it collapses to one line without buttons."""

    resolution: Resolution


@dataclass(frozen=True, slots=True)
class SpeechInterrupted:
    """The user interrupted the voice, which reads the answer aloud: `heard` characters of its text were heard."""

    heard: int


@dataclass(frozen=True, slots=True)
class UsageReported:
    """Token counts of one request reported by the provider."""

    round: int
    input_tokens: int
    output_tokens: int


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The answer ended for `reason`: nothing more is added to the message in this turn."""

    reason: EndReason
    at: float


TurnEvent = (
    TurnStarted
    | RequestStarted
    | FactsIncluded
    | DocumentsIncluded
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
    | ToolContinues
    | ToolProgressed
    | QuestionAsked
    | QuestionAnswered
    | ToolFinished
    | GestureShown
    | ToolUndone
    | RerunStarted
    | RerunAsked
    | RerunAnswered
    | RerunFinished
    | EchoNoted
    | NoticeResolved
    | SpeechInterrupted
    | UsageReported
    | TurnEnded
)

NOT_GROWING = frozenset(get_args(TurnEvent)) - {TextAppended, ArgumentsAppended}
"""All types of events but those of each piece of a text."""

_adapter: TypeAdapter[TurnEvent] = TypeAdapter(TurnEvent)


# The names of events that are stored and printed under another name than that of their class.
_NAMES = {FactsIncluded: "facts_told", DocumentsIncluded: "documents_told"}


def name_of(kind: type[Any]) -> str:
    """Return the name of a kind of event as stored and printed by `--json`: `text_appended` for `TextAppended`."""
    return _NAMES.get(kind) or snake_case(kind.__name__)


def event_name(event: TurnEvent) -> str:
    """Return the event's name, see `name_of`."""
    return name_of(type(event))


def snake_case(name: str) -> str:
    """Return the name of a class in lower case, with `_` between its words."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def to_json(event: TurnEvent) -> dict[str, Any]:
    """Convert the event to JSON values, with its name under `event`."""
    return {"event": event_name(event)} | _adapter.dump_python(event, mode="json")


_adapters: dict[str, TypeAdapter[TurnEvent]] = {}


def from_json(value: Mapping[str, Any]) -> TurnEvent:
    """Read an event from the JSON values of `to_json`. Raises ValueError or pydantic's subclass of it if invalid."""
    if not _adapters:
        _adapters.update((name_of(kind), TypeAdapter(kind)) for kind in get_args(TurnEvent))
    name, fields = value.get("event"), {key: each for key, each in value.items() if key != "event"}
    if name not in _adapters:
        raise ValueError(f"there is no event {name}")
    return _adapters[name].validate_python(fields)
