"""The system tray icon with the character's menu, and the icon of all windows."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import QSystemTrayIcon

from deskpet.config import paths
from deskpet.ui.pet.menu import PetMenu
from deskpet.ui.widgets import icons, theme

ICON_SIZE, FACE_SIZE = 64, 128


class Tray(QSystemTrayIcon):
    """The tray icon with the character's menu. On a desktop without a tray it stays invisible.

    chat_requested: Emitted when the chat is to open.
    settings_requested: Emitted when the settings are to open.
    hide_requested: Emitted when the character is to be hidden, or shown again; also by a click on the icon.
    quit_requested: Emitted when the program is to quit.
    """

    chat_requested = Signal()
    settings_requested = Signal()
    hide_requested = Signal()
    quit_requested = Signal()

    def __init__(self, name: str, icon: Path | None = None, parent: QObject | None = None) -> None:
        """`name` is the character's name, `icon` the path of its icon."""
        super().__init__(parent)
        self._sets_window_icon = False
        self.show_character(name, icon)
        self.menu = PetMenu()
        self.menu.chat_requested.connect(self.chat_requested)
        self.menu.settings_requested.connect(self.settings_requested)
        self.menu.hide_requested.connect(self.hide_requested)
        self.menu.quit_requested.connect(self.quit_requested)
        self.setContextMenu(self.menu)
        self.activated.connect(self._on_activated)

    def show_character(self, name: str, icon: Path | None = None) -> None:
        """Show another character's icon and name."""
        self._icon_path = icon
        self.setIcon(_icon(icon))
        self.setToolTip(name)
        if self._sets_window_icon:
            self.apply_window_icon()

    def apply_window_icon(self) -> None:
        """Use the character's icon for all windows, in the task bar and the window switcher.

        To be called after the first frame, since it takes some milliseconds.
        """
        self._sets_window_icon = True
        if not _has_icon(self._icon_path) and (face := _face(self._icon_path)):
            self.setIcon(face)
        QGuiApplication.setWindowIcon(self.icon())

    def show_notification(self, title: str, text: str) -> None:
        """Show a notification at the icon; nothing where there is no tray."""
        if self.isVisible():
            self.showMessage(title, text, self.icon())

    @staticmethod
    def is_available() -> bool:
        """Return whether this desktop has a tray; without one a hidden character has to return by itself."""
        return QSystemTrayIcon.isSystemTrayAvailable()

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason == QSystemTrayIcon.ActivationReason.Trigger:
            self.hide_requested.emit()


def _icon(path: Path | None) -> QIcon:
    """Return the icon at `path`; for a built-in model its SVG drawing, which is sharp at any size."""
    if path is not None and _has_icon(path):
        drawing = theme.assets() / "icons" / f"{path.parent.name}.svg"
        is_built_in = path.parent.parent == paths.bundled_path("models") and drawing.is_file()
        return QIcon(str(drawing if is_built_in else path))
    return QIcon(icons.pixmap("smile", theme.current().accent, ICON_SIZE, 1.0))


def _has_icon(path: Path | None) -> bool:
    return path is not None and paths.is_file(path)


def _face(path: Path | None) -> QIcon | None:
    """Return the face of a model without an icon, from the pictures in its folder; None if there are none."""
    from deskpet.ui.widgets import avatar

    picture = avatar.avatar_pixmap(path.parent, FACE_SIZE, 1.0) if path else None
    return QIcon(picture) if picture else None
