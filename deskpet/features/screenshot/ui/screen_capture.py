"""Grab the content of a screen, and find the window in front. Wayland has neither: see screenshot_portal.py."""

import ctypes
import sys
from ctypes import byref

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QCursor, QGuiApplication, QImage, QScreen

from deskpet.ui.platform import fullscreen, x11


def current_screen() -> QScreen:
    """Return the screen with the pointer."""
    return QGuiApplication.screenAt(QCursor.pos()) or QGuiApplication.primaryScreen()


def grab(screen: QScreen) -> QImage:
    """Return the content of a screen in physical pixels; a null image if the system refuses it."""
    picture = screen.grabWindow(0).toImage().convertToFormat(QImage.Format.Format_RGB32)
    picture.setDevicePixelRatio(1.0)
    return picture


def is_allowed() -> bool:
    """Return whether the system lets this program see other windows; on macOS it asks the user otherwise.

    Without its permission, macOS gives pictures that show the wallpaper only.
    """
    if sys.platform != "darwin":
        return True
    library = ctypes.CDLL("/System/Library/Frameworks/CoreGraphics.framework/CoreGraphics")
    library.CGPreflightScreenCaptureAccess.restype = library.CGRequestScreenCaptureAccess.restype = ctypes.c_bool
    return bool(library.CGPreflightScreenCaptureAccess()) or bool(library.CGRequestScreenCaptureAccess())


def front_window(screen: QScreen) -> QRect | None:
    """Return the part of a screen's picture that the window in front covers; None if that is unknown."""
    box = _front_geometry()
    part = box.translated(-screen.geometry().topLeft()) if box else QRect()
    ratio = screen.devicePixelRatio()
    size = screen.size() * ratio
    seen = part.intersected(QRect(QPoint(), size))
    return seen if not seen.isEmpty() else None


def _front_geometry() -> QRect | None:
    """Return the geometry of the window in front on the desktop, in physical pixels."""
    if sys.platform == "win32":
        user, box = ctypes.WinDLL("user32"), fullscreen.Rectangle()
        front = user.GetForegroundWindow()
        if not front or not user.GetWindowRect(front, byref(box)):
            return None
        return QRect(QPoint(box.left, box.top), QPoint(box.right - 1, box.bottom - 1))
    if not x11.is_x11():
        return None
    server = x11.Connection()
    try:
        active = next(iter(server.values(server.root, "_NET_ACTIVE_WINDOW")), 0)
        return server.geometry(active) if active else None
    finally:
        server.close()
