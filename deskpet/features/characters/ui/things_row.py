"""The row of a character's page with what it can hold or wear."""

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QIcon, QPainter, QPixmap

from deskpet.pet.character import display_title
from deskpet.pet.things import Things, offered, put_on
from deskpet.translation import tr
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.buttons import CheckBox, plain_button
from deskpet.ui.widgets.flow_layout import FlowLayout
from deskpet.ui.widgets.form import FormRow, text_label

# The side of a thing's picture, in logical pixels, and the radius of its corners.
_SIDE, _RADIUS = 40, 8


class ThingsRow(FormRow):
    """A check box for each thing, with its picture if there is one, and a button that puts everything away.

    Hidden without any thing.

    changed: Emitted with the names of what the user chose, as a frozenset.
    """

    changed = Signal(object)

    def __init__(self) -> None:
        super().__init__(tr("Things"))
        self.setObjectName("model_things")
        self._things: Things = {}
        self._pictures: Path | None = None
        self._worn: frozenset[str] = frozenset()
        self.boxes: dict[str, CheckBox] = {}
        self._flow = FlowLayout(theme.S4)
        self.put_away = plain_button(tr("Put everything away"), "put_away", "link")
        self.put_away.clicked.connect(lambda: self._change(self._worn - self.boxes.keys()))
        self.column.addWidget(
            text_label(
                tr("What the character holds and wears from now on: one thing for the hands, one for the head."),
                "field_help",
            )
        )
        self.column.addLayout(self._flow)
        self.column.addWidget(self.put_away, 0, Qt.AlignmentFlag.AlignLeft)
        self.end()

    def show_things(self, things: Things, worn: frozenset[str], pictures: Path | None = None) -> None:
        """Show what can be chosen, and what of it is worn.

        pictures: a file with a picture of each thing that can be chosen, side by side in the same order.
        """
        choices, before = offered(things), (self.boxes.keys(), self._pictures)
        self._things, self._worn, self._pictures = things, worn, pictures
        if (choices.keys(), self._pictures) != before:
            self._rebuild(choices)
        for name, box in self.boxes.items():
            box.setChecked(name in worn)
        self.put_away.setEnabled(not worn.isdisjoint(self.boxes))
        self.setVisible(bool(choices))

    def _rebuild(self, choices: Mapping[str, str]) -> None:
        for box in self.boxes.values():
            self._flow.removeWidget(box)
            box.deleteLater()
        self.boxes = {name: CheckBox(display_title(name)) for name in choices}
        for name, box in self.boxes.items():
            box.setObjectName(f"thing_{name}")
            box.clicked.connect(lambda on, name=name: self._choose(name, on))
            self._flow.addWidget(box)
        for box, picture in zip(self.boxes.values(), _pictures_in(self._pictures, len(choices)), strict=False):
            box.setIcon(picture)
            box.setIconSize(QSize(_SIDE, _SIDE))

    def _choose(self, name: str, on: bool) -> None:
        self._change(put_on(self._worn, name, self._things) if on else self._worn - {name})

    def _change(self, worn: frozenset[str]) -> None:
        self.show_things(self._things, worn, self._pictures)
        self.changed.emit(worn)


def _pictures_in(file: Path | None, count: int) -> list[QIcon]:
    """Return the pictures in a file, with round corners; none if it does not have so many."""
    strip = QPixmap(str(file)) if file else QPixmap()
    side = strip.height()
    corners = range(0, strip.width(), side) if side and strip.width() == count * side else ()
    return [_rounded(strip.copy(x, 0, side, side)) for x in corners]


def _rounded(picture: QPixmap) -> QIcon:
    rounded = QPixmap(picture.size())
    rounded.fill(Qt.GlobalColor.transparent)
    painter = QPainter(rounded)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QBrush(picture))
    radius = _RADIUS * picture.width() / _SIDE
    painter.drawRoundedRect(QRectF(picture.rect()), radius, radius)
    painter.end()
    return QIcon(rounded)
