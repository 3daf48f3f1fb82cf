"""File dialogs, their start folders, and accepting dropped files."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, QStandardPaths, Qt
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


def open_files(
    parent: QWidget,
    title: str,
    kinds: str,
    chosen: Callable[[list[Path]], object],
    folder: str | QStandardPaths.StandardLocation = StandardLocation.DownloadLocation,
) -> None:
    """Let the user choose existing files, beginning in this folder."""
    dialog = _dialog(parent, title, folder, "", kinds)
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


class FileDrop(QObject):
    """Lets files be dropped on a widget."""

    def __init__(
        self,
        widget: QWidget,
        files_in: Callable[[QMimeData], Sequence[Path]],
        highlight: Callable[[bool], object],
        dropped: Callable[[Sequence[Path]], object],
    ) -> None:
        """files_in: returns the dragged files that are accepted. highlight: called with whether some are held over it.

        dropped: gets the files.
        """
        super().__init__(widget)
        self._files_in, self._highlight, self._dropped = files_in, highlight, dropped
        self._files: Sequence[Path] = ()  # those that are held over the widget
        widget.setAcceptDrops(True)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DragLeave:
            self._highlight(False)
        elif isinstance(event, QDropEvent):
            if event.type() != QEvent.Type.DragMove:
                # Not at each move: it may look at files of a slow disk.
                self._files = self._files_in(event.mimeData())
                self._highlight(bool(self._files) and event.type() == QEvent.Type.DragEnter)
            if self._files:
                accept_copy(event)
            else:
                event.ignore()
            if self._files and event.type() == QEvent.Type.Drop:
                self._dropped(self._files)
            return True
        return False
