"""Build the TurnSetup of a turn, for the window and for the terminal. Imports no widgets, which `ask` does not need."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deskpet import paths
from deskpet.chat.tool import Tool, Toolbox
from deskpet.chat.turn_setup import Approve, TurnSetup
from deskpet.choices import Policy
from deskpet.personas.folder import Personas
from deskpet.personas.persona import Persona, fill_placeholders, persona_prompt, persona_reminder
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
    """Everything a turn depends on besides the settings and the stage.

    reminders: None if they can't be stored; their tools are not offered then.
    approve: asks the user about a tool call; None if there is nobody to ask.
    recent_texts: the last messages, oldest first; they select the persona's lore entries.
    pictures: whether pictures are sent; otherwise the model is only told that there were some.
    policy_of: permission of a tool while the turn runs; None uses the settings as they are now.
    token_limit: context size of the model in tokens as far as it is known; 0 if unknown.
    """

    persona: Persona | None = None
    reminders: Reminders | None = None
    approve: Approve | None = None
    recent_texts: tuple[str, ...] = ()
    pictures: bool = True
    policy_of: Callable[[Tool], Policy] | None = None
    token_limit: int = 0


def turn_setup(
    settings: Settings, stage: StageProtocol, endpoints: "Endpoints", context: TurnContext = TurnContext()
) -> TurnSetup:
    """Build a turn's setup from the present settings."""
    is_text = settings.chat.mode is Mode.TEXT
    # The offline companion can't summarize a conversation, and has no limit.
    limits = (settings.chat.context_tokens if settings.endpoint.base_url else 0, context.token_limit)
    return TurnSetup(
        model=endpoints.model(with_persona(settings, context.persona), warns=True),
        toolbox=toolbox(stage, context.reminders, context.policy_of or policy_in(settings)),
        system=system_prompt(settings, stage, context.persona, context.recent_texts),
        max_rounds=settings.chat.max_rounds,
        native_tools=not is_text,
        call_format=settings.chat.text_protocol if is_text else None,
        on_tool_error=settings.chat.on_tool_error,
        pictures=context.pictures,
        context_tokens=min(filter(None, limits), default=0),
        approve=context.approve,
    )


def chosen_persona(settings: Settings) -> Persona | None:
    """Return the persona that is to speak, None for the character itself. Raises PersonaError for an unusable file."""
    return Personas(paths.data_folder() / "personas").get(settings.persona.chosen)


def with_persona(settings: Settings, persona: Persona | None) -> Settings:
    """Return the settings with the persona's own model, if it has one."""
    if persona is None or not persona.model or not settings.endpoint.base_url:
        return settings
    endpoint = settings.endpoint.model_copy(update={"model": persona.model})
    return settings.model_copy(update={"endpoint": endpoint})


def system_prompt(
    settings: Settings, stage: StageProtocol, persona: Persona | None = None, recent_texts: Iterable[str] = ()
) -> str:
    """Return the system prompt: the persona in the character's body, or the character itself."""
    character, user = stage.character, settings.persona.user
    if persona:
        role, words, last = (
            f"You are {persona.name}.",
            persona_prompt(persona, user, recent_texts),
            persona_reminder(persona, user),
        )
    else:
        role = f"You are {character.name}. {character.description}".strip()
        words, last = fill_placeholders(settings.persona.prompt, Persona(character.name), user), ""
    user_name = f"The user's name is {user}." if user else ""
    return "\n\n".join(part for part in (role, words, user_name, _BODY, last) if part)


def policy_in(settings: Settings) -> Callable[[Tool], Policy]:
    """Return a function that looks up a tool's permission in the settings; the tool's own is the default."""
    return lambda tool: settings.tools.policies.get(tool.name, tool.policy)


def toolbox(stage: StageProtocol, reminders: Reminders | None, policy_of: Callable[[Tool], Policy]) -> Toolbox:
    """Return all tools whose needs are provided."""
    provided: dict[str, object] = {"stage": stage, "clock": SystemClock()}
    if reminders:
        provided["reminders"] = reminders
    return Toolbox([each for each in TOOLS if provided.keys() >= set(each.needs)], policy_of, **provided)
