"""Time from a termination signal to the end of the process."""

import signal
import statistics
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from unittest.mock import patch

from PySide6.QtGui import QGuiApplication

from tests.bench.figures import Figure
from tests.bench.program import environment
from tests.started import started, wait_until
from tests.ui import test_leaving as leaving

TIMES = 5
TARGET_S = 1.0


def measure(_: QGuiApplication) -> list[Figure]:
    """Terminate the program in several states."""
    moments: dict[str, Callable[[Path], float]] = {
        "in its first second": lambda _: in_the_first_second(),
        "as soon as the chat is there": lambda folder: led("idle", folder, leaving.silence),
        "while an answer comes": lambda folder: led("ask", folder, leaving.words, shown=300),
        "while a server does not answer": lambda folder: led("ask", folder, leaving.silence),
        "with a dialog open": lambda folder: led("nested", folder, leaving.silence),
    }
    figures: list[Figure] = []
    for name, moment in moments.items():
        seconds = [in_a_home_of_its_own(moment) for _ in range(TIMES)]
        figures.append(Figure(f"signal to gone, {name}, median of {TIMES}", statistics.median(seconds), "s", TARGET_S))
        figures.append(Figure("the longest of them", max(seconds), "s", TARGET_S))
    return figures


def in_a_home_of_its_own(moment: Callable[[Path], float]) -> float:
    """Return the time that `moment` takes in an empty home."""
    with tempfile.TemporaryDirectory(prefix="deskpet-bench-") as home, ExitStack() as stack:
        for place in ("data", "state", "config", "cache"):
            (Path(home) / place).mkdir()
        stack.enter_context(patch.dict("os.environ", environment(home)))
        return moment(Path(home))


def in_the_first_second() -> float:
    """Terminate between the first signal handler and the first picture."""
    with started("--offline") as program:
        wait_until(lambda: leaving.catches(program, signal.SIGTERM))
        began = time.perf_counter()
        program.send_signal(signal.SIGTERM)
        program.wait(leaving.MOST_S)
        return time.perf_counter() - began


def led(state: str, folder: Path, script: Callable[..., None], shown: int = 0) -> float:
    """Terminate in a state of tests/ui/led_pet.py, after `shown` characters of an answer were shown."""
    with leaving.talkative(script) as server:
        settings = leaving.settings(folder, server.url)
        with leaving.led(state, folder, "--settings", settings) as pet:
            pet.wait_for(lambda: pet.shown >= shown)
            began = time.perf_counter()
            pet.process.send_signal(signal.SIGTERM)
            pet.process.wait(leaving.MOST_S)
            return time.perf_counter() - began
