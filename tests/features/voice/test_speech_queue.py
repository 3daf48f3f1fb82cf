import asyncio
from array import array
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest

from deskpet.features.voice.playback.player import Player
from deskpet.features.voice.playback.sound_device import open_output
from deskpet.features.voice.sound import Pcm, SpeechError
from deskpet.features.voice.speech_queue import (
    MAX_AHEAD_SECONDS,
    MAX_SYNTHESES,
    NOTHING_HEARD,
    SpeechProgress,
    SpeechQueue,
)
from tests.features.voice.outputs import Outputs
from tests.features.voice.scripted_engine import ScriptedEngine, Step, pitch
from tests.features.voice.sounds import crossings, tone
from tests.support.waiting import until

BROKEN = SpeechError("x", "The voice broke off", "It rained.", "Wait.")


@dataclass
class Speaking:
    engine: ScriptedEngine
    outputs: Outputs
    player: Player
    queue: SpeechQueue
    problems: list[SpeechError] = field(default_factory=list)
    started: list[int] = field(default_factory=list)


@asynccontextmanager
async def speaking(steps: dict[str, list[Step]] | None = None, pace: float = 0.001) -> AsyncIterator[Speaking]:
    engine, outputs = ScriptedEngine(steps or {}), Outputs(pace)
    player = Player(outputs)
    problems, started = list[SpeechError](), list[int]()
    queue = SpeechQueue(engine, player, problems.append, started.append)
    try:
        yield Speaking(engine, outputs, player, queue, problems, started)
    finally:
        queue.stop()
        await player.close()


