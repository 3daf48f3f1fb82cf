"""How the window minds the rest of the desktop: it fades, makes room, rests behind a lock, starts with the session."""

import shutil
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QPoint
from PySide6.QtDBus import QDBusConnection, QDBusMessage
from PySide6.QtGui import QCursor, QRegion
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from deskpet.ui.pet.desktop_behavior import DesktopBehavior
from deskpet.ui.pet.fade import FAINT, FAR, NEAR
from deskpet.ui.pet.frame_clock import FrameClock
from deskpet.ui.pet.saved_look import CharacterLook
from deskpet.ui.pet.window_occlusion import OcclusionWatch
from deskpet.ui.platform import autostart, x11
from deskpet.ui.platform.fullscreen import FullScreen
from deskpet.ui.platform.session_lock import SessionLock
from tests.ui.active import active
from tests.ui.monitors import monitors
from tests.ui.scene import BODY, PATIENCE, Scene, drag, quiet, stays

window_test = pytest.mark.window


@window_test
def test_it_fades_while_the_pointer_is_near_and_clears_up_again(qtbot: QtBot, living: Scene):
    pet = living.pet
    pet.wear(CharacterLook(opacity=0.9, fade_when_near=True))
    assert pet.opacity() == pytest.approx(0.9, abs=0.01)
    QCursor.setPos(pet.position() - QPoint(NEAR - 2, 0))
    qtbot.waitUntil(lambda: pet.opacity() == pytest.approx(0.9 * FAINT, abs=0.01), timeout=PATIENCE)
    # The pointer goes, but not yet far: it stays faint.
    QCursor.setPos(pet.position() - QPoint(FAR - 4, 0))
    qtbot.waitUntil(stays(lambda: pet.opacity() == pytest.approx(0.9 * FAINT, abs=0.01), 20), timeout=PATIENCE)
    QCursor.setPos(pet.position() - QPoint(FAR + 4, 0))
    qtbot.waitUntil(lambda: pet.opacity() == pytest.approx(0.9, abs=0.01), timeout=PATIENCE)


@window_test
def test_it_does_not_fade_unless_asked_nor_in_the_users_hand(qtbot: QtBot, living: Scene):
    pet = living.pet
    QCursor.setPos(pet.position() + BODY)
    with qtbot.waitSignals([pet.frameSwapped] * 20, timeout=PATIENCE):
        pass
    assert pet.opacity() == 1.0
    pet.wear(CharacterLook(fade_when_near=True))
    pet.menu.open_at(pet.position() + BODY, pet)
    with qtbot.waitSignals([pet.frameSwapped] * 20, timeout=PATIENCE):
        pass
    assert pet.opacity() == 1.0
    pet.menu.close()
    qtbot.waitUntil(lambda: pet.opacity() == pytest.approx(FAINT, abs=0.01), timeout=PATIENCE)
    pet.wear(CharacterLook())
    qtbot.waitUntil(lambda: pet.opacity() == 1.0, timeout=PATIENCE)


@pytest.fixture
def film(qtbot: QtBot) -> QWidget:
    """Another program's window, as far as the window manager can tell."""
    window = QWidget()
    qtbot.addWidget(window)
    window.setStyleSheet("background: black")
    window.resize(400, 300)
    return window


def show_and_activate(qtbot: QtBot, window: QWidget) -> None:
    window.show()
    qtbot.waitUntil(active(window), timeout=PATIENCE)


@window_test
def test_it_makes_room_for_a_full_screen_window_and_comes_back(qtbot: QtBot, living: Scene, film: QWidget):
    pet = living.pet
    full_screen = FullScreen(pet)
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
def test_who_was_hidden_by_the_user_stays_so_and_who_was_called_stays(qtbot: QtBot, living: Scene, film: QWidget):
    pet = living.pet
    full_screen = FullScreen(pet)
    full_screen.filled.connect(pet.step_aside)
    film.showFullScreen()
    show_and_activate(qtbot, film)
    full_screen.watch(True)
    qtbot.waitUntil(lambda: not pet.isVisible(), timeout=PATIENCE)
    pet.call()
    pet.menu.close()
    assert pet.isVisible()
    pet.hide()
    with qtbot.waitSignal(full_screen.filled, timeout=PATIENCE) as told:
        film.close()
    assert told.args == [False]
    assert not pet.isVisible()
    full_screen.watch(False)


