"""Hide the chat's panel, which stays on top, while another window of the program is below it."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget

from deskpet.ui.chat.window import ChatWindow

_PLACED = {QEvent.Type.Show, QEvent.Type.Move, QEvent.Type.Resize}


class PanelOverlap(QObject):
    """Hides the chat when a watched window comes below its panel, and shows it again when none is.

    A chat that the user opens meanwhile stays open until a window is moved.
    """

    def __init__(self, chat: ChatWindow) -> None:
        super().__init__(chat)
        self._chat = chat
        self._shown: list[QWidget] = []
        self._has_hidden = self._is_stopped = False

    def watch(self, window: QWidget) -> None:
        """Watch a window that is not shown yet."""
        window.installEventFilter(self)

    def stop(self) -> None:
        """Leave the chat as it is from now on."""
        self._is_stopped = True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if self._is_stopped or not isinstance(watched, QWidget):
            return False
        if event.type() == QEvent.Type.Hide and watched in self._shown:
            self._shown.remove(watched)
            self._update()
        elif event.type() in _PLACED:
            if event.type() == QEvent.Type.Show and watched not in self._shown:
                self._shown.append(watched)
            self._update()
        return False

    def _update(self) -> None:
        is_covered = any(window.frameGeometry().intersects(self._chat.panel_geometry) for window in self._shown)
        if is_covered and self._chat.isVisible():
            self._chat.hide()
            self._has_hidden = True
        elif self._has_hidden and not is_covered:
            self._has_hidden = False
            self._chat.show()
