"""Text selection across the texts of one message, which are selected and copied like a single text."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QGuiApplication, QTextCursor
from PySide6.QtWidgets import QWidget

from deskpet.text.reasons import reason_of
from deskpet.translation import tr
from deskpet.ui.blocks.wide_areas import WideAreas
from deskpet.ui.markdown.diagrams import diagram_renderer
from deskpet.ui.markdown.document import MarkdownDocument, PlainDocument
from deskpet.ui.markdown.highlighting import file_name
from deskpet.ui.markdown.marks import code_blocks, code_lines, code_text, is_drawn
from deskpet.ui.markdown.plain_text import no_name, to_plain_text
from deskpet.ui.markdown.table_order import MAX_SORTED_CELLS, TOO_LARGE, WrittenTable, written_tables
from deskpet.ui.markdown.unfolded import find_all
from deskpet.ui.widgets import file_dialogs

# Distance by which an arrow key scrolls a table or code, in logical pixels.
_SCROLL_STEP = 60
# Time for which a code block's copy button shows its confirmation, in ms.
COPIED_MS = 1200


class SelectableText(QWidget):
    """A text with its own selection. `message_selection` is the selection of the message that it belongs to.

    diagrams_wanted: Emitted when the user wants diagrams to be drawn, and the part for it is missing.
    """

    diagrams_wanted = Signal()

    def __init__(self, content: MarkdownDocument | PlainDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.content = content
        self._selection = QTextCursor(content.document)
        self._areas = WideAreas(content)
        self._copied = 0
        self._hits: list[QTextCursor] = []
        self.message_selection = MessageSelection()
        self.message_selection.add(self)

    @property
    def end(self) -> int:
        """The text position after the last character."""
        return self.content.document.characterCount() - 1

    def plain_text(self, max_length: int | None = None, widget_name: Callable[[int], str] = no_name) -> str:
        """Return the text in the form for the clipboard, limited to about `max_length` characters.

        widget_name: returns the name of a widget in it, for assistive tools.
        """
        whole = QTextCursor(self.content.document)
        whole.select(QTextCursor.SelectionType.Document)
        # Assistive tools read what is shown.
        folded_text = self.content.folded_text if max_length is None else no_name
        return to_plain_text(whole, max_length, widget_name, folded_text)

    def selected_text(self) -> str:
        return to_plain_text(self._selection, folded_text=self.content.folded_text)

    def position_at(self, point: QPointF) -> int:
        """Return the text position nearest to a point of the view."""
        inside = self._areas.to_document(point, self.width())
        return self.content.document.documentLayout().hitTest(inside, Qt.HitTestAccuracy.FuzzyHit)

    def select(self, anchor: int, position: int) -> None:
        """Select the text between two positions."""
        self._selection.setPosition(anchor)
        self.extend_selection(position)

    def extend_selection(self, position: int) -> None:
        """Move the end of the selection to this position."""
        self._selection.setPosition(position, QTextCursor.MoveMode.KeepAnchor)
        self.update()

    def clear_selection(self) -> None:
        if self._selection.hasSelection():
            self._selection.clearSelection()
            self.update()

    def scroll_areas(self, distance: float) -> bool:
        """Scroll wide tables and code to the right, or left by a negative distance. Returns whether one moved."""
        has_moved = self._areas.scroll_all(distance, self.width())
        if has_moved:
            self.update()
        return has_moved

    def select_all(self) -> None:
        """Select all texts of the message."""
        self.setFocus()
        self.message_selection.select_all()

    def highlight(self, words: list[str]) -> int | None:
        """Highlight all occurrences of these words; an empty list ends it. Returns the y of the first one, or None."""
        if self.content.unfold(words):
            self._selection.clearSelection()
        document = self.content.document
        self._hits = [cursor for word in words for cursor in find_all(document, word)]
        self.update()
        if not self._hits:
            return None
        first = min(self._hits, key=lambda cursor: cursor.selectionStart())
        for hit in reversed(self._hits):
            line = document.findBlock(hit.selectionStart())
            self._areas.reveal(line, hit.selectionStart() - line.position(), self.width())
        block = document.findBlock(first.selectionStart())
        line = block.layout().lineForTextPosition(first.selectionStart() - block.position())
        top = document.documentLayout().blockBoundingRect(block).top()
        return round(top + (line.y() if line.isValid() else 0))

    def toggle_fold(self, number: int) -> None:
        """Hide or show what stands below a summary, by its number."""
        assert isinstance(self.content, MarkdownDocument)
        self._selection.clearSelection()
        self.content.toggle_fold(number)
        self.update()

    def copy_code(self, number: int) -> None:
        """Copy code block `number` to the clipboard."""
        QGuiApplication.clipboard().setText(code_text(self.content.document, number))
        self._show_copied(number)
        QTimer.singleShot(COPIED_MS, self, lambda: self._show_copied(0))

    def save_code(self, number: int) -> None:
        """Let the user save code block `number` as a file; its name is proposed by the language."""
        name = file_name(dict(code_blocks(self.content.document)).get(number, ""))
        code = code_text(self.content.document, number)
        file_dialogs.save_file(self, tr("Save the code…"), tr("All files (*)"), name, partial(self._save, code))

    def toggle_source(self, number: int) -> None:
        """Show the source of a drawn diagram, by the number of its code block, or draw it again."""
        assert isinstance(self.content, MarkdownDocument)
        self.content.toggle_source(number)
        self.update()

    def want_diagrams(self) -> None:
        """Draw the diagrams if the part for it was added meanwhile, or else ask for it."""
        assert isinstance(self.content, MarkdownDocument)
        if diagram_renderer().find_libraries():
            self.content.rewrite()
            self.update()
        else:
            self.diagrams_wanted.emit()

    def source_label(self, number: int) -> str:
        """Return what `toggle_source` would do now."""
        lines = code_lines(self.content.document, number)
        return tr("Show the source of the diagram") if lines and is_drawn(lines[0]) else tr("Draw the diagram")

    def _save(self, text: str, file: Path) -> None:
        try:
            file.write_text(f"{text.rstrip(chr(10))}\n", encoding="utf-8", newline="\n")
        except OSError as error:
            why = reason_of(error)
            self.message_selection.notify(
                tr("{file} can't be written: {why}. Choose another place.", file=file, why=why)
            )
        else:
            self.message_selection.notify(tr("Saved as {file}", file=file))

    @property
    def tables(self) -> list[WrittenTable]:
        """The tables of a finished text."""
        return written_tables(self.content.document) if self.content.is_finished else []

    def sort_table(self, number: int, column: int) -> None:
        """Sort a table by a column: up, then down, then in its original order again."""
        table = self.tables[number]
        if table.is_too_large:
            self.message_selection.notify(tr(TOO_LARGE, n=MAX_SORTED_CELLS))
            return
        sorting = table.next_sorting(column)
        self._selection.clearSelection()
        assert isinstance(self.content, MarkdownDocument)
        self.content.sort_table(number, sorting)
        name = table.heads[column]
        if sorting is None:
            words = tr("In the original order")
        else:
            words = tr(
                "Sorted by “{column}”, downwards" if sorting.is_descending else "Sorted by “{column}”", column=name
            )
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))
        self.update()

    def copy_table(self, number: int) -> None:
        """Copy a table to the clipboard as CSV."""
        QGuiApplication.clipboard().setText(self.tables[number].as_csv())
        self.message_selection.notify(tr("Copied as CSV"))

    def _show_copied(self, number: int) -> None:
        self._copied = number
        self.update()


class MessageSelection:
    """The texts of a message from top to bottom, and the selection in them.

    notify: called with what to tell the user in a toast. pointer: its global position while it drags a selection.
    """

    def __init__(self, notify: Callable[[str], object] = lambda _: None) -> None:
        self.notify = notify
        self._texts: list[SelectableText] = []
        self._origin: SelectableText | None = None  # where the selection began
        self.pointer: QPoint | None = None

    @property
    def texts(self) -> tuple[SelectableText, ...]:
        return tuple(self._texts)

    def add(self, text: SelectableText) -> None:
        """Add a text below the others."""
        text.message_selection = self
        self._texts.append(text)

    def begin(self, text: SelectableText) -> None:
        """Begin a selection in this text and clear the others."""
        for other in self._texts:
            if other is not text:
                other.clear_selection()
        self._origin = text

    def drag_to(self, origin: SelectableText, pointer: QPoint) -> None:
        """Extend a selection that began in `origin` to the pointer's global position."""
        self.pointer = pointer
        self._select(origin, pointer)

    def extend_again(self) -> None:
        """Extend the dragged selection again after the texts have moved below the pointer."""
        if self.pointer and self._origin:
            self._select(self._origin, self.pointer)

    def extend_to(self, text: SelectableText, pointer: QPoint) -> None:
        """Select from the start of the last selection, or from `text`, to a global position."""
        self._origin = self._origin or text
        self._select(self._origin, pointer)

    def _select(self, origin: SelectableText, pointer: QPoint) -> None:
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
        """Scroll wide tables and code if `key` is the left or right arrow. Returns whether one has moved."""
        if key not in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            return False
        distance = _SCROLL_STEP if key == Qt.Key.Key_Right else -_SCROLL_STEP
        return sum(text.scroll_areas(distance) for text in self._texts) > 0

    def clear(self) -> None:
        for text in self._texts:
            text.clear_selection()

    def _index_at(self, pointer: QPoint) -> int:
        """Return the index of the last text that begins above a global position."""
        above = [number for number, text in enumerate(self._texts) if text.mapFromGlobal(pointer).y() >= 0]
        return above[-1] if above else 0
