"""The conversation on the desktop: the chat window, who answers in it, what is kept of it, and its settings."""

import logging
import time
from collections.abc import Coroutine
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QRect, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from deskpet import paths
from deskpet.chat.conversation import Conversation
from deskpet.chat.messages import Message, Notice
from deskpet.chat.report import Reporter
from deskpet.chat.turn import TurnSetup
from deskpet.keys import find_key, store_key
from deskpet.llm.capabilities import Capabilities, Learner, Place
from deskpet.pet.hearing import hear
from deskpet.settings import Mode, Settings, SettingsError
from deskpet.store import Keeper, Store, StoreError
from deskpet.tools.character import CHARACTER_TOOLS
from deskpet.ui import loop
from deskpet.ui.blocks import ToolLook, default_look
from deskpet.ui.chat_window import ChatWindow
from deskpet.ui.kept_settings import KeptSettings
from deskpet.ui.look import Look
from deskpet.ui.pet_window import PetWindow
from deskpet.ui.stage import Stage
from deskpet.ui.turn_details import TurnDetails

if TYPE_CHECKING:
    from deskpet.llm.endpoints import Endpoints
    from deskpet.log import LastExchanges
    from deskpet.ui.settings_window import SettingsWindow

_WARM_UP_MS = 500
_EXCHANGES = 64  # as many as a long turn makes; they share their texts with the conversation

logger = logging.getLogger(__name__)


def look_of(tool_name: str) -> ToolLook:
    """How a tool's card looks: the tool says it itself."""
    known = next((tool for tool in CHARACTER_TOOLS if tool.name == tool_name), None)
    return ToolLook(known.title, known.icon) if known else default_look(tool_name)


