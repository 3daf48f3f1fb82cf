"""Create the VoiceController when the voice is first switched on. It is not imported before."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from deskpet.app.chat_controller import ChatController
    from deskpet.app.settings_store import SettingsStore
    from deskpet.app.voice_controller import VoiceController
    from deskpet.app.voice_page_controller import VoicePageController
    from deskpet.config.settings import Settings, VoiceSettings
    from deskpet.ui.pet.menu import PetMenu
    from deskpet.ui.pet.window import PetWindow
    from deskpet.ui.settings.persona_editor import PersonaEditor
    from deskpet.ui.settings.voice_test_row import VoiceTestRow
    from deskpet.ui.settings.window import SettingsWindow


class LazyVoice(QObject):
    """Connects the voice switches with the settings; `controller` is None until the voice is first switched on.

    audible_changed: Emitted with whether she is audible now.
    """

    audible_changed = Signal(bool)

    def __init__(
        self, store: "SettingsStore", chat: "ChatController", pet: "PetWindow", menus: "tuple[PetMenu, ...]"
    ) -> None:
        """`menus` have an entry that switches the voice."""
        super().__init__(pet)
        self._store, self._chat, self._pet, self._menus = store, chat, pet, menus
        self.controller: VoiceController | None = None
        self._page: VoicePageController | None = None
        chat.chat.header.voice.clicked.connect(self.toggle)
        for menu in menus:
            menu.voice_requested.connect(self.toggle)
        chat.chat.composer.stop_requested.connect(self._stop)
        pet.clicked.connect(lambda _: self.silence())
        chat.settings.opened.connect(self._connect_pages)
        store.changed.connect(self._on_settings_changed)
        self._apply()

    def toggle(self) -> None:
        """Switch the voice on or off."""
        self._store.change("voice", enabled=not self._store.saved.voice.enabled)

    @property
    def is_speaking(self) -> bool:
        """Whether she reads an answer aloud."""
        return self.controller is not None and self.controller.is_speaking

    def silence(self) -> bool:
        """Stop speaking. Returns whether she spoke."""
        return self.controller is not None and self.controller.stop()

    def pause(self) -> bool:
        """Pause until `resume` or `silence`. Returns whether she spoke."""
        return self.controller is not None and self.controller.pause()

    def resume(self) -> None:
        """Resume a paused answer."""
        if self.controller is not None:
            self.controller.resume()

    async def close(self) -> None:
        """Stop speaking, and close the sound device."""
        self._store.changed.disconnect(self._on_settings_changed)
        if self.controller:
            await self.controller.close()
        if self._page:
            await self._page.close()

    def _stop(self) -> None:
        if not (self.silence() and self._store.saved.voice.stop_silences_only):
            self._chat.conversation.stop()

    def _apply(self) -> None:
        is_on = self._store.saved.voice.enabled
        for switch in (self._chat.chat.header, *self._menus):
            switch.show_voice(is_on)
        if is_on and self.controller is None:
            self._create()

    def _create(self) -> "VoiceController":
        from deskpet.app.voice_controller import VoiceController

        if self.controller is None:
            self.controller = VoiceController(self._store, self._chat, self._pet)
            self.controller.audible_changed.connect(self.audible_changed)
        return self.controller

    def _on_settings_changed(self, before: "Settings", after: "Settings") -> None:
        if before.voice != after.voice:
            self._apply()

    def _connect_pages(self, window: "SettingsWindow") -> None:
        window.when_created("voice", self._connect_card)
        window.when_created("persona", self._connect_persona)

    def _connect_persona(self, window: "SettingsWindow") -> None:
        from deskpet.ui.settings.persona_editor import PersonaEditor

        editor = window.widget_of("persona").findChild(PersonaEditor)
        assert editor
        editor.voice_test_row.requested.connect(lambda: self._test_persona(window, editor))

    def _connect_card(self, window: "SettingsWindow") -> None:
        card = window.voice_card
        card.test_row.requested.connect(lambda: self._test(window.settings.voice, card.test_row))
        card.output_row.names_requested.connect(lambda: self._page_controller().list_outputs(card.output_row))

    def _test(self, settings: "VoiceSettings", row: "VoiceTestRow") -> None:
        self.silence()
        self._page_controller().test(settings, row)

    def _test_persona(self, window: "SettingsWindow", editor: "PersonaEditor") -> None:
        from deskpet.voice.persona_voice import persona_voice

        editor.settle()
        self._test(persona_voice(window.settings.voice, editor.persona), editor.voice_test_row)

    def _page_controller(self) -> "VoicePageController":
        from deskpet.app.voice_page_controller import VoicePageController

        if self._page is None:
            self._page = VoicePageController(self._pet, self._chat.keys)
            self._page.sample.audible_changed.connect(self.audible_changed)
        return self._page
