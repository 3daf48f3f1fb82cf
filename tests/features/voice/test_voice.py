"""Her voice in the whole pet: it reads answers aloud, moves the mouth, and is interrupted."""

import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from deskpet.app.chat_controller import ChatController
from deskpet.app.pet_controller import PetController
from deskpet.chat.messages import Notice, ToolUse
from deskpet.chat.turn import MARK
from deskpet.config import paths
from deskpet.features.personas.ui.page import PersonaPage
from deskpet.features.voice.controllers.spoken_answers import SpokenAnswers
from deskpet.features.voice.playback.player import Player
from deskpet.features.voice.ui.page import VoiceTestRow
from deskpet.personas.folder import Personas
from deskpet.personas.persona import Persona
from deskpet.ui.blocks.text import TextView
from tests.app.running_pet import ChatServer, running, type_and_send, write_settings
from tests.features.voice.outputs import Outputs
from tests.features.voice.sounds import tone
from tests.features.voice.speech_server import Answer, SpeechServer, speech_server
from tests.support.waiting import until

# Seconds of sound for each piece.
SPOKEN_S = 0.6
TEXT = "The first sentence is here. The second one follows it. And the third one ends it all."


def _is_dimmed(view: TextView, heard: int | None) -> bool:
    """Whether the text behind the heard characters is paler than the text before them."""
    assert heard is not None
    text, picture = view.view, view.grab().toImage()
    places = [position for position in range(len(TEXT)) if TEXT[position].isalpha()]
    darkest = {True: 255, False: 255}
    for position in places:
        point = next((QPoint(x, y) for y in range(4, text.height(), 4) for x in range(0, text.width(), 3)
                      if text.position_at(QPointF(x, y)) == position), None)  # fmt: skip
        for spot in (point + QPoint(0, y) for y in range(-6, 7)) if point else ():
            if picture.rect().contains(spot):
                is_heard = position < heard
                darkest[is_heard] = min(darkest[is_heard], picture.pixelColor(spot).lightness())
    return darkest[False] > darkest[True] + 40


@dataclass
class Scene:
    """The pet with a model server, a speech server, and outputs that take the sound at its pace."""

    pet: PetController
    talk: ChatController
    upstream: ChatServer
    speech: SpeechServer
    outputs: Outputs

    @property
    def voice(self) -> SpokenAnswers:
        return self.talk.features.running("voice").answers

    def ask(self, text: str = "hello") -> None:
        type_and_send(self.talk, text)

    @property
    def spoken(self) -> list[str]:
        return [request["input"] for request in self.speech.requests]


