"""Clicks on native Wayland, in compositors that are started for it; `make campaign NAME=wayland` has a fine grid."""

import os
import subprocess
import sys

import pytest

from deskpet.ui.pet.startup import qt_platforms
from tests.campaigns.hit_grid import run
from tests.campaigns.wayland import case
from tests.support.compositors import compositor, is_missing
from tests.support.folders import PROJECT

# Of the grid, in logical pixels. On sway most clicks are waited for in vain.
STEPS = {"kwin": 60, "sway": 90}


def installed(name: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(is_missing(name), reason=f"needs {name} and Xwayland")


@pytest.mark.window
@pytest.mark.parametrize(
    "name",
    [pytest.param("kwin", marks=installed("kwin")), pytest.param("sway", marks=[installed("sway"), pytest.mark.slow])],
)
def test_clicks_inside_the_silhouette_are_hers_and_the_others_are_not(qapp, name: str) -> None:
    with compositor(name) as running:
        result = run(case(running, name), STEPS[name])
    assert result.inside > 4
    # sway 1.7 passes no click through a floating window: those beside her reach nobody, but never her.
    allowed = {"nobody"} if name == "sway" else set()
    assert {(wanted, got) for *_, wanted, got in result.mismatches} <= {("behind", each) for each in allowed}


@pytest.mark.parametrize(
    ("variables", "platforms"),
    [
        ({}, ""),
        ({"DISPLAY": ":0"}, "xcb"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "wayland"),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, "xcb;wayland"),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-1", "SWAYSOCK": "/run/sway"}, "wayland;xcb"),
    ],
)
def test_the_platform_follows_the_compositor(variables: dict[str, str], platforms: str) -> None:
    assert qt_platforms(variables) == platforms


def test_off_wayland_its_module_is_not_imported() -> None:
    used = "import sys, deskpet.ui.pet.reactions, deskpet.ui.chat.window"
    code = f"{used}; print('deskpet.ui.platform.wayland' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=PROJECT, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_a_shortcut_that_the_system_lacks_is_not_in_the_menu() -> None:
    code = (
        "from PySide6.QtWidgets import QApplication; application = QApplication([]);"
        "from deskpet.ui.pet.menu import PetMenu; print(PetMenu().chat.text())"
    )
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=PROJECT, env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == "Chat\n"
