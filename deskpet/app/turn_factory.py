"""Select the model, the tools and the persona of the next turn."""

import importlib
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from deskpet.app import turn_context
from deskpet.app.tool_list import TOOLS
from deskpet.app.turn_context import TurnContext
from deskpet.chat.messages import Image, Message
from deskpet.chat.permission import Reads
from deskpet.chat.rules import Rules
from deskpet.chat.tool import Dependencies, Tool
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn_setup import Approve, TurnSetup
from deskpet.config import paths
from deskpet.config.choices import Policy
from deskpet.config.keys import KeyStore
from deskpet.config.settings import EndpointSettings, Settings, ToolSettings
from deskpet.features.feature_list import FEATURES
from deskpet.features.host import PromptPort
from deskpet.features.host.current_persona import CurrentPersona
from deskpet.llm.capabilities import Capabilities, ModelAddress, PictureSupport
from deskpet.llm.connections import Connections, ModelChoice, with_endpoint, with_role
from deskpet.text.local_time import local_time
from deskpet.translation import tr
from deskpet.ui.platform import event_loop
from deskpet.ui.platform.system_probe import DesktopClipboard, DesktopProbe, desktop_trash
from deskpet.ui.stage import PrivateStage, Stage
from deskpet.ui.widgets import language

if TYPE_CHECKING:
    from deskpet.chat.model import ChatModel
    from deskpet.llm.endpoints import Endpoints

# Number of recent messages that are searched for the keywords of lore entries.
_LORE_MESSAGES = 4
# What the prompt says of the other character.
_COMPANY = """{name}, another character, stands beside you on the user's desktop. A message that begins with "{name}:"
is what {name} says to you, not the user: answer {name}, briefly, and begin without a name."""


class SettingsSource(Protocol):
    """The settings as they are for a character."""

    @property
    def is_offline(self) -> bool:
        """Whether no endpoint is used."""
        ...

    @property
    def current(self) -> Settings:
        """The saved settings."""
        ...

    @property
    def effective(self) -> Settings:
        """The settings in use."""
        ...


def tool_dependencies() -> dict[str, object]:
    """Return what the tools need in the window, besides those of features that the settings determine, by its name."""
    provided: dict[str, object] = {
        "clipboard": DesktopClipboard(),
        "system": DesktopProbe(),
        "trash": desktop_trash(),
    }
    for each in FEATURES:
        provided |= each.window_dependencies()
    return provided


