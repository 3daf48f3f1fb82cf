"""Shows which part of a text was not heard, because the user interrupted the voice."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QTextDocument

from deskpet.ui.blocks.text_decorations import cursor_x
from deskpet.ui.markdown.source_places import DocumentPlace, position_of
from deskpet.ui.widgets import theme

# How much of the text's colour is left.
_STRENGTH = 0.55
_TICK_WIDTH, _TICK_MARGIN = 2.0, 2.0


class UnheardText:
    """Dims the text behind a place, and draws a fine tick there."""

    def __init__(self, document: QTextDocument) -> None:
        self._document = document
        self.place: DocumentPlace | None = None

    def contains(self, point: QPointF, width: int) -> bool:
        """Whether a point of the document is in the part that was not heard."""
        return any(rect.contains(point) for rect in self._rects(width))

    def paint(self, painter: QPainter, width: int, background: str) -> None:
        """Paint over the text. background: role of the colour behind it."""
        rects = self._rects(width)
        if not rects:
            return
        look = theme.current()
        veil = look.colour(background)
        veil.setAlphaF(1 - _STRENGTH)
        for rect in rects:
            painter.fillRect(rect, veil)
        if self.place != DocumentPlace():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look.colour("accent"))
            painter.drawRoundedRect(self._tick(), _TICK_WIDTH / 2, _TICK_WIDTH / 2)

    def _tick(self) -> QRectF:
        line, x = self._line()
        return QRectF(x, line.top() + _TICK_MARGIN, _TICK_WIDTH, line.height() - 2 * _TICK_MARGIN)

    def _rects(self, width: int) -> list[QRectF]:
        """Return the rest of the line with the place, and everything below it."""
        if self.place is None:
            return []
        line, x = self._line()
        block = self._document.findBlockByNumber(self.place.block)
        is_right_to_left = block.textDirection() == Qt.LayoutDirection.RightToLeft
        left, right = (0.0, x) if is_right_to_left else (x, float(width))
        height = self._document.size().height()
        return [
            QRectF(left, line.top(), right - left, line.height()),
            QRectF(0, line.bottom(), width, max(height - line.bottom(), 0) + line.height()),
        ]

    def _line(self) -> tuple[QRectF, float]:
        """Return the rectangle of the line with the place, and the x of the place in it."""
        assert self.place is not None
        position = position_of(self._document, self.place)
        block = self._document.findBlock(position)
        rect = self._document.documentLayout().blockBoundingRect(block)
        line = block.layout().lineForTextPosition(position - block.position())
        if not line.isValid():
            return rect, rect.left()
        top = QRectF(rect.left(), rect.top() + line.y(), rect.width(), line.height())
        return top, rect.left() + cursor_x(line, position - block.position())
