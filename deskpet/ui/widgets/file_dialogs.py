"""File dialogs, their start folders, and accepting dropped files."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QFileDialog, QWidget

StandardLocation = QStandardPaths.StandardLocation


def default_folder(kind: QStandardPaths.StandardLocation) -> str:
    """Return the system's folder for this kind of files, or the home folder if it does not exist."""
    path = QStandardPaths.writableLocation(kind)
    return path if path and Path(path).is_dir() else QStandardPaths.writableLocation(StandardLocation.HomeLocation)


def open_file(
    parent: QWidget,
    title: str,
    kinds: str,
    chosen: Callable[[Path], object],
    folder: QStandardPaths.StandardLocation = StandardLocation.DocumentsLocation,
    name: str = "",
) -> QFileDialog:
    """Let the user choose an existing file. `name` is the dialog's object name."""
    dialog = _dialog(parent, title, folder, name, kinds)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    return _opened(dialog, chosen)


def open_files(parent: QWidget, title: str, kinds: str, chosen: Callable[[list[Path]], object]) -> None:
    """Let the user choose existing files, beginning with the downloads."""
    dialog = _dialog(parent, title, StandardLocation.DownloadLocation, "", kinds)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    dialog.filesSelected.connect(lambda names: chosen(list(map(Path, names))))
    dialog.open()


def open_folder(parent: QWidget, title: str, start: str, chosen: Callable[[Path], object], name: str) -> QFileDialog:
    """Let the user choose a folder, beginning in `start`."""
    dialog = _dialog(parent, title, start, name)
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    return _opened(dialog, chosen)


def save_file(parent: QWidget, title: str, kinds: str, suggested: str, chosen: Callable[[Path], object]) -> QFileDialog:
    """Let the user choose a file to write, by default `suggested` among the documents."""
    dialog = _dialog(parent, title, StandardLocation.DocumentsLocation, "", kinds)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(Path(suggested).suffix.removeprefix("."))
    dialog.selectFile(suggested)
    return _opened(dialog, chosen)


def _dialog(
    parent: QWidget, title: str, where: str | QStandardPaths.StandardLocation, name: str, kinds: str = ""
) -> QFileDialog:
    dialog = QFileDialog(parent, title, where if isinstance(where, str) else default_folder(where), kinds)
    dialog.setObjectName(name)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return dialog


def _opened(dialog: QFileDialog, chosen: Callable[[Path], object]) -> QFileDialog:
    dialog.fileSelected.connect(lambda name: chosen(Path(name)))
    dialog.open()
    return dialog


def accept_copy(event: QDropEvent) -> None:
    """Accept a drop as a copy. After a move the source would delete its files."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()
