"""The character's icon in the system tray: the way back when it is hidden."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QSystemTrayIcon

from deskpet.ui import icons, theme
from deskpet.ui.pet.menu import PetMenu

ICON = 64


class Tray(QSystemTrayIcon):
    """The tray icon with the character's menu. Where there is no tray, it stays invisible and harmless.

    hide_requested asks to hide, or to show again; a click on the icon asks the same.
    """

    chat_requested = Signal()
    settings_requested = Signal()
    hide_requested = Signal()
    quit_requested = Signal()

    def __init__(self, name: str, icon: Path | None = None, parent: QObject | None = None) -> None:
        """`name` is the character's; `icon` a picture of it."""
        super().__init__(parent)
        self.show_character(name, icon)
        self.menu = PetMenu()
        self.menu.chat_requested.connect(self.chat_requested)
        self.menu.settings_requested.connect(self.settings_requested)
        self.menu.hide_requested.connect(self.hide_requested)
        self.menu.quit_requested.connect(self.quit_requested)
        self.setContextMenu(self.menu)
        self.activated.connect(self._on_activated)

    def show_character(self, name: str, icon: Path | None = None) -> None:
        """Stand for another character."""
        self.setIcon(_icon(icon))
        self.setToolTip(name)

    @staticmethod
    def is_available() -> bool:
        """Whether this desktop has a tray; without one a hidden character has to come back by itself."""
        return QSystemTrayIcon.isSystemTrayAvailable()

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason == QSystemTrayIcon.ActivationReason.Trigger:
            self.hide_requested.emit()


def _icon(path: Path | None) -> QIcon:
    if path is not None and path.is_file():
        return QIcon(str(path))
    return QIcon(icons.pixmap("smile", theme.current().accent, ICON, 1.0))
