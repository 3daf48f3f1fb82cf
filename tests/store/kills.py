"""Kill programs while they stream, import, migrate and save, open what they left, and print what was lost.

Run as `python -m tests.store.kills --count 500`, a quarter for each. At most the last second of an answer that was
shown may be missing; the file opens; after Continue, the text is the stored text followed by the new one, without a
gap. Where no answer is on disk, because the program was killed before it began, the next turn has to work. An import is
there as a whole or not at all, an upgrade loses nothing, and a saved file has its old or its new content.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from deskpet.chat.conversation import Conversation
from deskpet.chat.messages import Message, Notice, Text
from deskpet.chat.model import TextDelta
from deskpet.store import Recorder, Store
from tests.chat.fake_model import EchoModel, conversation_with
from tests.store.kill_work import REFUSALS, WORKS
from tests.store.writing_processes import characters
from tests.support.folders import PROJECT

MORE = ("mo", "re of it")


def kill(root: Path, count: int, seed: int) -> None:
    """Start `count` programs and kill each at a random moment."""
    run = [sys.executable, "-m", "tests.store.writing_processes", str(root), str(seed), str(count)]
    subprocess.run(run, cwd=PROJECT, check=True, timeout=30 + count)


async def goes_on(folder: Path) -> bool:
    """Continue the interrupted answer, or have the next turn if there is none. Returns whether there was an answer."""
    store = Store(folder / "talks.db")
    talk = conversation_with(EchoModel([TextDelta(piece) for piece in MORE]))
    recorder = Recorder(store, talk)
    if saved := store.last():
        recorder.show(saved)
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
    after = await talk.resume()
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


@dataclass(frozen=True, slots=True)
class Outcome:
    """Kills of one kind of work: how many came after a first result, the worst loss, and what broke a promise."""

    kills: int
    later: int
    lost: str
    broken: tuple[str, ...] = ()


def kill_streams(root: Path, count: int, seed: int) -> Outcome:
    """Kill answers that stream, and continue each."""
    from tests.store.test_kill import seconds_missing

    kill(root, count, seed)
    missing, continued = [0.0], 0
    for number in range(count):
        folder = root / str(number)
        store = Store(folder / "talks.db")
        saved = store.last()
        store.close()
        answers = [node.message for node in saved.nodes if node.message.role == "assistant"] if saved else []
        missing.append(seconds_missing(folder, sum(map(characters, answers))))
        continued += asyncio.run(goes_on(folder))
    late = tuple(f"kill {number}: {seconds:.2f} s" for number, seconds in enumerate(missing, -1) if seconds > 1)
    return Outcome(count, continued, f"{max(missing):.2f} s of an answer", late)


def kill_work(name: str, root: Path, count: int, seed: int) -> Outcome:
    """Kill work of this name in a process of its own, and check what it left."""
    run = [sys.executable, "-m", "tests.store.kill_work", name, str(root), str(seed), str(count)]
    subprocess.run(run, cwd=PROJECT, check=True, timeout=60 + count)
    later, broken = 0, list[str]()
    for number in range(count):
        try:
            later += WORKS[name].check(root / str(number))
        except (AssertionError, *REFUSALS) as error:
            broken.append(f"kill {number}: {error}")
    return Outcome(count, later, "nothing" if not broken else f"in {len(broken)}", tuple(broken))


def main() -> int:
    """Print a row for each kind of work. Returns 1 if more than the last second is missing anywhere."""
    parser = argparse.ArgumentParser(prog="make campaign NAME=kills")
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    each, broken = options.count // (len(WORKS) + 1), 0
    kinds: dict[str, Callable[[Path, int, int], Outcome]] = {
        "streaming": kill_streams,
        **{name: partial(kill_work, name) for name in WORKS},
    }
    print(f"{'':12} {'kills':>6} {'after a first result':>21}  lost")  # noqa: T201
    for name, run in kinds.items():
        count = each if name in WORKS else options.count - each * len(WORKS)
        with tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as root:
            outcome = run(Path(root), count, options.seed)
        print(f"{name:12} {outcome.kills:>6} {outcome.later:>21}  {outcome.lost}", *outcome.broken, sep="\n  ")  # noqa: T201
        broken += bool(outcome.broken)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
