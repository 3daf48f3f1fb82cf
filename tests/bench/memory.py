"""Cost of memory with ten thousand facts in three languages: what a model is told, a search, and the event loop."""

import asyncio
import random
import tempfile
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from sqlite3 import Connection
from time import perf_counter

from PySide6.QtWidgets import QApplication

from deskpet.features.memory.memory import Memory, OpenConversation
from deskpet.features.memory.prompt_block import Budget, recollect
from deskpet.store import Store, facts
from deskpet.store.facts import Fact
from tests.bench.figures import Figure, percentile, spread

FACTS = 10_000
ROUNDS = 20
# Few words, so that each stands in many facts: the worst case for a search.
_WORDS = (
    "green tea coffee violin sister Porto nurse garden allergic morning train exam winter book river dragon bicycle"
)
_CHINESE, _JAPANESE = (
    "过敏喜欢绿茶妹妹医生成都杭州搬家考试小提琴猫狗早上工作出版社图书馆",
    "緑茶好き図書館働く柴犬散歩東京引っ越し試験朝",
)
_QUESTIONS = (
    "Am I allergic to peanuts?",
    "我对花生过敏吗？",
    "私はほうじ茶が好きですか",
    "My sister took the train in winter, with coffee, tea, a violin and a book. The exam is in Porto, by the river.",
)


def measure(_: QApplication) -> list[Figure]:
    """Measure a store in a new folder on the disk of the temporary files."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_measured(Path(folder)))


async def _measured(folder: Path) -> list[Figure]:
    store = Store(folder / "conversations.db")
    await store.change(_fill)
    memory = Memory(lambda: store, lambda: OpenConversation(persona=""))
    # The work itself, on the thread of the store, without the wait for the event loop.
    blocks = [await store.query(partial(_timed_block, question=each)) for each in _QUESTIONS * ROUNDS]
    searches = [await store.query(partial(_timed_search, words=each)) for each in _QUESTIONS * ROUNDS]
    gaps = [await _longest_gap(partial(memory.recall, each, Budget(1500))) for each in _QUESTIONS * ROUNDS]
    store.close()
    return [
        *spread(f"{FACTS:,} facts, block of the prompt", blocks, "ms", p50=5, p95=None),
        *spread(f"{FACTS:,} facts, search", searches, "ms", p50=30, p95=None),
        Figure("event loop held while a block is made, p95", percentile(gaps, 95), "ms"),
    ]


def _fill(database: Connection) -> None:
    rng = random.Random(7)
    for number in range(FACTS):
        words = (
            " ".join(rng.choices(_WORDS.split(), k=7)),
            "".join(rng.choices(_CHINESE, k=14)),
            "".join(rng.choices(_JAPANESE, k=14)),
        )[number % 3]
        kind = "identity" if number % 500 == 0 else "preference"
        fact = Fact(f"{number}: {words}", "", kind, said_at=1.7e9 + number, is_pinned=number % 1000 == 0)
        facts.insert(database, fact)
    for text in ("Is allergic to peanuts", "对花生过敏", "ほうじ茶が好き"):
        facts.insert(database, Fact(text, said_at=1.6e9))


def _timed_block(database: Connection, question: str) -> float:
    began = perf_counter()
    assert recollect(database, question, "", Budget(1500)).facts
    return 1000 * (perf_counter() - began)


def _timed_search(database: Connection, words: str) -> float:
    began = perf_counter()
    assert facts.find(database, words, "", 8, with_past=True)
    return 1000 * (perf_counter() - began)


async def _longest_gap(work: Callable[[], Awaitable[object]]) -> float:
    """Return the longest time in ms that the event loop was held while `work` ran."""
    task = asyncio.ensure_future(work())
    longest, last = 0.0, perf_counter()
    while not task.done():
        await asyncio.sleep(0)
        longest, last = max(longest, perf_counter() - last), perf_counter()
    await task
    return 1000 * longest
