"""The conversation on the desktop: the chat window, who answers in it, what is kept of it, and its settings."""

import asyncio
import logging
from collections.abc import Coroutine
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QPoint, QRect, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from deskpet import paths
from deskpet.chat.conversation import Conversation
from deskpet.chat.messages import Message, Notice
from deskpet.chat.report import Reporter
from deskpet.chat.tool import Policy, Tool, Toolbox
from deskpet.chat.turn import TurnSetup
from deskpet.keys import find_key, store_key
from deskpet.llm.capabilities import Capabilities, Learner, Place
from deskpet.pet.hearing import hear
from deskpet.pet.mood import Doing
from deskpet.settings import Character, Mode, Settings, SettingsError
from deskpet.store import Keeper, Store, StoreError
from deskpet.tools import tool_named
from deskpet.tools.reminders import Reminders, RemindersError
from deskpet.ui import loop
from deskpet.ui.appearance import Appearance
from deskpet.ui.blocks import ToolLook, default_look
from deskpet.ui.blocks.tool_use import ToolUseView
from deskpet.ui.chat.message_commands import MessageCommands
from deskpet.ui.chat.turn_details import TurnDetails
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.first_run import newcomer
from deskpet.ui.history.desk import HistoryDesk
from deskpet.ui.kept_settings import KeptSettings
from deskpet.ui.pet.activity import ActivityLine, activity_of
from deskpet.ui.pet.look import Look
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.reminder_desk import ReminderDesk
from deskpet.ui.settings.persona_desk import PersonaDesk
from deskpet.ui.stage import Stage
from deskpet.ui.tool_desk import ToolDesk

if TYPE_CHECKING:
    from deskpet.llm.endpoints import Endpoints
    from deskpet.log import LastExchanges
    from deskpet.ui.first_run.desk import FirstRunDesk
    from deskpet.ui.settings.window import SettingsWindow

_WARM_UP_MS = 500
_MINDED = 4  # so many of the last messages call lore to mind
_NO_PICTURES = "The offline companion can't see pictures. Connect a model in the settings to send one."
_EXCHANGES = 64  # as many as a long turn makes; they share their texts with the conversation

logger = logging.getLogger(__name__)


def look_of(tool_name: str) -> ToolLook:
    """How a tool's card looks: the tool says it itself."""
    known = tool_named(tool_name)
    return ToolLook(known.title, known.icon, known.preview, known.result) if known else default_look(tool_name)


