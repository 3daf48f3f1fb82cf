"""CPU time of making streamed markdown speakable: for each character, and the longest step of hostile text."""

from time import thread_time

from PySide6.QtWidgets import QApplication

from deskpet.features.voice.spoken_text.speakable import SpeakableText
from deskpet.ui.platform.gc_policy import collect_on_this_thread
from tests.bench.figures import Figure
from tests.features.voice.golden_texts import golden_texts
from tests.ui.markdown.hostile_text import FAMILIES

# A delta, and a hostile text.
DELTA, SIZE = 4, 12_000
ANSWERS, RUNS = 5, 3
LIMIT_MS = 50


def measure(app: QApplication) -> list[Figure]:
    """Measure the golden texts, streamed as answers, and each family of hostile text."""
    text = "\n\n".join(golden.markdown for golden in golden_texts()) * ANSWERS
    _streamed(text)
    seconds = min(_streamed(text) for _ in range(RUNS))
    with collect_on_this_thread():
        # Slow text is slow in each run; a pause caused by another program is not.
        worst = {name: min(_longest_step(family(SIZE)) for _ in range(RUNS)) for name, family in FAMILIES.items()}
    slowest = max(worst, key=lambda name: worst[name])
    return [
        Figure("speakable text, CPU for each character", seconds / len(text) * 1e6, "us"),
        Figure(f"speakable text, longest step: {slowest}", worst[slowest] * 1e3, "ms", LIMIT_MS),
    ]


def _streamed(text: str) -> float:
    began, stream = thread_time(), SpeakableText()
    for start in range(0, len(text), DELTA):
        stream.feed(text[start : start + DELTA])
    stream.finish()
    return thread_time() - began


def _longest_step(text: str) -> float:
    stream, longest, is_done = SpeakableText(), 0.0, False
    stream.append(text)
    while not is_done:
        began = thread_time()
        is_done = stream.step() is None
        longest = max(longest, thread_time() - began)
    return longest
