"""The character's menu and the tray icon: what their entries do, and hiding the character."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from deskpet.pet.body import BodyFile
from deskpet.translation import tr
from deskpet.ui.pet.menu import PetMenu, Tray
from deskpet.ui.pet.window import PetWindow

if TYPE_CHECKING:
    from deskpet.app.chat_controller import ChatController

_HIDDEN_MINUTES = 10


class MenuController(QObject):
    """Connects the menu of the pet's window and that of the tray icon, which have the same entries."""

    def __init__(
        self,
        window: PetWindow,
        name: str,
        model: BodyFile,
        start_arguments: tuple[str, ...],
        report: Callable[[str, str, str], None],
    ) -> None:
        """Create the tray icon with the character's `name` and the icon of its `model`, without showing it.

        start_arguments: command-line options for a start with the session.
        report: shows a problem's code, title and cause.
        """
        super().__init__()
        self._window, self._start_arguments, self._report = window, start_arguments, report
        self.tray = Tray(name, _icon_file(model))

    def connect_chat(self, chat: "ChatController", quit_program: Callable[[], None]) -> None:
        """Connect the entries of both menus to the chat, and show the tray icon."""
        self.tray.apply_window_icon()
        self._window.look_changed.connect(chat.save_look)
        chat.menus = self._menus
        for menu in chat.menus:
            menu.look_requested.connect(chat.save_look)
            menu.chat_requested.connect(chat.show_or_hide)
            menu.settings_requested.connect(chat.open_settings)
            menu.hide_requested.connect(self._toggle_visibility)
            menu.quit_requested.connect(quit_program)
            menu.autostart_requested.connect(self._set_autostart)
        self.tray.menu.call_requested.connect(self._window.call)
        chat.notifier.tray_requested.connect(self.tray.show_notification)
        if Tray.isSystemTrayAvailable():
            self.tray.show()
        else:
            self._window.menu.show_hide_duration(_HIDDEN_MINUTES)
        self._window.visibleChanged.connect(self._show_visibility)

    @property
    def _menus(self) -> tuple[PetMenu, PetMenu]:
        return self._window.menu, self.tray.menu

    def show_character(self, name: str, model: BodyFile) -> None:
        """Show another character's name and icon."""
        self.tray.show_character(name, _icon_file(model))

    def _toggle_visibility(self) -> None:
        if not self._window.isVisible():
            self._window.show()
        elif Tray.isSystemTrayAvailable():
            self._window.hide()
        else:
            # Without a tray the user could not bring the character back, so it returns by itself.
            self._window.hide_for(_HIDDEN_MINUTES * 60)

    def _show_visibility(self, is_visible: bool) -> None:
        for menu in self._menus:
            menu.show_hidden(not is_visible)

    def _set_autostart(self, is_enabled: bool) -> None:
        from deskpet.ui.platform import autostart

        try:
            autostart.set_enabled(is_enabled, self._start_arguments)
        except OSError as error:
            self._report("autostart", tr("“Start with the session” could not be changed"), str(error))


def _icon_file(model: BodyFile) -> Path:
    return model.folder / "icon.png"
