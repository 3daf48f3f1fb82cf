"""Cost of storage: an answer of a megabyte while it streams, and ten thousand messages opened and searched."""

import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

from PySide6.QtWidgets import QApplication

from deskpet.chat import reduce
from deskpet.chat.events import BlockStarted, TextAppended, TurnEnded, TurnEvent
from deskpet.chat.message_tree import MessageTree
from deskpet.chat.messages import Message, StreamingText, Text, user_message
from deskpet.store import Store
from deskpet.ui.platform.gc_policy import collect_on_this_thread
from tests.bench.figures import Figure

_MESSAGES = 10_000
_HAN = "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也"


def measure(_: QApplication) -> Iterator[Figure]:
    """Measure a store in a new folder on the disk of the temporary files.

    Garbage is collected as in the program: not while a conversation is read.
    """
    with tempfile.TemporaryDirectory() as folder, collect_on_this_thread():
        yield from _growing(Path(folder))
        yield from asyncio.run(_many(Path(folder)))


def _growing(folder: Path) -> list[Figure]:
    """Append 4 KB at a time, half a second of 1,000 tokens/s."""
    store = Store(folder / "grows.db")
    answer = Message("assistant")
    store.save_message("s", answer, None, answer.id)
    times = [_seconds(store, answer, [BlockStarted(0, Text())])]
    answer = reduce.apply(answer, BlockStarted(0, Text()))
    pieces: list[TurnEvent] = [TextAppended(0, "seven " + "a" * 2)] * 512
    for _ in range(256):
        for piece in pieces:
            answer = reduce.apply(answer, piece)
        times.append(_seconds(store, answer, pieces))
    answer = reduce.apply(answer, TurnEnded("stop", 1.0))
    begun = time.perf_counter()
    store.save_message("s", answer, None, answer.id).result()
    end = time.perf_counter() - begun
    store.close()
    first, last = (statistics.median(part) * 1000 for part in (times[1:33], times[-32:]))
    return [
        Figure("keep 4 KB more of an answer of up to 128 KB", first, "ms"),
        Figure("keep 4 KB more of an answer of 1 MB", last, "ms", 1.5 * first),
        Figure("keep an answer of 1 MB that ends", end * 1000, "ms"),
    ]


def _seconds(store: Store, answer: Message, happened: list[TurnEvent]) -> float:
    begun = time.perf_counter()
    store.append_events(answer.id, happened).result()
    return time.perf_counter() - begun


async def _many(folder: Path) -> list[Figure]:
    store = Store(folder / "many.db")
    _fill(store, random.Random(1))
    (session,) = await store.sessions()
    saved = await store.load(session.id)
    figures = [
        Figure("read a session of 10,000 messages", await _median(lambda: store.load(session.id)), "ms"),
        Figure("find the path through 10,000 messages", await _median(_path(MessageTree(saved.nodes))), "ms"),
    ]
    for words in ("a", "人", "我要", "kumo", "kumo sora", "nothing like it"):
        took = await _median(lambda words=words: store.search(words))
        figures.append(Figure(f"search 10,000 messages for {words!r}", took, "ms", 50))
    store.close()
    return figures


def _path(branches: MessageTree) -> Callable[[], Awaitable[object]]:
    async def work() -> object:
        return branches.path

    return work


def _fill(store: Store, chance: random.Random) -> None:
    words = ["".join(chance.choices(("ka", "ku", "mo", "so", "ra", "n", "ti"), k=3)) for _ in range(300)]
    parent = None
    for number in range(_MESSAGES):
        many = chance.randint(10, 120)
        said = (
            "".join(chance.choices(_HAN, k=many)) if chance.random() < 0.3 else " ".join(chance.choices(words, k=many))
        )
        message = user_message(said, float(number))
        if number % 2:
            message = Message("assistant", (Text(StreamingText(said)),), created_at=float(number), ended="stop")
        # One at a time, as in use.
        store.save_message("s", message, parent, message.id).result()
        parent = message.id


async def _median(work: Callable[[], Awaitable[object]]) -> float:
    """Return the median time of seven runs of `work` in milliseconds."""
    times: list[float] = []
    for _ in range(7):
        begun = time.perf_counter()
        await work()
        times.append(time.perf_counter() - begun)
    return statistics.median(times) * 1000
