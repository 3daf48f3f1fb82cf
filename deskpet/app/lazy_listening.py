"""The microphone; nothing of it is imported before the user first opens it."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from deskpet.config.choices import ListeningMode
from deskpet.translation import tr
from deskpet.ui.platform.global_shortcut import GlobalShortcut, ShortcutError

if TYPE_CHECKING:
    from deskpet.app.chat_controller import ChatController
    from deskpet.app.lazy_voice import LazyVoice
    from deskpet.app.listening_controller import ListeningController
    from deskpet.app.settings_store import SettingsStore
    from deskpet.config.settings import Settings
    from deskpet.ui.pet.menu import PetMenu
    from deskpet.ui.pet.window import PetWindow
    from deskpet.ui.settings.device_row import DeviceRow
    from deskpet.ui.settings.window import SettingsWindow


class LazyListening(QObject):
    """Joins the keys, the buttons and the gesture that open the microphone with it.

    `controller` is None until it is first opened.
    """

    def __init__(
        self,
        store: "SettingsStore",
        chat: "ChatController",
        pet: "PetWindow",
        voice: "LazyVoice",
        menus: "tuple[PetMenu, ...]",
    ) -> None:
        """`menus` have an entry that lets her listen hands-free."""
        super().__init__(pet)
        self._store, self._chat, self._pet, self._voice, self._menus = store, chat, pet, voice, menus
        self.controller: ListeningController | None = None
        self.shortcut = GlobalShortcut(self, is_held=True)
        self._gestures, self._composer = pet.living_model.gestures, chat.chat.composer
        self._connect()
        self._apply(is_start=True)

    def _connect(self) -> None:
        self._composer.talk.pressed.connect(lambda: self._create().press())
        self.shortcut.pressed.connect(lambda: self._create().press())
        self._gestures.held.connect(lambda: self._create().press(is_hold=True))
        for released in (self._composer.talk.released, self.shortcut.released, self._gestures.let_go):
            released.connect(self._release)
        for cancelled in (self._composer.listening_cancelled, self.shortcut.escaped, self._pet.escaped):
            cancelled.connect(self.cancel)
        for menu in self._menus:
            menu.listening_requested.connect(lambda: self._create().toggle_hands_free())
        self._chat.settings.opened.connect(lambda window: window.when_created("voice", self._connect_card))
        self._store.changed.connect(self._on_settings_changed)

    def cancel(self) -> None:
        """Close the microphone, and forget what it heard."""
        if self.controller:
            self.controller.cancel()

    async def close(self) -> None:
        """Close the microphone, and let go of the key."""
        self._store.changed.disconnect(self._on_settings_changed)
        self.shortcut.release()
        if self.controller:
            await self.controller.close()

    def _release(self) -> None:
        if self.controller:
            self.controller.release()

    def _create(self) -> "ListeningController":
        from deskpet.app.listening_controller import ListeningController

        if self.controller is None:
            self.controller = ListeningController(self._store, self._chat, self._pet, self._voice)
            self.controller.hands_free_changed.connect(self._show_offer)
        return self.controller

    def _apply(self, *, is_start: bool = False) -> None:
        listening = self._store.saved.listening
        self._gestures.is_holding_wanted = listening.enabled
        self._composer.talk.show_mode(is_hands_free=listening.microphone_mode is ListeningMode.HANDS_FREE)
        self._composer.talk.setVisible(listening.enabled)
        self._show_offer()
        try:
            self.shortcut.grab(listening.shortcut if listening.enabled else "")
        except ShortcutError as error:
            # A missing platform feature can't be fixed by the user: don't report it at each start.
            if not (error.is_platform and is_start):
                self._chat.notices.warn("listening_shortcut", tr("The key to talk can't be used"), str(error))

    def _show_offer(self) -> None:
        listens = self.controller is not None and self.controller.is_hands_free
        for menu in self._menus:
            menu.show_listening(self._store.saved.listening.enabled, listens=listens)

    def _on_settings_changed(self, before: "Settings", after: "Settings") -> None:
        if before.listening != after.listening:
            self._apply()

    def _connect_card(self, window: "SettingsWindow") -> None:
        card = window.listening_card
        card.test_row.requested.connect(lambda: self._create().test(window.settings.listening, card.test_row))
        card.microphone_row.names_requested.connect(lambda: self._list_microphones(card.microphone_row))

    def _list_microphones(self, row: "DeviceRow") -> None:
        from deskpet.app.listening_test import list_microphones
        from deskpet.ui.platform import event_loop

        event_loop.spawn(list_microphones(row))
