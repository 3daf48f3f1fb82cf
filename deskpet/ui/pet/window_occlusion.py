"""Whether other windows cover the character, on X11: a compositor hides that even from a window of its own.

Only what surely covers counts: a rectangle without any transparency, above the character, as a film on a full screen.
What a compositor may make of it by rules of its own can't be known; then the character is seen standing still.
"""

import logging

from PySide6.QtCore import QObject, QRect, QTimer, Signal

from deskpet.ui.pet.desktop_window import DesktopWindow
from deskpet.ui.platform import x11

# A window that comes, goes or grows is told of several times.
SETTLE_MS = 60
_EVERYWHERE = 0xFFFFFFFF

log = logging.getLogger(__name__)


class OcclusionWatch(QObject):
    """Watches what stands above a window. Nothing wakes it but news of the window manager's and of those windows.

    changed: the window is covered now, or is to be seen again.
    """

    changed = Signal(bool)

    def __init__(self, window: DesktopWindow) -> None:
        super().__init__(window)
        self._window, self._is_covered = window, False
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self._look)
        self._server: x11.Connection | None = None
        self._watched: set[int] = set()
        try:
            self._server = x11.Connection() if x11.is_x11() else None
        except OSError as error:
            log.warning("covering windows can't be watched: %s", error)
        if self._server is not None:
            self._listener = x11.Listener(self._server, self._on_events, self)
            self._server.watch_properties(self._server.root)
            window.moved.connect(self._settle.start)
            window.shown.connect(self._settle.start)
            self._settle.start()

    def stop(self) -> None:
        """Watch no more."""
        self._settle.stop()
        if self._server is not None:
            self._listener.stop()
            self._server.close()
            self._server = None

    def _on_events(self, events: list[x11.Event]) -> None:
        # Titles change, and clocks in them; nothing of that is worth a look of its own.
        if not self._settle.isActive():
            self._settle.start()

    def _look(self) -> None:
        if self._server is None:
            return
        us = int(self._window.winId())
        above, box = self._above(self._server, us), self._server.geometry(us)
        for window in above:
            if window not in self._watched:
                self._server.watch(window)
        self._watched = set(above)
        is_covered = any(_covers(self._server, window, box) for window in above)
        if is_covered != self._is_covered:
            self._is_covered = is_covered
            self.changed.emit(is_covered)

    def _above(self, server: x11.Connection, us: int) -> tuple[int, ...]:
        """The windows above ours, by the Extended Window Manager Hints; none when ours is not among them."""
        stack = server.values(server.root, "_NET_CLIENT_LIST_STACKING")
        return stack[stack.index(us) + 1 :] if us in stack else ()


def _covers(server: x11.Connection, window: int, box: QRect) -> bool:
    """Whether nothing of what is behind a window can be seen at `box`, a part of the desktop in physical pixels."""
    place = server.geometry(window)
    if box.isEmpty() or not place.contains(box) or not server.is_seen(window):
        return False
    if server.atom("_NET_WM_STATE_HIDDEN") in server.values(window, "_NET_WM_STATE"):
        return False
    desktop, shown = server.values(window, "_NET_WM_DESKTOP"), server.values(server.root, "_NET_CURRENT_DESKTOP")
    if desktop and shown and desktop[0] not in (_EVERYWHERE, shown[0]):
        return False
    return _is_opaque(server, window, box.translated(-place.topLeft())) and not server.is_shaped(window)


def _is_opaque(server: x11.Connection, window: int, part: QRect) -> bool:
    """Whether a part of a window, counted from its corner, has no transparency at all."""
    opacity = server.values(window, "_NET_WM_WINDOW_OPACITY")
    if opacity and opacity[0] != _EVERYWHERE:
        return False
    if not server.has_alpha(window):
        return True
    told = server.values(window, "_NET_WM_OPAQUE_REGION")
    return any(QRect(*told[at : at + 4]).contains(part) for at in range(0, len(told) - 3, 4))
