"""The character's menu, the same under the right mouse button and in the tray."""

from dataclasses import asdict, replace

from PySide6.QtCore import QPoint, Signal, SignalInstance
from PySide6.QtGui import QAction, QWindow

from deskpet.choices import Clicks
from deskpet.ui.pet.saved_look import CharacterLook, from_settings
from deskpet.ui.platform import autostart
from deskpet.ui.widgets import language
from deskpet.ui.widgets.popup_menu import ThemedMenu
from deskpet.words import counted, later, tr

SIZES = (0.5, 0.75, 1.0, 1.25, 1.5, 2.0)
OPACITIES = (1.0, 0.8, 0.6, 0.4)
CLICKS = {
    Clicks.TRANSPARENT: later("Where it is transparent"),
    Clicks.EVERYWHERE: later("Everywhere: a ghost"),
    Clicks.NOWHERE: later("Nowhere"),
}
# The manners that are on or off, by their field of Look.
MANNERS = {
    "hold_position": later("Hold position"),
    "fade_when_near": later("Fade near the pointer"),
    "hide_for_full_screen": later("Hide for full-screen windows"),
}


class _Percent(ThemedMenu):
    """A choice of shares, the present one with a check mark.

    chosen: this one is wanted.
    """

    chosen = Signal(float)

    def __init__(self, shares: tuple[float, ...]) -> None:
        super().__init__()
        self._of_share = {share: self._add(share) for share in shares}

    def show_chosen(self, share: float) -> None:
        """Mark the present one, if it is among those offered."""
        for offered, action in self._of_share.items():
            self.put_icon(action, "check" if abs(offered - share) < 0.005 else "")

    def _add(self, share: float) -> QAction:
        action = QAction(f"{share:.0%}", self)
        action.triggered.connect(lambda: self.chosen.emit(share))
        self.addAction(action)
        return action


class _ClicksMenu(ThemedMenu):
    """Which clicks go through, the present choice with a check mark.

    chosen: these Clicks are wanted.
    """

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._of_clicks = {clicks: self._add(clicks) for clicks in CLICKS}
        language.say(self, self._say)

    def _say(self) -> None:
        self.setTitle(tr("Clicks go through"))
        for clicks, action in self._of_clicks.items():
            action.setText(tr(CLICKS[clicks]))

    def show_chosen(self, chosen: Clicks) -> None:
        """Mark the present one."""
        for clicks, action in self._of_clicks.items():
            self.put_icon(action, "check" if clicks is chosen else "")

    def _add(self, clicks: Clicks) -> QAction:
        action = QAction(self)
        action.triggered.connect(lambda: self.chosen.emit(clicks))
        self.addAction(action)
        return action


class _Manners(ThemedMenu):
    """How the window behaves; each manner is on or off.

    wanted: a field of Look, and what it is to be. autostart_wanted: start with the session, or don't.
    """

    wanted = Signal(str, bool)
    autostart_wanted = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self._of_field = {field: self._add() for field in MANNERS}
        for field, action in self._of_field.items():
            action.triggered.connect(lambda _=False, field=field: self.wanted.emit(field, not self._is_on[field]))
        self.addSeparator()
        self.autostart = self._add()
        self.autostart.triggered.connect(lambda: self.autostart_wanted.emit(not autostart.is_on()))
        self._is_on = dict.fromkeys(MANNERS, False)
        # Someone else may have changed it.
        self.aboutToShow.connect(self.show_autostart)
        language.say(self, self._say)

    def _say(self) -> None:
        self.setTitle(tr("Manners"))
        for field, action in self._of_field.items():
            action.setText(tr(MANNERS[field]))
        self.autostart.setText(tr("Start with the session"))

    def show_look(self, look: CharacterLook) -> None:
        """Mark what is on."""
        for field, action in self._of_field.items():
            self._is_on[field] = bool(getattr(look, field))
            self._mark(action, self._is_on[field])
        self.show_autostart()

    def show_autostart(self) -> None:
        """Mark whether the pet starts with the session."""
        self._mark(self.autostart, autostart.is_on())

    def _mark(self, action: QAction, is_on: bool) -> None:
        self.put_icon(action, "check" if is_on else "")

    def _add(self) -> QAction:
        action = QAction(self)
        self.addAction(action)
        return action


