"""Files of the person's own: where a dialog for them begins, and how they are dropped here."""

from pathlib import Path

from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtGui import QDropEvent

Place = QStandardPaths.StandardLocation


def place(wanted: QStandardPaths.StandardLocation) -> str:
    """The folder for such files, or the person's home where there is none."""
    folder = QStandardPaths.writableLocation(wanted)
    return folder if folder and Path(folder).is_dir() else QStandardPaths.writableLocation(Place.HomeLocation)


def take_copy(event: QDropEvent) -> None:
    """Accept what is dragged. Whoever it comes from keeps it: a move would let it be deleted there."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()
