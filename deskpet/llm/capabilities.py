"""What is known of each model at each address, learned from real answers and from tests, and kept in a small file.

It only informs: nothing here switches a mode by itself.
"""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from pydantic import TypeAdapter

from deskpet import state_files
from deskpet.atomic_write import write_atomically
from deskpet.chat.events import (
    BlockStarted,
    RequestStarted,
    TextWasThinking,
    ThinkingWasText,
    TurnEnded,
    TurnEvent,
    TurnStarted,
)
from deskpet.chat.messages import Image, Message, Notice, Thinking, ToolUse
from deskpet.llm.refusals import context_limit

logger = logging.getLogger(__name__)


class ToolSupport(StrEnum):
    """What is known of native tool calls. ACCEPTED: the request was not refused, and nothing was called yet."""

    UNKNOWN = "unknown"
    ACCEPTED = "accepted"
    WORK = "work"
    REFUSED = "refused"


class PictureSupport(StrEnum):
    """What is known of pictures. TAKEN: a request with one was answered."""

    UNKNOWN = "unknown"
    TAKEN = "taken"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class ModelAddress:
    """A model at an address."""

    base_url: str
    model: str


@dataclass(frozen=True, slots=True)
class ModelCapabilities:
    """What was seen of a model at an address. Times are Unix seconds, 0 for never.

    `reasons`: it sends its reasoning; `begins_in_thought`: among its words, before all others, and does not say where
    that begins. `context_tokens`: how many it takes, 0 where it never said.
    """

    tools: ToolSupport = ToolSupport.UNKNOWN
    tools_at: float = 0.0
    reasons: bool = False
    begins_in_thought: bool = False
    pictures: PictureSupport = PictureSupport.UNKNOWN
    pictures_at: float = 0.0
    context_tokens: int = 0
    first_token_seconds: float | None = None
    learned_at: float = 0.0

    def with_tools(self, tools: ToolSupport, at: float) -> "ModelCapabilities":
        """The same after native tools were seen to be `tools`; that they were only accepted says less than a call."""
        if tools is ToolSupport.UNKNOWN or (tools is ToolSupport.ACCEPTED and self.tools is ToolSupport.WORK):
            return self
        return replace(self, tools=tools, tools_at=at)

    def with_pictures(self, pictures: PictureSupport, at: float) -> "ModelCapabilities":
        """The same after pictures were seen to be `pictures`."""
        return self if pictures is PictureSupport.UNKNOWN else replace(self, pictures=pictures, pictures_at=at)


Listener = Callable[[ModelAddress, ModelCapabilities], None]
_adapter = TypeAdapter(dict[str, dict[str, ModelCapabilities]])


class Capabilities:
    """What is known of every endpoint, and its file. A file that can't be read is as good as none."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._known = _read(file)
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` with each endpoint of which something new is known, until the function returned is called."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def of(self, place: ModelAddress) -> ModelCapabilities:
        """What is known of `place`."""
        return self._known.get(place.base_url, {}).get(place.model, ModelCapabilities())

    def last_model(self, base_url: str) -> str:
        """The model that answered last at this address; empty where none ever did."""
        models = self._known.get(base_url, {})
        return max(models, key=lambda name: models[name].learned_at, default="")

    def learn(self, place: ModelAddress, known: ModelCapabilities) -> None:
        """Remember `known` of `place` and write it down. The offline companion has no address and needs no memory."""
        if not place.base_url or known == self.of(place):
            return
        self._known.setdefault(place.base_url, {})[place.model] = known
        try:
            write_atomically(self._file, _adapter.dump_json(self._known, indent=2))
        except OSError as error:
            logger.warning("what was learned of an endpoint can't be kept: %s", error)
        for listener in tuple(self._listeners):
            listener(place, known)


def _read(file: Path) -> dict[str, dict[str, ModelCapabilities]]:
    try:
        return _adapter.validate_json(state_files.read_bytes(file))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        logger.warning("%s can't be read; what was known of endpoints is learned anew: %s", file, error)
        return {}


class CapabilityLearner:
    """Watches the turns of a conversation for what they say about the endpoint that answers."""

    def __init__(self, capabilities: Capabilities, clock: Callable[[], float] = time.time) -> None:
        self._capabilities = capabilities
        self._clock = clock
        self._place = ModelAddress("", "")
        self._native = False
        self._pictures = True
        self._known = ModelCapabilities()
        self._asked_at: float | None = None
        self._picture_sent = False

    def begin(self, place: ModelAddress, *, native: bool, pictures: bool = True) -> None:
        """The next turn is answered by `place`, with tools offered natively or not, and with its pictures or not."""
        self._place, self._native, self._pictures = place, native, pictures

    def message(self, message: Message) -> None:
        """A message begins; in a person's there may be a picture."""
        if message.role == "user":
            self._picture_sent = any(isinstance(block, Image) for block in message.blocks)

    def event(self, event: TurnEvent, _: Message) -> None:
        """Something happened in the turn."""
        match event:
            case TurnStarted():
                self._known = self._capabilities.of(self._place)
            case RequestStarted(at=at):
                self._asked_at = at
            case BlockStarted(value=Notice() as notice):
                self._note_refusal(notice)
            case BlockStarted(value=block):
                self._note_first_token()
                if isinstance(block, Thinking):
                    self._known = replace(self._known, reasons=True)
                elif isinstance(block, ToolUse) and self._native:
                    self._known = self._known.with_tools(ToolSupport.WORK, self._clock())
            case TextWasThinking():
                self._known = replace(self._known, reasons=True, begins_in_thought=True)
            case ThinkingWasText():
                self._known = replace(self._known, begins_in_thought=False)
            case TurnEnded(reason=reason, at=at):
                self._end(at, answered=reason == "stop")
            case _:
                # Other events say nothing about the model's capabilities.
                pass

    def _note_refusal(self, notice: Notice) -> None:
        if self._native and notice.code == "tools_refused":
            self._known = self._known.with_tools(ToolSupport.REFUSED, self._clock())
        elif notice.code == "images_refused":
            self._known = self._known.with_pictures(PictureSupport.REFUSED, self._clock())
        elif notice.code == "context_full":
            said = context_limit(notice.cause) or context_limit(notice.details)
            self._known = replace(self._known, context_tokens=said or self._known.context_tokens)

    def _note_first_token(self) -> None:
        if self._asked_at is not None:
            seconds = max(self._clock() - self._asked_at, 0.0)
            self._known = replace(self._known, first_token_seconds=round(seconds, 3))
            self._asked_at = None

    def _end(self, at: float, *, answered: bool) -> None:
        if answered and self._picture_sent and self._pictures:
            self._known = self._known.with_pictures(PictureSupport.TAKEN, at)
        if self._known != self._capabilities.of(self._place):
            self._capabilities.learn(self._place, replace(self._known, learned_at=at))
