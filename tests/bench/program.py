"""Start time of the whole program, seen from outside: until its window appears, and until the character moves.

Wall time depends on other load of the machine, so the CPU seconds used until then are printed beside it.
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
from tests.support.folders import without_agents

PET = ("-m", "deskpet", "--offline")
MINIMAL = ("-m", "tests.bench.minimal")
STARTS = 5
# The part of the screen where both programs' windows appear: grabbing the whole screen would slow them down.
PLACE = (1596, 630, 300, 450)
CALM_S = 0.4
LIMIT_S = 30.0


def measure(screen: QGuiApplication) -> list[Figure]:
    """Start the programs several times. The first start only warms the caches."""
    pairs = [(one_start(screen, PET, 2), one_start(screen, MINIMAL, 1)) for _ in range(STARTS + 1)][1:]
    still, alive = (statistics.median(pet[change].seconds for pet, _ in pairs) for change in (0, 1))
    still_work, alive_work = (statistics.median(pet[change].work for pet, _ in pairs) for change in (0, 1))
    ratio = statistics.median(pet[1].seconds / least[0].seconds for pet, least in pairs)
    work_ratio = statistics.median(pet[1].work / least[0].work for pet, least in pairs)
    return [
        Figure(f"start to window with the still picture, median of {STARTS}", still, "s", 0.2),
        Figure("the processor's part of that", still_work, "s"),
        Figure(f"start to first live frame, median of {STARTS}", alive, "s"),
        Figure("the processor's part of that", alive_work, "s"),
        Figure("first live frame beside a minimal live2d-py script, median of pairs", ratio, "x", 0.75),
        Figure("the processor's part of that beside it", work_ratio, "x"),
    ]


@dataclass(frozen=True)
class Moment:
    """A change on the screen: seconds since the start, and CPU seconds used until then."""

    seconds: float
    work: float


def one_start(screen: QGuiApplication, command: Sequence[str], changes: int) -> list[Moment]:
    """Return the moments of the first `changes` changes of the screen's picture."""
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
    """Wait until the last program's windows have disappeared."""
    before, calm_since = picture(screen), time.perf_counter()
    while time.perf_counter() - calm_since < CALM_S:
        time.sleep(0.05)
        if (now := picture(screen)) != before:
            before, calm_since = now, time.perf_counter()


def change_from(screen: QGuiApplication, before: QImage, started: float) -> QImage:
    """Return the screen's picture as soon as it differs from `before`."""
    while (now := picture(screen)) == before:
        if time.perf_counter() - started > LIMIT_S:
            raise TimeoutError(f"nothing new on the screen within {LIMIT_S} s")
        time.sleep(0.004)
    return now


def picture(screen: QGuiApplication) -> QImage:
    """Grab the part of the screen where the windows appear."""
    return screen.primaryScreen().grabWindow(0, *PLACE).toImage()


def cpu_seconds(process: psutil.Process) -> float:
    """Return the user and system time of a process and its children."""
    return sum(times.user + times.system for times in (one.cpu_times() for one in family(process)))


def memory(process: psutil.Process) -> float:
    """Return the memory of a process and its children in MiB, shared pages by their share (PSS)."""
    return sum(one.memory_full_info().pss for one in family(process)) / 2**20


def family(process: psutil.Process) -> list[psutil.Process]:
    """Return a process with all its children."""
    return [process, *process.children(recursive=True)]


@contextmanager
def running(command: Sequence[str]) -> Generator[psutil.Popen]:
    """Run a program in an empty home, with the shader cache of the runs before."""
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
    """Return this process's environment without any user's settings."""
    shaders = Path(".tools/shaders").resolve()
    shaders.mkdir(parents=True, exist_ok=True)
    places = {f"XDG_{name}_HOME": f"{home}/{name.lower()}" for name in ("CACHE", "CONFIG", "DATA", "STATE")}
    keyring = "keyring.backends.null.Keyring"
    private = {"HOME": home, "MESA_SHADER_CACHE_DIR": str(shaders), "PYTHON_KEYRING_BACKEND": keyring}
    return {**without_agents(os.environ), **places, **private}
