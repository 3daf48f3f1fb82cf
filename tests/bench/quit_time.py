"""Time from a termination signal to the end of the process."""

import signal
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from unittest.mock import patch

from PySide6.QtGui import QGuiApplication

from tests.app.controlled_process import END_LIMIT_S, Script, answered_pet, endless_answer, handles_signal, no_answer
from tests.bench.figures import Figure
from tests.bench.program import environment
from tests.support.deskpet_process import started
from tests.support.waiting import wait_until

TIMES = 3
TARGET_S = 0.4


def measure(_: QGuiApplication) -> Iterator[Figure]:
    """Terminate the program in several states."""
    moments: dict[str, Callable[[Path], float]] = {
        "in its first second": lambda _: in_the_first_second(),
        "as soon as the chat is there": lambda folder: quit_time("idle", folder, no_answer),
        "while an answer comes": lambda folder: quit_time("ask", folder, endless_answer, shown=300),
        "while a server does not answer": lambda folder: quit_time("ask", folder, no_answer),
        "with a dialog open": lambda folder: quit_time("nested", folder, no_answer),
    }
    for name, moment in moments.items():
        seconds = [in_a_home_of_its_own(moment) for _ in range(TIMES)]
        yield Figure(f"signal to gone, {name}, median of {TIMES}", statistics.median(seconds), "s", TARGET_S)
        yield Figure("the longest of them", max(seconds), "s", TARGET_S)


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
        wait_until(lambda: handles_signal(program, signal.SIGTERM))
        began = time.perf_counter()
        program.send_signal(signal.SIGTERM)
        program.wait(END_LIMIT_S)
        return time.perf_counter() - began


def quit_time(state: str, folder: Path, script: Script, shown: int = 0) -> float:
    """Terminate in a state of tests/app/controlled_pet.py, after `shown` characters of an answer were shown."""
    with answered_pet(state, folder, script) as (_, pet):
        pet.wait_for(lambda: pet.shown >= shown)
        began = time.perf_counter()
        pet.process.send_signal(signal.SIGTERM)
        pet.process.wait(END_LIMIT_S)
        return time.perf_counter() - began
