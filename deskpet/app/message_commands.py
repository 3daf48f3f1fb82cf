"""Apply the commands of the message toolbar to the conversation."""

from collections.abc import Callable, Coroutine
from typing import Any

from PySide6.QtCore import Qt

from deskpet.chat.conversation import Conversation
from deskpet.chat.message_tree import Variants
from deskpet.chat.messages import Attachment, Message
from deskpet.translation import tr, tr_plural
from deskpet.ui.chat.message_row import MessageRow
from deskpet.ui.chat.window import ChatWindow

Start = Callable[[Coroutine[Any, Any, Message]], None]


class MessageCommands:
    """Edits, regenerates, deletes and selects messages; `start` runs a turn."""

    def __init__(self, chat: ChatWindow, conversation: Conversation, start: Start) -> None:
        self._chat, self._conversation, self._start = chat, conversation, start
        toolbar = chat.transcript.toolbar
        toolbar.variants_of = self._variants_of
        toolbar.regenerate_requested.connect(self._regenerate)
        toolbar.edited.connect(self._edit)
        toolbar.delete_requested.connect(self._delete)
        toolbar.variant_chosen.connect(self._choose)
        toolbar.copied.connect(lambda: chat.show_toast(lambda: tr("Copied")))

    def _variants_of(self, message_id: str) -> Variants:
        """Return a message's variants; empty for a notice of the program, which is not in the conversation."""
        try:
            return self._conversation.variants_of(message_id)
        except ValueError:
            return Variants((), 0)

    def _regenerate(self, message_id: str) -> None:
        """Answer the question again. Greetings and reminders have no question."""
        tree = self._conversation.tree
        if tree.role(tree.parent(message_id)) == "user":
            self._start(self._conversation.regenerate(message_id))
        else:
            self._chat.show_toast(lambda: tr("This answers no question: there is nothing to ask again."))

    def _edit(self, message_id: str, text: str) -> None:
        """Send a question with another text and the same attachments."""
        question = next(each for each in self._conversation.messages if each.id == message_id)
        attachments = [block for block in question.blocks if isinstance(block, Attachment)]
        self._start(self._conversation.edit(message_id, text, attachments))

    def _delete(self, message_id: str) -> None:
        ids, toolbar = [message.id for message in self._conversation.messages], self._chat.transcript.toolbar
        had_keyboard_focus = toolbar.has_keyboard_focus
        deletion = self._conversation.delete(message_id)
        if had_keyboard_focus and not toolbar.has_keyboard_focus:
            self._focus_message(ids.index(message_id))
        self._chat.show_toast(
            lambda: tr_plural(len(deletion.ids), "Message deleted", "{n} messages deleted"),
            lambda: self._try(lambda: self._conversation.undo(deletion)),
        )

    def _focus_message(self, index: int) -> None:
        """Focus the message that is now at `index`, else the last one, else the composer."""
        path = self._conversation.messages[: index + 1]
        row = self._row_of(path[-1].id) if path else None
        (row or self._chat.composer).setFocus(Qt.FocusReason.OtherFocusReason)

    def _choose(self, message_id: str) -> None:
        """Show a variant and scroll to it; many messages may follow it."""
        self._try(lambda: self._conversation.choose(message_id))
        if row := self._row_of(message_id):
            self._chat.transcript.reveal(row)
        else:
            self._chat.transcript.show_hit(message_id, "")

    def _row_of(self, message_id: str) -> MessageRow | None:
        """Return a message's row if it is in or near the viewport, else None."""
        return next((row for row in self._chat.transcript.rows if row.message.id == message_id), None)

    def _try(self, change: Callable[[], None]) -> None:
        try:
            change()
        except (RuntimeError, ValueError) as error:
            why = str(error)
            self._chat.show_toast(lambda: tr("Not now: {why}", why=why))
