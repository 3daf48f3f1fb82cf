"""Clicks on native Wayland, in compositors that are started for it; `make campaign NAME=wayland` has a fine grid."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QWindow
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from deskpet.ui.pet.startup import qt_platforms
from deskpet.ui.platform import wayland
from tests.campaigns.hit_grid import run
from tests.campaigns.wayland import case
from tests.support.compositors import Compositor, compositor, is_missing
from tests.support.folders import PROJECT

# Of the grid, in logical pixels. On sway most clicks are waited for in vain.
STEPS = {"kwin": 60, "gnome": 60, "sway": 90}


def installed(name: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(is_missing(name), reason=f"needs {name} and Xwayland")


@pytest.mark.window
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("kwin", marks=installed("kwin")),
        pytest.param("gnome", marks=[installed("gnome"), pytest.mark.slow]),
        pytest.param("sway", marks=[installed("sway"), pytest.mark.slow]),
    ],
)
def test_clicks_inside_the_silhouette_are_hers_and_the_others_are_not(qapp, name: str) -> None:
    with compositor(name) as running:
        result = run(case(running, name), STEPS[name])
    assert result.inside > 4
    # sway 1.7 passes no click through a floating window: those beside her reach nobody, but never her.
    allowed = {"nobody"} if name == "sway" else set()
    assert {(wanted, got) for *_, wanted, got in result.mismatches} <= {("behind", each) for each in allowed}


@pytest.mark.window
@installed("kwin")
def test_in_kwin_she_keeps_her_place_above_other_windows_and_answers_to_her_keys(qapp, tmp_path: Path) -> None:
    place, cache = tmp_path / "place.json", tmp_path / "cache"
    with compositor("kwin") as running:
        first, second = (use_kwin(running, place, cache) for _ in range(2))
    for seen in (first, second):
        assert {name: found for name, found in seen.items() if found is False} == {}
    assert first["end"] != first["start"]
    # After a restart she is where she was put.
    assert second["start"] == first["end"]


def use_kwin(running: Compositor, place: Path, cache: Path) -> dict[str, object]:
    """Start her in KWin, drag her, and return what was seen."""
    command = [sys.executable, "-m", "tests.ui.platform.kwin_user", place, cache, running.outer_display]
    done = subprocess.run(
        command, cwd=PROJECT, env=os.environ | running.native, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize(
    ("variables", "platforms"),
    [
        ({}, ""),
        ({"DISPLAY": ":0"}, "xcb"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "wayland"),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, "xcb;wayland"),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0", "XDG_CURRENT_DESKTOP": "ubuntu:GNOME"}, "xcb;wayland"),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-1", "SWAYSOCK": "/run/sway"}, "wayland;xcb"),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0", "XDG_CURRENT_DESKTOP": "KDE"}, "wayland;xcb"),
        ({"DISPLAY": ":0", "XDG_CURRENT_DESKTOP": "KDE"}, "xcb"),
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


@pytest.mark.window
def test_popups_are_of_the_window_of_their_character_and_get_its_keys(qapp: QApplication, qtbot: QtBot) -> None:
    characters, chats, fields = [QWindow(), QWindow()], [QWidget(), QWidget()], [QLineEdit(), QLineEdit()]
    for window, chat, field in zip(characters, chats, fields, strict=True):
        wayland.own_popups(window)
        window.show()
        qtbot.addWidget(chat)
        field.setParent(chat)
        wayland.attach(chat, window)
        chat.show()
        field.setFocus()
    assert [wayland.key_receiver(each) for each in characters] == fields
    bubble = QWidget()
    qtbot.addWidget(bubble)
    wayland.attach(bubble)
    assert bubble.windowHandle().transientParent() is characters[0]
    chats[0].hide()
    assert wayland.key_receiver(characters[0]) is None
    for window in characters:
        window.destroy()
