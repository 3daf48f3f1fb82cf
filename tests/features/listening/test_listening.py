"""The microphone in the whole pet: talking by key, button and gesture, hands-free, and what is shown meanwhile."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from deskpet.app.chat_controller import ChatController
from deskpet.app.pet_controller import PetController
from deskpet.chat.messages import Notice
from deskpet.features.listening.controller import ListeningController
from deskpet.features.listening.controllers.microphone_controller import MicrophoneController
from deskpet.features.listening.ui.microphone_badge import MicrophoneBadge
from deskpet.features.listening.ui.page import ListeningTestRow
from deskpet.features.voice.ui.rows import DeviceRow
from deskpet.pet.attention import Attention
from deskpet.ui.platform import x11
from tests.app.running_pet import ChatServer, running, write_settings
from tests.features.listening.inputs import Inputs
from tests.features.listening.speech import SENTENCE, noise, spoken
from tests.features.listening.transcription_server import transcription_server, words_answer
from tests.features.voice.speech_server import Answer, SpeechServer
from tests.support.waiting import until
from tests.ui.pet.scene import BODY, mouse, needs_xdotool, xdotool

SPEECH = noise(0.3) + spoken(SENTENCE)
WORDS = "What is the time?"


@dataclass
class Scene:
    """The pet with a model server, a transcription server, and a microphone that plays a sound."""

    pet: PetController
    talk: ChatController
    upstream: ChatServer
    server: SpeechServer
    inputs: Inputs

    @property
    def listening(self) -> ListeningController:
        return self.talk.features.running("listening")

    @property
    def controller(self) -> MicrophoneController:
        assert self.listening.microphone
        return self.listening.microphone

    @property
    def is_open(self) -> bool:
        """Whether the microphone is open."""
        return not self.inputs.is_closed

    @property
    def badges(self) -> list[MicrophoneBadge]:
        return [
            each for each in QApplication.topLevelWidgets() if isinstance(each, MicrophoneBadge) and each.isVisible()
        ]

    @property
    def state(self) -> str:
        """The words beside the meter; empty while it is hidden."""
        strip = self.listening.strip
        return strip.text if strip.isVisible() else ""

    @property
    def notices(self) -> list[str]:
        """The codes of the notices in the chat."""
        blocks = [block for message in self.talk.chat.transcript.messages for block in message.blocks]
        return [block.code for block in blocks if isinstance(block, Notice)]

    @property
    def text(self) -> str:
        return self.talk.chat.composer.text()

    def hold(self) -> None:
        """Press the button with the microphone."""
        QTest.mousePress(self.listening.button, Qt.MouseButton.LeftButton)

    def let_go(self) -> None:
        QTest.mouseRelease(self.listening.button, Qt.MouseButton.LeftButton)

    def point(self, kind: QEvent.Type, across: int = 0, *, held: bool = False) -> None:
        """Send a mouse event to a point of her body, or so many pixels beside it."""
        window = self.pet.window
        point = QPointF(BODY + QPoint(across, 0))
        mouse(window, kind, point, QPointF(window.position()) + point, held=held)

    def escape(self) -> None:
        QTest.keyClick(self.talk.chat.composer.field, Qt.Key.Key_Escape)

    async def heard(self, seconds: float = 1.0) -> None:
        """Wait until so much of the sound was heard."""
        await until(lambda: bool(self.inputs.opened) and self.state == "Listening…")
        await until(lambda: self.inputs.opened[-1].seconds >= seconds)

    async def until_sent(self, count: int = 1) -> str:
        """Wait until the model was asked `count` times, and return what it was asked."""
        await until(lambda: len(self.upstream.requests) >= count)
        return self.upstream.requests[-1]["messages"][-1]["content"]


@pytest.fixture
def scene(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Returns a function that starts the pet with its microphone on."""

    @asynccontextmanager
    async def start(
        respond: Callable[[dict[str, Any]], Answer] | Answer | None = None,
        more: str = "",
        sound: bytes = SPEECH,
        after: str = "",
    ) -> AsyncGenerator[Scene]:
        inputs = Inputs(sound, pace=0.004)
        monkeypatch.setattr("deskpet.features.listening.recognition.input_device.open_input", inputs)
        async with transcription_server(respond or words_answer(WORDS)) as server:
            upstream = ChatServer()
            place = "" if "server_url" in more else f'server_url = "{server.base_url}"'
            listening = f"[listening]\nenabled = true\n{place}\n{more}\n{after}"
            pet = PetController(write_settings(tmp_path, await upstream.start(), listening), offline=False)
            async with running(pet, upstream) as talk:
                yield Scene(pet, talk, upstream, server, inputs)

    return start


