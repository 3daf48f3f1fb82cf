"""Select text across the texts of one message, and copy it as one text."""

from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QTextCursor, QTextDocument
from PySide6.QtWidgets import QWidget

from deskpet.ui.blocks.wide_tables import WideTables
from deskpet.ui.markdown.document import MarkdownDocument, PlainDocument
from deskpet.ui.markdown.marks import code_text
from deskpet.ui.markdown.plain_text import to_plain_text

# Distance that an arrow key scrolls a table, in logical pixels.
_STEP = 60
# Time for which a code block's copy button shows its confirmation, in ms.
COPIED_MS = 1200
MAX_HITS = 200


class SelectableText(QWidget):
    """A text with its own selection. `reading` is the selection of the message that it belongs to."""

    def __init__(self, content: MarkdownDocument | PlainDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.content = content
        self._selection = QTextCursor(content.document)
        self._wide = WideTables(content.document)
        self._copied = 0
        self._hits: list[QTextCursor] = []
        self.reading = MessageSelection()
        self.reading.adopt(self)

    @property
    def end(self) -> int:
        """The position after the last character."""
        return self.content.document.characterCount() - 1

    def plain_text(self, most: int | None = None) -> str:
        """Return the text as it is copied, or about its first `most` characters."""
        whole = QTextCursor(self.content.document)
        whole.select(QTextCursor.SelectionType.Document)
        return to_plain_text(whole, most)

    def selected_text(self) -> str:
        return to_plain_text(self._selection)

    def position_at(self, point: QPointF) -> int:
        """Return the position in the text nearest to a point of the view."""
        inside = self._wide.in_document(point, self.width())
        return self.content.document.documentLayout().hitTest(inside, Qt.HitTestAccuracy.FuzzyHit)

    def select(self, anchor: int, position: int) -> None:
        """Select the text between two positions."""
        self._selection.setPosition(anchor)
        self.extend_selection(position)

    def extend_selection(self, position: int) -> None:
        """Move the end of the selection to `position`; its anchor stays."""
        self._selection.setPosition(position, QTextCursor.MoveMode.KeepAnchor)
        self.update()

    def clear_selection(self) -> None:
        if self._selection.hasSelection():
            self._selection.clearSelection()
            self.update()

    def scroll_tables(self, way: float) -> bool:
        """Scroll the tables that are too wide to the right, or to the left if `way` is negative.

        Returns whether any table has moved.
        """
        has_moved = self._wide.scroll_all(way, self.width())
        if has_moved:
            self.update()
        return has_moved

    def select_all(self) -> None:
        """Select all texts of the message."""
        self.setFocus()
        self.reading.select_all()

    def light(self, words: list[str]) -> int | None:
        """Highlight all occurrences of these words; an empty list ends it.

        Returns the y coordinate of the first occurrence, None if there is none.
        """
        document = self.content.document
        self._hits = [cursor for word in words for cursor in _occurrences(document, word)]
        self.update()
        if not self._hits:
            return None
        first = min(self._hits, key=lambda cursor: cursor.selectionStart())
        block = document.findBlock(first.selectionStart())
        line = block.layout().lineForTextPosition(first.selectionStart() - block.position())
        top = document.documentLayout().blockBoundingRect(block).top()
        return round(top + (line.y() if line.isValid() else 0))

    def copy_code(self, number: int) -> None:
        """Copy the code block `number` to the clipboard."""
        QGuiApplication.clipboard().setText(code_text(self.content.document, number))
        self._copied = number
        self.update()
        QTimer.singleShot(COPIED_MS, self, self._reset_copied)

    def _reset_copied(self) -> None:
        self._copied = 0
        self.update()


class MessageSelection:
    """The texts of a message from top to bottom, and the selection that may span several of them."""

    def __init__(self) -> None:
        self._texts: list[SelectableText] = []
        self._origin: SelectableText | None = None  # contains the start of the selection
        self._spot: QPoint | None = None

    @property
    def texts(self) -> tuple[SelectableText, ...]:
        return tuple(self._texts)

    def adopt(self, text: SelectableText) -> None:
        """Add a text below the others."""
        text.reading = self
        self._texts.append(text)

    def begin(self, text: SelectableText) -> None:
        """Start a selection in this text and clear the selections of the others."""
        for other in self._texts:
            if other is not text:
                other.clear_selection()
        self._origin = text

    @property
    def spot(self) -> QPoint | None:
        """The global position to which a selection is being dragged, or None."""
        return self._spot

    def drag_to(self, origin: SelectableText, spot: QPoint) -> None:
        """Extend a selection that began in `origin` to a global position."""
        self._spot = spot
        self._select(origin, spot)

    def go_on(self) -> None:
        """Extend the dragged selection again after the texts moved under the pointer."""
        if self._spot and self._origin:
            self._select(self._origin, self._spot)

    def end_drag(self) -> None:
        """End the dragging."""
        self._spot = None

    def reach_to(self, text: SelectableText, spot: QPoint) -> None:
        """Extend the last selection, else select from the start of `text`, to a global position."""
        self._origin = self._origin or text
        self._select(self._origin, spot)

    def _select(self, origin: SelectableText, spot: QPoint) -> None:
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
        """Return the selected text, with a blank line between two texts."""
        return "\n\n".join(words for text in self._texts if (words := text.selected_text()))

    def plain_text(self) -> str:
        """Return all texts as they are copied."""
        return "\n\n".join(words for text in self._texts if (words := text.plain_text()))

    def copy(self) -> None:
        """Copy the selected text to the clipboard."""
        if words := self.selected_text():
            QGuiApplication.clipboard().setText(words)

    def select_all(self) -> None:
        for text in self._texts:
            text.select(0, text.end)

    def scroll_sideways(self, key: int) -> bool:
        """Scroll the tables that are too wide by an arrow key. Returns whether any table has moved."""
        if key not in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            return False
        way = _STEP if key == Qt.Key.Key_Right else -_STEP
        return sum(text.scroll_tables(way) for text in self._texts) > 0

    def clear(self) -> None:
        for text in self._texts:
            text.clear_selection()

    def _index_at(self, spot: QPoint) -> int:
        """Return the index of the last text whose top is above a global position."""
        above = [number for number, text in enumerate(self._texts) if text.mapFromGlobal(spot).y() >= 0]
        return above[-1] if above else 0


def _occurrences(document: QTextDocument, word: str) -> list[QTextCursor]:
    found: list[QTextCursor] = []
    cursor = document.find(word)
    while not cursor.isNull() and len(found) < MAX_HITS:
        found.append(cursor)
        cursor = document.find(word, cursor)
    return found
