"""Change the screens of a running X server with the RandR extension, as if monitors were plugged in and out."""

import ctypes
from collections.abc import Generator
from contextlib import contextmanager
from ctypes import POINTER, Structure, byref, c_char_p, c_int, c_ulong, c_void_p

Box = tuple[int, int, int, int]
"""Left, top, width and height in pixels."""
_MM_PER_PIXEL = 0.2646


class _Monitor(Structure):
    """XRRMonitorInfo of Xrandr.h."""

    _fields_ = (
        ("name", c_ulong),
        ("primary", c_int),
        ("automatic", c_int),
        ("noutput", c_int),
        *((name, c_int) for name in ("x", "y", "width", "height", "mwidth", "mheight")),
        ("outputs", c_void_p),
    )


class _Resources(Structure):
    """The beginning of XRRScreenResources."""

    _fields_ = (
        ("timestamp", c_ulong),
        ("config_timestamp", c_ulong),
        ("ncrtc", c_int),
        ("crtcs", POINTER(c_ulong)),
        ("noutput", c_int),
        ("outputs", POINTER(c_ulong)),
    )


def set_monitors(display: str, *boxes: Box) -> None:
    """Divide the desktop into these monitors, the first one being the primary one."""
    with _connection(display) as (x11, randr, connection, root):
        resources = randr.XRRGetScreenResources(connection, c_ulong(root)).contents
        output = resources.outputs[0]
        for number in range(4):
            randr.XRRDeleteMonitor(connection, c_ulong(root), c_ulong(_name(x11, connection, number)))
        for number, (x, y, width, height) in enumerate(boxes):
            outputs = (c_ulong * 1)(output)
            size_mm = round(width * _MM_PER_PIXEL), round(height * _MM_PER_PIXEL)
            # One output can only belong to one monitor.
            owned, count = (ctypes.cast(outputs, c_void_p), 1) if number == 0 else (c_void_p(), 0)
            monitor = _Monitor(
                _name(x11, connection, number), number == 0, 0, count, x, y, width, height, *size_mm, owned
            )
            randr.XRRSetMonitor(connection, c_ulong(root), byref(monitor))
        x11.XSync(connection, 0)


def _name(x11: ctypes.CDLL, connection: c_void_p, number: int) -> int:
    return int(x11.XInternAtom(connection, c_char_p(f"MONITOR-{number}".encode()), 0))


@contextmanager
def _connection(display: str) -> Generator[tuple[ctypes.CDLL, ctypes.CDLL, c_void_p, int]]:
    x11, randr = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXrandr.so.2")
    x11.XOpenDisplay.restype = c_void_p
    x11.XInternAtom.restype = x11.XDefaultRootWindow.restype = c_ulong
    randr.XRRGetScreenResources.restype = POINTER(_Resources)
    # An error, such as a monitor that is not there, would end this process.
    handler = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p)(lambda _display, _event: 0)
    x11.XSetErrorHandler(handler)
    connection = c_void_p(x11.XOpenDisplay(display.encode()))
    try:
        yield x11, randr, connection, x11.XDefaultRootWindow(connection)
    finally:
        x11.XCloseDisplay(connection)
