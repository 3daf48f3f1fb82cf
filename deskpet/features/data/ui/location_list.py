"""List of the storage locations, each with its path, its size and a button."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from deskpet.features.data.locations import StorageLocation
from deskpet.text.sizes import format_size
from deskpet.translation import tr
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.form import text_label
from deskpet.ui.widgets.icons import IconButton
from deskpet.ui.widgets.path_label import PathLabel


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
