"""Who answers, with which tools: made of the settings, the persona and what is known of the endpoint just now."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from deskpet.app import turn_context
from deskpet.app.persona_controller import PersonaController
from deskpet.app.settings_store import SettingsStore
from deskpet.chat.messages import Message
from deskpet.chat.tool import Tool, Toolbox
from deskpet.chat.turn_setup import Approve, TurnSetup
from deskpet.choices import Policy
from deskpet.llm.capabilities import Capabilities, ModelAddress, PictureSupport
from deskpet.local_time import local_time
from deskpet.settings import Settings
from deskpet.tools.reminders import Reminders
from deskpet.ui.stage import Stage
from deskpet.ui.widgets import language
from deskpet.words import tr

if TYPE_CHECKING:
    from deskpet.llm.endpoints import Endpoints

_MINDED = 4  # so many of the last messages call lore to mind


class TurnFactory:
    """Says who would answer at this moment, and sets up a turn with it."""

    def __init__(
        self,
        kept: SettingsStore,
        stage: Stage,
        personas: PersonaController,
        reminders: Reminders | None,
        capabilities: Capabilities,
    ) -> None:
        self._kept, self._stage, self._personas = kept, stage, personas
        self._reminders, self._capabilities = reminders, capabilities
        self._endpoints: Endpoints | None = None

    @property
    def endpoints(self) -> "Endpoints":
        """Every connection to models. Made when it is first needed: importing httpx takes a tenth of a second."""
        from deskpet.llm.endpoints import Endpoints

        if self._endpoints is None:
            self._endpoints = Endpoints(capabilities=self._capabilities)
        return self._endpoints

    @property
    def settings(self) -> Settings:
        """The settings in use, with the model that the persona wants."""
        return turn_context.with_persona(self._kept.settings, self._personas.persona)

    @property
    def place(self) -> ModelAddress:
        """Where the answer comes from."""
        endpoint = self.settings.endpoint
        return ModelAddress(endpoint.base_url, endpoint.model)

    @property
    def name(self) -> str:
        """Who answers, for people."""
        return self.place.model or self.place.base_url or tr("Offline companion")

    @property
    def why_no_pictures(self) -> str:
        """Why a picture would not be seen, in a sentence; empty where it may be."""
        if not self.place.base_url:
            return tr("The offline companion can't see pictures.")
        known = self._capabilities.of(self.place)
        if known.pictures is not PictureSupport.REFUSED:
            return ""
        when = local_time(known.pictures_at)
        if when is None:
            return tr("{model} takes no pictures: it refused one.", model=self.name)
        day = language.format_datetime(when, tr("d MMM"))
        return tr("{model} takes no pictures: it refused one on {day}.", model=self.name, day=day)

    def toolbox(self) -> Toolbox:
        """Every tool there is just now."""
        return turn_context.toolbox(self._stage, self._reminders, self._policy_of)

    def setup(self, said: Sequence[Message], approve: Approve, *, pictures: bool = True) -> TurnSetup:
        """A turn after what was `said`; without `pictures` the model is only told that there were some."""
        words = tuple(message.text for message in said[-_MINDED:])
        around = turn_context.TurnContext(self._personas.persona, self._reminders, approve, words, pictures)
        setup = turn_context.turn_setup(self._kept.settings, self._stage, self.endpoints, around, self._policy_of)
        known = self._capabilities.of(self.place).context_tokens
        limits = [limit for limit in (setup.context_tokens, known) if limit]
        return replace(setup, context_tokens=min(limits, default=0))

    async def aclose(self) -> None:
        """Close every connection."""
        if self._endpoints:
            await self._endpoints.aclose()

    def _policy_of(self, tool: Tool) -> Policy:
        """What the settings say of a tool at this moment, also while an answer grows."""
        return turn_context.policy_in(self._kept.settings)(tool)