async def test_what_is_said_while_the_button_is_held_is_sent_when_it_is_released(scene):
    async with scene() as it:
        assert it.listening.button.isVisible()
        it.hold()
        await until(lambda: it.is_open and it.state == "Listening…")
        await until(lambda: len(it.badges) == 1)
        meter = it.listening.strip.meter
        await until(lambda: max(meter.heights) > min(meter.heights) + 4)
        await it.heard(2)
        assert it.pet.window.animator.mood.attention is Attention.LISTENING
        it.let_go()
        assert await it.until_sent() == WORDS
        assert it.inputs.is_closed
        assert not it.badges
        assert (it.state, it.text) == ("", "")
        assert it.pet.window.animator.mood.attention is Attention.THINKING
        it.upstream.answer("Noon.")
        await until(lambda: not it.talk.conversation.is_running)
        assert it.pet.window.animator.mood.attention is Attention.NONE
        assert [message.text for message in it.talk.conversation.messages] == [WORDS, "Noon."]


async def test_a_click_opens_the_microphone_until_silence(scene):
    async with scene(sound=SPEECH + noise(2)) as it:
        it.hold()
        it.let_go()
        assert await it.until_sent() == WORDS
        assert it.inputs.is_closed


@pytest.mark.slow
async def test_a_second_click_ends_what_is_said(scene):
    async with scene(sound=spoken(SENTENCE) * 20) as it:
        it.hold()
        it.let_go()
        await it.heard(2)
        it.hold()
        it.let_go()
        assert await it.until_sent() == WORDS


async def test_words_wait_for_a_look_beside_what_was_typed(scene):
    async with scene(more="sends_at_release = false") as it:
        composer = it.talk.chat.composer
        QTest.keyClicks(composer.field, "Dear friend!")
        caret = composer.field.textCursor()
        caret.setPosition(len("Dear"))
        composer.field.setTextCursor(caret)
        it.hold()
        await it.heard(2)
        it.let_go()
        await until(lambda: it.text == f"Dear {WORDS} friend!")
        assert it.upstream.requests == []
        # Typing goes on after the words.
        QTest.keyClicks(composer.field, " Now")
        assert it.text == f"Dear {WORDS} Now friend!"
        QTest.keyClick(composer.field, Qt.Key.Key_Return)
        assert await it.until_sent() == f"Dear {WORDS} Now friend!"


@pytest.mark.parametrize("when", ["listening", "writing"])
async def test_esc_forgets_what_was_said(scene, when):
    slow = Answer((30.0, b"{}"), content_type="application/json")
    async with scene(slow) as it:
        QTest.keyClicks(it.talk.chat.composer.field, "Hm")
        it.hold()
        await it.heard(2)
        if when == "writing":
            it.let_go()
            await until(lambda: it.state == "Writing down…" and bool(it.server.requests))
            assert not it.badges
        it.escape()
        await until(lambda: it.inputs.is_closed and not it.state)
        await until(lambda: it.pet.window.animator.mood.attention is Attention.NONE)
        assert (it.text, it.badges) == ("Hm", [])
        it.let_go()
        assert it.upstream.requests == []


async def test_silence_is_not_sent_and_said_quietly(scene):
    async with scene(sound=noise(1)) as it:
        it.hold()
        await it.heard(0.6)
        it.let_go()
        await until(lambda: it.inputs.is_closed and not it.state)
        assert it.talk.chat.pane.toast.isVisible()
        assert (it.server.requests, it.upstream.requests, it.notices) == ([], [], [])


async def test_a_refusal_of_the_server_is_a_notice_and_the_typed_text_stays(scene):
    async with scene(Answer((b"{}",), status=500)) as it:
        QTest.keyClicks(it.talk.chat.composer.field, "Hm")
        it.hold()
        await it.heard(2)
        it.let_go()
        await until(lambda: bool(it.notices))
        assert (it.text, it.state, it.badges) == ("Hm", "", [])


async def test_without_a_server_the_next_step_is_said(scene):
    async with scene(more='server_url = ""') as it:
        it.hold()
        await until(lambda: it.notices == ["recognizer_not_set_up"])
        it.let_go()
        assert not it.badges


async def test_holding_her_lets_the_user_talk_and_a_click_or_a_drag_does_not(scene):
    async with scene() as it:
        window = it.pet.window
        pressed: list[str] = []
        window.clicked.connect(pressed.append)
        it.point(QEvent.Type.MouseButtonPress, held=True)
        it.point(QEvent.Type.MouseButtonRelease)
        assert pressed
        assert it.listening.microphone is None
        it.point(QEvent.Type.MouseButtonPress, held=True)
        await until(lambda: it.state == "Listening…" and len(it.badges) == 1)
        # Moving while she is held drags nothing.
        place = window.position()
        it.point(QEvent.Type.MouseMove, 60, held=True)
        await it.heard(2)
        it.point(QEvent.Type.MouseButtonRelease)
        assert await it.until_sent() == WORDS
        assert window.position() == place
        assert len(pressed) == 1


