"""The conversation on the desktop: the chat window beside the character, and the desks that do what it asks for."""

import logging
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from deskpet import paths
from deskpet.app import first_run_state
from deskpet.app.appearance_controller import AppearanceController
from deskpet.app.approvals import ApprovalController
from deskpet.app.message_commands import MessageCommands
from deskpet.app.persona_controller import PersonaController
from deskpet.app.pet_link import PetLink
from deskpet.app.reminder_controller import ReminderController
from deskpet.app.session_persistence import SessionPersistence
from deskpet.app.settings_controller import SettingsController
from deskpet.app.settings_store import SettingsStore
from deskpet.app.turn_controller import TurnController
from deskpet.app.turn_factory import TurnFactory
from deskpet.character_look import CharacterLook
from deskpet.chat import reduce
from deskpet.chat.actions import CONTINUING_ACTIONS, SETTINGS
from deskpet.chat.conversation import Conversation
from deskpet.chat.events import NoticeResolved
from deskpet.chat.messages import Message, Notice, Resolution
from deskpet.chat.turn_setup import TurnSetup
from deskpet.llm.capabilities import Capabilities
from deskpet.settings import CharacterSettings, Mode, Settings
from deskpet.settings_file import SettingsError
from deskpet.tools import tool_named
from deskpet.tools.reminders import Reminders, RemindersError
from deskpet.ui.blocks import ToolLook, default_look
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.platform.event_loop import cancel_all
from deskpet.ui.stage import Stage
from deskpet.words import join_sentences, tr

if TYPE_CHECKING:
    from deskpet.app.first_run_controller import FirstRunController
    from deskpet.ui.settings.window import SettingsWindow

_WARM_UP_MS = 500

logger = logging.getLogger(__name__)


def look_of(tool_name: str) -> ToolLook:
    """How a tool's card looks: the tool says it itself."""
    known = tool_named(tool_name)
    return ToolLook(tr(known.title), known.icon, known.preview, known.result) if known else default_look(tool_name)


def _code_of(message: Message) -> str:
    return next((block.code for block in message.blocks if isinstance(block, Notice)), "")


