"""Typing indicator: three dots that move while an answer is awaited."""

from math import sin
from time import perf_counter

from PySide6.QtCore import QEvent, QRectF, Qt, QTimer
from PySide6.QtGui import QAccessible, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from deskpet.ui.widgets import theme
from deskpet.words import tr

DOTS_MS = 40


class TypingIndicator(QWidget):
    """Animated only while visible."""

    accessible_role = QAccessible.Role.Indicator

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Waiting for the answer"))
        self._timer = QTimer(self, interval=DOTS_MS)
        self._timer.timeout.connect(self.update)
        self.resize(34, 21)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show:
            self._timer.start()
        elif event.type() == QEvent.Type.Hide:
            self._timer.stop()
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
