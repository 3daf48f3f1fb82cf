"""The progress of a running tool: a bar, a percentage and a text."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QAccessible, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from deskpet.chat.messages import Progress
from deskpet.translation import tr
from deskpet.ui.blocks.base import Fitted
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.animation import ValueAnimation
from deskpet.ui.widgets.item_delegate import paint_line
from deskpet.ui.widgets.painting import paint_box, smooth_painter

_LEFT, _RIGHT, _LINE = 38, 12, 19
BAR = 4
"""The height of a bar, in logical pixels."""


class ProgressLine(Fitted):
    """Animates to the latest progress value."""

    accessible_role = QAccessible.Role.ProgressBar

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._progress = Progress()
        self._shown = ValueAnimation(self, lambda _: self.update(), theme.SOFT)

    def show_progress(self, progress: Progress) -> None:
        """Show this progress."""
        if progress == self._progress:
            return
        self._progress = progress
        percent = "" if progress.fraction is None else f"{progress.fraction:.0%}"
        self.setAccessibleName(" ".join(part for part in (tr("Progress:"), percent, progress.words) if part))
        self._shown.to(progress.fraction or 0.0)
        self.update()

    def fit(self, width: int) -> int:
        has_fraction = self._progress.fraction is not None
        words = theme.scaled(_LINE) if self._progress.words or has_fraction else 0
        return words + (BAR + 10 if has_fraction else 6)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, font = smooth_painter(self), theme.ui_font(theme.SMALL)
        line = QRectF(_LEFT, 0, self.width() - _LEFT - _RIGHT, theme.scaled(_LINE))
        if self._progress.fraction is not None:
            shown = self._shown.value
            paint_bar(painter, QRectF(_LEFT, line.bottom() + 1, line.width(), BAR), shown)
            painter.setFont(font)
            painter.setPen(theme.current().colour("muted"))
            painter.drawText(line, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, f"{shown:.0%}")
            line.setRight(line.right() - round(QFontMetricsF(font).horizontalAdvance("100%")) - theme.S2)
        paint_line(painter, self._progress.words, line, "muted", font)


def paint_bar(painter: QPainter, track: QRectF, fraction: float) -> None:
    """Paint a bar that is filled to a part of its track."""
    for colour, width in (("inset_edge", track.width()), ("teal", max(track.width() * fraction, BAR))):
        paint_box(painter, QRectF(track.left(), track.top(), width, track.height()), BAR / 2, colour)
