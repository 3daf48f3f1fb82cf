import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deskpet.features.listening.recognition.microphone import BLOCK_SAMPLES
from deskpet.features.listening.recognition.recognizer import RecognitionError
from deskpet.features.listening.recognition.sound_file import blocks_of
from tests.features.voice.sounds import crossings, flac, silent_mp3, tone, wav

TONE = tone(440, 0.2)
FILES = [wav(TONE, 24_000), flac(TONE), silent_mp3(8), wav(TONE * 2, 48_000, channels=2)]


@pytest.mark.parametrize("sound", FILES[:2])
def test_any_rate_becomes_blocks_of_the_recognizer(tmp_path, sound):
    file = tmp_path / "tone"
    file.write_bytes(sound)
    found = list(blocks_of(file))
    assert {len(each) for each in found} == {BLOCK_SAMPLES * 2}
    assert len(found) == pytest.approx(0.2 * 16_000 / BLOCK_SAMPLES, abs=1)
    assert crossings(b"".join(found)[:6000], 16_000) == pytest.approx(440, rel=0.03)


@given(
    st.sampled_from(FILES), st.lists(st.tuples(st.integers(0, 5000), st.binary(max_size=8)), max_size=6), st.integers()
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_damaged_file_is_sound_or_an_error(tmp_path, sound, changes, length):
    damaged = bytearray(sound[: length % (len(sound) + 1)] or sound)
    for start, replacement in changes:
        damaged[start : start + len(replacement)] = replacement
    file = tmp_path / "damaged"
    file.write_bytes(damaged)
    try:
        found = list(blocks_of(file))
    except RecognitionError as error:
        found = []
        cause = error.cause
    else:
        cause = ""
    assert bool(found) != bool(cause)
    assert {len(each) for each in found} <= {BLOCK_SAMPLES * 2}


@given(st.binary(max_size=2000))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes_are_sound_or_an_error(tmp_path, content):
    file = tmp_path / "bytes"
    file.write_bytes(content)
    try:
        found = list(blocks_of(file))
    except RecognitionError:
        return
    assert {len(each) for each in found} == {BLOCK_SAMPLES * 2}
