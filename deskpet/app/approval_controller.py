"""Connect tool cards with tool calls: approvals, rules, questions, later runs, undo, and calls in the background."""

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal

from deskpet.chat.background import CallAddress
from deskpet.chat.call_state import CallState, open_approval, state_of
from deskpet.chat.conversation import Conversation
from deskpet.chat.events import RerunStarted, TurnEnded
from deskpet.chat.messages import Message, ToolUse
from deskpet.chat.permission import NO_SCOPE, Decision, Reads, Rule, Scope
from deskpet.chat.permission_check import PermissionCheck
from deskpet.chat.question import NO_REPLY, Question, Reply
from deskpet.chat.read_marks import marks_of, rules_of
from deskpet.chat.rerun import Rerun, RerunEvent, undo_call
from deskpet.chat.rules import Rules
from deskpet.chat.toolbox import Toolbox
from deskpet.ui.blocks.base import CallDecision
from deskpet.ui.platform import event_loop

logger = logging.getLogger(__name__)


class ApprovalController(QObject):
    """Holds the pending approvals, and the questions of running calls.

    asked: Emitted when a call waits for the user.
    answered: Emitted when all questions of an answer of an earlier run of the program are answered.
    rule_failed: Emitted with the error when a rule can't be stored; the call runs this time.
    """

    asked = Signal()
    answered = Signal()
    rule_failed = Signal(object)

    def __init__(
        self,
        conversation: Conversation,
        toolbox: Callable[[], Toolbox],
        rules: Rules,
        is_visible: Callable[[], bool] = lambda: True,
        prompt_reads: Callable[[], frozenset[Reads]] = frozenset,
    ) -> None:
        """`toolbox` returns the tools that are available now, `is_visible` whether the cards can be seen.

        `prompt_reads` returns the marks that the prompt sets for the conversation.
        """
        super().__init__()
        self._conversation, self._toolbox, self._rules, self._is_visible = conversation, toolbox, rules, is_visible
        self._pending: dict[CallAddress, tuple[ToolUse, asyncio.Future[Decision]]] = {}
        self._questions: dict[CallAddress, asyncio.Future[Reply]] = {}
        self._deferred_reruns: list[CallAddress] = []
        self._reruns: dict[CallAddress, asyncio.Task[None]] = {}
        self._prompt_reads = prompt_reads
        conversation.listen(on_event=lambda *_: self._on_turn_ended(), on_path=self._on_path, events=(TurnEnded,))

    async def approve(self, message_id: str, block: int, call: ToolUse) -> Decision:
        """Wait for the user's decision, without a limit."""
        answer: asyncio.Future[Decision] = asyncio.get_running_loop().create_future()
        self._pending[message_id, block] = (call, answer)
        self.asked.emit()
        try:
            return await answer
        finally:
            del self._pending[message_id, block]

    async def ask(self, message_id: str, block: int, question: Question) -> Reply:  # noqa: ARG002 - see its card
        """Wait for the user's reply to what a running call asks, without a limit; `cancel` in a hidden window."""
        reply = self._questions[message_id, block] = asyncio.get_running_loop().create_future()
        self.asked.emit()
        try:
            return await reply if self._is_visible() else NO_REPLY
        finally:
            del self._questions[message_id, block]

    def on_decided(self, message_id: str, block: int, decision: CallDecision | Reply, reason: str = "") -> None:
        """Carry out what the user chose on a tool card. Calls that are decided or over don't change.

        `reason` tells the model why a call was refused.
        """
        address = (message_id, block)
        match decision:
            case CallDecision.APPROVE | CallDecision.CONVERSATION | CallDecision.ALWAYS | CallDecision.REFUSE:
                self._decide(address, decision, reason)
            case Reply():
                if (waiting := self._questions.get(address)) and not waiting.done():
                    waiting.set_result(decision)
            case CallDecision.AGAIN:
                self._run_again(address)
            case CallDecision.UNDO:
                self._undo(address)
            case CallDecision.STOP:
                self._conversation.background.stop(address)

    def _decide(self, address: CallAddress, wish: CallDecision, reason: str) -> None:
        call = self._waiting_call(address)
        if call is None:
            return
        rule = self._rule(address, call, wish)
        if rule and rule.lifetime == "always":
            try:
                self._rules.add(rule)
            except OSError as error:
                logger.warning("a rule can't be stored: %s", error)
                self.rule_failed.emit(error)
        decision = Decision(wish is not CallDecision.REFUSE, reason, rule)
        if pending := self._pending.get(address):
            pending[1].set_result(decision)
        elif self._conversation.decide(*address, decision):
            self.answered.emit()
        if rule:
            self._answer_covered(rule)

    def _waiting_call(self, address: CallAddress) -> ToolUse | None:
        if pending := self._pending.get(address):
            return None if pending[1].done() else pending[0]
        call = self._call(address)
        return call if call and not self._conversation.is_running and state_of(call) is CallState.WAITING else None

    def _rule(self, address: CallAddress, call: ToolUse, wish: CallDecision) -> Rule | None:
        """Return the rule that the user gives with an approval; None for this call only."""
        if _asks_anyway(call) or wish not in (CallDecision.CONVERSATION, CallDecision.ALWAYS):
            return None
        scope = self._scope_of(call)
        if scope == NO_SCOPE:
            return None
        lifetime = "always" if wish is CallDecision.ALWAYS else "conversation"
        return Rule(call.tool_name, scope, time.time(), lifetime, address[0])

    def _answer_covered(self, rule: Rule) -> None:
        """Approve the other pending calls that the rule covers, except those that ask for another reason."""
        for (message_id, _), (call, answer) in list(self._pending.items()):
            # A later run may wait in a conversation that is not open any more.
            if message_id not in self._conversation.tree:
                continue
            is_open = not answer.done() and not _asks_anyway(call)
            if is_open and rule.covers(call.tool_name, self._scope_of(call)):
                answer.set_result(Decision(approved=True))

    def _scope_of(self, call: ToolUse) -> Scope | None:
        return self._toolbox().scope_of(call.tool_name, call.input if isinstance(call.input, dict) else {})

    def _undo(self, address: CallAddress) -> None:
        if call := self._call(address):
            amend = partial(self._conversation.amend_now, address[0])
            event_loop.spawn(undo_call(self._toolbox(), call, address[1], amend, time.time))

    def _call(self, address: CallAddress) -> ToolUse | None:
        message_id, block = address
        try:
            blocks = self._conversation.tree.message(message_id).blocks
        except ValueError as error:
            logger.warning("the call is not there any more: %s", error)
            return None
        call = blocks[block] if block < len(blocks) else None
        return call if isinstance(call, ToolUse) else None

    def _run_again(self, address: CallAddress) -> None:
        call = self._call(address)
        if call and self._conversation.tree.message(address[0]).ended is None:
            # Only its turn may change a streaming answer.
            self._deferred_reruns.append(address)
        elif call and not _runs_again(call) and address not in self._reruns:
            amend, approve = partial(self._amend, address), partial(self._approve_rerun, address)
            rerun = Rerun(call, address[1], amend, time.time, approve)
            check = PermissionCheck(
                self._toolbox(), lambda: (*self._rules.all, *rules_of(self._conversation.messages)), self._marks
            )
            self._reruns[address] = task = event_loop.spawn(rerun.run(check))
            task.add_done_callback(lambda _: self._reruns.pop(address, None))

    def _amend(self, address: CallAddress, event: RerunEvent) -> None:
        """Apply an event of a later run; it is dropped if the conversation was opened anew, which ended the run."""
        call = self._call(address)
        if call and (isinstance(event, RerunStarted) or _runs_again(call)):
            self._conversation.amend_now(address[0], event)

    async def _approve_rerun(self, address: CallAddress) -> Decision:
        call = self._call(address)
        return await self.approve(*address, call) if call else Decision(approved=False)

    def _marks(self) -> frozenset[str]:
        of_prompt = {each.value for each in self._prompt_reads()}
        return marks_of(self._conversation.messages) | of_prompt

    def _on_path(self, _: tuple[Message, ...]) -> None:
        """Stop the later runs that wait for the user: their cards may be gone."""
        for address in self._reruns.keys() & self._pending.keys():
            self._reruns[address].cancel()

    def _on_turn_ended(self) -> None:
        reruns, self._deferred_reruns = self._deferred_reruns, []
        for address in reruns:
            self._run_again(address)


def _runs_again(call: ToolUse) -> bool:
    """Return whether a later run of a call has not ended."""
    return any(run.ended_at is None for run in call.later_runs)


def _asks_anyway(call: ToolUse) -> bool:
    """Return whether the question is asked in spite of all rules."""
    approval = open_approval(call)
    return approval is not None and (approval.is_manual or bool(approval.reason))
