"""What a person does with single messages, done to the conversation."""

from collections.abc import Callable, Coroutine
from typing import Any

from PySide6.QtCore import Qt

from deskpet.chat.conversation import Conversation
from deskpet.chat.message_tree import Variants
from deskpet.chat.messages import Image, Message
from deskpet.ui.chat.message_row import MessageRow
from deskpet.ui.chat.window import ChatWindow
from deskpet.words import tr, tr_plural

Start = Callable[[Coroutine[Any, Any, Message]], None]


class MessageCommands:
    """Joins the message desk of a chat to a conversation; `start` runs a turn."""

    def __init__(self, chat: ChatWindow, conversation: Conversation, start: Start) -> None:
        self._chat, self._conversation, self._start = chat, conversation, start
        desk = chat.transcript.toolbar
        desk.variants_of = self._variants_of
        desk.regenerate_requested.connect(self._regenerate)
        desk.edited.connect(self._edit)
        desk.delete_requested.connect(self._delete)
        desk.variant_chosen.connect(self._choose)
        desk.copied.connect(lambda: chat.show_toast(lambda: tr("Copied")))

    def _variants_of(self, message_id: str) -> Variants:
        """No variant at all where the program itself spoke: such a message is no part of the conversation."""
        try:
            return self._conversation.variants_of(message_id)
        except ValueError:
            return Variants((), 0)

    def _regenerate(self, message_id: str) -> None:
        """A greeting and a reminder answer no question: there is nothing to ask again."""
        branches = self._conversation.tree
        if branches.role(branches.parent(message_id)) == "user":
            self._start(self._conversation.regenerate(message_id))
        else:
            self._chat.show_toast(lambda: tr("This answers no question: there is nothing to ask again."))

    def _edit(self, message_id: str, text: str) -> None:
        """Its pictures go along."""
        said = next(each for each in self._conversation.messages if each.id == message_id)
        images = [block for block in said.blocks if isinstance(block, Image)]
        self._start(self._conversation.edit(message_id, text, images))

    def _delete(self, message_id: str) -> None:
        said, desk = [message.id for message in self._conversation.messages], self._chat.transcript.toolbar
        had_keyboard = desk.has_keyboard_focus
        deletion = self._conversation.delete(message_id)
        if had_keyboard and not desk.has_keyboard_focus:
            self._go_on_at(said.index(message_id))
        self._chat.show_toast(
            lambda: tr_plural(len(deletion.ids), "Message deleted", "{n} messages deleted"),
            lambda: self._try(lambda: self._conversation.undo(deletion)),
        )

    def _go_on_at(self, place: int) -> None:
        """The keyboard goes to the message that stands in this place now, or to the last one."""
        path = self._conversation.messages[: place + 1]
        row = self._row_of(path[-1].id) if path else None
        (row or self._chat.composer).setFocus(Qt.FocusReason.OtherFocusReason)

    def _choose(self, message_id: str) -> None:
        """What was chosen stays in view, however much was said after it."""
        self._try(lambda: self._conversation.choose(message_id))
        if row := self._row_of(message_id):
            self._chat.transcript.reveal(row)
        else:
            self._chat.transcript.show_hit(message_id, "")

    def _row_of(self, message_id: str) -> MessageRow | None:
        """The row of a message, where it is in view or near it."""
        return next((row for row in self._chat.transcript.rows if row.message.id == message_id), None)

    def _try(self, change: Callable[[], None]) -> None:
        try:
            change()
        except (RuntimeError, ValueError) as error:
            why = str(error)
            self._chat.show_toast(lambda: tr("Not now: {why}", why=why))
