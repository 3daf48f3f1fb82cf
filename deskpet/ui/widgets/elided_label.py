"""A label of one line that is cut off where the room ends."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel

from deskpet.ui.widgets.item_delegate import paint_line


class ElidedLabel(QLabel):
    """Plain text that takes as little room as it gets, in a colour role of the theme."""

    def __init__(self, name: str, role: str = "muted") -> None:
        """`name` is its object name in the stylesheet."""
        super().__init__()
        self.setObjectName(name)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._role = role

    @property
    def elide_mode(self) -> Qt.TextElideMode:
        """The side on which a text is cut off that is too long."""
        return Qt.TextElideMode.ElideRight

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        paint_line(QPainter(self), self.text(), QRectF(self.rect()), self._role, self.font(), self.elide_mode)
