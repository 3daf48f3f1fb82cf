"""The windows of other programs on the desktop: where they are, which one is used, and when that changes.

On X11 the window manager sends events; on Windows the system tells which window is used, and a window that matters is
polled. Other systems do not tell.
"""

import ctypes
import logging
import sys
from collections.abc import Callable
from ctypes import byref, c_int, c_long, c_uint32, c_void_p
from ctypes.wintypes import RECT
from dataclasses import dataclass
from typing import Any, Protocol

from PySide6.QtCore import QObject, QPoint, QRect, QSize, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QScreen

from deskpet.ui.platform import x11

# Delay after an event in ms: one change causes several.
SETTLE_MS = 60
POLL_MS = 500
# The value of _NET_WM_DESKTOP for all desktops.
_ALL_DESKTOPS = 0xFFFFFFFF
_STANDS_APART = (
    "DESKTOP",
    "DOCK",
    "TOOLBAR",
    "MENU",
    "SPLASH",
    "NOTIFICATION",
    "TOOLTIP",
    "POPUP_MENU",
    "COMBO",
    "DND",
)
# DWMWINDOWATTRIBUTE, and window styles.
_FRAME_BOUNDS, _CLOAKED = 9, 14
_EXTENDED_STYLE, _TOOL_WINDOW, _TRANSPARENT = -20, 0x80, 0x20
# EVENT_SYSTEM_FOREGROUND.
_FOREGROUND = 3
_SHELL = frozenset({"Progman", "WorkerW", "Shell_TrayWnd", "Shell_SecondaryTrayWnd", "Windows.UI.Core.CoreWindow"})

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class OtherWindow:
    """A window of another program. box: with its frame, in logical pixels. is_active: it has the keyboard.

    fills_screen: nothing else is to be seen on its screen.
    """

    number: int
    box: QRect
    is_active: bool
    fills_screen: bool


class _System(Protocol):
    def windows(self, own: frozenset[int]) -> list[OtherWindow]: ...
    def watch(self, window: int | None) -> None: ...
    def close(self) -> None: ...


class DesktopWindows(QObject):
    """Lists the windows of other programs. None are known on systems that do not tell.

    changed: Emitted when windows were opened, closed, raised or used, and when the watched one was moved.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self.changed)
        self._system = _create_system(self._on_event, self)

    def visible(self) -> tuple[OtherWindow, ...]:
        """Return those that are on screen, the topmost first."""
        own = frozenset(int(each.winId()) for each in QGuiApplication.topLevelWindows() if each.isVisible())
        return tuple(self._system.windows(own)) if self._system else ()

    def watch(self, window: int | None) -> None:
        """Notice when this window is moved or closed, or none any more."""
        if self._system:
            self._system.watch(window)

    def close(self) -> None:
        """Stop watching."""
        self._settle.stop()
        if self._system:
            self._system.close()
            self._system = None

    def _on_event(self) -> None:
        # Frequent events must not put off the answer.
        if not self._settle.isActive():
            self._settle.start()


def _create_system(changed: Callable[[], None], parent: QObject) -> _System | None:
    if sys.platform == "win32":
        return _Windows(changed, parent)
    try:
        return _X11(changed, parent) if x11.is_x11() else None
    except OSError as error:
        log.warning("the windows on the desktop can't be watched: %s", error)
        return None


def _logical(box: QRect) -> tuple[QRect, QScreen]:
    """Return a rectangle of physical pixels in logical ones, and its screen. Qt scales sizes of screens, not places."""
    center = box.center()
    screens = QGuiApplication.screens()
    screen = next((each for each in screens if _physical(each).contains(center)), screens[0])
    origin, ratio = screen.geometry().topLeft(), screen.devicePixelRatio()
    corner = (box.topLeft() - origin) / ratio + origin
    return QRect(corner, QSize(round(box.width() / ratio), round(box.height() / ratio))), screen


def _physical(screen: QScreen) -> QRect:
    geometry = screen.geometry()
    return QRect(geometry.topLeft(), geometry.size() * screen.devicePixelRatio())


class _X11:
    """Reads the properties of the window manager (Extended Window Manager Hints)."""

    def __init__(self, changed: Callable[[], None], parent: QObject) -> None:
        self._server, self._changed = x11.XConnection(), changed
        names = ("_NET_CLIENT_LIST_STACKING", "_NET_ACTIVE_WINDOW", "_NET_CURRENT_DESKTOP")
        self._properties = frozenset(self._server.atom(name) for name in names)
        self._apart = frozenset(self._server.atom(f"_NET_WM_WINDOW_TYPE_{name}") for name in _STANDS_APART)
        self._listener = x11.EventListener(self._server, self._on_events, parent)
        self._server.watch(self._server.root)
        self._watched: int | None = None

    def windows(self, own: frozenset[int]) -> list[OtherWindow]:
        server = self._server
        stack = server.values(server.root, "_NET_CLIENT_LIST_STACKING")
        active = next(iter(server.values(server.root, "_NET_ACTIVE_WINDOW")), 0)
        return [self._window(each, active) for each in reversed(stack) if each not in own and self._is_shown(each)]

    def watch(self, window: int | None) -> None:
        if window == self._watched:
            return
        if self._watched:
            self._server.watch_geometry(self._watched, is_wanted=False)
        if window:
            self._server.watch_geometry(window, is_wanted=True)
        self._watched = window

    def close(self) -> None:
        self._listener.close()

    def _window(self, window: int, active: int) -> OtherWindow:
        box, screen = _logical(self._frame(window))
        states = self._server.values(window, "_NET_WM_STATE")
        fills = self._server.atom("_NET_WM_STATE_FULLSCREEN") in states or box.contains(screen.geometry())
        return OtherWindow(window, box, window == active, fills)

    def _is_shown(self, window: int) -> bool:
        server = self._server
        if self._apart.intersection(server.values(window, "_NET_WM_WINDOW_TYPE")) or not server.is_seen(window):
            return False
        desktop, current = server.values(window, "_NET_WM_DESKTOP"), server.values(server.root, "_NET_CURRENT_DESKTOP")
        is_here = not (desktop and current) or desktop[0] in (_ALL_DESKTOPS, current[0])
        return is_here and server.atom("_NET_WM_STATE_HIDDEN") not in server.values(window, "_NET_WM_STATE")

    def _frame(self, window: int) -> QRect:
        """Return a window's geometry with what the window manager draws around it, without what it draws itself."""
        box = self._server.geometry(window)
        for name, sign in (("_NET_FRAME_EXTENTS", 1), ("_GTK_FRAME_EXTENTS", -1)):
            extents = self._server.values(window, name)
            if len(extents) == 4:
                left, right, top, bottom = (sign * each for each in extents)
                box = box.adjusted(-left, -top, right, bottom)
        return box

    def _on_events(self, events: list[x11.Event]) -> None:
        if any(event.kind != x11.PROPERTY_CHANGED or event.atom in self._properties for event in events):
            self._changed()


