"""The whole program seen from outside: how soon its window is there, and how soon it moves.

Time passes slower on a machine that has other things to do; what was worked until then, in seconds of one processor,
stands beside.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil
from PySide6.QtGui import QGuiApplication, QImage

from tests.bench.figures import Figure

PET = ("-m", "deskpet", "--offline")
MINIMAL = ("-m", "tests.bench.minimal")
STARTS = 5
# Where both programs' windows appear, on the screen of a virtual display: to look at all of it would slow them down.
PLACE = (1596, 630, 300, 450)
CALM_S = 0.4
LIMIT_S = 30.0


def measure(screen: QGuiApplication) -> list[Figure]:
    """Starts of the program, the first of which only warms the caches."""
    pairs = [(one_start(screen, PET, 2), one_start(screen, MINIMAL, 1)) for _ in range(STARTS + 1)][1:]
    still, alive = (statistics.median(pet[change].seconds for pet, _ in pairs) for change in (0, 1))
    still_work, alive_work = (statistics.median(pet[change].work for pet, _ in pairs) for change in (0, 1))
    ratio = statistics.median(pet[1].seconds / least[0].seconds for pet, least in pairs)
    work_ratio = statistics.median(pet[1].work / least[0].work for pet, least in pairs)
    return [
        Figure(f"start to window with the still picture, median of {STARTS}", still, "s", 0.4),
        Figure("the processor's part of that", still_work, "s"),
        Figure(f"start to first live frame, median of {STARTS}", alive, "s"),
        Figure("the processor's part of that", alive_work, "s"),
        Figure("first live frame beside a minimal live2d-py script, median of pairs", ratio, "x", 1.1),
        Figure("the processor's part of that beside it", work_ratio, "x"),
    ]


@dataclass(frozen=True)
class Moment:
    """Something new on the screen: so many seconds after the start, and after so many of a processor's work."""

    seconds: float
    work: float


def one_start(screen: QGuiApplication, command: Sequence[str], changes: int) -> list[Moment]:
    """The first `changes` of the screen's picture."""
    before = picture(screen)
    moments: list[Moment] = []
    started = time.perf_counter()
    with running(command) as program:
        for _ in range(changes):
            before = change_from(screen, before, started)
            moments.append(Moment(time.perf_counter() - started, cpu_seconds(program)))
        assert program.poll() is None
    wait_until_empty(screen)
    return moments


def wait_until_empty(screen: QGuiApplication) -> None:
    """Let the last program's windows fade before the next one is timed."""
    before, calm_since = picture(screen), time.perf_counter()
    while time.perf_counter() - calm_since < CALM_S:
        time.sleep(0.05)
        if (now := picture(screen)) != before:
            before, calm_since = now, time.perf_counter()


def change_from(screen: QGuiApplication, before: QImage, started: float) -> QImage:
    """The screen's picture as soon as it differs from `before`."""
    while (now := picture(screen)) == before:
        if time.perf_counter() - started > LIMIT_S:
            raise TimeoutError(f"nothing new on the screen within {LIMIT_S} s")
        time.sleep(0.004)
    return now


def picture(screen: QGuiApplication) -> QImage:
    """What a person would see now where the windows appear."""
    return screen.primaryScreen().grabWindow(0, *PLACE).toImage()


def cpu_seconds(process: psutil.Process) -> float:
    """User and system time of a process and its children so far."""
    return sum(times.user + times.system for times in (one.cpu_times() for one in family(process)))


def memory(process: psutil.Process) -> float:
    """What a process and its children hold, in MiB; what they share with others counts by their part (PSS)."""
    return sum(one.memory_full_info().pss for one in family(process)) / 2**20


def family(process: psutil.Process) -> list[psutil.Process]:
    """A process with all its children."""
    return [process, *process.children(recursive=True)]


@contextmanager
def running(command: Sequence[str]) -> Generator[psutil.Popen]:
    """A program in an empty home, but with the compiled shaders of the runs before."""
    with tempfile.TemporaryDirectory(prefix="deskpet-bench-") as home:
        process = psutil.Popen(
            [sys.executable, *command], env=environment(home), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )
        try:
            yield process
        finally:
            process.terminate()
            process.wait(LIMIT_S)


def environment(home: str) -> dict[str, str]:
    """This process's variables, with nobody's settings behind them."""
    shaders = Path(".tools/shaders").resolve()
    shaders.mkdir(parents=True, exist_ok=True)
    places = {f"XDG_{name}_HOME": f"{home}/{name.lower()}" for name in ("CACHE", "CONFIG", "DATA", "STATE")}
    keyring = "keyring.backends.null.Keyring"
    private = {"HOME": home, "MESA_SHADER_CACHE_DIR": str(shaders), "PYTHON_KEYRING_BACKEND": keyring}
    return {**os.environ, **places, **private}
