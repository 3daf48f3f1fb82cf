"""Row of the folders that file tools may use: add and remove folders, and open the character's own."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QPushButton

from deskpet.config import paths
from deskpet.filesystem import private_files
from deskpet.tools.files.broad_folders import breadth_of, warning
from deskpet.translation import tr
from deskpet.ui.settings.confirmation import Confirmation
from deskpet.ui.settings.places_row import PlaceLine, PlacesRow
from deskpet.ui.widgets import file_dialogs, links, theme
from deskpet.ui.widgets.icons import IconButton


class FoldersRow(PlacesRow):
    """Edits the list of folders; the scratch folder is shown below it and can't be removed."""

    def __init__(self, changed: Callable[[tuple[str, ...]], None]) -> None:
        super().__init__(changed)
        self.add = QPushButton(tr("Add a folder…"))
        self.add.setObjectName("add_folder")
        self.add.setAccessibleName(self.add.text())
        self.add.clicked.connect(lambda _checked: self._pick_folder())
        self.column.addSpacing(theme.S1)
        self.column.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeft)
        self.question = Confirmation(tr("Choose a folder in it…"), tr("Give her all of it"))
        self.question.cancel_button.clicked.connect(lambda: self._pick_folder(self._asked))
        self.question.confirmed.connect(self._add_asked)
        self._asked = ""
        self.column.addSpacing(theme.S1)
        self.column.addWidget(self.question)
        self.column.addSpacing(theme.S2)
        title, note = tr("Her own folder"), tr("What she writes for herself, without asking.")
        self.scratch = FolderLine(paths.scratch_folder(), title, note)
        self.scratch.open.clicked.connect(_open_scratch)
        self.column.addWidget(self.scratch)
        self.end()

    def line_of(self, place: str) -> PlaceLine:
        folder = Path(place)
        breadth = breadth_of(folder)
        line = FolderLine(folder, folder.name or place, tr(breadth.value, folder=folder) if breadth else "")
        line.open.clicked.connect(lambda: links.open_folder(folder))
        text = tr("Take the folder away from her: {folder}", folder=folder)
        self.add_remove_button(line, place, "remove_folder", text)
        return line

    def offer(self, folder: str) -> None:
        """Add a folder, after a question if it holds far more than the work on some files needs."""
        breadth = breadth_of(Path(folder))
        if breadth is None or folder in self.places:
            self._add(folder)
            return
        self._asked = folder
        self.question.ask(tr("Give her so much?"), warning(Path(folder), breadth))

    def _add(self, folder: str) -> None:
        self.question.hide()
        self.change((*dict.fromkeys((*self.places, folder)),))

    def _add_asked(self) -> None:
        self._add(self._asked)

    def _pick_folder(self, where: str = "") -> None:
        self.question.hide()
        where = where or file_dialogs.default_folder(file_dialogs.StandardLocation.DocumentsLocation)
        dialog = QFileDialog(self, tr("Choose a folder for the file tools"), where)
        dialog.setObjectName("pick_folder")
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda path: self.offer(str(Path(path))))
        dialog.open()


class FolderLine(PlaceLine):
    """A folder with its path, a button that opens it, and others."""

    def __init__(self, folder: Path, title: str, note: str = "") -> None:
        super().__init__(folder, title, note)
        self.open = IconButton("folder", tr("Open the folder: {place}", place=title), self, 32)
        self.add(self.open)


def _open_scratch() -> None:
    """Open the scratch folder, which may not have been used yet."""
    folder = paths.scratch_folder()
    private_files.create_folder(folder)
    links.open_folder(folder)
