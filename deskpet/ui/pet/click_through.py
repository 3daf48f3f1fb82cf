"""Click-through: decides which clicks on the window go to the windows behind it.

On X11 and Wayland the window has an input shape: the pixels that the character covers. On other systems a flag applies
to the whole window and follows the pointer. It is off while the pointer is outside, so that the character can be
clicked at once. While it is on, the window gets no mouse events, so a timer polls the pointer.
"""

import math
from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QImage, QWindow

from deskpet.config.choices import Clicks
from deskpet.ui.pet import gl, pointer, silhouette
from deskpet.ui.platform import positions, x11

if TYPE_CHECKING:
    from deskpet.ui.platform.wayland import InputRegion

LOOK_MS = 33
# Seconds between two updates of the input shape: pointer moving nearby, resting nearby, moving elsewhere. A pointer
# that rests elsewhere needs no update.
NEAR_S, RESTING_S, AWAY_S = 0.07, 0.3, 1.0
# Distance from the window within which the pointer is nearby, in logical pixels.
MARGIN = 60
# Sampling step of the input shape, in logical pixels.
GRAIN = 2
_THROUGH = Qt.WindowType.WindowTransparentForInput


class ClickThrough(QObject):
    """Lets clicks on a window through.

    covers: returns whether the character covers a point of the window; None if that is not yet known.
    pointer: returns the pointer's position in window coordinates.
    needs_frame: whether `update_shape` has to be called with the next frame.
    """

    def __init__(
        self, window: QWindow, covers: Callable[[QPointF], bool | None], pointer: Callable[[], QPointF]
    ) -> None:
        super().__init__(window)
        self._window, self._covers, self._pointer = window, covers, pointer
        self._clicks: Clicks = Clicks.TRANSPARENT
        self._is_summoned = self._was_entered = self._is_through = False
        self._shape: x11.InputShape | InputRegion | None = None
        self._is_shaped = self.needs_frame = False
        self._read_at = -math.inf
        self._timer = QTimer(self, interval=LOOK_MS)
        self._timer.timeout.connect(lambda: self.update_pointer(self._pointer()))

    @property
    def clicks(self) -> Clicks:
        """The mode in effect: NOWHERE from `call` until the pointer has entered and left the window."""
        return Clicks.NOWHERE if self._is_summoned else self._clicks

    def apply(self, clicks: Clicks) -> None:
        """Set the click-through mode."""
        if clicks is not self._clicks:
            self._clicks, self._is_summoned = clicks, False
        self._apply_fixed_mode()

    def capture(self) -> None:
        """Take all clicks until the pointer has entered and left the window."""
        self._is_summoned, self._was_entered = True, False
        self._apply_fixed_mode()

    def update_pointer(self, point: QPointF) -> None:
        """Update the state for a pointer at `point`, in window coordinates; it may be outside the window."""
        is_here = QRect(0, 0, self._window.width(), self._window.height()).contains(point.toPoint())
        if self._is_summoned:
            self._was_entered |= is_here
            self._is_summoned = is_here or not self._was_entered
        if self.clicks is not Clicks.TRANSPARENT:
            self._apply_fixed_mode()
        elif self._shape is not None:
            self.needs_frame = perf_counter() - self._read_at >= self._max_age(point)
        else:
            covered = self._covers(point) if is_here else True
            if covered is not None:
                self._set_through(not covered)

    def update_shape(self, size: QSize, ratio: float) -> None:
        """Set the input shape from the frame just drawn.

        size: the window's size in logical pixels. ratio: physical pixels per logical pixel.
        """
        self.needs_frame, self._read_at = False, perf_counter()
        if self._shape is not None:
            # Rounded as by Qt: with another height all rows would be beside those of the window.
            pixels = size * ratio
            picture = gl.read_frame(pixels.width(), pixels.height())
            self._shape.set_region(silhouette.boxes(picture, _grain(ratio)))

    def show_still(self, image: QImage, ratio: float) -> None:
        """Shape the window by the picture in it, until the first frame of a model; the whole window without a picture.

        image: in physical pixels, of the window's size.
        """
        self.start()
        if self._shape is not None and self.clicks is Clicks.TRANSPARENT:
            boxes = silhouette.boxes(silhouette.picture_of(image), _grain(ratio))
            self._shape.set_region(boxes or None)

    def invalidate(self) -> None:
        """Invalidate the input shape after a change of size or character."""
        self._read_at = -math.inf

    def start(self) -> None:
        """Start shaping the window once it is mapped. No effect if it was started already."""
        if self._is_shaped:
            return
        self._is_shaped = True
        self.invalidate()
        self._shape = self._new_shape()
        self.needs_frame = self._shape is not None
        self._apply_fixed_mode()

    def stop(self) -> None:
        """Stop polling and reading while the window is hidden."""
        self._timer.stop()
        self._is_shaped = self.needs_frame = False

    def _new_shape(self) -> "x11.InputShape | InputRegion | None":
        """Return the input shape of the window; None on systems that have none."""
        if x11.is_wayland():
            from deskpet.ui.platform.wayland import InputRegion

            return InputRegion(self._window)
        try:
            return x11.InputShape(int(self._window.winId()))
        except OSError:
            return None

    def _max_age(self, point: QPointF) -> float:
        """Return the maximum age of the input shape in seconds for a pointer at `point`."""
        if self._read_at == -math.inf:
            return 0.0
        box = QRect(0, 0, self._window.width(), self._window.height()).adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)
        if box.contains(point.toPoint()):
            return NEAR_S if pointer.is_moving() else RESTING_S
        if not positions.are_known():
            # A pointer beside her is not known, and may be near.
            return RESTING_S
        return AWAY_S if pointer.is_moving() else math.inf

    def _apply_fixed_mode(self) -> None:
        if self.clicks is not Clicks.TRANSPARENT:
            self._set_through(self.clicks is Clicks.EVERYWHERE)

    def _set_through(self, through: bool) -> None:
        if self._shape is not None:
            self.needs_frame = False
            self._shape.set_region(() if through else None)
            # Recompute the input shape when Clicks.TRANSPARENT is next set.
            self.invalidate()
            return
        if through is not self._is_through:
            self._is_through = through
            self._window.setFlag(_THROUGH, through)
        if not (through and self.clicks is Clicks.TRANSPARENT):
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start()


def _grain(ratio: float) -> int:
    return max(1, round(GRAIN * ratio))
