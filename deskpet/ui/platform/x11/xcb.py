"""ctypes bindings of libxcb, libxcb-shape and libxcb-keysyms: argument and result types."""

import ctypes
from ctypes import POINTER, Structure, c_char_p, c_int, c_uint8, c_uint16, c_uint32, c_void_p
from functools import cache
from typing import Any


def word(pointer: int, offset: int) -> int:
    """Read the 32 bit number at an offset in a reply or event."""
    return int(c_uint32.from_address(pointer + offset).value)


class Cookie(Structure):
    """The identifier of a request, with which its reply is fetched."""

    _fields_ = (("sequence", c_uint32),)


class _Screens(Structure):
    _fields_ = (("data", c_void_p), ("rem", c_int), ("index", c_int))


@cache
def c() -> Any:
    """Return the C library, whose `free` releases replies and events of xcb."""
    c = ctypes.CDLL(None)
    c.free.argtypes, c.free.restype = [c_void_p], None
    return c


@cache
def library() -> Any:
    """Return libxcb. Raises OSError if it is not installed."""
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
        "intern_atom": (Cookie, [display, c_uint8, c_uint16, c_char_p]),
        "get_property": (Cookie, [display, c_uint8, window, atom, atom, c_uint32, c_uint32]),
        "get_property_value": (c_void_p, [c_void_p]),
        "change_property": (Cookie, [display, c_uint8, window, atom, atom, c_uint8, c_uint32, c_void_p]),
        "get_selection_owner": (Cookie, [display, atom]),
        "get_geometry": (Cookie, [display, window]),
        "get_window_attributes": (Cookie, [display, window]),
        "translate_coordinates": (Cookie, [display, window, window, ctypes.c_int16, ctypes.c_int16]),
        "change_window_attributes": (Cookie, [display, window, c_uint32, POINTER(c_uint32)]),
        "grab_key_checked": (Cookie, [display, c_uint8, window, c_uint16, c_uint8, c_uint8, c_uint8]),
        "request_check": (c_void_p, [display, Cookie]),
        "ungrab_keyboard": (Cookie, [display, c_uint32]),
        "get_input_focus": (Cookie, [display]),
        "get_extension_data": (c_void_p, [display, c_void_p]),
        "flush": (c_int, [display]),
    }
    requests_with_reply = (
        "intern_atom",
        "get_property",
        "get_selection_owner",
        "get_geometry",
        "translate_coordinates",
    )
    for request in (*requests_with_reply, "get_window_attributes", "get_input_focus"):
        signatures[f"{request}_reply"] = (c_void_p, [display, Cookie, c_void_p])
    for name, (result, arguments) in signatures.items():
        function = getattr(xcb, f"xcb_{name}")
        function.restype, function.argtypes = result, arguments
    return xcb


@cache
def shapes() -> Any:
    """Return libxcb-shape, for the Nonrectangular Window Shape Extension. Raises OSError if it is not installed."""
    shapes = ctypes.CDLL("libxcb-shape.so.0")
    display, window, kind, at, boxes = c_void_p, c_uint32, c_uint8, ctypes.c_int16, c_void_p
    signatures: dict[str, tuple[Any, list[Any]]] = {
        "mask": (Cookie, [display, c_uint8, kind, window, at, at, c_uint32]),
        "rectangles": (Cookie, [display, c_uint8, kind, c_uint8, window, at, at, c_uint32, boxes]),
        "query_extents": (Cookie, [display, window]),
        "query_extents_reply": (c_void_p, [display, Cookie, c_void_p]),
        "get_rectangles": (Cookie, [display, window, kind]),
        "get_rectangles_reply": (c_void_p, [display, Cookie, c_void_p]),
        "get_rectangles_rectangles": (c_void_p, [c_void_p]),
    }
    for name, (result, arguments) in signatures.items():
        function = getattr(shapes, f"xcb_shape_{name}")
        function.restype, function.argtypes = result, arguments
    return shapes


@cache
def keysyms() -> Any:
    """Return libxcb-keysyms. Raises OSError if it is not installed."""
    keys = ctypes.CDLL("libxcb-keysyms.so.1")
    keys.xcb_key_symbols_alloc.restype, keys.xcb_key_symbols_alloc.argtypes = c_void_p, [c_void_p]
    keys.xcb_key_symbols_free.restype, keys.xcb_key_symbols_free.argtypes = None, [c_void_p]
    keys.xcb_key_symbols_get_keycode.restype = POINTER(c_uint8)
    keys.xcb_key_symbols_get_keycode.argtypes = [c_void_p, c_uint32]
    return keys
