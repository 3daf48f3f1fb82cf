"""A widget of a fixed size that grows with the text."""

from PySide6.QtCore import QEvent, QSize
from PySide6.QtWidgets import QWidget

from deskpet.ui.widgets import theme


class ScaledWidget(QWidget):
    """Keeps a fixed size, given in logical pixels at the normal text size."""

    def __init__(self, size: QSize, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._unscaled = size
        self._scale_with_text()

    def _scale_with_text(self) -> None:
        self.setFixedSize(theme.scaled(self._unscaled.width()), theme.scaled(self._unscaled.height()))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._scale_with_text()
