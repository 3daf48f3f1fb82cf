"""What the window and the terminal share: settings and a stage into everything that a turn needs."""

from deskpet.chat.setup import OnToolError, TurnSetup
from deskpet.chat.textprompt import TextForm
from deskpet.chat.tool import Toolbox
from deskpet.llm.endpoints import Endpoints
from deskpet.settings import Mode, Settings
from deskpet.tools.character import CHARACTER_TOOLS, Stage

_BODY = """Your body is moved by tools. Call the one for your expression the moment your feeling changes and the one
for motions for a gesture, in the middle of what you say, and go on with your sentence after the call. Never write an
action, an emotion tag or a tool's name in your words: others see you move."""


def system_prompt(settings: Settings, stage: Stage) -> str:
    """Who the model is to be."""
    character = stage.character
    who = f"You are {character.name}. {character.description}".strip()
    return "\n\n".join(part for part in (who, settings.persona.prompt, _BODY) if part)


def turn_setup(settings: Settings, stage: Stage, endpoints: Endpoints) -> TurnSetup:
    """A turn as the settings say at this moment."""
    is_text = settings.chat.mode is Mode.TEXT
    return TurnSetup(
        model=endpoints.model(settings),
        toolbox=Toolbox(CHARACTER_TOOLS, stage=stage),
        system=system_prompt(settings, stage),
        max_rounds=settings.chat.max_rounds,
        native_tools=not is_text,
        text_form=TextForm(settings.chat.text_protocol) if is_text else None,
        on_tool_error=OnToolError(settings.chat.on_tool_error),
        # The offline companion can't sum up what was said, and has no limit.
        context_tokens=settings.chat.context_tokens if settings.endpoint.base_url else 0,
    )
