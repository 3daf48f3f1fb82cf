"""All messages of a conversation with the heights of their rows: known where a row was real, else estimated."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from deskpet.chat.messages import Message, Text, Thinking
from deskpet.ui.chat.rows import MessageRow

GAP, EDGE, FOOT = 12, 10, 20  # FOOT: below the last row, room for the bar of what can be done with it
# Of so many messages at the end the heights are estimated one by one; older ones are thought to be like them.
ESTIMATED = 200


@dataclass(slots=True)
class RowEntry:
    """A message, its row's height in logical pixels, and the row while it is real."""

    message: Message
    height: int
    row: MessageRow | None = None
    unfolded: frozenset[int] = frozenset()


class RowList:
    """Entries from top to bottom. `offsets[i]` is where row i begins, the last one where one more would.

    `foot` is kept free below the last row.
    """

    def __init__(self) -> None:
        self.entries: list[RowEntry] = []
        self.offsets: list[int] = [EDGE]
        self.foot = FOOT

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def height(self) -> int:
        """The height of all rows together."""
        return self.offsets[-1] - GAP + self.foot if self.entries else 0

    def add(self, messages: Sequence[Message], width: int) -> None:
        """Append rows for messages, in rows of this width."""
        first, near = len(self.entries), messages[-ESTIMATED:]
        heights = [estimate(message, width) for message in near]
        likely = sum(heights) // max(len(heights), 1)
        self.entries += [RowEntry(message, likely) for message in messages[: len(messages) - len(near)]]
        self.entries += map(RowEntry, near, heights)
        self.measure(first)

    def cut(self, count: int) -> None:
        """Keep the first `count` entries only."""
        del self.entries[count:]
        del self.offsets[count + 1 :]

    def measure(self, first: int) -> None:
        """Heights changed from row `first` on."""
        heights = (entry.height + GAP for entry in self.entries[first:])
        self.offsets[first:] = accumulate(heights, initial=self.offsets[first])

    def index_of(self, message_id: str) -> int | None:
        """Where a message is; most often it is the last one."""
        entries = self.entries
        return next((i for i in range(len(entries) - 1, -1, -1) if entries[i].message.id == message_id), None)

    def at(self, y: int) -> int:
        """The row at a height of the content; the nearest one where there is none. There must be one."""
        return min(max(bisect_right(self.offsets, y) - 1, 0), len(self.entries) - 1)

    def between(self, top: int, bottom: int) -> range:
        """The rows that reach between two heights of the content."""
        first = max(bisect_right(self.offsets, top) - 1, 0)
        return range(first, min(bisect_right(self.offsets, bottom), len(self.entries)))

    def common(self, messages: Iterable[Message]) -> int:
        """How many entries, from the top, show these very messages."""
        count = 0
        for entry, message in zip(self.entries, messages, strict=False):
            if entry.message is not message:
                break
            count += 1
        return count


def estimate(message: Message, width: int) -> int:
    """A first guess of a row's height that costs next to nothing."""
    per_line = max(width / 8, 10)
    height = 20
    for block in message.blocks:
        is_words = isinstance(block, Text)
        height += round(len(block.text) / per_line + 1) * 21 if is_words else 26 if isinstance(block, Thinking) else 44
    return max(height, 41)
