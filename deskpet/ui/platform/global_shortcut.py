"""Global keyboard shortcuts on X11 and Windows, and on Wayland by KWin, or by the desktop's portal.

On macOS they need a permission that an ordinary program does not get. There, and on Wayland where neither is had,
`grab` raises ShortcutError and refers to the tray icon.
"""

import ctypes
import itertools
import os
import sys
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractNativeEventFilter,
    QByteArray,
    QCoreApplication,
    QObject,
    QTimer,
    Signal,
)

from deskpet.translation import join_sentences, tr, tr_noop
from deskpet.ui.platform import positions, x11

if TYPE_CHECKING:
    from deskpet.ui.platform.kwin import KWinWindow
    from deskpet.ui.platform.portal_shortcuts import PortalShortcuts

# X11: the modifier masks of xproto.h. A shortcut works in any state of Caps Lock and Num Lock.
_X11_MODIFIERS = {"Shift": 1, "Ctrl": 4, "Alt": 8, "Meta": 64}
_CAPS_LOCK, _NUM_LOCK = 2, 16
_KEYSYMS = {"Space": 0x20, "Home": 0xFF50, "End": 0xFF57, "Insert": 0xFF63}
_F1, _ESCAPE = 0xFFBE, 0xFF1B
AFTER_GRAB_MS = 30
_USE_TRAY = tr_noop("Use the character's entry in the tray instead.")
# Windows: the constants of RegisterHotKey.
_WINDOWS_MODIFIERS = {"Alt": 1, "Ctrl": 2, "Shift": 4, "Meta": 8}
_WINDOWS_KEYS = {"Space": 0x20, "End": 0x23, "Home": 0x24, "Insert": 0x2D}
_NO_REPEAT, _WM_HOTKEY, _VK_F1, _VK_ESCAPE = 0x4000, 0x0312, 0x70, 0x1B
# The bit of GetAsyncKeyState for a key that is down now, and how often it is asked, in ms.
_DOWN, _POLL_MS = 0x8000, 20
_hotkey_ids = itertools.count(1)


class ShortcutError(Exception):
    """The shortcut can't be registered; the message has the cause and the next step.

    `is_platform` is whether this platform has no global shortcuts at all.
    """

    def __init__(self, why: str, *, is_platform: bool = False) -> None:
        super().__init__(why)
        self.is_platform = is_platform


class _Portal:
    """The portal of the desktop; None until a shortcut is asked for."""

    shortcuts: "PortalShortcuts | None" = None


def shown_keys(name: str, keys: str) -> str:
    """Return the keys of a shortcut to show: on Wayland those that the desktop has granted; empty for none."""
    if sys.platform == "win32" or x11.is_x11() or _kwin() is not None:
        return keys
    return _Portal.shortcuts.granted.get(name, "") if _Portal.shortcuts else ""


def _kwin() -> "KWinWindow | None":
    if not (x11.is_wayland() and positions.are_known()):
        return None
    from deskpet.ui.platform import kwin

    return kwin.current()


def _portal() -> "PortalShortcuts | None":
    """Return the desktop's portal for shortcuts; None if there is none, as far as is known.

    Plasma 5 is left out: it opens its settings each time a program asks.
    """
    if os.environ.get("KDE_SESSION_VERSION") == "5":
        return None
    from deskpet.ui.platform.portal_shortcuts import PortalShortcuts

    if _Portal.shortcuts is None:
        try:
            _Portal.shortcuts = PortalShortcuts()
        # Without a session bus, or with an address that names none.
        except (OSError, KeyError, ValueError):
            return None
    return None if _Portal.shortcuts.is_missing else _Portal.shortcuts


