"""The progress of a running tool: a bar, a percentage and a text."""

from PySide6.QtCore import QEasingCurve, QRectF, Qt, QVariantAnimation
from PySide6.QtGui import QAccessible, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from deskpet.chat.messages import Progress
from deskpet.translation import tr
from deskpet.ui.blocks.base import Fitted
from deskpet.ui.widgets import animation, theme

_LEFT, _RIGHT, _BAR = 38, 12, 4


class ProgressLine(Fitted):
    """Animates to the latest progress value."""

    accessible_role = QAccessible.Role.ProgressBar

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._progress = Progress()
        self._shown = 0.0
        self._animation = QVariantAnimation(self, duration=animation.duration(theme.SOFT))
        self._animation.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._animation.valueChanged.connect(self._on_animated)

    def show_progress(self, progress: Progress) -> None:
        """Show this progress."""
        if progress == self._progress:
            return
        self._progress = progress
        percent = "" if progress.fraction is None else f"{progress.fraction:.0%}"
        self.setAccessibleName(" ".join(part for part in (tr("Progress:"), percent, progress.words) if part))
        self._animation.stop()
        self._animation.setStartValue(self._shown)
        self._animation.setEndValue(progress.fraction or 0.0)
        self._animation.start()
        self.update()

    def _on_animated(self, value: float) -> None:
        self._shown = value
        self.update()

    def fit(self, width: int) -> int:
        words = self._line_height() if self._progress.words or self._progress.fraction is not None else 0
        bar = _BAR + 10 if self._progress.fraction is not None else 6
        return words + bar

    def _line_height(self) -> int:
        return theme.scaled(19)

    def paintEvent(self, event: QPaintEvent) -> None:
        look, painter = theme.current(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = theme.ui_font(theme.SMALL)
        painter.setFont(font)
        painter.setPen(look.colour("muted"))
        right = self.width() - _RIGHT
        if self._progress.fraction is not None:
            percent = f"{self._shown:.0%}"
            percent_width = QFontMetricsF(font).horizontalAdvance("100%")
            painter.drawText(
                QRectF(right - percent_width, 0, percent_width, self._line_height()),
                Qt.AlignmentFlag.AlignRight,
                percent,
            )
            self._paint_bar(painter, right)
            right -= round(percent_width) + theme.S2
        words = QFontMetricsF(font).elidedText(self._progress.words, Qt.TextElideMode.ElideRight, right - _LEFT)
        painter.drawText(QRectF(_LEFT, 0, right - _LEFT, self._line_height()), Qt.AlignmentFlag.AlignLeft, words)

    def _paint_bar(self, painter: QPainter, right: int) -> None:
        look = theme.current()
        painter.save()
        painter.setPen(Qt.PenStyle.NoPen)
        track = QRectF(_LEFT, self._line_height() + 1, right - _LEFT, _BAR)
        painter.setBrush(look.colour("inset_edge"))
        painter.drawRoundedRect(track, _BAR / 2, _BAR / 2)
        painter.setBrush(look.colour("teal"))
        filled = QRectF(track.left(), track.top(), max(track.width() * self._shown, _BAR), _BAR)
        painter.drawRoundedRect(filled, _BAR / 2, _BAR / 2)
        painter.restore()
