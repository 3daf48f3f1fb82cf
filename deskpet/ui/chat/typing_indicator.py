"""Typing indicator: three dots that move while an answer is awaited, with the time until the next attempt."""

from math import ceil, sin
from time import perf_counter

from PySide6.QtCore import QEvent, QRectF, QSize, QTimer
from PySide6.QtGui import QAccessible, QFontMetricsF, QPaintEvent
from PySide6.QtWidgets import QWidget

from deskpet.translation import tr
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.item_delegate import paint_line
from deskpet.ui.widgets.painting import paint_disc, smooth_painter

DOTS_MS = 40
# In logical pixels.
_DOTS, _HEIGHT, _GAP = 34, 21, 6


class TypingIndicator(QWidget):
    """Animated only while visible."""

    accessible_role = QAccessible.Role.Indicator

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._retry_at: float | None = None  # on the clock of perf_counter()
        self._timer = QTimer(self, interval=DOTS_MS)
        self._timer.timeout.connect(self._step)
        self._text = ""
        self._set_text("")

    def count_down(self, seconds: float) -> None:
        """Show that a request failed and is sent again after this time, until the indicator is hidden."""
        self._retry_at = perf_counter() + seconds
        self._step()

    def sizeHint(self) -> QSize:
        if not self._text:
            return QSize(_DOTS, _HEIGHT)
        # The digits must not move the bubble's edge.
        longest = max(self._text, tr("Trying again in {n} s", n=88), key=len)
        width = QFontMetricsF(theme.ui_font(theme.SMALL)).horizontalAdvance(longest)
        return QSize(_DOTS + _GAP + ceil(width), _HEIGHT)

    def _step(self) -> None:
        if self._retry_at is not None:
            left = ceil(self._retry_at - perf_counter())
            self._set_text(tr("Trying again in {n} s", n=left) if left > 0 else tr("Trying again…"))
        self.update()

    def _set_text(self, text: str) -> None:
        self._text = text
        self.setAccessibleName(text or tr("Waiting for the answer"))

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show:
            self._timer.start()
        elif event.type() == QEvent.Type.Hide:
            self._timer.stop()
            if self.isHidden():
                self._retry_at = None
                self._set_text("")
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        now = perf_counter() * 5
        for number in range(3):
            lift = max(sin(now - number * 0.8), 0)
            painter.setOpacity(0.4 + 0.6 * lift)
            paint_disc(painter, QRectF(2 + number * 11, 9 - 4 * lift, 6.5, 6.5), "accent")
        if self._text:
            painter.setOpacity(1.0)
            room = QRectF(_DOTS + _GAP, 0, self.width() - _DOTS - _GAP + 1, self.height())
            paint_line(painter, self._text, room, "muted", theme.ui_font(theme.SMALL))
