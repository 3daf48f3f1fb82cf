"""Ask another model the last question, and let the user keep either answer."""

import asyncio
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer

from deskpet.chat.events import TurnEnded
from deskpet.chat.message_tree import Node
from deskpet.chat.messages import Attachment, Message
from deskpet.features.host import Host
from deskpet.listeners import End
from deskpet.translation import tr
from deskpet.ui.chat.commands import ChatCommand
from deskpet.ui.platform import event_loop

if TYPE_CHECKING:
    from deskpet.chat.conversation import Conversation
    from deskpet.features.compare.ui import CompareColumn


_RECHECK_MS = 50


class CompareController(QObject):
    """Runs the second answer in a conversation of its own; when both are complete, it becomes a variant of the first.

    The column is imported and created with the first comparison.
    """

    def __init__(self, host: Host) -> None:
        super().__init__()
        self._host = host
        self._column: CompareColumn | None = None
        self._other: Conversation | None = None
        self._question, self._variant = "", ""  # ids of the question, and of the second answer in the conversation
        self._tasks: set[asyncio.Task[None]] = set()
        # A turn ends a moment after its last event, and may be followed by one that waits.
        self._both_ended = QTimer(self, singleShot=True, interval=_RECHECK_MS)
        self._both_ended.timeout.connect(self._add_variant)
        command = ChatCommand("compare", "compare", self._open, lambda: host.turns.has_model)
        self._ends: tuple[End, ...] = (
            host.chat.commands.add(command),
            host.conversation.listen_to(on_path=lambda _: self._on_path()),
            host.conversation.listen({TurnEnded: lambda _: self._both_ended.start()}),
        )

    async def close(self) -> None:
        """Stop the second answer."""
        for end in self._ends:
            end()
        self._end()
        for task in self._tasks:
            # A server that is slow to list its models must not hold up the end.
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)

    def _open(self) -> None:
        """Show the column with the models; the message that is being written is sent first."""
        from deskpet.features.compare.ui import CompareColumn

        if not self._host.turns.has_model:
            self._host.chat.show_toast(lambda: tr("The offline companion can't be compared. Connect a model first."))
            return
        if self._host.composer.field.toPlainText().strip() and not self._host.conversation.is_running:
            self._host.composer.send()
        elif not any(each.role == "user" for each in self._host.conversation.messages):
            self._host.chat.show_toast(lambda: tr("Write a question first."))
            return
        self._end()
        full = self._host.chat.window.expand()
        column = self._column = CompareColumn(self._host.tools.look_of)
        column.model_chosen.connect(self._ask)
        column.kept.connect(self._keep)
        column.close_button.clicked.connect(self._end)
        full.show_column(column, self._host.chat.window.pane)
        column.field.setFocus()
        self._spawn(self._list_models(column))

    async def _list_models(self, column: "CompareColumn") -> None:
        endpoint = self._host.turns.endpoint
        listing = await self._host.model_servers.endpoints().models(endpoint)
        if column is self._column:
            others = [each.name for each in listing.facts if each.chats and each.name != endpoint.model]
            column.show_models(others, listing.failure.title if listing.failure else "")

    def _ask(self, model: str) -> None:
        messages = self._host.conversation.messages
        at = max((number for number, each in enumerate(messages) if each.role == "user"), default=-1)
        column = self._column
        if at < 0 or column is None:
            return
        other, _ = self._host.turns.new_conversation(model)
        before = messages[:at]
        parents = (None, *(each.id for each in before))
        nodes = [Node(message, parent) for message, parent in zip(before, parents, strict=False)]
        other.open(nodes, before[-1].id if before else None, is_private=self._host.conversation.is_private)
        other.listen(column.show_message, column.transcript.apply)
        self._other, self._question, self._variant = other, messages[at].id, ""
        self._spawn(self._run(other, messages[at]))

    async def _run(self, other: "Conversation", question: Message) -> None:
        attachments = [each for each in question.blocks if isinstance(each, Attachment)]
        try:
            await other.send(question.text, attachments)
        finally:
            self._both_ended.start()

    def _add_variant(self) -> None:
        """Add the second answer to the conversation once both are complete, and offer to keep one."""
        other, first, conversation = self._other, self._first(), self._host.conversation
        if other is None or first is None or other.is_running or self._variant or first.ended is None:
            return
        if conversation.is_running:
            self._both_ended.start()
            return
        self._variant = other.messages[-1].id
        conversation.add_variant(first.id, other.messages[-1])
        if self._column:
            self._column.offer_choice()

    def _first(self) -> Message | None:
        """Return the answer of the conversation to the question, if it is shown."""
        messages = self._host.conversation.messages
        ids = [each.id for each in messages]
        at = ids.index(self._question) + 1 if self._question in ids else len(ids)
        return messages[at] if at < len(messages) else None

    def _keep(self, is_second: bool) -> None:
        """Show the chosen answer in the conversation; the other one stays as a variant of it."""
        variant, first = self._variant, self._first()
        self._end()
        if variant and first and is_second:
            self._host.conversation.choose(variant)

    def _on_path(self) -> None:
        """Give up if another conversation is shown."""
        if self._question and self._question not in [each.id for each in self._host.conversation.messages]:
            self._end()

    def _end(self) -> None:
        other, self._other = self._other, None
        self._question = self._variant = ""
        self._both_ended.stop()
        if other:
            other.stop()
        if self._column:
            self._column.hide()
            self._column.deleteLater()
            self._column = None

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = event_loop.spawn(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
