"""Which clicks on the window go to what lies behind it: a flag of the window, set as the pointer goes about.

The flag is for the whole window, so it is off while the pointer is elsewhere: the character can be touched at
once. Where it is on, no event tells of the pointer any more, and a timer looks after it.
"""

from collections.abc import Callable

from PySide6.QtCore import QObject, QPointF, Qt, QTimer
from PySide6.QtGui import QWindow

from deskpet.choices import Clicks

LOOK_MS = 33
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
        self._timer = QTimer(self, interval=LOOK_MS)
        self._timer.timeout.connect(lambda: self.look(self._pointer()))

    @property
    def clicks(self) -> Clicks:
        """What goes through now: nothing, from a call until the pointer has come and gone."""
        return Clicks.NOWHERE if self._is_called else self._clicks

    def wear(self, clicks: Clicks) -> None:
        """Let these clicks through from now on."""
        if clicks is not self._clicks:
            self._clicks, self._is_called = clicks, False
        self._apply_plain()

    def call(self) -> None:
        """Let nothing through until the pointer has been here and gone again."""
        self._is_called, self._was_reached = True, False
        self._apply_plain()

    def look(self, pointer: QPointF) -> None:
        """The pointer is at a point of the window, or beside it: decide."""
        is_here = 0 <= pointer.x() < self._window.width() and 0 <= pointer.y() < self._window.height()
        if self._is_called:
            self._was_reached |= is_here
            self._is_called = is_here or not self._was_reached
        if self.clicks is not Clicks.TRANSPARENT:
            self._apply_plain()
            return
        covered = self._covers(pointer) if is_here else True
        if covered is not None:
            self._set(not covered)

    def rest(self) -> None:
        """The window is not to be seen: nothing has to be looked after."""
        self._timer.stop()

    def _apply_plain(self) -> None:
        if self.clicks is not Clicks.TRANSPARENT:
            self._set(self.clicks is Clicks.EVERYWHERE)

    def _set(self, through: bool) -> None:
        if through is not self._is_through:
            self._is_through = through
            self._window.setFlag(_THROUGH, through)
        if not (through and self.clicks is Clicks.TRANSPARENT):
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start()
