"""Read-only text with line numbers: the lines of a file, or of a change that grows while it is written."""

from collections.abc import Sequence
from itertools import groupby

from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import (
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from deskpet.features.workspace.streaming_diff import DiffLine, LineKind
from deskpet.text.invisible import escape_invisible
from deskpet.translation import tr
from deskpet.ui.markdown.highlighting import CodeHighlighter
from deskpet.ui.markdown.marks import Mark
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.popup_menu import install_field_menu

# The most lines that are shown, and characters of a line. More would make layout slow.
MAX_LINES, MAX_LINE_TEXT = 2_000, 500
# The most lines that one frame appends; of more only the last ones are shown.
MAX_APPENDED = 120
# Custom property of a block: the position of its LineKind.
_KIND = 0x100000 + 64
_KINDS = list(LineKind)
_GROUNDS = {LineKind.ADDED: "info_soft", LineKind.REMOVED: "error_soft"}
_TEXT_ROLES = {LineKind.ADDED: "success", LineKind.REMOVED: "error", LineKind.GAP: "muted"}
# Characters that begin and end frames in a QTextDocument.
_FRAMES = str.maketrans({"\ufdd0": " ", "\ufdd1": " "})
_SIGNS = {LineKind.ADDED: "+", LineKind.REMOVED: "\N{MINUS SIGN}"}
_PAD = 8


class FileView(QPlainTextEdit):
    """Shows lines and their numbers. It follows the end of a growing change, until the user scrolls up.

    lines: the shown ones, without the one that is being written.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("workspace_file")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setWordWrapMode(QTextOption.WrapMode.NoWrap)
        self.setTabChangesFocus(True)
        install_field_menu(self)
        self._numbers = _LineNumbers(self)
        self._highlighter = CodeHighlighter(self.document())
        # Python may keep the highlighter longer than Qt keeps the document.
        self.destroyed.connect(self._highlighter.cancel)
        self.lines: list[DiffLine] = []
        self._partial: DiffLine | None = None
        self._lit, self._language = range(0), ""
        self.updateRequest.connect(self._on_update)
        self._restyle()

    def show_lines(self, lines: Sequence[DiffLine], lit: range = range(0), language: str = "") -> None:
        """Show these lines from the top, those with a number in `lit` lit and in view.

        language: a name of a Pygments lexer for lines without changes; empty for plain text.
        """
        self._lit, self._language = lit, language
        self.lines, self._partial = [_shortened(line) for line in lines[:MAX_LINES]], None
        if (left_out := len(lines) - MAX_LINES) > 0:
            self.lines.append(DiffLine(LineKind.GAP, str(left_out)))
        self._rewrite()
        self._scroll_to_lit()

    def append_lines(self, lines: Sequence[DiffLine], partial: DiffLine | None) -> None:
        """Append lines of a change that grows, and replace the line that is being written."""
        bar = self.verticalScrollBar()
        follows = bar.value() >= bar.maximum() - 1
        left_out = len(lines) - MAX_APPENDED
        shown = [_shortened(line) for line in lines[-MAX_APPENDED:]]
        if left_out > 0:
            shown.insert(0, DiffLine(LineKind.GAP, str(left_out)))
        self._remove_partial()
        self.lines = [*self.lines, *shown][-MAX_LINES:]
        self._partial = _shortened(partial) if partial else None
        self._insert([*shown, *([self._partial] if self._partial else [])])
        self._trim()
        if follows:
            bar.setValue(bar.maximum())

    def _rewrite(self) -> None:
        self._highlighter.cancel()
        self.clear()
        self._insert([*self.lines, *([self._partial] if self._partial else [])])
        if self._language and self.lines:
            self._highlighter.add(1)

    def _insert(self, lines: Sequence[DiffLine]) -> None:
        """Insert the lines at the end; consecutive ones of one kind at once, which is faster."""
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        for _, run in groupby(lines, self._look_of):
            self._insert_run(cursor, list(run))
        cursor.endEditBlock()
        self._fit_numbers()

    def _insert_run(self, cursor: QTextCursor, lines: Sequence[DiffLine]) -> None:
        kind, is_lit = self._look_of(lines[0])
        cursor.movePosition(QTextCursor.MoveOperation.End)
        block_format, chars = self._formats(kind, is_lit=is_lit)
        if self.document().isEmpty():
            cursor.setBlockFormat(block_format)
        else:
            cursor.insertBlock(block_format)
        block = cursor.block()
        cursor.insertText("\n".join(map(_shown_text, lines)) or " ", chars)
        for line in lines:
            # The numbers are those of the new text; a removed line has none in it.
            block.setUserState(0 if line.kind is LineKind.REMOVED else line.number)
            block = block.next()

    def _look_of(self, line: DiffLine) -> tuple[LineKind, bool]:
        return line.kind, line.number in self._lit and line.kind is LineKind.SAME

    def _formats(self, kind: LineKind, *, is_lit: bool) -> tuple[QTextBlockFormat, QTextCharFormat]:
        look, block, chars = theme.current(), QTextBlockFormat(), QTextCharFormat()
        block.setProperty(_KIND, _KINDS.index(kind))
        if role := "accent_soft" if is_lit else _GROUNDS.get(kind):
            block.setBackground(look.colour(role))
        if self._language:
            block.setProperty(Mark.CODE, 1)
            block.setProperty(Mark.LANGUAGE, self._language)
        chars.setForeground(look.colour(_TEXT_ROLES.get(kind, "code_text")))
        return block, chars

    def _remove_partial(self) -> None:
        if self._partial is None:
            return
        self._partial = None
        last = self.document().lastBlock()
        above, cursor = last.previous(), QTextCursor(last)
        number, block_format = above.userState(), above.blockFormat()
        cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
        cursor.removeSelectedText()
        # What is left of both blocks has the number of the removed one.
        if above.isValid():
            cursor.block().setUserState(number)
            cursor.setBlockFormat(block_format)

    def _trim(self) -> None:
        """Remove lines from the top of a long change."""
        surplus = self.blockCount() - MAX_LINES - 1
        if surplus > 0:
            cursor = QTextCursor(self.document())
            cursor.movePosition(QTextCursor.MoveOperation.NextBlock, QTextCursor.MoveMode.KeepAnchor, surplus)
            cursor.removeSelectedText()

    def _scroll_to_lit(self) -> None:
        first = next((at for at, line in enumerate(self.lines) if self._look_of(line)[1]), 0)
        if not first:
            first = next((at for at, line in enumerate(self.lines) if line.kind in _GROUNDS), 0)
        self.verticalScrollBar().setValue(max(first - 3, 0))
        self.horizontalScrollBar().setValue(0)

    def _fit_numbers(self) -> None:
        widest = max(
            (line.number for line in (*self.lines[:1], *self.lines[-1:], *filter(None, [self._partial]))), default=0
        )
        digits = max(len(str(widest)), 2)
        width = self._numbers.fontMetrics().horizontalAdvance("9" * digits + " +") + 2 * _PAD
        self._numbers.resize(width, self._numbers.height())
        self.setViewportMargins(self._numbers.width(), 0, 0, 0)
        self._place_numbers()

    def _place_numbers(self) -> None:
        area = self.contentsRect()
        self._numbers.setGeometry(QRect(area.left(), area.top(), self._numbers.width(), area.height()))

    def _on_update(self, rect: QRect, scrolled: int) -> None:
        if scrolled:
            self._numbers.scroll(0, scrolled)
        else:
            self._numbers.update(0, rect.y(), self._numbers.width(), rect.height())

    def paint_numbers(self, event: QPaintEvent) -> None:
        """Paint the numbers and signs of the visible lines."""
        painter, look = QPainter(self._numbers), theme.current()
        painter.fillRect(event.rect(), look.colour("code"))
        painter.setFont(self._numbers.font())
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        while block.isValid() and top <= event.rect().bottom():
            height = self.blockBoundingRect(block).height()
            if top + height >= event.rect().top():
                self._paint_number(painter, block, round(top), round(height))
            top += height
            block = block.next()

    def _paint_number(self, painter: QPainter, block: QTextBlock, top: int, height: int) -> None:
        look, width, line = theme.current(), self._numbers.width(), block.blockFormat()
        kind = _KINDS[line.intProperty(_KIND)]
        if line.background().style() is not Qt.BrushStyle.NoBrush:
            painter.fillRect(0, top, width, height, line.background())
        height = self.fontMetrics().height()
        sign_width = self._numbers.fontMetrics().horizontalAdvance("+") + _PAD
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.setPen(look.colour(_TEXT_ROLES.get(kind, "code_comment")))
        if (number := block.userState()) > 0:
            painter.drawText(QRect(0, top, width - sign_width - _PAD // 2, height), flags, str(number))
        painter.drawText(QRect(0, top, width - _PAD // 2, height), flags, _SIGNS.get(kind, ""))

    # Qt

    def _restyle(self) -> None:
        # The stylesheet sets the font of the application otherwise.
        self.setFont(theme.mono_font(theme.SMALL))
        self.setTabStopDistance(self.fontMetrics().horizontalAdvance(" ") * 4)
        self._numbers.setFont(theme.mono_font(theme.SMALL - 1))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "_numbers"):
            place = self.verticalScrollBar().value()
            self._restyle()
            self._rewrite()
            if place:
                self.verticalScrollBar().setValue(place)
            else:
                self._scroll_to_lit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_numbers()


class _LineNumbers(QWidget):
    """The column at the left of a FileView."""

    def __init__(self, view: FileView) -> None:
        super().__init__(view)
        self._view = view

    def paintEvent(self, event: QPaintEvent) -> None:
        self._view.paint_numbers(event)


def _shortened(line: DiffLine) -> DiffLine:
    text = line.text if len(line.text) <= MAX_LINE_TEXT else line.text[:MAX_LINE_TEXT] + "…"
    # Invisible characters would break the line, or hide a part of it.
    return DiffLine(line.kind, escape_invisible(text).translate(_FRAMES), line.number)


def _shown_text(line: DiffLine) -> str:
    if line.kind is not LineKind.GAP:
        return line.text
    return tr("⋯ {n:,} lines", n=int(line.text)) if line.text else "⋯"
