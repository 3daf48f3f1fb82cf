"""The marks in a document that Qt does not paint itself: quotes' bars, bullets and boxes, the ground of code words."""

from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QTextBlock, QTextFormat, QTextLayout, QTextLine

from deskpet.ui.markdown.marks import INDENT, Mark
from deskpet.ui.widgets import icons, theme

_MOST_KNOWN = 500


def paint_quote(painter: QPainter, rect: QRectF, block: QTextBlock) -> None:
    """The bars at the left of a quoted block, one for each level; those of the block above go on."""
    form, above = block.blockFormat(), block.previous().blockFormat().intProperty(Mark.QUOTE)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.current().colour("user_bottom"))
    for level, left in enumerate(form.stringProperty(Mark.QUOTE_LEFTS).split()):
        # Where it goes on, its round end lies below the one that begins here.
        up = form.topMargin() + 6 if level < above else min(form.topMargin(), 4)
        painter.drawRoundedRect(QRectF(float(left), rect.top() - up, 3, rect.height() + up), 1.5, 1.5)


def paint_bullet(painter: QPainter, block: QTextBlock, rect: QRectF) -> None:
    """The dot of a list's item, or the box of a task."""
    line = block.layout().lineAt(0)
    middle = rect.top() + (line.y() + line.height() - line.descent() - 5 if line.isValid() else 11)
    look, left = theme.current(), left_of(block)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(look.colour("accent"))
    match block.blockFormat().intProperty(Mark.TASK):
        case 0:
            painter.drawEllipse(QPointF(left - 11, middle), 2.4, 2.4)
        case 1:
            painter.setPen(look.colour("muted"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(left - 17.5, middle - 6.5, 12, 12), 3.5, 3.5)
        case _:
            painter.drawRoundedRect(QRectF(left - 18, middle - 7, 13, 13), 4, 4)
            icons.paint(painter, "check", "on_accent", QRectF(left - 17, middle - 6, 11, 11))


class CodeSpans:
    """Where the code words of a document are: they are looked for once as long as their block stays as it is."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[int, float, list[QRectF]]] = {}

    def paint(self, painter: QPainter, block: QTextBlock, rect: QRectF) -> None:
        """The grounds of the code words in a block that is painted in `rect`."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.current().colour("code"))
        for span in self._of(block):
            painter.drawRoundedRect(span.translated(rect.topLeft()), 5, 5)

    def _of(self, block: QTextBlock) -> list[QRectF]:
        position, revision, width = block.position(), block.revision(), block.document().textWidth()
        known = self._known.get(position)
        if known is None or known[:2] != (revision, width):
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            known = self._known[position] = (revision, width, _code_spans(block))
        return known[2]


def _code_spans(block: QTextBlock) -> list[QRectF]:
    layout, start, found = block.layout(), block.position(), list[QRectF]()
    spans = block.begin()
    while not spans.atEnd():
        fragment = spans.fragment()
        if fragment.charFormat().boolProperty(Mark.CODE_SPAN):
            first = fragment.position() - start
            size = fragment.charFormat().intProperty(QTextFormat.Property.FontPixelSize)
            found += _line_rects(layout, first, first + fragment.length(), max(size + 5, 18))
        spans += 1
    return found


def left_of(block: QTextBlock) -> float:
    """Where a block's words begin."""
    form, its_list = block.blockFormat(), block.textList()
    levels = form.indent() + (its_list.format().indent() if its_list else 0)
    return levels * INDENT + form.leftMargin()


def x_of(line: QTextLine, position: int) -> float:
    """Where a position is on its line; the stubs know no type for what Qt gives."""
    found: Any = line.cursorToX(position)
    return found[0]


def _line_rects(layout: QTextLayout, first: int, end: int, height: int) -> list[QRectF]:
    """The parts of a text layout's lines between two positions, `end` not included."""
    rects: list[QRectF] = []
    line = layout.lineForTextPosition(first)
    while line.isValid() and line.textStart() < end:
        left = x_of(line, max(first, line.textStart()))
        right = x_of(line, min(end, line.textStart() + line.textLength()))
        right = min(right, line.naturalTextRect().right())
        rects.append(QRectF(left - 2, line.y() + (line.height() - height) / 2, right - left + 4, height))
        number = line.lineNumber() + 1
        if number >= layout.lineCount():
            break
        line = layout.lineAt(number)
    return rects
