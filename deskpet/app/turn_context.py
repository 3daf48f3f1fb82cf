"""Build the TurnSetup of a turn, for the window and for the terminal. Imports no widgets, which `ask` does not need."""

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from deskpet.app.tool_list import TOOLS
from deskpet.chat.permission import Reads, Rule
from deskpet.chat.recollection import Recall
from deskpet.chat.tool import BUILT_IN, Dependencies, Tool
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn_setup import Approve, TurnSetup
from deskpet.config import paths
from deskpet.config.choices import Policy
from deskpet.config.keys import KeyStore
from deskpet.config.settings import Mode, Settings
from deskpet.features.feature_list import FEATURES
from deskpet.llm.connections import Connections, named, with_endpoint
from deskpet.network.web_network import WebNetwork
from deskpet.personas.folder import Personas
from deskpet.personas.persona import Persona, fill_placeholders, persona_prompt, persona_reminder
from deskpet.tools.character import StageProtocol
from deskpet.tools.clock import Clock
from deskpet.tools.files.trash import FreedesktopTrash
from deskpet.tools.files.undo_copies import UndoCopies
from deskpet.tools.files.workspace import Workspace

if TYPE_CHECKING:
    from deskpet.llm.endpoints import Endpoints

_BODY = """Your body is moved by tools. Call the one for your expression the moment your feeling changes and the one
for motions for a gesture, in the middle of a sentence, and go on with it after the call. Never write an action, an
emotion tag or a tool's name: others see you move."""


@dataclass(frozen=True, slots=True)
class TurnContext:
    """Everything a turn depends on besides the settings and the stage.

    dependencies: what tools need besides the stage and the clock, by name. Tools that need others are not offered.
    approve: asks the user about a tool call; None if there is nobody to ask.
    recent_texts: the last messages, oldest first; they select the persona's lore entries.
    pictures: whether pictures are sent; otherwise the model is only told that there were some.
    rules: returns the user's rules about tool calls.
    toolbox: the tools; None makes those that come with the program, with the policies of the settings as they are now.
    more_tools: foreign tools, besides those that come with the program; a given toolbox has its own.
    token_limit: context size of the model in tokens as far as it is known; 0 if unknown.
    recall: returns what is remembered of the user; None while memory is off.
    is_private: the words of its requests are not logged.
    """

    persona: Persona | None = None
    dependencies: Dependencies = field(default_factory=dict[str, object])
    approve: Approve | None = None
    recent_texts: tuple[str, ...] = ()
    pictures: bool = True
    toolbox: Toolbox | None = None
    more_tools: tuple[Tool, ...] = ()
    token_limit: int = 0
    rules: Callable[[], Iterable[Rule]] = tuple
    recall: Recall | None = None
    is_private: bool = False


def turn_setup(
    settings: Settings, stage: StageProtocol, endpoints: "Endpoints", context: TurnContext = TurnContext()
) -> TurnSetup:
    """Build a turn's setup from the settings, whose endpoint answers."""
    is_text = settings.chat.mode is Mode.TEXT
    return TurnSetup(
        model=endpoints.model(settings, warns=True, is_private=context.is_private),
        toolbox=context.toolbox
        or toolbox(stage, settings, endpoints.keys, context.dependencies, policy_in(settings), context.more_tools),
        system=system_prompt(settings, stage, context.persona, context.recent_texts),
        max_rounds=settings.chat.max_rounds,
        native_tools=not is_text,
        call_format=settings.chat.text_protocol if is_text else None,
        on_tool_error=settings.chat.on_tool_error,
        pictures=context.pictures,
        context_tokens=context_tokens(settings, context.token_limit),
        approve=context.approve,
        rules=context.rules,
        reads=prompt_reads(settings, context.persona),
        recall=context.recall,
        passages=_passages,
    )


