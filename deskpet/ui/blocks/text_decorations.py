"""Paint document decorations that Qt lacks: quote bars, bullets, task boxes, backgrounds of code spans and blocks.

Also dims the part of a text that was not heard, because the user interrupted the voice.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QTextBlock, QTextDocument, QTextFormat, QTextLayout, QTextLine

from deskpet.ui.markdown.code_preferences import code_numbers, code_wrap, is_printing
from deskpet.ui.markdown.diagrams import can_be_added
from deskpet.ui.markdown.marks import (
    CODE_FOOT,
    CODE_HEAD,
    CODE_PAD,
    INDENT,
    Mark,
    fragments,
    is_continuation,
    is_drawn,
)
from deskpet.ui.markdown.source_places import DocumentPlace, position_of
from deskpet.ui.markdown.writer import code_margin
from deskpet.ui.widgets import icons, theme
from deskpet.ui.widgets.item_delegate import paint_line
from deskpet.ui.widgets.painting import paint_box

_MAX_CACHED = 500
# How much of the text's colour is left: it keeps the contrast of WCAG, level AA.
_UNHEARD_STRENGTH = 0.75
_TICK_WIDTH, _TICK_MARGIN = 2.0, 2.0
# Length in logical pixels by which the box of a long code block exceeds the visible part.
_OVERSHOOT = 400


def paint_quote(painter: QPainter, rect: QRectF, block: QTextBlock) -> None:
    """Paint the bars of a quoted block, one per level, continuing those of the block above."""
    form, above = block.blockFormat(), block.previous().blockFormat().intProperty(Mark.QUOTE)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.current().colour("user_bottom"))
    for level, left in enumerate(form.stringProperty(Mark.QUOTE_LEFTS).split()):
        # A continued bar overlaps the one above, to hide its round end.
        up = form.topMargin() + 6 if level < above else min(form.topMargin(), 4)
        painter.drawRoundedRect(QRectF(float(left), rect.top() - up, 3, rect.height() + up), 1.5, 1.5)


def paint_bullet(painter: QPainter, block: QTextBlock, rect: QRectF) -> None:
    """Paint the dot of a list item, or the check box of a task."""
    line = block.layout().lineAt(0)
    middle = rect.top() + (line.y() + line.height() - line.descent() - 5 if line.isValid() else 11)
    left = text_left(block)
    box = QRectF(left - 18, middle - 7, 13, 13)
    match block.blockFormat().intProperty(Mark.TASK):
        case 0:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.current().colour("accent"))
            painter.drawEllipse(QPointF(left - 11, middle), 2.4, 2.4)
        case 1:
            paint_box(painter, box, 3.5, "", "muted")
        case _:
            paint_box(painter, box, 4, "accent")
            icons.paint(painter, "check", "on_accent", box.adjusted(1, 1, -1, -1))


def paint_sorting(painter: QPainter, block: QTextBlock, rect: QRectF) -> None:
    """Paint the mark of a column's head by which its table is sorted: upwards, or downwards."""
    line = block.layout().lineAt(0)
    if not line.isValid():
        return
    words = line.naturalTextRect()
    is_right = block.blockFormat().alignment() & Qt.AlignmentFlag.AlignRight
    x = rect.left() + (words.left() - 8 if is_right else words.right() + 8)
    y, height = rect.top() + words.center().y(), -2.5 if block.blockFormat().intProperty(Mark.SORTED) == 1 else 2.5
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.current().colour("accent"))
    painter.drawPolygon([QPointF(x - 4, y - height), QPointF(x + 4, y - height), QPointF(x, y + height)])


class CodeSpans:
    """Paints the backgrounds of inline code. Caches their rectangles until their block changes."""

    def __init__(self) -> None:
        self._cache: dict[int, tuple[int, float, list[QRectF]]] = {}

    def paint(self, painter: QPainter, block: QTextBlock, rect: QRectF) -> None:
        """Paint the code spans of a block whose bounding rectangle is `rect`."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.current().colour("code"))
        for span in self._rects(block):
            painter.drawRoundedRect(span.translated(rect.topLeft()), 5, 5)

    def _rects(self, block: QTextBlock) -> list[QRectF]:
        position, revision, width = block.position(), block.revision(), block.document().textWidth()
        cached = self._cache.get(position)
        if cached is None or cached[:2] != (revision, width):
            if len(self._cache) >= _MAX_CACHED:
                self._cache.clear()
            cached = self._cache[position] = (revision, width, _find_code_spans(block))
        return cached[2]


def _find_code_spans(block: QTextBlock) -> list[QRectF]:
    layout, start, found = block.layout(), block.position(), list[QRectF]()
    for fragment in fragments(block):
        if fragment.charFormat().boolProperty(Mark.CODE_SPAN):
            first = fragment.position() - start
            size = fragment.charFormat().intProperty(QTextFormat.Property.FontPixelSize)
            found += _line_rects(layout, first, first + fragment.length(), max(size + 5, 18))
    return found


def text_left(block: QTextBlock) -> float:
    """Return the x of a block's text in the document."""
    form, its_list = block.blockFormat(), block.textList()
    levels = form.indent() + (its_list.format().indent() if its_list else 0)
    return levels * INDENT + form.leftMargin()


def cursor_x(line: QTextLine, position: int) -> float:
    """Return the x of a text position in its line."""
    # The type stub lacks the type of this tuple.
    found: Any = line.cursorToX(position)
    return found[0]


