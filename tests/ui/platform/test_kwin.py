"""The script in KWin, on a private D-Bus with a stand-in for KWin; `test_wayland.py` runs it in KWin itself."""

import json
import shutil
import subprocess
import sys
import threading
from collections.abc import Generator
from typing import Any

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QWindow
from pytestqt.qtbot import QtBot

from tests.support.folders import PROJECT
from tests.support.waiting import LIMIT_MS

if sys.platform != "linux" or not shutil.which("dbus-daemon"):
    pytest.skip("needs dbus-daemon", allow_module_level=True)

from PySide6.QtDBus import QDBusConnection

from deskpet.ui.platform import kwin, positions
from deskpet.ui.platform.kwin import KWinWindow


class Compositor:
    """A stand-in for KWin, and what it has said."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdin
        assert process.stdout
        self._calls, self._output = process.stdin, process.stdout
        self.owner: str = json.loads(self._output.readline())["owner"]
        self._said: list[dict[str, Any]] = []
        self.thread = threading.Thread(target=self._read)
        self.thread.start()

    def call(self, method: str, script: int, text: str = "") -> None:
        """Call a method as a loaded script does."""
        self._calls.write(f"{method} {script} {text}\n")
        self._calls.flush()

    def said(self, name: str) -> list[Any]:
        """Return the values of calls and answers of this name that have come."""
        return [each[name] for each in self._said if name in each]

    def _read(self) -> None:
        for line in self._output:
            self._said.append(json.loads(line))


@pytest.fixture
def compositor(bus: str, qapp: object) -> Generator[Compositor]:
    command = [sys.executable, "-m", "tests.ui.platform.kwin_stand_in"]
    with subprocess.Popen(
        command, cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:
        compositor = Compositor(process)
        yield compositor
        process.terminate()
        compositor.thread.join()


@pytest.fixture
def connection(bus: str) -> Generator[QDBusConnection]:
    yield QDBusConnection.connectToBus(bus, bus)
    QDBusConnection.disconnectFromBus(bus)


def loaded(connection: QDBusConnection, compositor: Compositor) -> KWinWindow:
    """Return a new window that the compositor places."""
    placed = KWinWindow(QWindow(), connection, compositor.owner)
    assert placed.load()
    return placed


def test_a_second_window_leaves_the_first_one_its_place_and_its_keys(
    qtbot: QtBot, compositor: Compositor, connection: QDBusConnection
) -> None:
    first, second = loaded(connection, compositor), loaded(connection, compositor)
    qtbot.waitUntil(lambda: len({*compositor.said("loadScript")}) == 2, timeout=LIMIT_MS)
    assert kwin.current() is first
    compositor.call("Pointer", 0, "4,5")
    compositor.call("Pointer", 1, "6,7")
    qtbot.waitUntil(lambda: second.pointer() == QPoint(6, 7), timeout=LIMIT_MS)
    assert positions.pointer() == QPoint(4, 5)
    second.close()
    assert kwin.current() is first
    assert positions.pointer() == QPoint(4, 5)
    first.close()
    assert kwin.current() is None


def test_a_script_that_asks_no_more_is_loaded_anew_with_all_that_it_did(
    qtbot: QtBot, compositor: Compositor, connection: QDBusConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kwin, "_LOST_MS", 1500)
    placed = loaded(connection, compositor)
    placed.grab("chat", "Chat", "Ctrl+Alt+O", lambda: None)()
    placed.grab("chat", "Chat", "Ctrl+Alt+P", lambda: None)
    compositor.call("Next", 0)
    qtbot.waitUntil(lambda: len(compositor.said("loadScript")) == 2, timeout=LIMIT_MS)
    assert {*compositor.said("unloadScript")} == {placed.title}
    compositor.call("Next", 1)
    qtbot.waitUntil(lambda: len(compositor.said("wanted")) == 2, timeout=LIMIT_MS)
    wanted = compositor.said("wanted")[1]
    assert wanted["place"] == {"x": 0, "y": 0}
    # Of keys that were given back it knows no more.
    assert [*wanted["shortcuts"].values()] == [["deskpet: Chat", "Ctrl+Alt+P"]]
    placed.close()


def test_a_script_that_never_asks_is_given_up(
    qtbot: QtBot, compositor: Compositor, connection: QDBusConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a sandbox, whose files the compositor can't read."""
    monkeypatch.setattr(kwin, "_LOST_MS", 20)
    loaded(connection, compositor)
    qtbot.waitUntil(lambda: kwin.current() is None, timeout=LIMIT_MS)
    assert len(compositor.said("loadScript")) == 3