class TurnFactory:
    """Sets up turns by the present settings, persona and capabilities of the endpoint."""

    def __init__(
        self,
        settings_store: SettingsSource,
        stage: Stage,
        personas: CurrentPersona,
        dependencies: Dependencies,
        capabilities: Capabilities,
        connections: Connections,
        prompt: PromptPort,
    ) -> None:
        self._settings_store, self._stage, self._personas = settings_store, stage, personas
        self._dependencies, self.capabilities, self._prompt = dependencies, capabilities, prompt
        self.connections = connections
        self.choice: Callable[[], ModelChoice | None] = lambda: None
        """Returns what was chosen in the open conversation."""
        self.company: Callable[[], str] = str
        """Returns the name of the character who stands beside the one who answers; empty if there is none."""
        self.company_reads: Callable[[], frozenset[Reads]] = frozenset
        """Returns the marks that this name sets: it may be that of a persona by strangers."""
        self.keys = KeyStore()
        self.rules = Rules(paths.data_folder() / "rules.json")
        self._endpoints: Endpoints | None = None
        self._toolbox: Toolbox | None = None
        self._tool_settings: ToolSettings | None = None

    def setup(
        self,
        messages: tuple[Message, ...],
        approve: Approve | None,
        *,
        sends_pictures: bool = False,
        is_private: bool = False,
        choice: ModelChoice | None = None,
    ) -> TurnSetup:
        """Set up a turn that answers `messages`.

        approve: asks the user about a tool call; without it, calls that need an approval are refused.
        sends_pictures: send pictures even if the model is known to refuse them. is_private: its requests are not
        logged, and what she puts on is not kept. choice: another model than the one of the conversation.
        """
        own = self.settings
        if choice:
            settings = with_endpoint(own, choice.endpoint(self.connections, own.endpoint))
        else:
            settings = self.turn_settings(messages)
        context = TurnContext(
            persona=self._personas.persona,
            approve=approve,
            recent_texts=tuple(message.text for message in messages[-_LORE_MESSAGES:]),
            pictures=sends_pictures or settings.endpoint != own.endpoint or not self._refuses_pictures,
            toolbox=self.toolbox().providing(stage=PrivateStage(self._stage)) if is_private else self.toolbox(),
            rules=lambda: self.rules.all,
            token_limit=self.capabilities.of(_place(settings)).context_tokens or 0,
            # Another server was not asked whether it may see what is remembered.
            recall=self._prompt.recall if settings.endpoint.base_url == own.endpoint.base_url else None,
            is_private=is_private,
        )
        setup = self._with_company(turn_context.turn_setup(settings, self._stage, self.endpoints, context))
        if not self._settings_store.effective.roles.titles:
            return setup
        return replace(setup, summary_model=self.model_of("titles", is_private=is_private))

    def turn_settings(self, messages: tuple[Message, ...]) -> Settings:
        """Return the settings of a turn that answers `messages`: of the model for pictures, if the own one is blind."""
        settings = self.settings
        question = next((each for each in reversed(messages) if each.role == "user"), None)
        shows = question is not None and any(isinstance(block, Image) for block in question.blocks)
        return with_role(settings, self.connections, "pictures") if shows and self._refuses_pictures else settings

    def _with_company(self, setup: TurnSetup) -> TurnSetup:
        """Tell her who stands beside her, if anybody does."""
        if name := self.company():
            system = f"{setup.system}\n\n{_COMPANY.format(name=name)}"
            return replace(setup, system=system, reads=setup.reads | self.company_reads())
        return setup

    def beside(
        self, stage: Stage, personas: CurrentPersona, settings: SettingsSource, prompt: PromptPort
    ) -> "TurnFactory":
        """Return what sets up the turns of another character, by the same connections, keys and rules.

        She has the tools that come with the program. This one closes the connections.
        """
        own = self._dependencies
        other = TurnFactory(settings, stage, personas, own, self.capabilities, self.connections, prompt)
        other.keys, other.rules, other._endpoints = self.keys, self.rules, self.endpoints
        return other

    def companion_setup(self) -> TurnSetup:
        """Set up a turn of the offline companion who introduces herself; no endpoint is used."""
        from deskpet.llm.companion import Audience

        offline = self._settings_store.current.model_copy(update={"endpoint": EndpointSettings()})
        setup = turn_context.turn_setup(offline, self._stage, self.endpoints)
        return replace(setup, model=self.endpoints.companion(Audience.WELCOME))

    async def warm_up(self) -> None:
        """Import what a turn needs, and build the schemas of the tools, in a thread: both take a tenth of a second."""
        if self._endpoints is None:
            await event_loop.in_thread(self._warm_up)

    def _warm_up(self) -> None:
        importlib.import_module("deskpet.llm.endpoints")
        for tool in TOOLS:
            if self._policy_of(tool) is not Policy.REFUSE:
                tool.build_schema()

    @property
    def endpoints(self) -> "Endpoints":
        """The connections to models. Created on first use, because importing httpx takes a tenth of a second."""
        from deskpet.llm.endpoints import Endpoints

        if self._endpoints is None:
            self._endpoints = Endpoints(capabilities=self.capabilities, keys=self.keys)
        return self._endpoints

    def model_of(self, role: str, *, is_private: bool = False, streams: bool = True) -> "ChatModel":
        """Return the model for a role's requests beside the conversation."""
        settings = with_role(self.settings, self.connections, role)
        if not streams:
            settings = with_endpoint(settings, settings.endpoint.model_copy(update={"stream": False}))
        return self.endpoints.model(settings, warns=True, is_private=is_private)

    @property
    def settings(self) -> Settings:
        """The present settings with the model that answers: that of the conversation, or else of the persona."""
        settings, choice = self._settings_store.effective, self.choice()
        if choice is None or self._settings_store.is_offline:
            return turn_context.with_persona(settings, self._personas.persona, self.connections)
        return with_endpoint(settings, choice.endpoint(self.connections, settings.endpoint))

    @property
    def context_tokens(self) -> int:
        """How many tokens a request may have; 0 for no limit."""
        known = self.capabilities.of(self.place).context_tokens or 0
        return turn_context.context_tokens(self._settings_store.effective, known)

    @property
    def prompt_reads(self) -> frozenset[Reads]:
        """The marks that the prompt sets for every answer."""
        return self.own_reads | self.company_reads()

    @property
    def own_reads(self) -> frozenset[Reads]:
        """The marks that the prompt sets by the one who answers."""
        return turn_context.prompt_reads(self._settings_store.effective, self._personas.persona)

    @property
    def place(self) -> ModelAddress:
        """The address of the model that answers."""
        return _place(self.settings)

    @property
    def name(self) -> str:
        """The display name of the model that answers."""
        place = self.place
        return (place.model or place.base_url) if place.base_url else tr("Offline companion")

    @property
    def missing(self) -> str:
        """Return a short text about what the endpoint lacks to answer; empty if nothing is known to be missing."""
        return self.capabilities.missing(self.place, self.keys.known(self.settings.endpoint))

    @property
    def _refuses_pictures(self) -> bool:
        place = self.place
        return not place.base_url or self.capabilities.of(place).pictures is PictureSupport.REFUSED

    @property
    def why_no_pictures(self) -> str:
        """The reason why the model accepts no pictures, as a sentence; empty if it may accept them."""
        if not self.place.base_url:
            return tr("The offline companion can't see pictures.")
        if not self._refuses_pictures or self._settings_store.effective.roles.pictures:
            return ""
        when = local_time(self.capabilities.of(self.place).pictures_at)
        if when is None:
            return tr("{model} takes no pictures: it refused one.", model=self.name)
        day = language.format_datetime(when, tr("d MMM"))
        return tr("{model} takes no pictures: it refused one on {day}.", model=self.name, day=day)

    def provide(self, name: str, dependency: object) -> None:
        """Provide what tools need, by the name of their parameter, before the tools are first used."""
        self._dependencies = {**self._dependencies, name: dependency}

    def toolbox(self) -> Toolbox:
        """Return the tools of the program with the present settings. Others can be added to it while it runs."""
        settings = self._settings_store.effective
        if self._toolbox is None:
            self._toolbox = turn_context.toolbox(self._stage, settings, self.keys, self._dependencies, self._policy_of)
        elif self._tool_settings != settings.tools:
            by_settings = turn_context.settings_dependencies(settings, self.keys)
            self._toolbox.provide(**by_settings | dict(self._dependencies))
        self._tool_settings = settings.tools
        return self._toolbox

    def title_of(self, tool_name: str) -> str:
        """Return the title of a tool; its name if there is none (any more)."""
        tool = self.toolbox().find(tool_name)
        return tr(tool.title) if tool else tool_name

    async def aclose(self) -> None:
        """Close all connections."""
        if self._endpoints:
            await self._endpoints.aclose()

    def _policy_of(self, tool: Tool) -> Policy:
        """Return a tool's permission in the present settings, which may change while a turn runs."""
        return turn_context.policy_in(self._settings_store.effective)(tool)


def _place(settings: Settings) -> ModelAddress:
    return ModelAddress(settings.endpoint.base_url, settings.endpoint.model)
