"""End of the desktop session: save unsaved data, then quit."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QApplication


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
        application.commitDataRequest.connect(self._save)
        # Windows sends this from within its own message and kills the process afterwards.
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
