"""Messages and their blocks: frozen values with no identity of their own.

An answer is one message however many requests it takes; `round` says which request a block came from, so that
the exchange can be told to a provider again in its own order.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal
from uuid import uuid4

from pydantic import Field, JsonValue, TypeAdapter

from deskpet.chat.streaming_text import StreamingText

Role = Literal["user", "assistant"]
ToolStatus = Literal["running", "success", "error"]
Level = Literal["info", "warning", "error"]
# How a notice was settled. `joined`: the text before it went on at the very letter, so nothing is left to be said.
Resolution = Literal["continued", "joined", "retried", "text_mode", "undone", "settings", "kept"]


@dataclass(frozen=True, slots=True)
class Echo:
    """Fields of a provider's own that it wants back unchanged; nobody else ever sees them."""

    provider: str
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Text:
    """Words for the reader, in markdown."""

    text: StreamingText = field(default_factory=StreamingText)
    round: int = 0
    echo: Echo | None = None
    kind: Literal["text"] = "text"


@dataclass(frozen=True, slots=True)
class Thinking:
    """The model's reasoning; shown folded, never spoken. Times are Unix seconds."""

    text: StreamingText = field(default_factory=StreamingText)
    started_at: float = 0.0
    ended_at: float | None = None
    round: int = 0
    echo: Echo | None = None
    kind: Literal["thinking"] = "thinking"


@dataclass(frozen=True, slots=True)
class ToolError:
    """Why a call failed, in a form that a model can act on."""

    code: str
    message: str
    available: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a tool says it is: `fraction` from 0 to 1, None where it can't know; `words` for people."""

    fraction: float | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class LaterRun:
    """The same call run again by a person after the answer. Times are Unix seconds.

    It is theirs alone: the model is never told of it, for it wrote on from what the first run gave.
    """

    started_at: float
    ended_at: float | None = None
    output: JsonValue = None
    error: ToolError | None = None


@dataclass(frozen=True, slots=True)
class ToolUse:
    """One call of a tool: the card in the message.

    `input_text` grows while the arguments stream; `input` is set when the call is complete. A call that needs a
    person's word is `asked_at` and `answered_at`. It runs from `started_at` to `ended_at`; before, it is still being
    written, is asked about, or waits for its turn. All times are Unix seconds. `callstate.state_of` names where it is.
    """

    tool_name: str
    call_id: str
    status: ToolStatus = "running"
    input_text: StreamingText = field(default_factory=StreamingText)
    input: JsonValue = None
    output: JsonValue = None
    error: ToolError | None = None
    asked_at: float | None = None
    answered_at: float | None = None
    started_at: float | None = None
    ended_at: float | None = None
    progress: Progress | None = None
    later_runs: tuple[LaterRun, ...] = ()
    round: int = 0
    echo: Echo | None = None
    kind: Literal["tool_use"] = "tool_use"


@dataclass(frozen=True, slots=True)
class Image:
    """A picture in a message, base64 as providers take it."""

    media_type: str
    data: str
    round: int = 0
    kind: Literal["image"] = "image"


@dataclass(frozen=True, slots=True)
class Action:
    """A button on a notice; `name` says to the program what `label` says to the reader."""

    name: str
    label: str


@dataclass(frozen=True, slots=True)
class Notice:
    """What the program has to say about the answer: never words of the model.

    `code` is a stable word for programs, `title` what happened, `cause` why, `next_step` what to do,
    `details` the raw material (a body, a status line), free of secrets. Where it tells of a summary of earlier
    messages, that is in `details`, and `kept` says how many messages right before this one are still sent whole.
    One with a `resolution` is settled: it is history, and its actions are offered no more.
    """

    level: Level
    code: str
    title: str
    cause: str = ""
    next_step: str = ""
    details: str = ""
    actions: tuple[Action, ...] = ()
    kept: int = 0
    resolution: Resolution | None = None
    kind: Literal["notice"] = "notice"

    def offers(self, action: str) -> bool:
        """Whether the action of this name can be taken now."""
        return self.resolution is None and any(each.name == action for each in self.actions)


Block = Annotated[Text | Thinking | ToolUse | Image | Notice, Field(discriminator="kind")]


def new_id() -> str:
    """A fresh identity for a message or a call."""
    return uuid4().hex


@dataclass(frozen=True, slots=True)
class Message:
    """One turn's words of one side. `ended` is None while the answer grows, then the reason it stopped."""

    role: Role
    blocks: tuple[Block, ...] = ()
    id: str = field(default_factory=new_id)
    created_at: float = 0.0
    ended: str | None = None

    @property
    def text(self) -> str:
        """All words for the reader, without cards, thoughts and notices."""
        return "".join(str(block.text) for block in self.blocks if isinstance(block, Text))


_adapter: TypeAdapter[Message] = TypeAdapter(Message)


def to_json(message: Message) -> dict[str, Any]:
    """The message as JSON values; `from_json` reads it back."""
    return _adapter.dump_python(message, mode="json")


def from_json(value: object) -> Message:
    """The message that `to_json` wrote. Raises pydantic.ValidationError on anything else."""
    return _adapter.validate_python(value)


def from_json_text(text: str | bytes) -> Message:
    """The message that `to_json` wrote, from its JSON as text. Raises pydantic.ValidationError on anything else."""
    return _adapter.validate_json(text)


def user_message(text: str, created_at: float = 0.0, images: Iterable[Image] = ()) -> Message:
    """What a person said, after the `images` that go with it."""
    pictures = tuple(images)
    words = (Text(StreamingText(text)),) if text or not pictures else ()
    return Message("user", (*pictures, *words), created_at=created_at, ended="stop")
