"""The capabilities of each model at each base URL, learned from answers and connection tests and stored in a file.

They are informative only: nothing here changes a mode.
"""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import TypeAdapter

from deskpet.chat import events
from deskpet.chat.messages import Image, Message, Notice, Thinking, ToolUse
from deskpet.config import state_files
from deskpet.filesystem.atomic_write import write_atomically
from deskpet.listeners import Listeners
from deskpet.llm.adaptations import NO_ADAPTATIONS, Adaptations
from deskpet.llm.error_patterns import context_limit
from deskpet.llm.request_options import RequestOptions
from deskpet.translation import tr

if TYPE_CHECKING:
    from deskpet.config.keys import ApiKey

logger = logging.getLogger(__name__)

_MAX_SIGNATURES = 2000


class ToolSupport(StrEnum):
    """Support for native tool calls. ACCEPTED: requests with tools succeed, but no tool was called yet."""

    UNKNOWN = "unknown"
    ACCEPTED = "accepted"
    WORK = "work"
    REFUSED = "refused"


class PictureSupport(StrEnum):
    """Support for images. TAKEN: a request with an image was answered."""

    UNKNOWN = "unknown"
    TAKEN = "taken"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class ModelAddress:
    """A model at a base URL."""

    base_url: str
    model: str


@dataclass(frozen=True, slots=True)
class ModelCapabilities:
    """Observed capabilities of a model. Times are Unix seconds, 0 for never.

    `refused_fields` are the optional fields of a request that are left out, by their paths, and `adaptations` what else
    the model demanded.
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
    refused_fields: tuple[str, ...] = ()
    adaptations: Adaptations = NO_ADAPTATIONS

    def with_tools(self, tools: ToolSupport, at: float) -> "ModelCapabilities":
        """Return a copy with `tools` observed; ACCEPTED does not replace WORK."""
        if tools is ToolSupport.UNKNOWN or (tools is ToolSupport.ACCEPTED and self.tools is ToolSupport.WORK):
            return self
        return replace(self, tools=tools, tools_at=at)

    def with_pictures(self, pictures: PictureSupport, at: float) -> "ModelCapabilities":
        """Return a copy with `pictures` observed."""
        return self if pictures is PictureSupport.UNKNOWN else replace(self, pictures=pictures, pictures_at=at)


_adapter = TypeAdapter(dict[str, dict[str, ModelCapabilities]])


class Capabilities:
    """The capabilities of all endpoints, and their file. A file that can't be read is treated as missing.

    stores: whether what is learned is written to the file; a program beside the running pet must not.
    """

    def __init__(self, file: Path, *, stores: bool = True) -> None:
        self._file, self._stores = file, stores
        self._by_model = _load(file)
        # Never stored: they belong to conversations, some of which are private.
        self._refused_signatures: dict[ModelAddress, frozenset[str]] = {}
        self._learned = Listeners[[ModelAddress, ModelCapabilities]]()
        self.listen = self._learned.add
        """Calls a function with each change. Returns what ends that."""

    def of(self, address: ModelAddress) -> ModelCapabilities:
        """Return the capabilities of the model at `address`."""
        return self._by_model.get(address.base_url, {}).get(address.model, ModelCapabilities())

    def last_model(self, base_url: str) -> str:
        """Return the model that answered last at `base_url`; empty if none did."""
        models = self._by_model.get(base_url, {})
        return max(models, key=lambda name: models[name].learned_at, default="")

    def has_answered(self, base_url: str) -> bool:
        """Return whether a model at `base_url` has ever answered, with the key that was used then."""
        return any(model.first_token_seconds is not None for model in self._by_model.get(base_url, {}).values())

    def missing(self, address: ModelAddress, key: "ApiKey | None") -> str:
        """Return what a model lacks to answer, as a short translated text; empty if nothing is known to be missing.

        key: what is known of it without asking the keyring, which may ask the user to unlock it; None for nothing: then
        a provider is ready if it has answered before. A server without https, on the local network, needs no key.
        """
        if not address.base_url:
            return ""
        # Some local servers need no model name; they have answered without one.
        if not address.model and not self.of(address).learned_at:
            return tr("No model is chosen")
        if key is None:
            is_ready = not address.base_url.startswith("https:") or self.has_answered(address.base_url)
            return "" if is_ready else tr("Not tried yet")
        if key.text:
            return ""
        # Deferred because it imports httpx, which the search for the key has loaded.
        from deskpet.llm.catalog import KeyRequirement, find_preset

        preset = find_preset(address.base_url)
        return tr("A key is missing") if preset and preset.key is KeyRequirement.NEEDED else ""

    def learn_cures(self, address: ModelAddress, before: RequestOptions, after: RequestOptions) -> None:
        """Store what the model at `address` made of the options of a request that it refused before."""
        known, old, new = self.of(address), before.adaptations, after.adaptations
        names = [each.name for each in fields(Adaptations)]
        changes = {name: getattr(new, name) for name in names if getattr(new, name) != getattr(old, name)}
        refused = dict.fromkeys((*known.refused_fields, *sorted(after.refused - before.refused)))
        adaptations = replace(known.adaptations, **changes)
        self.learn(address, replace(known, refused_fields=tuple(refused), adaptations=adaptations))
        if signatures := after.refused_signatures - before.refused_signatures:
            kept = self.refused_signatures(address) if len(self.refused_signatures(address)) < _MAX_SIGNATURES else ()
            self._refused_signatures[address] = signatures.union(kept)

    def refused_signatures(self, address: ModelAddress) -> frozenset[str]:
        """Return digests of the signed reasoning that the model at `address` refused since the program started."""
        return self._refused_signatures.get(address, frozenset())

    def forget_refusals(self, address: ModelAddress) -> None:
        """Forget what the model at `address` refused, so that the next request tries all of it again."""
        self._refused_signatures.pop(address, None)
        known = self.of(address)
        if known.refused_fields or known.adaptations != NO_ADAPTATIONS:
            self.learn(address, replace(known, refused_fields=(), adaptations=NO_ADAPTATIONS))

    def learn(self, address: ModelAddress, capabilities: ModelCapabilities) -> None:
        """Store `capabilities` for the model at `address`. Ignores the offline companion, which has no base URL."""
        if not address.base_url or capabilities == self.of(address):
            return
        self._by_model.setdefault(address.base_url, {})[address.model] = capabilities
        try:
            if self._stores:
                write_atomically(self._file, _adapter.dump_json(self._by_model, indent=2))
        except OSError as error:
            logger.warning("the capabilities of an endpoint can't be stored: %s", error)
        self._learned(address, capabilities)


def _load(file: Path) -> dict[str, dict[str, ModelCapabilities]]:
    try:
        return _adapter.validate_json(state_files.read_bytes(file))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        logger.warning("%s can't be read; no capabilities are known: %s", file, error)
        return {}


class CapabilityLearner:
    """Learns the capabilities of an endpoint from the events of a conversation's turns; `event` takes EVENTS."""

    EVENTS = (
        events.TurnStarted,
        events.RequestStarted,
        events.BlockStarted,
        events.TextWasThinking,
        events.ThinkingWasText,
        events.TurnEnded,
    )

    def __init__(self, capabilities: Capabilities, clock: Callable[[], float] = time.time) -> None:
        self._capabilities = capabilities
        self._clock = clock
        self._address = ModelAddress("", "")
        self._has_native_tools = False
        self._sends_pictures = True
        self._observed = ModelCapabilities()
        self._requested_at: float | None = None
        self._has_picture = False

    def begin(self, address: ModelAddress, *, native: bool, pictures: bool = True) -> None:
        """Set the endpoint of the next turn, and whether native tools and images are sent."""
        self._address, self._has_native_tools, self._sends_pictures = address, native, pictures

    def message(self, message: Message) -> None:
        """Handle a new message: remember if a user message has an image."""
        if message.role == "user":
            self._has_picture = any(isinstance(block, Image) for block in message.blocks)

    def event(self, event: events.TurnEvent, _: Message) -> None:
        """Handle an event of the turn."""
        match event:
            case events.TurnStarted():
                self._observed = self._capabilities.of(self._address)
            case events.RequestStarted(at=at):
                self._requested_at = at
            case events.BlockStarted(value=Notice() as notice):
                self._note_refusal(notice)
            case events.BlockStarted(value=block):
                self._note_first_token()
                if isinstance(block, Thinking):
                    self._observed = replace(self._observed, reasons=True)
                elif isinstance(block, ToolUse) and self._has_native_tools:
                    self._observed = self._observed.with_tools(ToolSupport.WORK, self._clock())
            case events.TextWasThinking():
                self._observed = replace(self._observed, reasons=True, begins_in_thought=True)
            case events.ThinkingWasText():
                self._observed = replace(self._observed, begins_in_thought=False)
            case events.TurnEnded(reason=reason, at=at):
                self._end(at, is_complete=reason == "stop")
            case _:
                # Other events say nothing about the model's capabilities.
                pass

    def _note_refusal(self, notice: Notice) -> None:
        if self._has_native_tools and notice.code == "tools_refused":
            self._observed = self._observed.with_tools(ToolSupport.REFUSED, self._clock())
        elif notice.code == "images_refused":
            self._observed = self._observed.with_pictures(PictureSupport.REFUSED, self._clock())
        elif notice.code == "context_full":
            limit = context_limit(notice.cause) or context_limit(notice.details)
            self._observed = replace(self._observed, context_tokens=limit or self._observed.context_tokens)

    def _note_first_token(self) -> None:
        if self._requested_at is not None:
            seconds = max(self._clock() - self._requested_at, 0.0)
            self._observed = replace(self._observed, first_token_seconds=round(seconds, 3))
            self._requested_at = None

    def _end(self, at: float, *, is_complete: bool) -> None:
        if is_complete and self._has_picture and self._sends_pictures:
            self._observed = self._observed.with_pictures(PictureSupport.TAKEN, at)
        # A request of this turn may have learned them.
        known = self._capabilities.of(self._address)
        learned = {"refused_fields": known.refused_fields, "adaptations": known.adaptations}
        self._observed = replace(self._observed, **learned)
        if self._observed != known:
            self._capabilities.learn(self._address, replace(self._observed, learned_at=at))
