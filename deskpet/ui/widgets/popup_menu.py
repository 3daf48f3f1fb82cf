"""Menus with icons in the theme's colours, also for the context menus of text fields."""

import re
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QIcon, QKeySequence
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QTextEdit, QWidget

from deskpet.ui.widgets import icons, theme
from deskpet.ui.widgets.floating_menu import FloatingMenu

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


class ThemedMenu(FloatingMenu):
    """A menu whose icons follow changes of the theme."""

    def __init__(self, parent: QWidget | None = None, title: str = "") -> None:
        super().__init__(title, parent)
        self.aboutToShow.connect(self._update_icons)

    def set_action_icon(self, action: QAction, name: str) -> None:
        """Set an entry's icon to one of assets/icons; an empty name removes it."""
        action.setProperty(_ICON_NAME, name)
        action.setIcon(self._icon(name, is_enabled=action.isEnabled()))

    def _icon(self, name: str, *, is_enabled: bool) -> QIcon:
        look = theme.current()
        colour = look.muted if is_enabled else look.faint
        return QIcon(icons.pixmap(name, colour, ICON_SIZE, self.devicePixelRatioF())) if name else QIcon()

    def _update_icons(self) -> None:
        for action in self.actions():
            if name := action.property(_ICON_NAME):
                self.set_action_icon(action, str(name))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._update_icons()


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
                _copy_action(menu, action)
            menu.popup(event.globalPos())
        return True


def _copy_action(menu: PopupMenu, action: QAction) -> None:
    if action.isSeparator():
        menu.addSeparator()
    else:
        icon = _FIELD_ICONS.get(action.objectName(), "")
        menu.add(icon, _MNEMONIC.sub("", action.text()), action.trigger, enabled=action.isEnabled())