class ChatController(QObject):
    """Joins the chat window, the conversation and all that belongs to them, beside the character.

    said_notice: the program said something of its own in the chat.
    settings_opened: the SettingsWindow was made; it is shown next.
    """

    said_notice = Signal(str)
    settings_opened = Signal(object)

    def __init__(self, kept: SettingsStore, stage: Stage, pet: PetWindow) -> None:
        super().__init__()
        self._kept, self._stage, self._pet = kept, stage, pet
        self._own_notices: list[Message] = []  # those of the program that are not resolved
        self._to_be_mended: set[str] = set()  # messages with a notice that led to the settings
        self._body: tuple[str, Path | None] = (stage.character.name, None)
        self.first_run: FirstRunController | None = None
        self.capabilities = Capabilities(paths.data_folder() / "endpoints.json")
        self.chat = ChatWindow(stage.character.name, look_of)
        self.conversation = Conversation(self._begin_turn)
        self.personas = PersonaController(kept, paths.data_folder() / "personas", lambda: stage.character.name)
        self._reminders = self._opened_reminders()
        self._answering = TurnFactory(kept, stage, self.personas, self._reminders, self.capabilities)
        self.calls = ApprovalController(self.conversation, self._answering.toolbox)
        self._memory = SessionPersistence(self.chat, self.conversation, self._speaker)
        self._turns = TurnController(self.chat, self.calls, self._answering, self._memory, self.capabilities)
        self._settings = SettingsController(
            kept, lambda: self._answering.endpoints, self.capabilities, self._memory, self.personas, pet
        )
        self._appearance = AppearanceController(self.chat, kept.settings.appearance)
        self._attention = PetLink(pet, self.chat, self.conversation, look_of)
        self._connect()

    @property
    def settings_window(self) -> "SettingsWindow | None":
        """The settings' window, once it was opened."""
        return self._settings.window

    async def open(self, *, welcomes: bool = False) -> None:
        """Show the chat with what was said last time, and keep what is said from now on.

        With `welcomes` somebody who was never here is made at home first.
        """
        await self._memory.open(() if self._kept.is_begun else (self._kept.file.parent,))
        self._attention.stand_together()
        self._tell_who_answers()
        # Where the file can't be opened yet, there is one.
        has_talked = self._memory.is_waiting or bool(self.conversation.messages)
        if welcomes and first_run_state.is_new(self._kept, has_talked=has_talked):
            self._welcome()
        else:
            self.chat.show()
        if self._kept.error:
            self._settings_mistaken(self._kept.error)
        self._remind()
        if not self._memory.is_waiting:
            self.personas.greet(self.conversation)
        QTimer.singleShot(_WARM_UP_MS, self._turns.setup)

    def save_now(self) -> None:
        """Write everything that is not on disk yet before this returns; the answer goes on."""
        self._memory.save_now()

    async def close(self) -> None:
        """End the answer that grows, keep it, and put everything away."""
        self.conversation.stop()
        if self.first_run:
            self.first_run.close()
        self.chat.close()
        self._attention.close()
        self._settings.close()
        await cancel_all()
        # What is kept comes first: connections may take their time.
        self._memory.close()
        self._turns.close()
        await self._answering.aclose()

    def show_or_hide(self) -> None:
        """Put the chat away, or bring it back to be typed into."""
        if self.first_run:
            self.come_along(not self.first_run.window.isVisible())
        elif self.chat.is_shown:
            self.chat.put_away()
        else:
            self.chat.bring()

    def bring(self) -> None:
        """Bring the chat, or the welcome in its place, to the front."""
        if self.first_run:
            self.first_run.bring()
        else:
            self.chat.bring()

    def come_along(self, visible: bool) -> None:
        """The chat, or the welcome in its place, comes and goes with the character."""
        (self.first_run.window if self.first_run else self.chat).setVisible(visible)

    def open_settings(self, page: str = "") -> None:
        """Show the settings window, and this page of it if one is named."""
        self._settings.show(page)

    def introduce(self, name: str, folder: Path) -> None:
        """The character is called `name` from now on, and is the model in `folder`."""
        self._body = (name, folder)
        self.personas.show_body(folder)
        self._show_who_speaks()

    def say_notice(self, code: str, title: str, cause: str) -> None:
        """Say that something of the program's own is amiss; it is no part of the conversation."""
        logger.warning("%s: %s", title, cause)
        self.say(Notice("warning", code, title, cause))

    def say(self, notice: Notice) -> None:
        """Show a notice in the chat, outside of the conversation."""
        message = Message("assistant", (notice,), ended="stop")
        self._own_notices.append(message)
        self.chat.show_message(message)
        self.said_notice.emit(notice.cause)

    def say_unexpected(self, error: BaseException) -> None:
        """Say that the program itself made a mistake; it goes on."""
        self.say(
            Notice(
                "error",
                "internal",
                tr("Something went wrong in the program"),
                f"{type(error).__name__}: {error}",
                tr("What came is kept. Please report this with the log."),
            )
        )

    def resolve_notices(self, code: str, resolution: Resolution) -> None:
        """What the program's own notices of this code tell of is settled: they fold to a line."""
        event = NoticeResolved(0, resolution)
        for message in [each for each in self._own_notices if _code_of(each) == code]:
            self._own_notices.remove(message)
            self.chat.apply(event, reduce.apply(message, event))

    def keep_look(self, look: CharacterLook) -> None:
        """Let the character look like this from now on, and after the next start."""
        character = CharacterSettings(**asdict(look))
        self._kept.apply(self._kept.saved.model_copy(update={"character": character}))

    def _connect(self) -> None:
        self.conversation.listen(self.chat.show_message, self.chat.apply, self.chat.show_path)
        # Said from the loop: the view that failed may still be in the middle of its work.
        self.conversation.on_listener_error(
            lambda error: QTimer.singleShot(0, self, lambda: self.say_unexpected(error))
        )
        self._commands = MessageCommands(self.chat, self.conversation, self._turns.start)
        self._connect_chat()
        self.calls.always.connect(self.personas.allow)
        self.calls.asked.connect(self._show_chat)
        self.personas.chosen.connect(lambda: self.personas.greet(self.conversation))
        self.personas.changed.connect(self._tell_who_answers)
        self.capabilities.listen(lambda *_: self._tell_who_answers())
        self._memory.troubled.connect(lambda title, why: self.say_notice("store", title, why))
        self._memory.opened.connect(lambda: self.personas.greet(self.conversation))
        self._memory.fell_behind.connect(lambda title, why: self.say_notice("store_behind", title, why))
        self._memory.caught_up.connect(lambda: self.resolve_notices("store_behind", "kept"))
        self._settings.opened.connect(self.settings_opened)
        self._settings.key_changed.connect(self._resolve_mended)
        self._settings.notice_reported.connect(self.say)
        self._kept.changed.connect(self._settings_changed)
        self._kept.file_invalid.connect(self._settings_mistaken)
        self._kept.file_valid.connect(lambda: self.resolve_notices("settings", "settings"))
        self._kept.not_written.connect(
            lambda why: self.say_notice("settings", tr("The settings could not be saved"), why)
        )

    def _connect_chat(self) -> None:
        self.chat.submitted.connect(self._turns.send)
        self.chat.stop_requested.connect(self.conversation.stop)
        self.chat.new_requested.connect(self._begin_anew)
        self.chat.settings_requested.connect(self.open_settings)
        self.chat.composer.model_wanted.connect(lambda: self.open_settings("connection"))
        self.chat.action_requested.connect(self._act)
        self.chat.call_wished.connect(self.calls.take)
        self.chat.pin_wanted.connect(self._keep_pin)

    def _begin_turn(self) -> TurnSetup:
        return self._turns.begin()

    # The first minute

    def _welcome(self) -> None:
        from deskpet.app.first_run_controller import FirstRunController

        welcome = self.first_run = FirstRunController(
            self._kept,
            self._stage,
            self._pet,
            self._answering.endpoints,
            self.capabilities,
            self._settings.store_key,
        )
        welcome.ended.connect(self._end_welcome)
        welcome.begin()

    def _end_welcome(self) -> None:
        self.first_run = None
        self.chat.bring()

    # Reminders

    def _opened_reminders(self) -> Reminders | None:
        try:
            return Reminders(paths.data_folder() / "reminders.json")
        except RemindersError as error:
            QTimer.singleShot(0, self, lambda why=str(error): self.say_notice("reminders", tr("No reminders"), why))
            return None

    def _remind(self) -> None:
        """Say what became due while the program was away, and from now on what becomes due."""
        if self._reminders:
            desk = ReminderController(self._reminders, self.conversation)
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

    # What is asked for in the chat

    def _begin_anew(self) -> None:
        if self.conversation.is_running:
            self.chat.show_toast(lambda: tr("Wait for the answer, or stop it, before you begin another conversation."))
            return
        # Where all that was said is a greeting, it is new already; another would stand beside it in the history.
        if not self.personas.has_only_greeted(self.conversation):
            self._memory.begin_anew()
            self.personas.greet(self.conversation)
        self.chat.composer.setFocus()

    def _act(self, message_id: str, action: str) -> None:
        """A button on a notice of a message was pressed."""
        match action:
            # What refuses pictures is known by now: sent again, they are left out.
            case "retry" | "without_pictures":
                self._turns.go_on(message_id, action, again=True)
            case "continue":
                self._turns.go_on(message_id, action)
            case "undo_compression":
                self._turns.when_over(lambda: self._undo_compression(message_id, action))
            case "use_text_mode":
                self._change_chat(mode=Mode.TEXT)
                self._turns.go_on(message_id, action)
            case "settings":
                self._to_be_mended.add(message_id)
                self.open_settings()
            case "characters":
                self.open_settings("character")
            case _:
                logger.warning("no such action: %s", action)

    def _resolve_mended(self) -> None:
        """The settings were changed where a notice asked for it. One that offers to ask again waits for that."""
        if self.conversation.is_running:
            return
        for message_id in self._to_be_mended:
            goes_on = any(self.conversation.offers(message_id, action) for action in CONTINUING_ACTIONS)
            if self.conversation.offers(message_id, SETTINGS.name) and not goes_on:
                self.conversation.resolve(message_id, SETTINGS.name, "settings")
        self._to_be_mended.clear()

    def _undo_compression(self, message_id: str, action: str) -> None:
        """Pressed twice, it is undone once."""
        if self.conversation.offers(message_id, action):
            self.conversation.undo_compression()

    def _change_chat(self, mode: Mode) -> None:
        saved = self._kept.saved
        self._kept.apply(saved.model_copy(update={"chat": saved.chat.model_copy(update={"mode": mode})}))

    def _keep_pin(self, pinned: bool) -> None:
        saved = self._kept.saved
        appearance = saved.appearance.model_copy(update={"keep_open": pinned})
        self._kept.apply(saved.model_copy(update={"appearance": appearance}))

    # What is shown of the settings

    def _settings_changed(self, before: Settings, after: Settings) -> None:
        self._resolve_mended()
        old, new = before.appearance, after.appearance
        if new != old:
            self._appearance.apply(new)
        if (after.endpoint, after.persona, new.language) != (before.endpoint, before.persona, old.language):
            self._tell_who_answers()

    def _settings_mistaken(self, error: SettingsError) -> None:
        title = tr("The settings file has a mistake; the last good settings stay")
        if not self._kept.has_last_good:
            title = tr("The settings file can't be used; every setting has its default")
        said = join_sentences(f"{error}.", tr("Correct the file: it is read again as soon as it is saved."))
        self.say_notice("settings", title, said)

    def _tell_who_answers(self) -> None:
        self.chat.set_status(self._answering.name)
        self.chat.composer.refuse_pictures(
            self._answering.why_no_pictures, can_be_sent=bool(self._answering.place.base_url)
        )
        self._show_who_speaks()

    def _speaker(self) -> str:
        persona = self.personas.persona
        return persona.name if persona else self._body[0]

    def _show_who_speaks(self) -> None:
        name, folder = self._body
        persona = self.personas.persona
        if persona:
            self.chat.show_character(persona.name, self.personas.portrait(persona) or folder)
        else:
            self.chat.show_character(name, folder)
