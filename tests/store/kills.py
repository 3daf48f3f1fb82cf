"""Kill programs in the middle of answers, open what they left, and continue every answer.

Run as `python -m tests.store.kills --count 200`. At most the last second of what was shown may be missing; the file
opens; after Continue, the text is the stored text followed by the new one, without a gap. Where no answer is on disk,
because the program was killed before it began, the next turn has to work.
"""

import argparse
import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from deskpet.chat.conversation import Conversation
from deskpet.chat.messages import Message, Notice, Text
from deskpet.chat.model import TextDelta
from deskpet.store import Recorder, Store
from tests.chat.fake_model import EchoModel, conversation_with
from tests.store.writing_processes import characters

MORE = ("mo", "re of it")


def kill(root: Path, count: int, seed: int) -> None:
    """Start `count` programs and kill each at a random moment."""
    run = [sys.executable, "-m", "tests.store.writing_processes", str(root), str(seed), str(count)]
    subprocess.run(run, cwd=Path(__file__).parents[2], check=True, timeout=30 + count)


async def goes_on(folder: Path) -> bool:
    """Continue the interrupted answer, or have the next turn if there is none. Returns whether there was an answer."""
    store = Store(folder / "talks.db")
    talk = conversation_with(EchoModel([TextDelta(piece) for piece in MORE]))
    recorder = Recorder(store, talk)
    recorder.open_last()
    has_answer = bool(talk.messages) and talk.messages[-1].role == "assistant"
    after = await _continued(talk) if has_answer else await _next_answer(talk)
    recorder.flush()
    store.close()
    store = Store(folder / "talks.db")
    saved = store.last()
    store.close()
    assert saved is not None
    assert saved.nodes[-1].message == after
    return has_answer


async def _continued(talk: Conversation) -> Message:
    before = talk.messages[-1]
    assert talk.offers(before.id, "continue")
    stored = _texts(before)
    ends_in_text = isinstance(before.blocks[-2] if len(before.blocks) > 1 else None, Text)
    after = await talk.go_on()
    texts = _texts(after)
    assert "".join(texts) == "".join(stored) + "".join(MORE)
    notices = [block for block in after.blocks if isinstance(block, Notice)]
    assert all(notice.resolution in {"continued", "joined"} for notice in notices)
    if ends_in_text and len(texts) == len(stored):
        assert notices[-1].resolution == "joined"
    assert not talk.offers(after.id, "continue")
    return after


async def _next_answer(talk: Conversation) -> Message:
    await talk.send("go on")
    assert talk.messages[-1].text == "".join(MORE)
    return talk.messages[-1]


def _texts(answer: Message) -> list[str]:
    return [str(block.text) for block in answer.blocks if isinstance(block, Text)]


def main() -> None:
    """Print the result. The exit code is 1 if more than the last second is missing anywhere."""
    from tests.store.test_kill import seconds_missing

    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    root = Path(tempfile.mkdtemp(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None))
    missing, continued, unanswered = [0.0], 0, list[str]()
    try:
        kill(root, options.count, options.seed)
        for number in range(options.count):
            folder = root / str(number)
            store = Store(folder / "talks.db")
            saved = store.last()
            store.close()
            messages = [node.message for node in saved.nodes] if saved else []
            answers = [message for message in messages if message.role == "assistant"]
            missing.append(seconds_missing(folder, sum(map(characters, answers))))
            if asyncio.run(goes_on(folder)):
                continued += 1
            else:
                unanswered.append(
                    f"kill {number}: {len(messages)} messages on disk, {_shown_events(folder)} events shown"
                )
    finally:
        shutil.rmtree(root)
    print(  # noqa: T201
        f"{options.count} kills: {continued} answers went on, {len(unanswered)} had not begun;"
        f" at most {max(missing):.2f} s of what was shown is missing",
        *unanswered,
        sep="\n",
    )
    sys.exit(max(missing) > 1)


def _shown_events(folder: Path) -> int:
    file = folder / "shown"
    return len(file.read_text(encoding="ascii").splitlines()) if file.exists() else 0


if __name__ == "__main__":
    main()
