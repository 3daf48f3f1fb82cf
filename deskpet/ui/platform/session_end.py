"""Handle the end of the desktop session: save all data, then quit."""

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Signal
from PySide6.QtGui import QGuiApplication


class SessionEnd(QObject):
    """Watches the application for the end of the session.

    save_requested: Emitted when all data must be saved before the slot returns; the process may end right after it.
    quit_requested: Emitted when the desktop asks the program to quit.
    """

    save_requested = Signal()
    quit_requested = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        application = QCoreApplication.instance()
        assert isinstance(application, QGuiApplication)
        application.commitDataRequest.connect(self._save)
        # On Windows this is emitted from a window message, and the process ends right after it.
        application.aboutToQuit.connect(self._save)
        application.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Replace Qt's quit event, which would end the event loop before the shutdown, with `quit_requested`."""
        if event.type() != QEvent.Type.Quit or watched is not QCoreApplication.instance():
            return False
        self.quit_requested.emit()
        return True

    def _save(self) -> None:
        self.save_requested.emit()
