"""From a folder to the loudspeaker, from the settings and the command line; and nothing while it is off."""

import asyncio
import subprocess
import sys
import wave

import pytest

from deskpet.config.choices import VoiceEngine
from deskpet.config.keys import KeyStore
from deskpet.config.settings import Settings, VoiceSettings
from deskpet.features.listening.recognition.listener import Listener, ListenerState
from deskpet.features.listening.recognition.local_recognizer import LocalRecognizer
from deskpet.features.voice.playback.player import Player
from deskpet.features.voice.sound import SpeechError
from deskpet.features.voice.speech_queue import SpeechQueue
from deskpet.features.voice.synthesis.engine import SettingsVoice
from tests.features.listening.room import room
from tests.features.listening.speech import SENTENCE, spoken
from tests.features.listening.test_microphone import needs_sound_server
from tests.features.voice.outputs import Outputs
from tests.features.voice.sherpa import models
from tests.features.voice.sherpa.processes import children
from tests.support.waiting import until

# Modules that are loaded, threads and processes with an engine and a recogniser that have nothing to do yet.
IDLE = """
import sys, threading
from pathlib import Path
from deskpet.features.listening.recognition.local_recognizer import LocalRecognizer
from deskpet.features.voice.synthesis.local_voice import LocalVoice
LocalVoice("/nowhere"), LocalRecognizer(Path("/nowhere"))
import psutil
print([name for name in sys.modules if "sherpa_onnx" in name], threading.active_count(), psutil.Process().children())
"""
OFF = """
import sys
from deskpet.cli import command_line
from deskpet.config import settings
from deskpet.app import pet_controller
from deskpet.features.voice.synthesis import engine, system_voice
print([name for name in sys.modules if "sherpa" in name or name.endswith("local_voice")])
"""


def voice_of(folder) -> VoiceSettings:
    return VoiceSettings(engine=VoiceEngine.LOCAL, model_folder=str(folder))


async def test_the_player_plays_what_the_model_of_the_settings_makes(tmp_path):
    outputs, errors = Outputs(), list[SpeechError]()
    player = Player(outputs)
    voice = SettingsVoice(voice_of(models.lexicon_voice(tmp_path)), KeyStore(), None)
    queue = SpeechQueue(voice, player, errors.append)
    for text in ("Hello there!", "How are you?"):
        queue.add(text, "en")
    queue.end()
    await queue.finished()
    await player.close()
    assert errors == []
    # At 48 kHz, two bytes a sample: five words at least.
    assert len(bytes(outputs.heard).strip(b"\0")) > 5 * models.TOKEN_SECONDS * 48_000 * 2
    # The library is in the child process only.
    assert "sherpa_onnx" not in sys.modules
    assert len(children()) == 1


@needs_sound_server
async def test_speech_in_the_microphone_becomes_words_while_it_is_heard(tmp_path):
    recognizer, texts, states = (
        LocalRecognizer(models.streaming_recognizer(tmp_path)),
        list[str](),
        list[ListenerState](),
    )
    with room() as running:
        listener = Listener(on_text=texts.append, on_state=states.append)
        listening = asyncio.ensure_future(listener.run(recognizer))
        await until(lambda: ListenerState.LISTENING in states)
        await asyncio.to_thread(running.say, spoken(SENTENCE))
        before = len(texts)
        listener.finish()
        words = await listening
    assert before > 1
    assert words.startswith(texts[0])
    assert set(words.split()) <= {"low", "middle", "high"}
    await recognizer.aclose()


async def test_a_voice_without_its_folder_is_not_set_up():
    with pytest.raises(SpeechError, match="The folder of its model is not set"):
        await anext(SettingsVoice(voice_of(""), KeyStore(), None).synthesize("Hello.", "en"))


def test_a_relative_folder_is_refused():
    with pytest.raises(ValueError, match="an absolute path"):
        Settings.model_validate({"voice": {"model_folder": "voices/amy"}})


async def say(*arguments: str) -> tuple[int, str]:
    command = (sys.executable, "-m", "deskpet", "say", "Hello there, how are you?", *arguments)
    process = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    output, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, output.decode()


async def test_the_command_line_speaks_with_a_folder(tmp_path):
    out, folder = tmp_path / "out.wav", models.lexicon_voice(tmp_path / "voice")
    assert await say("--engine", "local", "--model-folder", str(folder), "--out", str(out)) == (0, "")
    with wave.open(str(out)) as file:
        assert file.getframerate() == models.RATE
        assert file.getnframes() > 5 * models.TOKEN_SECONDS * models.RATE


async def test_the_command_line_names_what_is_missing(tmp_path):
    out = str(tmp_path / "out.wav")
    code, output = await say("--engine", "local", "--out", out)
    assert (code, "--engine local needs --model-folder FOLDER." in output) == (2, True)
    folder = models.lexicon_voice(tmp_path / "voice")
    (folder / "tokens.txt").unlink()
    code, output = await say("--engine", "local", "--model-folder", str(folder), "--out", out)
    assert (code, "tokens.txt is missing" in output) == (1, True)


@pytest.mark.parametrize(("program", "expected"), [(OFF, "[]"), (IDLE, "[] 1 []")])
def test_nothing_is_loaded_or_started_before_it_is_needed(program, expected):
    # LocalRecognizer starts with a stream, LocalVoice with a text.
    output = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert output.strip() == expected
