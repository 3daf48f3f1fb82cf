"""Storage locations on the disk with their sizes, and the list that shows them."""

import os
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from deskpet.config import paths
from deskpet.translation import tr
from deskpet.ui.widgets import theme, tooltip
from deskpet.ui.widgets.form import text_label
from deskpet.ui.widgets.icons import IconButton

_PATH_HEIGHT = 18


@dataclass(frozen=True, slots=True)
class StorageLocation:
    """A kind of stored data: title, description, files and folders, and size in bytes.

    `size` is None until it is measured.
    """

    title: str
    description: str
    paths: tuple[Path, ...]
    size: int | None = None

    @property
    def folder(self) -> Path:
        """The folder to open in the file manager."""
        first = self.paths[0]
        return first if paths.is_folder(first) else first.parent


def measure(location: StorageLocation) -> StorageLocation:
    """Return a copy with the size on the disk. Walks all folders, so it can block."""
    return replace(location, size=sum(_size(path) for path in location.paths))


def _size(path: Path) -> int:
    try:
        if not paths.is_folder(path):
            return path.stat().st_size
        files = (Path(folder) / name for folder, _, names in os.walk(path) for name in names)
        return sum(file.lstat().st_size for file in files)
    except (FileNotFoundError, PermissionError):
        # Not created yet, deleted meanwhile, or in a folder that may not be searched.
        return 0


def format_size(size: int) -> str:
    """Format a number of bytes, as in "0 kB", "12 kB" or "3.4 MB"."""
    if size < 1_000_000:
        return f"{-(-size // 1000)} kB"
    return f"{size / 1e6:.1f} MB" if size < 1e9 else f"{size / 1e9:.1f} GB"


class LocationList(QWidget):
    """Lists the storage locations.

    folder_requested: Emitted with the Path of a folder to open.
    """

    folder_requested = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[LocationRow] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.S2)

    def show_locations(self, locations: tuple[StorageLocation, ...]) -> None:
        """Show these locations; rows are rebuilt only if their titles change."""
        if [row.location.title for row in self._rows] != [location.title for location in locations]:
            for row in self._rows:
                row.hide()
                row.deleteLater()
            self._rows = [self._row(location) for location in locations]
        for row, location in zip(self._rows, locations, strict=True):
            row.show_location(location)

    def _row(self, location: StorageLocation) -> "LocationRow":
        row = LocationRow(location)
        row.open.clicked.connect(lambda: self.folder_requested.emit(row.location.folder))
        self._column.addWidget(row)
        return row


class LocationRow(QFrame):
    """A storage location with its path, its size, and a button that opens its folder."""

    def __init__(self, location: StorageLocation) -> None:
        super().__init__()
        self.setObjectName("data_place")
        self.location = location
        self._path, self._size = PathLabel(), QLabel()
        self._size.setObjectName("place_size")
        self.open = IconButton("folder", tr("Open the folder: {place}", place=location.title), size=32)
        column, line = QVBoxLayout(), QHBoxLayout(self)
        column.setSpacing(1)
        for widget in (
            text_label(location.title, "place_title"),
            text_label(location.description, "place_told"),
            self._path,
        ):
            column.addWidget(widget)
        line.setContentsMargins(14, 10, 10, 10)
        line.setSpacing(theme.S3)
        line.addLayout(column, 1)
        line.addWidget(self._size, 0, Qt.AlignmentFlag.AlignVCenter)
        line.addWidget(self.open, 0, Qt.AlignmentFlag.AlignVCenter)
        self.show_location(location)

    def show_location(self, location: StorageLocation) -> None:
        self.location = location
        size = "…" if location.size is None else format_size(location.size)
        self._path.show_path(location.paths[0])
        self._size.setText(size)
        self.setAccessibleName(f"{location.title}, {size}, {location.paths[0]}")


class PathLabel(QWidget):
    """A path or an address on one line, elided in the middle."""

    def __init__(self) -> None:
        super().__init__()
        self._text = ""
        self._update_height()
        tooltip.attach(self)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._update_height()

    def _update_height(self) -> None:
        self.setFixedHeight(theme.scaled(_PATH_HEIGHT))

    def show_path(self, path: Path | str) -> None:
        self._text = str(path)
        tooltip.set_text(self, self._text)
        self.setAccessibleName(self._text)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, font = QPainter(self), theme.mono_font(11)
        painter.setFont(font)
        painter.setPen(theme.current().colour("muted"))
        text = QFontMetricsF(font).elidedText(self._text, Qt.TextElideMode.ElideMiddle, self.width())
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
