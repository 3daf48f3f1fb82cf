"""What the window and the terminal share: settings and a stage into everything that a turn needs."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deskpet import paths
from deskpet.chat.tool import Tool, Toolbox
from deskpet.chat.turn_setup import Approve, TurnSetup
from deskpet.choices import Policy
from deskpet.personas.folder import Personas
from deskpet.personas.persona import Persona, reminded, told
from deskpet.settings import Mode, Settings
from deskpet.tools import TOOLS
from deskpet.tools.character import StageProtocol
from deskpet.tools.clock import SystemClock
from deskpet.tools.reminders import Reminders

if TYPE_CHECKING:
    from deskpet.llm.endpoints import Endpoints

_BODY = """Your body is moved by tools. Call the one for your expression the moment your feeling changes and the one
for motions for a gesture, in the middle of what you say, and go on with your sentence after the call. Never write an
action, an emotion tag or a tool's name in your words: others see you move."""


@dataclass(frozen=True, slots=True)
class TurnContext:
    """What a turn has beside the settings and the stage.

    `reminders` is None where they can't be kept; their tools are then not offered. `approve` asks the user, None
    where there is nobody to ask. `said` are the last messages, oldest first: they call lore to mind. `pictures` are
    sent, or only told of.
    """

    persona: Persona | None = None
    reminders: Reminders | None = None
    approve: Approve | None = None
    said: tuple[str, ...] = ()
    pictures: bool = True


def chosen_persona(settings: Settings) -> Persona | None:
    """Who is to speak; None for the character herself. Raises PersonaError when its file can't be used."""
    return Personas(paths.data_folder() / "personas").get(settings.persona.chosen)


def with_persona(settings: Settings, persona: Persona | None) -> Settings:
    """The settings with the model that the persona wants, if it wants one of its own."""
    if persona is None or not persona.model or not settings.endpoint.base_url:
        return settings
    endpoint = settings.endpoint.model_copy(update={"model": persona.model})
    return settings.model_copy(update={"endpoint": endpoint})


def system_prompt(
    settings: Settings, stage: StageProtocol, persona: Persona | None = None, said: Iterable[str] = ()
) -> str:
    """Who the model is to be: the chosen persona in the character's body, or the character herself."""
    character, user = stage.character, settings.persona.user
    if persona:
        who, words, last = f"You are {persona.name}.", told(persona, user, said), reminded(persona, user)
    else:
        who = f"You are {character.name}. {character.description}".strip()
        words, last = settings.persona.prompt, ""
    called = f"The user's name is {user}." if user else ""
    return "\n\n".join(part for part in (who, words, called, _BODY, last) if part)


def policy_in(settings: Settings) -> Callable[[Tool], Policy]:
    """What the settings say of a tool, or else the tool itself."""
    return lambda tool: settings.tools.policies.get(tool.name, tool.policy)


def toolbox(stage: StageProtocol, reminders: Reminders | None, policy_of: Callable[[Tool], Policy]) -> Toolbox:
    """Every tool that has what it needs."""
    provided: dict[str, object] = {"stage": stage, "clock": SystemClock()}
    if reminders:
        provided["reminders"] = reminders
    return Toolbox([each for each in TOOLS if provided.keys() >= set(each.needs)], policy_of, **provided)


def turn_setup(
    settings: Settings,
    stage: StageProtocol,
    endpoints: "Endpoints",
    around: TurnContext | None = None,
    policy_of: Callable[[Tool], Policy] | None = None,
) -> TurnSetup:
    """A turn as the settings say at this moment; `policy_of` may say otherwise of a tool while it runs."""
    around = around or TurnContext()
    is_text = settings.chat.mode is Mode.TEXT
    return TurnSetup(
        model=endpoints.model(with_persona(settings, around.persona), warns=True),
        toolbox=toolbox(stage, around.reminders, policy_of or policy_in(settings)),
        system=system_prompt(settings, stage, around.persona, around.said),
        max_rounds=settings.chat.max_rounds,
        native_tools=not is_text,
        text_form=settings.chat.text_protocol if is_text else None,
        on_tool_error=settings.chat.on_tool_error,
        pictures=around.pictures,
        # The offline companion can't sum up what was said, and has no limit.
        context_tokens=settings.chat.context_tokens if settings.endpoint.base_url else 0,
        approve=around.approve,
    )
