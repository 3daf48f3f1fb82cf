"""What Qt has no words for on X11, over a connection of our own.

It speaks xcb, where a request that fails is an answer; Xlib would end the process over a window that just closed.
"""

import logging
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from functools import cache
from typing import cast

from PySide6.QtCore import QObject, QRect, QSocketNotifier
from PySide6.QtGui import QCursor, QGuiApplication, QRegion

from deskpet.ui.platform.x11.connection import KEY_PRESS, Box, Connection, Event

__all__ = [
    "KEY_PRESS",
    "Box",
    "Connection",
    "Event",
    "InputShape",
    "Listener",
    "boxes_of",
    "has_compositor",
    "is_x11",
    "keep_out_of_taskbar",
]

log = logging.getLogger(__name__)


def is_x11() -> bool:
    """Whether Qt shows its windows on X11 (also on XWayland)."""
    return QGuiApplication.platformName() == "xcb"


class Listener(QObject):
    """Hears what a connection's server tells, on Qt's loop. `heard` gets the events of one go."""

    def __init__(self, connection: Connection, heard: Callable[[list[Event]], None], parent: QObject) -> None:
        super().__init__(parent)
        self._connection, self._heard = connection, heard
        self._notifier = QSocketNotifier(connection.descriptor, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self.listen)

    def listen(self) -> None:
        """Hear what there is; asking the server something in between may bring more of it."""
        while events := list(self._connection.events()):
            self._heard(events)
        if self._connection.is_lost:
            self._notifier.setEnabled(False)

    def stop(self) -> None:
        """Hear nothing any more."""
        self._notifier.setEnabled(False)


def keep_out_of_taskbar(window: int) -> None:
    """Ask the window manager for no entry in taskbar and pager; to be called before each time it is mapped.

    `window` is a QWindow's winId. See the Extended Window Manager Hints, _NET_WM_STATE.
    """
    with _brief_connection() as server:
        if server is not None:
            wanted = ("_NET_WM_STATE_SKIP_TASKBAR", "_NET_WM_STATE_SKIP_PAGER")
            server.append_atoms(window, "_NET_WM_STATE", wanted)


def has_compositor() -> bool:
    """Whether transparent windows are transparent here; true on other platforms than X11."""
    with _brief_connection() as server:
        return server is None or bool(server.owner(f"_NET_WM_CM_S{server.number}"))


def boxes_of(region: QRegion) -> tuple[Box, ...]:
    """A region's boxes, in bands from above."""
    # Its stub leaves out that it can be gone through.
    boxes = cast(Iterable[QRect], region)
    return tuple((box.x(), box.y(), box.width(), box.height()) for box in boxes)


class InputShape:
    """Where a window of ours takes clicks, on X11. It is the server's own affair: nobody has to look after it."""

    def __init__(self, window: int) -> None:
        """`window` is a QWindow's winId. Raises OSError where there is no X11, or none that knows of shapes."""
        self._window, self._server = window, _shaping()
        # Qt has a connection of its own. What it has asked for comes first: a question waits until that is done.
        QCursor.pos()
        self._boxes: tuple[Box, ...] | None = None

    def take(self, boxes: tuple[Box, ...] | None) -> None:
        """Take the clicks in these boxes alone, physical pixels of the window, in bands from above; None: all."""
        if boxes != self._boxes:
            self._boxes = boxes
            self._server.take_input(self._window, boxes)


@cache
def _shaping() -> Connection:
    """The connection that all shapes are told over, as long as the program runs."""
    if not is_x11():
        raise OSError("there is no X server")
    server = Connection()
    if not server.has_shapes:
        server.close()
        raise OSError("the X server knows no shapes")
    return server


@contextmanager
def _brief_connection() -> Generator[Connection | None]:
    """A connection for a moment; None where there is no X11."""
    try:
        server = Connection() if is_x11() else None
    except OSError as error:
        log.warning("no connection to the X server: %s", error)
        server = None
    try:
        yield server
    finally:
        if server is not None:
            server.close()
