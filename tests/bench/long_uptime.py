"""Cost of resetting the core's clocks over months of use, and the length of a motion after ten days."""

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import patch

from PySide6.QtGui import QGuiApplication

from deskpet.pet import model_file, rig
from deskpet.pet.rig import Rig
from tests.bench.figures import Figure, spread

STEP = 1 / 60
LEAP, DAYS = 300.0, 10
WAVE_S = 3.3
# Frames in which every clock is reset hundreds of times, at this many seconds between resets.
FRAMES, RESET_AFTER = 18_000, 10.0
HOLD_MS = 50.0


def measure(_: QGuiApplication) -> Iterator[Figure]:
    """Measure a motion after days, and the CPU time of updates with and without resets."""
    with tempfile.TemporaryDirectory(prefix="deskpet-bench-") as folder:
        model = model_file.load("mikan", Path(folder))
        for days in (1, 4, DAYS):
            yield after_days(model, days)
        # Both run the same code; only one of them has clocks to reset.
        for name, reset_after in (("no reset due", 1e9), ("resets all the time", RESET_AFTER)):
            times = updates(Rig(model, "Idle", reset_after, 1e9))
            yield from spread(f"update, {name}", times, "ms", p50=None, p95=None)
            yield Figure("the longest of them", max(times), "ms", HOLD_MS)


def after_days(model: model_file.ModelFile, days: int) -> Figure:
    """Return the deviation of a 3.3 s motion from its length, in percent."""
    old = Rig(model, "Idle")
    with patch.object(rig, "MAX_STEP", LEAP):
        for _ in range(round(days * 86_400 / LEAP)):
            old.update(LEAP)
    old.play_idle(None)
    frames_to_rest(old)
    old.start_motion("Wave")
    error = abs(frames_to_rest(old) * STEP / WAVE_S - 1) * 100
    old.close()
    return Figure(f"error of a motion's length after {days} days", error, "%", 5.0)


def frames_to_rest(alive: Rig) -> int:
    """Return the number of frames until no motion plays, 3600 at most."""
    return counted(lambda: alive.is_resting, lambda: alive.update(STEP), 3600)


def counted(is_over: Callable[[], bool], act: Callable[[], None], most: int) -> int:
    """Count the calls of `act` until `is_over` returns True."""
    for count in range(most):
        if is_over():
            return count
        act()
    return most


def updates(alive: Rig) -> list[float]:
    """Return the CPU time of each update in ms."""
    alive.resize(300, 450)
    alive.set_expression("happy")
    times: list[float] = []
    for _ in range(FRAMES):
        began = time.thread_time()
        alive.update(STEP)
        times.append((time.thread_time() - began) * 1000)
    alive.close()
    return times
