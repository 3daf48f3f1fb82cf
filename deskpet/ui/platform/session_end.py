"""What the desktop says when it ends the session: what is unsaved must be written, then the program is to quit."""

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Signal
from PySide6.QtGui import QGuiApplication


class SessionEnd(QObject):
    """Watches the application until it is deleted.

    save_requested: write everything before this returns; the process may be ended right after it, or go on.
    quit_requested: the desktop asks the program to quit.
    """

    save_requested = Signal()
    quit_requested = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        application = QCoreApplication.instance()
        assert isinstance(application, QGuiApplication)
        application.commitDataRequest.connect(self._save)
        # Windows ends the process after this, and sends it from within its own message.
        application.aboutToQuit.connect(self._save)
        application.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take Qt's own quit, which would end the event loop before anything is put away."""
        if event.type() != QEvent.Type.Quit or watched is not QCoreApplication.instance():
            return False
        self.quit_requested.emit()
        return True

    def _save(self) -> None:
        self.save_requested.emit()