@needs_xdotool
async def test_a_held_global_key_lets_the_user_talk_while_the_chat_is_closed(scene):
    if not x11.is_x11():
        pytest.skip("X11 only")
    async with scene(more='shortcut = "Ctrl+Alt+K"') as it:
        it.talk.chat.put_away()
        xdotool("keydown", "ctrl", "keydown", "alt", "keydown", "k")
        try:
            # The chat is hidden, and its row with it.
            await until(lambda: len(it.badges) == 1 and it.listening.strip.text == "Listening…")
            await until(lambda: it.inputs.opened[-1].seconds >= 2)
        finally:
            xdotool("keyup", "k", "keyup", "alt", "keyup", "ctrl")
        assert await it.until_sent() == WORDS
        # Her answer can be read, as she does not speak aloud.
        assert it.talk.chat.is_shown


async def test_hands_free_sends_one_utterance_after_the_other_until_it_is_switched_off(scene):
    pause = noise(1.5)
    answers = iter(["First.", "Second."])
    async with scene(
        lambda _: words_answer(next(answers)), 'microphone_mode = "hands_free"', SPEECH + pause + SPEECH + pause
    ) as it:
        menu = it.pet.window.menu
        assert menu.listening.isVisible()
        menu.listening.trigger()
        await until(lambda: len(it.badges) == 1)
        assert it.controller.is_hands_free
        assert await it.until_sent() == "First."
        it.upstream.answer("Yes.")
        assert await it.until_sent(2) == "Second."
        it.upstream.answer("Yes.")
        await until(lambda: not it.talk.conversation.is_running)
        assert it.state == "Listening…"
        it.escape()
        await until(lambda: it.inputs.is_closed and not it.badges)
        assert not it.controller.is_hands_free
        # Closed, her badge closes it as well.
        it.hold()
        it.let_go()
        await until(lambda: len(it.badges) == 1)
        QTest.mouseClick(it.badges[0], Qt.MouseButton.LeftButton)
        await until(lambda: it.inputs.is_closed and not it.badges)


@pytest.mark.slow
async def test_the_badge_follows_her_and_stays_while_the_chat_is_closed(scene):
    async with scene(sound=noise(60)) as it:
        it.hold()
        await until(lambda: len(it.badges) == 1)
        it.talk.chat.put_away()
        badge, window = it.badges[0], it.pet.window
        before, start = badge.pos(), window.position()
        window.setPosition(start - QPoint(120, 40))
        # Her outline is measured anew now and then, which may move it a little.
        await until(lambda: (badge.pos() - before + QPoint(120, 40)).manhattanLength() < 20)
        assert badge.isVisible()
        window.setPosition(start)
        it.let_go()
        await until(lambda: not it.badges)


@pytest.mark.slow
async def test_the_settings_try_out_the_microphone_and_list_those_that_there_are(scene, monkeypatch):
    async with scene(sound=SPEECH + noise(2)) as it:
        monkeypatch.setattr(
            "deskpet.features.listening.recognition.input_device.microphones", lambda: ["Desk microphone", "Headset"]
        )
        it.talk.open_settings("voice")
        window = it.talk.settings_window
        assert window
        row, microphones = window.findChild(ListeningTestRow), window.findChild(DeviceRow, "listening_microphone")
        QTest.mouseClick(row.button, Qt.MouseButton.LeftButton)
        await until(lambda: row.meter.isVisible() and len(it.badges) == 1)
        banner = row.banner
        await until(banner.isVisible)
        assert WORDS in " ".join(label.text() for label in banner.findChildren(QLabel))
        assert (it.badges, it.upstream.requests, it.text) == ([], [], "")
        microphones.names_requested.emit()
        names = lambda: [action.text() for action in microphones.menu.actions()]  # noqa: E731
        await until(lambda: names()[1:] == ["Desk microphone", "Headset"])
        microphones.menu.actions()[2].trigger()
        await until(lambda: it.pet.settings_store.current.listening.microphone == "Headset")


@pytest.mark.slow
async def test_switched_off_there_is_no_button_no_entry_and_no_gesture(scene):
    async with scene() as it:
        it.hold()
        await until(lambda: it.is_open)
        it.pet.settings_store.change("listening", enabled=False)
        await until(lambda: it.inputs.is_closed and not it.badges)
        it.let_go()
        assert not it.listening.button.isVisible()
        assert not it.pet.window.menu.listening.isVisible()
        count = len(it.inputs.opened)
        it.point(QEvent.Type.MouseButtonPress, held=True)
        assert not it.pet.window.living_model.gestures.is_holding_wanted
        it.point(QEvent.Type.MouseButtonRelease)
        assert len(it.inputs.opened) == count
