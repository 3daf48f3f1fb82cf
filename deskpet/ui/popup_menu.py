"""Menus as the stylesheet wants them: round corners, and before each entry an icon in the theme's colour."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction, QIcon, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from deskpet.ui import icons, theme
from deskpet.ui.menu_button import round_off

ICON = 16
_ICON_NAME = "icon_name"


class ThemedMenu(QMenu):
    """A menu whose icons follow the theme, however long it lives."""

    def __init__(self, parent: QWidget | None = None, title: str = "") -> None:
        super().__init__(title, parent)
        round_off(self)
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
