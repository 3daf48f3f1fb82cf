"""Persona editor row for the picture, with buttons to choose and remove it."""

from pathlib import Path

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QPushButton, QWidget

from deskpet.features.personas.ui import persona_disc
from deskpet.translation import tr
from deskpet.ui.chat.pictures import SUFFIXES
from deskpet.ui.widgets import file_dialogs, theme

_SIDE = 64


class PortraitRow(QWidget):
    """Shows the picture.

    picture_chosen: Emitted with the Path of the new picture.
    remove_requested: Emitted to remove the picture.
    """

    picture_chosen = Signal(object)
    remove_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("persona_portrait")
        self._picture = _Picture()
        self._choose, self._remove = QPushButton(tr("Choose a picture…")), QPushButton(tr("Remove it"))
        self._choose.setObjectName("choose_portrait")
        self._remove.setObjectName("remove_portrait")
        self._remove.setProperty("kind", "link")
        self._choose.clicked.connect(self._choose_file)
        self._remove.clicked.connect(self.remove_requested)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(theme.S3)
        line.addWidget(self._picture)
        for button in (self._choose, self._remove):
            button.setAccessibleName(button.text())
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            line.addWidget(button)
        line.addStretch(1)

    def show_portrait(self, name: str, picture: Path | None) -> None:
        """Show the picture's file; without one, the first letter of `name`."""
        self._picture.show_portrait(name, picture)
        self._remove.setVisible(picture is not None)

    def _choose_file(self) -> None:
        patterns = " ".join(f"*.{suffix}" for suffix in SUFFIXES)
        folder = file_dialogs.default_folder(file_dialogs.StandardLocation.PicturesLocation)
        dialog = QFileDialog(self, tr("Choose a picture"), folder, tr("Pictures ({patterns})", patterns=patterns))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda file: self.picture_chosen.emit(Path(file)))
        dialog.open()


class _Picture(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self._name, self._file = "", None
        self.setFixedSize(_SIDE, _SIDE)
        self.setAccessibleName(tr("Picture"))

    def show_portrait(self, name: str, picture: Path | None) -> None:
        self._name, self._file = name, picture
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        persona_disc.paint(painter, QRectF(self.rect()), self._name, self._file)
