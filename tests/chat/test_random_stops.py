"""Stops at 200 random moments of 20 recordings: no open calls or tasks remain, and the next turn works.

The time until the socket is closed is measured in tests/bench/stops.py.
"""

import random
from pathlib import Path

import pytest

from deskpet.chat.messages import ToolUse
from deskpet.llm.http import new_client
from tests.chat.random_stops import HERE, stop_somewhere, twenty, unanswered
from tests.llm.recordings import Recording


@pytest.fixture(scope="module")
def recorded(shared: Path) -> list[Recording]:
    return twenty(shared)


@pytest.mark.parametrize("number", range(20))
async def test_a_stop_at_any_moment_leaves_a_usable_conversation(recorded: list[Recording], number: int):
    recording, random_source = recorded[number], random.Random(number)
    async with new_client() as client:
        for _ in range(10):
            stop = await stop_somewhere(client, recording, random_source)
            assert stop.tasks_left == set(), stop.moment
            assert stop.stopped.ended in ("cancelled", "error", "stop"), stop.moment
            open_calls = [
                each for each in stop.stopped.blocks if isinstance(each, ToolUse) and each.status == "running"
            ]
            assert open_calls == [], stop.moment
            assert unanswered(recording.family, stop.next_request) == [], stop.moment
            assert (stop.next_answer.text, stop.next_answer.ended) == (HERE, "stop"), stop.moment
