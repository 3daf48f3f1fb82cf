"""The introduction: the character answers through the offline companion, and choices are applied at once."""

import re
from collections.abc import Callable

from shiboken6 import isValid

from deskpet.chat.conversation import Conversation
from deskpet.config import paths
from deskpet.config.settings import VoiceSettings
from deskpet.features.connection.controllers.requests import connect
from deskpet.features.first_run import state
from deskpet.features.first_run.ui.window import FirstRun, HelloRow, create_panel
from deskpet.features.host import Host
from deskpet.listeners import End
from deskpet.pet import body, character
from deskpet.pet.library import Library, LibraryEntry
from deskpet.translation import join_sentences, tr, tr_noop
from deskpet.ui.platform import event_loop
from deskpet.ui.platform.signals import listen
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


class Introduction:
    """Shows three steps in the chat's place and carries out their requests, until they are finished or skipped."""

    def __init__(self, host: Host, ended: Callable[[], object]) -> None:
        """`ended` is called when the introduction is finished or skipped."""
        self._host, self._ended = host, ended
        self._conversation: Conversation | None = None
        self._language = language.current()
        self.form = self._create_form()
        self.window = create_panel(self.form)
        self._leave = host.chat.stand_in(self)
        self._unfollow: End = lambda: None
        self._ends = (
            host.settings.listen("character", lambda _, after: self.form.meet.show_choice(after.character.folder)),
            host.settings.listen("appearance", lambda *_: self._follow_language()),
            host.stage.listen_to_model(lambda: self.form.show_name(host.character.stage.character.name)),
            listen(host.character.window.first_frame, self._greet),
        )

    def begin(self) -> None:
        """Show the first step, and let the character greet the user."""
        state.remember(state.BEGUN)
        self.bring()
        self.form.take_focus()
        event_loop.spawn(self._list_characters())
        self._greet()

    @property
    def is_visible(self) -> bool:
        """Whether it is on screen."""
        return self.window.isVisible()

    def set_visible(self, visible: bool) -> None:
        """Show or hide it, where it is."""
        self.window.setVisible(visible)

    def bring(self) -> None:
        """Show the window beside the character, in front of all others."""
        self._unfollow()
        self._unfollow = self._host.character.listen_to_place(
            lambda pet, body, free: self.window.place_beside(pet, free, body)
        )
        self.window.show()
        self.window.raise_()
        self.window.activateWindow()

    def close(self) -> None:
        """Close the window as the program ends; an unfinished introduction is shown again at the next start."""
        self._stop()
        self.window.close()

    def _create_form(self) -> FirstRun:
        name = self._host.character.stage.character.name
        form = self._host.settings_window.create_form(lambda settings: FirstRun(name, settings))
        connect(form.connection, self._host)
        form.meet.chosen.connect(lambda choice: self._change("character", "folder", choice))
        form.meet.message_sent.connect(self._say)
        form.hello.button.triggered.connect(lambda: event_loop.spawn(self._say_hello_aloud(form.hello)))
        form.hello.voice_wanted.connect(lambda: self._change("voice", "enabled", True))
        form.finished.connect(self._end)
        return form

    def _change(self, section: str, key: str, value: object) -> None:
        self._host.settings.change(lambda _: {(section, key): value})

    def _follow_language(self) -> None:
        """Replace the form by one in the current language, at the same step."""
        if self._language == language.current():
            return
        self._language = language.current()
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
        """Show the built-in characters. Slow: reads their models."""
        cards = await event_loop.in_thread(
            lambda: tuple(_card_of(each) for each in Library().all() if each.is_built_in)
        )
        self.form.meet.show_cards(cards, self._host.settings.now.character.folder)

    def _greet(self) -> None:
        self._say(tr(GREETING))

    def _say(self, text: str) -> None:
        """Send `text` as the user's message; the present answer is stopped."""
        self._stop_talking()
        conversation = self._conversation = self._host.turns.new_companion_conversation()
        conversation.listen(
            on_event=lambda _, answer: (
                self.form.meet.bubble.show_message(answer.text) if conversation is self._conversation else None
            )
        )
        event_loop.spawn(conversation.send(text))

    async def _say_hello_aloud(self, row: HelloRow) -> None:
        """Say hello by the voice of the system, and show the result."""
        sentence = tr("Hello! I'm {name}.", name=self._host.character.stage.character.name)
        sample = await self._host.speech.voice.say(sentence, VoiceSettings())
        if not isValid(row):
            return
        if sample.error is None:
            row.show_spoken()
        else:
            row.show_trouble(sample.error.title, join_sentences(sample.error.cause, sample.error.next_step))

    def _stop_talking(self) -> None:
        conversation, self._conversation = self._conversation, None
        if conversation:
            conversation.stop()

    def _stop(self) -> None:
        self._stop_talking()
        for end in (*self._ends, self._unfollow):
            end()

    def _end(self) -> None:
        self._stop()
        self.window.hide()
        state.remember(state.WELCOMED)
        self._leave()
        self._ended()


def _card_of(entry: LibraryEntry) -> CardContent:
    described = character.from_model(body.load(entry.choice, paths.model_cache_folder()))
    short = _shorten(described.description, described.name)
    return CardContent(entry, described.name, tr(short), tr(described.description))


def _shorten(description: str, name: str) -> str:
    """Return the first words of a description: "Mikan is a little fox with …" becomes "Little fox"."""
    predicate = re.sub(rf"^{re.escape(name)} is (an?|the) ", "", description)
    short = re.split(r" with |[,.]", predicate, maxsplit=1)[0]
    return short[:1].upper() + short[1:]
