"""The character's menu, the same under the right mouse button and in the tray."""

from dataclasses import asdict, replace

from PySide6.QtCore import QPoint, Qt, Signal, SignalInstance
from PySide6.QtGui import QAction, QIcon, QWindow
from PySide6.QtWidgets import QMenu

from deskpet.choices import Clicks
from deskpet.ui import autostart, icons, theme
from deskpet.ui.pet.look import Look, made_of

ICON = 16
SIZES = (0.5, 0.75, 1.0, 1.25, 1.5, 2.0)
OPACITIES = (1.0, 0.8, 0.6, 0.4)
CLICKS = {
    Clicks.TRANSPARENT: "Where it is transparent",
    Clicks.EVERYWHERE: "Everywhere: a ghost",
    Clicks.NOWHERE: "Nowhere",
}
# The manners that are on or off, by their field of Look.
MANNERS = {
    "hold_position": "Hold position",
    "fade_when_near": "Fade near the pointer",
    "hide_for_full_screen": "Hide for full-screen windows",
}


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


class _ClicksMenu(_Menu):
    """Which clicks go through, the present choice with a check mark.

    chosen: these Clicks are wanted.
    """

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__("Clicks go through")
        self._of_clicks = {clicks: self._add(clicks, text) for clicks, text in CLICKS.items()}

    def show_chosen(self, chosen: Clicks) -> None:
        """Mark the present one."""
        for clicks, action in self._of_clicks.items():
            action.setIcon(self.icon_of("check") if clicks is chosen else QIcon())

    def _add(self, clicks: Clicks, text: str) -> QAction:
        action = QAction(text, self)
        action.triggered.connect(lambda: self.chosen.emit(clicks))
        self.addAction(action)
        return action


class _Manners(_Menu):
    """How the window behaves; each manner is on or off.

    wanted: a field of Look, and what it is to be. autostart_wanted: start with the session, or don't.
    """

    wanted = Signal(str, bool)
    autostart_wanted = Signal(bool)

    def __init__(self) -> None:
        super().__init__("Manners")
        self._of_field = {field: self._add(text) for field, text in MANNERS.items()}
        for field, action in self._of_field.items():
            action.triggered.connect(lambda _=False, field=field: self.wanted.emit(field, not self._is_on[field]))
        self.addSeparator()
        self.autostart = self._add("Start with the session")
        self.autostart.triggered.connect(lambda: self.autostart_wanted.emit(not autostart.is_on()))
        self._is_on = dict.fromkeys(MANNERS, False)
        # Someone else may have changed it.
        self.aboutToShow.connect(self.show_autostart)

    def show_look(self, look: Look) -> None:
        """Mark what is on."""
        for field, action in self._of_field.items():
            self._is_on[field] = bool(getattr(look, field))
            self._mark(action, self._is_on[field])
        self.show_autostart()

    def show_autostart(self) -> None:
        """Mark whether the pet starts with the session."""
        self._mark(self.autostart, autostart.is_on())

    def _mark(self, action: QAction, is_on: bool) -> None:
        action.setIcon(self.icon_of("check") if is_on else QIcon())

    def _add(self, text: str) -> QAction:
        action = QAction(text, self)
        self.addAction(action)
        return action


class PetMenu(_Menu):
    """Chat, settings, looks, manners, hide or show, quit; one signal each. `hide_requested` also asks to show again.

    look_requested: the Look that is wanted. call_requested: the character is to come and take clicks.
    autostart_requested: the pet is to start with the session, or no longer.
    """

    chat_requested = Signal()
    settings_requested = Signal()
    look_requested = Signal(object)
    call_requested = Signal()
    autostart_requested = Signal(bool)
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
        self.clicks, self.manners = _ClicksMenu(), _Manners()
        self.clicks.chosen.connect(lambda clicks: self.look_requested.emit(replace(self._look, clicks=clicks)))
        self.manners.wanted.connect(self._want_manner)
        self.manners.autostart_wanted.connect(self.autostart_requested)
        for menu, icon in ((self.clicks, "click"), (self.manners, "pin")):
            menu.setIcon(self.icon_of(icon))
            self.addMenu(menu)
        self.meter = QAction(self.icon_of("meter"), "Meter", self)
        self.meter.triggered.connect(lambda: self._want_manner("show_meter", not self._look.show_meter))
        self.addAction(self.meter)
        self.addSeparator()
        self.call = self._action("Call", "bring", self.call_requested)
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
        self.clicks.show_chosen(look.clicks)
        self.manners.show_look(look)
        self.meter.setText("Hide the meter" if look.show_meter else "Meter")
        # Only shown, not set: the keys are grabbed from the whole desktop.
        self.call.setText(f"Call\t{look.call_shortcut}" if look.call_shortcut else "Call")

    def show_hidden(self, hidden: bool) -> None:
        """Offer what the character is not: hiding when it shows, showing when it is hidden."""
        self.hiding.setText("Show" if hidden else "Hide")
        self.hiding.setIcon(self.icon_of("eye" if hidden else "eye-off"))

    def promise_return(self, minutes: int) -> None:
        """Say that hiding is for a while: where there is no tray to come back from."""
        self.hiding.setText(f"Hide for {minutes} minutes")

    def _want_manner(self, field: str, is_on: bool) -> None:
        self.look_requested.emit(made_of({**asdict(self._look), field: is_on}))

    def _action(self, text: str, icon: str, signal: SignalInstance) -> QAction:
        action = QAction(self.icon_of(icon), text, self)
        action.triggered.connect(signal)
        self.addAction(action)
        return action