@pytest.fixture
def scene(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Returns a function that starts the pet with its voice on."""
    outputs = Outputs(pace=0.02)
    monkeypatch.setattr("deskpet.features.voice.playback.player.Player", partial(Player, outputs))

    @asynccontextmanager
    async def start(answer: Answer | None = None, more: str = "") -> AsyncGenerator[Scene]:
        sound = answer or Answer((tone(220, SPOKEN_S),))
        async with speech_server(sound) as speech:
            upstream = ChatServer()
            voice = (
                f'[voice]\nenabled = true\nengine = "openai"\nvoice = "alloy"\nserver_url = "{speech.base_url}"\n{more}'
            )
            pet = PetController(write_settings(tmp_path, await upstream.start(), voice), offline=False)
            async with running(pet, upstream) as talk:
                yield Scene(pet, talk, upstream, speech, outputs)

    return start


async def test_an_answer_is_read_aloud_while_it_streams_and_the_mouth_follows(scene):
    async with scene() as it:
        it.ask()
        await until(lambda: bool(it.upstream.requests))
        it.upstream.delta(content=TEXT[:30])
        # Before the rest has come.
        await until(lambda: it.voice.is_speaking and bool(it.outputs.heard))
        await until(lambda: it.voice.mouth().opening > 0.3)
        vowels = set[object]()
        await until(lambda: vowels.add(it.voice.mouth().vowel) or len(vowels) > 2)
        it.upstream.answer(TEXT[30:])
        await until(lambda: not it.talk.conversation.is_running)
        await until(lambda: not it.voice.is_speaking)
        assert " ".join(it.spoken) == TEXT
        await until(lambda: it.voice.mouth().opening == 0)
        assert it.talk.conversation.messages[-1].heard_up_to is None


async def test_a_new_question_silences_her_and_the_model_is_told_what_was_heard(scene):
    async with scene() as it:
        it.ask()
        await until(lambda: bool(it.upstream.requests))
        it.upstream.answer(TEXT)
        await until(lambda: not it.talk.conversation.is_running and bool(it.outputs.heard))
        await until(lambda: it.voice.heard > 5)
        it.ask("wait")
        await until(lambda: len(it.upstream.requests) == 2)
        answer = it.talk.conversation.messages[1]
        assert answer.heard_up_to
        assert 5 < answer.heard_up_to < len(TEXT)
        notice = answer.blocks[-1]
        assert isinstance(notice, Notice)
        assert notice.code == "speech_interrupted"
        assert " ".join(TEXT[: answer.heard_up_to].split())[-20:] in notice.title
        row = it.talk.chat.transcript.rows[1]
        view = row.views[0]
        assert isinstance(view, TextView)
        await until(lambda: _is_dimmed(view, answer.heard_up_to))
        assert view.view.plain_text(1000) == TEXT
        told = it.upstream.requests[1]["messages"][-2]["content"]
        assert told.replace(MARK, " ") == TEXT
        assert MARK in told
        it.upstream.answer("Yes?")
        await until(lambda: not it.talk.conversation.is_running)


async def test_esc_silences_her_after_the_answer_has_ended(scene):
    async with scene() as it:
        it.ask()
        await until(lambda: bool(it.upstream.requests))
        it.upstream.answer(TEXT)
        await until(lambda: not it.talk.conversation.is_running and bool(it.outputs.heard))
        QTest.keyClick(it.talk.chat.composer.field, Qt.Key.Key_Escape)
        assert not it.voice.is_speaking
        size = len(it.outputs.opened[0].heard)
        await until(lambda: len(it.outputs.opened[0].heard) > size + 48_000)
        assert not it.outputs.opened[0].heard[-24_000:].strip(b"\0")


async def test_a_false_interruption_lets_her_go_on(scene):
    async with scene() as it:
        audible: list[bool] = []
        it.talk.speech.audibility_changed.add(audible.append)
        it.ask()
        await until(lambda: bool(it.upstream.requests))
        it.upstream.answer(TEXT)
        await until(lambda: not it.talk.conversation.is_running and it.voice.heard > 5)
        assert it.talk.speech.voice.pause()
        assert audible == [True, False]
        assert it.voice.is_speaking
        await until(lambda: it.voice.mouth().opening == 0)
        heard = it.voice.heard
        size = len(it.outputs.opened[0].heard)
        await until(lambda: len(it.outputs.opened[0].heard) > size + 48_000)
        assert it.voice.heard == heard
        it.talk.speech.voice.resume()
        await until(lambda: not it.voice.is_speaking)
        assert audible == [True, False, True, False]
        assert sorted(it.spoken) == sorted(f"{part}." for part in TEXT[:-1].split(". "))
        assert it.talk.conversation.messages[-1].heard_up_to is None


async def test_a_pause_that_was_an_interruption_is_noted(scene):
    async with scene() as it:
        it.ask()
        await until(lambda: bool(it.upstream.requests))
        it.upstream.answer(TEXT)
        await until(lambda: not it.talk.conversation.is_running and it.voice.heard > 5)
        it.talk.speech.voice.pause()
        assert it.talk.speech.voice.silence()
        answer = it.talk.conversation.messages[-1]
        assert answer.heard_up_to
        assert 5 < answer.heard_up_to < len(TEXT)


@pytest.mark.parametrize("silences_only", [True, False])
async def test_esc_stops_the_answer_too_unless_it_is_set_otherwise(scene, silences_only):
    async with scene(more=f"stop_silences_only = {str(silences_only).lower()}\n") as it:
        it.ask()
        await until(lambda: bool(it.upstream.requests))
        it.upstream.delta(content=TEXT)
        await until(lambda: it.voice.is_speaking and bool(it.outputs.heard))
        QTest.keyClick(it.talk.chat.composer.field, Qt.Key.Key_Escape)
        assert not it.voice.is_speaking
        if silences_only:
            it.upstream.answer(" More.")
        await until(lambda: not it.talk.conversation.is_running)
        answer = it.talk.conversation.messages[-1]
        assert answer.ended == ("stop" if silences_only else "cancelled")
        assert answer.text == TEXT + " More." * silences_only
        await until(lambda: any(isinstance(block, Notice) and block.code == "speech_interrupted"
                                for block in it.talk.conversation.messages[-1].blocks))  # fmt: skip


async def test_a_motion_is_played_when_the_words_before_it_were_heard(scene):
    async with scene() as it:
        moved: list[float] = []
        it.pet.stage.motion_requested.connect(lambda *_: moved.append(it.voice.heard))
        it.ask()
        await until(lambda: bool(it.upstream.requests))
        group = next(iter(it.pet.stage.character.motions))
        it.upstream.delta(content=TEXT)
        it.upstream.begin_call("live2d_motion")
        it.upstream.arguments(f'{{"group": "{group}"}}')
        it.upstream.end()
        await until(lambda: len(it.upstream.requests) == 2)
        assert not moved
        await until(lambda: bool(moved))
        assert moved[0] >= len(TEXT) - 1
        it.upstream.answer(" There!")
        await until(lambda: not it.talk.conversation.is_running)
        # The card says so.
        (call,) = (each for each in it.talk.conversation.messages[-1].blocks if isinstance(each, ToolUse))
        assert call.shown_at is not None
        assert call.ended_at is not None
        assert call.shown_at > call.ended_at


async def test_a_motion_of_a_silent_answer_is_played_at_once(scene):
    async with scene() as it:
        assert it.pet.settings_store
        it.pet.settings_store.change("voice", enabled=False)
        it.ask()
        await until(lambda: bool(it.upstream.requests))
        it.upstream.delta(content=TEXT)
        it.upstream.begin_call("live2d_motion")
        it.upstream.arguments(f'{{"group": "{next(iter(it.pet.stage.character.motions))}"}}')
        it.upstream.end()
        await until(lambda: len(it.upstream.requests) == 2)
        it.upstream.answer(" There!")
        await until(lambda: not it.talk.conversation.is_running)
        (call,) = (each for each in it.talk.conversation.messages[-1].blocks if isinstance(each, ToolUse))
        assert call.shown_at is None


async def test_a_persona_speaks_with_its_own_voice(scene):
    async with scene() as it:
        assert it.pet.settings_store
        for persona, voice in (("aria", "nova"), ("", "alloy")):
            folder = paths.data_folder() / "personas"
            Personas(folder).save(Persona("Aria", voice="nova", voice_speed=1.3, voice_volume=50, id="aria"))
            it.pet.settings_store.change("persona", chosen=persona)
            requests = len(it.upstream.requests)
            it.ask()
            await until(lambda before=requests: len(it.upstream.requests) > before)
            it.upstream.answer("One sentence only.")
            await until(lambda: not it.talk.conversation.is_running and not it.voice.is_speaking)
            assert it.speech.requests[-1]["voice"] == voice
            assert it.speech.requests[-1].get("speed", 1) == (1.3 if persona else 1)


async def test_the_editor_of_a_persona_lets_it_say_something(scene):
    async with scene() as it:
        Personas(paths.data_folder() / "personas").save(Persona("Aria", voice="nova", id="aria"))
        it.talk.open_settings("persona")
        window = it.talk.settings_window
        assert window
        page = window.findChild(PersonaPage)
        await until(lambda: page.edit("aria") or page.editor.persona.id == "aria")
        row = page.editor.findChild(VoiceTestRow)
        row.button.click()
        await until(lambda: row.banner.message is not None)
        assert row.banner.message.level == "success"
        assert it.speech.requests[-1]["voice"] == "nova"


async def test_another_loudspeaker_is_used_from_the_next_word_on(scene):
    async with scene() as it:
        assert it.pet.settings_store
        for name in ("", "headset"):
            it.pet.settings_store.change("voice", output=name)
            requests = len(it.upstream.requests)
            it.ask()
            await until(lambda before=requests: len(it.upstream.requests) > before)
            it.upstream.answer("One sentence only.")
            await until(lambda: not it.talk.conversation.is_running and not it.voice.is_speaking)
            assert it.outputs.names[-1] == name


async def test_a_voice_that_fails_is_told_once_and_the_answer_is_whole(scene):
    async with scene(Answer((b'{"error": "no"}',), status=500, content_type="application/json")) as it:
        it.ask()
        await until(lambda: bool(it.upstream.requests))
        it.upstream.answer(TEXT)
        await until(lambda: not it.talk.conversation.is_running)
        await until(lambda: not it.voice.is_speaking)
        assert it.talk.conversation.messages[-1].text == TEXT
        assert it.talk.conversation.messages[-1].heard_up_to is None


async def test_the_switches_turn_her_voice_on_and_off(scene):
    async with scene() as it:
        assert it.pet.settings_store
        it.talk.chat.header.voice.click()
        assert not it.pet.settings_store.current.voice.enabled
        it.ask()
        await until(lambda: bool(it.upstream.requests))
        it.upstream.answer(TEXT)
        await until(lambda: not it.talk.conversation.is_running)
        assert not it.spoken
        it.pet.window.menu.voice.trigger()
        assert it.pet.settings_store.current.voice.enabled


async def test_the_settings_let_her_say_something_and_tell_how_long_it_took(scene):
    async with scene() as it:
        it.talk.open_settings("voice")
        window = it.talk.settings_window
        assert window
        started = time.monotonic()
        row = window.widget_of("voice").findChild(VoiceTestRow)
        row.button.click()
        await until(lambda: row.banner.message is not None)
        assert row.banner.message.level == "success"
        assert time.monotonic() - started >= SPOKEN_S / 2
        assert it.spoken == ["Hello! This is how I sound."]
