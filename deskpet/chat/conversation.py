"""A conversation while it goes on: what was said, in branches, the turn that runs, and who listens."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import replace
from typing import Any

from deskpet.chat import reduce
from deskpet.chat.actions import CONTINUE, GOES_ON
from deskpet.chat.answer_builder import Clock, Listener
from deskpet.chat.branches import Deletion, MessageTree, Node, Variants
from deskpet.chat.callstate import CANCELLED
from deskpet.chat.context import COMPRESSION_UNDONE, UNDO_COMPRESSION, TokenCalibration, summary_of
from deskpet.chat.events import BlockStarted, NoticeResolved, TurnEvent
from deskpet.chat.listeners import ErrorListener, Listeners, MessageListener, PathListener, Subscription
from deskpet.chat.messages import Image, Message, Notice, Resolution, Role, ToolError, ToolUse, user_message
from deskpet.chat.rerun import without_open_runs
from deskpet.chat.turn import fail_turn, run_turn
from deskpet.chat.turn_setup import TurnSetup
from deskpet.words import later, tr


class Conversation:
    """Everything said so far. One turn runs at a time.

    It is a tree: a question can be edited and an answer made again without losing the first. `messages` is the path
    through it that is shown and sent. Whatever changes the path raises RuntimeError while an answer grows, and
    ValueError when the message that it is about is not there.

    `prepare` is asked at the start of each turn who answers, so changed settings hold from the next message on.
    """

    def __init__(self, prepare: Callable[[], TurnSetup], clock: Clock = time.time) -> None:
        self._branches = MessageTree()
        self._prepare = prepare
        self._clock = clock
        self._gauge = TokenCalibration()
        self._task: asyncio.Task[Message] | None = None
        self._listeners = Listeners()

    def restore(self, said: Iterable[Message]) -> tuple[Message, ...]:
        """Go on with what was `said` before, and what it is now: an answer that never ended says so.

        Nobody is told: whoever restores shows it.
        """
        self._require_idle()
        nodes: list[Node] = []
        for message in said:
            nodes.append(Node(message, nodes[-1].message.id if nodes else None))
        self._restore(nodes, None)
        return self.messages

    def open(self, nodes: Iterable[Node], leaf: str | None) -> None:
        """Go on with another conversation, whose path leads to `leaf`; `on_path` hears of it.

        An answer that never ended says so, and a question that no answer was begun for has an interrupted one.
        """
        self._require_idle()
        self._restore(nodes, leaf)
        self._tell_path()

    def listen(
        self,
        on_message: MessageListener,
        on_event: Listener,
        on_path: PathListener = lambda messages: None,
        *,
        first: bool = False,
    ) -> None:
        """Hear of what happens.

        `on_message` hears of each message that begins at the end of the path, `on_event` of each event and the answer
        after it, `on_path` of a path that became another one, whole, as it is before anything is added to it.
        What one of them raises is contained: it ends neither the turn nor the others (see `on_listener_error`).

        first: call these before all others; for the recorder.
        """
        self._listeners.add(Subscription(on_message, on_event, on_path), first=first)

    def on_listener_error(self, report: ErrorListener) -> None:
        """Call `report` with the exception of a listener, once for each place in the code that raises it."""
        self._listeners.on_error = report

    @property
    def messages(self) -> tuple[Message, ...]:
        """What is shown of what was said, oldest first."""
        return self._branches.path

    @property
    def branches(self) -> MessageTree:
        """The whole tree, to be read."""
        return self._branches

    @property
    def is_running(self) -> bool:
        """Whether an answer is growing."""
        return self._task is not None

    async def send(self, text: str, images: Iterable[Image] = ()) -> Message:
        """Say `text`, with pictures; the whole answer.

        Raises RuntimeError while another answer grows, and CancelledError on Stop, as everything that is answered.
        """
        self._require_idle()
        return await self._ask(text, images, self._branches.leaf)

    async def edit(self, message_id: str, text: str, images: Iterable[Image] = ()) -> Message:
        """Ask a question again, in other words and beside the first; the whole answer."""
        self._require_idle()
        self._require_role(message_id, "user")
        parent = self._branches.parent(message_id)
        self._cut_back(parent)
        return await self._ask(text, images, parent)

    async def regenerate(self, message_id: str) -> Message:
        """Let a question be answered once more, beside the answer `message_id`; the whole new answer."""
        self._require_idle()
        self._require_role(message_id, "assistant")
        parent = self._branches.parent(message_id)
        if parent is None or self._branches.role(parent) != "user":
            raise ValueError(f"message {message_id} answers no question")
        self._cut_back(parent)
        self._begin(Message("assistant", created_at=self._clock()), parent)
        return await self._answer()

    def variants_of(self, message_id: str) -> Variants:
        """What stands in the place of a message: the edits of a question, the answers to one question."""
        return self._branches.variants(message_id)

    def choose(self, message_id: str) -> None:
        """Show the path through this message, down to the newest of what was said after it."""
        self._require_idle()
        self._branches.choose(message_id)
        self._tell_path()

    def delete(self, message_id: str) -> Deletion:
        """Take a message of the path away; what `undo` takes to put it back.

        One of several variants goes with all that was said after it, and another takes its place. Else a question
        goes with its answers, an only answer with its question, and what was said after them moves up.
        """
        self._require_idle()
        deletion = self._branches.delete(message_id)
        self._tell_path()
        return deletion

    def undo(self, deletion: Deletion) -> None:
        """Put back what was deleted, and show it.

        Raises ValueError when its place is gone: a later deletion is to be undone before, or another is open.
        """
        self._require_idle()
        self._branches.undo(deletion)
        self._tell_path()

    def go_on(self, *, again: bool = False) -> Coroutine[Any, Any, Message]:
        """Let the last answer, cut off or failed, grow on: the same message, only added to.

        again: send the request that broke off once more, instead of asking for what is missing. The notices that
        offered it are resolved at once. Raises ValueError where there is no answer, or one that came to its end.
        """
        self._require_idle()
        answer = self.messages[-1] if self.messages else None
        if answer is None or answer.role != "assistant" or answer.ended == "stop":
            raise ValueError(tr("this answer is complete"))
        for action in GOES_ON:
            self.resolve(answer.id, action, "retried" if again else "continued")
        return self._answer(again=again)

    def resolve(self, message_id: str, action: str, resolution: Resolution) -> None:
        """What the notices of a message that offer `action` tell of is settled; they offer nothing any more.

        Raises ValueError when the message is not there.
        """
        for index, block in enumerate(self._branches.message(message_id).blocks):
            if isinstance(block, Notice) and block.offers(action):
                self.amend(message_id, NoticeResolved(index, resolution))

    def offers(self, message_id: str, action: str) -> bool:
        """Whether a notice of the message offers this action now; not where the message is not shown."""
        return any(notice.offers(action) for notice in self._notices_with(message_id, action))

    def has_taken(self, message_id: str, action: str) -> bool:
        """Whether the message offered this action until it was taken, and does not offer it once more."""
        notices = self._notices_with(message_id, action)
        return bool(notices) and not any(notice.offers(action) for notice in notices)

    def _notices_with(self, message_id: str, action: str) -> list[Notice]:
        blocks = (block for message in self.messages if message.id == message_id for block in message.blocks)
        notices = (block for block in blocks if isinstance(block, Notice))
        return [notice for notice in notices if any(each.name == action for each in notice.actions)]

    def undo_compression(self) -> None:
        """Send what was summed up whole again, in every turn from now on; the last answer says so.

        Raises RuntimeError while an answer grows.
        """
        self._require_idle()
        summary = summary_of(self.messages)
        for message in self.messages:
            self.resolve(message.id, UNDO_COMPRESSION.name, "undone")
        if summary and summary.text:
            answer = self.messages[-1]
            event = BlockStarted(len(answer.blocks), COMPRESSION_UNDONE)
            self._take(event, reduce.apply(answer, event))

    def say(self, message: Message, *beside: Message) -> None:
        """Let the character say something of her own accord, whole: a greeting, a reminder. It is kept like an answer.

        What she might as well have said stands `beside` it, as other answers to a question do. Raises RuntimeError
        while an answer grows.
        """
        self._require_idle()
        parent = self._branches.leaf
        for each in (message, *beside):
            self._begin(each, parent)
        if beside:
            self.choose(message.id)

    def amend(self, message_id: str, event: TurnEvent) -> None:
        """Something happens to a message whose turn is over, whichever it is; ValueError when there is none such."""
        self._take(event, reduce.apply(self._branches.message(message_id), event))

    def clear(self) -> None:
        """Begin anew with nothing said. Raises RuntimeError while an answer grows."""
        self._require_idle()
        self._branches = MessageTree()

    def stop(self) -> None:
        """End the answer that grows; what came of it stays."""
        if self._task:
            self._task.cancel()

    def _require_idle(self) -> None:
        if self._task:
            raise RuntimeError(tr("an answer is still growing"))

    def _require_role(self, message_id: str, role: Role) -> None:
        if self._branches.role(message_id) != role:
            raise ValueError(f"message {message_id} is not the {role}'s")

    def _restore(self, nodes: Iterable[Node], leaf: str | None) -> None:
        known = [replace(node, message=_settled(node.message)) for node in nodes]
        self._branches = MessageTree(known, leaf)
        if (path := self._branches.path) and path[-1].role == "user":
            answer = _interrupted(Message("assistant", created_at=path[-1].created_at))
            self._branches.add(answer, path[-1].id)

    def _cut_back(self, parent: str | None) -> None:
        self._branches.cut_back(parent)
        self._tell_path()

    def _tell_path(self) -> None:
        self._listeners.path(self.messages)

    async def _ask(self, text: str, images: Iterable[Image], parent: str | None) -> Message:
        question = user_message(text, self._clock(), images)
        self._begin(question, parent)
        self._begin(Message("assistant", created_at=self._clock()), question.id)
        return await self._answer()

    def _begin(self, message: Message, parent: str | None) -> None:
        self._branches.add(message, parent)
        self._listeners.message(message)

    async def _answer(self, *, again: bool = False) -> Message:
        *history, answer = self.messages
        try:
            setup = self._prepare()
        except Exception as error:  # noqa: BLE001 - whatever it is, the question has an answer that says so
            return fail_turn(error, answer, self._take, self._clock)
        turn = run_turn(setup, tuple(history), answer, self._take, self._clock, self._gauge, again=again)
        self._task = asyncio.create_task(turn)
        try:
            return await self._task
        finally:
            self._task = None

    def _take(self, event: TurnEvent, answer: Message) -> None:
        self._branches.change(answer)
        self._listeners.event(event, answer, lambda: self.messages)


_STOPPED = ToolError(CANCELLED, later("The program ended before the call did."))


def _settled(message: Message) -> Message:
    """A message of a program that is gone: nothing in it is still on its way."""
    message = without_open_runs(message)
    return _interrupted(message) if message.ended is None or _was_about_to_go_on(message) else message


def _was_about_to_go_on(answer: Message) -> bool:
    """Whether the program ended after somebody asked for more of the answer, and before anything came."""
    last = answer.blocks[-1] if answer.blocks else None
    asked = isinstance(last, Notice) and last.resolution in {"continued", "retried"}
    return asked and answer.ended not in {"stop", "cancelled"}


def _interrupted(answer: Message) -> Message:
    """An answer that the program's end cut off: its calls have results again, and it can be gone on with."""
    blocks = tuple(
        replace(block, status="error", error=_STOPPED)
        if isinstance(block, ToolUse) and block.status == "running"
        else block
        for block in answer.blocks
    )
    notice = Notice(
        "warning",
        "interrupted",
        tr("This answer was interrupted"),
        tr("The program ended while it was being written."),
        tr("Let it go on."),
        actions=(CONTINUE,),
    )
    return replace(answer, blocks=(*blocks, notice), ended="error")
