"""Keys that reach the program from anywhere: X11 and Windows have them, each in its own way.

macOS asks for a permission that a plain program does not get, and Wayland leaves it to each desktop: there the tray
has to do, and `grab` says so.
"""

import ctypes
import sys
from collections.abc import Callable
from typing import Any, Protocol

from PySide6.QtCore import QAbstractNativeEventFilter, QByteArray, QCoreApplication, QObject, QTimer, Signal

from deskpet.ui.platform import x11
from deskpet.words import join_sentences, later, tr

# X11: the masks of xproto.h. Caps Lock and Num Lock, pressed or not, are no part of a shortcut.
_X11_MODIFIERS = {"Shift": 1, "Ctrl": 4, "Alt": 8, "Meta": 64}
_CAPS_LOCK, _NUM_LOCK = 2, 16
_KEYSYMS = {"Space": 0x20, "Home": 0xFF50, "End": 0xFF57, "Insert": 0xFF63}
_F1 = 0xFFBE
AFTER_GRAB_MS = 30
_TRAY = later("Use the character's entry in the tray instead.")
# Windows: RegisterHotKey's numbers.
_WINDOWS_MODIFIERS = {"Alt": 1, "Ctrl": 2, "Shift": 4, "Meta": 8}
_WINDOWS_KEYS = {"Space": 0x20, "End": 0x23, "Home": 0x24, "Insert": 0x2D}
_NO_REPEAT, _WM_HOTKEY, _VK_F1, _OUR_NUMBER = 0x4000, 0x0312, 0x70, 1


class ShortcutError(Exception):
    """The keys can't be had; the text says why, and what to do. `is_platform`: no keys can, on this platform."""

    def __init__(self, why: str, *, is_platform: bool = False) -> None:
        super().__init__(why)
        self.is_platform = is_platform


class _Grab(Protocol):
    """Keys that are held."""

    def release(self) -> None:
        """Leave them to others."""
        ...


class GlobalShortcut(QObject):
    """Keys that the user may press in any program.

    pressed: they were pressed.
    """

    pressed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._keys = ""
        self._grab: _Grab | None = None

    @property
    def keys(self) -> str:
        """The keys that are listened to, or nothing."""
        return self._keys

    def grab(self, keys: str) -> None:
        """Listen to these keys, such as `Ctrl+Alt+P`, and no longer to others; to none when empty.

        Raises ShortcutError; then none are listened to.
        """
        if keys == self._keys:
            return
        self.release()
        if keys:
            self._grab = self._grabbed(keys)
            self._keys = keys

    def release(self) -> None:
        """Listen to nothing any more."""
        if self._grab is not None:
            self._grab.release()
        self._grab, self._keys = None, ""

    def _grabbed(self, keys: str) -> _Grab:
        *modifiers, key = keys.split("+")
        if sys.platform == "win32":
            return _WindowsGrab(modifiers, key, self.pressed.emit)
        if x11.is_x11():
            return _X11Grab(modifiers, key, self.pressed.emit, self)
        why = join_sentences(tr("This system has no shortcuts across programs."), tr(_TRAY))
        raise ShortcutError(why, is_platform=True)


def _taken(keys: list[str], key: str) -> ShortcutError:
    whole = "+".join((*keys, key))
    return ShortcutError(
        tr("Another program has {keys}, or no key makes it. Choose other keys in the settings.", keys=whole)
    )


class _X11Grab:
    """A passive grab of a key on the root window, for each state of the locks."""

    def __init__(self, modifiers: list[str], key: str, pressed: Callable[[], None], parent: QObject) -> None:
        try:
            self._server = x11.Connection()
        except OSError as error:
            raise ShortcutError(join_sentences(tr("{sentence}.", sentence=error), tr(_TRAY))) from error
        self._pressed = pressed
        mask = sum(_X11_MODIFIERS[name] for name in modifiers)
        locks = (0, _CAPS_LOCK, _NUM_LOCK, _CAPS_LOCK | _NUM_LOCK)
        wanted = [(code, mask | lock) for code in self._server.keycodes(_keysym(key)) for lock in locks]
        if not wanted or not all(self._server.grab_key(code, state) for code, state in wanted):
            self._server.close()
            raise _taken(modifiers, key)
        self._listener = x11.Listener(self._server, self._on_events, parent)

    def release(self) -> None:
        self._listener.stop()
        # The server ends the grabs of whoever leaves.
        self._server.close()

    def _on_events(self, events: list[x11.Event]) -> None:
        if any(event.kind == x11.KEY_PRESS for event in events):
            self._server.release_keyboard()
            # The grab took the focus away for a moment: Qt closes a menu that is open before it hears of its return.
            QTimer.singleShot(AFTER_GRAB_MS, self._listener, self._pressed)


def _keysym(key: str) -> int:
    if key in _KEYSYMS:
        return _KEYSYMS[key]
    return _F1 + int(key[1:]) - 1 if len(key) > 1 else ord(key.lower())


class _WindowsGrab(QAbstractNativeEventFilter):
    """A hot key of the thread, whose message passes through Qt's event loop. Not tried by its makers."""

    def __init__(self, modifiers: list[str], key: str, pressed: Callable[[], None]) -> None:
        super().__init__()
        self._pressed = pressed
        self._user: Any = ctypes.WinDLL("user32")  # pyright: ignore[reportAttributeAccessIssue]
        code = _WINDOWS_KEYS.get(key) or (_VK_F1 + int(key[1:]) - 1 if len(key) > 1 else ord(key))
        mask = sum(_WINDOWS_MODIFIERS[name] for name in modifiers) | _NO_REPEAT
        if not self._user.RegisterHotKey(None, _OUR_NUMBER, mask, code):
            raise _taken(modifiers, key)
        if application := QCoreApplication.instance():
            application.installNativeEventFilter(self)

    def release(self) -> None:
        if application := QCoreApplication.instance():
            application.removeNativeEventFilter(self)
        self._user.UnregisterHotKey(None, _OUR_NUMBER)

    def nativeEventFilter(self, kind: QByteArray | bytes | bytearray | memoryview, message: int) -> object:
        # A MSG begins with the window's handle, then comes the message's number.
        number = ctypes.c_uint.from_address(int(message) + ctypes.sizeof(ctypes.c_void_p)).value
        if number == _WM_HOTKEY:
            self._pressed()
        return False, 0
