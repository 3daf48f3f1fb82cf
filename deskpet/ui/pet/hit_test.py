"""Pixel-exact hit test: whether the character covers a point, by the alpha of the last drawn frame.

The meshes can only exclude a point, since they are larger than their visible texture. Other points are read from the
next frame, while it is in the framebuffer.
"""

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, QTimer

from deskpet.ui.pet import gl, silhouette
from deskpet.ui.pet.silhouette import MIN_ALPHA, Outline
from deskpet.ui.pet.still_window import StillWindow

# Distance in logical pixels within which a result is reused.
TOLERANCE = 1.0


class HitTest:
    """Tests the point that was asked for last. `may_cover` returns whether a mesh covers a point."""

    def __init__(self, may_cover: Callable[[QPointF], bool]) -> None:
        self._may_cover = may_cover
        self._point: QPointF | None = None
        self._result: tuple[QPointF, bool] | None = None
        self._is_updated = self._is_fresh = False

    @property
    def is_wanted(self) -> bool:
        """Whether `read` has to be called with the next frame."""
        return self._point is not None

    def invalidate(self) -> None:
        """Mark the result as outdated: it is still returned, but read again when it is next asked for."""
        self._is_fresh = False

    def take_updated(self) -> bool:
        """Return whether a point was read since the last call."""
        is_updated, self._is_updated = self._is_updated, False
        return is_updated

    def covers(self, point: QPointF) -> bool | None:
        """Return whether the character covers `point`; None until a frame has been read."""
        result = self._result if self._result and (self._result[0] - point).manhattanLength() <= TOLERANCE else None
        # A point that was covered is read again anyway. Testing its meshes would leak memory, see mesh_hits.
        if not (result and result[1]) and not self._may_cover(point):
            self._point = self._result = None
            return False
        if result is None or not self._is_fresh:
            self._point = point
        return result[1] if result else None

    def read(self, size: QSize, ratio: float) -> None:
        """Read the requested point from the frame just drawn.

        size: the window's size in logical pixels. ratio: physical pixels per logical pixel.
        """
        point, self._point = self._point, None
        if point is not None and QRectF(QPointF(), size.toSizeF()).contains(point):
            # OpenGL counts rows from below.
            row = (size * ratio).height() - 1 - int(point.y() * ratio)
            self._result = (point, gl.alpha_at(int(point.x() * ratio), row) >= MIN_ALPHA)
            self._is_updated = self._is_fresh = True


class OutlineMeasurement:
    """The outline of the character in `window`, which emits `outline_changed` after each measurement."""

    def __init__(self, window: StillWindow) -> None:
        self._window = window
        self._outline: Outline | None = None
        self._foot: float | None = None
        self._is_due = True

    @property
    def rows(self) -> tuple[QRect, ...]:
        """The rows of the outline on the desktop; empty until it was measured."""
        return self._outline.on(self._window.geometry()) if self._outline else ()

    @property
    def foot(self) -> float | None:
        """The height of her feet, as a fraction of the window's height; None until it was measured.

        It is that of the first frame, which shows the basic pose: later ones may show her in the middle of a hop.
        """
        return self._foot

    def forget(self) -> None:
        """Drop the outline, as another model follows, and measure the next frame."""
        self._outline, self._foot, self._is_due = None, None, True

    def schedule(self) -> None:
        """Measure the next frame."""
        self._is_due = True

    def read_if_due(self) -> None:
        """Read the outline from the frame just drawn, if that is due. The context of the window has to be current."""
        if self._is_due:
            self._is_due = False
            size = self._window.size() * self._window.devicePixelRatio()
            self._outline = silhouette.outline(gl.read_frame(size.width(), size.height()))
            self._foot = self._outline.foot if self._foot is None else self._foot
            QTimer.singleShot(0, self._window, self._window.outline_changed.emit)
