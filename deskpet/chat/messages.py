"""Messages and their blocks as frozen values, and their JSON form.

An answer is one message however many requests it takes. `round` is the number of the request that a block came from,
so that the exchange can be sent to a provider again in the original order.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Annotated, Any, Literal, Self
from uuid import uuid4

from pydantic import Field, GetCoreSchemaHandler, JsonValue, TypeAdapter
from pydantic_core import CoreSchema, core_schema

from deskpet.chat.permission import Rule
from deskpet.chat.question import Question
from deskpet.translation import join_sentences, tr, tr_noop

Role = Literal["user", "assistant"]
ToolStatus = Literal["running", "success", "error"]
Level = Literal["info", "warning", "error"]
# How a notice was resolved. `joined`: the text before it continued at its last character, so the notice is hidden.
Resolution = Literal["continued", "joined", "retried", "text_mode", "undone", "settings", "kept"]


BACKGROUND_ENDED = "background_ended"
"""Code of the notice that begins an answer of the character's own about calls that ended in the background."""

UNASKED = "unasked"
"""Code of the notice that begins words of the character that nobody asked for."""


class StreamingText:
    """An immutable text with an append of constant cost.

    A value is a view of the first pieces of a list that it shares with the values it was built from. Appending to
    the longest of them extends the list; appending to a shorter one copies it. Existing values never change.
    """

    __slots__ = ("_count", "_length", "_pieces")

    def __init__(self, text: str = "") -> None:
        self._pieces = [text] if text else []
        self._count = len(self._pieces)
        self._length = len(text)

    def __add__(self, more: str) -> "StreamingText":
        if not more:
            return self
        result = StreamingText.__new__(StreamingText)
        is_newest = self._count == len(self._pieces)
        result._pieces = self._pieces if is_newest else self._pieces[: self._count]
        result._pieces.append(more)
        result._count = self._count + 1
        result._length = self._length + len(more)
        return result

    def __str__(self) -> str:
        return "".join(self)

    def __iter__(self) -> Iterator[str]:
        """Iterate over the pieces as they were appended."""
        return (self._pieces[i] for i in range(self._count))

    def pieces_from(self, number: int) -> list[str]:
        """Return the pieces as they were appended, without the first `number`."""
        return self._pieces[number : self._count]

    def __len__(self) -> int:
        """Return the length in characters."""
        return self._length

    def __bool__(self) -> bool:
        return self._length > 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, StreamingText | str):
            return NotImplemented
        return len(self) == len(other) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __repr__(self) -> str:
        return f"StreamingText({str(self)!r})"

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(
            lambda value: value if isinstance(value, cls) else cls(str(value)),
            serialization=core_schema.plain_serializer_function_ser_schema(str),
        )


@dataclass(frozen=True, slots=True)
class Echo:
    """Provider-specific fields that must be sent back unchanged to the same provider, and to no other."""

    provider: str
    fields: Mapping[str, Any]


class BlockValue:
    """What a kind of block knows of itself."""

    __slots__ = ()

    def as_markdown(self) -> str:
        """Return it for a document of the conversation; empty to leave it out."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Text(BlockValue):
    """Text for the reader, in markdown."""

    text: StreamingText = field(default_factory=StreamingText)
    round: int = 0
    echo: Echo | None = None
    kind: Literal["text"] = "text"

    def as_markdown(self) -> str:
        return str(self.text).strip("\n").rstrip()


@dataclass(frozen=True, slots=True)
class Thinking(BlockValue):
    """The model's reasoning, shown folded. Times are Unix seconds."""

    text: StreamingText = field(default_factory=StreamingText)
    started_at: float = 0.0
    ended_at: float | None = None
    round: int = 0
    echo: Echo | None = None
    kind: Literal["thinking"] = "thinking"

    def as_markdown(self) -> str:
        return f"<details><summary>{tr('Thinking')}</summary>\n\n{str(self.text).strip()}\n\n</details>"


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
class ToolUse(BlockValue):
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

    def as_markdown(self) -> str:
        if self.error:
            result = f"{self.error.code}: {self.error.message}"
        else:
            result = self.output if isinstance(self.output, str) else json.dumps(self.output, ensure_ascii=False)
        return f"> **{self.tool_name}** {_code(str(self.input_text))} → {_line(result)}"


@dataclass(frozen=True, slots=True)
class Image(BlockValue):
    """A picture in a message, base64 as providers accept it."""

    media_type: str
    data: str
    round: int = 0
    kind: Literal["image"] = "image"

    def as_markdown(self) -> str:
        return f"![](data:{self.media_type};base64,{self.data})"


