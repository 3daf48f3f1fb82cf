"""Time for which the tools of an answer hold the GUI thread: sorting a table, numbering code, drawing a picture."""

from collections.abc import Callable, Iterator
from time import perf_counter, thread_time

from PySide6.QtWidgets import QApplication

from deskpet.chat.messages import Message, Text
from deskpet.ui.blocks import Context
from deskpet.ui.chat.message_row import MessageRow
from deskpet.ui.chat.shared_picture import SharedPicture, SpeakerLook, draw
from deskpet.ui.chat.transcript import Transcript
from deskpet.ui.markdown.code_preferences import code_numbers
from deskpet.ui.markdown.table_order import MAX_SORTED_CELLS
from deskpet.ui.widgets import theme
from tests.bench.figures import Figure, least
from tests.gallery import samples

LIMIT_MS = 50
COLUMNS = 5
PATIENCE_S = 30.0


def measure(app: QApplication) -> Iterator[Figure]:
    """Measure the largest table that can be sorted, 2,000 lines of code, and a picture of the largest height."""
    theme.apply(app)
    rows = MAX_SORTED_CELLS // COLUMNS
    table = "".join(f"| {number * 7 % rows} |{' some words |' * (COLUMNS - 1)}\n" for number in range(rows))
    text = _shown(app, f"|{' head |' * COLUMNS}\n|{'---|' * COLUMNS}\n{table}").message_selection.texts[0]
    yield _held(f"sort a table of {MAX_SORTED_CELLS:,} cells", lambda: text.sort_table(0, 0))
    _shown(app, "```\n" + "line = 1\n" * 2_000 + "```\n")
    yield _held("number 2,000 lines of code", code_numbers().toggle)
    code_numbers().set_on(False)
    row = _shown(app, samples.long_answer())
    yield _held("show a long answer as a picture", lambda: SharedPicture(draw(row, SpeakerLook()), row).show())


def _held(name: str, work: Callable[[], object]) -> Figure:
    def run() -> float:
        start = thread_time()
        work()
        return (thread_time() - start) * 1000

    return Figure(f"held to {name}", least(run, LIMIT_MS), "ms", LIMIT_MS)


def _shown(app: QApplication, source: str) -> MessageRow:
    """Return the row of an answer that is shown whole."""
    transcript = Transcript(Context())
    transcript.resize(420, 700)
    transcript.show()
    transcript.show_path([Message("assistant", (Text(source),), ended="stop")])
    until = perf_counter() + PATIENCE_S
    while (not transcript.rows or transcript.rows[0].is_behind) and perf_counter() < until:
        app.processEvents()
    # Kept for as long as the process.
    _windows.append(transcript)
    return transcript.rows[0]


_windows: list[Transcript] = []
