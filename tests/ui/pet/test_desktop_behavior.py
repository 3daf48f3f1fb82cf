"""Behavior on the desktop: fading, full-screen windows, covering windows, screen lock and autostart."""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Generator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QPoint
from PySide6.QtDBus import QDBusConnection, QDBusMessage
from PySide6.QtGui import QCursor, QRegion
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from deskpet.ui.pet.desktop_behavior import DesktopBehavior, OcclusionWatch
from deskpet.ui.pet.frame_clock import FrameClock
from deskpet.ui.pet.saved_look import CharacterLook
from deskpet.ui.pet.still_window import FAINT, FAR, NEAR
from deskpet.ui.platform import autostart, x11
from deskpet.ui.platform.fullscreen import FullScreenWatcher
from deskpet.ui.platform.session_end import SessionLock
from tests.ui.active_window import active
from tests.ui.pet.monitors import monitors
from tests.ui.pet.scene import BODY, PATIENCE, Scene, drag, quiet, stays

window_test = pytest.mark.window


@window_test
def test_it_fades_while_the_pointer_is_near(qtbot: QtBot, living: Scene):
    pet = living.pet
    pet.apply(CharacterLook(opacity=0.9, fade_when_near=True))
    assert pet.opacity() == pytest.approx(0.9, abs=0.01)
    QCursor.setPos(pet.position() - QPoint(NEAR - 2, 0))
    qtbot.waitUntil(lambda: pet.opacity() == pytest.approx(0.9 * FAINT, abs=0.01), timeout=PATIENCE)
    # The pointer leaves, but not far enough to fade in.
    QCursor.setPos(pet.position() - QPoint(FAR - 4, 0))
    qtbot.waitUntil(stays(lambda: pet.opacity() == pytest.approx(0.9 * FAINT, abs=0.01), 20), timeout=PATIENCE)
    QCursor.setPos(pet.position() - QPoint(FAR + 4, 0))
    qtbot.waitUntil(lambda: pet.opacity() == pytest.approx(0.9, abs=0.01), timeout=PATIENCE)


@window_test
def test_it_does_not_fade_unless_enabled_nor_while_its_menu_is_open(qtbot: QtBot, living: Scene):
    pet = living.pet
    QCursor.setPos(pet.position() + BODY)
    with qtbot.waitSignals([pet.frameSwapped] * 20, timeout=PATIENCE):
        pass
    assert pet.opacity() == 1.0
    pet.apply(CharacterLook(fade_when_near=True))
    pet.menu.open_at(pet.position() + BODY, pet)
    with qtbot.waitSignals([pet.frameSwapped] * 20, timeout=PATIENCE):
        pass
    assert pet.opacity() == 1.0
    pet.menu.close()
    qtbot.waitUntil(lambda: pet.opacity() == pytest.approx(FAINT, abs=0.01), timeout=PATIENCE)
    pet.apply(CharacterLook())
    qtbot.waitUntil(lambda: pet.opacity() == 1.0, timeout=PATIENCE)


@pytest.fixture
def film(qtbot: QtBot) -> QWidget:
    """A window that stands for another program's, such as a film."""
    window = QWidget()
    qtbot.addWidget(window)
    window.setStyleSheet("background: black")
    window.resize(400, 300)
    return window


def show_and_activate(qtbot: QtBot, window: QWidget) -> None:
    window.show()
    qtbot.waitUntil(active(window), timeout=PATIENCE)


@window_test
def test_it_hides_for_a_full_screen_window_and_comes_back(qtbot: QtBot, living: Scene, film: QWidget):
    pet = living.pet
    full_screen = FullScreenWatcher(pet)
    full_screen.filled.connect(pet.step_aside)
    show_and_activate(qtbot, film)
    full_screen.watch(True)
    assert pet.isVisible()
    film.showFullScreen()
    qtbot.waitUntil(lambda: not pet.isVisible(), timeout=PATIENCE)
    film.showNormal()
    qtbot.waitUntil(pet.isVisible, timeout=PATIENCE)
    film.showFullScreen()
    qtbot.waitUntil(lambda: not pet.isVisible(), timeout=PATIENCE)
    film.close()
    qtbot.waitUntil(pet.isVisible, timeout=PATIENCE)
    full_screen.watch(False)


