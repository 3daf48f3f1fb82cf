"""Kills programs in the middle of answers, opens what is left, and lets every answer go on.

Run as `python -m tests.store.kills --count 200`. Nothing that was shown may be lost beyond the last second; the file
opens; and after Continue the text is what was kept and what came, joined at the very letter.
"""

import argparse
import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from deskpet.chat.messages import Message, Notice, Text
from deskpet.chat.model import TextDelta
from deskpet.store import Recorder, Store
from tests.chat.fake_model import EchoModel, conversation_with
from tests.store.writing_processes import characters

MORE = ("mo", "re of it")


def kill(root: Path, count: int, seed: int) -> None:
    """Start `count` programs and kill each at a moment of its own."""
    run = [sys.executable, "-m", "tests.store.writing_processes", str(root), str(seed), str(count)]
    subprocess.run(run, cwd=Path(__file__).parents[2], check=True, timeout=30 + count)


async def gone_on(folder: Path) -> bool:
    """Let the answer go on that was cut off here, if one was; raises AssertionError where it does not join."""
    store = Store(folder / "talks.db")
    talk = conversation_with(EchoModel([TextDelta(piece) for piece in MORE]))
    keeper = Recorder(store, talk)
    keeper.open_last()
    if not talk.messages or talk.messages[-1].role != "assistant":
        store.close()
        return False
    before = talk.messages[-1]
    assert talk.offers(before.id, "continue")
    shown = _texts(before)
    ends_in_text = isinstance(before.blocks[-2] if len(before.blocks) > 1 else None, Text)
    after = await talk.go_on()
    now = _texts(after)
    assert "".join(now) == "".join(shown) + "".join(MORE)
    notices = [block for block in after.blocks if isinstance(block, Notice)]
    assert all(notice.resolution in {"continued", "joined"} for notice in notices)
    if ends_in_text and len(now) == len(shown):
        assert notices[-1].resolution == "joined"
    assert not talk.offers(after.id, "continue")
    keeper.flush()
    store.close()
    store = Store(folder / "talks.db")
    assert store.last().nodes[-1].message == after
    store.close()
    return True


def _texts(answer: Message) -> list[str]:
    return [str(block.text) for block in answer.blocks if isinstance(block, Text)]


def main() -> None:
    """Print what came of it; the exit code is 1 where something was lost."""
    from tests.store.test_kill import seconds_missing

    asked = argparse.ArgumentParser()
    asked.add_argument("--count", type=int, default=200)
    asked.add_argument("--seed", type=int, default=7)
    options = asked.parse_args()
    root = Path(tempfile.mkdtemp(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None))
    worst, joined = 0.0, 0
    try:
        kill(root, options.count, options.seed)
        for number in range(options.count):
            folder = root / str(number)
            store = Store(folder / "talks.db")
            saved = store.last()
            store.close()
            answers = [node.message for node in saved.nodes if node.message.role == "assistant"] if saved else []
            worst = max(worst, seconds_missing(folder, sum(map(characters, answers))))
            joined += asyncio.run(gone_on(folder))
    finally:
        shutil.rmtree(root)
    print(f"{options.count} kills: {joined} answers went on; at most {worst:.2f} s of what was shown is missing")  # noqa: T201
    sys.exit(worst > 1)


if __name__ == "__main__":
    main()
