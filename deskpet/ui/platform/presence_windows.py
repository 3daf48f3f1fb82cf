"""The user's presence on Windows: last input, notification state, lock, microphone and battery saver."""

import ctypes
import importlib
from ctypes import Structure, byref, c_uint32, c_void_p
from typing import Any

from PySide6.QtGui import QWindow

from deskpet.ui.platform import fullscreen
from deskpet.ui.platform.user_presence import UserPresence

CONSENT_STORE = r"Software\Microsoft\Windows\CurrentVersion\CapabilityAccessManager\ConsentStore\microphone"
_UNPACKAGED = "NonPackaged"
# QUERY_USER_NOTIFICATION_STATE.
_NOT_PRESENT, _ACCEPTS_NOTIFICATIONS = 1, 5
# WTSQuerySessionInformation: this session, the class WTSSessionInfoEx, and the offset of SessionFlags in its result.
_CURRENT_SESSION, _SESSION_INFO_EX, _FLAGS_AT = 0xFFFFFFFF, 25, 16
_LOCKED, _UNLOCKED = 0, 1
# SYSTEM_POWER_STATUS: its size and the byte SystemStatusFlag.
_POWER_STATUS_SIZE, _SAVER_AT = 12, 3


class _LastInput(Structure):
    """LASTINPUTINFO."""

    _fields_ = (("size", c_uint32), ("ticks", c_uint32))


def look(window: QWindow) -> UserPresence:
    """Return the user's presence."""
    state = _notification_state()
    return UserPresence(
        idle_seconds=idle_seconds(),
        is_locked=_is_locked(state),
        is_disturbance_refused=None if state is None else state not in {_NOT_PRESENT, _ACCEPTS_NOTIFICATIONS},
        has_full_screen=fullscreen.is_screen_filled(window),
        is_microphone_used=is_microphone_used(),
        is_battery_low=_is_battery_saver_on(),
    )


def idle_seconds() -> float | None:
    """Return the time since the last input."""
    last = _LastInput(ctypes.sizeof(_LastInput))
    if not _library("user32").GetLastInputInfo(byref(last)):
        return None
    # Both count milliseconds since the start in 32 bits, and begin again at 0 after 49 days.
    return ((_library("kernel32").GetTickCount() - last.ticks) & 0xFFFFFFFF) / 1000


def _notification_state() -> int | None:
    state = c_uint32()
    failed = _library("shell32").SHQueryUserNotificationState(byref(state))
    return None if failed else state.value


def _is_locked(notification_state: int | None) -> bool | None:
    """Return whether the session is locked, or its screen saver runs."""
    if notification_state == _NOT_PRESENT:
        return True
    flags = _session_flags()
    if flags in {_LOCKED, _UNLOCKED}:
        return flags == _LOCKED
    return None if notification_state is None else False


def _session_flags() -> int | None:
    terminal = _library("wtsapi32")
    found, size = c_void_p(), c_uint32()
    session = c_uint32(_CURRENT_SESSION)
    if not terminal.WTSQuerySessionInformationW(None, session, _SESSION_INFO_EX, byref(found), byref(size)):
        return None
    try:
        has_flags = found.value and size.value >= _FLAGS_AT + 4
        return c_uint32.from_address(found.value + _FLAGS_AT).value if has_flags and found.value else None
    finally:
        terminal.WTSFreeMemory(found)


def _is_battery_saver_on() -> bool | None:
    status = (ctypes.c_ubyte * _POWER_STATUS_SIZE)()
    return bool(status[_SAVER_AT]) if _library("kernel32").GetSystemPowerStatus(status) else None


def is_microphone_used(key: str = CONSENT_STORE) -> bool | None:
    """Return whether a program records: the registry has when each program began and ended to use the microphone.

    key: below HKEY_CURRENT_USER. Returns None if Windows keeps no such record.
    """
    try:
        programs = _names(key)
        # Programs that don't come from the shop are one level deeper.
        nested = (
            [f"{_UNPACKAGED}\\{name}" for name in _names(f"{key}\\{_UNPACKAGED}")] if _UNPACKAGED in programs else []
        )
    except OSError:
        return None
    return any(_is_in_use(f"{key}\\{name}") for name in [*programs, *nested])


def _names(path: str) -> list[str]:
    """Return the names of the keys in a key."""
    registry = _registry()
    with registry.OpenKey(registry.HKEY_CURRENT_USER, path) as key:
        return [registry.EnumKey(key, index) for index in range(registry.QueryInfoKey(key)[0])]


def _is_in_use(program: str) -> bool:
    """Return whether the program has begun to use the microphone and has not ended."""
    registry = _registry()
    try:
        with registry.OpenKey(registry.HKEY_CURRENT_USER, program) as key:
            began, _ = registry.QueryValueEx(key, "LastUsedTimeStart")
            ended, _ = registry.QueryValueEx(key, "LastUsedTimeStop")
    except OSError:
        return False
    return bool(began) and not ended


def _registry() -> Any:
    """Return the module winreg, which exists on Windows only."""
    return importlib.import_module("winreg")


def _library(name: str) -> Any:
    return getattr(ctypes, "WinDLL")(name)  # noqa: B009
