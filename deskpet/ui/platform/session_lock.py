"""Detect whether the session is locked, to stop drawing behind the lock screen.

On Linux the desktop sends D-Bus signals. Windows and macOS hide the window themselves: nothing is drawn to a window
that is not exposed.
"""

from typing import cast

from PySide6.QtCore import SLOT, QObject, Signal, Slot
from PySide6.QtDBus import QDBusConnection

# D-Bus objects and interfaces of screen savers: the common one (KDE and others), then those of single desktops.
SCREEN_SAVERS = (
    ("/org/freedesktop/ScreenSaver", "org.freedesktop.ScreenSaver"),
    ("/ScreenSaver", "org.freedesktop.ScreenSaver"),
    ("/org/gnome/ScreenSaver", "org.gnome.ScreenSaver"),
    ("/org/cinnamon/ScreenSaver", "org.cinnamon.ScreenSaver"),
    ("/org/mate/ScreenSaver", "org.mate.ScreenSaver"),
    ("/org/xfce/ScreenSaver", "org.xfce.ScreenSaver"),
)
# The type stub expects bytes, but Qt needs the str that SLOT returns.
_ON_ACTIVE_CHANGED = cast(bytes, SLOT("on_active_changed(bool)"))


class SessionLock(QObject):
    """Watches the screen savers on the session bus.

    changed: Emitted with whether the screen is locked or blanked, when this changes.
    """

    changed = Signal(bool)

    def __init__(self, bus: QDBusConnection | None = None, parent: QObject | None = None) -> None:
        """`bus` is the session bus by default. Without a connection, `changed` is never emitted."""
        super().__init__(parent)
        self._is_locked = False
        bus = bus or QDBusConnection.sessionBus()
        if bus.isConnected():
            for path, interface in SCREEN_SAVERS:
                bus.connect("", path, interface, "ActiveChanged", self, _ON_ACTIVE_CHANGED)

    @Slot(bool)
    def on_active_changed(self, is_active: bool) -> None:
        """Handle ActiveChanged; several screen savers may send the same change."""
        if is_active != self._is_locked:
            self._is_locked = is_active
            self.changed.emit(is_active)
