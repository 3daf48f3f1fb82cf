"""Speech and noises of the tests, as 16-bit samples at 16 kHz."""

import functools
import math
import random
import shutil
import subprocess
from array import array

import pytest

from deskpet.features.listening.recognition.recognizer import RATE
from deskpet.features.voice.playback.sound_library import miniaudio

SENTENCE = "The quick brown fox jumps over the lazy dog."


@functools.cache
def spoken(text: str, voice: str = "en") -> bytes:
    """Returns a text spoken by espeak-ng. Without it, the test is skipped, or all those of the module that asks."""
    if shutil.which("espeak-ng") is None:
        pytest.skip("needs espeak-ng (make test installs it)", allow_module_level=True)
    command = ["espeak-ng", "--stdout", "-v", voice, text]
    wav = subprocess.run(command, capture_output=True, check=True).stdout
    return at_rate(wav, RATE)


def at_rate(wav: bytes, rate: int) -> bytes:
    """Returns the samples of a sound file at a rate."""
    library = miniaudio()
    sample = library.SampleFormat.SIGNED16
    return library.decode(wav, nchannels=1, sample_rate=rate, output_format=sample).samples.tobytes()


@functools.cache
def noise(seconds: float, level: float = 20) -> bytes:
    """Returns noise. level: the standard deviation of its samples; 20 is a quiet room."""
    generator = random.Random(1)
    return array("h", (round(generator.gauss(0, level)) for _ in range(round(seconds * RATE)))).tobytes()


@functools.cache
def key_clicks(seconds: float) -> bytes:
    """Returns somebody who types, in a quiet room."""
    generator, samples = random.Random(2), array("h", noise(seconds))
    start = 0
    while start < len(samples) - 400:
        for n in range(400):
            click = 12_000 * generator.uniform(-1, 1) * math.exp(-n / 60)
            samples[start + n] = max(-32768, min(32767, round(samples[start + n] + click)))
        start += generator.randrange(1500, 4000)
    return samples.tobytes()


def scaled(sound: bytes, factor: float) -> bytes:
    """Returns a sound louder or quieter."""
    return array("h", (round(each * factor) for each in array("h", sound))).tobytes()