class Talk(QObject):
    """Joins the chat window, the conversation, its store and the settings, beside the character.

    said_notice: the program said something of its own in the chat.
    settings_opened: the SettingsWindow was made; it is shown next.
    """

    said_notice = Signal(str)
    settings_opened = Signal(object)
    # The store's thread says it; a signal brings it to this one.
    _store_troubled = Signal(str)

    def __init__(self, kept: KeptSettings, stage: Stage, pet: PetWindow) -> None:
        super().__init__()
        self._kept, self._stage, self._pet = kept, stage, pet
        self._endpoints: Endpoints | None = None
        self._store: Store | None = None
        self._keeper: Keeper | None = None
        self._history: HistoryDesk | None = None
        self._troubles: set[str] = set()
        self._naming: asyncio.Task[None] | None = None
        self.settings_window: SettingsWindow | None = None
        self.first_run: FirstRunDesk | None = None
        self.capabilities = Capabilities(paths.data_folder() / "endpoints.json")
        self._learner = Learner(self.capabilities)
        self._reporter = Reporter()
        self._exchanges: LastExchanges | None = None
        self.conversation = Conversation(self._begin_turn)
        self.chat = ChatWindow(stage.character.name, look_of)
        self.personas = PersonaDesk(
            kept, paths.data_folder() / "personas", self._apply, lambda: self._stage.character.name
        )
        self._reminders = self._opened_reminders()
        self.calls = ToolDesk(self.conversation, self._toolbox)
        self.activity = ActivityLine()
        self._appearance = Appearance(self.chat, kept.settings.appearance)
        self._connect()

    def open(self, *, welcomes: bool = False) -> None:
        """Show the chat with what was said last time, and keep what is said from now on.

        With `welcomes` somebody who was never here is made at home first.
        """
        self._remember()
        self._follow(self._pet.geometry())
        self._tell_status()
        if welcomes and newcomer.is_new(self._kept, has_talked=bool(self.conversation.messages)):
            self._welcome()
        else:
            self.chat.show()
        if self._kept.error:
            self._settings_mistaken(self._kept.error)
        self._remind()
        self.personas.greet(self.conversation)
        QTimer.singleShot(_WARM_UP_MS, self._turn_setup)

    async def close(self) -> None:
        """End the answer that grows, keep it, and put everything away."""
        self.conversation.stop()
        if self.first_run:
            self.first_run.close()
        self.chat.close()
        self.activity.close()
        if self.settings_window:
            self.settings_window.close()
        await loop.cancel_all()
        if self._endpoints:
            await self._endpoints.aclose()
        if self._history:
            self._history.close()
        if self._keeper:
            self._keeper.flush()
        if self._store:
            self._store.close()
        if self._exchanges:
            self._exchanges.__exit__()

    def show_or_hide(self) -> None:
        """Put the chat away, or bring it back to be typed into."""
        if self.first_run:
            self.come_along(not self.first_run.window.isVisible())
        elif self.chat.is_shown:
            self.chat.put_away()
        else:
            self.chat.bring()

    def come_along(self, visible: bool) -> None:
        """The chat, or the welcome in its place, comes and goes with the character."""
        (self.first_run.window if self.first_run else self.chat).setVisible(visible)

    def open_settings(self, page: str = "") -> None:
        """Show the settings window, and this page of it if one is named."""
        from deskpet.ui.settings.connection_desk import ConnectionDesk
        from deskpet.ui.settings.data_desk import DataDesk
        from deskpet.ui.settings.window import SettingsWindow

        window = self.settings_window
        if window is None:
            has_key = bool(find_key(self._kept.saved.endpoint))
            window = SettingsWindow(self._kept.saved, has_key, self.capabilities.last_model)
            window.applied.connect(self._apply)
            window.key_changed.connect(self._keep_key)
            ConnectionDesk(window, self._opened_endpoints(), self.capabilities)
            DataDesk(window.data_page, self._kept.file, self._store, self._keeper)
            self._pet.frameSwapped.connect(window.about_page.cost.count_frame)
            self.personas.attend(window.persona_page, window.tools_page)
            self.settings_window = window
            self.settings_opened.emit(window)
        if page:
            window.show_page(page)
        window.show()
        window.raise_()
        window.activateWindow()

    def say_notice(self, code: str, title: str, cause: str) -> None:
        """Say that something of the program's own is amiss; it is no part of the conversation."""
        logger.warning("%s: %s", title, cause)
        self.say(Notice("warning", code, title, cause))

    def say(self, notice: Notice) -> None:
        """Show a notice in the chat, outside of the conversation."""
        self.chat.show_message(Message("assistant", (notice,), ended="stop"))
        self.said_notice.emit(notice.cause)

    def keep_look(self, look: Look) -> None:
        """Let the character look like this from now on, and after the next start."""
        character = Character(**{**self._kept.saved.character.model_dump(), **asdict(look)})
        self._apply(self._kept.saved.model_copy(update={"character": character}))

    def _connect(self) -> None:
        self.conversation.listen(self.chat.show_message, self.chat.apply, self.chat.show_path)
        self.conversation.listen(lambda _: None, lambda _, answer: self._tell_activity(answer))
        self._commands = MessageCommands(self.chat, self.conversation, self._start)
        self._pet_feels_along()
        self.conversation.listen(lambda _: None, self._reporter)
        self.conversation.listen(self._learner.message, self._learner.event)
        self.chat.submitted.connect(lambda text, images: self._start(self.conversation.send(text, images)))
        self.chat.stop_requested.connect(self.conversation.stop)
        self.chat.new_requested.connect(self._begin_anew)
        self.chat.settings_requested.connect(self.open_settings)
        self.chat.action_requested.connect(self._act)
        self.chat.call_wished.connect(self.calls.take)
        self.calls.always.connect(self.personas.allow)
        self.personas.chosen.connect(lambda: self.personas.greet(self.conversation))
        self.calls.asked.connect(self._show_chat)
        self._pet.moved.connect(self._follow)
        self.chat.resized.connect(lambda: self._follow(self._pet.geometry()))
        self.chat.pin_wanted.connect(self._keep_pin)
        self._kept.changed.connect(self._settings_changed)
        self._kept.mistaken.connect(self._settings_mistaken)

    def _pet_feels_along(self) -> None:
        presence = self._pet.presence
        self.conversation.listen(lambda _: None, lambda event, answer: hear(presence, event, answer))
        self.chat.composer.field.textChanged.connect(presence.note_typing)
        self._pet.look_out_for(self._what_to_look_at)

    def _what_to_look_at(self) -> QRect | None:
        """The card of a tool that runs, or else the chat as a whole; None where it is put away."""
        if not self.chat.isVisible():
            return None
        if self._pet.presence.mood.doing is Doing.WATCHING:
            for card in self.chat.findChildren(ToolUseView):
                if card.property("state") == "running" and card.isVisible():
                    return QRect(card.mapToGlobal(QPoint(0, 0)), card.size())
        return self.chat.geometry()

    def _welcome(self) -> None:
        from deskpet.ui.first_run.desk import FirstRunDesk

        welcome = self.first_run = FirstRunDesk(
            self._kept, self._stage, self._pet, self._opened_endpoints(), self.capabilities
        )
        welcome.changed.connect(self._apply)
        welcome.key_changed.connect(self._keep_key)
        welcome.ended.connect(self._end_welcome)
        welcome.begin()

    def _end_welcome(self) -> None:
        self.first_run = None
        self.chat.bring()

    def _remember(self) -> None:
        self._store_troubled.connect(self._tell_trouble)
        try:
            file = paths.data_folder() / "conversations.db"
            self._store = Store(file, on_trouble=lambda error: self._store_troubled.emit(str(error)))
        except StoreError as error:
            self.say_notice("store", "This conversation will not be kept", str(error))
            return
        self._keeper = Keeper(self._store, self.conversation)
        try:
            self._keeper.open_last()
        except StoreError as error:
            self.say_notice("store", "The last conversation can't be read", str(error))
        name = self._stage.character.name
        self._history = HistoryDesk(self.chat, self._store, self._keeper, self.conversation, name)

    def _tell_trouble(self, why: str) -> None:
        """Something could not be written: said once, however often it happens."""
        if why not in self._troubles:
            self._troubles.add(why)
            self.say_notice("store", "What is said can't be kept", why)

    def _start(self, turn: Coroutine[Any, Any, Message]) -> None:
        if self.conversation.is_running:
            turn.close()
            return
        loop.spawn(self._run(turn))

    async def _run(self, turn: Coroutine[Any, Any, Message]) -> None:
        self.chat.set_busy(True)
        if self._naming:
            self._naming.cancel()
        try:
            answer = await turn
        finally:
            self.activity.tell(None)
            self.chat.set_busy(False)
            self._tell_details()
        # The offline companion names nothing.
        is_named_by_model = answer.ended == "stop" and bool(self._kept.settings.endpoint.base_url)
        if is_named_by_model and self._keeper and self._keeper.wants_title:
            self._naming = loop.spawn(self._name_session(self._keeper))

    async def _name_session(self, keeper: Keeper) -> None:
        """Let the model find a title for the conversation; without one it is called by its first question."""
        from deskpet.chat.title import title_for
        from deskpet.chat.whole import NoAnswer

        session = keeper.session
        try:
            title = await title_for(self._turn_setup().model, self.conversation.messages)
        except NoAnswer as error:
            logger.info("no title was found: %s", error)
        else:
            keeper.suggest_title(session, title)

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
        from deskpet import wiring
        from deskpet.log import LastExchanges

        self._exchanges = self._exchanges or LastExchanges(_EXCHANGES).__enter__()
        setup = self._turn_setup()
        endpoint = wiring.with_persona(self._kept.settings, self.personas.persona).endpoint
        self._learner.begin(Place(endpoint.base_url, endpoint.model), native=setup.native_tools)
        return setup

    def _turn_setup(self) -> TurnSetup:
        # httpx takes a tenth of a second to import: the character is on screen long before it is needed.
        from deskpet import wiring

        said = tuple(message.text for message in self.conversation.messages[-_MINDED:])
        around = wiring.Surroundings(self.personas.persona, self._reminders, self.calls.approve, said)
        settings = self._kept.settings
        return wiring.turn_setup(settings, self._stage, self._opened_endpoints(), around, self._policy_of)

    def _policy_of(self, tool: Tool) -> Policy:
        """What the settings say of a tool at this moment, also while an answer grows."""
        from deskpet import wiring

        return wiring.policy_in(self._kept.settings)(tool)

    def _toolbox(self) -> Toolbox:
        from deskpet import wiring

        return wiring.toolbox(self._stage, self._reminders, self._policy_of)

    def _opened_reminders(self) -> Reminders | None:
        try:
            return Reminders(paths.data_folder() / "reminders.json")
        except RemindersError as error:
            QTimer.singleShot(0, self, lambda why=str(error): self.say_notice("reminders", "No reminders", why))
            return None

    def _remind(self) -> None:
        """Say what became due while the program was away, and from now on what becomes due."""
        if self._reminders:
            desk = ReminderDesk(self._reminders, self.conversation)
            desk.setParent(self)
            desk.reminded.connect(self._show_chat)
            desk.reminded.connect(self._wave)
            desk.start()

    def _show_chat(self) -> None:
        """There is something in the chat that someone should see."""
        if self._pet.isVisible() and not self.chat.isVisible() and not self.first_run:
            self.chat.show()

    def _wave(self) -> None:
        greeting = self._stage.character.greeting
        if greeting.expression:
            self._stage.request_expression(greeting.expression)
        if greeting.group:
            self._stage.request_motion(greeting.group)

    def _opened_endpoints(self) -> "Endpoints":
        from deskpet.llm.endpoints import Endpoints

        if self._endpoints is None:
            self._endpoints = Endpoints()
        return self._endpoints

    def _begin_anew(self) -> None:
        if self.conversation.is_running:
            return
        if self.personas.has_only_greeted(self.conversation):
            # It is new already; another would stand beside it in the history.
            return
        if self._keeper:
            self._keeper.begin_session()
        else:
            self.conversation.open((), None)
        self.personas.greet(self.conversation)

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
            case "characters":
                self.open_settings("character")
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
        self._appearance.wear(self._kept.settings.appearance)
        self._tell_status()

    def _settings_mistaken(self, error: SettingsError) -> None:
        self.say_notice("settings", "The settings file has a mistake; the last good settings stay", str(error))

    def _tell_activity(self, answer: Message) -> None:
        self.activity.tell(activity_of(answer, look_of) if self._pet.isVisible() else None)

    def _keep_pin(self, pinned: bool) -> None:
        saved = self._kept.saved
        appearance = saved.appearance.model_copy(update={"keep_open": pinned})
        self._apply(saved.model_copy(update={"appearance": appearance}))

    def _tell_status(self) -> None:
        endpoint = self._kept.settings.endpoint
        self.chat.set_status(endpoint.model or endpoint.base_url or "Offline companion")
        self.chat.composer.refuse_pictures("" if endpoint.base_url else _NO_PICTURES)

    def _follow(self, pet: QRect) -> None:
        screen = self._pet.screen() or QGuiApplication.primaryScreen()
        self.chat.place_beside(pet, screen.availableGeometry())
        self.activity.stand_below(pet, screen.availableGeometry())
