"""Declare the ports by which a feature reaches the program. `deskpet.app.feature_host` makes them of its parts.

Each `listen` returns a function that ends it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deskpet.features.host.character import (
    CharacterPort,
    PerformancePort,
    SpeechPort,
    StagePort,
    TouchPort,
)
from deskpet.features.host.character import (
    SpokenSample as SpokenSample,
)
from deskpet.features.host.character import (
    Voice as Voice,
)
from deskpet.features.host.conversation import (
    ConversationPort,
    OccasionsPort,
    PersonasPort,
    PromptPort,
    SessionsPort,
    TurnsPort,
)
from deskpet.features.host.conversation import (
    GreetingSentences as GreetingSentences,
)
from deskpet.features.host.program import (
    KeptFiles,
    KeysPort,
    ModelServers,
    RulesPort,
    SettingsPort,
    ToolCatalogPort,
    ToolsPort,
)
from deskpet.features.host.windows import (
    ChatPort,
    ComposerPort,
    FullWindowPort,
    SettingsWindowPort,
    SwitchesPort,
    WindowsPort,
)
from deskpet.features.host.windows import (
    ChatStandIn as ChatStandIn,
)
from deskpet.features.host.windows import (
    FormT as FormT,
)
from deskpet.features.host.windows import (
    PersonaForm as PersonaForm,
)
from deskpet.listeners import End as End
from deskpet.listeners import Listen

if TYPE_CHECKING:
    from deskpet.chat.model import ChatModel
    from deskpet.config.prompts import Prompts
    from deskpet.store import Store
    from deskpet.ui.pet.speech_bubble import Bubbles
    from deskpet.ui.platform.local_server import LocalSocketServer


@dataclass(frozen=True, slots=True)
class Host:
    """The ports.

    store: returns the open store, None until there is one. model: returns the model that finds what is worth
    remembering, not streamed. listen_to_store: calls a function when the store is open, if that takes longer than the
    start. prompts: those of the user.
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
    composer: ComposerPort
    tools: ToolsPort
    tool_catalog: ToolCatalogPort
    character: CharacterPort
    turns: TurnsPort
    chat: ChatPort
    bubbles: "Bubbles"
    settings_window: SettingsWindowPort
    speech: SpeechPort
    switches: SwitchesPort
    performance: PerformancePort
    touch: TouchPort
    sessions: SessionsPort
    personas: PersonasPort
    local_lines: "LocalSocketServer"
    stage: StagePort
    full_window: FullWindowPort
    rules: RulesPort
    model_servers: ModelServers
    files: KeptFiles
    prompts: "Prompts"
