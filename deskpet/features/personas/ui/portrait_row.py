"""Persona editor row for the picture, with buttons to choose and remove it."""

from pathlib import Path

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QPushButton, QWidget

from deskpet.translation import tr
from deskpet.ui.chat.pictures import SUFFIXES
from deskpet.ui.widgets import file_dialogs, theme
from deskpet.ui.widgets.avatar import avatar_pixmap

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
        paint_disc(painter, QRectF(self.rect()), self._name, self._file)


# Hues of the letter discs, in degrees; a name always gets the same one.
_HUES = (24, 174, 265, 335, 210, 90)


def paint_disc(painter: QPainter, disc: QRectF, name: str, picture: Path | None) -> None:
    """Paint a persona's round picture into `disc`, or the first letter of its name.

    picture: a picture's file, a model's folder, or None.
    """
    ratio = painter.device().devicePixelRatioF()
    pixmap = avatar_pixmap(picture, round(disc.width()), ratio) if picture else None
    if pixmap:
        painter.drawPixmap(disc.topLeft(), pixmap)
        return
    hue = _HUES[sum(map(ord, name)) % len(_HUES)]
    is_light = theme.current().is_light
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor.fromHsl(hue, 150, 215 if is_light else 70))
    painter.drawEllipse(disc)
    font = theme.ui_font(theme.TEXT + 2)
    font.setPixelSize(round(disc.height() * 0.47))
    font.setWeight(QFont.Weight.Bold)
    painter.setFont(font)
    painter.setPen(QColor.fromHsl(hue, 150, 70 if is_light else 205))
    painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, name[:1].upper())
