"""Tables, code and formulas wider than the text: in a viewport of the text's width, with a scroll bar of their own.

The extents of code blocks whose lines do not wrap are measured line by line as they grow.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QRegion, QTextBlock, QTextTable, QWheelEvent

from deskpet.ui.blocks.text_decorations import cursor_x, text_left
from deskpet.ui.markdown.document import MarkdownDocument, PlainDocument
from deskpet.ui.markdown.marks import CODE_FOOT, CODE_PAD, Mark
from deskpet.ui.markdown.tables import CELL_PAD, is_wide, tables_of
from deskpet.ui.widgets.painting import paint_box

_BAR, _MIN_BAR, _NOTCH = 4.0, 24.0, 60
BAR_REACH = 10
"""Height of the area below a wide table or code where its bar can be pressed, in logical pixels."""
# Room beside the text of code within its box, and beside a word that is revealed.
_CODE_ROOM, _REVEAL_ROOM = CODE_PAD + 2, 24
# Height by which the letters of the last line of code reach below its block.
_DESCENT = 3


@dataclass(frozen=True, slots=True)
class CodeExtent:
    """First and last line of a code block, and the width of its longest line in logical pixels."""

    first: QTextBlock
    last: QTextBlock
    width: float


@dataclass(frozen=True, slots=True)
class _Measured:
    """Positions of the first line and of the line before the last, and the width of the lines above that one."""

    first: int
    end: int
    width: float


class CodeExtents:
    """The extents of the code blocks of one document. A streamed line costs the same in a code block of any length."""

    def __init__(self, content: MarkdownDocument | PlainDocument) -> None:
        self._content = content
        self._measured: dict[int, _Measured] = {}  # by the number of the code block

    def of(self, block: QTextBlock) -> CodeExtent:
        """Return the extent of the code block that a line belongs to."""
        changed = self._content.take_changed()
        if changed is not None:
            self._measured = {n: each for n, each in self._measured.items() if each.end <= changed}
        number = _code_number(block)
        known = self._measured.get(number) or _start(block, number)
        document = self._content.document
        line, width, end, width_above = document.findBlock(known.end), known.width, known.end, known.width
        while _code_number(after := line.next()) == number:
            end, width_above = line.position(), width
            width = max(width, _line_width(line))
            line = after
        self._measured[number] = _Measured(known.first, end, width_above)
        return CodeExtent(document.findBlock(known.first), line, max(width, _line_width(line)))


def _start(block: QTextBlock, number: int) -> _Measured:
    while _code_number(before := block.previous()) == number:
        block = before
    return _Measured(block.position(), block.position(), 0.0)


def _code_number(block: QTextBlock) -> int:
    return block.blockFormat().intProperty(Mark.CODE) if block.isValid() else 0


def _line_width(block: QTextBlock) -> float:
    layout = block.layout()
    return layout.lineAt(0).naturalTextWidth() if layout.lineCount() else 0.0


class AreaKey(NamedTuple):
    """Identifies a table by its number from the top, or a code block or formula by its number in the document."""

    is_code: bool
    number: int
    is_formula: bool = False


@dataclass(frozen=True, slots=True)
class WideArea:
    """A wide table, wide code or a paragraph with a wide formula: its viewport in the view, its full width and offset.

    origin: where the content begins relative to the viewport, without an offset; a centred formula exceeds both sides.
    """

    key: AreaKey
    viewport: QRectF
    width: float
    offset: float
    origin: float = 0.0

    @property
    def shift(self) -> float:
        """How far the document is moved to the left in the viewport."""
        return self.offset + self.origin

    @property
    def max_offset(self) -> float:
        """The maximum scroll offset."""
        return max(self.width - self.viewport.width(), 0)

    @property
    def track(self) -> QRectF:
        """The rectangle in which the scroll bar's handle moves."""
        pad = CODE_PAD if self.key.is_code else 0
        return QRectF(self.viewport.left() + pad, self.viewport.bottom() + 3, self.viewport.width() - 2 * pad, _BAR)

    @property
    def bar(self) -> QRectF:
        """The rectangle of the scroll bar's handle."""
        track = self.track
        length = max(track.width() * self.viewport.width() / self.width, _MIN_BAR)
        left = track.left() + (track.width() - length) * self.offset / max(self.max_offset, 1)
        return QRectF(left, track.top(), length, _BAR)

    @property
    def hit_rect(self) -> QRectF:
        """The area with its bar."""
        return self.viewport.adjusted(0, 0, 0, BAR_REACH)


@dataclass(frozen=True, slots=True)
class PaintPart:
    """A document rectangle to paint, with the view's own marks, the text, or both."""

    rect: QRectF
    marks: bool = True
    text: bool = True


