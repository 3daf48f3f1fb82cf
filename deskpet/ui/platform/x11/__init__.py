"""X11 features that Qt does not offer, over a separate xcb connection.

xcb returns the error of a failed request; Xlib would exit the process if a window has just been closed.
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
    """Return whether Qt uses X11 (or XWayland)."""
    return QGuiApplication.platformName() == "xcb"


class Listener(QObject):
    """Reads the events of a connection on Qt's event loop and passes each batch to `on_events`."""

    def __init__(self, connection: Connection, on_events: Callable[[list[Event]], None], parent: QObject) -> None:
        super().__init__(parent)
        self._connection, self._on_events = connection, on_events
        self._notifier = QSocketNotifier(connection.descriptor, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self.listen)

    def listen(self) -> None:
        """Process all pending events; requests to the server in between may bring more of them."""
        while events := list(self._connection.events()):
            self._on_events(events)
        if self._connection.is_lost:
            self._notifier.setEnabled(False)

    def stop(self) -> None:
        """Stop reading events."""
        self._notifier.setEnabled(False)


def keep_out_of_taskbar(window: int) -> None:
    """Ask the window manager to show no entry in taskbar and pager. Call it each time before the window is mapped.

    `window` is a QWindow's winId. See the Extended Window Manager Hints, _NET_WM_STATE.
    """
    with _temporary_connection() as server:
        if server is not None:
            wanted = ("_NET_WM_STATE_SKIP_TASKBAR", "_NET_WM_STATE_SKIP_PAGER")
            server.append_atoms(window, "_NET_WM_STATE", wanted)


def has_compositor() -> bool:
    """Return whether a compositing manager runs, so that windows can be transparent; True on platforms without X11."""
    with _temporary_connection() as server:
        return server is None or bool(server.owner(f"_NET_WM_CM_S{server.number}"))


def boxes_of(region: QRegion) -> tuple[Box, ...]:
    """Return the rectangles of a region, sorted in bands from the top."""
    # The type stub of QRegion has no __iter__.
    boxes = cast(Iterable[QRect], region)
    return tuple((box.x(), box.y(), box.width(), box.height()) for box in boxes)


class InputShape:
    """The input shape of one of our windows on X11: the area that receives clicks. The X server applies it."""

    def __init__(self, window: int) -> None:
        """`window` is a QWindow's winId. Raises OSError without X11, or if the server lacks the shape extension."""
        self._window, self._server = window, _shape_connection()
        # Qt has a separate connection. This round trip ensures that Qt's earlier requests are processed first.
        QCursor.pos()
        self._boxes: tuple[Box, ...] | None = None

    def take(self, boxes: tuple[Box, ...] | None) -> None:
        """Receive clicks only in these boxes, or in the whole window if `boxes` is None.

        Boxes are in physical pixels of the window, sorted in bands from the top.
        """
        if boxes != self._boxes:
            self._boxes = boxes
            self._server.set_input_shape(self._window, boxes)


@cache
def _shape_connection() -> Connection:
    """Return the connection that all input shapes share until the program ends. Raises OSError."""
    if not is_x11():
        raise OSError("there is no X server")
    server = Connection()
    if not server.has_shapes:
        server.close()
        raise OSError("the X server knows no shapes")
    return server


@contextmanager
def _temporary_connection() -> Generator[Connection | None]:
    """Yield a connection that is closed after the block, or None without X11."""
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
