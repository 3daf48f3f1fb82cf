"""The blocks of a message line by line: each has one of its own, but several pictures stand two by two."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count, groupby

from PySide6.QtCore import QPoint, QRect

from deskpet.ui.blocks import BlockView, ImageView

_COLUMNS = 2


@dataclass(frozen=True, slots=True)
class BlockLine:
    """Views beside each other, in columns of the same width with a gap between them, in logical pixels."""

    views: tuple[BlockView, ...]
    columns: int
    gap: int

    def natural_width(self, available: int) -> int:
        """How wide it would like to be."""
        column = self._column(available)
        widest = max(view.natural_width(column) for view in self.views)
        return self.columns * widest + (self.columns - 1) * self.gap

    def fit(self, corner: QPoint, width: int) -> list[tuple[BlockView, QRect]]:
        """Where each view is to be in a line of this width that begins at `corner`."""
        column = self._column(width)
        lefts = count(corner.x(), column + self.gap)
        places = zip(self.views, lefts, strict=False)
        return [(view, QRect(left, corner.y(), column, view.fit(column))) for view, left in places]

    def _column(self, width: int) -> int:
        return max((width - (self.columns - 1) * self.gap) // self.columns, 1)


def block_lines(views: Iterable[BlockView], gap: int) -> Iterator[BlockLine]:
    """The lines from top to bottom."""
    for are_pictures, group in groupby(views, lambda view: isinstance(view, ImageView)):
        run = tuple(group)
        columns = _COLUMNS if are_pictures and len(run) > 1 else 1
        for start in range(0, len(run), columns):
            yield BlockLine(run[start : start + columns], columns, gap)
