"""Notices of the program in the chat: show, count, replace, resolve and remove them."""

import logging
from itertools import takewhile

from PySide6.QtCore import QObject, Signal

from deskpet.chat import reduce
from deskpet.chat.events import BlockStarted, NoticeResolved, TurnEvent
from deskpet.chat.messages import Action, Message, Notice, Resolution
from deskpet.translation import tr
from deskpet.ui.chat.window import ChatWindow

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
                tr("What came is kept. Please report this with the log."),
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
                self._chat.remove_message(message.id)

    def _equal_notice(self, notice: Notice) -> int | None:
        """Return the index of the open notice that equals `notice` if only such notices follow it, else None."""
        ids = [message.id for message in self._open]
        at_end = takewhile(lambda message: message.id in ids, reversed(self._chat.transcript.messages))
        return next((ids.index(message.id) for message in at_end if message.blocks[-1] == notice), None)

    def _amend(self, number: int, event: TurnEvent) -> None:
        message = self._open[number] = reduce.apply(self._open[number], event)
        self._chat.apply(event, message)


def _notice(message: Message) -> Notice:
    """Return the notice of a message; its other blocks are equal ones."""
    notice = message.blocks[0]
    assert isinstance(notice, Notice)
    return notice
