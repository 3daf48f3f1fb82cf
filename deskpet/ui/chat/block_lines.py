"""Lines of block views in a bubble: one view per line, consecutive pictures side by side."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count, groupby

from PySide6.QtCore import QPoint, QRect

from deskpet.ui.blocks import BlockView, ImageView

_PICTURE_COLUMNS = 2


@dataclass(frozen=True, slots=True)
class BlockLine:
    """Views side by side in columns of equal width. Widths and gap in logical pixels."""

    views: tuple[BlockView, ...]
    columns: int
    gap: int

    def natural_width(self, available: int) -> int:
        """Return the preferred width, given the available one."""
        column = self._column(available)
        widest = max(view.natural_width(column) for view in self.views)
        return self.columns * widest + (self.columns - 1) * self.gap

    def fit(self, corner: QPoint, width: int) -> list[tuple[BlockView, QRect]]:
        """Fit the views to a line of this width; returns each view's rectangle, with `corner` as the top left."""
        column = self._column(width)
        lefts = count(corner.x(), column + self.gap)
        places = zip(self.views, lefts, strict=False)
        return [(view, QRect(left, corner.y(), column, view.fit(column))) for view, left in places]

    def _column(self, width: int) -> int:
        return max((width - (self.columns - 1) * self.gap) // self.columns, 1)


def block_lines(views: Iterable[BlockView], gap: int) -> Iterator[BlockLine]:
    """Group block views into lines, from top to bottom: one view per line, consecutive pictures in two columns."""
    for are_pictures, group in groupby(views, lambda view: isinstance(view, ImageView)):
        run = tuple(group)
        columns = _PICTURE_COLUMNS if are_pictures and len(run) > 1 else 1
        for start in range(0, len(run), columns):
            yield BlockLine(run[start : start + columns], columns, gap)
