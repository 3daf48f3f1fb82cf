"""First-run assistant: the character answers through the offline companion, and choices are applied at once."""

import re
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, QRect, Signal
from shiboken6 import isValid

from deskpet.app import first_run_state, turn_context
from deskpet.app.connection_controller import ConnectionController
from deskpet.app.settings_store import SettingsStore
from deskpet.chat.conversation import Conversation
from deskpet.chat.turn_setup import TurnSetup
from deskpet.config import paths
from deskpet.config.settings import EndpointSettings, VoiceSettings
from deskpet.llm.capabilities import Capabilities
from deskpet.llm.companion import Audience
from deskpet.llm.endpoints import Endpoints
from deskpet.pet import character, model_file
from deskpet.pet.library import Library, LibraryEntry
from deskpet.pet.turn_reactions import react
from deskpet.translation import join_sentences, tr, tr_noop
from deskpet.ui.first_run.hello_row import HelloRow
from deskpet.ui.first_run.window import FirstRun, create_panel
from deskpet.ui.pet.placement_tracker import free_area
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.platform import event_loop
from deskpet.ui.stage import Stage
from deskpet.ui.widgets import language
from deskpet.ui.widgets.model_card import CardContent

GREETING = tr_noop("Hello!")
# Translatable descriptions of the built-in characters, short and long. The long ones are the texts in their files.
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
    """Shows the three steps beside the pet and carries out their requests, until they are finished or skipped.

    ended: Emitted when the assistant is finished or skipped; it is not shown again.
    """

    ended = Signal()

    def __init__(
        self,
        store: SettingsStore,
        stage: Stage,
        pet: PetWindow,
        endpoints: Endpoints,
        capabilities: Capabilities,
        store_key: Callable[[str], None],
    ) -> None:
        """`store_key` stores an API key for the current endpoint."""
        super().__init__()
        self._store, self._stage, self._pet, self._endpoints = store, stage, pet, endpoints
        self._capabilities, self._store_key = capabilities, store_key
        self._conversation: Conversation | None = None
        self._language = language.current()
        self.form = self._create_form()
        self.window = create_panel(self.form)
        store.changed.connect(self._on_settings_changed)
        stage.character_changed.connect(self._show_name)
        pet.first_frame.connect(self._greet)
        pet.moved.connect(self._place)

    def begin(self) -> None:
        """Show the assistant, and let the character greet the user."""
        first_run_state.remember_beginning()
        self.bring()
        self.form.take_focus()
        event_loop.spawn(self._list_characters())
        self._greet()

    def bring(self) -> None:
        """Show the window beside the character, in front of all others."""
        self._place(self._pet.geometry())
        self.window.show()
        self.window.raise_()
        self.window.activateWindow()

    def close(self) -> None:
        """Close the window as the program ends; an unfinished assistant is shown again at the next start."""
        self._stop_talking()
        self.window.close()

    def _create_form(self) -> FirstRun:
        form = FirstRun(self._stage.character.name, self._store.saved, self._capabilities.last_model)
        ConnectionController(form, self._endpoints, self._capabilities)
        form.applied.connect(self._store.apply)
        form.key_changed.connect(self._store_key)
        form.character_chosen.connect(self._choose_character)
        form.meet.message_sent.connect(self._say)
        form.hello.requested.connect(lambda: event_loop.spawn(self._say_hello_aloud(form.hello)))
        form.hello.voice_wanted.connect(lambda: self._store.change("voice", enabled=True))
        form.finished.connect(self._end)
        return form

    def _recreate_form(self) -> None:
        """Replace the form by one in the current language, at the same step."""
        old, step = self.window, self.form.step
        self.form.settle()
        self.form.closed.emit()
        self.form = self._create_form()
        self.window = create_panel(self.form)
        self.begin()
        self.form.show_step(step)
        old.close()
        old.deleteLater()

    async def _list_characters(self) -> None:
        cards = await event_loop.in_thread(_built_in_cards)
        self.form.show_cards(cards, self._store.saved.character.folder)

    def _choose_character(self, choice: str) -> None:
        saved = self._store.saved
        character_settings = replace(saved.character, folder=choice)
        self._store.apply(saved.model_copy(update={"character": character_settings}))

    def _on_settings_changed(self) -> None:
        saved = self._store.saved
        self.form.meet.show_choice(saved.character.folder)
        if saved != self.form.settings:
            self.form.show_settings(saved)
        if self._language != language.current():
            self._language = language.current()
            self._recreate_form()

    def _show_name(self) -> None:
        self.form.show_name(self._stage.character.name)

    def _place(self, pet: QRect) -> None:
        self.window.place_beside(pet, free_area(pet), self._pet.body)

    def _greet(self) -> None:
        self._say(tr(GREETING))

    def _say(self, text: str) -> None:
        """Send `text` as the user's message; the present answer is stopped."""
        self._stop_talking()
        conversation = self._conversation = Conversation(self._turn_setup)
        animator = self._pet.animator
        conversation.listen(on_event=lambda event, answer: react(animator, event, answer))
        conversation.listen(
            on_event=lambda _, answer: (
                self.form.show_message(answer.text) if conversation is self._conversation else None
            )
        )
        event_loop.spawn(conversation.send(text))

    async def _say_hello_aloud(self, row: HelloRow) -> None:
        """Say hello by the voice of the system, and show the result."""
        from deskpet.app.voice_sample import VoiceSample
        from deskpet.voice.engines import engine_of

        settings = VoiceSettings()
        sentence = tr("Hello! I'm {name}.", name=self._stage.character.name)
        result = await VoiceSample(self._pet).speak(sentence, engine_of(settings, ""), settings)
        if not isValid(row):
            return
        if result.error is None:
            row.show_spoken()
        else:
            row.show_trouble(result.error.title, join_sentences(result.error.cause, result.error.next_step))

    def _stop_talking(self) -> None:
        conversation, self._conversation = self._conversation, None
        if conversation:
            conversation.stop()

    def _turn_setup(self) -> TurnSetup:
        # Nothing of this is saved, and no endpoint is used.
        offline = self._store.saved.model_copy(update={"endpoint": EndpointSettings()})
        setup = turn_context.turn_setup(offline, self._stage, self._endpoints)
        return replace(setup, model=self._endpoints.companion(Audience.WELCOME))

    def _end(self) -> None:
        self._stop_talking()
        for signal, slot in (
            (self._store.changed, self._on_settings_changed),
            (self._stage.character_changed, self._show_name),
            (self._pet.first_frame, self._greet),
            (self._pet.moved, self._place),
        ):
            signal.disconnect(slot)
        self.window.hide()
        first_run_state.remember_welcome()
        self.ended.emit()


def _built_in_cards() -> tuple[CardContent, ...]:
    """Create the cards of the built-in characters. Slow: reads their models."""
    return tuple(_card_of(entry) for entry in Library().all() if entry.is_built_in)


def _card_of(entry: LibraryEntry) -> CardContent:
    described = character.from_model(model_file.load(entry.choice, paths.model_cache_folder()))
    short = _shorten(described.description, described.name)
    return CardContent(entry, described.name, tr(short), tr(described.description))


def _shorten(description: str, name: str) -> str:
    """Return the first words of a description: "Mikan is a little fox with …" becomes "Little fox"."""
    predicate = re.sub(rf"^{re.escape(name)} is (an?|the) ", "", description)
    short = re.split(r" with |[,.]", predicate, maxsplit=1)[0]
    return short[:1].upper() + short[1:]
