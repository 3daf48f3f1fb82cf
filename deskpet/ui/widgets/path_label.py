"""A path or an address on one line."""

from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from deskpet.ui.widgets import theme, tooltip

_HEIGHT = 18


class PathLabel(QWidget):
    """A path or an address on one line, elided in the middle."""

    def __init__(self) -> None:
        super().__init__()
        self._text = ""
        self._update_height()
        tooltip.attach(self)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._update_height()

    def _update_height(self) -> None:
        self.setFixedHeight(theme.scaled(_HEIGHT))

    def show_path(self, path: Path | str) -> None:
        self._text = str(path)
        tooltip.set_text(self, self._text)
        self.setAccessibleName(self._text)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, font = QPainter(self), theme.mono_font(11)
        painter.setFont(font)
        painter.setPen(theme.current().colour("muted"))
        text = QFontMetricsF(font).elidedText(self._text, Qt.TextElideMode.ElideMiddle, self.width())
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
