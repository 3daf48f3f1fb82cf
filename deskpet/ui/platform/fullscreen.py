"""Detect whether another program's full-screen window covers the screen of one of our windows.

On X11 the window manager sends events; on Windows the foreground window is polled once a second. On macOS a
full-screen window has a space of its own, without the character. Wayland does not provide the information.
"""

import ctypes
import logging
import sys
from collections.abc import Callable
from ctypes import byref
from ctypes.wintypes import RECT
from typing import Any

from PySide6.QtCore import QObject, QPoint, QRect, QSize, QTimer, Signal
from PySide6.QtGui import QWindow

from deskpet.ui.platform import x11

POLL_MS = 1000
# Delay before a screen counts as free: while the active window changes, there is none for a moment.
SETTLE_MS = 300

log = logging.getLogger(__name__)


class FullScreenWatcher(QObject):
    """Watches the screen of a window, or its last one while it is hidden.

    filled: Emitted with whether a full-screen window covers that screen, when this changes.
    """

    filled = Signal(bool)

    def __init__(self, window: QWindow) -> None:
        super().__init__(window)
        self._window, self._is_filled = window, False
        self._watch: _X11Watch | _WindowsWatch | None = None
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self._apply_settled)
        window.screenChanged.connect(self._check)

    def watch(self, is_wanted: bool) -> None:
        """Start or stop watching. Does nothing on a platform without the information."""
        if is_wanted and self._watch is None:
            self._watch = _create_watch(self._check, self)
            self._check()
        elif not is_wanted and self._watch is not None:
            self._watch.stop()
            self._watch = None
            self._report(False)

    def _check(self) -> None:
        if self._watch is None:
            return
        if self._watch.is_filled(_screen_geometry(self._window)):
            self._settle.stop()
            self._report(True)
        elif self._is_filled and not self._settle.isActive():
            self._settle.start()

    def _apply_settled(self) -> None:
        if self._watch is not None:
            self._report(self._watch.is_filled(_screen_geometry(self._window)))

    def _report(self, is_filled: bool) -> None:
        if is_filled != self._is_filled:
            self._is_filled = is_filled
            self.filled.emit(is_filled)


def is_screen_filled(window: QWindow) -> bool | None:
    """Return whether a full-screen window covers the screen of `window`; None on a platform without the information."""
    parent = QObject()
    watch = _create_watch(lambda: None, parent)
    if watch is None:
        return None
    try:
        return watch.is_filled(_screen_geometry(window))
    finally:
        watch.stop()


def _create_watch(changed: Callable[[], None], parent: QObject) -> "_X11Watch | _WindowsWatch | None":
    if sys.platform == "win32":
        return _WindowsWatch(changed, parent)
    try:
        return _X11Watch(changed, parent) if x11.is_x11() else None
    except OSError as error:
        log.warning("full-screen windows can't be watched: %s", error)
        return None


def _screen_geometry(window: QWindow) -> QRect:
    """Return the geometry of a window's screen in physical pixels. Qt scales the size of a screen, not its position."""
    screen = window.screen()
    box, ratio = screen.geometry(), screen.devicePixelRatio()
    return QRect(box.topLeft(), QSize(round(box.width() * ratio), round(box.height() * ratio)))


class _X11Watch:
    """Watches properties of the window manager (Extended Window Manager Hints)."""

    def __init__(self, changed: Callable[[], None], parent: QObject) -> None:
        self._server, self._changed = x11.XConnection(), changed
        self._active = 0
        self._full_screen_state, self._hidden_state = (
            self._server.atom(f"_NET_WM_STATE_{name}") for name in ("FULLSCREEN", "HIDDEN")
        )
        properties = ("_NET_ACTIVE_WINDOW", "_NET_CLIENT_LIST", "_NET_WM_STATE")
        self._properties = frozenset(self._server.atom(name) for name in properties)
        self._listener = x11.EventListener(self._server, self._on_events, parent)
        self._server.watch(self._server.root)
        # Those of other screens than the active window's.
        clients = self._server.values(self._server.root, "_NET_CLIENT_LIST")
        self._full_screen_windows = {window for window in clients if self._is_full(window)}

    def is_filled(self, screen: QRect) -> bool:
        """Return whether a window fills the screen with the geometry `screen`, in physical pixels."""
        active = next(iter(self._server.values(self._server.root, "_NET_ACTIVE_WINDOW")), 0)
        if active != self._active and active:
            self._server.watch(active)
        self._active = active
        self._full_screen_windows = {window for window in (*self._full_screen_windows, active) if self._is_full(window)}
        # A full-screen video on this screen counts even while the active window is on another screen.
        is_active_here = screen.contains(self._server.geometry(active).center())
        candidates = self._full_screen_windows & {active} if is_active_here else self._full_screen_windows
        return any(screen.contains(self._server.geometry(window).center()) for window in candidates)

    def stop(self) -> None:
        self._listener.close()

    def _is_full(self, window: int) -> bool:
        # A window that is being closed still has the full-screen state.
        if window not in self._server.values(self._server.root, "_NET_CLIENT_LIST"):
            return False
        states = self._server.values(window, "_NET_WM_STATE")
        return self._full_screen_state in states and self._hidden_state not in states

    def _on_events(self, events: list[x11.Event]) -> None:
        if any(event.atom in self._properties for event in events):
            self._changed()


class _WindowsWatch:
    """Polls whether the foreground window covers the whole monitor, with the taskbar."""

    # The last one is the desktop itself, in front while no window is.
    _SHELL = frozenset({"Progman", "WorkerW", "Shell_TrayWnd", "#32769"})

    def __init__(self, changed: Callable[[], None], parent: QObject) -> None:
        self._user: Any = ctypes.WinDLL("user32")  # pyright: ignore[reportAttributeAccessIssue]
        self._timer = QTimer(parent, interval=POLL_MS)
        self._timer.timeout.connect(changed)
        self._timer.start()

    def is_filled(self, screen: QRect) -> bool:
        front = self._user.GetForegroundWindow()
        name = ctypes.create_unicode_buffer(64)
        self._user.GetClassNameW(front, name, len(name))
        box = RECT()
        if not front or name.value in self._SHELL or not self._user.GetWindowRect(front, byref(box)):
            return False
        covered = QRect(QPoint(box.left, box.top), QPoint(box.right - 1, box.bottom - 1))
        return covered.contains(screen)

    def stop(self) -> None:
        self._timer.stop()
