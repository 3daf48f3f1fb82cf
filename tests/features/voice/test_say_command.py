import asyncio
import shutil
import subprocess
import sys
import wave
from array import array
from contextlib import ExitStack

import pytest

from tests.features.voice.sound_server import RATE, Recording, add_sink, null_sink
from tests.features.voice.sounds import tone, wav
from tests.features.voice.speech_server import Answer, speech_server
from tests.support.waiting import until

needs_espeak = pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="needs espeak-ng (make test installs it)")
needs_pulseaudio = pytest.mark.skipif(
    not all(map(shutil.which, ("pulseaudio", "pactl", "parec"))),
    reason="needs PulseAudio (make test-voice installs it)",
)
# Names of modules that are loaded, of threads, and of audio libraries after a turn of the program's other commands.
OFF = """
import sys, threading
from deskpet.cli import command_line, ask, terminal_chat
from deskpet.app import pet_controller
loaded = [name for name in sys.modules if name.partition(".")[0] in ("miniaudio", "_miniaudio", "_cffi_backend")]
# The list of features has its declaration.
voice = "deskpet.features.voice."
loaded += [name for name in sys.modules if name.startswith(voice) and name != f"{voice}feature"]
print(loaded, threading.active_count())
"""
# Even with all of the voice imported, the library and the device wait for the first word.
SILENT = """
import sys, threading
from deskpet.features.voice import speech_queue
from deskpet.features.voice.synthesis import speech_cache, speech_servers, system_voice
from deskpet.features.voice.playback.player import Player
queue = speech_queue.SpeechQueue(system_voice.SystemVoice(), Player())
queue.end()
print([name for name in sys.modules if "miniaudio" in name], threading.active_count())
"""


async def say(*arguments: str, stdin: bytes = b"") -> tuple[int, str]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "deskpet", "say", *arguments),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    output, _ = await process.communicate(stdin)
    assert process.returncode is not None
    return process.returncode, output.decode()


def seconds_of(path) -> float:
    with wave.open(str(path)) as file:
        return file.getnframes() / file.getframerate()


@needs_espeak
async def test_the_system_voice_writes_a_file(tmp_path):
    out = tmp_path / "hello.wav"
    assert await say("-", "--out", str(out), stdin="你好，世界。".encode()) == (0, "")
    assert 0.5 < seconds_of(out) < 5


async def test_a_server_writes_a_file(tmp_path):
    out = tmp_path / "hello.wav"
    async with speech_server(Answer((tone(440, 0.5),))) as server:
        arguments = ("Hello.", "--engine", "openai", "--base-url", server.base_url, "--voice", "nova")
        assert await say(*arguments, "--out", str(out)) == (0, "")
    assert seconds_of(out) == 0.5
    assert server.requests[0]["voice"] == "nova"


async def test_the_voice_of_the_settings_is_used_unless_another_one_is_named(tmp_path):
    settings, out = tmp_path / "settings.toml", str(tmp_path / "hello.wav")
    async with speech_server(Answer((tone(440, 0.5),))) as server:
        settings.write_text(
            f'[voice]\nengine = "openai"\nserver_url = "{server.base_url}"\nvoice = "sky"\nspeed = 1.5\n', "utf-8"
        )
        assert await say("Hello.", "--settings", str(settings), "--out", out) == (0, "")
        assert await say("Hello.", "--settings", str(settings), "--voice", "nova", "--out", out) == (0, "")
    assert [(each["voice"], each["speed"], each["model"]) for each in server.requests] == [
        ("sky", 1.5, "tts-1"),
        ("nova", 1.5, "tts-1"),
    ]


def samples_of(recording: Recording) -> list[int]:
    return array("h", bytes(recording.samples[: len(recording.samples) // 2 * 2])).tolist()


def seconds_heard(recording: Recording) -> float:
    return sum(abs(sample) > 1000 for sample in samples_of(recording)) / RATE


@pytest.mark.slow_variants
@needs_pulseaudio
@pytest.mark.parametrize(
    ("output", "engine", "sink", "told"),
    [
        ("", (), "out", ""),
        ("headset", (), "headset", ""),
        ("headset", ("--engine", "gpt-sovits", "--voice", "x"), "headset", ""),
        ("earphones", (), "out", "“earphones” is not connected"),
    ],
)
async def test_the_loudspeaker_of_the_settings_speaks_with_their_volume(
    tmp_path, monkeypatch, output, engine, sink, told
):
    settings = tmp_path / "settings.toml"
    settings.write_text(f'[voice]\nengine = "openai"\nvoice = "sky"\noutput = "{output}"\nvolume = 50\n', "utf-8")
    with ExitStack() as stack:
        environment = stack.enter_context(null_sink())
        monkeypatch.setenv("PULSE_SERVER", environment["PULSE_SERVER"])
        add_sink("headset")
        recordings = {name: Recording(environment, name) for name in ("out", "headset")}
        for each in recordings.values():
            stack.callback(each.close)
        async with speech_server(Answer((wav(tone(440, 0.5), 24_000),))) as server:
            printed = await say("Hello.", "--settings", str(settings), "--base-url", server.base_url, *engine)
        await until(lambda: seconds_heard(recordings[sink]) > 0.4)
        assert sum(map(seconds_heard, recordings.values())) == seconds_heard(recordings[sink])
        assert max(samples_of(recordings[sink])) == pytest.approx(0.5 * 32767 * 0.5, rel=0.05)
    assert printed[0] == 0
    assert told in printed[1]
    assert bool(printed[1]) == bool(told)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ((" ",), 2, "There is nothing to say"),
        (("```\ncode\n```",), 2, "There is nothing to say"),
        (("Hi", "--speed", "9"), 2, "--speed is a number from 0.5 to 2"),
        (("Hi", "--engine", "openai"), 2, "needs --base-url"),
        (("Hi", "--engine", "openai", "--base-url", "http://127.0.0.1:9"), 2, "needs --voice"),
        (
            ("Hi", "--engine", "openai", "--base-url", "http://127.0.0.1:9", "--voice", "x", "--out", "x.wav"),
            1,
            "does not",
        ),
    ],
)
async def test_what_cannot_be_said_is_told(arguments, code, message):
    exit_code, output = await say(*arguments)
    assert exit_code == code
    assert message in output
    assert "Traceback" not in output


@pytest.mark.parametrize("program", [OFF, SILENT], ids=["off", "silent"])
def test_off_imports_nothing_and_starts_no_thread(program):
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, encoding="utf-8"
    )
    assert done.stdout.strip() == "[] 1", done.stderr
