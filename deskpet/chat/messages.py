"""Messages and their blocks as frozen values, and their JSON form.

An answer is one message however many requests it takes. `round` is the number of the request that a block came from,
so that the exchange can be sent to a provider again in the original order.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal
from uuid import uuid4

from pydantic import Field, JsonValue, TypeAdapter

from deskpet.chat.permission import Rule
from deskpet.chat.question import Question
from deskpet.chat.streaming_text import StreamingText

Role = Literal["user", "assistant"]
ToolStatus = Literal["running", "success", "error"]
Level = Literal["info", "warning", "error"]
# How a notice was resolved. `joined`: the text before it continued at its last character, so the notice is hidden.
Resolution = Literal["continued", "joined", "retried", "text_mode", "undone", "settings", "kept"]


BACKGROUND_ENDED = "background_ended"
"""Code of the notice that begins an answer of the character's own about calls that ended in the background."""

UNASKED = "unasked"
"""Code of the notice that begins words of the character that nobody asked for."""


@dataclass(frozen=True, slots=True)
class Echo:
    """Provider-specific fields that must be sent back unchanged to the same provider, and to no other."""

    provider: str
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Text:
    """Text for the reader, in markdown."""

    text: StreamingText = field(default_factory=StreamingText)
    round: int = 0
    echo: Echo | None = None
    kind: Literal["text"] = "text"


@dataclass(frozen=True, slots=True)
class Thinking:
    """The model's reasoning, shown folded. Times are Unix seconds."""

    text: StreamingText = field(default_factory=StreamingText)
    started_at: float = 0.0
    ended_at: float | None = None
    round: int = 0
    echo: Echo | None = None
    kind: Literal["thinking"] = "thinking"


@dataclass(frozen=True, slots=True)
class ToolError:
    """The reason why a call failed, in a form that a model can act on."""

    code: str
    message: str
    available: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress reported by a tool: `fraction` from 0 to 1 or None if unknown, and a text for people in `words`.

    `output` is the partial output, which the final one replaces.
    """

    fraction: float | None = None
    words: str = ""
    output: JsonValue = None


@dataclass(frozen=True, slots=True)
class DisplayValue:
    """A value on a tool call's card; `kind` is the value of a ResultKind."""

    kind: str
    value: JsonValue


@dataclass(frozen=True, slots=True)
class Approval:
    """The question whether a call may run, and the user's answer.

    effect: what the call would do. reason: why the user is asked although a rule or the policy allows the call, as a
    text to translate. is_manual: the user runs the call and can't give a rule. approved: None until it is answered.
    given_rule: the rule that the user gave with the answer.
    """

    effect: DisplayValue | None = None
    reason: str = ""
    is_manual: bool = False
    approved: bool | None = None
    given_rule: Rule | None = None


@dataclass(frozen=True, slots=True)
class LaterRun:
    """A run of the same call that the user started after the answer. Times are Unix seconds.

    It is never sent to the model, because the answer was written with the result of the first run. `approval`: the
    question whether it may run, if that needed the user's word; while it is not answered, `started_at` is when it was
    asked.
    """

    started_at: float
    ended_at: float | None = None
    output: JsonValue = None
    error: ToolError | None = None
    approval: Approval | None = None


@dataclass(frozen=True, slots=True)
class Undo:
    """The attempt to revert a call at `at`, in Unix seconds: a sentence about it, or the error."""

    at: float
    words: str = ""
    error: ToolError | None = None


