"""Fixtures of window tests, and the event loop of async tests."""

import asyncio
import gc
import inspect
import itertools
import sys
from collections.abc import Callable, Coroutine, Generator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QCursor, QGuiApplication
from PySide6.QtWidgets import QAbstractItemView, QApplication
from pytestqt.qtbot import QtBot

from deskpet.app.pet_controller import make_ready
from deskpet.config import paths
from deskpet.ui.blocks import Context, ToolLook, default_look
from deskpet.ui.chat.transcript import Transcript
from deskpet.ui.pet.still_window import StillWindow
from deskpet.ui.platform import event_loop
from deskpet.ui.widgets import theme
from tests.support.folders import PROJECT
from tests.ui.fake_browser import FakeBrowser
from tests.ui.pet.scene import BODY, PATIENCE, Scene

# After so many tests everything is searched, which takes a tenth of a second.
FULL_COLLECTION_TESTS = 40
_window_tests = itertools.count()
KEPT_TEXTURES = PROJECT / ".tools" / "textures"
# The limit of an async test, and how much shorter it is than one that a test sets for pytest-timeout.
TEST_LIMIT_S, EARLIER_S = 110, 10


@pytest.fixture(scope="session", autouse=True)
def manual_gc() -> Generator[None]:
    """Disable the automatic garbage collection, which could delete widgets in the middle of a test."""
    gc.disable()
    yield
    gc.unfreeze()
    gc.enable()


@pytest.fixture(autouse=True)
def kept_textures(request: pytest.FixtureRequest, home: Path) -> None:
    """The built-in characters' textures in the size in which they are shown, as every start but the first finds them.

    Making them, and uploading those of full size, takes longer than many a test. Tests of the cache have their own.
    """
    # Windows lets only administrators create links.
    if sys.platform != "win32" and request.node.get_closest_marker("window"):
        models = paths.model_cache_folder()
        models.mkdir(parents=True)
        KEPT_TEXTURES.mkdir(parents=True, exist_ok=True)
        (models / "atlas").symlink_to(KEPT_TEXTURES)


@pytest.fixture(autouse=True)
def close_windows(qapp: QApplication) -> Generator[None]:
    """Move the pointer to a corner before each test, and delete all windows after it."""
    # pytest holds the arguments of a test until its last fixture has ended, so they are collected here. What is left is
    # modules and caches, which the next collection need not search again, and what a pet froze when it had started.
    if next(_window_tests) % FULL_COLLECTION_TESTS == 0:
        gc.unfreeze()
    gc.collect()
    gc.freeze()
    QCursor.setPos(QGuiApplication.primaryScreen().geometry().topRight())
    yield
    for window in QGuiApplication.topLevelWindows():
        if isinstance(window, StillWindow):
            window.deleteLater()
    for widget in QApplication.topLevelWidgets():
        # The list of a combo box or of a completer is deleted by its owner.
        if widget.parent() is None and not isinstance(widget, QAbstractItemView):
            widget.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # pyright: ignore[reportArgumentType]


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run async tests on Qt's event loop, as the program runs."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    app = pyfuncitem.funcargs["qapp"]
    arguments = {name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters}
    make_ready(app)
    marker = pyfuncitem.get_closest_marker("timeout")
    limit = marker.args[0] - EARLIER_S if marker else TEST_LIMIT_S
    event_loop.run(app, _run_test(pyfuncitem.obj(**arguments), limit))
    return True


async def _run_test(test: Coroutine[Any, Any, None], limit: float) -> int:
    try:
        # pytest-timeout's alarm would be raised in any Qt function that is running, and end nothing.
        async with asyncio.timeout(limit):
            await test
    except BaseException:
        await _cancel_all_tasks()
        raise
    return 0


async def _cancel_all_tasks() -> None:
    """Cancel the tasks of a test that failed: no other test may find its pet's windows and shortcuts."""
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), 20)


@pytest.fixture
def look_of() -> Callable[[str], ToolLook]:
    """Return how `transcript` displays tools; a test module may override it."""
    return default_look


@pytest.fixture
def transcript(qapp: QApplication, qtbot: QtBot, look_of: Callable[[str], ToolLook]) -> Transcript:
    """An empty transcript in its own window."""
    theme.apply(qapp)
    transcript = Transcript(Context(look_of))
    qtbot.addWidget(transcript)
    transcript.resize(396, 420)
    with qtbot.waitExposed(transcript):
        transcript.show()
    return transcript


@pytest.fixture
def browser(qapp: QApplication) -> Generator[FakeBrowser]:
    """Records the addresses that are opened, instead of the desktop's programs."""
    browser = FakeBrowser()
    yield browser
    browser.uninstall()


@pytest.fixture
def scene(qtbot: QtBot, tmp_path: Path) -> Generator[Scene]:
    """A pet that is not shown yet, above a desktop of one colour."""
    QCursor.setPos(0, 0)
    scene = Scene(qtbot, tmp_path / "state" / "place.json")
    yield scene
    scene.pet.close_gl()
    scene.pet.destroy()


@pytest.fixture
def living(qtbot: QtBot, scene: Scene) -> Scene:
    """A visible pet whose model has been drawn."""
    with qtbot.waitSignal(scene.pet.first_frame, timeout=PATIENCE):
        scene.pet.show()
    qtbot.waitUntil(lambda: not scene.sees_ground(BODY), timeout=PATIENCE)
    return scene
