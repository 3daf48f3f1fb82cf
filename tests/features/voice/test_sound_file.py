"""Files of short sounds: formats, limits, and files that want to do harm."""

import contextlib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deskpet.features.voice.playback.sound_file import MAX_SECONDS, RATE, read_sound
from deskpet.features.voice.sound import SpeechError
from tests.features.voice.sounds import crossings, flac, silent_mp3, tone, wav
from tests.support.examples import examples


def seconds(file: Path) -> float:
    return sum(pcm.seconds for pcm in read_sound(file))


@pytest.mark.parametrize("data", [wav(tone(440, 1.0), 24_000), flac(tone(440, 1.0)), wav(tone(440, 1.0), 24_000) * 2])
def test_a_sound_is_read_in_short_pieces(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "sound"
    file.write_bytes(data)
    pieces = read_sound(file)
    assert sum(pcm.seconds for pcm in pieces) == pytest.approx(1.0, abs=0.02)
    assert max(pcm.seconds for pcm in pieces) <= 0.25
    assert crossings(b"".join(pcm.samples for pcm in pieces), RATE) == pytest.approx(440, abs=8)


def test_an_mp3_is_read(tmp_path: Path) -> None:
    file = tmp_path / "sound.mp3"
    file.write_bytes(silent_mp3(40))
    assert seconds(file) == pytest.approx(40 * 1152 / 44_100, abs=0.1)


def test_a_long_sound_is_cut_off(tmp_path: Path) -> None:
    file = tmp_path / "sound.wav"
    file.write_bytes(wav(bytes(8_000 * 2 * 90), 8_000))
    assert seconds(file) == MAX_SECONDS


@pytest.mark.parametrize(
    "data",
    [b"", b"RIFF", b"ID3\x04" + bytes(200), b"OggS" + bytes(500), b"fLaC" + bytes(500), wav(b"", 24_000), bytes(1000)],
)
def test_what_is_no_sound_is_told(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "sound.wav"
    file.write_bytes(data)
    with pytest.raises(SpeechError) as error:
        read_sound(file)
    assert error.value.code == "motion_sound"
    assert "sound.wav" in error.value.title


def test_a_file_that_is_gone_or_too_large_is_told(tmp_path: Path) -> None:
    with pytest.raises(SpeechError):
        read_sound(tmp_path / "gone.wav")
    with pytest.raises(SpeechError):
        read_sound(tmp_path)
    large = tmp_path / "large.wav"
    large.write_bytes(wav(bytes(11 << 20), 48_000))
    with pytest.raises(SpeechError):
        read_sound(large)


@settings(max_examples=examples(300), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    base=st.sampled_from([wav(tone(440, 0.05), 24_000), flac(tone(440, 0.05)), silent_mp3(4), b"OggS" + bytes(60)]),
    changes=st.lists(st.tuples(st.integers(0, 400), st.integers(0, 255)), max_size=30),
    cut=st.integers(0, 3000),
)
def test_damaged_files_give_a_sound_or_a_plain_error(
    tmp_path: Path, base: bytes, changes: list[tuple[int, int]], cut: int
) -> None:
    data = bytearray(base)
    for at, value in changes:
        data[at % len(data)] = value
    file = tmp_path / "sound"
    file.write_bytes(bytes(data[: len(data) - cut % len(data)]))
    with contextlib.suppress(SpeechError):
        assert seconds(file) <= MAX_SECONDS
