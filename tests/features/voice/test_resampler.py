import math
from array import array
from itertools import pairwise

import pytest

from deskpet.features.voice.playback.resampler import Resampler
from deskpet.features.voice.sound import Pcm
from tests.features.voice.sounds import crossings, tone


def resampled(samples: bytes, rate: int, size: int) -> bytes:
    resampler = Resampler(48_000)
    blocks = [
        block
        for start in range(0, len(samples), size)
        for block in resampler.feed(Pcm(rate, samples[start : start + size]))
    ]
    return b"".join([*blocks, *resampler.flush()])


@pytest.mark.parametrize("rate", [8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000, 11_025])
def test_a_tone_keeps_its_pitch_and_length_and_has_no_clicks(rate):
    frequency = 300
    converted = resampled(tone(frequency, 1.0, rate), rate, 1234)
    values = array("h", converted)
    assert len(values) == pytest.approx(48_000, rel=0.003)
    assert crossings(converted, 48_000) == pytest.approx(frequency, rel=0.01)
    steepest = 0.5 * 32767 * 2 * math.pi * frequency / 48_000
    # The filter settles within the first and the last milliseconds.
    assert max(abs(b - a) for a, b in pairwise(values[500:-500])) < 1.2 * steepest


def test_the_pieces_do_not_matter():
    samples = tone(500, 0.5, 22_050)
    assert resampled(samples, 22_050, 2) == resampled(samples, 22_050, 10_000)


def test_sounds_that_follow_each_other_do_not_mix():
    resampler = Resampler(48_000)
    resampler.feed(Pcm(24_000, tone(500, 0.1, 24_000)))
    resampler.flush()
    silence = b"".join([*resampler.feed(Pcm(22_050, bytes(22_050))), *resampler.flush()])
    assert not any(silence)
