"""The user's presence on macOS, written by Apple's documentation and never run there.

Focus is not public, so notifications count as wanted. A full-screen window has a space of its own, without the
character.
"""

import ctypes
from ctypes import byref, c_bool, c_double, c_int32, c_uint32, c_void_p
from typing import Any

from deskpet.ui.platform import power
from deskpet.ui.platform.user_presence import UserPresence

_FRAMEWORKS = "/System/Library/Frameworks"
# CGEventSourceStateID and CGEventType.
_COMBINED_SESSION, _ANY_INPUT = 0, 0xFFFFFFFF
_UTF8 = 0x08000100
# CoreAudio: the object of the system, "dIn ", "gone" and "glob".
_SYSTEM, _DEFAULT_INPUT, _RUNS_SOMEWHERE, _GLOBAL = 1, 0x64496E20, 0x676F6E65, 0x676C6F62


class _Address(ctypes.Structure):
    """AudioObjectPropertyAddress."""

    _fields_ = (("selector", c_uint32), ("scope", c_uint32), ("element", c_uint32))


def look() -> UserPresence:
    """Return the user's presence."""
    battery = power.battery()
    return UserPresence(
        idle_seconds=idle_seconds(),
        is_locked=_is_locked(),
        is_disturbance_refused=False,
        has_full_screen=False,
        is_microphone_used=_is_microphone_used(),
        is_battery_low=battery is not None and battery.is_nearly_empty,
    )


def _framework(name: str) -> Any:
    return ctypes.CDLL(f"{_FRAMEWORKS}/{name}.framework/{name}")


def idle_seconds() -> float | None:
    """Return the time since the last input."""
    seconds = _framework("ApplicationServices").CGEventSourceSecondsSinceLastEventType
    seconds.restype, seconds.argtypes = c_double, (c_int32, c_uint32)
    return float(seconds(_COMBINED_SESSION, _ANY_INPUT))


def _is_locked() -> bool | None:
    graphics, foundation = _framework("ApplicationServices"), _framework("CoreFoundation")
    for function in (
        graphics.CGSessionCopyCurrentDictionary,
        foundation.CFStringCreateWithCString,
        foundation.CFDictionaryGetValue,
    ):
        function.restype = c_void_p
    foundation.CFBooleanGetValue.restype = c_bool
    session = c_void_p(graphics.CGSessionCopyCurrentDictionary())
    if not session:
        return None
    key = c_void_p(foundation.CFStringCreateWithCString(None, b"CGSSessionScreenIsLocked", c_uint32(_UTF8)))
    # The key is missing while the screen is not locked.
    value = c_void_p(foundation.CFDictionaryGetValue(session, key))
    is_locked = bool(value) and bool(foundation.CFBooleanGetValue(value))
    foundation.CFRelease(key)
    foundation.CFRelease(session)
    return is_locked


def _is_microphone_used() -> bool | None:
    audio = _framework("CoreAudio")
    device = _audio_number(audio, _SYSTEM, _DEFAULT_INPUT)
    if device is None:
        return None
    running = _audio_number(audio, device, _RUNS_SOMEWHERE)
    return None if running is None else bool(running)


def _audio_number(audio: Any, thing: int, selector: int) -> int | None:
    """Return a property of an audio object; None if there is none."""
    address, value, size = _Address(selector, _GLOBAL, 0), c_uint32(), c_uint32(4)
    failed = audio.AudioObjectGetPropertyData(c_uint32(thing), byref(address), 0, None, byref(size), byref(value))
    return None if failed else value.value
