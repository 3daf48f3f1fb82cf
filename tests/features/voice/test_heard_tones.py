"""The measure of the voice bench finds what it is for."""

from array import array

import pytest

from tests.features.voice.heard_tones import frequency_of, gaps, heard_tones
from tests.features.voice.sounds import tone

RATE = 48_000
GAP = bytes(RATE // 5)


def spoken(*parts: int | bytes) -> array:
    """Returns tones of half a second, and what is between them."""
    return array("h", b"".join(tone(frequency_of(p), 0.5, RATE) if isinstance(p, int) else p for p in parts))


@pytest.mark.parametrize(
    ("parts", "numbers"),
    [((1, 2, 3), [1, 2, 3]), ((1, GAP, 2, 3), [1, 2, 3]), ((1, 3), [1, 3]), ((2, 1), [2, 1]), ((9, 0, 1), [9, 0, 1])],
)
def test_tones_are_told_by_their_pitch_whatever_the_silence_between_them(parts, numbers):
    found = heard_tones(spoken(*parts), RATE)
    assert [each.number for each in found] == numbers
    assert all(abs(each.seconds - 0.5) < 0.02 for each in found)


def test_a_tone_that_is_heard_twice_is_longer_and_a_cut_one_is_shorter():
    twice = heard_tones(spoken(1, 1, 2), RATE)
    assert [round(each.seconds, 1) for each in twice] == [1.0, 0.5]
    cut = heard_tones(spoken(1, tone(frequency_of(2), 0.2, RATE), 3), RATE)
    assert [round(each.seconds, 1) for each in cut] == [0.5, 0.2, 0.5]


def test_a_silence_between_two_sounds_is_a_gap():
    (found,) = gaps(spoken(GAP, 1, GAP, 2, GAP), RATE)
    assert found == pytest.approx(0.1, abs=0.005)
