import pytest

from deskpet.features.voice.playback.loudness import ATTACK, RELEASE, SILENCE_DB, MouthOpening, loudness
from tests.features.voice.sounds import tone


@pytest.mark.parametrize(("level", "decibels"), [(1.0, -3.0), (0.5, -9.0), (0.05, -29.0)])
def test_loudness_of_a_tone_is_its_effective_value(level, decibels):
    assert loudness(tone(440, 0.1, level=level)) == pytest.approx(decibels, abs=0.1)


def test_silence_has_a_finite_loudness():
    assert loudness(bytes(100)) == loudness(b"") == SILENCE_DB


def test_the_mouth_opens_fast_and_closes_slowly():
    mouth = MouthOpening()
    assert mouth.add(-15, ATTACK / 2) == pytest.approx(0.5)
    assert mouth.add(-15, ATTACK) == 1
    assert mouth.add(-90, RELEASE / 2) == pytest.approx(0.5)
    assert mouth.add(-90, RELEASE / 2) == pytest.approx(0.08)


def test_the_mouth_is_not_shut_between_syllables_but_after_a_pause():
    mouth = MouthOpening()
    mouth.add(-15, 1)
    assert mouth.add(-90, 0.1) > 0
    assert mouth.add(-90, 0.2) == 0


def test_quiet_sound_opens_nothing_before_the_first_syllable():
    assert MouthOpening().add(-60, 0.02) == 0
