"""The character's context menu, which is also the tray icon's menu."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QPoint, Signal, SignalInstance
from PySide6.QtGui import QAction, QGuiApplication, QIcon, QWindow
from PySide6.QtWidgets import QSystemTrayIcon

from deskpet.config import paths
from deskpet.config.character_look import CharacterLook
from deskpet.config.choices import Clicks
from deskpet.translation import tr, tr_noop, tr_plural
from deskpet.ui.platform import autostart, global_shortcut
from deskpet.ui.widgets import icons, language, theme
from deskpet.ui.widgets.popup_menu import ThemedMenu

SIZES = (0.5, 0.75, 1.0, 1.25, 1.5, 2.0)
OPACITIES = (1.0, 0.8, 0.6, 0.4)
CLICKS = {
    Clicks.TRANSPARENT: tr_noop("Where it is transparent"),
    Clicks.EVERYWHERE: tr_noop("Everywhere: a ghost"),
    Clicks.NOWHERE: tr_noop("Nowhere"),
}
_AUTOSTART = "autostart"
# The on/off entries of the submenu "Behaviour", by their field of CharacterLook but for the last one.
BEHAVIORS = {
    "hold_position": tr_noop("Hold position"),
    "fade_when_near": tr_noop("Fade near the pointer"),
    "hide_for_full_screen": tr_noop("Hide for full-screen windows"),
    _AUTOSTART: tr_noop("Start with the session"),
}

ICON_SIZE, FACE_SIZE = 64, 128


class _ChoiceMenu(ThemedMenu):
    """A submenu of values, with check marks.

    chosen: Emitted with the selected value.
    """

    chosen = Signal(object)

    def __init__(self, title: str, texts: Mapping[Any, str]) -> None:
        """texts: the text of each value. They and the title are translated."""
        super().__init__()
        self._title, self._texts = title, texts
        self.entries = {value: QAction(self) for value in texts}
        for value, action in self.entries.items():
            action.triggered.connect(lambda _=False, value=value: self.chosen.emit(value))
            self.addAction(action)
        language.keep_translated(self, self._retranslate)

    def _retranslate(self) -> None:
        self.setTitle(tr(self._title))
        for value, action in self.entries.items():
            action.setText(tr(self._texts[value]))

    def show_checked(self, *checked: object) -> None:
        """Mark these values."""
        for value, action in self.entries.items():
            self.set_action_icon(action, "check" if value in checked else "")


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
        self.sizes = self._submenu("size", tr_noop("Size"), {share: f"{share:.0%}" for share in SIZES})
        self.sizes.chosen.connect(partial(self._request_field, "scale"))
        self.opacities = self._submenu("opacity", tr_noop("Opacity"), {share: f"{share:.0%}" for share in OPACITIES})
        self.opacities.chosen.connect(partial(self._request_field, "opacity"))
        self.clicks = self._submenu("click", tr_noop("Clicks go through"), CLICKS)
        self.clicks.chosen.connect(partial(self._request_field, "clicks"))
        self.behavior = self._submenu("pin", tr_noop("Behaviour"), BEHAVIORS)
        self.behavior.insertSeparator(self.behavior.entries[_AUTOSTART])
        self.behavior.chosen.connect(self._toggle_behavior)
        # Another program may have changed the start with the session.
        self.behavior.aboutToShow.connect(self._show_behavior)
        self.meter = self._entry("meter")
        self.meter.triggered.connect(lambda: self._request_field("show_meter", not self._look.show_meter))
        self.addSeparator()
        self.call = self._action("bring", self.call_requested)
        self.hide_action = self._action("eye-off", self.hide_requested)
        self.quit = self._action("close", self.quit_requested)
        self.show_look(self._look)
        # The desktop may have granted other keys meanwhile.
        self.aboutToShow.connect(self._retranslate)
        language.keep_translated(self, self._retranslate)

    def _retranslate(self) -> None:
        # Only displayed, not set as QAction.shortcut: it is a global shortcut.
        shortcut = global_shortcut.shown_keys("chat", self._look.call_shortcut)
        self.chat.setText(f"{tr('Chat')}\t{shortcut}" if shortcut else tr("Chat"))
        self.settings.setText(tr("Settings…"))
        self.voice.setText(tr("Stop speaking" if self._speaks else "Speak aloud"))
        self.listening.setText(tr("Stop listening" if self._listens else "Listen"))
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
        self.sizes.show_checked(round(look.scale, 2))
        self.opacities.show_checked(round(look.opacity, 2))
        self.clicks.show_checked(look.clicks)
        self._show_behavior()
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

    def _show_behavior(self) -> None:
        self.behavior.show_checked(*filter(self._is_on, BEHAVIORS))

    def _is_on(self, behavior: str) -> bool:
        return autostart.is_enabled() if behavior == _AUTOSTART else bool(getattr(self._look, behavior))

    def _toggle_behavior(self, behavior: str) -> None:
        if behavior == _AUTOSTART:
            self.autostart_requested.emit(not self._is_on(behavior))
        else:
            self._request_field(behavior, not self._is_on(behavior))

    def _request_field(self, field: str, value: object) -> None:
        self.look_requested.emit(replace(self._look, **{field: value}))

    def _submenu(self, icon: str, title: str, texts: Mapping[Any, str]) -> _ChoiceMenu:
        menu = _ChoiceMenu(title, texts)
        self.set_action_icon(menu.menuAction(), icon)
        self.addMenu(menu)
        return menu

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
        if self._icon_path and not paths.is_file(self._icon_path):
            from deskpet.ui.widgets import avatar

            # The face of a model without an icon, from the pictures in its folder.
            if picture := avatar.avatar_pixmap(self._icon_path.parent, FACE_SIZE, 1.0):
                self.setIcon(QIcon(picture))
        QGuiApplication.setWindowIcon(self.icon())

    def show_notification(self, title: str, text: str) -> None:
        """Show a notification at the icon; nothing where there is no tray."""
        if self.isVisible():
            self.showMessage(title, text, self.icon())

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason == QSystemTrayIcon.ActivationReason.Trigger:
            self.menu.hide_requested.emit()


def _icon(path: Path | None) -> QIcon:
    """Return the icon at `path`; for a built-in model its SVG drawing, which is sharp at any size."""
    if path is not None and paths.is_file(path):
        drawing = theme.assets() / "icons" / f"{path.parent.name}.svg"
        is_built_in = path.parent.parent == paths.bundled_path("models") and drawing.is_file()
        return QIcon(str(drawing if is_built_in else path))
    return QIcon(icons.pixmap("smile", theme.current().accent, ICON_SIZE, 1.0))
