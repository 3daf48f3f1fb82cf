"""The controller of one conversation: its message tree, the running turn and the listeners."""

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Coroutine, Iterable
from dataclasses import replace
from typing import Any

from deskpet.chat import reduce
from deskpet.chat.background import BackgroundCalls
from deskpet.chat.call_state import REFUSED, CallState, is_waiting, state_of
from deskpet.chat.context import COMPRESSION_UNDONE, UNDO_COMPRESSION, TokenCalibration, current_summary
from deskpet.chat.events import ApprovalAnswered, BlockStarted, NoticeResolved, ToolFinished, TurnEnded, TurnEvent
from deskpet.chat.listeners import (
    ConversationListeners,
    ErrorListener,
    MessageListener,
    PathListener,
    Subscription,
    ignore_event,
    ignore_messages,
)
from deskpet.chat.message_tree import Deletion, MessageTree, Node, Variants
from deskpet.chat.messages import (
    CONTINUING_ACTIONS,
    RELAYED,
    Attachment,
    Message,
    Notice,
    Resolution,
    Role,
    ToolError,
    ToolUse,
    user_message,
)
from deskpet.chat.permission import Decision
from deskpet.chat.permission_check import refusal_with
from deskpet.chat.proactive_answer import BufferedAnswer, recent_messages
from deskpet.chat.reduce import AnswerBuilder, Clock, Listener
from deskpet.chat.turn import fail_turn, run_turn
from deskpet.chat.turn_setup import TurnSetup
from deskpet.chat.unfinished_messages import end_unfinished_answer, end_unfinished_parts, is_asked
from deskpet.translation import tr, tr_noop

logger = logging.getLogger(__name__)


