"""A window beside the character: one of its own, or on Wayland a popup of hers that is painted with its opacity."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QWindow
from PySide6.QtWidgets import QWidget

from deskpet.ui.platform.x11 import is_wayland


class BesideWindow(QWidget):
    """A window without a parent, which Wayland places relative to the character's window.

    character: that window, None for the one of the first character.
    """

    character: QWindow | None = None

    def __init__(self, flags: Qt.WindowType) -> None:
        super().__init__(None, flags)
        self._painted_opacity = 1.0

    def setVisible(self, visible: bool) -> None:
        if visible and not self.isVisible() and is_wayland():
            from deskpet.ui.platform import wayland

            wayland.attach(self, self.character)
        super().setVisible(visible)

    def activateWindow(self) -> None:
        if not is_wayland():
            super().activateWindow()
            return
        from deskpet.ui.platform import wayland

        wayland.take_keyboard(self)

    def setWindowOpacity(self, level: float) -> None:
        if not is_wayland():
            super().setWindowOpacity(level)
        elif level != self._painted_opacity:
            from deskpet.ui.platform import wayland

            self._painted_opacity = level
            wayland.fade(self, level)

    def windowOpacity(self) -> float:
        return self._painted_opacity if is_wayland() else super().windowOpacity()