@window_test
def test_a_window_hidden_or_called_by_the_user_stays_so(qtbot: QtBot, living: Scene, film: QWidget):
    pet = living.pet
    full_screen = FullScreenWatcher(pet)
    full_screen.filled.connect(pet.step_aside)
    film.showFullScreen()
    show_and_activate(qtbot, film)
    full_screen.watch(True)
    qtbot.waitUntil(lambda: not pet.isVisible(), timeout=PATIENCE)
    pet.call()
    pet.menu.close()
    assert pet.isVisible()
    pet.hide()
    with qtbot.waitSignal(full_screen.filled, timeout=PATIENCE) as emitted:
        film.close()
    assert emitted.args == [False]
    assert not pet.isVisible()
    full_screen.watch(False)


@window_test
def test_a_full_screen_window_on_another_screen_is_ignored(qtbot: QtBot, living: Scene, film: QWidget):
    with monitors() as made:
        made.plug_in("left", 0, 1000, 1080)
        made.plug_in("right", 1000, 920, 1080)
        qtbot.waitUntil(lambda: {each.name() for each in living.ground.screen().virtualSiblings()} == {"left", "right"})
        pet = living.pet
        full_screen = FullScreenWatcher(pet)
        emitted: list[bool] = []
        full_screen.filled.connect(emitted.append)
        qtbot.waitUntil(lambda: pet.screen().name() == "left", timeout=PATIENCE)
        film.move(1200, 300)
        show_and_activate(qtbot, film)
        full_screen.watch(True)
        film.windowHandle().showFullScreen()
        qtbot.waitUntil(lambda: film.geometry().x() == 1000, timeout=PATIENCE)
        other = QWidget()
        qtbot.addWidget(other)
        other.setGeometry(100, 100, 200, 200)
        show_and_activate(qtbot, other)
        assert emitted == []
        # On the screen of the film it hides, and stays hidden while the user works on the other screen.
        start = pet.position()
        drag(pet, BODY, QPoint(1100 - start.x(), 60 - start.y()))
        qtbot.waitUntil(lambda: pet.screen().name() == "right", timeout=PATIENCE)
        qtbot.waitUntil(lambda: emitted == [True], timeout=PATIENCE)
        show_and_activate(qtbot, other)
        qtbot.waitUntil(stays(lambda: emitted == [True], 30), timeout=PATIENCE)
        film.close()
        qtbot.waitUntil(lambda: emitted == [True, False], timeout=PATIENCE)
        full_screen.watch(False)
    qtbot.waitUntil(lambda: len(living.ground.screen().virtualSiblings()) == 1, timeout=PATIENCE)


@window_test
def test_under_an_opaque_window_nothing_is_drawn(qtbot: QtBot, living: Scene, film: QWidget):
    if not x11.is_x11():
        pytest.skip("only X11 lets a window know of what is above it")
    pet, manners = living.pet, DesktopBehavior(living.pet)
    clock = pet.findChild(FrameClock)
    assert isinstance(clock, FrameClock)
    film.showFullScreen()
    show_and_activate(qtbot, film)
    qtbot.waitUntil(lambda: not clock.is_running, timeout=PATIENCE)
    qtbot.waitUntil(quiet(pet.frameSwapped), timeout=PATIENCE)
    # It draws again behind a translucent window,
    film.setWindowOpacity(0.8)
    qtbot.waitUntil(lambda: clock.is_running, timeout=PATIENCE)
    film.setWindowOpacity(1.0)
    qtbot.waitUntil(lambda: not clock.is_running, timeout=PATIENCE)
    # behind a window with a hole,
    film.setMask(QRegion(film.rect()) - QRegion(pet.geometry()))
    film.showNormal()
    film.showFullScreen()
    qtbot.waitUntil(lambda: clock.is_running, timeout=PATIENCE)
    film.clearMask()
    film.showNormal()
    film.showFullScreen()
    qtbot.waitUntil(lambda: not clock.is_running, timeout=PATIENCE)
    # and beside a smaller window.
    film.showNormal()
    with qtbot.waitSignals([pet.frameSwapped] * 3, timeout=PATIENCE):
        pass
    manners.stop()


