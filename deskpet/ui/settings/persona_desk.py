"""Who speaks: the chosen persona in the conversation, and the settings' page of all personas and tools."""

import logging
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from deskpet.chat.conversation import Conversation
from deskpet.chat.growing import GrowingText
from deskpet.chat.messages import Message, Text
from deskpet.chat.tool import Policy
from deskpet.personas import card
from deskpet.personas.folder import Personas
from deskpet.personas.persona import Persona, PersonaError, greeting_of
from deskpet.settings import Settings, ToolPolicy
from deskpet.tools import tool_named
from deskpet.ui.kept_settings import KeptSettings
from deskpet.ui.settings.persona_page import PersonaPage
from deskpet.ui.settings.tools_page import ToolsPage

logger = logging.getLogger(__name__)


class PersonaDesk(QObject):
    """Gives the conversation its persona, and the pages what they show.

    chosen: someone else speaks from now on.
    """

    chosen = Signal()

    def __init__(
        self, kept: KeptSettings, folder: Path, change: Callable[[Settings], None], own_name: Callable[[], str]
    ) -> None:
        """`folder` has the personas; `change` keeps other settings; `own_name` is the character's own."""
        super().__init__()
        self._kept, self._change, self._own_name = kept, change, own_name
        self._personas = Personas(folder)
        self._page: PersonaPage | None = None
        self._tools: ToolsPage | None = None
        self._shown: tuple[object, ...] = ()
        self._greeting = ""
        kept.changed.connect(self.refresh)

    @property
    def persona(self) -> Persona | None:
        """Who speaks; None for the character herself, also where the chosen one can't be read."""
        try:
            return self._personas.get(self._kept.settings.persona.chosen)
        except PersonaError as error:
            logger.warning("%s", error)
            return None

    def greet(self, conversation: Conversation) -> None:
        """Let the persona begin a conversation in which nothing was said yet, if it has a greeting.

        The greeting of whoever spoke before makes way for it.
        """
        persona = self.persona
        if conversation.is_running:
            return
        if self.has_only_greeted(conversation):
            conversation.delete(conversation.messages[0].id)
        if persona is None or conversation.messages:
            return
        if text := greeting_of(persona, self._kept.settings.persona.user):
            said = Message("assistant", (Text(GrowingText(text)),), created_at=time.time(), ended="stop")
            self._greeting = said.id
            conversation.say(said)

    def has_only_greeted(self, conversation: Conversation) -> bool:
        """Whether all that was said in the conversation is a greeting."""
        return [message.id for message in conversation.messages] == [self._greeting]

    # The pages

    def attend(self, page: PersonaPage, tools: ToolsPage) -> None:
        """Take care of these pages from now on."""
        self._page, self._tools, self._shown = page, tools, ()
        page.chosen.connect(self._choose)
        page.changed.connect(self._keep)
        page.new_wanted.connect(self._make)
        page.delete_wanted.connect(self._delete)
        page.files_brought.connect(self._bring)
        tools.changed.connect(self.set_policy)
        self.refresh()
        if problems := self._personas.problems():
            page.say("\n".join(problems), "bad")

    def refresh(self) -> None:
        """Show what there is now."""
        if self._page is None or self._tools is None:
            return
        settings = self._kept.saved
        own = Persona(self._own_name(), settings.persona.prompt)
        personas, chosen = self._personas.all(), settings.persona.chosen
        if not any(persona.id == chosen for persona in personas):
            chosen = ""
        shown = (own, personas, chosen)
        if shown != self._shown:
            self._shown = shown
            self._page.show_personas(own, personas, chosen)
        self._tools.show_policies(self._policy)

    def allow(self, tool_name: str) -> None:
        """Never ask about this tool again."""
        self.set_policy(tool_name, Policy.ALLOW)

    def set_policy(self, tool_name: str, policy: Policy) -> None:
        """Let the settings say this of a tool; what it declares itself need not stand there."""
        saved = self._kept.saved
        policies = {name: kept for name, kept in saved.tools.policies.items() if name != tool_name}
        tool = tool_named(tool_name)
        if tool is None or tool.policy is not policy:
            policies[tool_name] = ToolPolicy(policy)
        self._change(saved.model_copy(update={"tools": saved.tools.model_copy(update={"policies": policies})}))
        self.refresh()

    def _policy(self, tool_name: str) -> Policy:
        tool = tool_named(tool_name)
        declared = tool.policy if tool else Policy.ASK
        return Policy(self._kept.saved.tools.policies.get(tool_name, declared))

    def _choose(self, persona_id: str) -> None:
        saved = self._kept.saved
        persona = saved.persona.model_copy(update={"chosen": persona_id})
        self._change(saved.model_copy(update={"persona": persona}))
        self.refresh()
        if persona_id != saved.persona.chosen:
            self.chosen.emit()

    def _keep(self, persona: Persona) -> Persona | None:
        try:
            kept = self._personas.keep(persona)
        except PersonaError as error:
            self._say(str(error), "bad")
            return None
        self.refresh()
        return kept

    def _make(self) -> None:
        if (kept := self._keep(Persona("New persona"))) and self._page:
            self._page.edit(kept.id)

    def _delete(self, persona_id: str) -> None:
        persona = next((each for each in self._personas.all() if each.id == persona_id), None)
        if persona is None:
            return
        was_chosen = self._kept.saved.persona.chosen == persona_id
        try:
            self._personas.remove(persona_id)
        except PersonaError as error:
            self._say(str(error), "bad")
            return
        if was_chosen:
            self._choose("")
        self.refresh()
        self._say(f"{persona.name} was deleted.", undo=lambda: self._bring_back(persona, was_chosen=was_chosen))

    def _bring_back(self, persona: Persona, *, was_chosen: bool) -> None:
        if self._keep(persona) and was_chosen:
            self._choose(persona.id)

    def _bring(self, files: list[Path]) -> None:
        said: list[str] = []
        level = "good"
        for file in files:
            try:
                imported = card.read_file(file)
                kept = self._personas.keep(imported.persona)
            except PersonaError as error:
                level = "bad"
                said.append(f"{file.name}: {error}")
            else:
                left_out = f" Left out: {', '.join(imported.left_out)}." if imported.left_out else ""
                said.append(f"{kept.name} is here: choose it to let it speak.{left_out}")
        self.refresh()
        self._say("\n".join(said), level)

    def _say(self, text: str, level: str = "good", undo: Callable[[], object] | None = None) -> None:
        if self._page:
            self._page.say(text, level, undo)