class Conversation:
    """A conversation as a message tree. One turn runs at a time.

    Questions can be edited and answers regenerated without losing the first version. `messages` is the path through
    the tree that is shown and sent. Methods that change the path raise RuntimeError while a turn is running, and
    ValueError if the message does not exist.

    `prepare` is called at the start of each turn for its setup, so changed settings apply from the next message on.
    """

    def __init__(self, prepare: Callable[[], TurnSetup], clock: Clock = time.time) -> None:
        self._tree = MessageTree()
        self._prepare = prepare
        self._clock = clock
        self._calibration = TokenCalibration()
        self._task: asyncio.Task[Message] | None = None
        self._builder: AnswerBuilder | None = None
        self.background = BackgroundCalls(self.amend_now, clock)
        self._listeners = ConversationListeners()
        # A private conversation is not stored, and its requests contain no facts about the user.
        self.is_private = False

    def open(self, nodes: Iterable[Node], leaf: str | None, *, is_private: bool = False) -> None:
        """Replace the conversation by `nodes`, with the path to `leaf`, and notify `on_path`.

        Unfinished answers are marked as interrupted; a last question without an answer gets an interrupted one.
        """
        self._require_idle()
        self.is_private = is_private
        self._tree = MessageTree(map(_restored, nodes), leaf)
        # A question of an imported file, which has marks, was not asked here.
        if (path := self._tree.path) and path[-1].role == "user" and not {*path[-1].reads} - {RELAYED}:
            answer = end_unfinished_answer(Message("assistant", created_at=path[-1].created_at))
            self._tree.add(answer, path[-1].id)
        self._notify_path()

    def listen(
        self,
        on_message: MessageListener = ignore_messages,
        on_event: Listener = ignore_event,
        on_path: PathListener = ignore_messages,
        *,
        events: Collection[type[TurnEvent]] | None = None,
        first: bool = False,
    ) -> Callable[[], None]:
        """Add a listener with one or more of these callbacks. Returns a function that removes it.

        on_message: called with each message that is added at the end of the path.
        on_event: called with each event and the answer after it; only with those of the types in `events`, if given.
        on_path: called with the new path when the path is replaced, before messages are added to it.
        first: call this listener before all others; for the recorder.

        An exception in a callback affects neither the turn nor the other listeners (see `on_listener_error`).
        """
        wanted = () if on_event is ignore_event else events
        return self._listeners.add(Subscription(on_message, on_event, on_path, wanted), first=first)

    def on_listener_error(self, report: ErrorListener) -> None:
        """Call `report` with exceptions of listeners, once for each line of code that raises one."""
        self._listeners.on_error = report

    @property
    def messages(self) -> tuple[Message, ...]:
        """The shown messages, oldest first."""
        return self._tree.path

    @property
    def tree(self) -> MessageTree:
        """The message tree; read-only for callers."""
        return self._tree

    @property
    def is_running(self) -> bool:
        """Whether a turn is running."""
        return self._task is not None

    async def send(self, text: str, attachments: Iterable[Attachment] = (), *, reads: tuple[str, ...] = ()) -> Message:
        """Send a question and return the finished answer.

        reads: the values of Reads of a question that was not written by the user.

        Like `edit`, `regenerate` and `resume`, raises RuntimeError if a turn is running, and CancelledError on Stop.
        """
        self._require_idle()
        return await self._ask(text, attachments, self._tree.leaf, reads)

    async def edit(self, message_id: str, text: str, attachments: Iterable[Attachment] = ()) -> Message:
        """Add an edited variant of a question and return the finished answer to it."""
        self._require_idle()
        self._require_role(message_id, "user")
        parent = self._tree.parent(message_id)
        self._truncate_after(parent)
        return await self._ask(text, attachments, parent)

    async def regenerate(self, message_id: str) -> Message:
        """Add another answer as a variant of the answer `message_id` and return it when finished."""
        self._require_idle()
        self._require_role(message_id, "assistant")
        parent = self._tree.parent(message_id)
        if parent is None or self._tree.role(parent) != "user":
            raise ValueError(f"message {message_id} answers no question")
        self._truncate_after(parent)
        self._add(Message("assistant", created_at=self._clock()), parent)
        return await self._answer()

    def variants_of(self, message_id: str) -> Variants:
        """Return the variants of a message: edits of a question, or answers to one question."""
        return self._tree.variants(message_id)

    def choose(self, message_id: str) -> None:
        """Show the path through this message to its newest descendant."""
        self._require_idle()
        self._tree.choose(message_id)
        self._notify_path()

    def delete(self, message_id: str) -> Deletion:
        """Delete a message of the path and return the data that `undo` needs.

        If it has variants, its whole subtree is deleted and another variant is shown. Otherwise a question is deleted
        with its answers, an only answer with its question, and the messages after them move up.
        """
        self._require_idle()
        deletion = self._tree.delete(message_id)
        self._notify_path()
        return deletion

    def undo(self, deletion: Deletion) -> None:
        """Restore deleted messages and show them.

        Raises ValueError if a later deletion must be undone first, or if another conversation is open.
        """
        self._require_idle()
        self._tree.undo(deletion)
        self._notify_path()

    def resume(self, *, retry: bool = False) -> Coroutine[Any, Any, Message]:
        """Continue the last answer, which was cut off or failed, by appending to the same message.

        retry: send the request that broke off once more, instead of asking for the rest. The notices that offered
        it are resolved at once. Raises ValueError if there is no answer or it is complete.
        """
        self._require_idle()
        answer = self.messages[-1] if self.messages else None
        if answer is None or answer.role != "assistant" or answer.ended == "stop":
            raise ValueError(tr("this answer is complete"))
        for action in CONTINUING_ACTIONS:
            self.resolve(answer.id, action, "retried" if retry else "continued")
        return self._answer(retry=retry)

    def resolve(self, message_id: str, action: str, resolution: Resolution) -> None:
        """Resolve the notices of a message that offer `action`; they no longer offer any action.

        Raises ValueError if the message does not exist.
        """
        for index, block in enumerate(self._tree.message(message_id).blocks):
            if isinstance(block, Notice) and block.offers(action):
                self.amend(message_id, NoticeResolved(index, resolution))

    def offers(self, message_id: str, action: str) -> bool:
        """Return whether a notice of the message offers this action; False if the message is not shown."""
        return any(notice.offers(action) for notice in self._notices_offering(message_id, action))

    def has_resolved(self, message_id: str, action: str) -> bool:
        """Return whether the message offered this action, and all such notices are resolved."""
        notices = self._notices_offering(message_id, action)
        return bool(notices) and not any(notice.offers(action) for notice in notices)

    def _notices_offering(self, message_id: str, action: str) -> list[Notice]:
        blocks = (block for message in self.messages if message.id == message_id for block in message.blocks)
        notices = (block for block in blocks if isinstance(block, Notice))
        return [notice for notice in notices if any(each.name == action for each in notice.actions)]

    def undo_compression(self) -> None:
        """Send summarized messages in full again in all following turns, and add a notice to the last answer.

        Raises RuntimeError if a turn is running.
        """
        self._require_idle()
        summary = current_summary(self.messages)
        for message in self.messages:
            self.resolve(message.id, UNDO_COMPRESSION.name, "undone")
        if summary and summary.text:
            answer = self.messages[-1]
            event = BlockStarted(len(answer.blocks), COMPRESSION_UNDONE)
            self._on_event(event, reduce.apply(answer, event))

    def add_message(self, message: Message, *beside: Message) -> None:
        """Add a complete message of the character without a question, such as a greeting or a reminder.

        The messages `beside` are added as its variants. Raises RuntimeError if a turn is running.
        """
        self._require_idle()
        parent = self._tree.leaf
        for each in (message, *beside):
            self._add(each, parent)
        if beside:
            self.choose(message.id)

    def add_variant(self, message_id: str, variant: Message) -> None:
        """Add a complete answer as a variant of the answer `message_id`, which stays shown.

        Raises RuntimeError if a turn is running.
        """
        self._require_idle()
        self._add(variant, self._tree.parent(message_id))
        self.choose(message_id)

    async def run_background_report(self, notice: Notice) -> Message:
        """Begin an answer without a question with `notice`, and return it when finished.

        Nobody may be there, so calls that need approval are refused. Raises as `send`.
        """
        self._require_idle()
        self._add(Message("assistant", (notice,), created_at=self._clock()), self._tree.leaf)
        return await self._answer(attended=False)

    async def run_proactive_turn(
        self, reason: str, notice: Notice, listen: Listener = ignore_event, reads: tuple[str, ...] = ()
    ) -> Message | None:
        """Run a turn without a question, and return the message; None if the model stays silent.

        The request has the last messages and the `reason`, which is neither shown nor stored. The answer may be SILENT.
        The message begins with `notice` and is added with its first words: of silence, of a failure and of a stop
        nothing remains. `listen` is called with every event in any case. `reads` are the values of Reads of the reason.
        Nobody may be there, so calls that need approval are refused. Raises as `send`.
        """
        self._require_idle()
        beginning = Message("assistant", (notice,), created_at=self._clock(), reads=reads)
        held = BufferedAnswer(beginning, lambda message: self._add(message, self._tree.leaf), self._on_event)

        def on_event(event: TurnEvent, answer: Message) -> None:
            listen(event, answer)
            held.take(event, answer)

        history = (*recent_messages(self.messages), user_message(reason))
        answer = await self._run(held.beginning, history, on_event, attended=False, compresses=False)
        return answer if held.is_released else None

    def decide(self, message_id: str, block: int, decision: Decision) -> bool:
        """Answer the question of a call that has waited since an earlier run of the program.

        Returns whether all questions of the answer are answered now; `resume` then runs the calls. Raises RuntimeError
        if a turn is running, and ValueError if the call does not wait.
        """
        self._require_idle()
        message = self._tree.message(message_id)
        call = message.blocks[block] if block < len(message.blocks) else None
        if message.ended != "waiting" or not isinstance(call, ToolUse) or state_of(call) is not CallState.WAITING:
            raise ValueError(tr("this call does not wait for an answer"))
        self.amend(message_id, ApprovalAnswered(block, self._clock(), decision.approved, decision.rule))
        if not decision.approved:
            self.amend(message_id, ToolFinished(block, self._clock(), error=refusal_with(decision.reason)))
        blocks = self._tree.message(message_id).blocks
        return not any(isinstance(each, ToolUse) and state_of(each) is CallState.WAITING for each in blocks)

    def amend_now(self, message_id: str, event: TurnEvent) -> None:
        """Apply an event to a message, also while its turn runs.

        An event of a message of another conversation is dropped: that call ends when its conversation is opened again.
        """
        if self._builder and self._builder.message.id == message_id:
            self._builder.emit(event)
        elif message_id not in self._tree:
            logger.info("an event is dropped: its message is not in the open conversation")
        else:
            self.amend(message_id, event)

    def amend(self, message_id: str, event: TurnEvent) -> None:
        """Apply an event to a message whose turn has ended. Raises ValueError if the message does not exist."""
        self._on_event(event, reduce.apply(self._tree.message(message_id), event))

    def suspend(self) -> None:
        """End the running turn as the program ends; calls that wait for approval go on waiting after the next start."""
        if self._builder:
            self._builder.is_suspended = any(map(is_asked, self._builder.message.blocks))
        self.stop()

    def stop(self) -> None:
        """Cancel the running turn; the received part of the answer is kept."""
        if self._task:
            # Without the delay, a task that has not taken its first step would end without the events of a turn.
            self._task.get_loop().call_soon(self._task.cancel)

    def _require_idle(self) -> None:
        if self._task:
            raise RuntimeError(tr("an answer is still growing"))

    def _require_role(self, message_id: str, role: Role) -> None:
        if self._tree.role(message_id) != role:
            raise ValueError(f"message {message_id} is not the {role}'s")

    def _truncate_after(self, parent: str | None) -> None:
        self._tree.truncate_after(parent)
        self._notify_path()

    def _notify_path(self) -> None:
        self._listeners.path(self.messages)

    def _abandon_waiting_calls(self) -> None:
        """End the calls of the last answer that still wait, because the user goes on without them."""
        answer = self.messages[-1] if self.messages else None
        if answer is None or answer.ended != "waiting":
            return
        for index, block in enumerate(answer.blocks):
            if isinstance(block, ToolUse) and is_waiting(block):
                self.amend(answer.id, ToolFinished(index, self._clock(), error=_NOT_DECIDED))
        self.amend(answer.id, TurnEnded("cancelled", self._clock()))

    async def _ask(
        self, text: str, attachments: Iterable[Attachment], parent: str | None, reads: tuple[str, ...] = ()
    ) -> Message:
        self._abandon_waiting_calls()
        question = replace(user_message(text, self._clock(), attachments), reads=reads)
        self._add(question, parent)
        self._add(Message("assistant", created_at=self._clock()), question.id)
        return await self._answer()

    def _add(self, message: Message, parent: str | None) -> None:
        self._tree.add(message, parent)
        self._listeners.message(message)

    async def _answer(self, *, retry: bool = False, attended: bool = True) -> Message:
        *history, answer = self.messages
        return await self._run(answer, tuple(history), self._on_event, retry=retry, attended=attended)

    async def _run(
        self,
        answer: Message,
        history: tuple[Message, ...],
        on_event: Listener,
        *,
        retry: bool = False,
        attended: bool = True,
        compresses: bool = True,
    ) -> Message:
        try:
            setup = self._prepare()
        except Exception as error:  # noqa: BLE001 - any failure is shown in the answer to the question
            return fail_turn(error, answer, on_event, self._clock)
        turn = run_turn(
            replace(
                setup,
                background=self.background,
                approve=setup.approve if attended else None,
                ask=setup.ask if attended else None,
                compresses=compresses,
            ),
            history,
            answer,
            on_event,
            self._clock,
            self._calibration,
            retry=retry,
            on_builder=self._set_builder,
        )
        self._task = asyncio.create_task(turn)
        try:
            return await self._task
        finally:
            self._task = self._builder = None

    def _set_builder(self, builder: AnswerBuilder) -> None:
        self._builder = builder

    def _on_event(self, event: TurnEvent, answer: Message) -> None:
        self._tree.change(answer)
        self._listeners.event(event, answer, lambda: self.messages)


_NOT_DECIDED = ToolError(
    REFUSED, tr_noop("The user did not answer whether this call may run, and went on. It was not run.")
)


def _restored(node: Node) -> Node:
    """Return a stored message without unfinished parts; itself if it has none."""
    message = end_unfinished_parts(node.message)
    return node if message is node.message else replace(node, message=message)