@window_test
def test_covered_and_locked_it_draws_nothing_until_neither_holds(qtbot: QtBot, living: Scene, film: QWidget):
    if not x11.is_x11():
        pytest.skip("only X11 lets a window know of what is above it")
    pet, manners = living.pet, DesktopBehavior(living.pet)
    clock, lock = pet.findChild(FrameClock), manners.findChild(SessionLock)
    assert isinstance(clock, FrameClock)
    assert isinstance(lock, SessionLock)
    film.showFullScreen()
    show_and_activate(qtbot, film)
    qtbot.waitUntil(lambda: not clock.is_running, timeout=PATIENCE)
    lock.on_active_changed(True)
    film.close()
    covered = pet.findChild(OcclusionWatch)
    assert isinstance(covered, OcclusionWatch)
    with qtbot.waitSignal(covered.changed, timeout=PATIENCE):
        pass
    assert not clock.is_running
    lock.on_active_changed(False)
    assert clock.is_running
    manners.stop()


@pytest.fixture
def bus() -> Generator[str]:
    """Start a private D-Bus daemon, and return its address. A path of pytest's would be too long for its socket."""
    if shutil.which("dbus-daemon") is None:
        pytest.skip("needs dbus-daemon")
    with tempfile.TemporaryDirectory() as folder:
        yield from _bus_in(folder)


def _bus_in(folder: str) -> Generator[str]:
    command = ["dbus-daemon", "--session", "--nofork", "--print-address", f"--address=unix:dir={folder}"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    address = process.stdout.readline().strip()
    assert address
    yield address
    process.terminate()
    process.wait(10)
    process.stdout.close()


@window_test
def test_behind_a_lock_screen_nothing_is_drawn(qtbot: QtBot, living: Scene, bus: str):
    pet, clock = living.pet, living.pet.findChild(FrameClock)
    assert isinstance(clock, FrameClock)
    desktop = QDBusConnection.connectToBus(bus, "desktop")
    # Parented to the application: QtDBus's thread may still use it when the connection is closed.
    lock = SessionLock(QDBusConnection.connectToBus(bus, "pet"), QCoreApplication.instance())
    lock.changed.connect(pet.living_model.rest)

    def send(is_locked: bool) -> None:
        message = QDBusMessage.createSignal("/org/gnome/ScreenSaver", "org.gnome.ScreenSaver", "ActiveChanged")
        message.setArguments([is_locked])
        desktop.send(message)

    def rests() -> bool:
        # Repeated, since the bus may not know the subscription yet.
        send(True)
        return not clock.is_running

    qtbot.waitUntil(rests, timeout=PATIENCE)
    # The last frame may still be on its way.
    qtbot.waitUntil(quiet(pet.frameSwapped), timeout=PATIENCE)
    send(False)
    with qtbot.waitSignals([pet.frameSwapped] * 3, timeout=PATIENCE):
        pass
    for name in ("desktop", "pet"):
        QDBusConnection.disconnectFromBus(name)


def test_a_missing_bus_is_no_error(qtbot: QtBot):
    SessionLock(QDBusConnection("nowhere"))


@pytest.mark.skipif(sys.platform != "linux", reason="the desktop entry is Linux's way")
def test_autostart_is_switched_on_and_off(home: Path):
    assert not autostart.is_enabled()
    autostart.set_enabled(True, ("--settings", '/tmp/a "b" $c %d.toml'))
    assert autostart.is_enabled()
    file = home / "config" / "autostart" / "deskpet.desktop"
    lines = file.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "[Desktop Entry]"
    line = next(line for line in lines if line.startswith("Exec="))
    assert line == f'Exec="{sys.executable}" "-m" "deskpet" "--settings" "/tmp/a \\\\"b\\\\" \\\\$c %%d.toml"'
    autostart.set_enabled(False)
    assert not autostart.is_enabled()
    autostart.set_enabled(False)
