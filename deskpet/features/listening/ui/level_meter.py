"""A row of fine bars that shows how loud the microphone is, and was in the last seconds."""

from collections import deque

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from deskpet.ui.widgets import theme

# In logical pixels: the width of a bar, the distance of two, and the height of the row.
_BAR, _STEP, _HEIGHT = 2.5, 5, 22
# The share of the last level that stays in the next bar, so that a syllable falls softly.
_KEPT = 0.55
# The oldest bars fade out over this share of the row.
_FADE = 0.35


class LevelMeter(QWidget):
    """Bars that move from right to left, the newest at the right. It is not painted while they stay as they are."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._levels: deque[float] = deque(maxlen=1)
        self._drawn: tuple[int, ...] = ()
        self._last = 0.0

    @property
    def heights(self) -> tuple[int, ...]:
        """The heights of the bars in logical pixels, the oldest first."""
        return self._drawn

    def push(self, level: float) -> None:
        """Add a bar for a level of 0 to 1."""
        self._last = max(min(level, 1.0), self._last * _KEPT)
        self._levels.append(self._last)
        self._update()

    def clear(self) -> None:
        """Lower all bars."""
        self._last = 0.0
        self._levels.clear()
        self._update()

    def sizeHint(self) -> QSize:
        return QSize(20 * _STEP, theme.scaled(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(4 * _STEP, theme.scaled(_HEIGHT))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._levels = deque(self._levels, maxlen=max(self.width() // _STEP, 1))
        self._update()

    def _update(self) -> None:
        least, most = round(_BAR), self.height() - 2
        missing = (self._levels.maxlen or 1) - len(self._levels)
        heights = (*[least] * missing, *(round(least + level * (most - least)) for level in self._levels))
        if heights != self._drawn:
            self._drawn = heights
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.current().colour("accent"))
        middle, count = self.height() / 2, len(self._drawn)
        left = self.width() - count * _STEP
        for index, height in enumerate(self._drawn):
            painter.setOpacity(min((index + 1) / (count * _FADE), 1.0))
            bar = QRectF(left + index * _STEP, middle - height / 2, _BAR, height)
            painter.drawRoundedRect(bar, _BAR / 2, _BAR / 2)
