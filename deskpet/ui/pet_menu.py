"""The character's menu, the same under the right mouse button and in the tray."""

from PySide6.QtCore import QPoint, Qt, Signal, SignalInstance
from PySide6.QtGui import QAction, QIcon, QWindow
from PySide6.QtWidgets import QMenu

from deskpet.ui import icons, theme

ICON = 16


class PetMenu(QMenu):
    """Chat, settings, hide or show, quit; one signal each. `hide_requested` also asks to show again."""

    chat_requested = Signal()
    settings_requested = Signal()
    hide_requested = Signal()
    quit_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        # The stylesheet's round corners show only on a window without a ground of its own.
        self.setWindowFlags(
            self.windowFlags() | Qt.WindowType.FramelessWindowHint | Qt.WindowType.NoDropShadowWindowHint
        )
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.chat = self._action("Chat", "wave", self.chat_requested)
        self.settings = self._action("Settings…", "settings", self.settings_requested)
        self.addSeparator()
        self.hiding = self._action("Hide", "eye-off", self.hide_requested)
        self.quit = self._action("Quit", "close", self.quit_requested)

    def open_at(self, position: QPoint, owner: QWindow) -> None:
        """Open at a point of the desktop, above its owner."""
        self.winId()
        self.windowHandle().setTransientParent(owner)
        self.popup(position)

    def show_hidden(self, hidden: bool) -> None:
        """Offer what the character is not: hiding when it shows, showing when it is hidden."""
        self.hiding.setText("Show" if hidden else "Hide")
        self.hiding.setIcon(self._icon("eye" if hidden else "eye-off"))

    def promise_return(self, minutes: int) -> None:
        """Say that hiding is for a while: where there is no tray to come back from."""
        self.hiding.setText(f"Hide for {minutes} minutes")

    def _action(self, text: str, icon: str, signal: SignalInstance) -> QAction:
        action = QAction(self._icon(icon), text, self)
        action.triggered.connect(signal)
        self.addAction(action)
        return action

    def _icon(self, name: str) -> QIcon:
        return QIcon(icons.pixmap(name, theme.current().muted, ICON, self.devicePixelRatioF()))