class _Windows:
    """Asks the desktop window manager; while a window is watched, several times a second."""

    def __init__(self, changed: Callable[[], None], parent: QObject) -> None:
        self._user: Any = ctypes.WinDLL("user32")  # pyright: ignore[reportAttributeAccessIssue]
        self._manager: Any = ctypes.WinDLL("dwmapi")  # pyright: ignore[reportAttributeAccessIssue]
        self._timer = QTimer(parent, interval=POLL_MS)
        self._timer.timeout.connect(self._look)
        self._changed, self._watched, self._place = changed, 0, QRect()
        # Kept as long as the hook: the system calls it from the event loop of this thread.
        self._on_used = _window_event()(lambda *_: changed())
        self._user.SetWinEventHook.restype = c_void_p
        self._hook = self._user.SetWinEventHook(_FOREGROUND, _FOREGROUND, None, self._on_used, 0, 0, 0)

    def windows(self, own: frozenset[int]) -> list[OtherWindow]:
        found: list[int] = []
        visit = ctypes.WINFUNCTYPE(c_int, c_void_p, c_void_p)(  # pyright: ignore[reportAttributeAccessIssue]
            lambda window, _: found.append(window or 0) or 1
        )
        self._user.EnumWindows(visit, None)
        active = self._user.GetForegroundWindow()
        return [self._window(each, active) for each in found if each not in own and self._is_shown(each)]

    def watch(self, window: int | None) -> None:
        self._watched = window or 0
        self._place = self._frame(self._watched) if window else QRect()
        if window:
            self._timer.start()
        else:
            self._timer.stop()

    def close(self) -> None:
        self._timer.stop()
        self._user.UnhookWinEvent(c_void_p(self._hook))

    def _look(self) -> None:
        place = self._frame(self._watched) if self._is_shown(self._watched) else QRect()
        if place != self._place:
            self._place = place
            self._changed()

    def _window(self, window: int, active: int) -> OtherWindow:
        box, screen = _logical(self._frame(window))
        return OtherWindow(window, box, window == active, box.contains(screen.geometry()))

    def _is_shown(self, window: int) -> bool:
        user, handle, cloaked = self._user, c_void_p(window), c_int()
        if not user.IsWindowVisible(handle) or user.IsIconic(handle):
            return False
        self._manager.DwmGetWindowAttribute(handle, _CLOAKED, byref(cloaked), ctypes.sizeof(cloaked))
        name = ctypes.create_unicode_buffer(64)
        user.GetClassNameW(handle, name, len(name))
        style = user.GetWindowLongW(handle, _EXTENDED_STYLE)
        return not cloaked.value and name.value not in _SHELL and not style & (_TOOL_WINDOW | _TRANSPARENT)

    def _frame(self, window: int) -> QRect:
        """Return a window's visible frame: its geometry has an invisible border as well."""
        box, handle = RECT(), c_void_p(window)
        if self._manager.DwmGetWindowAttribute(handle, _FRAME_BOUNDS, byref(box), ctypes.sizeof(box)):
            self._user.GetWindowRect(handle, byref(box))
        return QRect(QPoint(box.left, box.top), QPoint(box.right - 1, box.bottom - 1))


def _window_event() -> Any:
    """Return the type of a function that SetWinEventHook takes (WINEVENTPROC)."""
    numbers = (c_void_p, c_uint32, c_void_p, c_long, c_long, c_uint32, c_uint32)
    return ctypes.WINFUNCTYPE(None, *numbers)  # pyright: ignore[reportAttributeAccessIssue]
