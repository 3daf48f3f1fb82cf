"""Take pictures of the screen and find the window in front: by Qt, or by the desktop's portal, the only way on Wayland.

https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.Screenshot.html
"""

import ctypes
import secrets
import sys
from ctypes import byref
from ctypes.wintypes import RECT
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QGuiApplication, QImage, QScreen

from deskpet.processes.threads import run_in_thread
from deskpet.translation import tr
from deskpet.ui.platform import positions, x11

_BUS, _PATH = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
# The desktop asks the user, who takes his time; the call itself is answered at once.
_CALL_SECONDS, _USER_SECONDS = 10.0, 300.0
_DONE, _CANCELLED = 0, 1


def current_screen() -> QScreen:
    """Return the screen with the pointer."""
    return QGuiApplication.screenAt(positions.pointer()) or QGuiApplication.primaryScreen()


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
        user, box = ctypes.WinDLL("user32"), RECT()
        front = user.GetForegroundWindow()
        if not front or not user.GetWindowRect(front, byref(box)):
            return None
        return QRect(QPoint(box.left, box.top), QPoint(box.right - 1, box.bottom - 1))
    if not x11.is_x11():
        return None
    server = x11.XConnection()
    try:
        active = next(iter(server.values(server.root, "_NET_ACTIVE_WINDOW")), 0)
        return server.geometry(active) if active else None
    finally:
        server.close()


class PortalError(Exception):
    """The portal gives no picture. The message is for people."""


async def take(*, interactive: bool) -> Path | None:
    """Return the file of a picture, which the caller deletes; None if the user cancelled.

    interactive: let the user select an area or a window in the desktop's own way. Raises PortalError.
    """
    return await run_in_thread(lambda: _take(interactive))


def _take(interactive: bool) -> Path | None:
    # jeepney has no annotations; the keyring brings it on Linux.
    from jeepney import DBusAddress, DBusErrorResponse
    from jeepney import new_method_call as method_call  # pyright: ignore[reportUnknownVariableType]
    from jeepney.io.blocking import open_dbus_connection
    from jeepney.wrappers import unwrap_msg

    token = f"deskpet{secrets.token_hex(8)}"
    options = {"handle_token": ("s", token), "interactive": ("b", interactive), "modal": ("b", True)}
    portal = DBusAddress(_PATH, _BUS, "org.freedesktop.portal.Screenshot")
    try:
        with open_dbus_connection("SESSION") as connection:
            sender = str(connection.unique_name).lstrip(":").replace(".", "_")
            with _responses(connection, f"{_PATH}/request/{sender}/{token}") as responses:
                call = method_call(portal, "Screenshot", "sa{sv}", ("", options))
                unwrap_msg(connection.send_and_get_reply(call, timeout=_CALL_SECONDS))
                message: Any = connection.recv_until_filtered(responses, timeout=_USER_SECONDS)
    except (OSError, KeyError, ValueError, TimeoutError, DBusErrorResponse) as error:
        raise PortalError(tr("The desktop gives no picture of the screen: {why}", why=error)) from error
    return _file(*message.body)


def _responses(connection: Any, request: str) -> Any:
    """Return a context in which the responses to `request` are collected. To be entered before the call."""
    from jeepney import MatchRule, message_bus
    from jeepney.wrappers import unwrap_msg

    rule = MatchRule(type="signal", interface="org.freedesktop.portal.Request", member="Response", path=request)
    unwrap_msg(connection.send_and_get_reply(message_bus.AddMatch(rule), timeout=_CALL_SECONDS))
    return connection.filter(rule)


def _file(code: int, results: dict[str, tuple[str, Any]]) -> Path | None:
    if code == _CANCELLED:
        return None
    address = urlsplit(str(results.get("uri", ("s", ""))[1]))
    if code != _DONE or address.scheme != "file":
        raise PortalError(tr("The desktop gives no picture of the screen: {why}", why=f"Response {code}"))
    return Path(unquote(address.path))
