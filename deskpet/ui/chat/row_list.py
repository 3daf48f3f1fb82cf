"""All messages of a conversation with their row heights: measured once a row was a widget, estimated before."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from deskpet.chat.messages import Message, Text, Thinking
from deskpet.ui.chat.message_row import MessageRow

# In logical pixels. FOOT is the room below the last row for its action bar.
GAP, EDGE, FOOT = 12, 10, 20
# Number of messages at the end whose heights are estimated one by one; older ones get their average.
ESTIMATED = 200


@dataclass(slots=True)
class RowEntry:
    """A message, its row's height in logical pixels, and its row while that is a widget."""

    message: Message
    height: int
    row: MessageRow | None = None
    unfolded: frozenset[int] = frozenset()


class RowList:
    """Entries from top to bottom.

    offsets: top of each row in logical pixels, and of one more after the last.
    foot: room below the last row, in logical pixels.
    """

    def __init__(self) -> None:
        self.entries: list[RowEntry] = []
        self.offsets: list[int] = [EDGE]
        self.foot = FOOT

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def height(self) -> int:
        """The content height in logical pixels."""
        return self.offsets[-1] - GAP + self.foot if self.entries else 0

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
        heights = (entry.height + GAP for entry in self.entries[first:])
        self.offsets[first:] = accumulate(heights, initial=self.offsets[first])

    def index_of(self, message_id: str) -> int | None:
        """Return a message's index, or None. Searches from the end, where it most often is."""
        entries = self.entries
        return next((i for i in range(len(entries) - 1, -1, -1) if entries[i].message.id == message_id), None)

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
    return max(height, 41)
