"""Ask another model the last question, and let the user keep either answer."""

import asyncio
from collections.abc import Coroutine, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from deskpet.chat.message_tree import Node
from deskpet.chat.messages import Attachment, Message
from deskpet.features.host import Host
from deskpet.listeners import End
from deskpet.llm.connections import Connection, ModelChoice
from deskpet.translation import tr
from deskpet.ui.chat.commands import ChatCommand
from deskpet.ui.platform import event_loop
from deskpet.ui.widgets.model_entries import ModelEntries
from deskpet.ui.widgets.picker import PickerEntry

if TYPE_CHECKING:
    from deskpet.chat.conversation import Conversation
    from deskpet.features.compare.ui import CompareColumn


class CompareController(QObject):
    """Runs the second answer in a conversation of its own; when both are complete, it becomes a variant of the first.

    The column is imported and created with the first comparison.
    """

    def __init__(self, host: Host) -> None:
        super().__init__()
        self._host = host
        self._column: CompareColumn | None = None
        self._other: Conversation | None = None
        self._waiting: ModelChoice | None = None  # asked as soon as the written question is in the conversation
        self._question, self._variant = "", ""  # ids of the question, and of the second answer in the conversation
        self._second: Message | None = None  # the second answer, once it is complete
        self._tasks: set[asyncio.Task[None]] = set()
        command = ChatCommand("compare", "compare", self._open, lambda: host.turns.has_model)
        self._ends: tuple[End, ...] = (
            host.chat.commands.add(command),
            host.conversation.listen_to(self._on_message, on_path=lambda _: self._on_path()),
            host.turns.listen_ended(self._add_variant),
            host.model_servers.lists.listen(self._show_models),
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
        """Show the column with the models; the message that is being written is sent with the choice of one."""
        from deskpet.features.compare.ui import CompareColumn

        if not self._host.turns.has_model:
            self._host.chat.show_toast(lambda: tr("The offline companion can't be compared. Connect a model first."))
            return
        is_asked = any(each.role == "user" for each in self._host.conversation.messages)
        if not is_asked and not self._has_draft:
            self._host.chat.show_toast(lambda: tr("Write a question first."))
            return
        self._end()
        full = self._host.chat.window.expand()
        column = self._column = CompareColumn(self._host.tools.look_of)
        column.model_chosen.connect(self._choose)
        column.transcript.diagrams_wanted.connect(self._host.windows.offer_diagrams)
        column.transcript.link_activated.connect(self._host.chat.window.pane.open_link)
        column.list_wanted.connect(lambda each: self._spawn(self._read_list(each)))
        column.kept.connect(self._keep)
        column.close_button.clicked.connect(self._end)
        column.first.entries = self._first_entries
        column.first.chosen.connect(self._choose_first)
        full.show_column(column, self._host.chat.window.pane)
        column.field.setFocus()
        self._show_models()
        present = self._host.model_servers.connections.present(self._host.turns.endpoint)
        if self._entries.is_unread(present):
            column.ask_for_list(present)

    @property
    def _has_draft(self) -> bool:
        """Whether a message is written that can be sent now."""
        return bool(self._host.composer.field.toPlainText().strip()) and not self._host.conversation.is_running

    @property
    def _present(self) -> ModelChoice:
        endpoint = self._host.turns.endpoint
        return ModelChoice(self._host.model_servers.connections.present_id(endpoint), endpoint.model)

    @property
    def _entries(self) -> ModelEntries:
        servers = self._host.model_servers
        return ModelEntries(servers.lists, servers.capabilities, self._present)

    @property
    def _connections(self) -> tuple[Connection, ...]:
        return self._host.model_servers.connections.shown(self._host.turns.endpoint)

    def _show_models(self) -> None:
        if self._column:
            entries, connections = self._entries, self._connections
            unread = [each for each in connections if entries.is_unread(each)]
            self._column.show_models(self._present, entries.choices(connections), unread)

    async def _read_list(self, connection: Connection) -> None:
        column = self._column
        problem = await self._host.turns.read_models(connection)
        if column and column is self._column:
            column.show_problem(problem)

    def _first_entries(self) -> Iterator[PickerEntry]:
        for each in self._entries.of(self._connections):
            yield replace(each, can_be_chosen=not each.is_heading)

    def _choose_first(self, choice: ModelChoice) -> None:
        """Let another model answer in the conversation; without a message that waits, it answers the last question."""
        self._host.turns.choose_model(choice)
        self._show_models()
        # The choice is refused if no more connections can be saved.
        if self._host.turns.endpoint.model == choice.model and not self._has_draft:
            self._host.chat.commands.run("answer_again")

    def _choose(self, choice: ModelChoice) -> None:
        """Ask a model the last question, or the one that is written, which is asked in the conversation first."""
        if self._has_draft:
            self._waiting = choice
            self._host.composer.send()
        else:
            self._ask(choice)

    def _on_message(self, message: Message) -> None:
        if self._waiting and message.role == "user":
            choice, self._waiting = self._waiting, None
            self._ask(choice)

    def _ask(self, choice: ModelChoice) -> None:
        messages = self._host.conversation.messages
        at = max((number for number, each in enumerate(messages) if each.role == "user"), default=-1)
        column = self._column
        if at < 0 or column is None:
            return
        other, _ = self._host.turns.new_conversation(choice)
        before = messages[:at]
        parents = (None, *(each.id for each in before))
        nodes = [Node(message, parent) for message, parent in zip(before, parents, strict=False)]
        other.open(nodes, before[-1].id if before else None, is_private=self._host.conversation.is_private)
        other.listen(column.show_message, column.transcript.apply)
        self._other, self._question, self._variant, self._second = other, messages[at].id, "", None
        self._spawn(self._run(other, messages[at]))

    async def _run(self, other: "Conversation", question: Message) -> None:
        attachments = [each for each in question.blocks if isinstance(each, Attachment)]
        try:
            await other.send(question.text, attachments)
        finally:
            if other is self._other:
                self._second = other.messages[-1]
                self._add_variant()

    def _add_variant(self) -> None:
        """Add the second answer to the conversation once both are complete, and offer to keep one."""
        second, first, conversation = self._second, self._first(), self._host.conversation
        if second is None or first is None or first.ended is None or conversation.is_running or self._variant:
            return
        self._variant = second.id
        conversation.add_variant(first.id, second)
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
        other, self._other, self._waiting = self._other, None, None
        self._question, self._variant, self._second = "", "", None
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
