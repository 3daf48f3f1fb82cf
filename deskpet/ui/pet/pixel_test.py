"""Whether the character is at a point, by the pixel that was drawn there last.

The meshes say no for certain, but not yes: they are larger than what is drawn on them. What they do not rule out is
read from the next frame, while it is there to be read.
"""

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize

from deskpet.ui.pet import gl
from deskpet.ui.pet.silhouette import LEAST_ALPHA

# A pixel read so far away, in logical pixels, still counts.
SAME = 1.0


class PixelTest:
    """Watches one point of a window: the one that was last asked for. `may_cover` is the meshes' word on a point."""

    def __init__(self, may_cover: Callable[[QPointF], bool]) -> None:
        self._may_cover = may_cover
        self._wanted: QPointF | None = None
        self._read: tuple[QPointF, bool] | None = None
        self._is_news = self._is_fresh = False

    @property
    def is_wanted(self) -> bool:
        """Whether the next frame is to tell of a point."""
        return self._wanted is not None

    def grow_old(self) -> None:
        """The character has moved: what was read is still believed, but is to be read again when it is asked for."""
        self._is_fresh = False

    def was_read(self) -> bool:
        """Whether a frame has told of a point since the last time that this was asked."""
        news, self._is_news = self._is_news, False
        return news

    def covers(self, point: QPointF) -> bool | None:
        """Whether the character is there; None until the frame is drawn that tells."""
        if not self._may_cover(point):
            self._wanted = self._read = None
            return False
        known = self._read if self._read and (self._read[0] - point).manhattanLength() <= SAME else None
        if known is None or not self._is_fresh:
            self._wanted = point
        return known[1] if known else None

    def read(self, size: QSize, ratio: float) -> None:
        """Read the watched point from the frame that was just drawn: `size` in logical pixels, each `ratio` long."""
        point, self._wanted = self._wanted, None
        if point is not None and QRectF(QPointF(), size.toSizeF()).contains(point):
            # OpenGL counts rows from below.
            row = round(size.height() * ratio) - 1 - int(point.y() * ratio)
            self._read = (point, gl.alpha_at(int(point.x() * ratio), row) >= LEAST_ALPHA)
            self._is_news = self._is_fresh = True
