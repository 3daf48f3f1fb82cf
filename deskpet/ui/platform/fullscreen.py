"""Whether some other window fills the screen that a window of ours stands on.

On X11 the window manager tells by itself; on Windows it is looked at once a second. macOS gives a full-screen window
a space of its own, where the character is not; Wayland tells nobody.
"""

import ctypes
import logging
import sys
from collections.abc import Callable
from ctypes import Structure, byref, c_long
from typing import Any, Protocol

from PySide6.QtCore import QObject, QPoint, QRect, QSize, QTimer, Signal
from PySide6.QtGui import QWindow

from deskpet.ui.platform import x11

LOOK_MS = 1000
# Between two windows none is the active one for a moment.
SETTLE_MS = 300

log = logging.getLogger(__name__)


class _Watch(Protocol):
    """What tells of full-screen windows on one platform."""

    def is_filled(self, screen: QRect) -> bool:
        """Whether a window fills the screen at `screen`, in physical pixels."""
        ...

    def stop(self) -> None:
        """Watch no more."""
        ...


class FullScreen(QObject):
    """Watches the screen that a window is on, or was on before it was hidden.

    filled: a window fills it now, or none does any more.
    """

    filled = Signal(bool)

    def __init__(self, window: QWindow) -> None:
        super().__init__(window)
        self._window, self._watch = window, None
        self._is_filled = False
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self._decide)
        window.screenChanged.connect(self._look)
        self._watch: _Watch | None

    def watch(self, wanted: bool) -> None:
        """Begin or end to watch. Where the platform tells nothing this does nothing."""
        if wanted and self._watch is None:
            self._watch = _watch_of_this_platform(self._look, self)
            self._look()
        elif not wanted and self._watch is not None:
            self._watch.stop()
            self._watch = None
            self._tell(False)

    def _look(self) -> None:
        if self._watch is None:
            return
        if self._watch.is_filled(_in_pixels(self._window)):
            self._settle.stop()
            self._tell(True)
        elif self._is_filled and not self._settle.isActive():
            self._settle.start()

    def _decide(self) -> None:
        if self._watch is not None:
            self._tell(self._watch.is_filled(_in_pixels(self._window)))

    def _tell(self, is_filled: bool) -> None:
        if is_filled != self._is_filled:
            self._is_filled = is_filled
            self.filled.emit(is_filled)


def _watch_of_this_platform(changed: Callable[[], None], parent: QObject) -> _Watch | None:
    if sys.platform == "win32":
        return _WindowsWatch(changed, parent)
    try:
        return _X11Watch(changed, parent) if x11.is_x11() else None
    except OSError as error:
        log.warning("full-screen windows can't be watched: %s", error)
        return None


def _in_pixels(window: QWindow) -> QRect:
    """The screen of a window, in physical pixels: Qt scales a screen's size, but not its corner."""
    screen = window.screen()
    box, ratio = screen.geometry(), screen.devicePixelRatio()
    return QRect(box.topLeft(), QSize(round(box.width() * ratio), round(box.height() * ratio)))


class _X11Watch:
    """Hears from the window manager (Extended Window Manager Hints); it wakes only when something changed."""

    def __init__(self, changed: Callable[[], None], parent: QObject) -> None:
        self._server, self._changed = x11.Connection(), changed
        self._active = 0
        self._full_ones: set[int] = set()
        self._full, self._hidden = (self._server.atom(f"_NET_WM_STATE_{name}") for name in ("FULLSCREEN", "HIDDEN"))
        news = ("_NET_ACTIVE_WINDOW", "_NET_CLIENT_LIST", "_NET_WM_STATE")
        self._news = frozenset(self._server.atom(name) for name in news)
        self._listener = x11.Listener(self._server, self._on_events, parent)
        self._server.watch_properties(self._server.root)

    def is_filled(self, screen: QRect) -> bool:
        active = next(iter(self._server.values(self._server.root, "_NET_ACTIVE_WINDOW")), 0)
        if active != self._active and active:
            self._server.watch_properties(active)
        self._active = active
        self._full_ones = {window for window in (*self._full_ones, active) if self._is_full(window)}
        # A film goes on while the user is busy on another screen.
        is_here = screen.contains(self._server.geometry(active).center())
        candidates = self._full_ones & {active} if is_here else self._full_ones
        return any(screen.contains(self._server.geometry(window).center()) for window in candidates)

    def stop(self) -> None:
        self._listener.stop()
        self._server.close()

    def _is_full(self, window: int) -> bool:
        # A window that is being closed still says of itself that it fills the screen.
        if window not in self._server.values(self._server.root, "_NET_CLIENT_LIST"):
            return False
        states = self._server.values(window, "_NET_WM_STATE")
        return self._full in states and self._hidden not in states

    def _on_events(self, events: list[x11.Event]) -> None:
        if any(event.atom in self._news for event in events):
            self._changed()


class _WindowsWatch:
    """Looks at the window in front: whether it covers its monitor, taskbar and all. Not tried by its makers."""

    _SHELL = frozenset({"Progman", "WorkerW", "Shell_TrayWnd"})

    def __init__(self, changed: Callable[[], None], parent: QObject) -> None:
        self._user: Any = ctypes.WinDLL("user32")  # pyright: ignore[reportAttributeAccessIssue]
        self._timer = QTimer(parent, interval=LOOK_MS)
        self._timer.timeout.connect(changed)
        self._timer.start()

    def is_filled(self, screen: QRect) -> bool:
        front = self._user.GetForegroundWindow()
        name = ctypes.create_unicode_buffer(64)
        self._user.GetClassNameW(front, name, len(name))
        box = _Rectangle()
        if not front or name.value in self._SHELL or not self._user.GetWindowRect(front, byref(box)):
            return False
        covered = QRect(QPoint(box.left, box.top), QPoint(box.right - 1, box.bottom - 1))
        return covered.contains(screen)

    def stop(self) -> None:
        self._timer.stop()


class _Rectangle(Structure):
    _fields_ = (("left", c_long), ("top", c_long), ("right", c_long), ("bottom", c_long))