class GlobalShortcut(QObject):
    """A keyboard shortcut that works while any program has the focus.

    pressed: Emitted when the user presses the shortcut; not for repetitions while it is held.
    released: Emitted when the key is let go, if the shortcut `is_held`.
    escaped: Emitted when Esc is pressed while such a key is held; not on Wayland.

    keys: the registered shortcut, or an empty string.
    """

    pressed = Signal()
    released = Signal()
    escaped = Signal()

    def __init__(self, name: str, title: str, parent: QObject | None = None, *, is_held: bool = False) -> None:
        """name, title: by which the desktop's portal keeps it, and shows it to the user.

        is_held: the user holds the keys down, and their release matters; other programs get no keys meanwhile.
        """
        super().__init__(parent)
        self.name, self.title = name, title
        self.keys, self.is_held = "", is_held
        self._grab: _X11Grab | _WindowsGrab | _KWinGrab | _PortalGrab | None = None

    def grab(self, keys: str) -> None:
        """Register these keys, such as `Ctrl+Alt+P`, in place of the previous ones; an empty string unregisters them.

        Raises ShortcutError; then no shortcut is registered.
        """
        if keys == self.keys:
            return
        self.release()
        if keys:
            self._grab = self._create_grab(keys)
            self.keys = keys

    def release(self) -> None:
        """Unregister the shortcut."""
        if self._grab is not None:
            self._grab.release()
        self._grab, self.keys = None, ""

    def _create_grab(self, keys: str) -> "_X11Grab | _WindowsGrab | _KWinGrab | _PortalGrab":
        *modifiers, key = keys.split("+")
        if sys.platform == "win32":
            return _WindowsGrab(modifiers, key, self)
        if x11.is_x11():
            return _X11Grab(modifiers, key, self)
        # KWin tells no release.
        if not self.is_held and (window := _kwin()) is not None:
            return _KWinGrab(window, keys, self)
        if x11.is_wayland() and (portal := _portal()) is not None:
            return _PortalGrab(portal, keys, self)
        why = join_sentences(tr("This system has no shortcuts across programs."), tr(_USE_TRAY))
        raise ShortcutError(why, is_platform=True)


def _unavailable_error(keys: list[str], key: str) -> ShortcutError:
    shortcut = "+".join((*keys, key))
    return ShortcutError(
        tr("Another program has {keys}, or no key makes it. Choose other keys in the settings.", keys=shortcut)
    )


class _X11Grab:
    """A passive grab of a key on the root window, for each state of Caps Lock and Num Lock.

    While the key is held the grab is active, so that this connection gets the events of all keys.
    """

    def __init__(self, modifiers: list[str], key: str, shortcut: GlobalShortcut) -> None:
        try:
            self._server = x11.XConnection()
        except OSError as error:
            raise ShortcutError(join_sentences(tr("{sentence}.", sentence=error), tr(_USE_TRAY))) from error
        self._shortcut = shortcut
        # The keycode that is held; 0 without one, or if its release does not matter.
        self._held = 0
        keysym = _KEYSYMS.get(key) or (_F1 + int(key[1:]) - 1 if len(key) > 1 else ord(key.lower()))
        mask = sum(_X11_MODIFIERS[name] for name in modifiers)
        locks = (0, _CAPS_LOCK, _NUM_LOCK, _CAPS_LOCK | _NUM_LOCK)
        self._keycodes, self._escapes = self._server.keycodes(keysym), self._server.keycodes(_ESCAPE)
        combinations = [(code, mask | lock) for code in self._keycodes for lock in locks]
        if not combinations or not all(self._server.grab_key(code, state) for code, state in combinations):
            self._server.close()
            raise _unavailable_error(modifiers, key)
        self._listener = x11.EventListener(self._server, self._on_events, shortcut)

    def release(self) -> None:
        # The server releases the grabs of a closed connection.
        self._listener.close()
        if self._held:
            self._shortcut.released.emit()

    def _on_events(self, events: list[x11.Event]) -> None:
        for event in events:
            if event.kind == x11.KEY_PRESS and self._shortcut.is_held:
                self._on_held_press(event.keycode)
            elif event.kind == x11.KEY_PRESS:
                self._on_pressed()
            # The server repeats a held key as releases and presses, during which the key stays down.
            elif self._held and event.keycode == self._held and not self._server.is_key_down(self._held):
                self._held = 0
                self._shortcut.released.emit()

    def _on_pressed(self) -> None:
        self._server.release_keyboard()
        # The grab takes the focus away for a moment. Wait until Qt has processed its return, or it would close a
        # menu that `pressed` opens.
        QTimer.singleShot(AFTER_GRAB_MS, self._listener, self._shortcut.pressed.emit)

    def _on_held_press(self, keycode: int) -> None:
        if self._held and keycode in self._escapes:
            self._shortcut.escaped.emit()
        elif not self._held and keycode in self._keycodes:
            self._held = keycode
            self._shortcut.pressed.emit()


