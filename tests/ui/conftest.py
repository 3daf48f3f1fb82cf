"""The pet in its own window, for every test of windows."""

import gc
from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QCursor, QGuiApplication
from PySide6.QtOpenGL import QOpenGLWindow
from PySide6.QtWidgets import QAbstractItemView, QApplication
from pytestqt.qtbot import QtBot

from deskpet.app import make_ready
from deskpet.ui import loop
from tests.ui.scene import BODY, PATIENCE, Scene


@pytest.fixture(scope="session", autouse=True)
def garbage_waits() -> Generator[None]:
    """No widget is deleted in the middle of a test; what is there before the first one need not be looked through."""
    gc.freeze()
    gc.disable()
    yield
    gc.enable()
    gc.unfreeze()


@pytest.fixture(autouse=True)
def nothing_stays() -> Generator[None]:
    """What a test has shown ends with it: else each test is slower than the one before."""
    yield
    for window in QGuiApplication.topLevelWindows():
        if isinstance(window, QOpenGLWindow):
            window.deleteLater()
    for widget in QApplication.topLevelWidgets():
        # The list of a combo box or of a completer is theirs to delete.
        if widget.parent() is None and not isinstance(widget, QAbstractItemView):
            widget.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # pyright: ignore[reportArgumentType]
    gc.collect()


@pytest.fixture
def in_app(qapp: QApplication) -> Callable:
    """Runs a coroutine function on Qt's loop, as the program runs."""
    make_ready(qapp)

    def run(main: Callable) -> None:
        async def whole() -> int:
            await main()
            return 0

        assert loop.run(qapp, whole()) == 0

    return run


@pytest.fixture
def scene(qtbot: QtBot, tmp_path: Path) -> Generator[Scene]:
    """A pet that is not yet shown."""
    QCursor.setPos(0, 0)
    scene = Scene(qtbot, tmp_path / "state" / "place.json")
    yield scene
    scene.pet.close_gl()
    scene.pet.destroy()


@pytest.fixture
def living(qtbot: QtBot, scene: Scene) -> Scene:
    """A pet that lives and has been drawn."""
    with qtbot.waitSignal(scene.pet.first_frame, timeout=PATIENCE):
        scene.pet.show()
    qtbot.waitUntil(lambda: not scene.sees_ground(BODY), timeout=PATIENCE)
    return scene
