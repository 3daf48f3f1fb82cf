"""End of the desktop session: what is unsaved is written, then the program is asked to quit."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QApplication


class Application(QApplication):
    """A QApplication whose quit event can be taken over: Qt's own would end the loop before anything is put away.

    `on_quit_event` is called instead of it where it is set. An event filter would do the same, at the price of a call
    of Python for every event of every widget.
    """

    on_quit_event: Callable[[], None] | None = None

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Quit and self.on_quit_event:
            self.on_quit_event()
            return True
        return super().event(event)


class SessionEnd(QObject):
    """Watches the application until the program ends.

    save_requested: write everything before this returns; the process may be ended right after it, or go on.
    quit_requested: the desktop asks the program to quit.
    """

    save_requested = Signal()
    quit_requested = Signal()

    def __init__(self, application: QApplication, parent: QObject) -> None:
        super().__init__(parent)
        self._application = application
        application.commitDataRequest.connect(self._save)
        # Windows ends the process after this, and sends it from within its own message.
        application.aboutToQuit.connect(self._save)
        if isinstance(application, Application):
            application.on_quit_event = self.quit_requested.emit

    def close(self) -> None:
        """Stop watching."""
        if isinstance(self._application, Application):
            self._application.on_quit_event = None
        self.deleteLater()

    def _save(self) -> None:
        self.save_requested.emit()
