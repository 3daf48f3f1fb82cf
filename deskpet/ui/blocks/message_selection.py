"""Text selection across the texts of one message, which are selected and copied like a single text."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication

if TYPE_CHECKING:
    from deskpet.ui.blocks.document_view import DocumentView

# Distance by which an arrow key scrolls a table, in logical pixels.
_SCROLL_STEP = 60


class MessageSelection:
    """The texts of a message from top to bottom, and the selection in them."""

    def __init__(self) -> None:
        self._texts: list[DocumentView] = []
        self._origin: DocumentView | None = None  # where the selection began
        self._pointer: QPoint | None = None

    @property
    def texts(self) -> "tuple[DocumentView, ...]":
        return tuple(self._texts)

    def add(self, text: "DocumentView") -> None:
        """Add a text below the others."""
        text.message_selection = self
        self._texts.append(text)

    def begin(self, text: "DocumentView") -> None:
        """Begin a selection in this text and clear the others."""
        for other in self._texts:
            if other is not text:
                other.clear_selection()
        self._origin = text

    @property
    def pointer(self) -> QPoint | None:
        """The global position of the pointer while it drags a selection, or None."""
        return self._pointer

    def drag_to(self, origin: "DocumentView", pointer: QPoint) -> None:
        """Extend a selection that began in `origin` to the pointer's global position."""
        self._pointer = pointer
        self._select(origin, pointer)

    def extend_again(self) -> None:
        """Extend the dragged selection again after the texts have moved below the pointer."""
        if self._pointer and self._origin:
            self._select(self._origin, self._pointer)

    def end_drag(self) -> None:
        """End dragging."""
        self._pointer = None

    def extend_to(self, text: "DocumentView", pointer: QPoint) -> None:
        """Select from the start of the last selection, or from `text`, to a global position."""
        self._origin = self._origin or text
        self._select(self._origin, pointer)

    def _select(self, origin: "DocumentView", pointer: QPoint) -> None:
        here, there = self._texts.index(origin), self._index_at(pointer)
        for number, text in enumerate(self._texts):
            position = text.position_at(QPointF(text.mapFromGlobal(pointer)))
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
        """Return the selected text, with a blank line between two texts."""
        return "\n\n".join(words for text in self._texts if (words := text.selected_text()))

    def plain_text(self) -> str:
        """Return all text in the form for the clipboard."""
        return "\n\n".join(words for text in self._texts if (words := text.plain_text()))

    def copy(self) -> None:
        """Copy the selected text to the clipboard."""
        if words := self.selected_text():
            QGuiApplication.clipboard().setText(words)

    def select_all(self) -> None:
        for text in self._texts:
            text.select(0, text.end)

    def scroll_sideways(self, key: int) -> bool:
        """Scroll wide tables if `key` is the left or right arrow. Returns whether one has moved."""
        if key not in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            return False
        distance = _SCROLL_STEP if key == Qt.Key.Key_Right else -_SCROLL_STEP
        return sum(text.scroll_tables(distance) for text in self._texts) > 0

    def clear(self) -> None:
        for text in self._texts:
            text.clear_selection()

    def _index_at(self, pointer: QPoint) -> int:
        """Return the index of the last text that begins above a global position."""
        above = [number for number, text in enumerate(self._texts) if text.mapFromGlobal(pointer).y() >= 0]
        return above[-1] if above else 0
