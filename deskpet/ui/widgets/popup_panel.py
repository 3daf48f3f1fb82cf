"""PopupPanel: a popup with round corners and a shadow beside a button."""

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QGuiApplication, QHideEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from deskpet.ui.widgets import shadow, theme

_SHADOW, _GAP = 18, 6


class PopupPanel(QWidget):
    """A popup of `owner` beside a button; closes with a click elsewhere or with Escape. `column` is its layout.

    closed: Emitted when the popup is hidden.
    """

    accessible_role = QAccessible.Role.Dialog

    closed = Signal()

    def __init__(self, owner: QWidget, *, opens_below: bool = False) -> None:
        """`opens_below`: below the button, or above it if there is no room; otherwise the other way round."""
        flags = Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint | Qt.WindowType.NoDropShadowWindowHint
        super().__init__(owner, flags)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._owner, self._anchor, self._opens_below = owner, QRect(), opens_below
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(_SHADOW, _SHADOW, _SHADOW, _SHADOW)

    def open_beside(self, button: QWidget) -> None:
        """Show the panel beside the button."""
        self._anchor = QRect(button.mapToGlobal(QPoint()), button.size())
        self.place()
        self.show()

    def place(self) -> None:
        """Fit the size to the content, and move beside the button and into the screen."""
        self.adjustSize()
        screen = (QGuiApplication.screenAt(self._anchor.center()) or self.screen()).availableGeometry()
        box = QRect(QPoint(), self.size()).adjusted(_SHADOW, _SHADOW, -_SHADOW, -_SHADOW)
        owner = QRect(self._owner.mapToGlobal(QPoint(_GAP, 0)), self._owner.size() - QSize(2 * _GAP, 0))
        if self._opens_below:
            box.moveLeft(min(self._anchor.left(), owner.right() - box.width()))
        else:
            box.moveRight(self._anchor.right())
        if box.width() <= self._owner.width():
            box.moveLeft(max(box.left(), owner.left()))
        below, above = self._anchor.bottom() + _GAP, self._anchor.top() - _GAP - box.height() + 1
        if self._opens_below:
            box.moveTop(below if below + box.height() <= screen.bottom() + 1 else above)
        else:
            box.moveTop(above if above >= screen.top() else below)
        left = max(min(box.left(), screen.right() - box.width()), screen.left())
        top = max(min(box.top(), screen.bottom() - box.height()), screen.top())
        self.move(left - _SHADOW, top - _SHADOW)
        self.update()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.closed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(_SHADOW, _SHADOW, -_SHADOW, -_SHADOW)
        strength = 0.3 if look.name == "light" else 0.7
        shadow.paint(painter, box.translated(0, 3), look.shadow, theme.RADIUS_BUBBLE, _SHADOW - 4, strength)
        painter.setPen(look.colour("field_edge"))
        painter.setBrush(look.colour("page"))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), theme.RADIUS_BUBBLE, theme.RADIUS_BUBBLE)
