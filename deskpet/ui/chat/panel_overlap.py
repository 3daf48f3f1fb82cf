"""Hide the chat's panel, which stays on top, while another window of the program is below it."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget

from deskpet.ui.chat.window import ChatWindow

_PLACED = {QEvent.Type.Show, QEvent.Type.Move, QEvent.Type.Resize}


class PanelOverlap(QObject):
    """Hides the chat when a window comes below its panel, and shows it again when the window is gone.

    A chat that the user opens meanwhile stays open until the window is moved.
    """

    def __init__(self, chat: ChatWindow, window: QWidget) -> None:
        super().__init__(window)
        self._chat, self._window = chat, window
        self._has_hidden = False
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _PLACED:
            self._make_room()
        elif event.type() == QEvent.Type.Hide:
            self._show_again()
        return False

    def _make_room(self) -> None:
        is_covered = self._window.frameGeometry().intersects(self._chat.panel_geometry)
        if not is_covered:
            self._show_again()
        elif self._window.isVisible() and self._chat.isVisible():
            self._chat.hide()
            self._has_hidden = True

    def _show_again(self) -> None:
        if self._has_hidden:
            self._has_hidden = False
            self._chat.show()
