"""What happens in the first run: the character talks through the offline companion, and what is chosen holds."""

import re
from dataclasses import replace

from PySide6.QtCore import QObject, QRect, Signal
from PySide6.QtGui import QGuiApplication

from deskpet import paths
from deskpet.app import first_run_state, turn_context
from deskpet.app.connection_controller import ConnectionController
from deskpet.app.settings_store import SettingsStore
from deskpet.chat.conversation import Conversation
from deskpet.chat.turn_setup import TurnSetup
from deskpet.llm.capabilities import Capabilities
from deskpet.llm.companion import Audience
from deskpet.llm.endpoints import Endpoints
from deskpet.pet import character, model_file
from deskpet.pet.library import Library, LibraryEntry
from deskpet.pet.turn_reactions import react
from deskpet.settings import EndpointSettings
from deskpet.ui.first_run.window import FirstRun, create_panel
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.gallery import CardContent
from deskpet.ui.stage import Stage
from deskpet.ui.widgets import language
from deskpet.words import tr, tr_noop

GREETING = tr_noop("Hello!")
# What the built-in characters are; their own files say it, in short and at length.
_BUILT_IN = (
    tr_noop("Cheerful little fox spirit"),
    tr_noop(
        "Mikan is a cheerful little fox spirit with mandarin-orange hair, big teal eyes and a fluffy tail, wrapped in "
        "an oversized cream hoodie and a teal scarf. She is curious, warm and playful, and shows what she feels with "
        "her whole body."
    ),
    tr_noop("Gentle snow fox"),
    tr_noop(
        "Yuki is a gentle snow fox with silver braids, violet eyes and a tail like a snowdrift, bundled up in a navy "
        "cape coat with a fur collar and red mittens. She is calm, thoughtful and a little shy, speaks softly, and "
        "melts when somebody is kind to her."
    ),
)


class FirstRunController(QObject):
    """Shows the three steps beside the pet and does what they ask for, until they are done or passed over.

    changed: these Settings are to hold. key_changed: a key for the endpoint that is set, for the keyring.
    ended: the welcome is over, for good.
    """

    changed = Signal(object)
    key_changed = Signal(str)
    ended = Signal()

    def __init__(
        self, kept: SettingsStore, stage: Stage, pet: PetWindow, endpoints: Endpoints, capabilities: Capabilities
    ) -> None:
        super().__init__()
        self._kept, self._stage, self._pet, self._endpoints = kept, stage, pet, endpoints
        self._talk: Conversation | None = None
        self._capabilities, self._language = capabilities, language.current()
        self.form = self._made()
        self.window = create_panel(self.form)
        kept.changed.connect(self._follow_settings)
        stage.character_changed.connect(self._follow_stage)
        pet.first_frame.connect(self._greet)
        pet.moved.connect(self._follow)

    def begin(self) -> None:
        """Show the first step; she greets."""
        first_run_state.remember_beginning()
        self.bring()
        self.form.take_focus()
        event_loop.spawn(self._offer())
        self._greet()

    def bring(self) -> None:
        """Show the window beside the character, before all others."""
        self._follow(self._pet.geometry())
        self.window.show()
        self.window.raise_()
        self.window.activateWindow()

    def _made(self) -> FirstRun:
        form = FirstRun(self._stage.character.name, self._kept.saved, self._capabilities.last_model)
        ConnectionController(form, self._endpoints, self._capabilities)
        form.applied.connect(self.changed)
        form.key_changed.connect(self.key_changed)
        form.character_chosen.connect(self._choose_character)
        form.meet.message_sent.connect(self._say)
        form.finished.connect(self._end)
        return form

    def _begin_anew(self) -> None:
        """Another language is spoken: the steps are made in it, and go on where they were."""
        old, step = self.window, self.form.step
        self.form.settle()
        self.form.closed.emit()
        self.form = self._made()
        self.window = create_panel(self.form)
        self.begin()
        self.form.show_step(step)
        old.close()
        old.deleteLater()

    def close(self) -> None:
        """The program ends; who was not done is made welcome again at the next start."""
        self._hush()
        self.window.close()

    async def _offer(self) -> None:
        offers = await event_loop.in_thread(_offers)
        self.form.show_cards(offers, self._kept.saved.character.folder)

    def _choose_character(self, choice: str) -> None:
        saved = self._kept.saved
        chosen = replace(saved.character, folder=choice)
        self.changed.emit(saved.model_copy(update={"character": chosen}))

    def _follow_settings(self) -> None:
        saved = self._kept.saved
        self.form.meet.show_choice(saved.character.folder)
        if saved != self.form.settings:
            self.form.show_settings(saved)
        if self._language != language.current():
            self._language = language.current()
            self._begin_anew()

    def _follow_stage(self) -> None:
        self.form.show_name(self._stage.character.name)

    def _follow(self, pet: QRect) -> None:
        screen = self._pet.screen() or QGuiApplication.primaryScreen()
        self.window.place_beside(pet, screen.availableGeometry())

    # What she says

    def _greet(self) -> None:
        self._say(tr(GREETING))

    def _say(self, words: str) -> None:
        """Let her answer these words; what she said before is over."""
        self._hush()
        talk = self._talk = Conversation(self._turn_setup)
        presence = self._pet.presence
        talk.listen(lambda _: None, lambda event, answer: react(presence, event, answer))
        talk.listen(
            lambda _: None, lambda _, answer: self.form.show_message(answer.text) if talk is self._talk else None
        )
        event_loop.spawn(talk.send(words))

    def _hush(self) -> None:
        talk, self._talk = self._talk, None
        if talk:
            talk.stop()

    def _turn_setup(self) -> TurnSetup:
        # None of this is kept, and no model is asked.
        offline = self._kept.saved.model_copy(update={"endpoint": EndpointSettings()})
        setup = turn_context.turn_setup(offline, self._stage, self._endpoints)
        return replace(setup, model=self._endpoints.companion(Audience.WELCOME))

    def _end(self) -> None:
        self._hush()
        for signal, slot in (
            (self._kept.changed, self._follow_settings),
            (self._stage.character_changed, self._follow_stage),
            (self._pet.first_frame, self._greet),
            (self._pet.moved, self._follow),
        ):
            signal.disconnect(slot)
        self.window.hide()
        first_run_state.remember_welcome()
        self.ended.emit()


def _offers() -> tuple[CardContent, ...]:
    """The built-in characters; takes a moment."""
    return tuple(_offer(entry) for entry in Library().all() if entry.is_built_in)


def _offer(entry: LibraryEntry) -> CardContent:
    who = character.from_model(model_file.load(entry.choice, paths.model_cache_folder()))
    return CardContent(entry, who.name, tr(_in_short(who.description, who.name)), tr(who.description))


def _in_short(description: str, name: str) -> str:
    """What a character is, of all that is said of her: "Mikan is a little fox with …" is a "Little fox"."""
    told = re.sub(rf"^{re.escape(name)} is (an?|the) ", "", description)
    short = re.split(r" with |[,.]", told, maxsplit=1)[0]
    return short[:1].upper() + short[1:]