@dataclass(frozen=True, slots=True)
class Document(BlockValue):
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

    def as_markdown(self) -> str:
        text = _fenced("\n\n".join(page.strip() for page in self.pages))
        return f"<details><summary>{escape(self.name)}</summary>\n\n{text}\n\n</details>"


@dataclass(frozen=True, slots=True)
class Action:
    """A button on a notice; `name` identifies it to the program, `label` is its text."""

    name: str
    label: str


@dataclass(frozen=True, slots=True)
class Notice(BlockValue):
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

    def as_markdown(self) -> str:
        if self.resolution == "joined":
            return ""
        return "> " + _line(f"**{tr(self.title)}** {tr(self.cause)} {tr(self.next_step)}")


Block = Annotated[Text | Thinking | ToolUse | Image | Document | Notice, Field(discriminator="kind")]
Attachment = Image | Document
"""Blocks that a message of the user can have besides its text."""


def new_id() -> str:
    """Return a new unique id for a message or a call."""
    return uuid4().hex


RELAYED = "character"
"""In `Message.reads`: the words are those of another character, who is no source of what is known of the user."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the user or the assistant. `ended` is None while it streams, then the reason why it ended.

    `reads`: the values of Reads that hold for its text itself, such as that of an imported file; with RELAYED the text
    is what another character has said. `heard_up_to`: how
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
    def is_by_user(self) -> bool:
        """Whether it has words of the user, which those of another character are not."""
        return self.role == "user" and RELAYED not in self.reads

    @property
    def is_background_report(self) -> bool:
        """Whether the character began this answer by herself, because calls ended in the background."""
        first = self.blocks[0] if self.blocks else None
        return isinstance(first, Notice) and first.code == BACKGROUND_ENDED


_adapter: TypeAdapter[Message] = TypeAdapter(Message)
DOCUMENT_JSON = TypeAdapter(Document)
"""Converts a document to JSON and back."""


def to_json(message: Message) -> dict[str, Any]:
    """Convert the message to JSON values; `from_json` reads them."""
    return _adapter.dump_python(message, mode="json")


def from_json(value: object) -> Message:
    """Read a message from the JSON values of `to_json`. Raises pydantic.ValidationError if they are none."""
    return _adapter.validate_python(value)


def from_json_text(text: str | bytes) -> Message:
    """Read a message from JSON text. Raises pydantic.ValidationError if the text is no message."""
    return _adapter.validate_json(text)


def user_message(text: str, created_at: float = 0.0, attachments: Iterable[Attachment] = ()) -> Message:
    """Create a message of the user: the `attachments` come before the text."""
    attached = tuple(attachments)
    text_blocks = (Text(StreamingText(text)),) if text or not attached else ()
    return Message("user", (*attached, *text_blocks), created_at=created_at, ended="stop")


class NoticeError(Exception):
    """An error with the parts of a notice. `code` is a stable identifier; the others are translated texts."""

    def __init__(self, code: str, title: str, cause: str, next_step: str = "") -> None:
        super().__init__(join_sentences(tr("{sentence}.", sentence=title.rstrip(".")), cause, next_step))
        self.code, self.title, self.cause, self.next_step = code, title, cause, next_step

    @classmethod
    def from_notice(cls, notice: Notice) -> Self:
        """Return the error for a notice of the network or of a server."""
        return cls(notice.code, notice.title, notice.cause, notice.next_step)

    @property
    def notice(self) -> Notice:
        """The error as a notice; it costs nothing of the conversation."""
        return Notice("warning", self.code, self.title, self.cause, self.next_step)


RETRY = Action("retry", tr_noop("Try again"))
CONTINUE = Action("continue", tr_noop("Continue"))
SETTINGS = Action("settings", tr_noop("Open settings"))
OPEN_SETTINGS_FILE = Action("open_settings_file", tr_noop("Open the file"))
TEXT_MODE = Action("use_text_mode", tr_noop("Switch to text mode and ask again"))
KEEP_TEXT_MODE = Action("keep_text_mode", tr_noop("Switch to text mode"))
CONTINUING_ACTIONS = ("retry", "without_pictures", "continue", "use_text_mode")
"""Names of the actions that continue the answer."""


def _code(text: str) -> str:
    """Return `text` as inline code, between two backticks if it contains one."""
    return f"`` {_line(text)} ``" if "`" in text else f"`{_line(text)}`"


def _fenced(text: str) -> str:
    """Return `text` as a block of code, whose fence is longer than any in it."""
    longest = max(map(len, re.findall("`{3,}", text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}\n{text}\n{fence}"


def _line(text: str) -> str:
    return " ".join(text.split())
