"""The port to whoever answers: one method, and the deltas that come out of it."""

from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from deskpet.chat.messages import Echo, Message, Notice


@dataclass(slots=True)
class TextDelta:
    """More words of the answer.

    Not frozen, though nobody changes one: it comes for every few letters, and a frozen one takes half as long again.
    """

    text: str
    echo: Echo | None = None


@dataclass(frozen=True, slots=True)
class ThinkingDelta:
    """More of the model's reasoning."""

    text: str
    echo: Echo | None = None


@dataclass(frozen=True, slots=True)
class WasThinkingDelta:
    """All words of this answer so far were reasoning: a thought has ended that was never announced."""


@dataclass(frozen=True, slots=True)
class WasTextDelta:
    """All reasoning of this answer so far was words for the reader: what was taken for a thought has not ended."""


@dataclass(frozen=True, slots=True)
class CallDelta:
    """A piece of a tool call, as the wire has it: any of its fields may be missing (None or empty).

    `calls.CallCollector` decides which call it belongs to. `begins` where the piece has the form of a call's first,
    with more than a name in it; `complete` where the wire says that no more of this call will come.
    """

    index: int | None = None
    id: str = ""
    name: str = ""
    arguments: str = ""
    echo: Echo | None = None
    begins: bool = False
    complete: bool = False


@dataclass(frozen=True, slots=True)
class ImageDelta:
    """A whole picture in the answer, base64."""

    media_type: str
    data: str
    echo: Echo | None = None


@dataclass(frozen=True, slots=True)
class UsageDelta:
    """The tokens of this request so far, as the provider counts; the last one stands."""

    input_tokens: int
    output_tokens: int


FinishKind = Literal["stop", "length", "paused"]


@dataclass(frozen=True, slots=True)
class FinishDelta:
    """Why the provider stopped: `reason` is its own word, `kind` what that asks for. It never ends the reading.

    `length`: a limit cut the answer short. `paused`: the provider wants to be asked again to go on.
    """

    reason: str
    kind: FinishKind = "stop"


@dataclass(frozen=True, slots=True)
class NoticeDelta:
    """Something the reader must know. At level `error` the answer has failed: what came is kept."""

    notice: Notice


Delta = (
    TextDelta
    | ThinkingDelta
    | WasThinkingDelta
    | WasTextDelta
    | CallDelta
    | ImageDelta
    | UsageDelta
    | FinishDelta
    | NoticeDelta
)


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool as a model is told of it; `name` is the wire name, `parameters` a JSON Schema object."""

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One request: what went before, oldest first, and what may be called."""

    messages: tuple[Message, ...]
    system: str = ""
    tools: tuple[ToolSpec, ...] = ()


class ChatModel(Protocol):
    """A model that streams. Failures come as a NoticeDelta, not as an exception."""

    def stream(self, request: ChatRequest) -> AsyncGenerator[Delta, None]:
        """Send `request`; the deltas of the answer. Closing the iterator closes the connection."""
        ...
