"""FloatingMenu: a QMenu with round corners and a painted shadow."""

from functools import cache

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QAction, QCursor, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QMenu, QWidget

from deskpet.ui.platform import x11
from deskpet.ui.widgets import icons, shadow, theme

_SHADOW = 14  # width around the menu in logical pixels; the stylesheet has a margin of this size
_SHADOW_OFFSET, _OVERLAP = 4, 3
_RADIUS = 12


@cache
def shadow_margin() -> int:
    """Return the margin around a menu for its shadow, in logical pixels; 0 without a compositor."""
    return _SHADOW if x11.has_compositor() else 0


class FloatingMenu(QMenu):
    """A menu with a shadow. It is positioned as if the shadow took no space."""

    def __init__(self, title: str = "", parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self.setProperty("kind", "floating" if shadow_margin() else "")
        self._position: QPoint | None = None
        # The stylesheet's round corners need a window without a background.
        flags = Qt.WindowType.FramelessWindowHint | Qt.WindowType.NoDropShadowWindowHint
        self.setWindowFlags(self.windowFlags() | flags)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)

    def popup(self, p: QPoint, at: QAction | None = None) -> None:
        """Open at a point of the desktop."""
        self._position = p
        super().popup(p, at)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        opener, position = self._opener(), self._position or QCursor.pos()
        self._position = None
        self.move(_submenu_position(self, opener) if opener else _position_at(self, position))

    def _opener(self) -> QMenu | None:
        """Return the visible menu that this one is a submenu of, or None."""
        owners = [each for each in self.menuAction().associatedObjects() if isinstance(each, QMenu)]
        return next((each for each in owners if each.isVisible()), None)

    def paintEvent(self, event: QPaintEvent) -> None:
        if shadow_margin():
            self._paint_shadow()
        super().paintEvent(event)
        self._paint_arrows()

    def _paint_shadow(self) -> None:
        look, body = theme.current(), QRectF(self.rect()).adjusted(_SHADOW, _SHADOW, -_SHADOW, -_SHADOW)
        strength = 0.34 if look.is_light else 0.75
        body.translate(0, _SHADOW_OFFSET)
        shadow.paint(QPainter(self), body, look.shadow, _RADIUS, _SHADOW - _SHADOW_OFFSET, strength)

    def _paint_arrows(self) -> None:
        painter = QPainter(self)
        for action in self.actions():
            if isinstance(action.menu(), QMenu):
                row = QRectF(self.actionGeometry(action))
                role = "muted" if action.isEnabled() else "faint"
                icons.paint(painter, "chevron", role, QRectF(row.right() - 22, row.center().y() - 6.5, 14, 14))


def _position_at(menu: QMenu, position: QPoint) -> QPoint:
    """Return the window position at which the menu's body starts at `position`, or ends there at the screen's edge."""
    rect, screen = menu.geometry(), menu.screen().availableGeometry()
    is_at_right = rect.right() >= screen.right() and position.x() > rect.left() + 1
    is_above = rect.top() < position.y() - rect.height() // 2
    margin = shadow_margin()
    return rect.topLeft() + QPoint(margin if is_at_right else -margin, margin if is_above else -margin)


def _submenu_position(menu: QMenu, opener: QMenu) -> QPoint:
    """Return the position of a submenu beside its opener, its first entry level with the entry that opens it."""
    screen, near = menu.screen().availableGeometry(), 2 * shadow_margin() + _OVERLAP
    right, left = opener.geometry().right() + 1 - near, opener.x() - menu.width() + near
    top = opener.y() + opener.actionGeometry(menu.menuAction()).top() - menu.actionGeometry(menu.actions()[0]).top()
    lowest = screen.bottom() + 1 + shadow_margin() - menu.height()
    fits_right = right + menu.width() - shadow_margin() <= screen.right() + 1
    return QPoint(right if fits_right else left, min(top, lowest))
