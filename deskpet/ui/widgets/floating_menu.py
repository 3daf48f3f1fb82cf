"""Menus as they float above the windows: with round corners and a shadow of their own."""

from functools import cache

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QAction, QCursor, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QMenu, QWidget

from deskpet.ui.platform import x11
from deskpet.ui.widgets import icons, shadow, theme

_SHADOW = 14  # around a menu; the stylesheet keeps it free
_SUNK, _OVERLAP = 4, 3
_CORNER = 12


@cache
def room() -> int:
    """How much is kept free around a menu for its shadow, in logical pixels: none where it would be black."""
    return _SHADOW if x11.has_compositor() else 0


class FloatingMenu(QMenu):
    """A menu that casts a shadow. It stands where it is asked to be, as if its shadow took no room."""

    def __init__(self, title: str = "", parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self.setProperty("kind", "floating" if room() else "")
        self._wanted: QPoint | None = None
        # The stylesheet's round corners show only on a window without a ground of its own.
        flags = Qt.WindowType.FramelessWindowHint | Qt.WindowType.NoDropShadowWindowHint
        self.setWindowFlags(self.windowFlags() | flags)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)

    def popup(self, p: QPoint, at: QAction | None = None) -> None:
        """Open at a point of the desktop."""
        self._wanted = p
        super().popup(p, at)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        opener, wanted = self._opener(), self._wanted or QCursor.pos()
        self._wanted = None
        self.move(_beside(self, opener) if opener else _at(self, wanted))

    def _opener(self) -> QMenu | None:
        """The menu that this one is a part of."""
        owners = [each for each in self.menuAction().associatedObjects() if isinstance(each, QMenu)]
        return next((each for each in owners if each.isVisible()), None)

    def paintEvent(self, event: QPaintEvent) -> None:
        if room():
            self._paint_shadow()
        super().paintEvent(event)
        self._paint_arrows()

    def _paint_shadow(self) -> None:
        look, body = theme.current(), QRectF(self.rect()).adjusted(_SHADOW, _SHADOW, -_SHADOW, -_SHADOW)
        strength = 0.34 if look.is_light else 0.75
        shadow.paint(QPainter(self), body.translated(0, _SUNK), look.shadow, _CORNER, _SHADOW - _SUNK, strength)

    def _paint_arrows(self) -> None:
        painter = QPainter(self)
        for action in self.actions():
            if isinstance(action.menu(), QMenu):
                row = QRectF(self.actionGeometry(action))
                role = "muted" if action.isEnabled() else "faint"
                icons.paint(painter, "chevron", role, QRectF(row.right() - 22, row.center().y() - 6.5, 14, 14))


def _at(menu: QMenu, wanted: QPoint) -> QPoint:
    """Where a menu's window is to be for its body to begin, or where the screen ends to end, at the point `wanted`."""
    rect, screen = menu.geometry(), menu.screen().availableGeometry()
    is_at_right = rect.right() >= screen.right() and wanted.x() > rect.left() + 1
    is_above = rect.top() < wanted.y() - rect.height() // 2
    return rect.topLeft() + QPoint(room() if is_at_right else -room(), room() if is_above else -room())


def _beside(menu: QMenu, opener: QMenu) -> QPoint:
    """Where a part of a menu is to be: close to its opener, its first entry on the height of the one it belongs to."""
    screen, near = menu.screen().availableGeometry(), 2 * room() + _OVERLAP
    right, left = opener.geometry().right() + 1 - near, opener.x() - menu.width() + near
    top = opener.y() + opener.actionGeometry(menu.menuAction()).top() - menu.actionGeometry(menu.actions()[0]).top()
    lowest = screen.bottom() + 1 + room() - menu.height()
    is_room = right + menu.width() - room() <= screen.right() + 1
    return QPoint(right if is_room else left, min(top, lowest))
