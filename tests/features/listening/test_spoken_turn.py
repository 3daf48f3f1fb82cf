"""A whole spoken turn on a real sound server: microphone, words, answer, voice, interruption, and what is told."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from deskpet.app.chat_controller import ChatController
from deskpet.app.pet_controller import PetController
from deskpet.chat.turn import MARK
from tests.app.running_pet import ChatServer, running, write_settings
from tests.features.listening.room import Room, room
from tests.features.listening.speech import SENTENCE, noise, spoken
from tests.features.listening.test_microphone import needs_sound_server
from tests.features.listening.transcription_server import transcription_server, words_answer
from tests.support.waiting import until

pytestmark = [
    needs_sound_server,
    pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="needs espeak-ng (make test installs it)"),
]

QUESTION, OBJECTION = "What do otters eat?", "Wait, what is an urchin?"
ANSWER = "Otters eat fish, crabs and urchins. They dive for them in the kelp. Then they float on their backs and eat."


async def say(talk: ChatController, place: Room, sound: bytes) -> None:
    """Hold the button while a sound is played into the microphone."""
    listening = talk.features.running("listening")
    QTest.mousePress(listening.button, Qt.MouseButton.LeftButton)
    await until(lambda: listening.strip.text == "Listening…")
    playing = place.start_saying(sound)
    await until(lambda: playing.poll() is not None)
    QTest.mouseRelease(listening.button, Qt.MouseButton.LeftButton)


def heard(talk: ChatController) -> int:
    """Return the number of heard characters of the present answer."""
    return talk.features.running("voice").answers.heard


def settings(folder: Path, model_url: str, words_url: str) -> Path:
    listening = f'[listening]\nenabled = true\nserver_url = "{words_url}"\nlanguage = "en"\n'
    return write_settings(folder, model_url, f'{listening}[voice]\nenabled = true\nengine = "system"\n')


@pytest.mark.slow
async def test_the_next_request_says_what_was_heard_of_an_answer_that_the_user_interrupted_by_talking(tmp_path):
    words = iter([QUESTION, OBJECTION])
    with room() as place:
        async with transcription_server(lambda _: words_answer(next(words))) as server:
            upstream = ChatServer()
            pet = PetController(settings(tmp_path, await upstream.start(), server.base_url), offline=False)
            async with running(pet, upstream) as talk:
                await say(talk, place, spoken(SENTENCE))
                await until(lambda: len(upstream.requests) == 1)
                assert upstream.requests[0]["messages"][-1]["content"] == QUESTION
                assert server.requests[0]["language"] == "en"
                assert len(server.requests[0]["file"]) > len(spoken(SENTENCE)) / 2
                upstream.answer(ANSWER)
                await until(lambda: heard(talk) > 10)
                voice = talk.speech.voice
                await say(talk, place, spoken(SENTENCE))
                assert not voice.is_audible
                await until(lambda: len(upstream.requests) == 2)
                told = upstream.requests[1]["messages"]
                assert told[-1]["content"] == OBJECTION
                before, mark, after = told[-2]["content"].partition(MARK)
                assert mark
                assert len(before) > 5
                assert after
                assert talk.conversation.messages[1].text == ANSWER
                upstream.answer("A prickly ball.")
                await until(lambda: not talk.conversation.is_running)


@pytest.mark.slow
async def test_she_goes_on_where_she_was_when_no_words_were_heard(tmp_path):
    with room() as place:
        async with transcription_server(words_answer(QUESTION)) as server:
            upstream = ChatServer()
            pet = PetController(settings(tmp_path, await upstream.start(), server.base_url), offline=False)
            async with running(pet, upstream) as talk:
                await say(talk, place, spoken(SENTENCE))
                await until(lambda: len(upstream.requests) == 1)
                upstream.answer(ANSWER)
                await until(lambda: heard(talk) > 10)
                await say(talk, place, noise(0.5))
                await until(lambda: talk.speech.voice.is_audible)
                await until(lambda: not talk.speech.voice.is_speaking)
                assert talk.conversation.messages[1].heard_up_to is None
                assert len(server.requests) == len(upstream.requests) == 1


async def test_hands_free_she_is_deaf_while_she_speaks_and_the_key_interrupts_her(tmp_path):
    """Her own voice reaches the microphone, as it does with speakers."""
    words = iter([QUESTION, OBJECTION])
    with room() as place:
        place.echo()
        async with transcription_server(lambda _: words_answer(next(words))) as server:
            upstream = ChatServer()
            pet = PetController(settings(tmp_path, await upstream.start(), server.base_url), offline=False)
            async with running(pet, upstream) as talk:
                pet.window.menu.listening.trigger()
                listening = talk.features.running("listening")
                strip = listening.strip
                await until(lambda: strip.text == "Listening…")
                playing = place.start_saying(spoken(SENTENCE))
                await until(lambda: len(upstream.requests) == 1)
                assert playing.wait() == 0
                upstream.answer(ANSWER)
                await until(lambda: heard(talk) > 30)
                assert strip.text == "She speaks, and hears nothing…"
                QTest.mousePress(listening.button, Qt.MouseButton.LeftButton)
                QTest.mouseRelease(listening.button, Qt.MouseButton.LeftButton)
                assert not talk.speech.voice.is_speaking
                assert len(server.requests) == 1
                await until(lambda: strip.text == "Listening…")
                playing = place.start_saying(spoken(SENTENCE))
                await until(lambda: len(upstream.requests) == 2)
                assert playing.wait() == 0
                assert MARK in upstream.requests[1]["messages"][-2]["content"]
                assert len(server.requests) == 2
                upstream.answer("A prickly ball.")
                await until(lambda: not talk.conversation.is_running)
