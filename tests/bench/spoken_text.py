"""CPU time of making streamed markdown speakable: for each character, and the longest step of hostile text."""

from collections.abc import Iterator
from functools import partial
from time import thread_time

from PySide6.QtWidgets import QApplication

from deskpet.features.voice.spoken_text.speakable import SpeakableText
from deskpet.ui.platform.gc_policy import collect_on_this_thread
from tests.bench.figures import Figure, least
from tests.features.voice.golden_texts import golden_texts
from tests.ui.markdown.hostile_text import FAMILIES

# A delta, and a hostile text.
DELTA, SIZE = 4, 12_000
ANSWERS, RUNS = 1, 3
LIMIT_MS = 30


def measure(app: QApplication) -> Iterator[Figure]:
    """Measure the golden texts, streamed as answers, and each family of hostile text."""
    text = "\n\n".join(golden.markdown for golden in golden_texts()) * ANSWERS
    _streamed(text)
    seconds = min(_streamed(text) for _ in range(RUNS))
    yield Figure(f"speakable text, CPU for each character, least of {RUNS}", seconds / len(text) * 1e6, "us")
    with collect_on_this_thread():
        worst = {name: least(partial(_longest_step, family(SIZE)), LIMIT_MS) for name, family in FAMILIES.items()}
    slowest = max(worst, key=lambda name: worst[name])
    yield Figure(f"speakable text, longest step: {slowest}", worst[slowest], "ms", LIMIT_MS)


def _streamed(text: str) -> float:
    began, stream = thread_time(), SpeakableText()
    for start in range(0, len(text), DELTA):
        stream.feed(text[start : start + DELTA])
    stream.finish()
    return thread_time() - began


def _longest_step(text: str) -> float:
    """Return the longest step in ms of CPU time."""
    stream, longest, is_done = SpeakableText(), 0.0, False
    stream.append(text)
    while not is_done:
        began = thread_time()
        is_done = stream.step() is None
        longest = max(longest, thread_time() - began)
    return longest * 1e3
