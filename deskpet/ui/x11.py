"""What Qt has no words for on X11, over a connection of our own.

It speaks xcb, where a request that fails is an answer; Xlib would end the process over a window that just closed.
"""

import ctypes
import logging
from collections.abc import Callable, Generator
from contextlib import contextmanager
from ctypes import POINTER, Structure, c_char_p, c_int, c_uint8, c_uint16, c_uint32, c_void_p
from dataclasses import dataclass
from functools import cache
from typing import Any

from PySide6.QtCore import QObject, QRect, QSocketNotifier
from PySide6.QtGui import QGuiApplication

from deskpet.words import tr

# From xproto.h.
KEY_PRESS, PROPERTY_CHANGED = 2, 28
_ATOM, _APPEND, _ANY_TYPE = 4, 2, 0
_EVENT_MASK, _PROPERTY_CHANGES = 1 << 11, 1 << 22
_ASYNC = 1
_MOST_VALUES = 1024

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Event:
    """What the server told: its kind, and of a property's change which one, by its atom."""

    kind: int
    atom: int = 0


def is_x11() -> bool:
    """Whether Qt shows its windows on X11 (also on XWayland)."""
    return QGuiApplication.platformName() == "xcb"


class Connection:
    """A connection to the X server. Windows and atoms are numbers; sizes are physical pixels."""

    def __init__(self) -> None:
        """Raises OSError when there is no X server, or no libxcb to talk to it."""
        self._xcb = _library()
        number = c_int()
        self._display = self._xcb.xcb_connect(None, ctypes.byref(number))
        if self._xcb.xcb_connection_has_error(self._display):
            self._xcb.xcb_disconnect(self._display)
            raise OSError(tr("The X server does not answer"))
        screens = self._xcb.xcb_setup_roots_iterator(self._xcb.xcb_get_setup(self._display))
        for _ in range(number.value):
            self._xcb.xcb_screen_next(ctypes.byref(screens))
        self.root = int(ctypes.cast(screens.data, POINTER(c_uint32))[0])
        self.number = number.value
        self._atoms: dict[str, int] = {}

    @property
    def is_lost(self) -> bool:
        """Whether the server has gone."""
        return bool(self._xcb.xcb_connection_has_error(self._display))

    @property
    def descriptor(self) -> int:
        """The file descriptor that has something to read when the server has something to tell."""
        return int(self._xcb.xcb_get_file_descriptor(self._display))

    def atom(self, name: str) -> int:
        """The server's number for a name."""
        if name not in self._atoms:
            cookie = self._xcb.xcb_intern_atom(self._display, 0, len(name), name.encode())
            with self._reply("intern_atom", cookie) as reply:
                self._atoms[name] = _word(reply, 8) if reply else 0
        return self._atoms[name]

    def values(self, window: int, name: str) -> tuple[int, ...]:
        """The numbers in a window's property; none when it, or the window, is not there."""
        atom = self.atom(name)
        cookie = self._xcb.xcb_get_property(self._display, 0, window, atom, _ANY_TYPE, 0, _MOST_VALUES)
        with self._reply("get_property", cookie) as reply:
            if not reply or ctypes.cast(reply, POINTER(c_uint8))[1] != 32:
                return ()
            length = _word(reply, 16)
            return tuple(ctypes.cast(self._xcb.xcb_get_property_value(reply), POINTER(c_uint32))[:length])

    def append_atoms(self, window: int, name: str, added: tuple[str, ...]) -> None:
        """Add atoms to a window's property."""
        values = (c_uint32 * len(added))(*(self.atom(each) for each in added))
        self._xcb.xcb_change_property(
            self._display, _APPEND, window, self.atom(name), _ATOM, 32, len(added), ctypes.cast(values, c_void_p)
        )
        self.settle()

    def owner(self, selection: str) -> int:
        """The window that owns a selection, or 0."""
        cookie = self._xcb.xcb_get_selection_owner(self._display, self.atom(selection))
        with self._reply("get_selection_owner", cookie) as reply:
            return _word(reply, 8) if reply else 0

    def geometry(self, window: int) -> QRect:
        """Where a window is on the desktop, without its frame; empty when it is not there."""
        cookie = self._xcb.xcb_get_geometry(self._display, window)
        with self._reply("get_geometry", cookie) as reply:
            if not reply:
                return QRect()
            size = ctypes.cast(reply, POINTER(c_uint16))[8:10]
        cookie = self._xcb.xcb_translate_coordinates(self._display, window, self.root, 0, 0)
        with self._reply("translate_coordinates", cookie) as reply:
            if not reply:
                return QRect()
            x, y = ctypes.cast(reply, POINTER(ctypes.c_int16))[6:8]
        return QRect(x, y, size[0], size[1])

    def watch_properties(self, window: int) -> None:
        """Be told from now on when a property of a window changes."""
        mask = c_uint32(_PROPERTY_CHANGES)
        self._xcb.xcb_change_window_attributes(self._display, window, _EVENT_MASK, ctypes.byref(mask))
        self.settle()

    def keycodes(self, keysym: int) -> tuple[int, ...]:
        """The keys that make a symbol on this keyboard."""
        keys = _keysyms()
        table = keys.xcb_key_symbols_alloc(self._display)
        codes = keys.xcb_key_symbols_get_keycode(table, keysym)
        found: list[int] = []
        while codes and codes[len(found)]:
            found.append(codes[len(found)])
        if codes:
            _c().free(codes)
        keys.xcb_key_symbols_free(table)
        return tuple(found)

    def grab_key(self, keycode: int, modifiers: int) -> bool:
        """Be told when this key is pressed with these modifiers, wherever; whether it is still free."""
        cookie = self._xcb.xcb_grab_key_checked(self._display, 1, self.root, modifiers, keycode, _ASYNC, _ASYNC)
        error = self._xcb.xcb_request_check(self._display, cookie)
        if error:
            _c().free(error)
        return not error

    def release_keyboard(self) -> None:
        """Let go of the keyboard, which a grabbed key holds as long as it is down: a menu wants it."""
        self._xcb.xcb_ungrab_keyboard(self._display, 0)
        self.settle()

    def settle(self) -> None:
        """Wait until the server has done all that it was asked."""
        cookie = self._xcb.xcb_get_input_focus(self._display)
        with self._reply("get_input_focus", cookie):
            pass

    def events(self) -> Generator[Event]:
        """All that the server has told since the last time."""
        while event := self._xcb.xcb_poll_for_event(self._display):
            kind = ctypes.cast(event, POINTER(c_uint8))[0] & 0x7F
            atom = _word(event, 8) if kind == PROPERTY_CHANGED else 0
            _c().free(event)
            yield Event(kind, atom)

    def close(self) -> None:
        """Say goodbye. Nothing else may be called afterwards."""
        self._xcb.xcb_disconnect(self._display)

    @contextmanager
    def _reply(self, request: str, cookie: Any) -> Generator[int | None]:
        reply = getattr(self._xcb, f"xcb_{request}_reply")(self._display, cookie, None)
        try:
            yield reply
        finally:
            if reply:
                _c().free(reply)