def _passages(pages: Sequence[str], question: str, room: int) -> list[tuple[int, str]]:
    # Only long documents need the index, and with it SQLite.
    from deskpet.documents.passages import best_parts

    return [(part.page, part.text) for part in best_parts(pages, question, room)]


def context_tokens(settings: Settings, known: int) -> int:
    """Return how many tokens a request may have: what the settings say, or less if the model is known to take less.

    0 is no limit: the offline companion can't summarize a conversation.
    """
    limits = (settings.chat.context_tokens if settings.endpoint.base_url else 0, known)
    return min(filter(None, limits), default=0)


def prompt_reads(settings: Settings, persona: Persona | None) -> frozenset[Reads]:
    """Return FOREIGN if the prompt has words of strangers: of a persona, or of a character that is not built in.

    The name of a built-in one is a single word. Another one brings the meanings of its expressions and motions.
    """
    is_foreign = persona is not None or len(Path(settings.character.folder).parts) > 1
    return frozenset({Reads.FOREIGN} if is_foreign else ())


def chosen_persona(settings: Settings) -> Persona | None:
    """Return the persona that is to speak, None for the character itself. Raises PersonaError for an unusable file."""
    return Personas(paths.data_folder() / "personas").get(settings.persona.chosen)


def with_chosen_persona(settings: Settings) -> Settings:
    """Return the settings with the chosen persona's own connection and model. Raises PersonaError."""
    return with_persona(settings, chosen_persona(settings), Connections(paths.connections_file()))


def with_persona(settings: Settings, persona: Persona | None, connections: Connections) -> Settings:
    """Return the settings with the persona's own connection and model, if it has them."""
    if persona is None or not settings.endpoint.base_url:
        return settings
    settings = (named(connections, settings, persona.connection) if persona.connection else None) or settings
    return with_endpoint(
        settings, settings.endpoint.model_copy(update={"model": persona.model or settings.endpoint.model})
    )


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
    """Return a function that looks up a tool's permission in the settings; the tool's own is the default.

    A foreign tool can't be allowed by its name, which its owner may give to anything; only a rule for its version can.
    """

    def policy_of(tool: Tool) -> Policy:
        policy = settings.tools.policies.get(tool.name, tool.policy)
        return Policy.ASK if policy is Policy.ALLOW and tool.origin != BUILT_IN else policy

    return policy_of


def toolbox(
    stage: StageProtocol,
    settings: Settings,
    keys: KeyStore,
    dependencies: Dependencies,
    policy_of: Callable[[Tool], Policy],
    more: Iterable[Tool] = (),
) -> Toolbox:
    """Return all tools whose needs are provided. A `workspace` in `dependencies` replaces that of the settings.

    more: foreign tools, which are added to those of the program.
    """
    box = Toolbox((), policy_of, **provided_dependencies(stage, settings, keys, dependencies))
    for each in TOOLS:
        if box.dependencies.keys() >= set(each.needs):
            box.add(each)
    for each in more:
        box.add(each)
    return box


def provided_dependencies(
    stage: StageProtocol, settings: Settings, keys: KeyStore, dependencies: Dependencies
) -> dict[str, object]:
    """Return `dependencies` with those that need no window, which they replace if they have the same names."""
    provided = {"stage": stage, "clock": Clock(), **settings_dependencies(settings, keys)}
    if sys.platform not in {"win32", "darwin"}:
        # The trash of the others needs Qt.
        provided["trash"] = FreedesktopTrash()
    return provided | dict(dependencies)


def settings_dependencies(settings: Settings, keys: KeyStore) -> dict[str, object]:
    """Return the dependencies of tools that the settings determine."""
    provided: dict[str, object] = {
        "workspace": Workspace(settings.tools.folders, paths.scratch_folder()),
        "undo_copies": UndoCopies(paths.undo_folder()),
        "network": WebNetwork(),
    }
    for each in FEATURES:
        provided |= each.dependencies(settings, keys)
    return provided
