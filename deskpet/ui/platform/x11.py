"""X11 features that Qt does not offer, over a separate connection with libxcb.

xcb returns the error of a failed request; Xlib would exit the process if a window has just been closed. libxcb is
called through ctypes: every window needs it before its first frame, and importing xcffib would delay that by 120 ms
and take 7.6 MB.
"""

import ctypes
import logging
import select
import struct
from collections.abc import Callable, Generator, Iterable
from contextlib import closing, contextmanager
from ctypes import Structure, c_char_p, c_int, c_int16, c_size_t, c_uint8, c_uint16, c_uint32, c_void_p
from dataclasses import dataclass
from functools import cache
from time import monotonic
from typing import Any, cast

from PySide6.QtCore import QObject, QRect, QSocketNotifier, QTimer
from PySide6.QtGui import QCursor, QGuiApplication, QRegion

from deskpet.translation import tr

log = logging.getLogger(__name__)

# From xproto.h.
KEY_PRESS, KEY_RELEASE, PROPERTY_CHANGED, SELECTION_NOTIFY = 2, 3, 28, 31
_ATOM, _APPEND, _ANY_TYPE = 4, 2, 0
_EVENT_MASK, _STRUCTURE, _PROPERTY_CHANGES = 1 << 11, 1 << 17, 1 << 22
_VIEWABLE, _ALPHA_DEPTH = 2, 32
_ASYNC = 1
_MAX_VALUES = 1024
_INPUT_ONLY, _MAX_SELECTION = 2, 1 << 20
# From xcbext.h: errors come with the reply. The size of a reply without additional data.
_CHECKED, _REPLY_BYTES = 1, 32
# From shape.h.
_SET, _INPUT, _BANDED = 0, 2, 3

# From "X11 Screen Saver Extension": the reply begins with the type, the state, the sequence number, the length, the
# saver's window and the time until it starts.
_QUERY_INFO, _MS_SINCE_INPUT = 1, struct.Struct("=16xI")

Box = tuple[int, int, int, int]
"""Left, top, width and height."""


@dataclass(frozen=True, slots=True)
class Event:
    """An event of the server: its type, the atom of the property for PropertyNotify, and the keycode for keys."""

    kind: int
    atom: int = 0
    keycode: int = 0


class SelectionTooLargeError(Exception):
    """The selected text is too large for one property: its program would hand it over in parts."""


class _Cookie(Structure):
    """The identifier of a request, with which its reply is fetched."""

    _fields_ = (("sequence", c_uint32),)


class _Screens(Structure):
    """An iterator over the screens."""

    _fields_ = (("data", c_void_p), ("rem", c_int), ("index", c_int))


class _Extension(Structure):
    """An extension of the server (xcb_extension_t). libxcb keeps an id in it, so one is created for the process."""

    _fields_ = (("name", c_char_p), ("global_id", c_int))


_SCREEN_SAVER = _Extension(b"MIT-SCREEN-SAVER", 0)


class _RequestKind(Structure):
    """The kind of a request that is written by hand (xcb_protocol_request_t)."""

    _fields_ = (("count", c_size_t), ("extension", c_void_p), ("opcode", c_uint8), ("is_void", c_uint8))


class _Part(Structure):
    """A part of such a request (struct iovec)."""

    _fields_ = (("start", c_void_p), ("size", c_size_t))


@cache
def _library(name: str | None) -> ctypes.CDLL:
    """Load a shared library, or the C library if `name` is None. Raises OSError if it is not installed."""
    return ctypes.CDLL(name)


def _function(name: str, result: Any = None) -> Any:
    """Return a function of libxcb, libxcb-shape or libxcb-keysyms with this result type."""
    prefixes = {"shape_": "libxcb-shape.so.0", "key_symbols_": "libxcb-keysyms.so.1"}
    library = next((file for prefix, file in prefixes.items() if name.startswith(prefix)), "libxcb.so.1")
    function = getattr(_library(library), f"xcb_{name}")
    function.restype = result
    return function


