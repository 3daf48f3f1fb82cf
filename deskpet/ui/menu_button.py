"""Popups with the stylesheet's round corners, and the button that opens one below itself."""

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from deskpet.ui import icons


class MenuButton(QPushButton):
    """Looks like a field, opens a menu below itself."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setProperty("kind", "menu")
        self.setAccessibleName(name)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.menu_below = QMenu(self)
        round_off(self.menu_below)
        self.clicked.connect(self._open)

    def _open(self) -> None:
        self.menu_below.setMinimumWidth(self.width())
        self.menu_below.popup(self.mapToGlobal(QPoint(0, self.height() + 2)))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.translate(self.width() - 20, self.height() / 2)
        painter.rotate(90)
        icons.paint(painter, "chevron", "muted", QRectF(-8, -8, 16, 16))


def round_off(popup: QWidget) -> None:
    """The stylesheet's round corners show only on a window without a ground of its own."""
    popup.setWindowFlags(popup.windowFlags() | Qt.WindowType.FramelessWindowHint | Qt.WindowType.NoDropShadowWindowHint)
    popup.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
