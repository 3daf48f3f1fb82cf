"""Time for which an answer with hundreds of formulas holds up the GUI thread, while it streams and while it is drawn.

The times are processor times of the GUI thread: a step includes the events that it causes.
"""

from collections.abc import Iterator
from time import perf_counter

from PySide6.QtWidgets import QApplication

from deskpet.chat.events import TextAppended
from deskpet.markdown.parser import parser
from deskpet.ui.blocks import Context
from deskpet.ui.chat.transcript import Transcript
from deskpet.ui.markdown.marks import OBJECT
from deskpet.ui.platform.gc_policy import collect_on_this_thread
from deskpet.ui.widgets import theme
from tests.bench.figures import Figure, percentile
from tests.bench.transcript import Samples, settle
from tests.ui.scripted_turn import ScriptedTurn

SENTENCES, IN_PARAGRAPH = 400, 5
FORMULAS = 2 * SENTENCES
# Characters per step: of a fast model, and of an answer that arrives whole.
FAST, WHOLE = 130, 4_000
PATIENCE_S = 90.0
# Rounds of the event loop below this many milliseconds did nothing.
IDLE_MS = 0.1


def measure(app: QApplication) -> list[Figure]:
    """Stream the same answer twice: first its formulas are new, then most of them are kept."""
    theme.apply(app)
    # The program does this in a thread after its start.
    parser()
    with collect_on_this_thread():
        new, kept = stream(app, FAST), stream(app, WHOLE)
    figures: list[Figure] = []
    for name, samples in ((f"{FAST} characters, new", new), (f"{WHOLE:,} characters, kept", kept)):
        busy = [sample for sample in samples.computed if sample > IDLE_MS]
        what = f"{FORMULAS} formulas, in steps of {name}"
        figures += [Figure(f"{what}, p{share}", percentile(busy, share), "ms", 8) for share in (50, 99)]
        figures.append(Figure(f"{what}, max", max(busy), "ms", 16))
    return figures


def stream(app: QApplication, step: int) -> Samples:
    """Append the answer step by step and wait until all formulas are drawn; measure all steps and pauses."""
    transcript = Transcript(Context())
    transcript.resize(380, 560)
    transcript.show()
    turn = ScriptedTurn(transcript)
    index = turn.say("Formulas. ")
    settle(app)
    document = transcript.rows[-1].message_selection.texts[0].content.document
    samples, text, until = Samples(), "".join(sentences()), perf_counter() + PATIENCE_S
    for start in range(0, len(text), step):
        part = text[start : start + step]
        samples.add(app, lambda part=part: turn.emit(TextAppended(index, part)))
        wait(app, samples)
    turn.end()
    while document.toRawText().count(OBJECT) < FORMULAS and perf_counter() < until:
        wait(app, samples)
    transcript.close()
    transcript.deleteLater()
    return samples


def wait(app: QApplication, samples: Samples) -> None:
    """Let the event loop run for a frame, and measure each of its rounds."""
    until = perf_counter() + theme.FRAME / 1000
    while perf_counter() < until:
        samples.add(app, lambda: None)


def sentences() -> Iterator[str]:
    """Yield sentences with two formulas each, in paragraphs."""
    for number in range(SENTENCES):
        end = ".\n\n" if number % IN_PARAGRAPH == IN_PARAGRAPH - 1 else ", "
        yield rf"Take $x_{{{number}}}=\frac{{{number}}}{{y}}$ and $\sum_{{k={number}}}^n k^2$ here{end}"
