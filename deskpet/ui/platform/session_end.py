"""End of the desktop session: save unsaved data, then quit."""

from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from typing import cast

from PySide6.QtCore import (
    SLOT,
    QEvent,
    QMessageLogContext,
    QObject,
    QtMsgType,
    Signal,
    Slot,
    qFormatLogMessage,
    qInstallMessageHandler,
)
from PySide6.QtDBus import QDBusConnection
from PySide6.QtWidgets import QApplication

from deskpet.processes import console

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

# Qt's last message before it ends the process; the same words for X11 and for Wayland.
_LAST_MESSAGE = "connection broke"


class Application(QApplication):
    """QApplication whose quit event can be handled by the program: Qt's own ends the loop before anything is closed.

    `on_quit_event` is called instead if it is set. An event filter would do the same, but calls Python for every
    event of every widget.
    """

    on_quit_event: Callable[[], None] | None = None

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Quit and self.on_quit_event:
            self.on_quit_event()
            return True
        return super().event(event)


class SessionEnd(QObject):
    """Watches the application until the program ends.

    save_requested: Emitted when unsaved data must be written before the slot returns; the process may be killed then.
    quit_requested: Emitted when the desktop asks the program to quit.
    """

    save_requested = Signal()
    quit_requested = Signal()

    def __init__(self, application: QApplication, parent: QObject) -> None:
        super().__init__(parent)
        self._application = application
        application.commitDataRequest.connect(self.save_requested)
        # Windows sends this from within its own message and kills the process afterwards.
        application.aboutToQuit.connect(self.save_requested)
        if isinstance(application, Application):
            application.on_quit_event = self.quit_requested.emit

    def close(self) -> None:
        """Stop watching."""
        if isinstance(self._application, Application):
            self._application.on_quit_event = None
        self.deleteLater()


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


@contextmanager
def handle_display_loss(on_lost: Callable[[], None]) -> Generator[None]:
    """Call `on_lost` inside the block when the display server is gone; it must end the process.

    It is called within Qt's code and must not use windows. Other messages of Qt are printed as usual.
    """
    is_lost = False

    def handle(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        nonlocal is_lost
        if is_lost:
            return
        if _LAST_MESSAGE in text:
            is_lost = True
            on_lost()
        # The terminal may be closed.
        with suppress(OSError):
            console.errors().write(qFormatLogMessage(kind, context, text) + "\n")

    previous = qInstallMessageHandler(handle)
    try:
        yield
    finally:
        qInstallMessageHandler(previous)