class WideAreas:
    """The wide tables and code blocks of a document, and their scroll offsets.

    dragged: the bar that is being dragged, with the x of the press in it, and y in the view.
    """

    def __init__(self, content: MarkdownDocument | PlainDocument) -> None:
        self._content = content
        self._extents = CodeExtents(content)
        self._offsets: dict[AreaKey, float] = {}
        self.dragged: tuple[AreaKey, QPointF] | None = None

    def at(self, point: QPointF, width: int) -> WideArea | None:
        """Return the wide area at a point of the view, or None."""
        return next(
            (each for each in self._between(point.y(), point.y(), width) if each.hit_rect.contains(point)), None
        )

    def to_document(self, point: QPointF, width: int) -> QPointF:
        """Map a point of the view, or one beside it, to the document."""
        return point + QPointF(self._offset_at(point, width), 0)

    def to_view(self, point: QPointF, width: int) -> QPointF:
        """Map a point of the document to the view; the result may lie beside it."""
        return point - QPointF(self._offset_at(point, width), 0)

    def _offset_at(self, point: QPointF, width: int) -> float:
        # Nothing was scrolled yet: the common case, at each paint of a caret.
        area = self._beside(point, width) if self._offsets or self._content.wide_formulas else None
        return area.shift if area else 0.0

    def _beside(self, point: QPointF, width: int) -> WideArea | None:
        """Return the wide area at the height of a point, or None."""
        areas = self._between(point.y(), point.y(), width)
        return next((each for each in areas if each.viewport.top() <= point.y() < each.viewport.bottom()), None)

    def has_bar_at_end(self, width: int) -> bool:
        """Whether the document ends with a wide formula, whose bar is below it."""
        end = self._content.document.size().height() - 1
        return any(area.viewport.bottom() >= end for area in self._wide_formulas(width))

    def scroll(self, area: WideArea, distance: float) -> bool:
        """Scroll an area to the right, or to the left if `distance` is negative. Returns whether it moved."""
        offset = min(max(area.offset + distance, 0), area.max_offset)
        self._offsets[area.key] = offset
        return offset != area.offset

    def scroll_all(self, distance: float, width: int) -> bool:
        """Scroll all wide areas. Returns whether one moved."""
        return sum(self.scroll(area, distance) for area in list(self._between(0, float("inf"), width))) > 0

    def scroll_towards(self, point: QPointF, width: int) -> None:
        """Scroll the area at the height of a point by the distance of the point beside its viewport."""
        if area := self._beside(point, width):
            right = max(point.x() - area.viewport.right(), 0)
            self.scroll(area, right + min(point.x() - area.viewport.left(), 0))

    def reveal(self, block: QTextBlock, position: int, width: int) -> None:
        """Scroll the code block of a line until the character at `position` of the line is in view."""
        top = self._content.document.documentLayout().blockBoundingRect(block).top()
        line = block.layout().lineForTextPosition(position)
        area = self._beside(QPointF(0, top + 1), width)
        if area and area.key.is_code and line.isValid():
            x = text_left(block) + cursor_x(line, position) - area.offset
            right = max(x + _REVEAL_ROOM - area.viewport.right(), 0)
            self.scroll(area, right + min(x - _REVEAL_ROOM - area.viewport.left(), 0))

    def press(self, point: QPointF, width: int) -> bool:
        """Start dragging the bar at a point of the view. Returns whether there is one."""
        area = self.at(point, width)
        if area is None or area.viewport.contains(point):
            return False
        grab_x = point.x() - area.bar.left()
        # A press beside the handle moves its middle there.
        grab_x = grab_x if 0 <= grab_x <= area.bar.width() else area.bar.width() / 2
        self.dragged = area.key, QPointF(grab_x, point.y())
        self.drag(point, width)
        return True

    def drag(self, point: QPointF, width: int) -> None:
        """Move the dragged bar to a point of the view."""
        if self.dragged is None:
            return
        key, grab = self.dragged
        if area := next((each for each in self._between(grab.y(), grab.y(), width) if each.key == key), None):
            at = (point.x() - grab.x() - area.track.left()) / max(area.track.width() - area.bar.width(), 1)
            self.scroll(area, at * area.max_offset - area.offset)

    def paint_parts(self, painter: QPainter, clip: QRectF, width: int) -> Iterator[PaintPart]:
        """Yield the parts to paint, those outside of areas first, with the painter clipped and translated for each."""
        areas = [each for each in self._between(clip.top(), clip.bottom(), width) if each.hit_rect.intersects(clip)]
        if not areas:
            yield PaintPart(clip)
            return
        painter.save()
        around = QRegion(clip.toAlignedRect())
        # The box around code stays in place, a table moves with its marks.
        for are_codes, marks, text in ((False, True, False), (True, False, True)):
            for area in areas:
                if area.key.is_code == are_codes:
                    around -= QRegion(area.viewport.toAlignedRect())
            if not around.isEmpty():
                painter.setClipRegion(around)
                yield PaintPart(clip, marks=marks, text=text)
        painter.restore()
        for area in areas:
            painter.save()
            part = QRectF((area.viewport & clip).toAlignedRect())
            painter.setClipRect(part.adjusted(1, 0, -1, 0) if area.key.is_code else part)
            painter.translate(-area.shift, 0)
            yield PaintPart(part.translated(area.shift, 0), marks=not area.key.is_code)
            painter.restore()
            paint_box(painter, area.track, _BAR / 2, "inset_edge")
            paint_box(painter, area.bar, _BAR / 2, "faint")

    def _between(self, top: float, bottom: float, width: int) -> Iterator[WideArea]:
        """Yield the wide tables and formulas, and the wide code blocks that overlap a vertical range."""
        # The common case is neither, checked at each paint.
        if self._content.document.rootFrame().childFrames():
            yield from self._wide_tables(width)
        if self._content.wide_formulas:
            yield from self._wide_formulas(width)
        if self._content.code_count:
            yield from self._wide_codes(top, bottom, width)

    def _wide_tables(self, width: int) -> Iterator[WideArea]:
        document = self._content.document
        layout = document.documentLayout()
        for number, table in enumerate(tables_of(document)):
            if is_wide(table):
                body = _cell_area(layout.frameBoundingRect(table), table)
                viewport = QRectF(body.left(), body.top(), max(width - body.left(), 1), body.height())
                yield self._area(AreaKey(is_code=False, number=number), viewport, body.width())

    def _wide_formulas(self, width: int) -> Iterator[WideArea]:
        layout, seen = self._content.document.documentLayout(), set[int]()
        for number, place in enumerate(self._content.wide_formulas):
            block = place.block()
            if block.position() in seen:
                continue
            seen.add(block.position())
            rect, text = layout.blockBoundingRect(block), block.layout()
            lines = [text.lineAt(each).naturalTextRect() for each in range(text.lineCount())]
            left, right = min(line.left() for line in lines), max(line.right() for line in lines)
            start = text_left(block)
            origin = min(rect.left() + left - start, 0.0)
            viewport = QRectF(start, rect.top(), max(width - start, 1), rect.height())
            key = AreaKey(is_code=False, number=number, is_formula=True)
            area = self._area(key, viewport, rect.left() + right - start - origin, origin)
            if area.max_offset >= 1:
                yield area

    def _wide_codes(self, top: float, bottom: float, width: int) -> Iterator[WideArea]:
        document = self._content.document
        layout = document.documentLayout()
        position = layout.hitTest(QPointF(0, max(top - CODE_FOOT - 2, 0)), Qt.HitTestAccuracy.FuzzyHit)
        block = document.findBlock(max(position, 0))
        while block.isValid() and layout.blockBoundingRect(block).top() <= bottom:
            if number := block.blockFormat().intProperty(Mark.CODE):
                extent = self._extents.of(block)
                area = self._area(AreaKey(is_code=True, number=number), *self._code_rect(extent, width))
                if area.max_offset >= 1:
                    yield area
                block = extent.last
            block = block.next()

    def _code_rect(self, extent: CodeExtent, width: int) -> tuple[QRectF, float]:
        """Return the rectangle of the lines of a code block within its box, and the width that they need."""
        layout, left = self._content.document.documentLayout(), text_left(extent.first) - _CODE_ROOM
        top, bottom = layout.blockBoundingRect(extent.first).top(), layout.blockBoundingRect(extent.last).bottom()
        return QRectF(left, top, max(width - left, 1), bottom - top + _DESCENT), extent.width + 2 * _CODE_ROOM

    def _area(self, key: AreaKey, viewport: QRectF, width: float, origin: float = 0.0) -> WideArea:
        offset = min(self._offsets.get(key, 0.0), max(width - viewport.width(), 0))
        return WideArea(key, viewport, width, offset, origin)


def horizontal_delta(event: QWheelEvent) -> float:
    """Return the horizontal scroll distance of a wheel event in logical pixels; Shift swaps the axes."""
    pixels, angle = event.pixelDelta(), event.angleDelta()
    if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and not angle.x():
        pixels, angle = pixels.transposed(), angle.transposed()
    return -float(pixels.x()) if pixels.x() else -angle.x() / 120 * _NOTCH


def _cell_area(bounds: QRectF, table: QTextTable) -> QRectF:
    """Return the area of a table's cells. Qt's bounds begin with the first cell's text and include the margins."""
    form = table.format()
    height = bounds.height() - form.topMargin() - form.bottomMargin()
    return QRectF(form.leftMargin(), bounds.top() - CELL_PAD, bounds.width() - form.leftMargin(), height)
