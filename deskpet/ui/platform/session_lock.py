"""Whether the user's session is locked: behind a lock screen nobody sees a frame.

The desktop tells over D-Bus, where there is one. Windows and macOS hide the window by themselves: nothing is drawn
to a window that is not exposed.
"""

from typing import cast

from PySide6.QtCore import SLOT, QObject, Signal, Slot
from PySide6.QtDBus import QDBusConnection

# Who tells of a locked screen, and where: the common name (KDE and others), then those of single desktops.
_SCREEN_SAVERS = (
    ("/org/freedesktop/ScreenSaver", "org.freedesktop.ScreenSaver"),
    ("/ScreenSaver", "org.freedesktop.ScreenSaver"),
    ("/org/gnome/ScreenSaver", "org.gnome.ScreenSaver"),
    ("/org/cinnamon/ScreenSaver", "org.cinnamon.ScreenSaver"),
    ("/org/mate/ScreenSaver", "org.mate.ScreenSaver"),
    ("/org/xfce/ScreenSaver", "org.xfce.ScreenSaver"),
)
# The stub wants bytes where Qt wants the text that SLOT makes.
_ON_ACTIVE_CHANGED = cast(bytes, SLOT("on_active_changed(bool)"))


class SessionLock(QObject):
    """Hears from the session's bus.

    changed: the screen was locked or blanked, or is to be seen again.
    """

    changed = Signal(bool)

    def __init__(self, bus: QDBusConnection | None = None, parent: QObject | None = None) -> None:
        """`bus` is the session's, unless said otherwise. Without one, nothing is ever heard."""
        super().__init__(parent)
        self._is_locked = False
        bus = bus or QDBusConnection.sessionBus()
        if bus.isConnected():
            for path, interface in _SCREEN_SAVERS:
                bus.connect("", path, interface, "ActiveChanged", self, _ON_ACTIVE_CHANGED)

    @Slot(bool)
    def on_active_changed(self, is_active: bool) -> None:
        """The screen saver or the lock came or went; several of the names may say the same."""
        if is_active != self._is_locked:
            self._is_locked = is_active
            self.changed.emit(is_active)
