"""A menu as the stylesheet wants it: round corners, an icon before each entry."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QIcon, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from deskpet.ui import icons, theme
from deskpet.ui.menu_button import round_off

ICON = 16


class PopupMenu(QMenu):
    """Shown once, then gone."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        round_off(self)

    def add(self, icon: str, words: str, act: Callable[[], object], *, keys: str = "", enabled: bool = True) -> QAction:
        """One more entry; `keys` is only told, the shortcut itself is somebody else's."""
        role = theme.current().muted if enabled else theme.current().faint
        action = QAction(QIcon(icons.pixmap(icon, role, ICON, self.devicePixelRatioF())), words, self)
        action.setEnabled(enabled)
        if keys:
            action.setText(f"{words}\t{QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)}")
        action.triggered.connect(lambda _checked: act())
        self.addAction(action)
        return action
