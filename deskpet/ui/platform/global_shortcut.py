"""Global keyboard shortcuts on X11 and Windows.

On macOS they need a permission that an ordinary program does not get, and Wayland has no common interface for them.
There `grab` raises ShortcutError and refers to the tray icon.
"""

import ctypes
import sys
from collections.abc import Callable
from typing import Any, Protocol

from PySide6.QtCore import QAbstractNativeEventFilter, QByteArray, QCoreApplication, QObject, QTimer, Signal

from deskpet.ui.platform import x11
from deskpet.words import join_sentences, tr, tr_noop

# X11: the modifier masks of xproto.h. A shortcut works in any state of Caps Lock and Num Lock.
_X11_MODIFIERS = {"Shift": 1, "Ctrl": 4, "Alt": 8, "Meta": 64}
_CAPS_LOCK, _NUM_LOCK = 2, 16
_KEYSYMS = {"Space": 0x20, "Home": 0xFF50, "End": 0xFF57, "Insert": 0xFF63}
_F1 = 0xFFBE
AFTER_GRAB_MS = 30
_USE_TRAY = tr_noop("Use the character's entry in the tray instead.")
# Windows: the constants of RegisterHotKey.
_WINDOWS_MODIFIERS = {"Alt": 1, "Ctrl": 2, "Shift": 4, "Meta": 8}
_WINDOWS_KEYS = {"Space": 0x20, "End": 0x23, "Home": 0x24, "Insert": 0x2D}
_NO_REPEAT, _WM_HOTKEY, _VK_F1, _HOTKEY_ID = 0x4000, 0x0312, 0x70, 1


class ShortcutError(Exception):
    """The shortcut can't be registered; the message has the cause and the next step.

    `is_platform` is whether this platform has no global shortcuts at all.
    """

    def __init__(self, why: str, *, is_platform: bool = False) -> None:
        super().__init__(why)
        self.is_platform = is_platform


class _Grab(Protocol):
    """A registered shortcut."""

    def release(self) -> None:
        """Unregister the shortcut."""
        ...


class GlobalShortcut(QObject):
    """A keyboard shortcut that works while any program has the focus.

    pressed: Emitted when the user presses the shortcut.
    """

    pressed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._keys = ""
        self._grab: _Grab | None = None

    @property
    def keys(self) -> str:
        """The registered shortcut, or an empty string."""
        return self._keys

    def grab(self, keys: str) -> None:
        """Register these keys, such as `Ctrl+Alt+P`, in place of the previous ones; an empty string unregisters them.

        Raises ShortcutError; then no shortcut is registered.
        """
        if keys == self._keys:
            return
        self.release()
        if keys:
            self._grab = self._create_grab(keys)
            self._keys = keys

    def release(self) -> None:
        """Unregister the shortcut."""
        if self._grab is not None:
            self._grab.release()
        self._grab, self._keys = None, ""

    def _create_grab(self, keys: str) -> _Grab:
        *modifiers, key = keys.split("+")
        if sys.platform == "win32":
            return _WindowsGrab(modifiers, key, self.pressed.emit)
        if x11.is_x11():
            return _X11Grab(modifiers, key, self.pressed.emit, self)
        why = join_sentences(tr("This system has no shortcuts across programs."), tr(_USE_TRAY))
        raise ShortcutError(why, is_platform=True)


def _unavailable_error(keys: list[str], key: str) -> ShortcutError:
    shortcut = "+".join((*keys, key))
    return ShortcutError(
        tr("Another program has {keys}, or no key makes it. Choose other keys in the settings.", keys=shortcut)
    )


class _X11Grab:
    """A passive grab of a key on the root window, for each state of Caps Lock and Num Lock."""

    def __init__(self, modifiers: list[str], key: str, pressed: Callable[[], None], parent: QObject) -> None:
        try:
            self._server = x11.Connection()
        except OSError as error:
            raise ShortcutError(join_sentences(tr("{sentence}.", sentence=error), tr(_USE_TRAY))) from error
        self._pressed = pressed
        mask = sum(_X11_MODIFIERS[name] for name in modifiers)
        locks = (0, _CAPS_LOCK, _NUM_LOCK, _CAPS_LOCK | _NUM_LOCK)
        combinations = [(code, mask | lock) for code in self._server.keycodes(_keysym(key)) for lock in locks]
        if not combinations or not all(self._server.grab_key(code, state) for code, state in combinations):
            self._server.close()
            raise _unavailable_error(modifiers, key)
        self._listener = x11.Listener(self._server, self._on_events, parent)

    def release(self) -> None:
        self._listener.stop()
        # The server releases the grabs of a closed connection.
        self._server.close()

    def _on_events(self, events: list[x11.Event]) -> None:
        if any(event.kind == x11.KEY_PRESS for event in events):
            self._server.release_keyboard()
            # The grab takes the focus away for a moment. Wait until Qt has processed its return, or it would close a
            # menu that `pressed` opens.
            QTimer.singleShot(AFTER_GRAB_MS, self._listener, self._pressed)


def _keysym(key: str) -> int:
    if key in _KEYSYMS:
        return _KEYSYMS[key]
    return _F1 + int(key[1:]) - 1 if len(key) > 1 else ord(key.lower())


class _WindowsGrab(QAbstractNativeEventFilter):
    """A thread-specific hot key; its message passes through Qt's event loop."""

    def __init__(self, modifiers: list[str], key: str, pressed: Callable[[], None]) -> None:
        super().__init__()
        self._pressed = pressed
        self._user: Any = ctypes.WinDLL("user32")  # pyright: ignore[reportAttributeAccessIssue]
        code = _WINDOWS_KEYS.get(key) or (_VK_F1 + int(key[1:]) - 1 if len(key) > 1 else ord(key))
        mask = sum(_WINDOWS_MODIFIERS[name] for name in modifiers) | _NO_REPEAT
        if not self._user.RegisterHotKey(None, _HOTKEY_ID, mask, code):
            raise _unavailable_error(modifiers, key)
        if application := QCoreApplication.instance():
            application.installNativeEventFilter(self)

    def release(self) -> None:
        if application := QCoreApplication.instance():
            application.removeNativeEventFilter(self)
        self._user.UnregisterHotKey(None, _HOTKEY_ID)

    def nativeEventFilter(self, kind: QByteArray | bytes | bytearray | memoryview, message: int) -> object:
        # A MSG struct begins with the window handle, followed by the message number.
        number = ctypes.c_uint.from_address(int(message) + ctypes.sizeof(ctypes.c_void_p)).value
        if number == _WM_HOTKEY:
            self._pressed()
        return False, 0
