"""Menus with round corners, a shadow and icons in the theme's colours, also for the context menus of text fields."""

import re
from collections.abc import Callable
from functools import cache

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QCursor, QIcon, QKeySequence, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QPlainTextEdit, QTextEdit, QWidget

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
        position, self._position = self._position or QCursor.pos(), None
        # The visible menu that this one is a submenu of.
        owners = (each for each in self.menuAction().associatedObjects() if isinstance(each, QMenu))
        opener = next((each for each in owners if each.isVisible()), None)
        self.move(_submenu_position(self, opener) if opener else _position_at(self, position))

    def paintEvent(self, event: QPaintEvent) -> None:
        if shadow_margin():
            look, body = theme.current(), QRectF(self.rect()).adjusted(_SHADOW, _SHADOW, -_SHADOW, -_SHADOW)
            strength = 0.34 if look.is_light else 0.75
            body.translate(0, _SHADOW_OFFSET)
            shadow.paint(QPainter(self), body, look.shadow, _RADIUS, _SHADOW - _SHADOW_OFFSET, strength)
        super().paintEvent(event)
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


ICON_SIZE = 16
_ICON_NAME = "icon_name"
# Icons of the entries of a text field's standard context menu, by Qt's object names.
_FIELD_ICONS = {
    "edit-undo": "undo",
    "edit-redo": "redo",
    "edit-cut": "cut",
    "edit-copy": "copy",
    "edit-paste": "paste",
    "edit-delete": "trash",
    "select-all": "select",
}
_MNEMONIC = re.compile(r"\s?\(&\w\)|&(?=\w)")

Field = QLineEdit | QTextEdit | QPlainTextEdit


class ThemedMenu(theme.FollowsStyle, FloatingMenu):
    """A menu whose icons follow changes of the theme."""

    def __init__(self, parent: QWidget | None = None, title: str = "") -> None:
        super().__init__(title, parent)
        self.aboutToShow.connect(self.on_style_changed)

    def set_action_icon(self, action: QAction, name: str) -> None:
        """Set an entry's icon to one of assets/icons; an empty name removes it."""
        action.setProperty(_ICON_NAME, name)
        colour = theme.current().muted if action.isEnabled() else theme.current().faint
        icon = QIcon(icons.pixmap(name, colour, ICON_SIZE, self.devicePixelRatioF())) if name else QIcon()
        action.setIcon(icon)

    def on_style_changed(self) -> None:
        for action in self.actions():
            if name := action.property(_ICON_NAME):
                self.set_action_icon(action, str(name))


class PopupMenu(ThemedMenu):
    """A menu that is deleted when it is closed."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def add(self, icon: str, words: str, act: Callable[[], object], *, keys: str = "", enabled: bool = True) -> QAction:
        """Append an entry. `keys` is only displayed; the shortcut itself is defined elsewhere."""
        action = QAction(words, self)
        action.setEnabled(enabled)
        self.set_action_icon(action, icon)
        if keys:
            action.setText(f"{words}\t{QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)}")
        action.triggered.connect(lambda _checked: act())
        self.addAction(action)
        return action


def install_field_menu(field: Field) -> None:
    """Replace a text field's standard context menu by a PopupMenu with the same entries."""
    field.installEventFilter(_FieldMenuFilter(field))


class _FieldMenuFilter(QObject):
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QContextMenuEvent) or not isinstance(watched, Field):
            return False
        if standard := watched.createStandardContextMenu():
            menu = PopupMenu(watched)
            # The entries trigger the actions of the standard menu, which has to live as long.
            menu.destroyed.connect(standard.deleteLater)
            for action in standard.actions():
                if action.isSeparator():
                    menu.addSeparator()
                else:
                    icon, words = _FIELD_ICONS.get(action.objectName(), ""), _MNEMONIC.sub("", action.text())
                    menu.add(icon, words, action.trigger, enabled=action.isEnabled())
            menu.popup(event.globalPos())
        return True
