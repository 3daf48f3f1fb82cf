"""Run the actions of the buttons on notices; `deskpet/chat/actions.py` declares those of several packages."""

import logging
from collections.abc import Callable

from deskpet.app.settings_store import SettingsStore
from deskpet.app.turn_controller import TurnController
from deskpet.chat.actions import CONTINUING_ACTIONS, OPEN_SETTINGS_FILE, SETTINGS
from deskpet.config.settings import Mode
from deskpet.translation import tr
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.widgets import links

logger = logging.getLogger(__name__)


class NoticeActions:
    """Runs the action of a button on a message's notice, and resolves the notices that led to the settings."""

    def __init__(
        self,
        chat: ChatWindow,
        turns: TurnController,
        settings_store: SettingsStore,
        open_settings: Callable[[str], None],
    ) -> None:
        """`open_settings` shows the settings window, at the named page or at the last one."""
        self._chat, self._turns, self._conversation = chat, turns, turns.conversation
        self._settings_store, self._open_settings = settings_store, open_settings
        self._led_to_settings: set[str] = set()  # ids of messages with a notice that opened the settings
        chat.transcript.action_requested.connect(self._run)

    def resolve_settings_notices(self) -> None:
        """Resolve the notices that led to the settings, except those that also offer to continue the answer."""
        conversation = self._conversation
        if conversation.is_running:
            return
        for message_id in self._led_to_settings:
            can_continue = any(conversation.offers(message_id, action) for action in CONTINUING_ACTIONS)
            if conversation.offers(message_id, SETTINGS.name) and not can_continue:
                conversation.resolve(message_id, SETTINGS.name, "settings")
        self._led_to_settings.clear()

    def _run(self, message_id: str, action: str) -> None:
        match action:
            # The refusal of pictures is recorded by now: another request leaves them out.
            case "retry" | "without_pictures":
                self._turns.resume(message_id, action, retry=True)
            case "continue":
                self._turns.resume(message_id, action)
            case "undo_compression":
                self._turns.when_idle(lambda: self._undo_compression(message_id, action))
            case "use_text_mode":
                self._use_text_mode()
                self._turns.resume(message_id, action)
            case "keep_text_mode":
                self._use_text_mode()
                self._turns.when_idle(lambda: self._resolve_text_mode(message_id, action))
            case "settings":
                self._led_to_settings.add(message_id)
                self._open_settings("")
            case OPEN_SETTINGS_FILE.name:
                self._open_settings_file()
            case "characters":
                self._open_settings("character")
            case _:
                logger.warning("no such action: %s", action)

    def _use_text_mode(self) -> None:
        self._settings_store.change("chat", mode=Mode.TEXT)

    def _resolve_text_mode(self, message_id: str, action: str) -> None:
        """Resolve the notice that offered text mode, unless the message is gone."""
        if self._conversation.offers(message_id, action):
            self._conversation.resolve(message_id, action, "text_mode")

    def _undo_compression(self, message_id: str, action: str) -> None:
        """Undo the compression, unless the notice no longer offers it."""
        if self._conversation.offers(message_id, action):
            self._conversation.undo_compression()

    def _open_settings_file(self) -> None:
        file = self._settings_store.file
        if not links.open_file(file):
            self._chat.show_toast(lambda: tr("No program opens {file}.", file=file))
