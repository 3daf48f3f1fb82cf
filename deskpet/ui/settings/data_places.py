"""What the program keeps and where: places on the disk with their sizes, and the rows that show them."""

import os
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from deskpet.ui.widgets import theme, tooltip
from deskpet.ui.widgets.form import text_label
from deskpet.ui.widgets.icons import IconButton
from deskpet.words import tr

_PATH_HEIGHT = 18


@dataclass(frozen=True, slots=True)
class StorageLocation:
    """Something that is kept: what it is, the files and folders it is in, and how many bytes they take.

    `size` is None while it is not known.
    """

    title: str
    told: str
    paths: tuple[Path, ...]
    size: int | None = None

    @property
    def folder(self) -> Path:
        """The folder to be opened."""
        first = self.paths[0]
        return first if first.is_dir() else first.parent


def measured(place: StorageLocation) -> StorageLocation:
    """The place with its size on the disk; reads whole folders."""
    return replace(place, size=sum(_size(path) for path in place.paths))


def _size(path: Path) -> int:
    try:
        if not path.is_dir():
            return path.stat().st_size
        inside = (Path(folder) / name for folder, _, names in os.walk(path) for name in names)
        return sum(file.lstat().st_size for file in inside)
    except FileNotFoundError:
        # Not there yet, or gone meanwhile.
        return 0


def shown_size(size: int) -> str:
    """A number of bytes for people: 0 kB, 12 kB, 3.4 MB."""
    if size < 1_000_000:
        return f"{-(-size // 1000)} kB"
    return f"{size / 1e6:.1f} MB" if size < 1e9 else f"{size / 1e9:.1f} GB"


class PlacesList(QWidget):
    """The places, one below the other. folder_wanted: this Path is to be opened."""

    folder_wanted = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[PlaceRow] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.S2)

    def show_places(self, places: tuple[StorageLocation, ...]) -> None:
        """Show these; where the same ones are shown, only their sizes change."""
        if [row.place.title for row in self._rows] != [place.title for place in places]:
            for row in self._rows:
                row.hide()
                row.deleteLater()
            self._rows = [self._row(place) for place in places]
        for row, place in zip(self._rows, places, strict=True):
            row.show_place(place)

    def _row(self, place: StorageLocation) -> "PlaceRow":
        row = PlaceRow(place)
        row.open.clicked.connect(lambda: self.folder_wanted.emit(row.place.folder))
        self._column.addWidget(row)
        return row


class PlaceRow(QFrame):
    """A place: what it is, its path, how large it is, and a button that opens its folder."""

    def __init__(self, place: StorageLocation) -> None:
        super().__init__()
        self.setObjectName("data_place")
        self.place = place
        self._path, self._size = _Path(), QLabel()
        self._size.setObjectName("place_size")
        self.open = IconButton("folder", tr("Open the folder: {place}", place=place.title), size=32)
        column, line = QVBoxLayout(), QHBoxLayout(self)
        column.setSpacing(1)
        for widget in (text_label(place.title, "place_title"), text_label(place.told, "place_told"), self._path):
            column.addWidget(widget)
        line.setContentsMargins(14, 10, 10, 10)
        line.setSpacing(theme.S3)
        line.addLayout(column, 1)
        line.addWidget(self._size, 0, Qt.AlignmentFlag.AlignVCenter)
        line.addWidget(self.open, 0, Qt.AlignmentFlag.AlignVCenter)
        self.show_place(place)

    def show_place(self, place: StorageLocation) -> None:
        self.place = place
        size = "…" if place.size is None else shown_size(place.size)
        self._path.show_path(place.paths[0])
        self._size.setText(size)
        self.setAccessibleName(f"{place.title}, {size}, {place.paths[0]}")


class _Path(QWidget):
    """A path on one line, without its middle where it is too long."""

    def __init__(self) -> None:
        super().__init__()
        self._text = ""
        self._fit()
        tooltip.attach(self)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._fit()

    def _fit(self) -> None:
        self.setFixedHeight(theme.scaled(_PATH_HEIGHT))

    def show_path(self, path: Path) -> None:
        self._text = str(path)
        self.setToolTip(self._text)
        self.setAccessibleName(self._text)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, font = QPainter(self), theme.mono_font(11)
        painter.setFont(font)
        painter.setPen(theme.current().colour("muted"))
        shown = QFontMetricsF(font).elidedText(self._text, Qt.TextElideMode.ElideMiddle, self.width())
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