@dataclass(frozen=True, slots=True)
class ToolUse:
    """One tool call, shown as a card in the message.

    `input_text` grows while the arguments stream; `input` is set when the call is complete. `asked_at` and
    `answered_at` are set if the call needs the user's approval. It runs from `started_at` to `ended_at`; before that
    it is being written, waits for approval, or is queued. All times are Unix seconds. `state_of` gives the state.
    `call_id` is the provider's and `id_source` the `ChatModel.source` that gave it; no other model gets this id. Within
    the program a call is identified by its message and block index.

    `is_mended`: the arguments were nearly JSON and were corrected. `rule`: the user's rule that allowed the call.
    `reads`: the values of Reads that the call sets for the conversation from its start. `background_at`: when the
    answer went on without its result. `question`: what the running call asks the user. `shown_at`: when a gesture was
    shown that waited until the words before it were heard. `is_imported`: a file says that this call was made; it did
    not run here.
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
    id_source: str = ""
    is_mended: bool = False
    approval: Approval | None = None
    rule: Rule | None = None
    reads: tuple[str, ...] = ()
    background_at: float | None = None
    undo: Undo | None = None
    question: Question | None = None
    shown_at: float | None = None
    is_imported: bool = False
    kind: Literal["tool_use"] = "tool_use"


@dataclass(frozen=True, slots=True)
class Image:
    """A picture in a message, base64 as providers accept it."""

    media_type: str
    data: str
    round: int = 0
    kind: Literal["image"] = "image"


@dataclass(frozen=True, slots=True)
class Document:
    """A document that the user attached, as it was read then: the texts of its pages, slides or sheets.

    `format` is a file type such as `pdf`, and `tokens` an estimate for all pages. `encoding` is that of a text which is
    not in UTF-8, empty for any other document.
    """

    name: str
    format: str
    pages: tuple[str, ...]
    tokens: int
    kind: Literal["document"] = "document"
    encoding: str = ""


@dataclass(frozen=True, slots=True)
class Action:
    """A button on a notice; `name` identifies it to the program, `label` is its text."""

    name: str
    label: str


@dataclass(frozen=True, slots=True)
class Notice:
    """A message of the program about the answer; never text of the model.

    `code` is a stable identifier for programs, `title` the event, `cause` its reason, `next_step` the advice,
    `details` the raw data (a body, a status line) without secrets. In a notice about a summary of earlier messages,
    `details` is the summary and `kept` the number of messages right before this one that are still sent in full.
    A notice with a `resolution` is history: its actions are no longer offered.
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
        """Return whether the action `action` can be taken now."""
        return self.resolution is None and any(each.name == action for each in self.actions)


Block = Annotated[Text | Thinking | ToolUse | Image | Document | Notice, Field(discriminator="kind")]
Attachment = Image | Document
"""Blocks that a message of the user can have besides its text."""


def new_id() -> str:
    """Return a new unique id for a message or a call."""
    return uuid4().hex


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the user or the assistant. `ended` is None while it streams, then the reason why it ended.

    `reads`: the values of Reads that hold for its text itself, such as that of an imported file. `heard_up_to`: how
    many characters of `text` were heard before the user interrupted the voice; None if it was not interrupted.
    """

    role: Role
    blocks: tuple[Block, ...] = ()
    id: str = field(default_factory=new_id)
    created_at: float = 0.0
    ended: str | None = None
    reads: tuple[str, ...] = ()
    heard_up_to: int | None = None

    @property
    def text(self) -> str:
        """The text for the reader, without tool calls, reasoning and notices."""
        return "".join(str(block.text) for block in self.blocks if isinstance(block, Text))

    @property
    def is_background_report(self) -> bool:
        """Whether the character began this answer by herself, because calls ended in the background."""
        return self._begins_with(BACKGROUND_ENDED)

    @property
    def is_unasked(self) -> bool:
        """Whether the character said this by herself, without a question."""
        return self._begins_with(UNASKED)

    def _begins_with(self, code: str) -> bool:
        first = self.blocks[0] if self.blocks else None
        return isinstance(first, Notice) and first.code == code


_adapter: TypeAdapter[Message] = TypeAdapter(Message)
_document_adapter = TypeAdapter(Document)


def to_json(message: Message) -> dict[str, Any]:
    """Convert the message to JSON values; `from_json` reads them."""
    return _adapter.dump_python(message, mode="json")


def from_json(value: object) -> Message:
    """Read a message from the JSON values of `to_json`. Raises pydantic.ValidationError if they are none."""
    return _adapter.validate_python(value)


def from_json_text(text: str | bytes) -> Message:
    """Read a message from JSON text. Raises pydantic.ValidationError if the text is no message."""
    return _adapter.validate_json(text)


def document_json(document: Document) -> bytes:
    """Return a document as JSON in UTF-8."""
    return _document_adapter.dump_json(document)


def document_from_json(data: bytes) -> Document:
    """Return the document of `document_json`. Raises ValueError."""
    return _document_adapter.validate_json(data)


def user_message(text: str, created_at: float = 0.0, attachments: Iterable[Attachment] = ()) -> Message:
    """Create a message of the user: the `attachments` come before the text."""
    attached = tuple(attachments)
    text_blocks = (Text(StreamingText(text)),) if text or not attached else ()
    return Message("user", (*attached, *text_blocks), created_at=created_at, ended="stop")
