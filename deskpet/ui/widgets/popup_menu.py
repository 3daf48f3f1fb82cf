"""Menus with an icon in the theme's colour before each entry."""

import re
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QIcon, QKeySequence
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QTextEdit, QWidget

from deskpet.ui.widgets import icons, theme
from deskpet.ui.widgets.floating_menu import FloatingMenu

ICON = 16
_ICON_NAME = "icon_name"
# The entries of a field's own menu, as Qt calls them.
_OF_FIELD = {
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
    """A menu whose icons follow the theme, however long it lives."""

    def __init__(self, parent: QWidget | None = None, title: str = "") -> None:
        super().__init__(title, parent)
        self.aboutToShow.connect(self._colour)

    def put_icon(self, action: QAction, name: str) -> None:
        """Give an entry this icon of assets/icons; an empty name gives it none."""
        action.setProperty(_ICON_NAME, name)
        action.setIcon(self._icon(name, is_enabled=action.isEnabled()))

    def _icon(self, name: str, *, is_enabled: bool) -> QIcon:
        look = theme.current()
        colour = look.muted if is_enabled else look.faint
        return QIcon(icons.pixmap(name, colour, ICON, self.devicePixelRatioF())) if name else QIcon()

    def _colour(self) -> None:
        for action in self.actions():
            if name := action.property(_ICON_NAME):
                self.put_icon(action, str(name))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._colour()


class PopupMenu(ThemedMenu):
    """Shown once, then gone."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def add(self, icon: str, words: str, act: Callable[[], object], *, keys: str = "", enabled: bool = True) -> QAction:
        """One more entry; `keys` is only told, the shortcut itself is somebody else's."""
        action = QAction(words, self)
        action.setEnabled(enabled)
        self.put_icon(action, icon)
        if keys:
            action.setText(f"{words}\t{QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)}")
        action.triggered.connect(lambda _checked: act())
        self.addAction(action)
        return action


def dress_field(field: Field) -> None:
    """Let the menu that a field has by itself look like all others."""
    field.installEventFilter(_FieldMenus(field))


class _FieldMenus(QObject):
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QContextMenuEvent) or not isinstance(watched, Field):
            return False
        if plain := watched.createStandardContextMenu():
            menu = PopupMenu(watched)
            # Its entries act for as long as it lives.
            menu.destroyed.connect(plain.deleteLater)
            for action in plain.actions():
                _take_over(menu, action)
            menu.popup(event.globalPos())
        return True


def _take_over(menu: PopupMenu, action: QAction) -> None:
    if action.isSeparator():
        menu.addSeparator()
    else:
        icon = _OF_FIELD.get(action.objectName(), "")
        menu.add(icon, _MNEMONIC.sub("", action.text()), action.trigger, enabled=action.isEnabled())
