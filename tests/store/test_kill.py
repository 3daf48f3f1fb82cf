"""After a kill at any moment of an answer, at most the last second is missing, and the next turn works."""

import asyncio
import itertools
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from deskpet.chat.messages import ToolUse
from deskpet.store import Recorder, Store
from tests.chat.fake_model import EchoModel, conversation_with
from tests.store import kills
from tests.store.kill_work import WORKS
from tests.store.writing_processes import characters

MOMENTS = 100
SEED = 5
# Programs show something every few milliseconds; longer gaps (s) are caused by a busy machine.
STALL = 0.05


@pytest.fixture
def root(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory if possible: a killed process loses no file buffers, and the disk may be slow."""
    if not os.access("/dev/shm", os.W_OK):
        yield tmp_path
        return
    folder = Path(tempfile.mkdtemp(dir="/dev/shm"))
    yield folder
    shutil.rmtree(folder)


def seconds_missing(folder: Path, kept: int) -> float:
    """Return the age of the oldest missing text at the kill, in seconds in which the program could run."""
    file = folder / "shown"
    lines = file.read_text(encoding="ascii").splitlines() if file.exists() else []
    shown = [(float(at), int(count)) for at, count in (line.split() for line in lines)]
    gaps = [min(later - before, STALL) for (before, _), (later, _) in itertools.pairwise(shown)]
    first = next((number for number, (_, count) in enumerate(shown) if count > kept), len(shown))
    return sum(gaps[first:])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="starting a hundred programs takes too long without fork")
def test_a_kill_at_any_moment_loses_at_most_the_last_second_and_the_next_turn_works(root):
    run = [sys.executable, "-m", "tests.store.writing_processes", str(root), str(SEED), str(MOMENTS)]
    done = subprocess.run(
        run, cwd=Path(__file__).parents[2], capture_output=True, encoding="utf-8", check=False, timeout=110
    )
    assert done.returncode == 0, done.stderr
    cut = 0
    for number in range(MOMENTS):
        cut += asyncio.run(opens_and_goes_on(root / str(number)))
    # Kills before or after the answer prove nothing.
    assert cut > MOMENTS // 2


@pytest.mark.skipif(not hasattr(os, "fork"), reason="starting programs takes too long without fork")
def test_an_answer_continues_at_the_exact_character_after_a_kill(root):
    kills.kill(root, 12, SEED + 1)
    assert sum(asyncio.run(kills.goes_on(root / str(number))) for number in range(12)) >= 6


@pytest.mark.skipif(not hasattr(os, "fork"), reason="starting programs takes too long without fork")
@pytest.mark.parametrize("name", WORKS)
def test_a_kill_while_files_are_written_loses_nothing(root, name):
    outcome = kills.kill_work(name, root, 12, SEED)
    assert outcome.broken == ()


async def opens_and_goes_on(folder: Path) -> bool:
    """Check the store after a kill, and have the next turn. Returns whether an answer was interrupted."""
    store = Store(folder / "talks.db")
    talk = conversation_with(EchoModel())
    recorder = Recorder(store, talk)
    if saved := store.last():
        recorder.show(saved)
    said = talk.messages
    answers = [message for message in said if message.role == "assistant"]
    assert seconds_missing(folder, sum(map(characters, answers))) <= 1
    for answer in answers:
        assert answer.ended == "error"
        assert answer.blocks[-1].code == "interrupted"
        assert all(block.status != "running" for block in answer.blocks if isinstance(block, ToolUse))
    await talk.send("and now?")
    now = talk.messages
    assert now[:-2] == said
    assert now[-1].ended == "stop"
    recorder.flush()
    store.close()
    store = Store(folder / "talks.db")
    assert tuple(node.message for node in store.last().nodes) == now
    store.close()
    return bool(answers)
