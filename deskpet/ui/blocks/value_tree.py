"""Paints a JSON value as a tree that folds, by mouse and by keyboard."""

from bisect import bisect_right
from itertools import accumulate

from pydantic import JsonValue
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QAccessible,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QWidget

from deskpet.ui.blocks.call_words import as_text
from deskpet.ui.blocks.fitted import Fitted
from deskpet.ui.blocks.tree_lines import Path, TreeLine, TreeLineKind, lines, value_at
from deskpet.ui.widgets import icons, theme
from deskpet.words import tr

STEP, LEFT, GAP, LEAD = 14, 16, 8, 3
_NAMED = 2_000
_ROLES = {
    TreeLineKind.TEXT: "text",
    TreeLineKind.NUMBER: "code_number",
    TreeLineKind.WORD: "code_keyword",
    TreeLineKind.BRANCH: "muted",
    TreeLineKind.MORE: "muted",
}
_WRAP = Qt.TextFlag.TextWordWrap | Qt.TextFlag.TextWrapAnywhere


class ValueTree(Fitted):
    """A value, line by line. Arrow keys go through it and fold, Ctrl+C copies the value of the line."""

    accessible_role = QAccessible.Role.Tree

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        """`title` says to a screen reader what the value is."""
        super().__init__(parent)
        self._title = title
        self._value: JsonValue = None
        self._turned: frozenset[Path] = frozenset()
        self._lines: list[TreeLine] = []
        self._tops: list[int] = [0]
        self._current = 0
        self._fitted = 0
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)

    @property
    def lines(self) -> list[TreeLine]:
        """The lines that are shown."""
        return self._lines

    def show_value(self, value: JsonValue) -> None:
        """Show this value; what was folded in the one before stays so."""
        if self._lines and value == self._value:
            return
        self._value = value
        self._rebuild()

    def fit(self, width: int) -> int:
        """Lay out for `width`; the height that takes."""
        heights = [self._line_height(line, width) for line in self._lines]
        self._tops = list(accumulate(heights, initial=0))
        self._fitted = width
        return self._tops[-1]

    def _rebuild(self) -> None:
        self._lines = lines(self._value, self._turned)
        self._current = min(self._current, len(self._lines) - 1)
        # It may be painted before anyone asks for its height.
        self.fit(self._fitted or self.width())
        told = "; ".join(f"{line.key} {line.text}".strip() for line in self._lines)
        self.setAccessibleName(f"{self._title}: {told}"[:_NAMED])
        self._tell_current()
        self.update()

    def _turn(self, index: int) -> None:
        if self._lines[index].folds:
            self._turned ^= {self._lines[index].path}
            self._rebuild()
            self.resized.emit()

    # Layout

    def _key_font(self) -> QFont:
        return theme.ui_font(theme.SMALL + 1)

    def _places(self, line: TreeLine, width: int) -> tuple[QRect, QRect]:
        """Where the key and the text may be, in a line at the top."""
        left = LEFT + line.depth * STEP
        wide = min(QFontMetrics(self._key_font()).horizontalAdvance(line.key), max(width - left, 40) // 2)
        after = left + wide + (GAP if line.key else 0)
        return QRect(left, LEAD, wide, 0), QRect(after, LEAD, max(width - after, 40), 0)

    def _line_height(self, line: TreeLine, width: int) -> int:
        _, place = self._places(line, width)
        metrics = QFontMetrics(self._key_font())
        room = QRect(0, 0, place.width(), 1_000_000)
        return max(metrics.boundingRect(room, _WRAP, line.text).height(), metrics.height()) + 2 * LEAD

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._key_font())
        first = max(bisect_right(self._tops, event.rect().top()) - 1, 0)
        for index in range(first, len(self._lines)):
            if self._tops[index] > event.rect().bottom():
                break
            self._paint_line(painter, index)

    def _paint_line(self, painter: QPainter, index: int) -> None:
        line, look = self._lines[index], theme.current()
        top, height = self._tops[index], self._tops[index + 1] - self._tops[index]
        if self.hasFocus() and index == self._current:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look.colour("accent_soft"))
            painter.drawRoundedRect(QRectF(0, top, self.width(), height), 5, 5)
        if line.folds:
            self._paint_chevron(painter, line, top)
        key, text = self._places(line, self._fitted)
        metrics = QFontMetrics(self._key_font())
        painter.setPen(look.colour("muted"))
        shown = metrics.elidedText(line.key, Qt.TextElideMode.ElideRight, key.width() + 1)
        painter.drawText(key.translated(0, top).adjusted(0, 0, 1, height), Qt.AlignmentFlag.AlignLeft, shown)
        painter.setPen(look.colour(_ROLES[line.kind]))
        painter.drawText(text.translated(0, top).adjusted(0, 0, 0, height), int(_WRAP.value), line.text)

    def _paint_chevron(self, painter: QPainter, line: TreeLine, top: int) -> None:
        painter.save()
        middle = top + LEAD + QFontMetrics(self._key_font()).height() / 2
        painter.translate(QPointF(LEFT + line.depth * STEP - 9, middle))
        painter.rotate(90 if line.is_open else 0)
        icons.paint(painter, "chevron", "faint", QRectF(-6, -6, 12, 12))
        painter.restore()

    # Hands

    def _line_at(self, y: float) -> int | None:
        index = bisect_right(self._tops, int(y)) - 1
        return index if 0 <= index < len(self._lines) else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        index = self._line_at(event.position().y())
        folds = index is not None and self._lines[index].folds
        self.setCursor(Qt.CursorShape.PointingHandCursor if folds else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        index = self._line_at(event.position().y())
        if event.button() == Qt.MouseButton.LeftButton and index is not None:
            self._go_to(index)
            self._turn(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        line = self._lines[self._current]
        match event.key():
            case Qt.Key.Key_Up | Qt.Key.Key_Down:
                self._go_to(self._current + (1 if event.key() == Qt.Key.Key_Down else -1))
            case Qt.Key.Key_Home | Qt.Key.Key_End:
                self._go_to(0 if event.key() == Qt.Key.Key_Home else len(self._lines) - 1)
            case Qt.Key.Key_Left | Qt.Key.Key_Right if line.is_open == (event.key() == Qt.Key.Key_Left):
                self._turn(self._current)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter | Qt.Key.Key_Space:
                self._turn(self._current)
            case _ if event.matches(QKeySequence.StandardKey.Copy):
                path = line.path[:-1] if line.kind is TreeLineKind.MORE else line.path
                QGuiApplication.clipboard().setText(as_text(value_at(self._value, path)))
            case _:
                super().keyPressEvent(event)

    def _go_to(self, index: int) -> None:
        self._current = min(max(index, 0), len(self._lines) - 1)
        self._tell_current()
        self.update()

    def _tell_current(self) -> None:
        line = self._lines[self._current]
        state = tr("unfolded" if line.is_open else "folded") if line.folds else ""
        self.setAccessibleDescription(", ".join(part for part in (line.key, line.text[:_NAMED], state) if part))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()
