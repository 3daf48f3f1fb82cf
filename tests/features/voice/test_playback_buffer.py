from array import array
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.features.voice.playback.playback_buffer import RATE, PlaybackBuffer, PlayedPosition
from deskpet.features.voice.sound import Pcm
from tests.features.voice.sounds import tone


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def sound(seconds: float, level: float = 0.5) -> Pcm:
    return Pcm(RATE, tone(440, seconds, RATE, level))


def played(buffer: PlaybackBuffer, seconds: float, clock: Clock | None = None, step: int = 960) -> bytes:
    """Takes `seconds` in steps, with the clock, as a device does."""
    taken = b""
    for _ in range(round(seconds * RATE) // step):
        taken += buffer.take(step)
        if clock:
            clock.now += step / RATE
    return taken


@given(st.lists(st.integers(1, 3000), min_size=1, max_size=8), st.lists(st.integers(1, 2000), max_size=40))
def test_everything_written_is_taken_once_and_in_order(writes, takes):
    buffer, written, taken = PlaybackBuffer(), b"", b""
    for number, frames in enumerate(writes):
        samples = array("h", [(number * 37 + n) % 30_000 + 1 for n in range(frames)]).tobytes()
        written += samples
        buffer.write(Pcm(RATE, samples), number)
        buffer.end_piece(number)
    for frames in [*takes, sum(writes) + 1]:
        samples = buffer.take(frames)
        assert len(samples) == frames * 2
        taken += samples
    assert taken.rstrip(b"\0") == written.rstrip(b"\0")
    assert buffer.buffered_seconds == 0


@given(st.lists(st.tuples(st.booleans(), st.integers(1, 2000)), max_size=30))
def test_after_pauses_nothing_is_lost_or_said_twice(takes):
    written = array("h", range(1, 20_000)).tobytes()
    buffer = PlaybackBuffer()
    buffer.write(Pcm(RATE, written), "a")
    buffer.end_piece("a")
    position, waiting = 0, len(written) // 2
    for is_paused, frames in [*takes, (False, 20_001)]:
        buffer.is_paused = is_paused
        buffer.take(frames)
        assert buffer.starved_frames == 0
        before, waiting = waiting, round(buffer.buffered_seconds * RATE)
        # A pause takes its fade of 5 ms, and no more.
        assert before - waiting <= (RATE // 200 if is_paused else frames)
        heard = buffer.position()
        assert heard is None or heard.samples >= position
        position = heard.samples if heard else 0
    assert waiting == 0


def test_the_sound_goes_on_behind_a_pause_where_it_was_and_fades_at_both_ends():
    buffer = PlaybackBuffer()
    level = array("h", [10_000] * RATE).tobytes()
    buffer.write(Pcm(RATE, level), "a")
    buffer.end_piece("a")
    before = array("h", buffer.take(4800))
    buffer.is_paused = True
    pause = array("h", buffer.take(4800) + buffer.take(4800))
    buffer.is_paused = False
    after = array("h", played(buffer, 1, step=480))
    fade = RATE // 200
    assert set(before) == {10_000}
    assert all(a >= b for a, b in pairwise(pause))
    assert not any(pause[fade:])
    assert all(a <= b for a, b in pairwise(after[:fade]))
    loud = len(before) + fade + sum(map(bool, after)) + (after[0] == 0)
    assert loud == RATE


def test_a_stop_during_a_pause_is_silent_and_ends_it():
    buffer = PlaybackBuffer()
    buffer.write(sound(1), "a")
    played(buffer, 0.2, step=700)
    buffer.is_paused = True
    buffer.take(960)
    buffer.stop()
    assert not any(buffer.take(4800))
    assert not buffer.is_paused


def test_stop_is_silent_after_a_fade_of_5_ms():
    buffer = PlaybackBuffer()
    buffer.write(sound(2), "a")
    played(buffer, 0.5, step=700)
    buffer.stop()
    after = array("h", buffer.take(4800))
    assert not any(after[RATE // 200 :])
    assert not any(buffer.take(4800))
    assert buffer.buffered_seconds == 0


def test_sound_after_a_stop_is_played_from_its_start():
    buffer = PlaybackBuffer()
    buffer.write(sound(2), "a")
    buffer.take(700)
    buffer.stop()
    buffer.take(700)
    later = sound(0.1)
    buffer.write(later, "b")
    buffer.end_piece("b")
    assert buffer.take(4800) == later.samples


def test_the_position_is_what_is_heard_not_what_the_device_has_taken():
    clock = Clock()
    buffer = PlaybackBuffer(clock=clock)
    buffer.latency = 0.06
    assert buffer.position() is None
    buffer.write(sound(1), "a")
    buffer.end_piece("a")
    buffer.write(sound(1), "b")
    for _ in range(3):
        buffer.take(960)
    assert buffer.position() == PlayedPosition("a", 0)
    played(buffer, 0.5, clock)
    heard = buffer.position()
    assert heard is not None
    assert heard.piece == "a"
    assert heard.samples / RATE == pytest.approx(0.5, abs=0.021)
    played(buffer, 1.0, clock)
    assert buffer.position().piece == "b"


def test_silence_of_a_slow_engine_is_counted_and_some_sound_is_collected_first():
    buffer = PlaybackBuffer()
    buffer.write(sound(0.1), "a")
    played(buffer, 0.2)
    assert buffer.starved_frames > 0
    buffer.write(sound(0.1), "a")
    assert not any(buffer.take(960))
    buffer.write(sound(0.3), "a")
    assert any(buffer.take(960))


def test_a_sound_begins_when_there_is_enough_for_the_device_or_all_of_it():
    buffer = PlaybackBuffer()
    buffer.write(sound(0.02), "a")
    assert not any(buffer.take(1920))
    buffer.write(sound(0.06), "a")
    assert any(buffer.take(1920))
    assert buffer.starved_frames == 0
    buffer.stop()
    buffer.take(1920)
    buffer.write(sound(0.02), "b")
    buffer.end_piece("b")
    assert any(buffer.take(1920))


def test_silence_between_pieces_is_none_of_a_slow_engine():
    buffer = PlaybackBuffer()
    buffer.write(sound(0.1), "a")
    buffer.end_piece("a")
    played(buffer, 0.5)
    buffer.write(sound(0.1), "b")
    assert any(buffer.take(960))
    assert buffer.starved_frames == 0


def test_the_mouth_opens_when_the_sound_is_heard_and_shuts_after_it():
    clock = Clock()
    buffer = PlaybackBuffer(clock=clock)
    buffer.latency = 0.06
    buffer.write(sound(0.5), "a")
    buffer.end_piece("a")
    played(buffer, 0.06)
    assert buffer.opening_now() < 0.8
    played(buffer, 0.3, clock)
    assert buffer.opening_now() > 0.9
    played(buffer, 0.5, clock)
    assert buffer.opening_now() == 0


def test_the_mouth_is_shut_if_the_device_has_stopped():
    clock = Clock()
    buffer = PlaybackBuffer(clock=clock)
    buffer.write(sound(2), "a")
    played(buffer, 0.5, clock)
    assert buffer.opening_now() > 0.5
    clock.now += 1
    assert buffer.opening_now() == 0


def test_the_volume_scales_the_samples():
    buffer = PlaybackBuffer(volume=0.5)
    buffer.write(Pcm(RATE, array("h", [1000, -1000] * 960).tobytes()), "a")
    buffer.end_piece("a")
    assert set(array("h", buffer.take(960))) == {500, -500}