def _line_rects(layout: QTextLayout, first: int, end: int, height: int) -> list[QRectF]:
    """Return the rectangles between two positions of a text layout, one per line; `end` is exclusive."""
    rects: list[QRectF] = []
    line = layout.lineForTextPosition(first)
    while line.isValid() and line.textStart() < end:
        left = cursor_x(line, max(first, line.textStart()))
        right = cursor_x(line, min(end, line.textStart() + line.textLength()))
        right = min(right, line.naturalTextRect().right())
        rects.append(QRectF(left - 2, line.y() + (line.height() - height) / 2, right - left + 4, height))
        number = line.lineNumber() + 1
        if number >= layout.lineCount():
            break
        line = layout.lineAt(number)
    return rects


class Diagram(Enum):
    """How code that describes a diagram is shown: drawn; as source, as the user chose; or so as a part is missing."""

    DRAWN, SOURCE, UNDRAWN = range(3)


@dataclass(frozen=True, slots=True)
class CodeBox:
    """The box of a code block: background, language, switches for lines and source, buttons to save and to copy.

    rect: covers at least the visible part. diagram: whether the code is drawn as one, or could be.
    """

    number: int
    language: str
    rect: QRectF
    diagram: Diagram | None = None

    @property
    def controls(self) -> dict[str, QRectF]:
        """The rectangles of the controls by their icons, from the right. Those of lines are of no use to a picture."""
        names = ["copy", "save"]
        if self.diagram in (Diagram.DRAWN, Diagram.SOURCE):
            names.append("code")
        if self.diagram is not Diagram.DRAWN:
            names += ["wrap", "numbers"]
        if self.diagram is Diagram.UNDRAWN:
            names.append("down")
        first = QRectF(self.rect.right() - 26, self.rect.top() + 5, 20, 20)
        return {name: first.translated(-24 * n, 0) for n, name in enumerate(names)}

    def paint(self, painter: QPainter, *, is_copied: bool) -> None:
        """Paint the box without the code."""
        paint_box(painter, self.rect, theme.RADIUS_CARD - 2, "code", "code_edge")
        controls = {} if is_printing() else self.controls
        head = QRectF(self.rect.left() + CODE_PAD + 2, self.rect.top() + 4, self.rect.width(), CODE_HEAD)
        # The controls are listed from the right.
        head.setRight([*controls.values()][-1].left() - 4 if controls else self.rect.right() - CODE_PAD)
        paint_line(painter, self.language or "text", head, "muted", theme.ui_font(theme.SMALL - 1))
        are_on = {"wrap": code_wrap().is_on, "numbers": code_numbers().is_on, "code": self.diagram is Diagram.SOURCE}
        for name, place in controls.items():
            icon, role = ("check", "success") if name == "copy" and is_copied else (name, "muted")
            if are_on.get(name):
                role = "accent"
                paint_box(painter, place, 6, "accent_soft")
            icons.paint(painter, icon, role, place.adjusted(3, 3, -3, -3))


def paint_line_number(painter: QPainter, block: QTextBlock, rect: QRectF) -> None:
    """Paint the number of a line of code at its left, unless it continues the one above, or is drawn as a diagram."""
    if is_continuation(block) or is_drawn(block):
        return
    font = theme.mono_font()
    font.setPixelSize(font.pixelSize() - 2)
    painter.setFont(font)
    painter.setPen(theme.current().colour("muted"))
    line, number = block.layout().lineAt(0), str(block.blockFormat().intProperty(Mark.LINE))
    right = text_left(block) - 8 - painter.fontMetrics().horizontalAdvance(number)
    baseline = line.y() + line.ascent() if line.isValid() else painter.fontMetrics().ascent()
    painter.drawText(QPointF(right, rect.top() + baseline), number)


def code_box_at(block: QTextBlock, clip: QRectF, width: int) -> CodeBox:
    """Return the box of the code block around a line, for a view of this width whose visible part is `clip`."""
    layout, form = block.document().documentLayout(), block.blockFormat()
    number = form.intProperty(Mark.CODE)
    left = text_left(block) - code_margin()
    is_first = block.previous().blockFormat().intProperty(Mark.CODE) != number
    first, rect = block, layout.blockBoundingRect(block)
    top = rect.top() - CODE_PAD - CODE_HEAD if is_first else rect.top() - _OVERSHOOT
    bottom = rect.bottom()
    while (
        block.isValid() and block.blockFormat().intProperty(Mark.CODE) == number and bottom < clip.bottom() + _OVERSHOOT
    ):
        bottom = layout.blockBoundingRect(block).bottom()
        block = block.next()
    rect = QRectF(left, top, width - left, bottom + CODE_FOOT - top)
    language = form.stringProperty(Mark.LANGUAGE)
    diagram = Diagram.DRAWN if is_drawn(first) else Diagram.SOURCE if form.boolProperty(Mark.AS_SOURCE) else None
    return CodeBox(number, language, rect, diagram or (Diagram.UNDRAWN if can_be_added(language) else None))


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
        veil = theme.current().colour(background)
        veil.setAlphaF(1 - _UNHEARD_STRENGTH)
        for rect in rects:
            painter.fillRect(rect, veil)
        if rects and self.place != DocumentPlace():
            line, x = self._line()
            tick = QRectF(x, line.top() + _TICK_MARGIN, _TICK_WIDTH, line.height() - 2 * _TICK_MARGIN)
            paint_box(painter, tick, _TICK_WIDTH / 2, "accent")

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
