import asyncio
import os
import shutil

import pytest

from deskpet.features.listening.recognition import microphone as microphones_module
from deskpet.features.listening.recognition.input_device import microphones
from deskpet.features.listening.recognition.microphone import BLOCK_SAMPLES, Microphone, meter_level
from deskpet.features.listening.recognition.recognizer import RecognitionError
from tests.features.listening.inputs import Inputs
from tests.features.listening.room import room
from tests.features.listening.speech import noise
from tests.features.voice.sounds import crossings, tone
from tests.support.waiting import until

needs_sound_server = pytest.mark.skipif(
    shutil.which("pulseaudio") is None or shutil.which("pacat") is None,
    reason="needs pulseaudio and pulseaudio-utils (make test-voice installs them)",
)


async def first_blocks(microphone: Microphone, count: int) -> list[bytes]:
    found: list[bytes] = []
    await microphone.open()
    try:
        async for block in microphone.blocks():
            found.append(block)
            if len(found) == count:
                break
    finally:
        await microphone.close()
    return found


async def test_sound_comes_in_equal_blocks_and_none_is_missing():
    sound = tone(440, 2.0, 16_000)
    found = await first_blocks(Microphone(open_input=Inputs(sound)), 60)
    assert {len(each) for each in found} == {BLOCK_SAMPLES * 2}
    assert b"".join(found) == sound[: 60 * BLOCK_SAMPLES * 2]


async def test_the_level_follows_the_sound():
    microphone = Microphone(open_input=Inputs(tone(440, 60.0, 16_000)))
    assert microphone.level == 0
    await microphone.open()
    async for _ in microphone.blocks():
        break
    assert 0.7 < microphone.level <= 1
    await microphone.close()
    assert microphone.level == 0


@pytest.mark.parametrize(("decibels", "level"), [(-90, 0), (-60, 0), (-36, 0.5), (-12, 1), (0, 1)])
def test_the_meter_is_empty_in_a_quiet_room_and_full_before_it_clips(decibels, level):
    assert meter_level(decibels) == pytest.approx(level)


async def test_zeros_from_the_beginning_are_a_blocked_microphone():
    inputs = Inputs(bytes(16_000 * 2 * 10))
    with pytest.raises(RecognitionError, match="complete silence for 2 seconds") as raised:
        await first_blocks(Microphone(open_input=inputs), 1000)
    assert raised.value.code == "blocked_microphone"
    assert raised.value.next_step
    assert inputs.is_closed


async def test_zeros_later_are_silence():
    sound = noise(0.5) + bytes(16_000 * 2 * 5)
    assert len(await first_blocks(Microphone(open_input=Inputs(sound)), 150)) == 150


async def test_a_device_that_gives_nothing_any_more_is_lost(monkeypatch):
    monkeypatch.setattr(microphones_module, "_LOST_SECONDS", 0.1)
    with pytest.raises(RecognitionError, match="went away"):
        await first_blocks(Microphone(open_input=Inputs(noise(0.5), end=True)), 1000)


async def test_a_device_that_tells_of_its_end_is_lost_at_once():
    inputs = Inputs(noise(0.5), end=True)
    microphone = Microphone(open_input=inputs)
    reading = asyncio.ensure_future(first_blocks(microphone, 1000))
    await until(lambda: inputs.opened)
    inputs.lose()
    with pytest.raises(RecognitionError, match="went away"):
        await asyncio.wait_for(reading, 2)


async def test_a_loop_that_is_busy_keeps_a_few_seconds_only():
    microphone = Microphone(open_input=Inputs(noise(1)))
    await microphone.open()
    await until(lambda: len(microphone._chunks) == microphone._chunks.maxlen)
    await microphone.close()


@needs_sound_server
async def test_the_microphone_of_a_sound_server_is_heard():
    with room() as running:
        assert list(microphones()) == ["Monitor of Null Output"]
        playing = running.start_saying(tone(500, 20.0, 16_000))
        frequency = 0.0
        # On a busy machine a second may have gaps, in which the noise of the room is heard.
        while frequency != pytest.approx(500, rel=0.05):
            assert playing.poll() is None, f"the last second had {frequency} Hz"
            heard = b"".join(await first_blocks(Microphone(), 40))
            frequency = crossings(heard[-32_000:], 16_000)


@needs_sound_server
async def test_a_muted_microphone_is_told():
    with room() as running:
        running.mute()
        with pytest.raises(RecognitionError, match="blocked"):
            await first_blocks(Microphone(), 1000)


@pytest.mark.slow
@needs_sound_server
async def test_a_sound_server_that_ends_is_a_lost_microphone():
    with room() as running:
        microphone = Microphone()
        await microphone.open()
        blocks = microphone.blocks()
        await anext(blocks)
        running.disconnect()
        with pytest.raises(RecognitionError, match="went away"):
            [_ async for _ in blocks]
        await asyncio.wait_for(microphone.close(), 5)


@needs_sound_server
async def test_a_microphone_that_is_not_connected_is_told():
    with room(), pytest.raises(RecognitionError, match="“Headset” is not connected") as raised:
        await Microphone("Headset").open()
    assert raised.value.code == "unknown_microphone"


@pytest.mark.skipif(os.name == "nt", reason="needs an environment without a sound server")
async def test_no_microphone_is_told(monkeypatch, tmp_path):
    monkeypatch.setenv("PULSE_SERVER", f"unix:{tmp_path}/none")
    monkeypatch.setenv("PULSE_COOKIE", str(tmp_path / "cookie"))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    with pytest.raises(RecognitionError, match=r"no microphone|can't be opened") as raised:
        await Microphone().open()
    assert raised.value.next_step
