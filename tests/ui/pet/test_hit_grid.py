"""Who gets a click: real clicks on a coarse grid over the character; `make campaign NAME=hit-grid` has a fine one."""

import sys

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from tests.campaigns.hit_grid import ONE_SCREEN, TWO_SCREENS, Case, run
from tests.ui.pet.hit_grid import BEHIND, HERS, frame, truth
from tests.ui.pet.scene import BODY, CORNER, Scene, needs_xdotool

pytestmark = [pytest.mark.window, needs_xdotool]
STEP = 50


@pytest.mark.skipif(sys.platform == "win32", reason="moves the monitors of an X server")
@pytest.mark.parametrize(
    "case", [ONE_SCREEN[1], pytest.param(TWO_SCREENS[0], marks=pytest.mark.slow)], ids=lambda case: case.name
)
def test_a_click_inside_the_silhouette_is_hers_and_one_outside_reaches_the_window_behind(
    qtbot: QtBot, case: Case
) -> None:
    result = run(case, STEP)
    # The monitors are gone, which comes to this process a moment later.
    qtbot.waitUntil(lambda: len(QGuiApplication.screens()) == 1)
    assert result.mismatches == []
    assert result.points > 30
    assert 10 < result.inside < result.points - 10


def test_the_truth_of_the_grid_is_what_is_seen(living: Scene) -> None:
    assert (truth(living.pet, BODY), truth(living.pet, CORNER)) == (HERS, BEHIND)
    picture = frame(living.pet)
    assert (picture.width, picture.height) == (living.pet.size() * living.pet.devicePixelRatio()).toTuple()
