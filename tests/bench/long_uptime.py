"""What it costs to keep the character in time for months, and how long a motion of hers lasts after ten days."""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

from PySide6.QtGui import QGuiApplication

from deskpet.pet import model_file, rig
from deskpet.pet.rig import Rig
from tests.bench.figures import Figure, spread

STEP = 1 / 60
LEAP, DAYS = 300.0, 10
WAVE_S = 3.3
# Every clock has been reset hundreds of times in so many frames, if that may be after so many seconds.
FRAMES, RESET_AFTER = 36_000, 10.0
HOLD_MS = 50.0


def measure(_: QGuiApplication) -> list[Figure]:
    """A motion after days, and updates with and without resets, in processor time."""
    with tempfile.TemporaryDirectory(prefix="deskpet-bench-") as folder:
        model = model_file.load("mikan", Path(folder))
        figures = [after_days(model, days) for days in (1, 4, DAYS)]
        # Both run the same code; only one of them has something to reset.
        for name, reset_after in (("no reset due", 1e9), ("resets all the time", RESET_AFTER)):
            times = updates(Rig(model, "Idle", reset_after, 1e9))
            figures += [
                *spread(f"update, {name}", times, "ms", p50=None, p95=None),
                Figure("the longest of them", max(times), "ms", HOLD_MS),
            ]
        return figures


def after_days(model: model_file.ModelFile, days: int) -> Figure:
    """How far from its length a motion of 3.3 s is, in percent."""
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
    """How many frames until no motion plays, 3600 at most."""
    return counted(lambda: alive.is_resting, lambda: alive.update(STEP), 3600)


def counted(is_over: Callable[[], bool], act: Callable[[], None], most: int) -> int:
    """How often `act` was called until it was over."""
    for count in range(most):
        if is_over():
            return count
        act()
    return most


def updates(alive: Rig) -> list[float]:
    """The processor time of each update in ms."""
    alive.resize(300, 450)
    alive.set_expression("happy")
    times: list[float] = []
    for _ in range(FRAMES):
        began = time.thread_time()
        alive.update(STEP)
        times.append((time.thread_time() - began) * 1000)
    alive.close()
    return times
