"""Notices in the chat: show those of the program, and run the actions of the buttons on all.

`deskpet/chat/messages.py` declares the buttons of several packages.
"""

import logging
from collections.abc import Callable
from functools import partial
from itertools import takewhile

from PySide6.QtCore import QObject, Signal

from deskpet.app.settings_store import SettingsStore
from deskpet.app.turn_controller import TurnController
from deskpet.chat import reduce
from deskpet.chat.events import BlockStarted, NoticeResolved, TurnEvent
from deskpet.chat.messages import CONTINUING_ACTIONS, OPEN_SETTINGS_FILE, SETTINGS, Action, Message, Notice, Resolution
from deskpet.config.settings import Mode
from deskpet.translation import tr
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.widgets import links

logger = logging.getLogger(__name__)


class ProgramNotices(QObject):
    """Shows what the program itself reports in the chat. Its notices are no part of the conversation.

    shown: Emitted with the cause of a notice that is shown.
    """

    shown = Signal(str)

    def __init__(self, chat: ChatWindow) -> None:
        super().__init__(chat)
        self._chat = chat
        # Messages with one or more equal notices that are not resolved.
        self._open: list[Message] = []

    def warn(self, code: str, title: str, cause: str, *actions: Action) -> None:
        """Show a warning with these buttons, and log it."""
        logger.warning("%s: %s", title, cause)
        self.show(Notice("warning", code, title, cause, actions=actions))

    def show_internal_error(self, error: BaseException) -> None:
        """Show a notice about a bug of the program, which goes on running."""
        self.show(
            Notice(
                "error",
                "internal",
                tr("Something went wrong in the program"),
                f"{type(error).__name__}: {error}",
                tr("What was received is kept. Please report this with the log."),
            )
        )

    def show(self, notice: Notice) -> None:
        """Show a notice. Equal ones in a row are counted; another one with the same code and title is replaced."""
        if (shown := self._equal_notice(notice)) is not None:
            self._amend(shown, BlockStarted(len(self._open[shown].blocks), notice))
        else:
            self.remove(notice.code, notice.title)
            message = Message("assistant", (notice,), ended="stop")
            self._open.append(message)
            self._chat.show_message(message)
        self.shown.emit(notice.cause)

    def resolve(self, code: str, resolution: Resolution) -> None:
        """Resolve the open notices with this code, which folds them to a line."""
        for number, message in enumerate(self._open):
            for block in range(len(message.blocks)) if _notice(message).code == code else ():
                self._amend(number, NoticeResolved(block, resolution))
        self._open = [each for each in self._open if _notice(each).code != code]

    def remove(self, code: str, title: str | None = None) -> None:
        """Remove the open notices with this code and, unless it is None, this title."""
        for message in tuple(self._open):
            notice = _notice(message)
            if notice.code == code and title in {None, notice.title}:
                self._open.remove(message)
                self._chat.pane.remove_message(message.id)

    def _equal_notice(self, notice: Notice) -> int | None:
        """Return the index of the open notice that equals `notice` if only such notices follow it, else None."""
        ids = [message.id for message in self._open]
        at_end = takewhile(lambda message: message.id in ids, reversed(self._chat.transcript.messages))
        return next((ids.index(message.id) for message in at_end if message.blocks[-1] == notice), None)

    def _amend(self, number: int, event: TurnEvent) -> None:
        message = self._open[number] = reduce.apply(self._open[number], event)
        self._chat.transcript.apply(event, message)
        self._chat.note_activity()


def _notice(message: Message) -> Notice:
    """Return the notice of a message; its other blocks are equal ones."""
    notice = message.blocks[0]
    assert isinstance(notice, Notice)
    return notice


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
                self._do_when_idle(message_id, action, self._conversation.undo_compression)
            case "use_text_mode":
                self._settings_store.change("chat", mode=Mode.TEXT)
                self._turns.resume(message_id, action)
            case "keep_text_mode":
                self._settings_store.change("chat", mode=Mode.TEXT)
                resolve = partial(self._conversation.resolve, message_id, action, "text_mode")
                self._do_when_idle(message_id, action, resolve)
            case "settings":
                self._led_to_settings.add(message_id)
                self._open_settings("")
            case OPEN_SETTINGS_FILE.name:
                self._open_settings_file()
            case "characters":
                self._open_settings("character")
            case _:
                logger.warning("no such action: %s", action)

    def _do_when_idle(self, message_id: str, action: str, act: Callable[[], object]) -> None:
        """Call `act` when no turn runs, unless the notice is gone by then, or no longer offers the action."""
        self._turns.when_idle(lambda: act() if self._conversation.offers(message_id, action) else None)

    def _open_settings_file(self) -> None:
        file = self._settings_store.file
        if not links.open_file(file):
            self._chat.show_toast(lambda: tr("No program opens {file}.", file=file))
