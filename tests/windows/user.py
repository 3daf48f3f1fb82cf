"""What a user does with mouse and keyboard, and what Windows sends to windows, by calls of user32."""

import ctypes
from collections.abc import Generator
from contextlib import contextmanager
from ctypes import Structure, c_int, c_long, c_size_t, c_uint, c_ulong, c_void_p
from typing import Any

from PySide6.QtCore import QPoint, QRect

# Virtual key codes.
VK_CONTROL, VK_ALT, VK_F1 = 0x11, 0x12, 0x70
_KEY_UP = 2
_LEFT_DOWN, _LEFT_UP, _RIGHT_DOWN, _RIGHT_UP = 0x02, 0x04, 0x08, 0x10
_QUERY_END_SESSION, _END_SESSION = 0x11, 0x16
_ABORT_IF_HUNG, _ANSWER_LIMIT_MS = 2, 20_000
_ROOT = 2


class _Point(Structure):
    """POINT, which WindowFromPoint takes by value."""

    _fields_ = (("x", c_long), ("y", c_long))


def user32() -> Any:
    """Return the library of windows, mouse and keyboard."""
    return ctypes.WinDLL("user32")  # pyright: ignore[reportAttributeAccessIssue]


def press_keys(*codes: int) -> None:
    """Press the keys of a shortcut, and release them in the reverse order."""
    hold_keys(*codes)
    let_go_keys(*codes)


def hold_keys(*codes: int) -> None:
    """Press keys and hold them down."""
    for code in codes:
        user32().keybd_event(code, 0, 0, 0)


def let_go_keys(*codes: int) -> None:
    """Release keys that are held, in the reverse order."""
    for code in reversed(codes):
        user32().keybd_event(code, 0, _KEY_UP, 0)


def move_pointer(point: QPoint) -> None:
    """Move the pointer to a point of the desktop, in physical pixels."""
    user32().SetCursorPos(point.x(), point.y())


def click(point: QPoint, *, right: bool = False) -> None:
    """Move the pointer to a point of the desktop, and press and release a mouse button there."""
    move_pointer(point)
    for flag in (_RIGHT_DOWN, _RIGHT_UP) if right else (_LEFT_DOWN, _LEFT_UP):
        user32().mouse_event(flag, 0, 0, 0, 0)


@contextmanager
def held_button(point: QPoint) -> Generator[None]:
    """Press the left mouse button at a point of the desktop, and release it after the block."""
    move_pointer(point)
    user32().mouse_event(_LEFT_DOWN, 0, 0, 0, 0)
    try:
        yield
    finally:
        user32().mouse_event(_LEFT_UP, 0, 0, 0, 0)


def visible_windows(pid: int) -> dict[int, QRect]:
    """Return the windows that a process shows, and their geometry in physical pixels, the uppermost first."""
    user, found = user32(), {}
    kind = ctypes.WINFUNCTYPE(c_int, c_void_p, c_void_p)  # pyright: ignore[reportAttributeAccessIssue]

    def look(window: int, _: int) -> int:
        owner = c_ulong()
        user.GetWindowThreadProcessId(c_void_p(window), ctypes.byref(owner))
        if owner.value == pid and user.IsWindowVisible(c_void_p(window)):
            found[window] = geometry(window)
        return 1

    user.EnumWindows(kind(look), None)
    return found


def geometry(window: int) -> QRect:
    """Return the geometry of a window on the desktop, in physical pixels."""
    box = (c_long * 4)()
    user32().GetWindowRect(c_void_p(window), box)
    left, top, right, bottom = box
    return QRect(left, top, right - left, bottom - top)


def window_at(point: QPoint) -> int:
    """Return the window, of those at the top level, that gets a click at a point of the desktop."""
    user = user32()
    user.WindowFromPoint.restype = user.GetAncestor.restype = c_void_p
    below = user.WindowFromPoint(_Point(point.x(), point.y()))
    return user.GetAncestor(c_void_p(below), _ROOT) or 0


def on_desktop(window: int, point: QPoint) -> QPoint:
    """Return where a point of a window's contents is on the desktop."""
    place = (c_long * 2)(point.x(), point.y())
    user32().ClientToScreen(c_void_p(window), place)
    return QPoint(*place)


def window_of_class(name: str) -> int | None:
    """Return the uppermost window of a class, or None."""
    find = user32().FindWindowW
    find.restype = c_void_p
    return find(name, None)


def ask_for_session_end(windows: list[int]) -> bool:
    """Ask windows whether the session may end (WM_QUERYENDSESSION). Returns whether all of them agree."""
    answers = [_send(window, _QUERY_END_SESSION, 0) for window in windows]
    return all(answers)


def end_session(windows: list[int], *, ends: bool) -> None:
    """Tell windows that the session ends now, or that it goes on after all (WM_ENDSESSION)."""
    for window in windows:
        _send(window, _END_SESSION, ends)


def _send(window: int, message: int, value: int) -> int:
    """Send a message and return its answer. Raises TimeoutError."""
    answer = c_size_t()
    sent = (c_void_p(window), c_uint(message), c_size_t(value), c_size_t(0))
    if not user32().SendMessageTimeoutW(*sent, _ABORT_IF_HUNG, _ANSWER_LIMIT_MS, ctypes.byref(answer)):
        raise TimeoutError(f"the window does not answer message {message:#x}")
    return answer.value
