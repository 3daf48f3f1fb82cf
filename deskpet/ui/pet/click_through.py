"""Which clicks on the window go to what lies behind it.

On X11 the server is told what of the window the character covers, and the pointer can do what it likes. Elsewhere it
is a flag for the whole window, set as the pointer goes about: off while it is elsewhere, so that the character can be
touched at once. Where the flag is on, no event tells of the pointer any more, and a timer looks after it.
"""

import math
from collections.abc import Callable
from time import perf_counter

from PySide6.QtCore import QObject, QPointF, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QWindow

from deskpet.choices import Clicks
from deskpet.ui.pet import gl, pointer, silhouette
from deskpet.ui.platform import x11

LOOK_MS = 33
# How often it is read what the character covers: with the pointer about, at rest there, and on its way elsewhere. A
# pointer that rests far away clicks nothing.
ABOUT_S, RESTING_S, AWAY_S = 0.07, 0.3, 1.0
# So near to the window, in logical pixels, the pointer is about.
MARGIN = 60
# One point in so many logical pixels to each side is looked at.
GRAIN = 2
_THROUGH = Qt.WindowType.WindowTransparentForInput


class ClickThrough(QObject):
    """Lets clicks on a window through.

    `covers` tells whether the character is at a point of the window; None when that is not yet known.
    `pointer` tells where the pointer is, as a point of the window.
    """

    def __init__(
        self, window: QWindow, covers: Callable[[QPointF], bool | None], pointer: Callable[[], QPointF]
    ) -> None:
        super().__init__(window)
        self._window, self._covers, self._pointer = window, covers, pointer
        self._clicks: Clicks = Clicks.TRANSPARENT
        self._is_called = self._was_reached = self._is_through = False
        self._shape: x11.InputShape | None = None
        self._is_shaped = self._is_frame_wanted = False
        self._read_at = -math.inf
        self._timer = QTimer(self, interval=LOOK_MS)
        self._timer.timeout.connect(lambda: self.look(self._pointer()))

    @property
    def clicks(self) -> Clicks:
        """What goes through now: nothing, from a call until the pointer has come and gone."""
        return Clicks.NOWHERE if self._is_called else self._clicks

    @property
    def is_frame_wanted(self) -> bool:
        """Whether the frame that is drawn next is to be read."""
        return self._is_frame_wanted

    def wear(self, clicks: Clicks) -> None:
        """Let these clicks through from now on."""
        if clicks is not self._clicks:
            self._clicks, self._is_called = clicks, False
        self._apply_plain()

    def call(self) -> None:
        """Let nothing through until the pointer has been here and gone again."""
        self._is_called, self._was_reached = True, False
        self._apply_plain()

    def look(self, point: QPointF) -> None:
        """The pointer is at a point of the window, or beside it: decide."""
        is_here = QRect(0, 0, self._window.width(), self._window.height()).contains(point.toPoint())
        if self._is_called:
            self._was_reached |= is_here
            self._is_called = is_here or not self._was_reached
        if self.clicks is not Clicks.TRANSPARENT:
            self._apply_plain()
        elif self._shape is not None:
            self._is_frame_wanted = perf_counter() - self._read_at >= self._good_for(point)
        else:
            covered = self._covers(point) if is_here else True
            if covered is not None:
                self._set(not covered)

    def read(self, size: QSize, ratio: float) -> None:
        """Take the clicks where the frame that was just drawn is covered: `size` in logical pixels, `ratio` long."""
        self._is_frame_wanted, self._read_at = False, perf_counter()
        if self._shape is not None:
            picture = gl.picture(round(size.width() * ratio), round(size.height() * ratio))
            self._shape.take(silhouette.boxes(picture, max(1, round(GRAIN * ratio))))

    def forget(self) -> None:
        """The character has another size, or is another: what was read is no longer so."""
        self._read_at = -math.inf

    def begin(self) -> None:
        """The window is on screen, and its window manager knows of it; no effect when that is no news."""
        if self._is_shaped:
            return
        self._is_shaped = True
        self.forget()
        try:
            self._shape = x11.InputShape(int(self._window.winId()))
        except OSError:
            self._shape = None
        self._apply_plain()

    def rest(self) -> None:
        """The window is not to be seen: nothing has to be looked after."""
        self._timer.stop()
        self._is_shaped = self._is_frame_wanted = False

    def _good_for(self, point: QPointF) -> float:
        """How long what was read is good, in seconds."""
        if self._read_at == -math.inf:
            return 0.0
        box = QRect(0, 0, self._window.width(), self._window.height()).adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)
        if box.contains(point.toPoint()):
            return ABOUT_S if pointer.is_moving() else RESTING_S
        return AWAY_S if pointer.is_moving() else math.inf

    def _apply_plain(self) -> None:
        if self.clicks is not Clicks.TRANSPARENT:
            self._set(self.clicks is Clicks.EVERYWHERE)

    def _set(self, through: bool) -> None:
        if self._shape is not None:
            self._is_frame_wanted = False
            self._shape.take(() if through else None)
            # What is to be seen through it is told anew once that is asked for.
            self.forget()
            return
        if through is not self._is_through:
            self._is_through = through
            self._window.setFlag(_THROUGH, through)
        if not (through and self.clicks is Clicks.TRANSPARENT):
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start()
