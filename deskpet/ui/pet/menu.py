"""The character's context menu, which is also the tray icon's menu."""

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, QPoint, Signal, SignalInstance
from PySide6.QtGui import QAction, QGuiApplication, QIcon, QWindow
from PySide6.QtWidgets import QSystemTrayIcon

from deskpet.config import paths
from deskpet.config.character_look import CharacterLook
from deskpet.config.choices import Clicks
from deskpet.translation import tr, tr_noop, tr_plural
from deskpet.ui.platform import autostart
from deskpet.ui.widgets import icons, language, theme
from deskpet.ui.widgets.popup_menu import ThemedMenu

SIZES = (0.5, 0.75, 1.0, 1.25, 1.5, 2.0)
OPACITIES = (1.0, 0.8, 0.6, 0.4)
CLICKS = {
    Clicks.TRANSPARENT: tr_noop("Where it is transparent"),
    Clicks.EVERYWHERE: tr_noop("Everywhere: a ghost"),
    Clicks.NOWHERE: tr_noop("Nowhere"),
}
# The on/off entries of the submenu "Behaviour", by their field of CharacterLook.
BEHAVIORS = {
    "hold_position": tr_noop("Hold position"),
    "fade_when_near": tr_noop("Fade near the pointer"),
    "hide_for_full_screen": tr_noop("Hide for full-screen windows"),
}

ICON_SIZE, FACE_SIZE = 64, 128


class _PercentMenu(ThemedMenu):
    """A submenu of percentages, with a check mark at the present one.

    chosen: Emitted with the selected value, 1.0 being 100%.
    """

    chosen = Signal(float)

    def __init__(self, shares: tuple[float, ...]) -> None:
        super().__init__()
        self._share_actions = {share: self._add(share) for share in shares}

    def show_chosen(self, share: float) -> None:
        """Mark the present value if the menu contains it."""
        for offered, action in self._share_actions.items():
            self.set_action_icon(action, "check" if abs(offered - share) < 0.005 else "")

    def _add(self, share: float) -> QAction:
        action = QAction(f"{share:.0%}", self)
        action.triggered.connect(lambda: self.chosen.emit(share))
        self.addAction(action)
        return action


class _ClicksMenu(ThemedMenu):
    """A submenu of click-through modes, with a check mark at the present one.

    chosen: Emitted with the selected Clicks.
    """

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._clicks_actions = {clicks: self._add(clicks) for clicks in CLICKS}
        language.keep_translated(self, self._retranslate)

    def _retranslate(self) -> None:
        self.setTitle(tr("Clicks go through"))
        for clicks, action in self._clicks_actions.items():
            action.setText(tr(CLICKS[clicks]))

    def show_chosen(self, chosen: Clicks) -> None:
        """Mark the present mode."""
        for clicks, action in self._clicks_actions.items():
            self.set_action_icon(action, "check" if clicks is chosen else "")

    def _add(self, clicks: Clicks) -> QAction:
        action = QAction(self)
        action.triggered.connect(lambda: self.chosen.emit(clicks))
        self.addAction(action)
        return action


class _BehaviorMenu(ThemedMenu):
    """A submenu of on/off settings of the window's behavior.

    field_toggled: Emitted with a field of CharacterLook and its new value.
    autostart_wanted: Emitted with whether to start with the session.
    """

    field_toggled = Signal(str, bool)
    autostart_wanted = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self._field_actions = {field: self._add() for field in BEHAVIORS}
        for field, action in self._field_actions.items():
            action.triggered.connect(lambda _=False, name=field: self.field_toggled.emit(name, not self._is_on[name]))
        self.addSeparator()
        self.autostart = self._add()
        self.autostart.triggered.connect(lambda: self.autostart_wanted.emit(not autostart.is_enabled()))
        self._is_on = dict.fromkeys(BEHAVIORS, False)
        # Another program may have changed it.
        self.aboutToShow.connect(self.show_autostart)
        language.keep_translated(self, self._retranslate)

    def _retranslate(self) -> None:
        self.setTitle(tr("Behaviour"))
        for field, action in self._field_actions.items():
            action.setText(tr(BEHAVIORS[field]))
        self.autostart.setText(tr("Start with the session"))

    def show_look(self, look: CharacterLook) -> None:
        """Mark the settings that are on."""
        for field, action in self._field_actions.items():
            self._is_on[field] = bool(getattr(look, field))
            self._set_checked(action, self._is_on[field])
        self.show_autostart()

    def show_autostart(self) -> None:
        """Mark whether the pet starts with the session."""
        self._set_checked(self.autostart, autostart.is_enabled())

    def _set_checked(self, action: QAction, is_on: bool) -> None:
        self.set_action_icon(action, "check" if is_on else "")

    def _add(self) -> QAction:
        action = QAction(self)
        self.addAction(action)
        return action


