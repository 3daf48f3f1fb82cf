"""A connection to the X server: requests, replies and events."""

import ctypes
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from ctypes import POINTER, c_int, c_uint8, c_uint16, c_uint32, c_void_p
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QRect

from deskpet.ui.platform.x11 import xcb
from deskpet.words import tr

# From xproto.h.
KEY_PRESS, PROPERTY_CHANGED = 2, 28
_ATOM, _APPEND, _ANY_TYPE = 4, 2, 0
_EVENT_MASK, _STRUCTURE, _PROPERTY_CHANGES = 1 << 11, 1 << 17, 1 << 22
_VIEWABLE, _ALPHA_DEPTH = 2, 32
_ASYNC = 1
_MAX_VALUES = 1024
# From shape.h.
_SET, _INPUT, _BANDED = 0, 2, 3

Box = tuple[int, int, int, int]
"""Left, top, width and height."""


@dataclass(frozen=True, slots=True)
class Event:
    """An event of the server: its type, and the atom of the property for PropertyNotify."""

    kind: int
    atom: int = 0


class Connection:
    """A connection to the X server. Windows and atoms are numbers; sizes are physical pixels."""

    def __init__(self) -> None:
        """Connect to the X server. Raises OSError if there is no server or no libxcb."""
        self._xcb = xcb.library()
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
        """Whether the connection is broken."""
        return bool(self._xcb.xcb_connection_has_error(self._display))

    @property
    def descriptor(self) -> int:
        """The file descriptor of the connection; it becomes readable when the server sends something."""
        return int(self._xcb.xcb_get_file_descriptor(self._display))

    def atom(self, name: str) -> int:
        """Return the atom with this name."""
        if name not in self._atoms:
            cookie = self._xcb.xcb_intern_atom(self._display, 0, len(name), name.encode())
            with self._reply("intern_atom", cookie) as reply:
                self._atoms[name] = xcb.word(reply, 8) if reply else 0
        return self._atoms[name]

    def values(self, window: int, name: str) -> tuple[int, ...]:
        """Return the 32 bit numbers in a window's property. Returns () if the property or the window does not exist."""
        atom = self.atom(name)
        cookie = self._xcb.xcb_get_property(self._display, 0, window, atom, _ANY_TYPE, 0, _MAX_VALUES)
        with self._reply("get_property", cookie) as reply:
            if not reply or ctypes.cast(reply, POINTER(c_uint8))[1] != 32:
                return ()
            length = xcb.word(reply, 16)
            return tuple(ctypes.cast(self._xcb.xcb_get_property_value(reply), POINTER(c_uint32))[:length])

    def append_atoms(self, window: int, name: str, added: tuple[str, ...]) -> None:
        """Append atoms to a window's property."""
        values = (c_uint32 * len(added))(*(self.atom(each) for each in added))
        self._xcb.xcb_change_property(
            self._display, _APPEND, window, self.atom(name), _ATOM, 32, len(added), ctypes.cast(values, c_void_p)
        )
        self.sync()

    def owner(self, selection: str) -> int:
        """Return the window that owns a selection, or 0."""
        cookie = self._xcb.xcb_get_selection_owner(self._display, self.atom(selection))
        with self._reply("get_selection_owner", cookie) as reply:
            return xcb.word(reply, 8) if reply else 0

    def geometry(self, window: int) -> QRect:
        """Return the geometry of a window on the desktop, without its frame; empty if the window does not exist."""
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

    def is_seen(self, window: int) -> bool:
        """Return whether a window and all its ancestors are mapped (viewable)."""
        cookie = self._xcb.xcb_get_window_attributes(self._display, window)
        with self._reply("get_window_attributes", cookie) as reply:
            return bool(reply and ctypes.cast(reply, POINTER(c_uint8))[26] == _VIEWABLE)

    def has_alpha(self, window: int) -> bool:
        """Return whether a window has an alpha channel; True if the window does not exist."""
        cookie = self._xcb.xcb_get_geometry(self._display, window)
        with self._reply("get_geometry", cookie) as reply:
            return not reply or ctypes.cast(reply, POINTER(c_uint8))[1] >= _ALPHA_DEPTH

    def is_shaped(self, window: int) -> bool:
        """Return whether a window has a bounding shape other than its rectangle."""
        if not self.has_shapes:
            return False
        cookie = xcb.shapes().xcb_shape_query_extents(self._display, window)
        with self._reply("shape_query_extents", cookie, xcb.shapes()) as reply:
            return bool(reply and ctypes.cast(reply, POINTER(c_uint8))[8])

    def watch(self, window: int) -> None:
        """Select events for structure and property changes of a window."""
        self._select_events(window, _STRUCTURE | _PROPERTY_CHANGES)

    def watch_properties(self, window: int) -> None:
        """Select events for property changes of a window."""
        self._select_events(window, _PROPERTY_CHANGES)

    def _select_events(self, window: int, changes: int) -> None:
        mask = c_uint32(changes)
        self._xcb.xcb_change_window_attributes(self._display, window, _EVENT_MASK, ctypes.byref(mask))
        self.sync()

    def keycodes(self, keysym: int) -> tuple[int, ...]:
        """Return the keycodes that produce a keysym on this keyboard."""
        keys = xcb.keysyms()
        table = keys.xcb_key_symbols_alloc(self._display)
        codes = keys.xcb_key_symbols_get_keycode(table, keysym)
        found: list[int] = []
        while codes and codes[len(found)]:
            found.append(codes[len(found)])
        if codes:
            xcb.c().free(codes)
        keys.xcb_key_symbols_free(table)
        return tuple(found)

    def grab_key(self, keycode: int, modifiers: int) -> bool:
        """Grab a key with these modifiers globally. Returns False if another program has grabbed it."""
        cookie = self._xcb.xcb_grab_key_checked(self._display, 1, self.root, modifiers, keycode, _ASYNC, _ASYNC)
        error = self._xcb.xcb_request_check(self._display, cookie)
        if error:
            xcb.c().free(error)
        return not error

    def set_input_shape(self, window: int, boxes: Iterable[Box] | None) -> None:
        """Set the boxes in which a window receives clicks, sorted in bands from the top; None resets the shape.

        Other clicks go to the window below. See the X Nonrectangular Window Shape Extension, ShapeInput.
        """
        if boxes is None:
            xcb.shapes().xcb_shape_mask(self._display, _SET, _INPUT, window, 0, 0, 0)
        else:
            flat = [number for box in boxes for number in box]
            numbers = (ctypes.c_int16 * len(flat))(*flat)
            xcb.shapes().xcb_shape_rectangles(
                self._display, _SET, _INPUT, _BANDED, window, 0, 0, len(flat) // 4, ctypes.cast(numbers, c_void_p)
            )
        self._xcb.xcb_flush(self._display)

    def input_boxes(self, window: int) -> tuple[Box, ...]:
        """Return the boxes in which a window receives clicks."""
        cookie = xcb.shapes().xcb_shape_get_rectangles(self._display, window, _INPUT)
        with self._reply("shape_get_rectangles", cookie, xcb.shapes()) as reply:
            if not reply:
                return ()
            first = xcb.shapes().xcb_shape_get_rectangles_rectangles(reply)
            numbers = ctypes.cast(first, POINTER(ctypes.c_int16))[: 4 * xcb.word(reply, 8)]
        return tuple((x, y, w, h) for x, y, w, h in zip(*(numbers[at::4] for at in range(4)), strict=True))

    @property
    def has_shapes(self) -> bool:
        """Whether the server has the shape extension and libxcb-shape is installed."""
        try:
            shape = c_void_p.in_dll(xcb.shapes(), "xcb_shape_id")
        except (OSError, ValueError):
            return False
        extension = self._xcb.xcb_get_extension_data(self._display, ctypes.byref(shape))
        return bool(extension and ctypes.cast(extension, POINTER(c_uint8))[8])

    def release_keyboard(self) -> None:
        """Ungrab the keyboard. A grabbed key holds it until it is released, and a menu needs it before."""
        self._xcb.xcb_ungrab_keyboard(self._display, 0)
        self.sync()

    def sync(self) -> None:
        """Wait until the server has processed all requests (a round trip)."""
        cookie = self._xcb.xcb_get_input_focus(self._display)
        with self._reply("get_input_focus", cookie):
            pass

    def events(self) -> Generator[Event]:
        """Yield all pending events."""
        while event := self._xcb.xcb_poll_for_event(self._display):
            kind = ctypes.cast(event, POINTER(c_uint8))[0] & 0x7F
            atom = xcb.word(event, 8) if kind == PROPERTY_CHANGED else 0
            xcb.c().free(event)
            yield Event(kind, atom)

    def close(self) -> None:
        """Disconnect. No other method may be called afterwards."""
        self._xcb.xcb_disconnect(self._display)

    @contextmanager
    def _reply(self, request: str, cookie: Any, library: Any = None) -> Generator[int | None]:
        """Wait for the reply to a request and free it after the block. Yields None if the request failed."""
        reply = getattr(library or self._xcb, f"xcb_{request}_reply")(self._display, cookie, None)
        try:
            yield reply
        finally:
            if reply:
                xcb.c().free(reply)
