"""Divide the X server's screen into monitors, and remove them again."""

import ctypes
from collections.abc import Generator
from contextlib import contextmanager
from ctypes import POINTER, Structure, c_char_p, c_int, c_ulong, c_void_p

import pytest


class _Monitor(Structure):
    _fields_ = (
        ("name", c_ulong),
        ("primary", c_int),
        ("automatic", c_int),
        ("outputs_count", c_int),
        ("x", c_int),
        ("y", c_int),
        ("width", c_int),
        ("height", c_int),
        ("mm_width", c_int),
        ("mm_height", c_int),
        ("outputs", POINTER(c_ulong)),
    )


class Monitors:
    """Monitors by name, with sizes in pixels. The first one gets the server's only output."""

    def __init__(self) -> None:
        self._x, self._randr = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXrandr.so.2")
        self._x.XOpenDisplay.restype, self._x.XOpenDisplay.argtypes = c_void_p, [c_char_p]
        self._x.XDefaultRootWindow.restype, self._x.XDefaultRootWindow.argtypes = c_ulong, [c_void_p]
        self._x.XInternAtom.restype, self._x.XInternAtom.argtypes = c_ulong, [c_void_p, c_char_p, c_int]
        self._x.XSync.argtypes = [c_void_p, c_int]
        self._x.XCloseDisplay.argtypes = [c_void_p]
        self._randr.XRRSetMonitor.argtypes = [c_void_p, c_ulong, POINTER(_Monitor)]
        self._randr.XRRDeleteMonitor.argtypes = [c_void_p, c_ulong, c_ulong]
        self._randr.XRRGetScreenResources.restype, self._randr.XRRGetScreenResources.argtypes = (
            POINTER(c_ulong),
            [c_void_p, c_ulong],
        )
        self._display = self._x.XOpenDisplay(None)
        self._root = self._x.XDefaultRootWindow(self._display)
        self._names: list[str] = []

    def plug_in(self, name: str, x: int, width: int, height: int) -> None:
        """Add a monitor, or change its size and position."""
        outputs = self._output() if not self._names or name == self._names[0] else []
        array = (c_ulong * max(1, len(outputs)))(*outputs)
        is_first = int(bool(outputs))
        monitor = _Monitor(self._atom(name), is_first, 0, len(outputs), x, 0, width, height, 300, 200, array)
        self._randr.XRRSetMonitor(self._display, self._root, ctypes.byref(monitor))
        self._x.XSync(self._display, 0)
        if name not in self._names:
            self._names.append(name)

    def unplug(self, name: str) -> None:
        """Remove a monitor."""
        self._randr.XRRDeleteMonitor(self._display, self._root, self._atom(name))
        self._x.XSync(self._display, 0)
        self._names.remove(name)

    def restore(self) -> None:
        """Remove all monitors, which restores the one screen."""
        for name in reversed(self._names[:]):
            self.unplug(name)
        self._x.XCloseDisplay(self._display)

    def _atom(self, name: str) -> int:
        return self._x.XInternAtom(self._display, name.encode(), 0)

    def _output(self) -> list[int]:
        """Return the first output. XRRScreenResources: two times, CRTC count and list, output count and list."""
        resources = self._randr.XRRGetScreenResources(self._display, self._root)
        outputs = ctypes.cast(resources[5], POINTER(c_ulong))
        return [outputs[0]]


@contextmanager
def monitors() -> Generator[Monitors]:
    """Provide Monitors and restore the screen afterwards. Skips the test without libXrandr."""
    try:
        screens = Monitors()
    except OSError as error:
        pytest.skip(str(error))
    try:
        yield screens
    finally:
        screens.restore()
