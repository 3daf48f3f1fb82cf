"""Windows with round corners and a shadow: a popup beside a button, and a panel that takes the keyboard."""

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QGuiApplication, QHideEvent, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from deskpet.ui.platform import x11
from deskpet.ui.widgets import shadow, theme
from deskpet.ui.widgets.painting import paint_box, smooth_painter
from deskpet.ui.widgets.screen_fit import inside

_SHADOW, _GAP = 18, 6


class _ShadowedWindow(QWidget):
    """A window without a frame. `column` is its layout.

    closed: Emitted when the window is hidden.
    """

    accessible_role = QAccessible.Role.Dialog

    closed = Signal()

    def __init__(self, owner: QWidget | None, kind: Qt.WindowType) -> None:
        flags = kind | Qt.WindowType.FramelessWindowHint | Qt.WindowType.NoDropShadowWindowHint
        super().__init__(owner, flags)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(_SHADOW, _SHADOW, _SHADOW, _SHADOW)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.closed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = smooth_painter(self)
        box = QRectF(self.rect()).adjusted(_SHADOW, _SHADOW, -_SHADOW, -_SHADOW)
        strength = 0.3 if look.is_light else 0.7
        shadow.paint(painter, box.translated(0, 3), look.shadow, theme.RADIUS_BUBBLE, _SHADOW - 4, strength)
        paint_box(painter, box, theme.RADIUS_BUBBLE, "page", "field_edge")


class KeyboardPanel(_ShadowedWindow):
    """A window that the user writes in, also by an input method, which a popup lets nobody do.

    It hides by Escape, and when another window gets the keyboard focus, unless it stays.
    """

    def __init__(self, owner: QWidget | None, *, stays: bool = False) -> None:
        super().__init__(owner, Qt.WindowType.Dialog)
        self._stays = stays
        # The chat beside the character and the character herself stay on top, too.
        self.setWindowFlag(Qt.WindowType.WindowStaysOnTopHint)

    @property
    def box(self) -> QRect:
        """The rectangle of the panel on the desktop, without its shadow."""
        return self.geometry().adjusted(_SHADOW, _SHADOW, -_SHADOW, -_SHADOW)

    def height_for(self, width: int) -> int:
        """Return the height without the shadow that the content needs at this width."""
        column = self.column
        # Only content that wraps has a height for each width.
        wraps = column.hasHeightForWidth()
        whole = column.totalHeightForWidth(width + 2 * _SHADOW) if wraps else column.totalSizeHint().height()
        return whole - 2 * _SHADOW

    def fit_height(self) -> None:
        """Give the panel the height that its content needs; its upper edge stays."""
        # May make the window higher.
        self.column.activate()
        self.resize(self.width(), self.height_for(self.box.width()) + 2 * _SHADOW)

    def place(self, box: QRect) -> None:
        """Give the panel this rectangle of the desktop, moved into its screen."""
        screen = (QGuiApplication.screenAt(box.center()) or self.screen()).availableGeometry()
        box = inside(QRect(box.topLeft(), box.size().boundedTo(screen.size())), screen)
        self.setGeometry(box.adjusted(-_SHADOW, -_SHADOW, _SHADOW, _SHADOW))

    def open_at(self, box: QRect) -> None:
        """Show the panel in this rectangle, with the keyboard focus."""
        self.place(box)
        if x11.is_wayland() and self.windowTitle():
            from deskpet.ui.platform import wayland

            wayland.place_panel(self)
        self.show()
        self.raise_()
        self.activateWindow()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and not (self._stays or self.isActiveWindow()):
            self.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)


class PopupPanel(_ShadowedWindow):
    """A popup of `owner` beside a button; closes with a click elsewhere or with Escape."""

    def __init__(self, owner: QWidget, *, opens_below: bool = False) -> None:
        """`opens_below`: below the button, or above it if there is no room; otherwise the other way round."""
        super().__init__(owner, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._owner, self._anchor, self._opens_below = owner, QRect(), opens_below

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
        self.move(inside(box, screen).topLeft() - QPoint(_SHADOW, _SHADOW))
        self.update()
