"""The interface to a language model: the request, and the deltas that its stream yields."""

from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from deskpet.chat.messages import Echo, Message, Notice


@dataclass(slots=True)
class TextDelta:
    """A piece of the answer's text.

    Not frozen, although it is never changed: one is created for every few characters, and creating a frozen
    dataclass takes half as long again.
    """

    text: str
    echo: Echo | None = None


@dataclass(frozen=True, slots=True)
class ThinkingDelta:
    """A piece of the model's reasoning."""

    text: str
    echo: Echo | None = None


@dataclass(frozen=True, slots=True)
class TextWasThinkingDelta:
    """The text of this answer so far was reasoning: an end marker arrived without its start marker."""


@dataclass(frozen=True, slots=True)
class ThinkingWasTextDelta:
    """The reasoning of this answer so far was text for the reader: the assumed thought has no end marker."""


@dataclass(frozen=True, slots=True)
class CallDelta:
    """A piece of a tool call as received: any of its fields may be missing (None or empty).

    `CallCollector` decides which call it belongs to. `begins` is set if the piece looks like the first one of
    a call, with more than a name in it. `complete` is set if the server says that the call has ended.
    """

    index: int | None = None
    id: str = ""
    name: str = ""
    arguments: str = ""
    echo: Echo | None = None
    is_start: bool = False
    complete: bool = False


@dataclass(frozen=True, slots=True)
class ImageDelta:
    """A complete picture in the answer, base64."""

    media_type: str
    data: str
    echo: Echo | None = None


@dataclass(frozen=True, slots=True)
class UsageDelta:
    """Token counts of this request reported by the provider; the last report replaces earlier ones."""

    input_tokens: int
    output_tokens: int


FinishKind = Literal["stop", "length", "paused"]


@dataclass(frozen=True, slots=True)
class FinishDelta:
    """The provider's finish reason: `reason` is its own term, `kind` the standard one. Reading goes on after it.

    `length`: a limit cut the answer short. `paused`: the provider expects another request to continue.
    """

    reason: str
    kind: FinishKind = "stop"


MALFORMED_CALL = "malformed_call"
"""Code of the error that the provider refused a call as the model wrote it. Another request may make it right."""


@dataclass(frozen=True, slots=True)
class NoticeDelta:
    """A notice for the reader. At level `error` the answer has failed; the received part is kept."""

    notice: Notice


Delta = (
    TextDelta
    | ThinkingDelta
    | TextWasThinkingDelta
    | ThinkingWasTextDelta
    | CallDelta
    | ImageDelta
    | UsageDelta
    | FinishDelta
    | NoticeDelta
)


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool as described to a model; `name` is the wire name, `parameters` a JSON Schema object."""

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One request: the messages, oldest first, the system prompt and the tools that may be called."""

    messages: tuple[Message, ...]
    system: str = ""
    tools: tuple[ToolSpec, ...] = ()


class ChatModel(Protocol):
    """A model that streams its answer. Failures are yielded as a NoticeDelta, not raised."""

    @property
    def source(self) -> str:
        """Identifies the format, server and model that give the ids of calls."""
        ...

    def stream(self, request: ChatRequest) -> AsyncGenerator[Delta, None]:
        """Send `request` and yield the deltas of the answer. Closing the iterator closes the connection."""
        ...