class PetMenu(ThemedMenu):
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
        self._look, self._is_hidden, self._minutes = CharacterLook(), False, 0
        self.chat = self._action("chat", self.chat_requested)
        self.settings = self._action("settings", self.settings_requested)
        self.addSeparator()
        self.sizes, self.opacities = _Percent(SIZES), _Percent(OPACITIES)
        self.sizes.chosen.connect(lambda share: self.look_requested.emit(replace(self._look, scale=share)))
        self.opacities.chosen.connect(lambda share: self.look_requested.emit(replace(self._look, opacity=share)))
        for menu, icon in ((self.sizes, "size"), (self.opacities, "opacity")):
            self.put_icon(menu.menuAction(), icon)
            self.addMenu(menu)
        self.clicks, self.manners = _ClicksMenu(), _Manners()
        self.clicks.chosen.connect(lambda clicks: self.look_requested.emit(replace(self._look, clicks=clicks)))
        self.manners.wanted.connect(self._want_manner)
        self.manners.autostart_wanted.connect(self.autostart_requested)
        for menu, icon in ((self.clicks, "click"), (self.manners, "pin")):
            self.put_icon(menu.menuAction(), icon)
            self.addMenu(menu)
        self.meter = self._entry("meter")
        self.meter.triggered.connect(lambda: self._want_manner("show_meter", not self._look.show_meter))
        self.addSeparator()
        self.call = self._action("bring", self.call_requested)
        self.hiding = self._action("eye-off", self.hide_requested)
        self.quit = self._action("close", self.quit_requested)
        self.show_look(self._look)
        language.say(self, self._say)

    def _say(self) -> None:
        self.chat.setText(tr("Chat"))
        self.settings.setText(tr("Settings…"))
        self.sizes.setTitle(tr("Size"))
        self.opacities.setTitle(tr("Opacity"))
        self.meter.setText(tr("Hide the meter" if self._look.show_meter else "Meter"))
        # Only shown, not set: the keys are grabbed from the whole desktop.
        shortcut = self._look.call_shortcut
        self.call.setText(f"{tr('Call')}\t{shortcut}" if shortcut else tr("Call"))
        self.hiding.setText(tr("Show" if self._is_hidden else "Hide"))
        if self._minutes and not self._is_hidden:
            self.hiding.setText(counted(self._minutes, "Hide for a minute", "Hide for {n} minutes"))
        self.quit.setText(tr("Quit"))

    def open_at(self, position: QPoint, owner: QWindow) -> None:
        """Open at a point of the desktop, above its owner."""
        self.winId()
        self.windowHandle().setTransientParent(owner)
        self.popup(position)

    def show_look(self, look: CharacterLook) -> None:
        """Mark how the character looks now."""
        self._look = look
        self.sizes.show_chosen(look.scale)
        self.opacities.show_chosen(look.opacity)
        self.clicks.show_chosen(look.clicks)
        self.manners.show_look(look)
        self._say()

    def show_hidden(self, hidden: bool) -> None:
        """Offer what the character is not: hiding when it shows, showing when it is hidden."""
        self._is_hidden = hidden
        self._say()
        self.put_icon(self.hiding, "eye" if hidden else "eye-off")

    def promise_return(self, minutes: int) -> None:
        """Say that hiding is for a while: where there is no tray to come back from."""
        self._minutes = minutes
        self._say()

    def _want_manner(self, field: str, is_on: bool) -> None:
        self.look_requested.emit(from_settings({**asdict(self._look), field: is_on}))

    def _action(self, icon: str, signal: SignalInstance) -> QAction:
        action = self._entry(icon)
        action.triggered.connect(signal)
        return action

    def _entry(self, icon: str) -> QAction:
        action = QAction(self)
        self.put_icon(action, icon)
        self.addAction(action)
        return action
