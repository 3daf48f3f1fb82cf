"""What happens in the first run: the character talks through the offline companion, and what is chosen holds."""

import re

from PySide6.QtCore import QObject, QRect, Signal
from PySide6.QtGui import QGuiApplication

from deskpet import paths, wiring
from deskpet.chat.conversation import Conversation
from deskpet.chat.setup import TurnSetup
from deskpet.keys import find_key
from deskpet.llm.capabilities import Capabilities
from deskpet.llm.endpoints import Endpoints
from deskpet.pet import character, model_file
from deskpet.pet.hearing import hear
from deskpet.pet.library import Entry, Library
from deskpet.settings import Endpoint
from deskpet.ui import loop
from deskpet.ui.first_run import newcomer
from deskpet.ui.first_run.window import FirstRun, beside_the_pet
from deskpet.ui.kept_settings import KeptSettings
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.settings.connection_desk import ConnectionDesk
from deskpet.ui.settings.gallery import Offer
from deskpet.ui.stage import Stage

GREETING = "Hello!"


class FirstRunDesk(QObject):
    """Shows the three steps beside the pet and does what they ask for, until they are done or passed over.

    changed: these Settings are to hold. key_changed: a key for the endpoint that is set, for the keyring.
    ended: the welcome is over, for good.
    """

    changed = Signal(object)
    key_changed = Signal(str)
    ended = Signal()

    def __init__(
        self, kept: KeptSettings, stage: Stage, pet: PetWindow, endpoints: Endpoints, capabilities: Capabilities
    ) -> None:
        super().__init__()
        self._kept, self._stage, self._pet, self._endpoints = kept, stage, pet, endpoints
        self._talk: Conversation | None = None
        has_key = bool(find_key(kept.saved.endpoint))
        self.form = form = FirstRun(stage.character.name, kept.saved, has_key, capabilities.last_model)
        self.window = beside_the_pet(form)
        ConnectionDesk(form, endpoints, capabilities)
        form.applied.connect(self.changed)
        form.key_changed.connect(self.key_changed)
        form.character_chosen.connect(self._choose_character)
        form.said.connect(self._say)
        form.finished.connect(self._end)
        kept.changed.connect(self._follow_settings)
        stage.character_changed.connect(self._follow_stage)
        pet.first_frame.connect(self._greet)
        pet.moved.connect(self._follow)

    def begin(self) -> None:
        """Show the first step; she greets."""
        self._follow(self._pet.geometry())
        self.window.show()
        self.window.activateWindow()
        self.form.take_focus()
        loop.spawn(self._offer())
        self._greet()

    def close(self) -> None:
        """The program ends; who was not done is made welcome again at the next start."""
        self._hush()
        self.window.close()

    async def _offer(self) -> None:
        offers = await loop.in_thread(_offers)
        self.form.show_offers(offers, self._kept.saved.character.folder)

    def _choose_character(self, choice: str) -> None:
        saved = self._kept.saved
        chosen = saved.character.model_copy(update={"folder": choice})
        self.changed.emit(saved.model_copy(update={"character": chosen}))

    def _follow_settings(self) -> None:
        saved = self._kept.saved
        self.form.meet.show_choice(saved.character.folder)
        if saved != self.form.settings:
            self.form.show_settings(saved)

    def _follow_stage(self) -> None:
        self.form.show_name(self._stage.character.name)

    def _follow(self, pet: QRect) -> None:
        screen = self._pet.screen() or QGuiApplication.primaryScreen()
        self.window.place_beside(pet, screen.availableGeometry())

    # What she says

    def _greet(self) -> None:
        self._say(GREETING)

    def _say(self, words: str) -> None:
        """Let her answer these words; what she said before is over."""
        self._hush()
        talk = self._talk = Conversation(self._turn_setup)
        presence = self._pet.presence
        talk.listen(lambda _: None, lambda event, answer: hear(presence, event, answer))
        talk.listen(lambda _: None, lambda _, answer: self.form.show_said(answer.text) if talk is self._talk else None)
        loop.spawn(talk.send(words))

    def _hush(self) -> None:
        talk, self._talk = self._talk, None
        if talk:
            talk.stop()

    def _turn_setup(self) -> TurnSetup:
        # None of this is kept, and no model is asked.
        offline = self._kept.saved.model_copy(update={"endpoint": Endpoint()})
        return wiring.turn_setup(offline, self._stage, self._endpoints)

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
        newcomer.remember_welcome()
        self.ended.emit()


def _offers() -> tuple[Offer, ...]:
    """The built-in characters; takes a moment."""
    return tuple(_offer(entry) for entry in Library().all() if entry.is_built_in)


def _offer(entry: Entry) -> Offer:
    who = character.of(model_file.load(entry.choice, paths.model_cache_folder()))
    return Offer(entry, who.name, _in_short(who.description, who.name), who.description)


def _in_short(description: str, name: str) -> str:
    """What a character is, of all that is said of her: "Mikan is a little fox with …" is a "Little fox"."""
    told = re.sub(rf"^{re.escape(name)} is (an?|the) ", "", description)
    short = re.split(r" with |[,.]", told, maxsplit=1)[0]
    return short[:1].upper() + short[1:]