class Listener(QObject):
    """Hears what a connection's server tells, on Qt's loop. `heard` gets the events of one go."""

    def __init__(self, connection: Connection, heard: Callable[[list[Event]], None], parent: QObject) -> None:
        super().__init__(parent)
        self._connection, self._heard = connection, heard
        self._notifier = QSocketNotifier(connection.descriptor, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self.listen)

    def listen(self) -> None:
        """Hear what there is; asking the server something in between may bring more of it."""
        while events := list(self._connection.events()):
            self._heard(events)
        if self._connection.is_lost:
            self._notifier.setEnabled(False)

    def stop(self) -> None:
        """Hear nothing any more."""
        self._notifier.setEnabled(False)


def keep_out_of_taskbar(window: int) -> None:
    """Ask the window manager for no entry in taskbar and pager; to be called before each time it is mapped.

    `window` is a QWindow's winId. See the Extended Window Manager Hints, _NET_WM_STATE.
    """
    with _brief_connection() as server:
        if server is not None:
            wanted = ("_NET_WM_STATE_SKIP_TASKBAR", "_NET_WM_STATE_SKIP_PAGER")
            server.append_atoms(window, "_NET_WM_STATE", wanted)


def has_compositor() -> bool:
    """Whether transparent windows are transparent here; true on other platforms than X11."""
    with _brief_connection() as server:
        return server is None or bool(server.owner(f"_NET_WM_CM_S{server.number}"))


