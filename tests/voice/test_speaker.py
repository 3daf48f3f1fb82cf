import asyncio

import pytest

from deskpet.voice.heard import NOTHING_HEARD
from deskpet.voice.player import Player
from deskpet.voice.speaker import Speaker
from tests.voice.outputs import Outputs
from tests.voice.scripted_engine import ScriptedEngine, pitch
from tests.waiting import until

ANSWER = "Hello there, my dear **old friend**. It rains today, and it will rain tomorrow.\n\n```\nprint(1)\n```\n"


async def test_an_answer_is_spoken_while_it_is_written_and_without_its_code():
    engine, player = ScriptedEngine(), Player(Outputs())
    speaker = Speaker(engine, player)
    for start in range(0, len(ANSWER), 7):
        speaker.feed(ANSWER[start : start + 7])
        await asyncio.sleep(0)
    assert engine.started
    speaker.finish()
    await speaker.finished()
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
    await speaker.finished()
    assert not outputs.opened