@window_test
def test_a_film_on_the_other_screen_does_not_concern_it(qtbot: QtBot, living: Scene, film: QWidget):
    with monitors() as made:
        made.plug_in("left", 0, 1000, 1080)
        made.plug_in("right", 1000, 920, 1080)
        qtbot.waitUntil(lambda: {each.name() for each in living.ground.screen().virtualSiblings()} == {"left", "right"})
        pet = living.pet
        full_screen = FullScreen(pet)
        told: list[bool] = []
        full_screen.filled.connect(told.append)
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
        assert told == []
        # Put beside the film, it makes room; and stays away while the user works on the other screen.
        start = pet.position()
        drag(pet, BODY, QPoint(1100 - start.x(), 60 - start.y()))
        qtbot.waitUntil(lambda: pet.screen().name() == "right", timeout=PATIENCE)
        qtbot.waitUntil(lambda: told == [True], timeout=PATIENCE)
        show_and_activate(qtbot, other)
        qtbot.waitUntil(stays(lambda: told == [True], 30), timeout=PATIENCE)
        film.close()
        qtbot.waitUntil(lambda: told == [True, False], timeout=PATIENCE)
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
    # She can be seen through it,
    film.setWindowOpacity(0.8)
    qtbot.waitUntil(lambda: clock.is_running, timeout=PATIENCE)
    film.setWindowOpacity(1.0)
    qtbot.waitUntil(lambda: not clock.is_running, timeout=PATIENCE)
    # or a hole in it,
    film.setMask(QRegion(film.rect()) - QRegion(pet.geometry()))
    film.showNormal()
    film.showFullScreen()
    qtbot.waitUntil(lambda: clock.is_running, timeout=PATIENCE)
    film.clearMask()
    film.showNormal()
    film.showFullScreen()
    qtbot.waitUntil(lambda: not clock.is_running, timeout=PATIENCE)
    # or beside it.
    film.showNormal()
    with qtbot.waitSignals([pet.frameSwapped] * 3, timeout=PATIENCE):
        pass
    manners.stop()


@window_test
def test_covered_and_locked_it_rests_until_neither_is_so(qtbot: QtBot, living: Scene, film: QWidget):
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
def bus(tmp_path: Path) -> Generator[str]:
    """The address of a message bus of the test's own."""
    if shutil.which("dbus-daemon") is None:
        pytest.skip("needs dbus-daemon")
    command = ["dbus-daemon", "--session", "--nofork", "--print-address", f"--address=unix:dir={tmp_path}"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    yield process.stdout.readline().strip()
    process.terminate()
    process.wait(10)
    process.stdout.close()


@window_test
def test_behind_a_lock_screen_nothing_is_drawn(qtbot: QtBot, living: Scene, bus: str):
    pet, clock = living.pet, living.pet.findChild(FrameClock)
    assert isinstance(clock, FrameClock)
    desktop = QDBusConnection.connectToBus(bus, "desktop")
    # It outlives the test: the bus's own thread may still ask it something when the connection ends.
    lock = SessionLock(QDBusConnection.connectToBus(bus, "pet"), QCoreApplication.instance())
    lock.changed.connect(pet.rest)

    def tell(is_locked: bool) -> None:
        told = QDBusMessage.createSignal("/org/gnome/ScreenSaver", "org.gnome.ScreenSaver", "ActiveChanged")
        told.setArguments([is_locked])
        desktop.send(told)

    def rests() -> bool:
        # The bus may not yet know who wants to hear of it.
        tell(True)
        return not clock.is_running

    qtbot.waitUntil(rests, timeout=PATIENCE)
    # The last frame may still be on its way.
    qtbot.waitUntil(quiet(pet.frameSwapped), timeout=PATIENCE)
    tell(False)
    with qtbot.waitSignals([pet.frameSwapped] * 3, timeout=PATIENCE):
        pass
    for name in ("desktop", "pet"):
        QDBusConnection.disconnectFromBus(name)


def test_a_desktop_without_a_bus_is_no_trouble(qtbot: QtBot):
    SessionLock(QDBusConnection("nowhere"))


@pytest.mark.skipif(sys.platform != "linux", reason="the desktop entry is Linux's way")
def test_it_starts_with_the_session_and_no_longer(home: Path):
    assert not autostart.is_on()
    autostart.switch(True, ("--settings", '/tmp/a "b" $c %d.toml'))
    assert autostart.is_on()
    file = home / "config" / "autostart" / "deskpet.desktop"
    lines = file.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "[Desktop Entry]"
    line = next(line for line in lines if line.startswith("Exec="))
    assert line == f'Exec="{sys.executable}" "-m" "deskpet" "--settings" "/tmp/a \\\\"b\\\\" \\\\$c %%d.toml"'
    autostart.switch(False)
    assert not autostart.is_on()
    autostart.switch(False)