class Talk(QObject):
    """Joins the chat window, the conversation, its store and the settings, beside the character.

    said_notice: the program said something of its own in the chat.
    """

    said_notice = Signal(str)

    def __init__(self, kept: KeptSettings, stage: Stage, pet: PetWindow) -> None:
        super().__init__()
        self._kept, self._stage, self._pet = kept, stage, pet
        self._endpoints: Endpoints | None = None
        self._store: Store | None = None
        self._keeper: Keeper | None = None
        self.settings_window: SettingsWindow | None = None
        self.capabilities = Capabilities(paths.data_folder() / "endpoints.json")
        self._learner = Learner(self.capabilities)
        self._reporter = Reporter()
        self._exchanges: LastExchanges | None = None
        self.conversation = Conversation(self._begin_turn)
        self.chat = ChatWindow(stage.character.name, look_of)
        self._connect()

    def open(self) -> None:
        """Show the chat with what was said last time, and keep what is said from now on."""
        self._remember()
        self._follow(self._pet.geometry())
        self._tell_status()
        self.chat.show()
        if self._kept.error:
            self._settings_mistaken(self._kept.error)
        QTimer.singleShot(_WARM_UP_MS, self._turn_setup)

    async def close(self) -> None:
        """End the answer that grows, keep it, and put everything away."""
        self.conversation.stop()
        self.chat.close()
        if self.settings_window:
            self.settings_window.close()
        await loop.cancel_all()
        if self._endpoints:
            await self._endpoints.aclose()
        if self._store:
            self._store.close()
        if self._exchanges:
            self._exchanges.__exit__()

    def show_or_hide(self) -> None:
        """Put the chat away, or bring it back to be typed into."""
        if self.chat.isVisible():
            self.chat.hide()
            return
        self.chat.show()
        self.chat.raise_()
        self.chat.activateWindow()

    def open_settings(self) -> None:
        """Show the settings window."""
        from deskpet.ui.connection_desk import ConnectionDesk
        from deskpet.ui.settings_window import SettingsWindow

        window = self.settings_window
        if window is None:
            has_key = bool(find_key(self._kept.saved.endpoint))
            window = SettingsWindow(self._kept.saved, has_key, self.capabilities.last_model)
            window.applied.connect(self._apply)
            window.key_changed.connect(self._keep_key)
            ConnectionDesk(window, self._opened_endpoints(), self.capabilities)
            self.settings_window = window
        window.show()
        window.raise_()
        window.activateWindow()

    def say_notice(self, code: str, title: str, cause: str) -> None:
        """Say something of the program's own in the chat; it is no part of the conversation."""
        logger.warning("%s: %s", title, cause)
        notice = Notice("warning", code, title, cause)
        self.chat.show_message(Message("assistant", (notice,), ended="stop"))
        self.said_notice.emit(cause)

    def keep_look(self, look: Look) -> None:
        """Let the character look like this from now on, and after the next start."""
        character = self._kept.saved.character.model_copy(update=asdict(look))
        self._apply(self._kept.saved.model_copy(update={"character": character}))

    def _connect(self) -> None:
        self.conversation.listen(self.chat.show_message, self.chat.apply)
        self._pet_feels_along()
        self.conversation.listen(lambda _: None, self._reporter)
        self.conversation.listen(self._learner.message, self._learner.event)
        self.chat.submitted.connect(lambda text: self._start(self.conversation.send(text)))
        self.chat.stop_requested.connect(self.conversation.stop)
        self.chat.new_requested.connect(self._begin_anew)
        self.chat.settings_requested.connect(self.open_settings)
        self.chat.action_requested.connect(self._act)
        self._pet.moved.connect(self._follow)
        self._kept.changed.connect(self._settings_changed)
        self._kept.mistaken.connect(self._settings_mistaken)

    def _pet_feels_along(self) -> None:
        presence = self._pet.presence
        self.conversation.listen(lambda _: None, lambda event, answer: hear(presence, event, answer))
        self.chat.composer.field.textChanged.connect(presence.note_typing)
        self._pet.look_out_for(lambda: self.chat.geometry() if self.chat.isVisible() else None)

    def _remember(self) -> None:
        try:
            self._store = Store(paths.data_folder() / "conversations.db")
            for message in self.conversation.restore(self._store.last_session()):
                self.chat.show_message(message)
            self._keeper = Keeper(self._store, self.conversation)
        except StoreError as error:
            self.say_notice("store", "This conversation will not be kept", str(error))

    def _start(self, turn: Coroutine[Any, Any, Message]) -> None:
        if self.conversation.is_running:
            turn.close()
            return
        loop.spawn(self._run(turn))

    async def _run(self, turn: Coroutine[Any, Any, Message]) -> None:
        self.chat.set_busy(True)
        try:
            await turn
        finally:
            self.chat.set_busy(False)
            self._tell_details()

    def _tell_details(self) -> None:
        from deskpet.log import tell_turn
        from deskpet.summary import summary_of

        report, exchanges = self._reporter.report, self._exchanges.all if self._exchanges else ()
        if report.message_id:
            sent = tuple(each for each in exchanges if each.started_at >= report.started_at)
            summary = summary_of(report, sent)
            tell_turn(summary)
            self.chat.set_details(report.message_id, TurnDetails(summary, sent))

    def _begin_turn(self) -> TurnSetup:
        from deskpet.log import LastExchanges

        self._exchanges = self._exchanges or LastExchanges(_EXCHANGES).__enter__()
        setup, endpoint = self._turn_setup(), self._kept.settings.endpoint
        self._learner.begin(Place(endpoint.base_url, endpoint.model), native=setup.native_tools)
        return setup

    def _turn_setup(self) -> TurnSetup:
        # httpx takes a tenth of a second to import: the character is on screen long before it is needed.
        from deskpet import wiring

        return wiring.turn_setup(self._kept.settings, self._stage, self._opened_endpoints())

    def _opened_endpoints(self) -> "Endpoints":
        from deskpet.llm.endpoints import Endpoints

        if self._endpoints is None:
            self._endpoints = Endpoints()
        return self._endpoints

    def _begin_anew(self) -> None:
        if self.conversation.is_running:
            return
        self.conversation.clear()
        self.chat.clear()
        if self._keeper:
            self._keeper.begin_session(time.time())

    def _go_on(self, message_id: str, *, again: bool = False) -> None:
        """Let an answer grow on; what was said after it can't be undone, so only the last one does."""
        if self.conversation.messages and self.conversation.messages[-1].id == message_id:
            self._start(self.conversation.go_on(again=again))

    def _act(self, message_id: str, action: str) -> None:
        """A button on a notice of a message was pressed."""
        match action:
            case "retry":
                self._go_on(message_id, again=True)
            case "continue":
                self._go_on(message_id)
            case "undo_compression":
                self.conversation.undo_compression()
            case "use_text_mode":
                saved = self._kept.saved
                chat = saved.chat.model_copy(update={"mode": Mode.TEXT})
                self._apply(saved.model_copy(update={"chat": chat}))
                self._go_on(message_id)
            case "settings":
                self.open_settings()
            case _:
                logger.warning("no such action: %s", action)

    def _apply(self, changed: Settings) -> None:
        try:
            self._kept.change(changed)
        except (SettingsError, OSError) as error:
            self.say_notice("settings", "The settings could not be saved", str(error))

    def _keep_key(self, key: str) -> None:
        from keyring.errors import KeyringError

        endpoint = self._kept.saved.endpoint
        try:
            store_key(endpoint, key)
        except KeyringError as error:
            why = f"{error} Set the variable {endpoint.api_key_env} instead."
            self.say_notice("keyring", "The key could not be kept: this system has no keyring", why)

    def _settings_changed(self) -> None:
        window = self.settings_window
        if window and window.settings != self._kept.saved:
            window.show_settings(self._kept.saved)
        self._tell_status()

    def _settings_mistaken(self, error: SettingsError) -> None:
        self.say_notice("settings", "The settings file has a mistake; the last good settings stay", str(error))

    def _tell_status(self) -> None:
        endpoint = self._kept.settings.endpoint
        self.chat.set_status(endpoint.model or endpoint.base_url or "Offline companion")

    def _follow(self, pet: QRect) -> None:
        screen = self._pet.screen() or QGuiApplication.primaryScreen()
        self.chat.place_beside(pet, screen.availableGeometry())
