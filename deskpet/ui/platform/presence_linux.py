"""The user's presence on Linux: X11, services on D-Bus, and files of the kernel."""

import asyncio
import os
import subprocess
from collections.abc import Awaitable, Mapping
from pathlib import Path
from typing import Any

from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusPendingCallWatcher, QDBusVariant
from PySide6.QtGui import QWindow

from deskpet.processes.threads import run_in_thread
from deskpet.ui.platform import fullscreen, power, x11
from deskpet.ui.platform.session_end import SCREEN_SAVERS
from deskpet.ui.platform.user_presence import UserPresence

# How long a service may take, in ms.
_TIMEOUT_MS = 2000
_PROPERTIES = "org.freedesktop.DBus.Properties"

SOUND_CARDS = Path("/proc/asound")
_SAVER, _SAVER_PATH = "org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver"
_LOGIN, _LOGIN_PATH = "org.freedesktop.login1", "/org/freedesktop/login1/session/auto"
_MUTTER, _MUTTER_PATH = "org.gnome.Mutter.IdleMonitor", "/org/gnome/Mutter/IdleMonitor/Core"
_NOTIFICATIONS, _NOTIFICATIONS_PATH = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"
_SESSION, _SESSION_PATH = "org.gnome.SessionManager", "/org/gnome/SessionManager"
_INHIBIT, _INHIBIT_PATH = "org.freedesktop.PowerManagement.Inhibit", "/org/freedesktop/PowerManagement/Inhibit"
_PROFILES = ("org.freedesktop.UPower.PowerProfiles", "net.hadess.PowerProfiles")
# Flag of a program that keeps the session from becoming idle, as a player of films does.
_IDLE = 8
_PROGRAM_SECONDS = 5.0
# The setting of a desktop, and its value while the user wants no notifications.
_SETTINGS: Mapping[str, tuple[str, str, str]] = {
    "GNOME": ("org.gnome.desktop.notifications", "show-banners", "false"),
    "X-CINNAMON": ("org.cinnamon.desktop.notifications", "display-notifications", "false"),
    "MATE": ("org.mate.NotificationDaemon", "do-not-disturb", "true"),
}


async def call(
    bus: QDBusConnection, service: str, path: str, interface: str, method: str, *arguments: object
) -> object | None:
    """Return the first value that a method returns; None without an answer, such as when the service does not run."""
    message = QDBusMessage.createMethodCall(service, path, interface, method)
    message.setArguments(list(arguments))
    message.setAutoStartService(False)
    answered = asyncio.get_running_loop().create_future()
    watcher = QDBusPendingCallWatcher(bus.asyncCall(message, _TIMEOUT_MS))
    # The call may have ended without an event, as on a closed connection.
    if not watcher.isFinished():
        watcher.finished.connect(lambda: answered.done() or answered.set_result(None))
        await answered
    values: list[Any] = [] if watcher.isError() else watcher.reply().arguments()
    if not values:
        return None
    return values[0].variant() if isinstance(values[0], QDBusVariant) else values[0]


async def get(bus: QDBusConnection, service: str, path: str, interface: str, name: str) -> object | None:
    """Return a property of an object; None without an answer."""
    return await call(bus, service, path, _PROPERTIES, "Get", interface, name)


async def look(
    window: QWindow, session: QDBusConnection | None = None, system: QDBusConnection | None = None
) -> UserPresence:
    """Return the user's presence. `session` and `system` are the buses of the desktop and the computer by default."""
    session, system = session or QDBusConnection.sessionBus(), system or QDBusConnection.systemBus()
    idle, is_locked, is_refused, has_full_screen, is_saving, is_used = await asyncio.gather(
        idle_seconds(session),
        _is_locked(session, system),
        _is_disturbance_refused(session),
        _has_full_screen(window, session),
        _saves_power(system),
        run_in_thread(is_microphone_used),
    )
    return UserPresence(
        idle_seconds=idle,
        is_locked=is_locked,
        is_disturbance_refused=is_refused,
        has_full_screen=has_full_screen,
        is_microphone_used=is_used,
        is_battery_low=is_saving or bool((battery := power.battery()) and battery.is_nearly_empty),
    )


def _is_wayland() -> bool:
    return bool(os.environ.get("WAYLAND_DISPLAY"))


