"""List virtualization: only the messages in or near the viewport have row widgets.

`RowList` has the height of every row: measured once the row was a widget, estimated before.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from time import perf_counter

from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from deskpet.chat.background import CallAddress
from deskpet.chat.messages import Message, Text, Thinking
from deskpet.ui.blocks import Context
from deskpet.ui.chat import bubble
from deskpet.ui.chat.block_views import Unfolded
from deskpet.ui.chat.message_row import STRIP, MessageRow

# Distance of the first bubble from the upper edge, in logical pixels.
EDGE = 10
# Number of messages at the end whose heights are estimated one by one; older ones get their average.
ESTIMATED = 200
# Distance beyond the viewport within which rows are kept, in logical pixels.
MARGIN = 300
# Time limit in seconds for creating rows; rows created later get their text in the next frames.
CREATE_S = 0.02


@dataclass(slots=True)
class RowEntry:
    """A message, its row's height in logical pixels, and its row while that is a widget."""

    message: Message
    height: int
    row: MessageRow | None = None
    unfolded: Unfolded = field(default_factory=Unfolded)


class RowList:
    """Entries from top to bottom.

    offsets: top of each row in logical pixels, and of one more after the last.
    foot: room below the last row, in logical pixels; negative to hide its strip.
    """

    def __init__(self) -> None:
        self.entries: list[RowEntry] = []
        self.offsets: list[int] = [EDGE]
        self.foot = 0

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def height(self) -> int:
        """The content height in logical pixels."""
        return self.offsets[-1] + self.foot if self.entries else 0

    def add(self, messages: Sequence[Message], width: int) -> None:
        """Append messages, with heights estimated for this row width."""
        first, recent = len(self.entries), messages[-ESTIMATED:]
        heights = [estimate_height(message, width) for message in recent]
        average = sum(heights) // max(len(heights), 1)
        self.entries += [RowEntry(message, average) for message in messages[: len(messages) - len(recent)]]
        self.entries += map(RowEntry, recent, heights)
        self.measure(first)

    def truncate(self, count: int) -> None:
        """Remove all entries after the first `count`."""
        del self.entries[count:]
        del self.offsets[count + 1 :]

    def measure(self, first: int) -> None:
        """Recompute the offsets after heights changed from row `first` on."""
        heights = (entry.height for entry in self.entries[first:])
        self.offsets[first:] = accumulate(heights, initial=self.offsets[first])

    def index_of(self, message_id: str) -> int | None:
        """Return a message's index, or None. Searches from the end, where it most often is."""
        for index in range(len(self.entries) - 1, -1, -1):
            if self.entries[index].message.id == message_id:
                return index
        return None

    def index_at(self, y: int) -> int:
        """Return the index of the row at or nearest to the content position `y`. The list must not be empty."""
        return min(max(bisect_right(self.offsets, y) - 1, 0), len(self.entries) - 1)

    def overlapping(self, top: int, bottom: int) -> range:
        """Return the indexes of the rows that overlap a vertical range of the content."""
        first = max(bisect_right(self.offsets, top) - 1, 0)
        return range(first, min(bisect_right(self.offsets, bottom), len(self.entries)))

    def common_prefix(self, messages: Iterable[Message]) -> int:
        """Return the number of leading entries that hold these very message objects."""
        count = 0
        for entry, message in zip(self.entries, messages, strict=False):
            if entry.message is not message:
                break
            count += 1
        return count


def estimate_height(message: Message, width: int) -> int:
    """Estimate a row's height in logical pixels from the text length, without layout."""
    per_line = max(width / 8, 10)
    height = 20
    for block in message.blocks:
        is_text = isinstance(block, Text)
        height += round(len(block.text) / per_line + 1) * 21 if is_text else 26 if isinstance(block, Thinking) else 44
    return max(height, 41) + STRIP


