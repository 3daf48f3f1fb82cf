"""The user's presence on this system: X11 under Xvfb, services on a private D-Bus, and files of sound cards."""

import ctypes
import shutil
import sys
from collections.abc import Generator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtDBus import QDBusConnection
from PySide6.QtGui import QWindow
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from deskpet.ui.platform import fullscreen, presence_linux, x11
from deskpet.ui.platform.presence_monitor import POLL_MS, PresenceMonitor
from deskpet.ui.platform.user_presence import UserPresence
from tests.support.waiting import until
from tests.ui.active_window import active

if sys.platform != "linux" or not shutil.which("dbus-daemon"):
    pytest.skip("needs dbus-daemon", allow_module_level=True)

# It imports a package of Linux.
from tests.ui.platform.desktop_services import services

KDE, SAVER = "org.freedesktop.Notifications", "org.freedesktop.ScreenSaver"
LOGIN = "org.freedesktop.login1.Session"
MUTTER = "org.gnome.Mutter.IdleMonitor"
_numbers = count()


@pytest.fixture
def connection(bus: str) -> Generator[QDBusConnection]:
    """A connection of the program to the private bus, which stands for that of the desktop and of the computer."""
    name = f"presence {next(_numbers)}"
    yield QDBusConnection.connectToBus(bus, name)
    QDBusConnection.disconnectFromBus(name)


