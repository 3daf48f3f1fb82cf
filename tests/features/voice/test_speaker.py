import asyncio
from array import array

import pytest

from deskpet.features.voice.playback.player import Player
from deskpet.features.voice.speaker import Speaker
from deskpet.features.voice.speech_queue import NOTHING_HEARD
from tests.features.voice.outputs import Outputs
from tests.features.voice.scripted_engine import ScriptedEngine, pitch
from tests.support.waiting import until

ANSWER = "Hello there, my dear **old friend**. It rains today, and it will rain tomorrow.\n\n```\nprint(1)\n```\n"


async def test_an_answer_is_spoken_while_it_is_written_and_without_its_code():
    engine, player = ScriptedEngine(), Player(Outputs())
    speaker = Speaker(engine, player)
    for start in range(0, len(ANSWER), 7):
        speaker.feed(ANSWER[start : start + 7])
        await asyncio.sleep(0)
    assert engine.started
    speaker.finish()
    await speaker.queue.finished()
    spoken = " ".join(engine.started)
    assert spoken.startswith("Hello there,")
    assert "old friend" in spoken
    assert "print" not in spoken
    assert speaker.heard_up_to == len(ANSWER)
    await player.close()


async def test_a_stopped_answer_knows_what_was_heard():
    first = "One two three four five six seven eight nine ten."
    engine, player = ScriptedEngine({first: [pitch(0, 4.0)]}), Player(Outputs(pace=0.02))
    speaker = Speaker(engine, player)
    speaker.feed(f"{first} Never heard.")
    speaker.finish()
    await until(lambda: speaker.heard_up_to > 0)
    heard = speaker.stop()
    assert first[:heard] + " " in first
    assert heard < len(first)
    speaker.feed("Nor this.")
    assert speaker.heard_up_to == heard
    assert "Nor this." not in engine.started
    await player.close()


async def test_nothing_was_heard_before_the_first_sound():
    player = Player(Outputs())
    speaker = Speaker(ScriptedEngine(), player)
    assert speaker.heard_up_to == speaker.stop() == NOTHING_HEARD.piece == 0
    await player.close()


@pytest.mark.parametrize("text", ["", "```\ncode\n```"])
async def test_an_answer_with_nothing_to_say_opens_no_device(text):
    outputs = Outputs()
    speaker = Speaker(ScriptedEngine(), Player(outputs))
    speaker.feed(text)
    speaker.finish()
    await speaker.queue.finished()
    assert not outputs.opened


async def test_after_a_pause_she_goes_on_and_everything_is_heard_once():
    tones = {f"Sentence {n} is this one.": [pitch(n, 0.5)] for n in range(4)}
    outputs = Outputs(pace=0.004)
    engine, player = ScriptedEngine(tones), Player(outputs)
    speaker = Speaker(engine, player)
    text = " ".join(tones)
    speaker.feed(text)
    speaker.finish()
    await until(lambda: speaker.heard_up_to > len(text) // 3)
    speaker.queue.pause()
    await until(lambda: not any(outputs.opened[0].heard[-9600:]))
    heard = speaker.heard_up_to
    size = len(outputs.opened[0].heard)
    await until(lambda: len(outputs.opened[0].heard) > size + 96_000)
    assert speaker.heard_up_to == heard
    assert not speaker.is_finished
    speaker.queue.resume()
    await speaker.queue.finished()
    assert speaker.heard_up_to == len(text)
    sound = array("h", bytes(outputs.opened[0].heard))
    # Silences that a slow machine makes count for nothing, and the fades at the pause for a few samples.
    spoken = sum(sum(map(bool, array("h", pitch(n, 0.5).samples))) for n in range(4))
    assert sum(map(bool, sound)) == pytest.approx(spoken, abs=40)
    await player.close()