class VisibleRows:
    """The row widgets of a RowList in the transcript's viewport."""

    def __init__(
        self,
        viewport: QWidget,
        rows: RowList,
        context: Context,
        on_created: Callable[[int, MessageRow], None],
    ) -> None:
        """`on_created` is called with the index and the row for each new row, before it is shown."""
        self._viewport, self._list, self._context, self._on_created = viewport, rows, context, on_created
        self._indexes: set[int] = set()
        self._painted_places: dict[int, tuple[int, QRectF]] = {}  # top and bubble of each row, as painted last

    @property
    def rows(self) -> list[MessageRow]:
        """The row widgets from top to bottom."""
        return [row for _, row in self.numbered()]

    def numbered(self) -> Iterable[tuple[int, MessageRow]]:
        """Return the row widgets from top to bottom, each with its index in the list."""
        return [(index, row) for index in sorted(self._indexes) if (row := self._list.entries[index].row)]

    @property
    def width(self) -> int:
        """The width of the rows in logical pixels."""
        return max(self._viewport.width(), 80)

    def fit(self, entry: RowEntry) -> None:
        """Update a row's height in the list; call `RowList.measure` afterwards."""
        assert entry.row
        entry.height = entry.row.fit(self.width)

    def fit_all(self) -> None:
        """Update the heights of all row widgets, and the list's offsets."""
        for index in self._indexes:
            self.fit(self._list.entries[index])
        self._list.measure(0)

    def update_rows(self, top: int) -> bool:
        """Create the rows seen at scroll position `top`, and delete the others.

        Returns True if a new row's height differs from its estimate; the offsets are updated then.
        """
        visible = self._list.overlapping(top - MARGIN, top + self._viewport.height() + MARGIN)
        changed = len(self._list)
        until = perf_counter() + CREATE_S
        for index in visible:
            if index not in self._indexes and not self._create(index, shows_text=perf_counter() < until):
                changed = min(changed, index)
        focused = self._viewport.window().focusWidget()
        for index in self._indexes.difference(visible):
            row = self._list.entries[index].row
            has_focus = row and focused and (focused is row or row.isAncestorOf(focused))
            if row and not (row.is_editing or has_focus):
                self.drop(index)
        if changed == len(self._list):
            return False
        self._list.measure(changed)
        return True

    def truncate(self, count: int) -> None:
        """Remove all messages after the first `count`."""
        for index in [each for each in self._indexes if each >= count]:
            self.drop(index)
        self._list.truncate(count)

    def drop(self, index: int) -> None:
        """Delete a row widget; its unfolded blocks are remembered."""
        entry = self._list.entries[index]
        self._indexes.discard(index)
        if entry.row:
            entry.unfolded = entry.row.blocks.unfolded()
            entry.row.dispose()
            entry.row = None

    def move(self, top: int) -> bool:
        """Place the rows so that the content's position `top`, which may be negative, is at the upper edge.

        Returns True if any moved or changed its size.
        """
        tops = {index: self._list.offsets[index] - top for index, _ in self.numbered()}
        has_scrolled = self._scroll(tops)
        places: dict[int, tuple[int, QRectF]] = {}
        for index, row in self.numbered():
            row.arrange(QRect(0, tops[index], self.width, self._list.entries[index].height))
            places[index] = (tops[index], row.bubble())
        before, self._painted_places = self._painted_places, places
        # Repaint the shadows of changed rows only; a word added to a line changes none.
        changed = [each for each in before.keys() | places.keys() if before.get(each) != places.get(each)]
        for index in changed:
            self._viewport.update(_changed_part(before.get(index), places.get(index)))
        return has_scrolled or bool(changed)

    def _scroll(self, tops: dict[int, int]) -> bool:
        """Scroll the viewport's pixels if all rows move by the same distance, which avoids repainting most of them.

        Returns True if it did; overlays were moved along and must be placed again. Must run before the rows are
        arranged: Qt can scroll pixels only while nothing else about the rows has changed.
        """
        distances = {tops[index] - y for index, (y, _) in self._painted_places.items() if index in tops}
        if len(distances) == 1 and (distance := distances.pop()):
            self._viewport.scroll(0, distance)
            self._painted_places = {
                index: (y + distance, bubble) for index, (y, bubble) in self._painted_places.items()
            }
            return True
        return False

    def paint_shadows(self, painter: QPainter, clip: QRect) -> None:
        """Draw the bubbles' shadows within `clip`."""
        seen = QRectF(clip)
        for row in self.rows:
            place = row.bubble().translated(QPointF(row.pos()))
            if row.has_bubble and not bubble.covers(place, seen) and bubble.with_shadow(place).intersects(seen):
                bubble.paint_shadow(painter, bubble.shortened(place, seen), seen)

    def question_areas(self) -> dict[CallAddress, QRect]:
        """Return where the buttons of each call that asks the user are in the content."""
        return {
            address: area.translated(0, self._list.offsets[index])
            for index, row in self.numbered()
            for address, area in row.question_areas()
        }

    def _create(self, index: int, *, shows_text: bool) -> bool:
        """Create a row widget. Returns True if its height equals the estimate."""
        entry = self._list.entries[index]
        row = MessageRow(entry.message, self._context, entry.unfolded, self._viewport, shows_text=shows_text)
        entry.row, expected = row, entry.height
        self._indexes.add(index)
        self._on_created(index, row)
        self.fit(entry)
        row.show()
        return entry.height == expected


def _changed_part(before: tuple[int, QRectF] | None, now: tuple[int, QRectF] | None) -> QRect:
    """Return the part of the viewport to repaint when a bubble appears, disappears, moves or grows."""
    old, new = (QRectF() if each is None else each[1].translated(0, each[0]) for each in (before, now))
    part = bubble.changed_part(old, new) if before and now else old.united(new)
    return bubble.with_shadow(part).toAlignedRect()
