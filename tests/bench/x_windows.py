"""Watches an X display for the moment at which a window appears."""

import ctypes
import select
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

SUBSTRUCTURE_NOTIFY_MASK = 1 << 19
MAP_NOTIFY = 19
EVENT_BYTES = 192


class WindowWatch:
    """Learns of every top-level window that is mapped on DISPLAY between entering and leaving."""

    def __enter__(self) -> Self:
        self._x11 = ctypes.CDLL("libX11.so.6")
        self._x11.XOpenDisplay.restype = ctypes.c_void_p
        self._x11.XDefaultRootWindow.restype = ctypes.c_ulong
        self._connection = ctypes.c_void_p(self._x11.XOpenDisplay(None))
        if not self._connection:
            raise OSError("no X display to watch")
        root = ctypes.c_ulong(self._x11.XDefaultRootWindow(self._connection))
        self._x11.XSelectInput(self._connection, root, ctypes.c_long(SUBSTRUCTURE_NOTIFY_MASK))
        self._x11.XSync(self._connection, 0)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._x11.XCloseDisplay(self._connection)

    def wait_until_mapped(self, limit_s: float, is_hopeless: Callable[[], bool]) -> None:
        """Return as soon as a window is mapped. Raises TimeoutError if none will be."""
        until = time.monotonic() + limit_s
        event = ctypes.create_string_buffer(EVENT_BYTES)
        descriptor = self._x11.XConnectionNumber(self._connection)
        while True:
            while self._x11.XPending(self._connection):
                self._x11.XNextEvent(self._connection, event)
                if ctypes.cast(event, ctypes.POINTER(ctypes.c_int))[0] == MAP_NOTIFY:
                    return
            remaining = until - time.monotonic()
            if remaining <= 0 or is_hopeless():
                raise TimeoutError(f"no window within {limit_s} s")
            select.select([descriptor], [], [], min(remaining, 0.2))
