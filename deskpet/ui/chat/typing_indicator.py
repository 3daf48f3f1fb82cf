"""Typing indicator: three dots that move while an answer is awaited, with the time until the next attempt."""

from math import ceil, sin
from time import perf_counter

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QAccessible, QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from deskpet.translation import tr
from deskpet.ui.widgets import theme

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
        width = QFontMetricsF(self._font()).horizontalAdvance(longest)
        return QSize(_DOTS + _GAP + ceil(width), _HEIGHT)

    def _font(self) -> QFont:
        return theme.ui_font(theme.SMALL)

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
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        now = perf_counter() * 5
        for number in range(3):
            lift = max(sin(now - number * 0.8), 0)
            painter.setBrush(theme.current().colour("accent"))
            painter.setOpacity(0.4 + 0.6 * lift)
            painter.drawEllipse(QRectF(2 + number * 11, 9 - 4 * lift, 6.5, 6.5))
        if self._text:
            painter.setOpacity(1.0)
            painter.setFont(self._font())
            painter.setPen(theme.current().colour("muted"))
            room = QRectF(_DOTS + _GAP, 0, self.width() - _DOTS - _GAP, self.height())
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, self._text)