def _free(pointer: int | None) -> None:
    """Free what xcb has allocated."""
    _library(None).free(c_void_p(pointer))


def _word(pointer: int, offset: int) -> int:
    """Read the 32 bit number at an offset in a reply or event."""
    return int(c_uint32.from_address(pointer + offset).value)


def _byte(pointer: int, offset: int) -> int:
    return int(c_uint8.from_address(pointer + offset).value)


class XConnection:
    """A connection to the X server. Windows and atoms are numbers; sizes are physical pixels.

    replied: called after each reply. Events that were read with it are pending without the descriptor being readable.
    """

    def __init__(self) -> None:
        """Connect to the X server. Raises OSError if there is no server or no libxcb."""
        number = c_int()
        self._display = c_void_p(_function("connect", c_void_p)(None, ctypes.byref(number)))
        if self.is_lost:
            self.close()
            raise OSError(tr("The X server does not answer"))
        setup = c_void_p(self._call("get_setup", c_void_p))
        screens = _function("setup_roots_iterator", _Screens)(setup)
        for _ in range(number.value):
            _function("screen_next")(ctypes.byref(screens))
        self.root = _word(screens.data, 0)
        self.number = number.value
        self._atoms: dict[str, int] = {}
        self.replied: Callable[[], object] = lambda: None

    @property
    def is_lost(self) -> bool:
        """Whether the connection is broken."""
        return bool(self._call("connection_has_error", c_int))

    @property
    def descriptor(self) -> int:
        """The file descriptor of the connection; it becomes readable when the server sends something."""
        return int(self._call("get_file_descriptor", c_int))

    def atom(self, name: str) -> int:
        """Return the atom with this name."""
        if name not in self._atoms:
            with self._reply("intern_atom", 0, len(name), name.encode()) as reply:
                self._atoms[name] = _word(reply, 8) if reply else 0
        return self._atoms[name]

    def values(self, window: int, name: str) -> tuple[int, ...]:
        """Return the 32 bit numbers in a window's property. Returns () if the property or the window does not exist."""
        with self._reply("get_property", 0, window, self.atom(name), _ANY_TYPE, 0, _MAX_VALUES) as reply:
            if not reply or _byte(reply, 1) != 32:
                return ()
            return tuple(_word(reply, 32 + 4 * index) for index in range(_word(reply, 16)))

    def append_atoms(self, window: int, name: str, added: tuple[str, ...]) -> None:
        """Append atoms to a window's property."""
        values = (c_uint32 * len(added))(*(self.atom(each) for each in added))
        self._request("change_property", _APPEND, window, self.atom(name), _ATOM, 32, len(added), values)
        self.sync()

    def owner(self, selection: str) -> int:
        """Return the window that owns a selection, or 0."""
        with self._reply("get_selection_owner", self.atom(selection)) as reply:
            return _word(reply, 8) if reply else 0

    def selected_text(self, seconds: float) -> str:
        """Return the text that is selected in some window; empty if its program does not give it in time.

        Raises SelectionTooLargeError. Blocks: call it on a connection of its own.
        """
        window = self._call("generate_id", c_uint32)
        self._request("create_window", 0, window, self.root, 0, 0, 1, 1, 0, _INPUT_ONLY, 0, 0, None)
        selection, text, parts = map(self.atom, ("PRIMARY", "UTF8_STRING", "INCR"))
        self._request("convert_selection", window, selection, text, text, 0)
        self._call("flush", c_int)
        until = monotonic() + seconds
        while (left := until - monotonic()) > 0:
            select.select([self.descriptor], [], [], left)
            if any(each.kind == SELECTION_NOTIFY for each in self.events()):
                break
        with self._reply("get_property", 1, window, text, text, 0, _MAX_SELECTION // 4) as reply:
            if not reply or _word(reply, 8) not in {text, parts}:
                return ""
            # A text has no bytes left behind what was read of it.
            if _word(reply, 8) == parts or _word(reply, 12):
                raise SelectionTooLargeError
            return ctypes.string_at(reply + 32, _word(reply, 16)).decode(errors="replace")

    def geometry(self, window: int) -> QRect:
        """Return the geometry of a window on the desktop, without its frame; empty if the window does not exist."""
        with self._reply("get_geometry", window) as reply:
            if not reply:
                return QRect()
            width, height = (c_uint16 * 2).from_address(reply + 16)
        with self._reply("translate_coordinates", window, self.root, 0, 0) as reply:
            if not reply:
                return QRect()
            x, y = (c_int16 * 2).from_address(reply + 12)
        return QRect(x, y, width, height)

    def is_seen(self, window: int) -> bool:
        """Return whether a window and all its ancestors are mapped (viewable)."""
        with self._reply("get_window_attributes", window) as reply:
            return bool(reply and _byte(reply, 26) == _VIEWABLE)

    def has_alpha(self, window: int) -> bool:
        """Return whether a window has an alpha channel; True if the window does not exist."""
        with self._reply("get_geometry", window) as reply:
            return not reply or _byte(reply, 1) >= _ALPHA_DEPTH

    def is_shaped(self, window: int) -> bool:
        """Return whether a window has a bounding shape other than its rectangle."""
        if not self.has_shapes:
            return False
        with self._reply("shape_query_extents", window) as reply:
            return bool(reply and _byte(reply, 8))

    def watch(self, window: int, *, structure: bool = False) -> None:
        """Select events for property changes of a window, and for changes of its structure if wanted."""
        self._select(window, _PROPERTY_CHANGES | (_STRUCTURE if structure else 0))

    def watch_geometry(self, window: int, *, is_wanted: bool) -> None:
        """Select events for changes of a window's structure alone, or none any more."""
        self._select(window, _STRUCTURE if is_wanted else 0)

    def keycodes(self, keysym: int) -> tuple[int, ...]:
        """Return the keycodes that produce a keysym on this keyboard."""
        table = c_void_p(self._call("key_symbols_alloc", c_void_p))
        codes = _function("key_symbols_get_keycode", c_void_p)(table, keysym)
        # A C string: the keycodes are bytes, with a zero at the end.
        keycodes = tuple(ctypes.string_at(codes)) if codes else ()
        _free(codes)
        _function("key_symbols_free")(table)
        return keycodes

    def grab_key(self, keycode: int, modifiers: int) -> bool:
        """Grab a key with these modifiers globally. Returns False if another program has grabbed it."""
        cookie = self._request("grab_key_checked", 1, self.root, modifiers, keycode, _ASYNC, _ASYNC)
        error = self._wait("request_check", cookie)
        _free(error)
        return not error

    def is_key_down(self, keycode: int) -> bool:
        """Return whether a key is held down now. A key that repeats stays down between its events."""
        with self._reply("query_keymap") as reply:
            # A bit for each keycode, after the header of 8 bytes.
            return bool(reply and _byte(reply, 8 + keycode // 8) >> keycode % 8 & 1)

    def set_input_shape(self, window: int, boxes: Iterable[Box] | None) -> None:
        """Set the boxes in which a window receives clicks, sorted in bands from the top; None resets the shape.

        Other clicks go to the window below. See the X Nonrectangular Window Shape Extension, ShapeInput.
        """
        if boxes is None:
            self._request("shape_mask", _SET, _INPUT, window, 0, 0, 0)
        else:
            flat = [number for box in boxes for number in box]
            numbers = (c_int16 * len(flat))(*flat)
            self._request("shape_rectangles", _SET, _INPUT, _BANDED, window, 0, 0, len(flat) // 4, numbers)
        self._call("flush", c_int)

    @property
    def has_shapes(self) -> bool:
        """Whether the server has the shape extension and libxcb-shape is installed."""
        try:
            shape = c_void_p.in_dll(_library("libxcb-shape.so.0"), "xcb_shape_id")
        except (OSError, ValueError):
            return False
        extension = self._call("get_extension_data", c_void_p, ctypes.byref(shape))
        return bool(extension and _byte(extension, 8))

    def extension_reply(self, extension: _Extension, opcode: int, content: bytes) -> bytes | None:
        """Send a request of an extension, and return the first 32 bytes of its reply; None if there is none.

        opcode: the minor one. content: the request after its four bytes of opcodes and length.
        """
        found = self._call("get_extension_data", c_void_p, ctypes.byref(extension))
        if not found or not _byte(found, 8):
            return None
        # libxcb fills in the first four bytes, and uses the two parts before the first one.
        request = ctypes.create_string_buffer(bytes(4) + content, 4 + len(content))
        parts = (_Part * 3)()
        parts[2] = _Part(ctypes.cast(request, c_void_p), len(request))
        kind = _RequestKind(1, ctypes.cast(ctypes.pointer(extension), c_void_p), opcode, 0)
        first = ctypes.byref(parts, 2 * ctypes.sizeof(_Part))
        sequence = self._call("send_request", c_uint32, _CHECKED, first, ctypes.byref(kind))
        reply = self._wait("wait_for_reply", c_uint32(sequence), None)
        if not reply:
            return None
        copy = ctypes.string_at(reply, _REPLY_BYTES)
        _free(reply)
        return copy

    def release_keyboard(self) -> None:
        """Ungrab the keyboard. A grabbed key holds it until it is released, and a menu needs it before."""
        self._request("ungrab_keyboard", 0)
        self.sync()

    def sync(self) -> None:
        """Wait until the server has processed all requests (a round trip)."""
        with self._reply("get_input_focus"):
            pass

    def events(self) -> Generator[Event]:
        """Yield all pending events."""
        while event := self._call("poll_for_event", c_void_p):
            kind = _byte(event, 0) & 0x7F
            atom = _word(event, 8) if kind == PROPERTY_CHANGED else 0
            keycode = _byte(event, 1) if kind in {KEY_PRESS, KEY_RELEASE} else 0
            _free(event)
            yield Event(kind, atom, keycode)

    def close(self) -> None:
        """Disconnect. No other method may be called afterwards."""
        self._call("disconnect")

    def _select(self, window: int, changes: int) -> None:
        self._request("change_window_attributes", window, _EVENT_MASK, ctypes.byref(c_uint32(changes)))
        self.sync()

    def _call(self, name: str, result: Any = None, *arguments: Any) -> Any:
        """Call a function of the connection."""
        return _function(name, result)(self._display, *arguments)

    def _wait(self, name: str, *arguments: Any) -> int | None:
        """Wait for what the server answers to a request; None if it is nothing."""
        reply = self._call(name, c_void_p, *arguments)
        self.replied()
        return reply

    def _request(self, name: str, *arguments: Any) -> _Cookie:
        """Send a request."""
        return self._call(name, _Cookie, *arguments)

    @contextmanager
    def _reply(self, name: str, *arguments: Any) -> Generator[int | None]:
        """Send a request, wait for its reply and free it after the block. Yields None if the request failed."""
        reply = self._wait(f"{name}_reply", self._request(name, *arguments), None)
        try:
            yield reply
        finally:
            _free(reply)


def is_x11() -> bool:
    """Return whether Qt uses X11 (or XWayland)."""
    return QGuiApplication.platformName() == "xcb"


def is_wayland() -> bool:
    """Return whether Qt runs on Wayland, where a window can't read or set its position, or read the pointer's."""
    return QGuiApplication.platformName().startswith("wayland")


class EventListener(QObject):
    """Reads the events of a connection on Qt's event loop and passes each batch to `on_events`, until it is closed."""

    def __init__(self, connection: XConnection, on_events: Callable[[list[Event]], None], parent: QObject) -> None:
        super().__init__(parent)
        self._connection, self._on_events = connection, on_events
        self._notifier = QSocketNotifier(connection.descriptor, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self.listen)
        self._replied = QTimer(self, singleShot=True, interval=0)
        self._replied.timeout.connect(self.listen)
        connection.replied = self._replied.start

    def listen(self) -> None:
        """Process all pending events; requests to the server in between may bring more of them."""
        while events := list(self._connection.events()):
            self._on_events(events)
        if self._connection.is_lost:
            self._notifier.setEnabled(False)

    def close(self) -> None:
        """Stop reading events, and disconnect."""
        self._notifier.setEnabled(False)
        self._replied.stop()
        self._connection.close()


def keep_out_of_taskbar(window: int) -> None:
    """Ask the window manager to show no entry in taskbar and pager. Call it each time before the window is mapped.

    `window` is a QWindow's winId. See the Extended Window Manager Hints, _NET_WM_STATE.
    """
    with temporary_connection() as server:
        if server is not None:
            server.append_atoms(window, "_NET_WM_STATE", ("_NET_WM_STATE_SKIP_TASKBAR", "_NET_WM_STATE_SKIP_PAGER"))


def has_compositor() -> bool:
    """Return whether a compositing manager runs, so that windows can be transparent; True on platforms without X11."""
    with temporary_connection() as server:
        return server is None or bool(server.owner(f"_NET_WM_CM_S{server.number}"))


def selected_text(seconds: float) -> str:
    """Return the text that is selected in some window; empty after so many seconds, and without X11. Blocks.

    Raises SelectionTooLargeError.
    """
    with temporary_connection() as server:
        return server.selected_text(seconds) if server else ""


def boxes_of(region: QRegion) -> tuple[Box, ...]:
    """Return the rectangles of a region, sorted in bands from the top."""
    # The type stub of QRegion has no __iter__.
    boxes = cast(Iterable[QRect], region)
    return tuple((box.x(), box.y(), box.width(), box.height()) for box in boxes)


class InputShape:
    """The input shape of one of our windows on X11: the area that receives clicks. The X server applies it."""

    def __init__(self, window: int) -> None:
        """`window` is a QWindow's winId. Raises OSError without X11, or if the server lacks the shape extension."""
        self._window, self._server = window, _shape_connection()
        # Qt has a separate connection. This round trip ensures that Qt's earlier requests are processed first.
        QCursor.pos()
        self._boxes: tuple[Box, ...] | None = None

    def set_region(self, boxes: tuple[Box, ...] | None) -> None:
        """Receive clicks only in these boxes, or in the whole window if `boxes` is None.

        Boxes are in physical pixels of the window, sorted in bands from the top.
        """
        if boxes != self._boxes:
            self._boxes = boxes
            self._server.set_input_shape(self._window, boxes)


@cache
def _shape_connection() -> XConnection:
    """Return the connection that all input shapes share until the program ends. Raises OSError."""
    if not is_x11():
        raise OSError("there is no X server")
    server = XConnection()
    if not server.has_shapes:
        server.close()
        raise OSError("the X server knows no shapes")
    return server


def idle_seconds() -> float | None:
    """Return the time since the user's last input; None without X11 or the extension MIT-SCREEN-SAVER.

    Its request QueryInfo is sent without libxcb-screensaver, which is not installed everywhere.
    """
    with temporary_connection() as server:
        if server is None:
            return None
        reply = server.extension_reply(_SCREEN_SAVER, _QUERY_INFO, struct.pack("=I", server.root))
    return _MS_SINCE_INPUT.unpack_from(reply)[0] / 1000 if reply else None


@contextmanager
def temporary_connection() -> Generator[XConnection | None]:
    """Yield a connection that is closed after the block, or None without X11."""
    try:
        server = XConnection() if is_x11() else None
    except OSError as error:
        log.warning("no connection to the X server: %s", error)
        server = None
    if server is None:
        yield None
        return
    with closing(server):
        yield server
