"""Who speaks: the chosen persona in the conversation, and the settings' page of all personas and tools."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from deskpet.app.settings_store import SettingsStore
from deskpet.chat.conversation import Conversation
from deskpet.chat.messages import Message, Text
from deskpet.chat.streaming_text import StreamingText
from deskpet.choices import Policy
from deskpet.personas import card
from deskpet.personas.folder import Personas
from deskpet.personas.persona import Persona, PersonaError, greetings_of
from deskpet.tools import tool_named
from deskpet.ui.platform import event_loop
from deskpet.ui.settings import portraits
from deskpet.ui.settings.persona_page import PersonaPage
from deskpet.ui.settings.tools_page import ToolsPage
from deskpet.words import join_sentences, tr

logger = logging.getLogger(__name__)


class PersonaController(QObject):
    """Gives the conversation its persona, and the pages what they show.

    chosen: someone else speaks from now on. changed: what is known of a persona is something else.
    """

    chosen = Signal()
    changed = Signal()

    def __init__(self, kept: SettingsStore, folder: Path, own_name: Callable[[], str]) -> None:
        """`folder` has the personas; `own_name` is the character's own."""
        super().__init__()
        self._kept, self._own_name = kept, own_name
        self._personas = Personas(folder)
        self._page: PersonaPage | None = None
        self._tools: ToolsPage | None = None
        self._shown: tuple[object, ...] = ()
        self._body: Path | None = None
        self._greetings: set[str] = set()
        kept.changed.connect(self.refresh)

    @property
    def persona(self) -> Persona | None:
        """Who speaks; None for the character herself, also where the chosen one can't be read."""
        try:
            return self._personas.get(self._kept.settings.persona.chosen)
        except PersonaError as error:
            logger.warning("%s", error)
            return None

    def show_body(self, folder: Path | None) -> None:
        """The character herself is the model in this folder."""
        self._body = folder
        self.refresh()

    def portrait(self, persona: Persona) -> Path | None:
        """The file of the persona's picture; None where it has none."""
        return self._personas.portrait(persona.id)

    def greet(self, conversation: Conversation) -> None:
        """Let the persona begin a conversation in which nothing was said yet, if it has a greeting.

        Where it has several, the first is shown, and the others stand in its place to be chosen from.
        The greeting of whoever spoke before makes way for it.
        """
        persona = self.persona
        if conversation.is_running:
            return
        while self.has_only_greeted(conversation):
            conversation.delete(conversation.messages[0].id)
        if persona is None or conversation.messages:
            return
        texts = greetings_of(persona, self._kept.settings.persona.user)
        said = [
            Message("assistant", (Text(StreamingText(text)),), created_at=time.time(), ended="stop") for text in texts
        ]
        if said:
            self._greetings = {message.id for message in said}
            conversation.say(*said)

    def has_only_greeted(self, conversation: Conversation) -> bool:
        """Whether all that was said in the conversation is a greeting."""
        messages = conversation.messages
        return len(messages) == 1 and messages[0].id in self._greetings

    # The pages

    def attend(self, page: PersonaPage, tools: ToolsPage) -> None:
        """Take care of these pages from now on."""
        self._page, self._tools, self._shown = page, tools, ()
        page.chosen.connect(self._choose)
        page.changed.connect(self._keep)
        page.new_requested.connect(self._make)
        page.delete_requested.connect(self._delete)
        page.import_requested.connect(lambda files: event_loop.spawn(self._bring(files)))
        page.portrait_changed.connect(lambda persona_id, file: event_loop.spawn(self._picture(persona_id, file)))
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
        known = {persona.id: self._personas.portrait(persona.id) for persona in personas} | {"": self._body}
        pictures = {persona_id: picture for persona_id, picture in known.items() if picture}
        changes = [picture.stat().st_mtime_ns for picture in pictures.values()]
        shown = (own, personas, chosen, pictures, changes)
        if shown != self._shown:
            self._shown = shown
            self._page.show_personas(own, personas, chosen, pictures)
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
            policies[tool_name] = policy
        self._kept.apply(saved.model_copy(update={"tools": saved.tools.model_copy(update={"policies": policies})}))
        self.refresh()

    def _policy(self, tool_name: str) -> Policy:
        tool = tool_named(tool_name)
        declared = tool.policy if tool else Policy.ASK
        return self._kept.saved.tools.policies.get(tool_name, declared)

    def _choose(self, persona_id: str) -> None:
        saved = self._kept.saved
        persona = saved.persona.model_copy(update={"chosen": persona_id})
        self._kept.apply(saved.model_copy(update={"persona": persona}))
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
        self.changed.emit()
        return kept

    def _make(self) -> None:
        if (kept := self._keep(Persona(tr("New persona")))) and self._page:
            self._page.edit(kept.id)

    def _delete(self, persona_id: str) -> None:
        persona = next((each for each in self._personas.all() if each.id == persona_id), None)
        if persona is None:
            return
        was_chosen = self._kept.saved.persona.chosen == persona_id
        picture = self._personas.portrait(persona_id)
        portrait = picture.read_bytes() if picture else None
        try:
            self._personas.remove(persona_id)
        except PersonaError as error:
            self._say(str(error), "bad")
            return
        if was_chosen:
            self._choose("")
        self.refresh()
        deleted = tr("{name} was deleted.", name=persona.name)
        self._say(deleted, undo=lambda: self._bring_back(persona, portrait, was_chosen=was_chosen))

    def _bring_back(self, persona: Persona, portrait: bytes | None, *, was_chosen: bool) -> None:
        if not self._keep(persona):
            return
        if portrait:
            self._keep_portrait(persona.id, portrait)
        if was_chosen:
            self._choose(persona.id)

    async def _picture(self, persona_id: str, file: Path | None) -> None:
        """The persona's picture is another one, or gone."""
        try:
            png = await event_loop.in_thread(lambda: portraits.read(file)) if file else None
        except PersonaError as error:
            self._say(str(error), "bad")
        else:
            self._keep_portrait(persona_id, png)

    def _keep_portrait(self, persona_id: str, png: bytes | None) -> None:
        try:
            self._personas.keep_portrait(persona_id, png)
        except PersonaError as error:
            self._say(str(error), "bad")
        self.refresh()
        self.changed.emit()

    async def _bring(self, files: list[Path]) -> None:
        said: list[str] = []
        level = "good"
        for file in files:
            try:
                brought = await event_loop.in_thread(partial(_read, file))
                kept = self._personas.keep(brought.persona)
                if brought.portrait:
                    self._personas.keep_portrait(kept.id, brought.portrait)
            except PersonaError as error:
                level = "bad"
                said.append(tr("{name}: {doing}", name=file.name, doing=error))
            else:
                left_out = tr(", ").join(brought.left_out)
                here = tr("{name} is here: choose it to let it speak.", name=kept.name)
                said.append(join_sentences(here, tr("Left out: {parts}.", parts=left_out) if left_out else ""))
        self.refresh()
        self._say("\n".join(said), level)

    def _say(self, text: str, level: str = "good", undo: Callable[[], object] | None = None) -> None:
        if self._page:
            self._page.say(text, level, undo)


@dataclass(frozen=True, slots=True)
class _Brought:
    """A persona from a file, its picture as a small PNG, and what was left out, in words."""

    persona: Persona
    portrait: bytes | None
    left_out: tuple[str, ...]


def _read(file: Path) -> _Brought:
    """What a card's file brings; takes its time. Raises PersonaError."""
    found = card.read_file(file)
    if not found.picture:
        return _Brought(found.persona, None, found.left_out)
    try:
        return _Brought(found.persona, portraits.to_png(found.picture), found.left_out)
    except PersonaError as error:
        logger.info("%s: %s", file.name, error)
        return _Brought(found.persona, None, (*found.left_out, tr("a picture that can't be read")))