async def idle_seconds(session: QDBusConnection | None = None) -> float | None:
    """Return the time since the last input, as reported by X11 or the desktop."""
    # XWayland hears of the input to its own windows only.
    if not _is_wayland() and (seconds := x11.idle_seconds()) is not None:
        return seconds
    session = session or QDBusConnection.sessionBus()
    milliseconds = await call(session, _MUTTER, _MUTTER_PATH, _MUTTER, "GetIdletime")
    if milliseconds is None:
        milliseconds = await call(session, _SAVER, _SAVER_PATH, _SAVER, "GetSessionIdleTime")
    return milliseconds / 1000 if isinstance(milliseconds, int) else None


async def _is_locked(session: QDBusConnection, system: QDBusConnection) -> bool | None:
    savers = (call(session, interface, path, interface, "GetActive") for path, interface in SCREEN_SAVERS)
    return await _any(*savers, get(system, _LOGIN, _LOGIN_PATH, f"{_LOGIN}.Session", "LockedHint"))


async def _is_disturbance_refused(session: QDBusConnection) -> bool | None:
    """Ask the notification service, as KDE's and dunst's, that of Xfce's settings, and the settings of the desktop."""
    return await _any(
        get(session, _NOTIFICATIONS, _NOTIFICATIONS_PATH, _NOTIFICATIONS, "Inhibited"),
        get(session, _NOTIFICATIONS, _NOTIFICATIONS_PATH, "org.dunstproject.cmd0", "paused"),
        call(
            session,
            "org.xfce.Xfconf",
            "/org/xfce/Xfconf",
            "org.xfce.Xfconf",
            "GetProperty",
            "xfce4-notifyd",
            "/do-not-disturb",
        ),
        run_in_thread(_refuses_by_settings),
    )


def _refuses_by_settings() -> bool | None:
    desktops = os.environ.get("XDG_CURRENT_DESKTOP", "").upper().split(":")
    setting = next((_SETTINGS[each] for each in desktops if each in _SETTINGS), None)
    if setting is None:
        return None
    schema, key, refused = setting
    value = _output_of("gsettings", "get", schema, key)
    return None if value is None else value.strip() == refused


async def _has_full_screen(window: QWindow, session: QDBusConnection) -> bool | None:
    """Return whether a window fills the screen; on Wayland whether a program keeps the session from becoming idle."""
    if not _is_wayland() and x11.is_x11():
        return fullscreen.is_screen_filled(window)
    return await _any(
        call(session, _SESSION, _SESSION_PATH, _SESSION, "IsInhibited", _IDLE),
        call(session, _INHIBIT, _INHIBIT_PATH, _INHIBIT, "HasInhibit"),
    )


async def _saves_power(system: QDBusConnection) -> bool:
    paths = ("/" + name.replace(".", "/") for name in _PROFILES)
    profiles = [
        await get(system, name, path, name, "ActiveProfile") for name, path in zip(_PROFILES, paths, strict=True)
    ]
    return "power-saver" in profiles


async def _any(*answers: Awaitable[object]) -> bool | None:
    """Return whether one of the answers is True; None if there is no answer."""
    found = [each for each in await asyncio.gather(*answers) if isinstance(each, bool)]
    return any(found) if found else None


def is_microphone_used(cards: Path = SOUND_CARDS) -> bool | None:
    """Return whether a program records sound: from a sound card of the kernel, or through the sound server."""
    states = [_state(each) for each in cards.glob("card*/pcm*c/sub*/status")]
    if any(states):
        return True
    recordings = _output_of("pactl", "list", "short", "source-outputs")
    if recordings is not None:
        return bool(recordings.strip())
    # Without a sound server's own word, a microphone that is no sound card of the kernel is missed.
    return False if states else None


def _state(file: Path) -> bool:
    """Return whether a device for recording is open."""
    try:
        return file.read_text(encoding="ascii", errors="replace").strip() != "closed"
    except OSError:
        return False


def _output_of(*command: str) -> str | None:
    """Return what a program prints; None if it is missing or fails."""
    environment = {**os.environ, "LC_ALL": "C"}
    try:
        done = subprocess.run(
            command, capture_output=True, encoding="utf-8", timeout=_PROGRAM_SECONDS, check=True, env=environment
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout
