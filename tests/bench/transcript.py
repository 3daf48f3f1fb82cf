"""Cost of one more piece of an answer on the screen at any length, and the time to open a long conversation."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from time import perf_counter, thread_time

from PySide6.QtCore import QRect, QSize, Qt, QTimer
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication

from deskpet.chat.events import TextAppended
from deskpet.chat.messages import Message, StreamingText, Text, ToolUse, user_message
from deskpet.ui.blocks import Context
from deskpet.ui.chat.transcript import Transcript
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.platform.gc_policy import collect_on_this_thread, freeze_existing
from deskpet.ui.widgets import theme
from tests.bench.bare_text import BareText
from tests.bench.figures import Figure, percentile, spread
from tests.ui.scripted_turn import ScriptedTurn

HISTORY = 10_000
# 130 characters: the text of one flush at a thousand tokens a second.
PIECE = (
    "A line of **markdown** that says a little, then `code`, and then some more of it, so that a flush has what it "
    "is to have.\n\n"
)
LENGTHS = {"1 KB": 1_000, "10 KB": 10_000, "100 KB": 100_000, "1 MB": 1_000_000}
FLUSHES = 60
OPENINGS = 3
# A thousand tokens a second as pieces of an answer, and the interval of the clock that measures the delays.
PACE_MS, BEAT_MS, STREAM_MS = 33, 2, 8000


@dataclass
class Samples:
    """Times of single steps in milliseconds.

    elapsed: what passed; other programs and the display server are in it.
    computed: the processor time of the GUI thread.
    """

    elapsed: list[float] = field(default_factory=list)
    computed: list[float] = field(default_factory=list)

    def add(self, app: QApplication, step: Callable[[], object]) -> None:
        """Measure a step with the events that it causes."""
        began, computed = perf_counter(), thread_time()
        step()
        app.processEvents()
        self.elapsed.append((perf_counter() - began) * 1000)
        self.computed.append((thread_time() - computed) * 1000)


def measure(app: QApplication) -> Iterator[Figure]:
    """Measure flushes into messages of four lengths below a long history, then openings."""
    theme.apply(app)
    QCursor.setPos(0, 0)  # the pointer over a message shows its toolbar
    with collect_on_this_thread():
        yield from _flush_figures(app)
        yield from _word_figures(app)
        yield from _opening_figures(app)


def _flush_figures(app: QApplication) -> Iterator[Figure]:
    times = {name: flushes(app, length) for name, length in LENGTHS.items()}
    p50 = {name: percentile(samples.elapsed, 50) for name, samples in times.items()}
    for name, value in p50.items():
        yield Figure(f"flush at {name}, p50 of {FLUSHES}", value, "ms")
    yield Figure("flush at 1 MB, beside 1 KB", p50["1 MB"] / p50["1 KB"], "x", 1.75)
    every = [sample for samples in times.values() for sample in samples.elapsed]
    computed = [sample for samples in times.values() for sample in samples.computed]
    bare = bare_steps(app, PIECE, len(computed))
    p99, bare_p99 = percentile(every, 99), percentile(bare.elapsed, 99)
    yield Figure("flush at any length, p99", p99, "ms")
    yield Figure("the same, beside a bare QTextDocument", p99 / bare_p99, "x", 1.1)
    yield Figure("flush at any length, max", max(every), "ms", 12)
    yield from beside_qt("flush at any length", 99, computed, bare)
    late = stalls(app)
    yield Figure("Qt's thread held up at 1,000 tokens/s, p99", percentile(late, 99), "ms", 4)
    yield Figure("Qt's thread held up at 1,000 tokens/s, max", max(late), "ms", 16)


def _word_figures(app: QApplication) -> Iterator[Figure]:
    words, bare_words = words_in_the_panel(app), bare_steps(app, "word ", FLUSHES * 3)
    yield from spread("one more word, in the panel beside the character", words.elapsed, "ms", p50=None, p95=4)
    yield from beside_qt("one more word", 95, words.computed, bare_words)


def _opening_figures(app: QApplication) -> Iterator[Figure]:
    few, many = opening(app, 2_000), opening(app, 10_000)
    yield Figure(f"open 2,000 messages, best of {OPENINGS}", few, "ms")
    yield Figure(f"open 10,000 messages, best of {OPENINGS}", many, "ms", 25)
    yield Figure("the same, beside 2,000", many / few, "x", 1.2)


@cache
def history(count: int) -> Sequence[Message]:
    """Return questions and answers, some with a tool card; all transcripts share them."""
    said: list[Message] = []
    for number in range(count // 2):
        card = ToolUse("live2d.motion", f"call{number}", "success", StreamingText("{}"), {}, output="done")
        words = Text(StreamingText(f"Answer {number}: " + PIECE * (1 + number % 3)))
        said.append(user_message(f"Question {number}?"))
        said.append(Message("assistant", (words, card) if number % 4 == 0 else (words,), ended="stop"))
    return tuple(said)


def shown(app: QApplication, said: Sequence[Message]) -> Transcript:
    """Return a visible transcript that holds the messages."""
    transcript = Transcript(Context())
    transcript.resize(380, 560)
    transcript.show()
    transcript.show_path(said)
    app.processEvents()
    return transcript


def beside_qt(what: str, share: int, computed: list[float], bare: Samples) -> list[Figure]:
    """Return percentiles of what a step takes beside what Qt alone takes for the same text."""
    return [
        Figure(f"{what}, computed by Qt's thread, p{share}", percentile(computed, share), "ms", 5),
        Figure(f"{what}, in a bare QTextDocument, p{share}", percentile(bare.elapsed, share), "ms"),
        Figure(f"{what}, in a bare QTextDocument, computed, p{share}", percentile(bare.computed, share), "ms"),
    ]


def bare_steps(app: QApplication, piece: str, count: int) -> Samples:
    """Measure the same text in a QTextDocument of Qt's own, in a window of the same size."""
    window = BareText(QSize(380, 560))
    window.show()
    for _ in range(20):
        settle(app)
    samples = Samples()
    for _ in range(count):
        samples.add(app, lambda: window.append(piece))
        settle(app)
    window.close()
    window.deleteLater()
    return samples


def flushes(app: QApplication, length: int) -> Samples:
    """Measure single flushes (update, layout and paint) into an answer of `length` characters."""
    transcript = shown(app, history(HISTORY))
    turn = ScriptedTurn(transcript)
    app.processEvents()
    index = turn.block(Text())
    for _ in range(max(length // len(PIECE), 1)):
        turn.emit(TextAppended(index, PIECE))
    while any(row.is_behind for row in transcript.rows):
        app.processEvents()
    settle(app)
    samples = Samples()
    for _ in range(FLUSHES):
        samples.add(app, lambda: turn.emit(TextAppended(index, PIECE)))
        settle(app)
    transcript.close()
    transcript.deleteLater()
    return samples


def stalls(app: QApplication) -> list[float]:
    """Return the delay of each tick of a timer on the GUI thread in milliseconds while an answer streams."""
    transcript = shown(app, history(HISTORY))
    freeze_existing()  # as the program does after opening the last conversation
    turn = ScriptedTurn(transcript)
    app.processEvents()
    index = turn.block(Text())
    beats: list[float] = []
    pace = QTimer(interval=PACE_MS, timerType=Qt.TimerType.PreciseTimer)
    pace.timeout.connect(lambda: turn.emit(TextAppended(index, PIECE)))
    beat = QTimer(interval=BEAT_MS, timerType=Qt.TimerType.PreciseTimer)
    beat.timeout.connect(lambda: beats.append(perf_counter()))
    pace.start()
    beat.start()
    QTimer.singleShot(STREAM_MS, app.quit)
    app.exec()
    pace.stop()
    beat.stop()
    transcript.close()
    transcript.deleteLater()
    return [max((after - before) * 1000 - BEAT_MS, 0) for before, after in pairwise(beats)]


def words_in_the_panel(app: QApplication) -> Samples:
    """Measure flushes of one word each, as most answers arrive, in the chat panel."""
    chat = ChatWindow()
    chat.place_beside(QRect(800, 200, 300, 450), QRect(0, 0, 1280, 800))
    chat.show_path(history(200))
    chat.show()
    turn = ScriptedTurn(chat)
    index = turn.say("The first word ")
    for _ in range(20):
        settle(app)  # the panel grows with an animation
    samples = Samples()
    for _ in range(FLUSHES * 3):
        samples.add(app, lambda: turn.emit(TextAppended(index, "word ")))
        settle(app)
    turn.end()
    chat.close()
    chat.deleteLater()
    return samples


def settle(app: QApplication) -> None:
    """Wait for the frame of the last flush, so that the next piece is painted at once."""
    until = perf_counter() + theme.FRAME / 1000 * 1.5
    while perf_counter() < until:
        app.processEvents()


def opening(app: QApplication, count: int) -> float:
    """Return the milliseconds until a conversation of `count` messages is painted."""
    said = history(count)
    best = float("inf")
    for _ in range(OPENINGS):
        began = perf_counter()
        transcript = shown(app, said)
        transcript.viewport().repaint()
        best = min(best, (perf_counter() - began) * 1000)
        transcript.close()
        transcript.deleteLater()
        app.processEvents()
    return best