class PetMenu(ThemedMenu):
    """The character's menu: chat, settings, look, behavior, hide or show, quit.

    chat_requested: Emitted when the chat is to open.
    settings_requested: Emitted when the settings are to open.
    voice_requested: Emitted when she is to speak aloud, or no more.
    listening_requested: Emitted when the microphone is to stay open, or no more.
    look_requested: Emitted with the CharacterLook to apply.
    call_requested: Emitted when the character is to come to the front and take clicks.
    autostart_requested: Emitted with whether to start with the session.
    hide_requested: Emitted when the character is to be hidden, or shown if it is hidden.
    quit_requested: Emitted when the program is to quit.
    """

    chat_requested = Signal()
    settings_requested = Signal()
    voice_requested = Signal()
    listening_requested = Signal()
    look_requested = Signal(object)
    call_requested = Signal()
    autostart_requested = Signal(bool)
    hide_requested = Signal()
    quit_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._look, self._is_hidden, self._hide_minutes = CharacterLook(), False, 0
        self._speaks = self._listens = False
        self.chat = self._action("chat", self.chat_requested)
        self.settings = self._action("settings", self.settings_requested)
        self.voice = self._action("voice", self.voice_requested)
        self.listening = self._action("microphone", self.listening_requested)
        self.listening.setVisible(False)
        self.addSeparator()
        self.sizes, self.opacities = _PercentMenu(SIZES), _PercentMenu(OPACITIES)
        self.sizes.chosen.connect(lambda share: self.look_requested.emit(replace(self._look, scale=share)))
        self.opacities.chosen.connect(lambda share: self.look_requested.emit(replace(self._look, opacity=share)))
        for menu, icon in ((self.sizes, "size"), (self.opacities, "opacity")):
            self.set_action_icon(menu.menuAction(), icon)
            self.addMenu(menu)
        self.clicks, self.behavior = _ClicksMenu(), _BehaviorMenu()
        self.clicks.chosen.connect(lambda clicks: self.look_requested.emit(replace(self._look, clicks=clicks)))
        self.behavior.field_toggled.connect(self._request_field)
        self.behavior.autostart_wanted.connect(self.autostart_requested)
        for menu, icon in ((self.clicks, "click"), (self.behavior, "pin")):
            self.set_action_icon(menu.menuAction(), icon)
            self.addMenu(menu)
        self.meter = self._entry("meter")
        self.meter.triggered.connect(lambda: self._request_field("show_meter", not self._look.show_meter))
        self.addSeparator()
        self.call = self._action("bring", self.call_requested)
        self.hide_action = self._action("eye-off", self.hide_requested)
        self.quit = self._action("close", self.quit_requested)
        self.show_look(self._look)
        language.keep_translated(self, self._retranslate)

    def _retranslate(self) -> None:
        # Only displayed, not set as QAction.shortcut: it is a global shortcut.
        shortcut = self._look.call_shortcut
        self.chat.setText(f"{tr('Chat')}\t{shortcut}" if shortcut else tr("Chat"))
        self.settings.setText(tr("Settings…"))
        self.voice.setText(tr("Stop speaking" if self._speaks else "Speak aloud"))
        self.listening.setText(tr("Stop listening" if self._listens else "Listen"))
        self.sizes.setTitle(tr("Size"))
        self.opacities.setTitle(tr("Opacity"))
        self.meter.setText(tr("Hide the meter" if self._look.show_meter else "Resource meter"))
        self.call.setText(tr("Bring her here"))
        self.hide_action.setText(tr("Show" if self._is_hidden else "Hide"))
        if self._hide_minutes and not self._is_hidden:
            self.hide_action.setText(tr_plural(self._hide_minutes, "Hide for a minute", "Hide for {n} minutes"))
        self.quit.setText(tr("Quit"))

    def open_at(self, position: QPoint, owner: QWindow) -> None:
        """Open at a point of the desktop, above the window `owner`."""
        self.winId()
        self.windowHandle().setTransientParent(owner)
        self.popup(position)

    def show_look(self, look: CharacterLook) -> None:
        """Show the present look in all submenus."""
        self._look = look
        self.sizes.show_chosen(look.scale)
        self.opacities.show_chosen(look.opacity)
        self.clicks.show_chosen(look.clicks)
        self.behavior.show_look(look)
        self._retranslate()

    def show_voice(self, speaks: bool) -> None:
        """Turn the entry of the voice into one that ends it while she speaks aloud."""
        self._speaks = speaks
        self._retranslate()
        self.set_action_icon(self.voice, "voice-off" if speaks else "voice")

    def show_listening(self, is_offered: bool, *, listens: bool) -> None:
        """Show or hide the entry of the microphone; while she listens hands-free, it ends that."""
        self._listens = listens
        self._retranslate()
        self.listening.setVisible(is_offered)
        self.set_action_icon(self.listening, "close" if listens else "microphone")

    def show_hidden(self, hidden: bool) -> None:
        """Turn the hide entry into one for showing while the character is hidden."""
        self._is_hidden = hidden
        self._retranslate()
        self.set_action_icon(self.hide_action, "eye" if hidden else "eye-off")

    def show_hide_duration(self, minutes: int) -> None:
        """Show in the hide entry for how long the character hides; without a tray icon she returns by herself."""
        self._hide_minutes = minutes
        self._retranslate()

    def _request_field(self, field: str, is_on: bool) -> None:
        self.look_requested.emit(replace(self._look, **{field: is_on}))

    def _action(self, icon: str, signal: SignalInstance) -> QAction:
        action = self._entry(icon)
        action.triggered.connect(signal)
        return action

    def _entry(self, icon: str) -> QAction:
        action = QAction(self)
        self.set_action_icon(action, icon)
        self.addAction(action)
        return action


class Tray(QSystemTrayIcon):
    """The tray icon with the character's menu. On a desktop without a tray it stays invisible.

    A click on it is the same as the menu's entry to hide the character, or to show her again.
    """

    def __init__(self, name: str, icon: Path | None = None, parent: QObject | None = None) -> None:
        """`name` is the character's name, `icon` the path of its icon."""
        super().__init__(parent)
        self._sets_window_icon = False
        self.show_character(name, icon)
        self.menu = PetMenu()
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
            self.menu.hide_requested.emit()


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
