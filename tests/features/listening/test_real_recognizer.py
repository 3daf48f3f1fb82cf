"""The whole way of a spoken question with a real recogniser behind the server: pocketsphinx, which knows English."""

import os
import shutil
import subprocess
import sys
from contextlib import aclosing
from typing import Any

import pytest

from deskpet.features.listening.recognition.hands_free import HandsFree
from deskpet.features.listening.recognition.listener import Listener
from deskpet.features.listening.recognition.openai_transcription import OpenAiTranscription
from tests.features.listening.inputs import Inputs
from tests.features.listening.speech import noise, spoken
from tests.features.listening.transcription_server import transcription_server, words_answer
from tests.features.voice.speech_server import Answer
from tests.support.folders import PROJECT

PACKAGES = PROJECT / ".tools" / "recognizer"
SENTENCE = "Please open the window."

pytestmark = [
    pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="needs espeak-ng (make test installs it)"),
    pytest.mark.skipif(not PACKAGES.exists(), reason="needs pocketsphinx (make test-voice installs it)"),
]


def recognized(fields: dict[str, Any]) -> Answer:
    """Returns the words of an uploaded recording. Takes some seconds."""
    command = [sys.executable, "-m", "tests.features.listening.pocketsphinx_words"]
    environment = {**os.environ, "PYTHONPATH": f"{PACKAGES}{os.pathsep}{PROJECT}"}
    done = subprocess.run(command, input=fields["file"], env=environment, capture_output=True, check=True, cwd=PROJECT)
    return words_answer(done.stdout.decode())


# At twice its pace, so that a busy machine loses nothing of it: the recogniser hears each gap as another word.
# It is small and also needs a certain silence before the words.
def question(silence: float) -> Inputs:
    return Inputs(noise(silence) + spoken(SENTENCE, "en-us") + noise(1.2), pace=0.01)


async def test_a_sentence_in_the_microphone_is_recognized():
    async with transcription_server(recognized) as server:
        engine = OpenAiTranscription(server.base_url, "pocketsphinx")
        listener = Listener(
            ends_after_silence=True,
            on_text=lambda _: None,
            on_state=lambda _: None,
            open_input=question(0.5),
        )
        assert await listener.run(engine) == "please open the window"
        await engine.aclose()


async def test_a_sentence_is_recognized_hands_free():
    async with transcription_server(recognized) as server:
        engine = OpenAiTranscription(server.base_url, "pocketsphinx")
        hands_free = HandsFree(
            engine, on_text=lambda _: None, on_state=lambda _: None, on_error=print, open_input=question(1.0)
        )
        async with aclosing(hands_free.utterances()) as utterances:
            assert await anext(utterances) == "please open the window"
        await engine.aclose()