@pytest.fixture(autouse=True)
def quiet_computer(bus: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The kernel's list of sound cards, with a microphone that nobody uses; no program answers about the desktop.

    It needs the bus only because its program has to be found before the PATH is empty.
    """
    status = tmp_path / "card0" / "pcm0c" / "sub0" / "status"
    status.parent.mkdir(parents=True)
    status.write_text("closed\n", encoding="ascii")
    monkeypatch.setattr(presence_linux.is_microphone_used, "__defaults__", (tmp_path,))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    return tmp_path


async def look(connection: QDBusConnection, window: QWindow | None = None) -> UserPresence:
    return await presence_linux.look(window or QWindow(), connection, connection)


async def test_services_of_the_desktop_tell_whether_the_user_can_be_spoken_to(bus: str, connection: QDBusConnection):
    answers = {
        (KDE, "Inhibited"): ("b", False),
        (SAVER, "GetActive"): ("b", False),
        (LOGIN, "LockedHint"): ("b", False),
    }
    with services(bus, answers):
        free = await look(connection)
    assert (free.is_locked, free.is_disturbance_refused, free.is_microphone_used) == (False, False, False)
    for asked, field in (
        ((KDE, "Inhibited"), "is_disturbance_refused"),
        ((SAVER, "GetActive"), "is_locked"),
        ((LOGIN, "LockedHint"), "is_locked"),
    ):
        with services(bus, {**answers, asked: ("b", True)}):
            found = await look(connection)
        assert replace(found, idle_seconds=None) == replace(free, idle_seconds=None, **{field: True}), asked


async def test_without_services_nothing_is_known(connection: QDBusConnection):
    found = await look(connection)
    assert (found.is_locked, found.is_disturbance_refused) == (None, None)
    missing = await look(QDBusConnection("nowhere"))
    assert (missing.is_locked, missing.is_disturbance_refused) == (None, None)


async def test_on_wayland_the_desktop_tells_the_idle_time_and_of_films(
    bus: str, connection: QDBusConnection, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    unknown = await look(connection)
    assert (unknown.idle_seconds, unknown.has_full_screen) == (None, None)
    gnome = {(MUTTER, "GetIdletime"): ("t", 90_500), ("org.gnome.SessionManager", "IsInhibited"): ("b", True)}
    with services(bus, gnome):
        found = await look(connection)
    assert (found.idle_seconds, found.has_full_screen) == (90.5, True)
    kde = {
        (SAVER, "GetSessionIdleTime"): ("u", 3000),
        ("org.freedesktop.PowerManagement.Inhibit", "HasInhibit"): ("b", False),
    }
    with services(bus, kde):
        found = await look(connection)
    assert (found.idle_seconds, found.has_full_screen) == (3.0, False)


async def test_the_power_saver_of_the_desktop_counts_as_a_low_battery(bus: str, connection: QDBusConnection):
    profiles = "org.freedesktop.UPower.PowerProfiles"
    for profile, is_saving in (("balanced", False), ("power-saver", True)):
        with services(bus, {(profiles, "ActiveProfile"): ("s", profile)}):
            assert (await look(connection)).is_battery_low is is_saving


@pytest.mark.parametrize(
    ("desktop", "value", "expected"),
    [("ubuntu:GNOME", "false", True), ("GNOME", "true", False), ("sway", "false", None)],
)
async def test_the_settings_of_the_desktop_tell_whether_notifications_are_wanted(
    connection: QDBusConnection, quiet_computer: Path, monkeypatch: pytest.MonkeyPatch, desktop, value, expected
):
    monkeypatch.setenv("XDG_CURRENT_DESKTOP", desktop)
    write_program(quiet_computer, "gsettings", f"echo {value}")
    assert (await look(connection)).is_disturbance_refused is expected


def test_the_microphone_is_used_if_a_sound_card_or_the_sound_server_records(quiet_computer: Path):
    status = next(quiet_computer.glob("card0/pcm*c/sub*/status"))
    assert presence_linux.is_microphone_used() is False
    status.write_text("state: RUNNING\nowner_pid: 1\n", encoding="ascii")
    assert presence_linux.is_microphone_used() is True
    status.write_text("closed\n", encoding="ascii")
    write_program(quiet_computer, "pactl", "printf '41\\t3\\t40\\tPipeWire\\ts16le 2ch 48000Hz\\n'")
    assert presence_linux.is_microphone_used() is True
    write_program(quiet_computer, "pactl", "true")
    assert presence_linux.is_microphone_used() is False
    # A computer of which nothing is known.
    write_program(quiet_computer, "pactl", "false")
    status.unlink()
    assert presence_linux.is_microphone_used() is None


@pytest.mark.window
def test_the_x_server_tells_the_time_since_the_last_input(qtbot: QtBot):
    xlib, test = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
    xlib.XOpenDisplay.restype = ctypes.c_void_p
    display = ctypes.c_void_p(xlib.XOpenDisplay(None))
    before = x11.idle_seconds()
    assert before is not None
    qtbot.waitUntil(lambda: (x11.idle_seconds() or 0) > before + 0.2)
    resting = x11.idle_seconds() or 0
    test.XTestFakeRelativeMotionEvent(display, 1, 1, 0)
    xlib.XSync(display, 0)
    assert (x11.idle_seconds() or 0) < resting
    xlib.XCloseDisplay(display)


@pytest.mark.window
def test_a_full_screen_window_is_noticed_when_asked_for(qtbot: QtBot):
    pet, film = QWidget(), QWidget()
    pet.show()
    film.show()
    qtbot.waitUntil(active(film))
    window = pet.windowHandle()
    assert fullscreen.is_screen_filled(window) is False
    film.showFullScreen()
    qtbot.waitUntil(lambda: fullscreen.is_screen_filled(window) is True)
    film.showNormal()
    qtbot.waitUntil(lambda: fullscreen.is_screen_filled(window) is False)


async def test_the_system_is_asked_only_while_somebody_wants_to_know(qapp):
    looks, seen = [], []

    async def look_once(everything: bool) -> UserPresence:
        assert not everything
        looks.append(1)
        return UserPresence(idle_seconds=3.0)

    monitor = PresenceMonitor(look_once, lambda: False)
    monitor.looked.connect(seen.append)
    timer = monitor.findChild(QTimer)
    assert (timer.isActive(), timer.interval(), looks) == (False, POLL_MS, [])
    monitor.watch(True)
    await until(lambda: seen == [UserPresence(idle_seconds=3.0)])
    timer.timeout.emit()
    await until(lambda: len(seen) == 2)
    monitor.watch(True)
    assert len(looks) == 2
    monitor.watch(False)
    assert not timer.isActive()


def write_program(folder: Path, name: str, script: str) -> None:
    """Put a shell script on the PATH."""
    program = folder / "bin" / name
    program.parent.mkdir(exist_ok=True)
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(0o755)
