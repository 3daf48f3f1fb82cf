"""Declare the ports by which a feature reaches the program. `deskpet.app.feature_host` makes them of its parts.

Each `listen` returns a function that ends it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deskpet.features.host.character import CharacterPort, SpeechPort, SpokenSample, StagePort, Voice
from deskpet.features.host.conversation import (
    ConversationPort,
    GreetingSentences,
    OccasionsPort,
    PromptPort,
    SessionsPort,
    TurnsPort,
)
from deskpet.features.host.guests import GuestChatPort, GuestsPort, SpeakingCharacter
from deskpet.features.host.program import KeptFiles, KeysPort, ModelServers, SettingsPort, ToolsPort
from deskpet.features.host.windows import (
    ChatPort,
    ChatStandIn,
    FormT,
    PersonaForm,
    SettingsWindowPort,
    WindowsPort,
)
from deskpet.listeners import Listen

if TYPE_CHECKING:
    from deskpet.chat.model import ChatModel
    from deskpet.chat.rules import Rules
    from deskpet.config.prompts import Prompts
    from deskpet.features.host.current_persona import CurrentPersona as CurrentPersona
    from deskpet.store import Store
    from deskpet.ui.chat.composer import Composer
    from deskpet.ui.pet.speech_bubble import Bubbles
    from deskpet.ui.platform.local_server import LocalSocketServer

# What features use besides the ports.
__all__ = [
    "ChatStandIn",
    "FormT",
    "GreetingSentences",
    "GuestChatPort",
    "Host",
    "PersonaForm",
    "SpeakingCharacter",
    "SpokenSample",
    "Voice",
]


@dataclass(frozen=True, slots=True)
class Host:
    """The ports.

    store: returns the open store, None until there is one. model: returns the model that finds what is worth
    remembering, not streamed. listen_to_store: calls a function when the store is open, if that takes longer than the
    start. composer: the message that the user writes. rules: calls that run always without a question; only an answer
    to such a question adds one. prompts: those of the user.
    """

    settings: SettingsPort
    conversation: ConversationPort
    store: "Callable[[], Store | None]"
    model: "Callable[[], ChatModel]"
    prompt: PromptPort
    windows: WindowsPort
    occasions: OccasionsPort
    listen_to_store: Listen[[]]
    keys: KeysPort
    composer: "Composer"
    tools: ToolsPort
    character: CharacterPort
    turns: TurnsPort
    chat: ChatPort
    bubbles: "Bubbles"
    settings_window: SettingsWindowPort
    speech: SpeechPort
    sessions: SessionsPort
    personas: "CurrentPersona"
    local_lines: "LocalSocketServer"
    stage: StagePort
    rules: "Rules"
    model_servers: ModelServers
    files: KeptFiles
    guests: GuestsPort
    prompts: "Prompts"