class _KWinGrab:
    """A shortcut of the script in KWin."""

    def __init__(self, window: "KWinWindow", keys: str, shortcut: GlobalShortcut) -> None:
        self.release = window.grab(shortcut.name, shortcut.title, keys, shortcut.pressed.emit)


class _PortalGrab:
    """A shortcut that the desktop's portal is asked for. The user decides about its keys."""

    def __init__(self, portal: "PortalShortcuts", keys: str, shortcut: GlobalShortcut) -> None:
        from deskpet.ui.platform.portal_shortcuts import Shortcut

        self._portal, self._name = portal, shortcut.name
        pressed, released = shortcut.pressed.emit, shortcut.released.emit
        portal.bind(Shortcut(shortcut.name, shortcut.title, keys, pressed, released))

    def release(self) -> None:
        self._portal.unbind(self._name)


class _WindowsGrab(QAbstractNativeEventFilter):
    """A thread-specific hot key; its message passes through Qt's event loop.

    Windows tells no release of a hot key, so its state is asked until it is up.
    """

    def __init__(self, modifiers: list[str], key: str, shortcut: GlobalShortcut) -> None:
        super().__init__()
        self._shortcut, self._id = shortcut, next(_hotkey_ids)
        self._user: Any = ctypes.WinDLL("user32")  # pyright: ignore[reportAttributeAccessIssue]
        self._code = _WINDOWS_KEYS.get(key) or (_VK_F1 + int(key[1:]) - 1 if len(key) > 1 else ord(key))
        self._poll = QTimer(shortcut, interval=_POLL_MS)
        self._poll.timeout.connect(self._look)
        mask = sum(_WINDOWS_MODIFIERS[name] for name in modifiers) | _NO_REPEAT
        if not self._user.RegisterHotKey(None, self._id, mask, self._code):
            raise _unavailable_error(modifiers, key)
        if application := QCoreApplication.instance():
            application.installNativeEventFilter(self)

    def release(self) -> None:
        if application := QCoreApplication.instance():
            application.removeNativeEventFilter(self)
        self._user.UnregisterHotKey(None, self._id)
        if self._poll.isActive():
            self._on_up()

    def nativeEventFilter(self, kind: QByteArray | bytes | bytearray | memoryview, message: int) -> object:
        # A MSG struct: the window handle, the message number in the space of a pointer, and wParam with the id.
        size = ctypes.sizeof(ctypes.c_void_p)
        number = ctypes.c_uint.from_address(int(message) + size).value
        if number == _WM_HOTKEY and ctypes.c_size_t.from_address(int(message) + 2 * size).value == self._id:
            self._on_pressed()
        return False, 0

    def _on_pressed(self) -> None:
        if self._poll.isActive():
            return
        if self._shortcut.is_held:
            self._poll.start()
        self._shortcut.pressed.emit()

    def _look(self) -> None:
        if not self._is_down(self._code):
            self._on_up()
        elif self._is_down(_VK_ESCAPE):
            self._shortcut.escaped.emit()

    def _on_up(self) -> None:
        self._poll.stop()
        self._shortcut.released.emit()

    def _is_down(self, code: int) -> bool:
        return bool(self._user.GetAsyncKeyState(code) & _DOWN)
