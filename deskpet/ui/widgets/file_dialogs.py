"""Start folders of file dialogs, and accepting dropped files."""

from pathlib import Path

from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtGui import QDropEvent

StandardLocation = QStandardPaths.StandardLocation


def default_folder(kind: QStandardPaths.StandardLocation) -> str:
    """Return the system's folder for this kind of files, or the home folder if it does not exist."""
    path = QStandardPaths.writableLocation(kind)
    return path if path and Path(path).is_dir() else QStandardPaths.writableLocation(StandardLocation.HomeLocation)


def accept_copy(event: QDropEvent) -> None:
    """Accept a drop as a copy. After a move the source would delete its files."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()