@contextmanager
def _brief_connection() -> Generator[Connection | None]:
    """A connection for a moment; None where there is no X11."""
    try:
        server = Connection() if is_x11() else None
    except OSError as error:
        log.warning("no connection to the X server: %s", error)
        server = None
    try:
        yield server
    finally:
        if server is not None:
            server.close()


def _word(pointer: int, offset: int) -> int:
    """The 32 bit number at a place in what the server sent."""
    return int(c_uint32.from_address(pointer + offset).value)


class _Cookie(Structure):
    _fields_ = (("sequence", c_uint32),)


class _Screens(Structure):
    _fields_ = (("data", c_void_p), ("rem", c_int), ("index", c_int))


@cache
def _c() -> Any:
    c = ctypes.CDLL(None)
    c.free.argtypes, c.free.restype = [c_void_p], None
    return c


@cache
def _library() -> Any:
    xcb = ctypes.CDLL("libxcb.so.1")
    display, window, atom = c_void_p, c_uint32, c_uint32
    signatures: dict[str, tuple[Any, list[Any]]] = {
        "connect": (display, [c_char_p, POINTER(c_int)]),
        "connection_has_error": (c_int, [display]),
        "disconnect": (None, [display]),
        "get_setup": (c_void_p, [display]),
        "setup_roots_iterator": (_Screens, [c_void_p]),
        "screen_next": (None, [POINTER(_Screens)]),
        "get_file_descriptor": (c_int, [display]),
        "poll_for_event": (c_void_p, [display]),
        "intern_atom": (_Cookie, [display, c_uint8, c_uint16, c_char_p]),
        "get_property": (_Cookie, [display, c_uint8, window, atom, atom, c_uint32, c_uint32]),
        "get_property_value": (c_void_p, [c_void_p]),
        "change_property": (_Cookie, [display, c_uint8, window, atom, atom, c_uint8, c_uint32, c_void_p]),
        "get_selection_owner": (_Cookie, [display, atom]),
        "get_geometry": (_Cookie, [display, window]),
        "translate_coordinates": (_Cookie, [display, window, window, ctypes.c_int16, ctypes.c_int16]),
        "change_window_attributes": (_Cookie, [display, window, c_uint32, POINTER(c_uint32)]),
        "grab_key_checked": (_Cookie, [display, c_uint8, window, c_uint16, c_uint8, c_uint8, c_uint8]),
        "request_check": (c_void_p, [display, _Cookie]),
        "ungrab_keyboard": (_Cookie, [display, c_uint32]),
        "get_input_focus": (_Cookie, [display]),
    }
    answers = ("intern_atom", "get_property", "get_selection_owner", "get_geometry", "translate_coordinates")
    for answered in (*answers, "get_input_focus"):
        signatures[f"{answered}_reply"] = (c_void_p, [display, _Cookie, c_void_p])
    for name, (result, arguments) in signatures.items():
        function = getattr(xcb, f"xcb_{name}")
        function.restype, function.argtypes = result, arguments
    return xcb


@cache
def _keysyms() -> Any:
    keys = ctypes.CDLL("libxcb-keysyms.so.1")
    keys.xcb_key_symbols_alloc.restype, keys.xcb_key_symbols_alloc.argtypes = c_void_p, [c_void_p]
    keys.xcb_key_symbols_free.restype, keys.xcb_key_symbols_free.argtypes = None, [c_void_p]
    keys.xcb_key_symbols_get_keycode.restype = POINTER(c_uint8)
    keys.xcb_key_symbols_get_keycode.argtypes = [c_void_p, c_uint32]
    return keys
