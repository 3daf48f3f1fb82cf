"""The character keeps pace with the screen that she is on, also when it changes its refresh rate or she changes it."""

import shutil
import subprocess
from collections.abc import Generator
from contextlib import contextmanager

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from deskpet.pet.mood import MoodActivity
from tests.ui.pet.monitors import monitors
from tests.ui.pet.scene import PATIENCE, Scene

pytestmark = [
    pytest.mark.window,
    pytest.mark.skipif(shutil.which("xrandr") is None, reason="needs xrandr"),
]
# Pixels of a line and lines of a picture with what is not seen: the clock of a mode is their product times its rate.
LINE, LINES = 2000, 1100
PRIMARY = "first"


def xrandr(*arguments: str) -> str:
    return subprocess.run(["xrandr", *arguments], capture_output=True, text=True, check=True).stdout


@contextmanager
def refresh_rate(hertz: int) -> Generator[None]:
    """Let the only output of the X server have a refresh rate."""
    output = next(line.split()[0] for line in xrandr().splitlines() if " connected" in line)
    size, mode = QGuiApplication.primaryScreen().size(), f"deskpet-{hertz}"
    timings = [size.width(), LINE - 60, LINE - 40, LINE, size.height(), LINES - 15, LINES - 10, LINES]
    before = next(line.split()[0] for line in xrandr().splitlines() if "*" in line)
    xrandr("--newmode", mode, f"{LINE * LINES * hertz / 1e6:.3f}", *map(str, timings))
    xrandr("--addmode", output, mode)
    xrandr("--output", output, "--mode", mode)
    try:
        yield
    finally:
        xrandr("--output", output, "--mode", before)
        xrandr("--delmode", output, mode)
        xrandr("--rmmode", mode)


def test_she_is_drawn_evenly_on_a_screen_that_changes_its_rate(qtbot: QtBot, living: Scene) -> None:
    clock = living.pet.living_model.frame_clock
    living.pet.animator.do(MoodActivity.TALKING)
    qtbot.waitUntil(lambda: clock.rate == 60, timeout=PATIENCE)
    with refresh_rate(144):
        qtbot.waitUntil(lambda: clock.refresh == pytest.approx(144, rel=1e-3), timeout=PATIENCE)
        # Three refreshes for each frame.
        qtbot.waitUntil(lambda: clock.wanted_interval == pytest.approx(3 / 144, rel=1e-3), timeout=PATIENCE)
    qtbot.waitUntil(lambda: clock.wanted_interval == pytest.approx(1 / 60, rel=1e-2), timeout=PATIENCE)


def test_on_another_screen_she_keeps_to_its_rate(qtbot: QtBot, living: Scene) -> None:
    pet, clock = living.pet, living.pet.living_model.frame_clock
    with monitors() as plugs:
        height = QGuiApplication.primaryScreen().size().height()
        plugs.plug_in(PRIMARY, 0, 1000, height)
        plugs.plug_in("second", 1000, 920, height)
        qtbot.waitUntil(lambda: len(QGuiApplication.screens()) == 2, timeout=PATIENCE)
        screens = {screen.name(): screen for screen in QGuiApplication.screens()}
        with refresh_rate(240):
            qtbot.waitUntil(lambda: screens[PRIMARY].refreshRate() > 200, timeout=PATIENCE)
            rates = {name: screen.refreshRate() for name, screen in screens.items()}
            assert rates["second"] != rates[PRIMARY]
            for name in ("second", PRIMARY, "second"):
                pet.setPosition(screens[name].geometry().center() - pet.geometry().center() + pet.position())
                qtbot.waitUntil(lambda name=name: clock.refresh == rates[name], timeout=PATIENCE)
