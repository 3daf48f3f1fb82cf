import asyncio
import functools
import subprocess
import sys
import threading

import pytest

from deskpet.features.voice.playback import player as players
from deskpet.features.voice.playback.player import Player
from deskpet.features.voice.playback.sound_device import open_output
from deskpet.features.voice.sound import Pcm, SpeechError
from tests.features.voice.outputs import DeadOutput, Outputs
from tests.features.voice.sounds import tone
from tests.support.waiting import until

SOUND = Pcm(48_000, tone(440, 0.3, 48_000))


async def test_sound_is_played_by_the_library_without_a_sound_card():
    player = Player(functools.partial(open_output, is_silent=True))
    await player.open()
    player.buffer.write(SOUND, "a")
    assert player.buffer.end_piece("a") == SOUND.frames
    await player.drained()
    assert player.buffer.position().samples == SOUND.frames
    await player.close()
    assert not player.is_open


async def test_the_device_is_closed_after_silence_and_opened_again():
    outputs = Outputs()
    player = Player(outputs, close_after=0.05)
    for number in range(2):
        await player.open()
        player.buffer.write(SOUND, number)
        player.buffer.end_piece(number)
        await player.drained()
        await until(lambda: all(each.is_closed for each in outputs.opened))
    assert len(outputs.opened) == 2
    assert outputs.heard.count(SOUND.samples.strip(b"\0")) == 2


async def test_the_device_stays_open_while_sound_plays():
    outputs = Outputs(pace=0.02)
    player = Player(outputs, close_after=0.05)
    await player.open()
    player.buffer.write(SOUND, "a")
    player.buffer.end_piece("a")
    await player.drained()
    assert len(outputs.opened) == 1
    await player.close()


async def test_opening_twice_at_once_opens_one_device():
    outputs = Outputs()
    player = Player(outputs)
    await asyncio.gather(player.open(), player.open())
    assert len(outputs.opened) == 1
    await player.close()


async def test_a_lost_device_is_an_error_and_the_next_word_opens_another(monkeypatch):
    monkeypatch.setattr(players, "_LOST_SECONDS", 0.05)
    player = Player(DeadOutput)
    await player.open()
    player.buffer.write(SOUND, "a")
    with pytest.raises(SpeechError, match="stopped taking sound"):
        await player.drained()
    assert not player.is_open
    await player.open()
    assert player.is_open
    await player.close()


async def test_the_output_of_the_system_speaks_for_one_that_is_not_connected():
    outputs, told = Outputs(), list[SpeechError]()

    def open_if_connected(take, rate, name):
        if name == "headset":
            raise SpeechError("unknown_output", "She speaks by another loudspeaker", "It is not connected.")
        return outputs(take, rate, name)

    player = Player(open_if_connected, output="headset", on_fallback=told.append)
    for number in range(2):
        await player.open()
        player.buffer.write(SOUND, number)
        player.buffer.end_piece(number)
        await player.drained()
        await player.close()
    assert [error.code for error in told] == ["unknown_output"]
    assert outputs.names == ["", ""]


async def test_when_a_device_goes_away_in_a_sentence_another_one_goes_on(monkeypatch):
    monkeypatch.setattr(players, "_LOST_SECONDS", 0.1)
    outputs = Outputs(pace=0.02)
    player = Player(outputs)
    await player.open()
    player.buffer.write(Pcm(48_000, tone(440, 1.0, 48_000)), "a")
    length = player.buffer.end_piece("a")
    first = outputs.opened[0]
    await until(lambda: len(first.heard.strip(b"\0")) > 10_000)
    first.is_gone = True
    drained = asyncio.ensure_future(player.drained())
    await until(lambda: len(outputs.opened) == 2)
    first.is_gone = False
    await drained
    assert player.buffer.position().samples == length
    # The thread of the output has kept the last samples when it has ended.
    await player.close()
    heard = first.heard.strip(b"\0") + outputs.opened[1].heard.strip(b"\0")
    assert len(heard) == pytest.approx(length * 2, abs=8)


async def test_a_cancelled_opening_closes_the_device():
    opened: list[DeadOutput] = []
    may_open = threading.Event()

    def open_slowly(*_: object) -> DeadOutput:
        may_open.wait(5)
        opened.append(DeadOutput())
        return opened[-1]

    player = Player(open_slowly)
    task = asyncio.ensure_future(player.open())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    task.cancel()
    may_open.set()
    await until(lambda: bool(opened) and opened[0].is_closed)
    assert not player.is_open
    assert player.buffer.opening_now() == 0


# Even a program that forgets its device ends, instead of waiting for a thread that is gone.
FORGETFUL = """
import asyncio, functools
from deskpet.features.voice.sound import Pcm
from deskpet.features.voice.playback.player import Player
from deskpet.features.voice.playback.sound_device import open_output

async def play():
    global player
    player = Player(functools.partial(open_output, is_silent=True))
    await player.open()
    player.buffer.write(Pcm(48_000, bytes(960_000)), "a")
    while not player.buffer.position():
        await player.taken()

asyncio.run(play())
print("played")
"""


def test_the_program_ends_with_an_open_device():
    done = subprocess.run([sys.executable, "-c", FORGETFUL], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "played\n", "")
