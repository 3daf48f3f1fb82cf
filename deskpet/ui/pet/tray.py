"""The character's icon: in the system tray, the way back when it is hidden, and on all of its windows."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import QSystemTrayIcon

from deskpet import paths
from deskpet.ui.pet.menu import PetMenu
from deskpet.ui.widgets import icons, theme

ICON, FACE = 64, 128


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
        self._dresses_windows = False
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
        self._picture = icon
        self.setIcon(_icon(icon))
        self.setToolTip(name)
        if self._dresses_windows:
            self.dress_windows()

    def dress_windows(self) -> None:
        """Let the windows have the character's icon from now on, for the task bar and the switcher.

        It takes some milliseconds, so not before she is on screen.
        """
        self._dresses_windows = True
        if not _has_icon(self._picture) and (face := _face(self._picture)):
            self.setIcon(face)
        QGuiApplication.setWindowIcon(self.icon())

    @staticmethod
    def is_available() -> bool:
        """Whether this desktop has a tray; without one a hidden character has to come back by itself."""
        return QSystemTrayIcon.isSystemTrayAvailable()

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason == QSystemTrayIcon.ActivationReason.Trigger:
            self.hide_requested.emit()


def _icon(path: Path | None) -> QIcon:
    """The icon of the character whose picture is at `path`: of a built-in one the drawing, sharp at any size."""
    if path is not None and _has_icon(path):
        drawing = theme.assets() / "icons" / f"{path.parent.name}.svg"
        is_ours = path.parent.parent == paths.bundled("models") and drawing.is_file()
        return QIcon(str(drawing if is_ours else path))
    return QIcon(icons.pixmap("smile", theme.current().accent, ICON, 1.0))


def _has_icon(path: Path | None) -> bool:
    return path is not None and path.is_file()


def _face(path: Path | None) -> QIcon | None:
    """The face of a model that has no icon, where a picture of it is beside."""
    from deskpet.ui.widgets import avatar as face

    picture = face.face(path.parent, FACE, 1.0) if path else None
    return QIcon(picture) if picture else None
