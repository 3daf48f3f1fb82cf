"""The character's menu, the same under the right mouse button and in the tray."""

from dataclasses import replace

from PySide6.QtCore import QPoint, Qt, Signal, SignalInstance
from PySide6.QtGui import QAction, QIcon, QWindow
from PySide6.QtWidgets import QMenu

from deskpet.ui import icons, theme
from deskpet.ui.look import Look

ICON = 16
SIZES = (0.5, 0.75, 1.0, 1.25, 1.5, 2.0)
OPACITIES = (1.0, 0.8, 0.6, 0.4)


class _Menu(QMenu):
    """A menu as the stylesheet wants it: its round corners show only on a window without a ground of its own."""

    def __init__(self, title: str = "") -> None:
        super().__init__(title)
        self.setWindowFlags(
            self.windowFlags() | Qt.WindowType.FramelessWindowHint | Qt.WindowType.NoDropShadowWindowHint
        )
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)

    def icon_of(self, name: str) -> QIcon:
        """An icon in the menu's colour."""
        return QIcon(icons.pixmap(name, theme.current().muted, ICON, self.devicePixelRatioF()))


class _Percent(_Menu):
    """A choice of shares, the present one with a check mark.

    chosen: this one is wanted.
    """

    chosen = Signal(float)

    def __init__(self, title: str, shares: tuple[float, ...]) -> None:
        super().__init__(title)
        self._of_share = {share: self._add(share) for share in shares}

    def show_chosen(self, share: float) -> None:
        """Mark the present one, if it is among those offered."""
        # An empty picture keeps the words in line.
        nothing = QIcon()
        for offered, action in self._of_share.items():
            action.setIcon(self.icon_of("check") if abs(offered - share) < 0.005 else nothing)

    def _add(self, share: float) -> QAction:
        action = QAction(f"{share:.0%}", self)
        action.triggered.connect(lambda: self.chosen.emit(share))
        self.addAction(action)
        return action


class PetMenu(_Menu):
    """Chat, settings, looks, hide or show, quit; one signal each. `hide_requested` also asks to show again.

    look_requested: the Look that is wanted.
    """

    chat_requested = Signal()
    settings_requested = Signal()
    look_requested = Signal(object)
    hide_requested = Signal()
    quit_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._look = Look()
        self.chat = self._action("Chat", "wave", self.chat_requested)
        self.settings = self._action("Settings…", "settings", self.settings_requested)
        self.addSeparator()
        self.sizes, self.opacities = _Percent("Size", SIZES), _Percent("Opacity", OPACITIES)
        self.sizes.chosen.connect(lambda share: self.look_requested.emit(replace(self._look, scale=share)))
        self.opacities.chosen.connect(lambda share: self.look_requested.emit(replace(self._look, opacity=share)))
        for menu, icon in ((self.sizes, "size"), (self.opacities, "opacity")):
            menu.setIcon(self.icon_of(icon))
            self.addMenu(menu)
        self.hold = QAction(self)
        self.hold.triggered.connect(self._hold_or_free)
        self.addAction(self.hold)
        self.addSeparator()
        self.hiding = self._action("Hide", "eye-off", self.hide_requested)
        self.quit = self._action("Quit", "close", self.quit_requested)
        self.show_look(self._look)

    def open_at(self, position: QPoint, owner: QWindow) -> None:
        """Open at a point of the desktop, above its owner."""
        self.winId()
        self.windowHandle().setTransientParent(owner)
        self.popup(position)

    def show_look(self, look: Look) -> None:
        """Mark how the character looks now."""
        self._look = look
        self.sizes.show_chosen(look.scale)
        self.opacities.show_chosen(look.opacity)
        self.hold.setText("Let go of position" if look.hold_position else "Hold position")
        self.hold.setIcon(self.icon_of("pin"))

    def show_hidden(self, hidden: bool) -> None:
        """Offer what the character is not: hiding when it shows, showing when it is hidden."""
        self.hiding.setText("Show" if hidden else "Hide")
        self.hiding.setIcon(self.icon_of("eye" if hidden else "eye-off"))

    def promise_return(self, minutes: int) -> None:
        """Say that hiding is for a while: where there is no tray to come back from."""
        self.hiding.setText(f"Hide for {minutes} minutes")

    def _hold_or_free(self) -> None:
        self.look_requested.emit(replace(self._look, hold_position=not self._look.hold_position))

    def _action(self, text: str, icon: str, signal: SignalInstance) -> QAction:
        action = QAction(self.icon_of(icon), text, self)
        action.triggered.connect(signal)
        self.addAction(action)
        return action
