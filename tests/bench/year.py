"""A year of use: what the list of conversations and the search cost with 5,000 conversations and 200,000 messages.

All are processor times, which other load on the machine changes little.

python -m tests.bench year
"""

import asyncio
import os
import random
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from PySide6.QtWidgets import QApplication, QWidget

from deskpet.chat.messages import Message, StreamingText, Text, user_message
from deskpet.features.history.ui.panel import HistoryPanel
from deskpet.store import Session, Store, rows
from tests.bench.figures import Figure

CONVERSATIONS, LENGTH = 5_000, 40
DAY = 86_400.0
# In ms.
TARGET_LIST, TARGET_REFRESH, TARGET_FRAME, TARGET_SEARCH = 500.0, 16.0, 16.0, 300.0
SEARCHES = (
    "a",
    "ku",
    "kumo",
    "kumosora",
    "kumo sora",
    "的",
    "我要",
    "樱花",
    "needle",
    "nothing like it",
    "zq",
    "ku 樱花",
)
_HAN = "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也"


def measure(app: QApplication) -> list[Figure]:
    """Measure in a folder of temporary files. DESKPET_YEAR names a file to keep, and to use again."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(os.environ.get("DESKPET_YEAR") or Path(folder) / "year.db")
        if not file.exists():
            fill(file)
        store = Store(file)
        try:
            sessions, figures = asyncio.run(_measure_store(store))
        finally:
            store.close()
    return [*figures, *_measure_list(app, sessions)]


def fill(file: Path, conversations: int = CONVERSATIONS) -> None:
    """Write a database of conversations, the same each time."""
    chance = random.Random(1)
    words = ["".join(chance.choices(("ka", "ku", "mo", "so", "ra", "n", "ti"), k=3)) for _ in range(300)]
    store = Store(file)
    now = time.time()

    def write(connection: object, first: int) -> None:
        for number in range(first, min(first + 100, conversations)):
            _write_conversation(connection, number, now - 365 * DAY * number / conversations, chance, words)

    async def run() -> None:
        for first in range(0, conversations, 100):
            await store.change(lambda connection, first=first: write(connection, first))

    asyncio.run(run())
    store.close()


def _write_conversation(connection: object, number: int, at: float, chance: random.Random, words: list[str]) -> None:
    session, parent = f"session {number}", None
    rows.begin_session(connection, session, at)  # pyright: ignore[reportArgumentType]
    for place in range(LENGTH):
        message = _message(place, at + place, _text(chance, words, is_needle=number % 1000 == 500 and place == 7))
        rows.write_message(connection, session, message, parent, "")  # pyright: ignore[reportArgumentType]
        parent = message.id
    rows.touch(connection, session, at + LENGTH, parent)  # pyright: ignore[reportArgumentType]


def _message(place: int, at: float, text: str) -> Message:
    if place % 2:
        return Message("assistant", (Text(StreamingText(text)),), created_at=at, ended="stop")
    return user_message(text, at)


def _text(chance: random.Random, words: list[str], *, is_needle: bool) -> str:
    many = chance.randint(20, 160)
    if chance.random() < 0.3:
        return "".join(chance.choices(_HAN, k=many)) + ("樱花。" if is_needle else "")
    return " ".join(chance.choices(words, k=many)) + (" needle 樱花。" if is_needle else "")


async def _measure_store(store: Store) -> tuple[tuple[Session, ...], list[Figure]]:
    sessions = await store.sessions()
    name = f"read the list of {len(sessions):,} conversations"
    figures = [Figure(name, await _median(store.sessions), "ms", TARGET_LIST)]
    for words in SEARCHES:
        took = await _median(lambda words=words: store.search(words), 3)
        figures.append(Figure(f"search {len(sessions):,} conversations for {words!r}", took, "ms", TARGET_SEARCH))
    return sessions, figures


async def _median(work: Callable[[], Awaitable[object]], runs: int = 5) -> float:
    """Return the median processor time of some runs of `work` in milliseconds."""
    times: list[float] = []
    for _ in range(runs):
        begun = time.process_time()
        await work()
        times.append((time.process_time() - begun) * 1000)
    return statistics.median(times)


def _measure_list(app: QApplication, sessions: tuple[Session, ...]) -> list[Figure]:
    """Show the panel with all conversations, then one that was renamed and one that was answered."""
    window = QWidget()
    window.resize(320, 700)
    begun = time.thread_time()
    panel = HistoryPanel(window)
    panel.resize(300, 700)
    window.show()
    panel.show_sessions(sessions, sessions[0].id)
    app.processEvents()
    first = (time.thread_time() - begun) * 1000
    times: list[float] = []
    for number in range(9):
        changed = list(sessions)
        changed[number * 7] = changed[number * 7]._replace(title=f"title {number}")
        changed.append(changed.pop(300)._replace(changed_at=time.time()))
        begun = time.thread_time()
        panel.show_sessions(tuple(changed), sessions[0].id)
        app.processEvents()
        times.append((time.thread_time() - begun) * 1000)
    steps: list[float] = []
    for position in range(0, 40_000, 400):
        begun = time.thread_time()
        panel.view.verticalScrollBar().setValue(position)
        panel.view.viewport().repaint()
        steps.append((time.thread_time() - begun) * 1000)
    window.close()
    return [
        Figure("show the list for the first time", first, "ms", TARGET_LIST),
        Figure("refresh the list, median of 9", statistics.median(times), "ms", TARGET_REFRESH),
        Figure("refresh the list, longest of 9", max(times), "ms", TARGET_REFRESH),
        Figure("scroll by eight rows, longest of 100", max(steps), "ms", TARGET_FRAME),
    ]
