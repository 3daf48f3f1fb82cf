"""Longest time for which hostile text holds the GUI thread: CPU time between two returns to the event loop.

Each family of texts is one figure, that of the way into the transcript that holds it for longest.
"""

from collections.abc import Callable, Iterator
from functools import partial
from time import perf_counter, thread_time

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from deskpet.chat.events import TextAppended
from deskpet.chat.messages import Message, StreamingText, Text, user_message
from deskpet.ui.blocks import Context
from deskpet.ui.chat.transcript import Transcript
from deskpet.ui.platform.gc_policy import collect_on_this_thread, freeze_existing
from deskpet.ui.widgets import theme
from tests.bench.figures import Figure, least
from tests.ui.markdown.hostile_text import FAMILIES, Family
from tests.ui.scripted_turn import ScriptedTurn

LIMIT_MS = 30
# Characters of one flush at a thousand tokens a second, of a streamed text, and of a text sent at once.
FLUSH, STREAMED, WHOLE = 130, 12_000, 300_000
# Time limit of a family in seconds: all its steps cost the same.
PATIENCE_S = 0.15


def measure(app: QApplication) -> Iterator[Figure]:
    """Measure each family: streamed in small pieces, in one piece, as a finished answer, and as a user's message."""
    theme.apply(app)
    with collect_on_this_thread():
        _Watch(app).pump()
        for name, family in FAMILIES.items():
            held = {way: least(partial(_held, app, way, family), LIMIT_MS) for way in WAYS}
            way = max(held, key=lambda way: held[way])
            yield Figure(f"{name}, {way}", held[way], "ms", LIMIT_MS)


def _held(app: QApplication, way: str, family: Family) -> float:
    return WAYS[way](_Watch(app), family(STREAMED if way == "streamed" else WHOLE))


class _Watch:
    """Runs steps on the GUI thread and keeps the longest, in milliseconds of CPU time."""

    def __init__(self, app: QApplication) -> None:
        self._app, self._until = app, perf_counter() + PATIENCE_S
        self.worst = 0.0
        self.transcript = Transcript(Context())
        self.transcript.resize(380, 560)
        self.transcript.show()
        app.processEvents()

    @property
    def is_patient(self) -> bool:
        return perf_counter() < self._until

    def step(self, work: Callable[[], object]) -> None:
        began = thread_time()
        work()
        self.worst = max(self.worst, (thread_time() - began) * 1000)

    def pump(self) -> None:
        self.step(self._app.processEvents)

    def finish(self) -> float:
        """Show the rest of the text, and scroll through it."""
        while self.is_patient and any(row.is_behind for row in self.transcript.rows):
            self.pump()
        bar = self.transcript.verticalScrollBar()
        for share in range(10, -1, -1):
            self.step(lambda share=share: bar.setValue(bar.maximum() * share // 10))
            self.pump()
        self.transcript.close()
        self.transcript.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # pyright: ignore[reportArgumentType]
        freeze_existing()
        return self.worst


def _streamed(watch: _Watch, text: str) -> float:
    turn = ScriptedTurn(watch.transcript)
    index = turn.block(Text())
    for start in range(0, len(text), FLUSH):
        watch.step(lambda start=start: turn.emit(TextAppended(index, text[start : start + FLUSH])))
        watch.pump()
        if not watch.is_patient:
            break
    watch.step(turn.end)
    return watch.finish()


def _whole(watch: _Watch, text: str) -> float:
    turn = ScriptedTurn(watch.transcript)
    index = turn.block(Text())
    watch.step(lambda: turn.emit(TextAppended(index, text)))
    watch.pump()
    watch.step(turn.end)
    return watch.finish()


def _opened(watch: _Watch, text: str) -> float:
    answer = Message("assistant", (Text(StreamingText(text)),), ended="stop")
    watch.step(lambda: watch.transcript.show_path([answer]))
    return watch.finish()


def _said(watch: _Watch, text: str) -> float:
    watch.step(lambda: watch.transcript.show_path([user_message(text)]))
    return watch.finish()


WAYS: dict[str, Callable[[_Watch, str], float]] = {
    "streamed": _streamed,
    "in one piece": _whole,
    "opened": _opened,
    "a person's": _said,
}