def pitches(heard: bytes, seconds: float = 0.2) -> list[int]:
    """Returns the numbers of the tones."""
    size = round(seconds * 48_000) * 2
    return [
        round((crossings(heard[at : at + size], 48_000) - 300) / 100) for at in range(0, len(heard) - size // 2, size)
    ]


def loud_seconds(heard: bytes) -> float:
    """Returns how long there was sound. A busy machine may leave silence within it."""
    return sum(map(bool, array("h", heard[: len(heard) // 2 * 2]))) / 48_000


async def test_pieces_are_heard_in_order_without_a_gap_whichever_is_made_first():
    late = asyncio.Event()
    steps = {str(n): [pitch(n)] for n in range(6)} | {"0": [late, pitch(0)]}
    async with speaking(steps) as it:
        it.outputs.may_take.clear()
        for n in range(6):
            it.queue.add(str(n), "en")
        it.queue.end()
        await until(lambda: "1" in it.engine.ended)
        late.set()
        await until(lambda: it.player.buffer.buffered_seconds > 1.19)
        it.outputs.may_take.set()
        await it.queue.finished()
        # The output keeps its last step after it has taken it.
        await until(lambda: len(it.outputs.heard) > 6 * 0.2 * 96_000 - 500)
        assert pitches(it.outputs.heard) == [0, 1, 2, 3, 4, 5]
        assert len(it.outputs.heard) <= 6 * 0.2 * 96_000
        assert it.started == [0, 1, 2, 3, 4, 5]
        assert it.player.buffer.starved_frames == 0
        assert it.queue.heard() == SpeechProgress(5, 1.0)
        assert not it.problems


async def test_at_most_two_pieces_are_made_at_once():
    async with speaking() as it:
        for n in range(9):
            it.queue.add(str(n), "en")
        it.queue.end()
        await it.queue.finished()
        assert it.engine.most_running == MAX_SYNTHESES
        assert it.engine.started == [str(n) for n in range(9)]


@pytest.mark.slow
async def test_no_more_than_20_seconds_wait():
    second = Pcm(48_000, tone(400, 1, 48_000))
    steps = {name: [second] * 50 for name in ("a" * 60, "b" * 60)}
    most = 0.0
    # Fifty times faster than a person hears.
    async with speaking(steps, pace=0.0004) as it:
        for text in steps:
            it.queue.add(text, "en")
        it.queue.end()
        task = asyncio.ensure_future(it.queue.finished())
        while not task.done():
            most = max(most, it.player.buffer.buffered_seconds)
            await asyncio.sleep(0.001)
        assert 10 < most <= MAX_AHEAD_SECONDS
        assert loud_seconds(it.outputs.heard) == pytest.approx(100, rel=0.03)


async def test_a_piece_that_fails_is_skipped_with_one_notice():
    steps = {"0": [pitch(0)], "1": [BROKEN], "2": [pitch(2), BROKEN], "3": [BROKEN], "4": [pitch(4)]}
    async with speaking(steps) as it:
        it.outputs.may_take.clear()
        for n in range(5):
            it.queue.add(str(n), "en")
        it.queue.end()
        await until(lambda: it.player.buffer.buffered_seconds > 0.59)
        it.outputs.may_take.set()
        await it.queue.finished()
        assert pitches(it.outputs.heard) == [0, 2, 4]
        assert it.problems == [BROKEN]
        assert it.problems[0].notice.next_step == "Wait."


async def test_a_mistake_of_an_engine_is_not_lost():
    async with speaking({"0": [pitch(0), ZeroDivisionError()], "1": [pitch(1)]}) as it:
        for n in range(2):
            it.queue.add(str(n), "en")
        it.queue.end()
        with pytest.raises(ZeroDivisionError):
            await it.queue.finished()
        assert it.queue.is_stopped


async def test_stop_is_silent_at_once_and_ends_the_syntheses():
    never = asyncio.Event()
    steps = {"one": [pitch(0, 5.0)], "two": [pitch(1), never], "three": [never]}
    async with speaking(steps, pace=0.02) as it:
        for text in steps:
            it.queue.add(text, "en")
        await until(lambda: it.player.buffer.opening_now() > 0.5 and "two" in it.engine.started)
        heard = it.queue.stop()
        stopped = len(it.outputs.opened[0].heard)
        assert heard.piece == 0
        assert 0 < heard.fraction < 0.5
        assert it.queue.heard() == it.queue.stop() == heard
        await until(lambda: "two" in it.engine.ended)
        await until(lambda: len(it.outputs.opened[0].heard) > stopped + 20_000)
        # The fade and the step that was running.
        assert not any(it.outputs.opened[0].heard[stopped + 2 * 1920 :])
        await until(lambda: it.player.buffer.opening_now() == 0)
        it.queue.add("four", "en")
        await it.queue.finished()
        assert "four" not in it.engine.started


async def test_an_answer_after_a_stopped_one_is_heard_from_its_start():
    async with speaking({"long": [pitch(0, 5.0)], "next": [pitch(3)]}) as it:
        it.queue.add("long", "en")
        await until(lambda: it.outputs.opened and it.outputs.heard)
        it.queue.stop()
        it.outputs.opened[0].heard.clear()
        queue = SpeechQueue(it.engine, it.player)
        assert queue.heard() == NOTHING_HEARD
        queue.add("next", "en")
        queue.end()
        await queue.finished()
        assert pitches(it.outputs.heard[-19_200:]) == [3]
        assert queue.heard() == SpeechProgress(0, 1.0)


async def test_stopping_an_answer_that_is_over_leaves_the_next_one_alone():
    async with speaking({"long": [pitch(3, 2.0)]}) as it:
        it.queue.add("first", "en")
        it.queue.end()
        await it.queue.finished()
        queue = SpeechQueue(it.engine, it.player)
        queue.add("long", "en")
        queue.end()
        await until(lambda: it.player.buffer.buffered_seconds > 0.5)
        it.queue.stop()
        await queue.finished()
        assert queue.heard() == SpeechProgress(0, 1.0)
        assert loud_seconds(it.outputs.heard) == pytest.approx(2.1, rel=0.05)


async def test_the_device_may_close_while_the_engine_is_slow():
    late = asyncio.Event()
    engine, outputs = ScriptedEngine({"0": [pitch(0)], "1": [late, pitch(1)]}), Outputs()
    player = Player(outputs, close_after=0.02)
    queue = SpeechQueue(engine, player)
    queue.add("0", "en")
    queue.add("1", "en")
    queue.end()
    await until(lambda: outputs.opened and outputs.opened[0].is_closed)
    late.set()
    await queue.finished()
    assert len(outputs.opened) == 2
    assert pitches(outputs.heard.replace(bytes(96), b"")) == [0, 1]
    await player.close()


async def test_sound_that_does_not_end_is_cut_off_with_a_notice():
    async with speaking({"Hi.": [Pcm(48_000, tone(400, 1, 48_000))] * 600}, pace=0.0002) as it:
        it.queue.add("Hi.", "en")
        it.queue.end()
        await it.queue.finished()
        assert 10 < loud_seconds(it.outputs.heard) < 20
        assert [each.code for each in it.problems] == ["endless_sound"]


async def test_without_a_sound_output_there_is_one_notice_and_nothing_is_made_any_more():
    def open_nothing(*_: object):
        raise SpeechError("no_sound_device", "She can't be heard", "There is none.")

    engine, problems = ScriptedEngine({"0": [asyncio.Event()]}), list[SpeechError]()
    queue = SpeechQueue(engine, Player(open_nothing), problems.append)
    for n in range(5):
        queue.add(str(n), "en")
    await queue.finished()
    await until(lambda: len(engine.ended) == len(engine.started))
    assert [each.code for each in problems] == ["no_sound_device"]
    assert queue.is_stopped


async def test_an_empty_answer_is_finished_at_once():
    async with speaking() as it:
        it.queue.end()
        await it.queue.finished()
        assert not it.outputs.opened


async def test_the_library_plays_the_queue_without_a_sound_card():
    import functools

    player = Player(functools.partial(open_output, is_silent=True))
    queue = SpeechQueue(ScriptedEngine(), player)
    for n in range(3):
        queue.add(str(n), "en")
    queue.end()
    await queue.finished()
    assert queue.heard() == SpeechProgress(2, 1.0)
    await player.close()
