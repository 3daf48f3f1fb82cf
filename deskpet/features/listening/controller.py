"""The keys, the buttons and the gesture that open the microphone. What listens is imported when it is first opened."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from deskpet.config.choices import ListeningMode
from deskpet.config.settings import ListeningSettings
from deskpet.features.host import Host
from deskpet.features.listening.ui.composer_parts import ListeningStrip, TalkButton
from deskpet.translation import tr
from deskpet.ui.platform.global_shortcut import GlobalShortcut, ShortcutError
from deskpet.ui.platform.signals import listen, listen_to_all

if TYPE_CHECKING:
    from deskpet.features.listening.controllers.microphone_controller import MicrophoneController
    from deskpet.features.listening.ui.page import ListeningTestRow


class ListeningController(QObject):
    """Joins what opens the microphone with it. `microphone` is None until it is first opened.

    `button` and `strip` are those of the composer.
    """

    def __init__(self, host: Host) -> None:
        super().__init__()
        self._host, self._gestures = host, host.character.window.living_model.gestures
        self.microphone: MicrophoneController | None = None
        self.shortcut = GlobalShortcut("talk", tr("Push to talk"), self, is_held=True)
        requests = (menu.listening_requested for menu in host.character.menus)
        self._ends = [
            host.composer.add_button(self._new_button, is_behind=True),
            host.composer.add_row(self._new_strip),
            listen(host.composer.listening_cancelled, self.cancel),
            listen(self._gestures.held, lambda: self._opened().press(is_hold=True)),
            listen(self._gestures.let_go, self._release),
            listen(host.character.window.escaped, self.cancel),
            listen_to_all(lambda: self._opened().toggle_hands_free(), *requests),
            host.settings.listen("listening", lambda *_: self._apply()),
            host.chat.listen_to_end(self.cancel),
        ]
        self.shortcut.pressed.connect(lambda: self._opened().press())
        self.shortcut.released.connect(self._release)
        self.shortcut.escaped.connect(self.cancel)
        self._apply(is_start=True)

    def cancel(self) -> None:
        """Close the microphone, and forget what it heard."""
        if self.microphone:
            self.microphone.cancel()

    def check(self, settings: ListeningSettings, row: "ListeningTestRow") -> None:
        """Listen for a few seconds with these settings, and show the result in the row."""
        self._opened().check(settings, row)

    async def close(self) -> None:
        """Close the microphone, and let go of the key."""
        self.shortcut.release()
        if self.microphone:
            await self.microphone.close()
        # The microphone shows in the button and the strip that it is closed.
        for end in self._ends:
            end()

    def _new_button(self, parent: QWidget, side: int) -> TalkButton:
        button = self.button = TalkButton(parent, side)
        button.pressed.connect(lambda: self._opened().press())
        button.released.connect(self._release)
        return button

    def _new_strip(self, parent: QWidget) -> ListeningStrip:
        strip = self.strip = ListeningStrip(parent)
        strip.cancelled.connect(self.cancel)
        return strip

    def _release(self) -> None:
        if self.microphone:
            self.microphone.release()

    def _opened(self) -> "MicrophoneController":
        from deskpet.features.listening.controllers.microphone_controller import MicrophoneController

        if self.microphone is None:
            self.microphone = MicrophoneController(self._host, self.button, self.strip)
            self.microphone.hands_free_changed.connect(self._show_offer)
        return self.microphone

    def _apply(self, *, is_start: bool = False) -> None:
        listening = self._host.settings.now.listening
        self._gestures.is_holding_wanted = listening.enabled
        self.button.show_mode(is_hands_free=listening.microphone_mode is ListeningMode.HANDS_FREE)
        self.button.setVisible(listening.enabled)
        self._show_offer()
        try:
            self.shortcut.grab(listening.shortcut if listening.enabled else "")
        except ShortcutError as error:
            # A missing platform feature can't be fixed by the user: don't report it at each start.
            if not (error.is_platform and is_start):
                self._host.chat.warn("listening_shortcut", tr("The key to talk can't be used"), str(error))

    def _show_offer(self) -> None:
        listens = self.microphone is not None and self.microphone.is_hands_free
        for menu in self._host.character.menus:
            menu.show_listening(self._host.settings.now.listening.enabled, listens=listens)
