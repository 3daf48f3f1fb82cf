"""The virtual viewport: only the messages that can be seen, and a little around them, are real widgets."""

from collections.abc import Callable, Iterable
from time import perf_counter

from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from deskpet.ui.blocks import Context
from deskpet.ui.chat import bubble
from deskpet.ui.chat.row_list import RowEntry, RowList
from deskpet.ui.chat.rows import MessageRow

# How far beyond what can be seen rows are kept, in logical pixels.
MARGIN = 300
# Rows for which so many seconds were not enough get their words in the next frames.
MAKING_S = 0.02


class VisibleRows:
    """The real rows of a list of messages, in the viewport that they are seen through."""

    def __init__(
        self, viewport: QWidget, rows: RowList, context: Context, attend: Callable[[int, MessageRow], None]
    ) -> None:
        """`attend` hears of each row that was made, with its place in the list, before it is shown."""
        self._viewport, self._list, self._context, self._attend = viewport, rows, context, attend
        self._real: set[int] = set()
        self._places: dict[int, tuple[int, QRectF]] = {}  # top and bubble of each real row, as painted last

    @property
    def rows(self) -> list[MessageRow]:
        """The real rows from top to bottom."""
        return [row for _, row in self.numbered()]

    def numbered(self) -> Iterable[tuple[int, MessageRow]]:
        """The real rows from top to bottom, each with its place in the list."""
        return [(index, row) for index in sorted(self._real) if (row := self._list.entries[index].row)]

    @property
    def is_behind(self) -> bool:
        """Whether a real row has more to show than it could at once."""
        return any(row.is_behind for _, row in self.numbered())

    @property
    def width(self) -> int:
        """How wide rows are."""
        return max(self._viewport.width(), 80)

    def fit(self, entry: RowEntry) -> None:
        """Learn the height that a real row needs. The list is to be measured after that."""
        assert entry.row
        entry.height = entry.row.fit(self.width)

    def fit_all(self) -> None:
        """Learn the height that every real row needs, and measure the list."""
        for index in self._real:
            self.fit(self._list.entries[index])
        self._list.measure(0)

    def realise(self, top: int) -> bool:
        """Make the rows real that are seen when the content is scrolled to `top`, and let go of the others.

        Whether a row turned out to have another height than it was thought to have; then the list was measured.
        """
        visible = self._list.between(top - MARGIN, top + self._viewport.height() + MARGIN)
        changed = len(self._list)
        until = perf_counter() + MAKING_S
        for index in visible:
            if index not in self._real and not self._make(index, shows_words=perf_counter() < until):
                changed = min(changed, index)
        for index in self._real.difference(visible):
            row = self._list.entries[index].row
            if row and not (row.is_kept or self._has_focus(row)):
                self.drop(index)
        if changed == len(self._list):
            return False
        self._list.measure(changed)
        return True

    def cut(self, count: int) -> None:
        """Only the first `count` messages stay in the list."""
        for index in [each for each in self._real if each >= count]:
            self.drop(index)
        self._list.cut(count)

    def drop(self, index: int) -> None:
        """Let go of a real row."""
        entry = self._list.entries[index]
        self._real.discard(index)
        if entry.row:
            entry.unfolded = entry.row.unfolded()
            entry.row.let_go()
            entry.row = None

    def move(self, top: int) -> bool:
        """Put the real rows where they belong when the content is scrolled to `top`; whether any has moved or grown."""
        # A short conversation stands at the lower edge.
        short = max(self._viewport.height() - self._list.height, 0)
        tops = {index: self._list.offsets[index] - top + short for index, _ in self.numbered()}
        has_scrolled = self._scroll(tops)
        places: dict[int, tuple[int, QRectF]] = {}
        for index, row in self.numbered():
            row.arrange(QRect(0, tops[index], self.width, self._list.entries[index].height))
            places[index] = (tops[index], row.bubble())
        before, self._places = self._places, places
        # The shadows below the rows go with them; while a word joins its line, nothing moves.
        changed = [each for each in before.keys() | places.keys() if before.get(each) != places.get(each)]
        for index in changed:
            self._viewport.update(_changed_part(before.get(index), places.get(index)))
        return has_scrolled or bool(changed)

    def _scroll(self, tops: dict[int, int]) -> bool:
        """Where all that is seen only goes up or down, its pixels go along: most of them need not be painted again.

        Whether it did; what floats above the rows was taken along and wants its place again.

        Qt can do that as long as nothing else about the rows has changed, so it comes first.
        """
        ways = {tops[index] - y for index, (y, _) in self._places.items() if index in tops}
        if len(ways) == 1 and (way := ways.pop()):
            self._viewport.scroll(0, way)
            self._places = {index: (y + way, bubble) for index, (y, bubble) in self._places.items()}
            return True
        return False

    def paint_shadows(self, painter: QPainter, clip: QRect) -> None:
        """Draw what the bubbles cast on the viewport within `clip`."""
        seen = QRectF(clip)
        for row in self.rows:
            place = row.bubble().translated(QPointF(row.pos()))
            if not bubble.covers(place, seen) and bubble.with_shadow(place).intersects(seen):
                bubble.paint_shadow(painter, bubble.near(place, seen), seen)

    def _has_focus(self, row: MessageRow) -> bool:
        focused = self._viewport.window().focusWidget()
        return bool(focused) and (focused is row or row.isAncestorOf(focused))

    def _make(self, index: int, *, shows_words: bool) -> bool:
        """Make a row real; whether its height is as it was thought to be."""
        entry = self._list.entries[index]
        row = MessageRow(entry.message, self._context, entry.unfolded, self._viewport, shows_words=shows_words)
        entry.row, expected = row, entry.height
        self._real.add(index)
        self._attend(index, row)
        self.fit(entry)
        row.show()
        return entry.height == expected


def _changed_part(before: tuple[int, QRectF] | None, now: tuple[int, QRectF] | None) -> QRect:
    """What of the viewport looks different when a bubble in a row came, went, moved or grew."""
    old, new = (QRectF() if each is None else each[1].translated(0, each[0]) for each in (before, now))
    part = bubble.grown_part(old, new) if before and now else old.united(new)
    return bubble.with_shadow(part).toAlignedRect()
