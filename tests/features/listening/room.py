"""A room for the microphone: PulseAudio with null sinks, where sounds are played into the microphone."""

import io
import os
import subprocess
import time
import wave
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile

from deskpet.features.listening.recognition.recognizer import RATE
from tests.features.listening.speech import noise
from tests.features.voice.sound_server import null_sink
from tests.support.waiting import wait_until

_NOISE_SECONDS = 60


@dataclass
class Room:
    """A running room. environment: of the programs in it. The microphone is the system's, with the noise of a room."""

    environment: dict[str, str]
    stack: ExitStack
    is_connected: bool = True

    def say(self, sound: bytes) -> None:
        """Plays a sound at RATE into the microphone, and returns when it was heard."""
        self._paplay(sound, "mic").wait()

    def start_saying(self, sound: bytes) -> "subprocess.Popen[bytes]":
        """Plays a sound into the microphone while the program goes on."""
        return self._paplay(sound, "mic")

    def mute(self) -> None:
        """Mutes the microphone, so that it gives zeros."""
        self.pactl("set-source-mute", "mic.monitor", "1")

    def disconnect(self) -> None:
        """Takes the microphone and the output away: the sound server ends."""
        if self.is_connected:
            self.is_connected = False
            self.pactl("exit")

    def echo(self) -> None:
        """Lets the microphone hear what the program plays, as speakers in a room."""
        self.pactl("load-module", "module-loopback", "source=out.monitor", "sink=mic", "latency_msec=60")

    def pactl(self, *arguments: str) -> None:
        subprocess.run(["pactl", *arguments], env=self.environment, check=True, stdout=subprocess.DEVNULL)

    def _paplay(self, sound: bytes, sink: str) -> "subprocess.Popen[bytes]":
        command = ["pacat", "-d", sink, "--format=s16le", f"--rate={RATE}", "--channels=1", "--latency-msec=50"]
        # A pipe would keep the caller waiting until the last two seconds.
        with TemporaryFile() as file:
            file.write(sound)
            file.seek(0)
            process = subprocess.Popen(command, env=self.environment, stdin=file)
        self.stack.callback(lambda: (process.kill(), process.wait()))
        return process


@contextmanager
def room(*, noise_level: float = 20) -> Iterator[Room]:
    """Runs a sound server with a microphone, in the environment of this process.

    noise_level: of the room; 0 for a microphone that gives zeros.
    """
    before = dict(os.environ)
    with ExitStack() as stack:
        stack.callback(lambda: (os.environ.clear(), os.environ.update(before)))
        environment = stack.enter_context(null_sink())
        environment["PULSE_SOURCE"] = "mic.monitor"
        os.environ.update(environment)
        running = Room(environment, stack)
        running.pactl("load-module", "module-null-sink", "sink_name=mic", "rate=48000", "channels=1")
        _keep_awake(environment, stack)
        if noise_level:
            _play_noise(environment, stack, noise_level)
        yield running


def _keep_awake(environment: dict[str, str], stack: ExitStack) -> None:
    """Records the microphone with a short delay. Otherwise the null sink gives the first sound after two seconds."""
    command = ["parec", "-d", "mic.monitor", "--format=s16le", "--rate=16000", "--channels=1", "--latency-msec=10"]
    heard = Path(stack.enter_context(TemporaryDirectory())) / "heard.raw"
    with heard.open("wb") as file:
        process = subprocess.Popen(command, env=environment, stdout=file, stderr=subprocess.DEVNULL)
    stack.callback(lambda: (process.kill(), process.wait()))
    wait_until(lambda: heard.stat().st_size > 0, 10)


def _play_noise(environment: dict[str, str], stack: ExitStack, level: float) -> None:
    file = Path(stack.enter_context(TemporaryDirectory())) / "noise.wav"
    out = io.BytesIO()
    with wave.open(out, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(RATE)
        sound.writeframes(noise(1.0, level) * _NOISE_SECONDS)
    file.write_bytes(out.getvalue())
    process = subprocess.Popen(["paplay", "-d", "mic", file], env=environment, stderr=subprocess.DEVNULL)
    stack.callback(lambda: (process.kill(), process.wait()))
    started = time.monotonic()
    wait_until(lambda: time.monotonic() - started > 0.2)
