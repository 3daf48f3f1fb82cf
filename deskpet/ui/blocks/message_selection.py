"""What a reader has selected in one message, over all of its texts: they are selected and copied like one."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication

if TYPE_CHECKING:
    from deskpet.ui.blocks.document_view import DocumentView

# How far an arrow key moves a table, in logical pixels.
_STEP = 60


class MessageSelection:
    """The texts of a message from top to bottom, and the selection that may reach over several."""

    def __init__(self) -> None:
        self._texts: list[DocumentView] = []
        self._origin: DocumentView | None = None  # where the selection began
        self._spot: QPoint | None = None

    @property
    def texts(self) -> "tuple[DocumentView, ...]":
        return tuple(self._texts)

    def adopt(self, text: "DocumentView") -> None:
        """Let a text be read with the others, below them."""
        text.reading = self
        self._texts.append(text)

    def begin(self, text: "DocumentView") -> None:
        """A selection begins in this text: what was selected elsewhere is not any more."""
        for other in self._texts:
            if other is not text:
                other.clear_selection()
        self._origin = text

    @property
    def spot(self) -> QPoint | None:
        """The point of the desktop to which a selection is being drawn."""
        return self._spot

    def drag_to(self, origin: "DocumentView", spot: QPoint) -> None:
        """The pointer draws a selection that began in `origin`; it is at this point of the desktop now."""
        self._spot = spot
        self._select(origin, spot)

    def go_on(self) -> None:
        """The texts moved below the pointer that draws a selection."""
        if self._spot and self._origin:
            self._select(self._origin, self._spot)

    def end_drag(self) -> None:
        """The pointer draws no longer."""
        self._spot = None

    def reach_to(self, text: "DocumentView", spot: QPoint) -> None:
        """Select from where the last selection began, else from the beginning of `text`, to a point of the desktop."""
        self._origin = self._origin or text
        self._select(self._origin, spot)

    def _select(self, origin: "DocumentView", spot: QPoint) -> None:
        here, there = self._texts.index(origin), self._index_at(spot)
        for number, text in enumerate(self._texts):
            position = text.position_at(QPointF(text.mapFromGlobal(spot)))
            if number == here == there:
                text.extend_selection(position)
            elif number == here:
                text.extend_selection(text.end if there > here else 0)
            elif number == there:
                text.select(0 if there > here else text.end, position)
            elif min(here, there) < number < max(here, there):
                text.select(0, text.end)
            else:
                text.clear_selection()

    def selected_text(self) -> str:
        """What is selected, a blank line between two texts."""
        return "\n\n".join(words for text in self._texts if (words := text.selected_text()))

    def plain_text(self) -> str:
        """All words, as they are copied."""
        return "\n\n".join(words for text in self._texts if (words := text.plain_text()))

    def copy(self) -> None:
        """Put what is selected on the clipboard."""
        if words := self.selected_text():
            QGuiApplication.clipboard().setText(words)

    def select_all(self) -> None:
        for text in self._texts:
            text.select(0, text.end)

    def scroll_sideways(self, key: int) -> bool:
        """An arrow key moves the tables that are too wide; whether it was one, and any has moved."""
        if key not in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            return False
        way = _STEP if key == Qt.Key.Key_Right else -_STEP
        return sum(text.scroll_tables(way) for text in self._texts) > 0

    def clear(self) -> None:
        for text in self._texts:
            text.clear_selection()

    def _index_at(self, spot: QPoint) -> int:
        """The last text that begins above a point of the desktop."""
        above = [number for number, text in enumerate(self._texts) if text.mapFromGlobal(spot).y() >= 0]
        return above[-1] if above else 0
