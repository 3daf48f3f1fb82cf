"""The whole way of a spoken question with a real recogniser behind the server: pocketsphinx, which knows English."""

import asyncio
import os
import subprocess
import sys
from typing import Any

import pytest

from deskpet.recognition.hands_free import HandsFree
from deskpet.recognition.listener import Listener, ListenerState
from deskpet.recognition.openai_transcription import OpenAiTranscription, TranscriptionServer
from tests.folders import PROJECT
from tests.recognition.room import room
from tests.recognition.speech import spoken
from tests.recognition.test_microphone import needs_sound_server
from tests.recognition.transcription_server import transcription_server, words_answer
from tests.voice.speech_server import Answer
from tests.waiting import until

PACKAGES = PROJECT / ".tools" / "recognizer"
SENTENCE = "Please open the window."

pytestmark = [
    needs_sound_server,
    pytest.mark.skipif(not PACKAGES.exists(), reason="needs pocketsphinx (make test-voice installs it)"),
]


def recognized(fields: dict[str, Any]) -> Answer:
    """Returns the words of an uploaded recording. Takes some seconds."""
    command = [sys.executable, "-m", "tests.recognition.pocketsphinx_words"]
    environment = {**os.environ, "PYTHONPATH": f"{PACKAGES}{os.pathsep}{PROJECT}"}
    done = subprocess.run(command, input=fields["file"], env=environment, capture_output=True, check=True, cwd=PROJECT)
    return words_answer(done.stdout.decode())


async def test_a_sentence_in_the_microphone_is_recognized():
    states: list[ListenerState] = []
    async with transcription_server(recognized) as server:
        engine = OpenAiTranscription(TranscriptionServer(server.base_url, "pocketsphinx"))
        with room() as running:
            listener = Listener(engine, on_text=lambda _: None, on_state=states.append)
            listening = asyncio.ensure_future(listener.run())
            await until(lambda: ListenerState.LISTENING in states)
            await asyncio.to_thread(running.say, spoken(SENTENCE, "en-us"))
            listener.finish()
            assert await listening == "please open the window"
        await engine.aclose()


async def test_a_sentence_is_recognized_hands_free():
    states: list[ListenerState] = []
    async with transcription_server(recognized) as server:
        engine = OpenAiTranscription(TranscriptionServer(server.base_url, "pocketsphinx"))
        with room() as running:
            hands_free = HandsFree(engine, on_text=lambda _: None, on_state=states.append)
            utterances = hands_free.utterances()
            first = asyncio.ensure_future(anext(utterances))
            await until(lambda: ListenerState.LISTENING in states)
            await asyncio.to_thread(running.say, spoken(SENTENCE, "en-us"))
            assert await first == "please open the window"
            await utterances.aclose()
        await engine.aclose()
