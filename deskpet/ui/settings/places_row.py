"""Row that edits a list of places, such as folders: each on a line with a button that takes it off the list."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from deskpet.ui.widgets import theme
from deskpet.ui.widgets.form import FormRow, text_label
from deskpet.ui.widgets.icons import IconButton
from deskpet.ui.widgets.path_label import PathLabel


class PlacesRow(FormRow):
    """Edits a tuple of texts. Subclasses make the line of a place, and add places with `change`."""

    at_once = True

    def __init__(self, changed: Callable[[tuple[str, ...]], None]) -> None:
        super().__init__("")
        self._changed = changed
        self.places: tuple[str, ...] = ()
        self._lines: list[PlaceLine] = []
        self._list = QVBoxLayout()
        self._list.setSpacing(theme.S2)
        self.column.addLayout(self._list)

    def line_of(self, place: str) -> "PlaceLine":
        """Return a new line for a place."""
        raise NotImplementedError

    def show_value(self, value: Any) -> None:
        """Show these places, a sequence of texts."""
        places: Sequence[str] = value
        if tuple(places) == self.places:
            return
        self.places = tuple(places)
        for line in self._lines:
            line.hide()
            line.deleteLater()
        self._lines = [self.line_of(each) for each in self.places]
        for line in self._lines:
            self._list.addWidget(line)

    def change(self, places: tuple[str, ...]) -> None:
        """Show these places, and apply them."""
        self.show_value(places)
        self._changed(places)

    def add_remove_button(self, line: "PlaceLine", place: str, name: str, text: str) -> None:
        """Add a button with this object name and text that takes the place off the list."""
        remove = IconButton("trash", text, line, 32)
        remove.setObjectName(name)
        remove.clicked.connect(lambda: self.change(tuple(each for each in self.places if each != place)))
        line.add(remove)


class PlaceLine(QFrame):
    """A place with its title, and buttons."""

    def __init__(self, place: Path | str, title: str, note: str = "") -> None:
        super().__init__()
        self.setObjectName("data_place")
        self.setAccessibleName(f"{title}, {place}")
        path = PathLabel()
        path.show_path(place)
        column, self._buttons = QVBoxLayout(), QHBoxLayout(self)
        column.setSpacing(1)
        column.addWidget(text_label(title, "place_title"))
        if note:
            column.addWidget(text_label(note, "place_told"))
        column.addWidget(path)
        self._buttons.setContentsMargins(14, 10, 10, 10)
        self._buttons.setSpacing(theme.S2)
        self._buttons.addLayout(column, 1)

    def add(self, button: IconButton) -> None:
        """Add a button after the others."""
        self._buttons.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
