"""Select the model, the tools and the persona of the next turn."""

from typing import TYPE_CHECKING

from deskpet.app import turn_context
from deskpet.app.persona_controller import PersonaController
from deskpet.app.settings_store import SettingsStore
from deskpet.app.turn_context import TurnContext
from deskpet.chat.messages import Message
from deskpet.chat.tool import Tool, Toolbox
from deskpet.chat.turn_setup import Approve, TurnSetup
from deskpet.choices import Policy
from deskpet.keys import KeyStore
from deskpet.llm.capabilities import Capabilities, ModelAddress, PictureSupport
from deskpet.local_time import local_time
from deskpet.settings import Settings
from deskpet.tools.reminders import Reminders
from deskpet.ui.stage import Stage
from deskpet.ui.widgets import language
from deskpet.words import tr

if TYPE_CHECKING:
    from deskpet.llm.endpoints import Endpoints

# Number of recent messages that are searched for the keywords of lore entries.
_LORE_MESSAGES = 4


class TurnFactory:
    """Sets up turns by the present settings, persona and capabilities of the endpoint."""

    def __init__(
        self,
        settings_store: SettingsStore,
        stage: Stage,
        personas: PersonaController,
        reminders: Reminders | None,
        capabilities: Capabilities,
    ) -> None:
        self._settings_store, self._stage, self._personas = settings_store, stage, personas
        self._reminders, self._capabilities = reminders, capabilities
        self.keys = KeyStore()
        self._endpoints: Endpoints | None = None

    def setup(self, messages: tuple[Message, ...], approve: Approve, *, sends_pictures: bool = False) -> TurnSetup:
        """Set up a turn that answers `messages`.

        sends_pictures: send pictures even if the model is known to refuse them.
        """
        context = TurnContext(
            persona=self._personas.persona,
            reminders=self._reminders,
            approve=approve,
            recent_texts=tuple(message.text for message in messages[-_LORE_MESSAGES:]),
            pictures=sends_pictures or not self.why_no_pictures,
            policy_of=self._policy_of,
            token_limit=self._capabilities.of(self.place).context_tokens or 0,
        )
        return turn_context.turn_setup(self._settings_store.settings, self._stage, self.endpoints, context)

    @property
    def endpoints(self) -> "Endpoints":
        """The connections to models. Created on first use, because importing httpx takes a tenth of a second."""
        from deskpet.llm.endpoints import Endpoints

        if self._endpoints is None:
            self._endpoints = Endpoints(capabilities=self._capabilities, keys=self.keys)
        return self._endpoints

    @property
    def settings(self) -> Settings:
        """The present settings, with the persona's own model."""
        return turn_context.with_persona(self._settings_store.settings, self._personas.persona)

    @property
    def place(self) -> ModelAddress:
        """The address of the model that answers."""
        endpoint = self.settings.endpoint
        return ModelAddress(endpoint.base_url, endpoint.model)

    @property
    def name(self) -> str:
        """The display name of the model that answers."""
        place = self.place
        return (place.model or place.base_url) if place.base_url else tr("Offline companion")

    @property
    def missing(self) -> str:
        """What the endpoint lacks to answer, as a short text; empty if nothing is known to be missing.

        The keyring is asked only when the key is needed, because that may ask the user to unlock it. Until then, a
        provider is ready if it has answered before. A server on the local network, without https, needs no key.
        """
        endpoint = self.settings.endpoint
        if not endpoint.base_url:
            return ""
        # Some local servers need no model name; they have answered without one.
        if not endpoint.model and not self._capabilities.of(self.place).learned_at:
            return tr("No model is chosen")
        key = self.keys.known(endpoint)
        if key is None:
            is_ready = not endpoint.base_url.startswith("https:") or self._capabilities.has_answered(endpoint.base_url)
            return "" if is_ready else tr("Not tried yet")
        if key.text:
            return ""
        # Deferred because it imports httpx, which the search for the key has loaded.
        from deskpet.llm.catalog import KeyRequirement, find_preset

        preset = find_preset(endpoint.base_url)
        return tr("A key is missing") if preset and preset.key is KeyRequirement.NEEDED else ""

    @property
    def why_no_pictures(self) -> str:
        """The reason why the model accepts no pictures, as a sentence; empty if it may accept them."""
        if not self.place.base_url:
            return tr("The offline companion can't see pictures.")
        capabilities = self._capabilities.of(self.place)
        if capabilities.pictures is not PictureSupport.REFUSED:
            return ""
        when = local_time(capabilities.pictures_at)
        if when is None:
            return tr("{model} takes no pictures: it refused one.", model=self.name)
        day = language.format_datetime(when, tr("d MMM"))
        return tr("{model} takes no pictures: it refused one on {day}.", model=self.name, day=day)

    def toolbox(self) -> Toolbox:
        """Return all tools that are available now."""
        return turn_context.toolbox(self._stage, self._reminders, self._policy_of)

    async def aclose(self) -> None:
        """Close all connections."""
        if self._endpoints:
            await self._endpoints.aclose()

    def _policy_of(self, tool: Tool) -> Policy:
        """Return a tool's permission in the present settings, which may change while a turn runs."""
        return turn_context.policy_in(self._settings_store.settings)(tool)
