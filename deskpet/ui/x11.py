"""The two things about X11 that Qt has no words for: windows without a taskbar entry, and whether there is
transparency at all. Everything here does nothing on another platform.
"""

import ctypes
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from typing import Any

from PySide6.QtGui import QGuiApplication

_ATOM = 4  # XA_ATOM
_APPEND = 2  # PropModeAppend


def keep_out_of_taskbar(window: int) -> None:
    """Ask the window manager for no entry in taskbar and pager; to be called before each time it is mapped.

    `window` is a QWindow's winId. See the Extended Window Manager Hints, _NET_WM_STATE.
    """
    with _display() as (xlib, display):
        if xlib is None:
            return
        wanted = (b"_NET_WM_STATE_SKIP_TASKBAR", b"_NET_WM_STATE_SKIP_PAGER")
        atoms = (ctypes.c_ulong * len(wanted))(*(xlib.XInternAtom(display, name, False) for name in wanted))
        state = xlib.XInternAtom(display, b"_NET_WM_STATE", False)
        xlib.XChangeProperty(display, window, state, _ATOM, 32, _APPEND, atoms, len(wanted))
        xlib.XSync(display, False)


def has_compositor() -> bool:
    """Whether transparent windows are transparent here; true on other platforms than X11."""
    with _display() as (xlib, display):
        if xlib is None:
            return True
        manager = xlib.XInternAtom(display, b"_NET_WM_CM_S%d" % xlib.XDefaultScreen(display), False)
        return bool(xlib.XGetSelectionOwner(display, manager))


@contextmanager
def _display() -> Generator[tuple[Any, Any]]:
    """Xlib and a connection of our own; None and None where there is no X11."""
    xlib = _xlib() if QGuiApplication.platformName() == "xcb" else None
    display = xlib.XOpenDisplay(None) if xlib is not None else None
    if xlib is None or not display:
        yield None, None
        return
    try:
        yield xlib, display
    finally:
        xlib.XCloseDisplay(display)


@cache
def _xlib() -> Any:
    try:
        xlib = ctypes.CDLL("libX11.so.6")
    except OSError:
        return None
    display, atom, number = ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int
    signatures = {
        "XOpenDisplay": (display, [ctypes.c_char_p]),
        "XCloseDisplay": (number, [display]),
        "XSync": (number, [display, number]),
        "XDefaultScreen": (number, [display]),
        "XInternAtom": (atom, [display, ctypes.c_char_p, number]),
        "XGetSelectionOwner": (atom, [display, atom]),
        "XChangeProperty": (number, [display, atom, atom, atom, number, number, display, number]),
    }
    for name, (result, arguments) in signatures.items():
        function = getattr(xlib, name)
        function.restype, function.argtypes = result, arguments
    return xlib
