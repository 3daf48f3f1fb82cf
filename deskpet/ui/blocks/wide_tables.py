"""Tables wider than the text: shown in a viewport of the text's width, with a scroll bar of their own."""

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QRegion, QTextDocument, QTextTable, QWheelEvent

from deskpet.ui.markdown.tables import CELL_PAD, is_wide, tables_of
from deskpet.ui.widgets import theme

_BAR, _MIN_BAR, _NOTCH = 4.0, 24.0, 60
BAR_REACH = 10
"""Height of the area below a wide table where its bar can be pressed, in logical pixels."""


@dataclass(frozen=True, slots=True)
class WideTable:
    """A wide table: its number from the top, its viewport in the view, its full width and scroll offset."""

    number: int
    viewport: QRectF
    width: float
    offset: float

    @property
    def max_offset(self) -> float:
        """The maximum scroll offset."""
        return max(self.width - self.viewport.width(), 0)

    @property
    def bar(self) -> QRectF:
        """The rectangle of the scroll bar's handle."""
        track_width = self.viewport.width()
        length = max(track_width * track_width / self.width, _MIN_BAR)
        left = self.viewport.left() + (track_width - length) * self.offset / max(self.max_offset, 1)
        return QRectF(left, self.viewport.bottom() + 3, length, _BAR)

    @property
    def hit_rect(self) -> QRectF:
        """The area of the table with its bar."""
        return self.viewport.adjusted(0, 0, 0, BAR_REACH)


class WideTables:
    """The wide tables of a document and their scroll offsets."""

    def __init__(self, document: QTextDocument) -> None:
        self._document = document
        self._offsets: dict[int, float] = {}
        self._dragged: tuple[int, float] | None = None  # number of the table, and x of the press in its bar

    def at(self, point: QPointF, width: int) -> WideTable | None:
        """Return the wide table at a point of the view, or None."""
        return next((each for each in self._wide_tables(width) if each.hit_rect.contains(point)), None)

    def to_document(self, point: QPointF, width: int) -> QPointF:
        """Map a point of the view, or one beside it, to the document."""
        return point + QPointF(self._offset_at(point, width), 0)

    def to_view(self, point: QPointF, width: int) -> QPointF:
        """Map a point of the document to the view; the result may lie beside it."""
        return point - QPointF(self._offset_at(point, width), 0)

    def _offset_at(self, point: QPointF, width: int) -> float:
        tables = self._wide_tables(width)
        return next((each.offset for each in tables if each.viewport.top() <= point.y() < each.viewport.bottom()), 0.0)

    def scroll(self, table: WideTable, distance: float) -> bool:
        """Scroll a table to the right, or to the left if `distance` is negative. Returns whether it moved."""
        offset = min(max(table.offset + distance, 0), table.max_offset)
        self._offsets[table.number] = offset
        return offset != table.offset

    def scroll_all(self, distance: float, width: int) -> bool:
        """Scroll all wide tables. Returns whether one moved."""
        return sum(self.scroll(table, distance) for table in list(self._wide_tables(width))) > 0

    # Dragging the bar

    def press(self, point: QPointF, width: int) -> bool:
        """Start dragging the bar at a point of the view. Returns whether there is one."""
        table = self.at(point, width)
        if table is None or table.viewport.contains(point):
            return False
        grab_x = point.x() - table.bar.left()
        # A press beside the handle moves its middle there.
        self._dragged = table.number, grab_x if 0 <= grab_x <= table.bar.width() else table.bar.width() / 2
        self.drag(point, width)
        return True

    @property
    def is_dragging(self) -> bool:
        return self._dragged is not None

    def drag(self, point: QPointF, width: int) -> None:
        """Move the dragged bar to a point of the view."""
        number, grab_x = self._dragged or (-1, 0.0)
        if table := next((each for each in self._wide_tables(width) if each.number == number), None):
            track_width = table.viewport.width() - table.bar.width()
            at = (point.x() - grab_x - table.viewport.left()) / max(track_width, 1)
            self.scroll(table, at * table.max_offset - table.offset)

    def release(self) -> None:
        """End dragging."""
        self._dragged = None

    # Painting

    def paint_parts(self, painter: QPainter, clip: QRectF, width: int) -> Iterator[QRectF]:
        """Yield the document rectangles to paint, text first, each with the painter clipped and translated for it."""
        tables = [each for each in self._wide_tables(width) if each.hit_rect.intersects(clip)]
        if not tables:
            yield clip
            return
        painter.save()
        around = QRegion(clip.toAlignedRect())
        for table in tables:
            around -= QRegion(table.viewport.toAlignedRect())
        painter.setClipRegion(around)
        yield clip
        painter.restore()
        for table in tables:
            part = table.viewport & clip
            painter.save()
            painter.setClipRect(part)
            painter.translate(-table.offset, 0)
            yield part.translated(table.offset, 0)
            painter.restore()
            _paint_bar(painter, table)

    def _wide_tables(self, width: int) -> Iterator[WideTable]:
        if not self._document.rootFrame().childFrames():
            # The common case, checked at each paint.
            return
        layout = self._document.documentLayout()
        for number, table in enumerate(tables_of(self._document)):
            if is_wide(table):
                body = _cell_area(layout.frameBoundingRect(table), table)
                viewport = QRectF(body.left(), body.top(), max(width - body.left(), 1), body.height())
                max_offset = max(body.width() - viewport.width(), 0)
                yield WideTable(number, viewport, body.width(), min(self._offsets.get(number, 0.0), max_offset))


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


def _paint_bar(painter: QPainter, table: WideTable) -> None:
    look = theme.current()
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    track = QRectF(table.viewport.left(), table.bar.top(), table.viewport.width(), _BAR)
    for rect, role in ((track, "inset_edge"), (table.bar, "faint")):
        painter.setBrush(look.colour(role))
        painter.drawRoundedRect(rect, _BAR / 2, _BAR / 2)
    painter.restore()
