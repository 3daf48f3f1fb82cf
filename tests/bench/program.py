"""The whole program seen from outside: how soon its window is there and moves, and what it costs at rest."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import psutil
from PySide6.QtGui import QGuiApplication, QImage

from tests.bench.figures import Figure
from tests.bench.x_windows import WindowWatch

STARTS = 5
SETTLE_S = 5.0
AT_REST_S = 15.0
LIMIT_S = 30.0


def measure(screen: QGuiApplication) -> list[Figure]:
    """Starts of the program, the first of which only warms the caches, and one stay at rest."""
    times = [one_start(screen) for _ in range(STARTS + 1)][1:]
    middle = len(times) // 2
    return [
        Figure(f"start to window, median of {STARTS}", sorted(shown for shown, _ in times)[middle], "s", 0.4),
        Figure(
            f"start to moving picture, median of {STARTS}", sorted(alive for _, alive in times)[middle], "s"
        ),
        *at_rest(),
    ]


def one_start(screen: QGuiApplication) -> tuple[float, float]:
    """Seconds from the start to the window on the screen, and to the first change of its picture."""
    with WindowWatch() as windows:
        empty = picture(screen)
        started = time.perf_counter()
        with running_pet() as pet:
            windows.wait_until_mapped(LIMIT_S, lambda: pet.poll() is not None)
            shown = time.perf_counter() - started
            still = change_from(screen, empty, started)
            change_from(screen, still, started)
            return shown, time.perf_counter() - started


def change_from(screen: QGuiApplication, before: QImage, started: float) -> QImage:
    """The screen's picture as soon as it differs from `before`."""
    while (now := picture(screen)) == before:
        if time.perf_counter() - started > LIMIT_S:
            raise TimeoutError(f"nothing new on the screen within {LIMIT_S} s")
        time.sleep(0.004)
    return now


def picture(screen: QGuiApplication) -> QImage:
    """What a person would see now."""
    return screen.primaryScreen().grabWindow(0).toImage()


def at_rest() -> list[Figure]:
    """CPU and memory of the program and its children, with nobody talking to it."""
    with running_pet() as pet:
        time.sleep(SETTLE_S)
        before = cpu_seconds(pet)
        time.sleep(AT_REST_S)
        share = 100 * (cpu_seconds(pet) - before) / AT_REST_S
        memory = sum(process.memory_full_info().pss for process in family(pet)) / 2**20
    return [Figure("at rest, of one core", share, "%"), Figure("at rest, memory (PSS)", memory, "MiB")]


def cpu_seconds(process: psutil.Process) -> float:
    """User and system time of a process and its children so far."""
    return sum(times.user + times.system for times in (one.cpu_times() for one in family(process)))


def family(process: psutil.Process) -> list[psutil.Process]:
    """A process with all its children."""
    return [process, *process.children(recursive=True)]


@contextmanager
def running_pet() -> Generator[psutil.Popen]:
    """The pet, offline, in an empty home but with the compiled shaders of the runs before."""
    with tempfile.TemporaryDirectory(prefix="deskpet-bench-") as home:
        process = psutil.Popen(
            [sys.executable, "-m", "deskpet", "--offline"], env=environment(home), stdin=subprocess.DEVNULL
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
