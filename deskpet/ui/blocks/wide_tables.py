"""Tables that are wider than the text around them: seen through a window of the text's width, and scrolled in it."""

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QRegion, QTextDocument, QTextTable, QWheelEvent

from deskpet.ui.markdown.tables import CELL_PAD, is_wide, tables_of
from deskpet.ui.widgets import theme

_BAR, _LEAST_BAR, _NOTCH = 4.0, 24.0, 60
BELOW = 10
"""How far below a wide table its bar can be caught, in logical pixels."""


@dataclass(frozen=True, slots=True)
class WideTable:
    """A table by its number from the top, what of the view shows it, and how far it is scrolled."""

    number: int
    seen: QRectF
    width: float
    offset: float

    @property
    def furthest(self) -> float:
        """As far as it can be scrolled."""
        return max(self.width - self.seen.width(), 0)

    @property
    def bar(self) -> QRectF:
        """The handle that shows which part is seen."""
        room = self.seen.width()
        length = max(room * room / self.width, _LEAST_BAR)
        left = self.seen.left() + (room - length) * self.offset / max(self.furthest, 1)
        return QRectF(left, self.seen.bottom() + 3, length, _BAR)

    @property
    def reach(self) -> QRectF:
        """Where the pointer is at the table, its bar included."""
        return self.seen.adjusted(0, 0, 0, BELOW)


class WideTables:
    """The wide tables of a document, in a view of some width."""

    def __init__(self, document: QTextDocument) -> None:
        self._document = document
        self._offsets: dict[int, float] = {}
        self._caught: tuple[int, float] | None = None  # a table's number, and what of its bar was caught

    def at(self, point: QPointF, width: int) -> WideTable | None:
        """The wide table at a point of the view."""
        return next((each for each in self._all(width) if each.reach.contains(point)), None)

    def in_document(self, point: QPointF, width: int) -> QPointF:
        """Where in the document a point of the view is, or one beside it."""
        return point + QPointF(self._offset_at(point, width), 0)

    def in_view(self, point: QPointF, width: int) -> QPointF:
        """Where in the view, or beside it, a point of the document is."""
        return point - QPointF(self._offset_at(point, width), 0)

    def _offset_at(self, point: QPointF, width: int) -> float:
        tables = self._all(width)
        return next((each.offset for each in tables if each.seen.top() <= point.y() < each.seen.bottom()), 0.0)

    def scroll(self, table: WideTable, way: float) -> bool:
        """Scroll a table to the right, or by a negative way to the left; whether there was any way to go."""
        offset = min(max(table.offset + way, 0), table.furthest)
        self._offsets[table.number] = offset
        return offset != table.offset

    def scroll_all(self, way: float, width: int) -> bool:
        """Scroll every table; whether there was any way to go."""
        return sum(self.scroll(table, way) for table in list(self._all(width))) > 0

    # The bar by the mouse

    def catch(self, point: QPointF, width: int) -> bool:
        """Take hold of a bar; whether there is one at this point of the view."""
        table = self.at(point, width)
        if table is None or table.seen.contains(point):
            return False
        held = point.x() - table.bar.left()
        # A press beside the handle takes its middle there.
        self._caught = table.number, held if 0 <= held <= table.bar.width() else table.bar.width() / 2
        self.drag(point, width)
        return True

    @property
    def is_caught(self) -> bool:
        return self._caught is not None

    def drag(self, point: QPointF, width: int) -> None:
        """Move the bar that is held to a point of the view."""
        number, held = self._caught or (-1, 0.0)
        if table := next((each for each in self._all(width) if each.number == number), None):
            room = table.seen.width() - table.bar.width()
            at = (point.x() - held - table.seen.left()) / max(room, 1)
            self.scroll(table, at * table.furthest - table.offset)

    def let_go(self) -> None:
        """The bar is held no longer."""
        self._caught = None

    # Painting

    def parts(self, painter: QPainter, clip: QRectF, width: int) -> Iterator[QRectF]:
        """What of the document is to be painted, with the painter made ready for each: the text, then each table."""
        tables = [each for each in self._all(width) if each.reach.intersects(clip)]
        if not tables:
            yield clip
            return
        painter.save()
        around = QRegion(clip.toAlignedRect())
        for table in tables:
            around -= QRegion(table.seen.toAlignedRect())
        painter.setClipRegion(around)
        yield clip
        painter.restore()
        for table in tables:
            part = table.seen & clip
            painter.save()
            painter.setClipRect(part)
            painter.translate(-table.offset, 0)
            yield part.translated(table.offset, 0)
            painter.restore()
            _paint_bar(painter, table)

    def _all(self, width: int) -> Iterator[WideTable]:
        layout = self._document.documentLayout()
        for number, table in enumerate(tables_of(self._document)):
            if is_wide(table):
                body = _body(layout.frameBoundingRect(table), table)
                seen = QRectF(body.left(), body.top(), max(width - body.left(), 1), body.height())
                furthest = max(body.width() - seen.width(), 0)
                yield WideTable(number, seen, body.width(), min(self._offsets.get(number, 0.0), furthest))


def sideways(event: QWheelEvent) -> float:
    """How far to the right a turn of the wheel leads, in logical pixels: one with Shift does as one to the side."""
    pixels, angle = event.pixelDelta(), event.angleDelta()
    if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and not angle.x():
        pixels, angle = pixels.transposed(), angle.transposed()
    return -float(pixels.x()) if pixels.x() else -angle.x() / 120 * _NOTCH


def _body(bounds: QRectF, table: QTextTable) -> QRectF:
    """Where a table's cells are. Qt's bounds begin with the first cell's words and include the table's margins."""
    form = table.format()
    height = bounds.height() - form.topMargin() - form.bottomMargin()
    return QRectF(form.leftMargin(), bounds.top() - CELL_PAD, bounds.width() - form.leftMargin(), height)


def _paint_bar(painter: QPainter, table: WideTable) -> None:
    look = theme.current()
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    groove = QRectF(table.seen.left(), table.bar.top(), table.seen.width(), _BAR)
    for rect, role in ((groove, "inset_edge"), (table.bar, "faint")):
        painter.setBrush(look.colour(role))
        painter.drawRoundedRect(rect, _BAR / 2, _BAR / 2)
    painter.restore()
