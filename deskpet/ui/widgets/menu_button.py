"""MenuButton: a button styled as a field that opens a menu below itself, like a combo box."""

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton

from deskpet.ui.widgets import icons
from deskpet.ui.widgets.floating_menu import FloatingMenu, shadow_margin


class MenuButton(QPushButton):
    """A button that opens `menu_below`; `name` is its accessible name."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setProperty("kind", "menu")
        self.setAccessibleName(name)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.menu_below = FloatingMenu(parent=self)
        self.clicked.connect(self._open)

    def _open(self) -> None:
        self.menu_below.setMinimumWidth(self.width() + 2 * shadow_margin())
        self.menu_below.popup(self.mapToGlobal(QPoint(0, self.height() + 2)))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.translate(self.width() - 20, self.height() / 2)
        painter.rotate(90)
        icons.paint(painter, "chevron", "muted", QRectF(-8, -8, 16, 16))
