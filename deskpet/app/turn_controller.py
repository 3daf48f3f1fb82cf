"""Run the turns of the conversation one at a time."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable
from contextvars import ContextVar
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from deskpet.app.approval_controller import ApprovalController
from deskpet.app.session_persistence import SessionPersistence
from deskpet.app.turn_factory import TurnFactory
from deskpet.chat.background_report import BackgroundReporter
from deskpet.chat.conversation import Conversation
from deskpet.chat.events import ToolFinished, TurnEnded, TurnEvent, TurnStarted
from deskpet.chat.messages import RELAYED, Attachment, Image, Message, Notice
from deskpet.chat.proactive_answer import ProactiveTurn
from deskpet.chat.report import TurnReport, TurnReporter
from deskpet.chat.turn_setup import TurnSetup
from deskpet.config import paths
from deskpet.config.settings import Titles
from deskpet.listeners import Listeners
from deskpet.llm.capabilities import CapabilityLearner, ModelAddress
from deskpet.llm.connections import ModelChoice
from deskpet.store import Recorder
from deskpet.translation import tr
from deskpet.ui.chat.message_queue import QueuedMessage
from deskpet.ui.chat.turn_details import TurnDetails, document_share_line
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.platform import event_loop

if TYPE_CHECKING:
    from deskpet.app.session_controller import SessionController
    from deskpet.statistics.log import RecentExchanges
    from deskpet.statistics.summary import TurnSummary
    from deskpet.statistics.totals import DailyTotals, Totals

# Number of HTTP exchanges kept; enough for a long turn. They share their texts with the conversation.
_EXCHANGES = 64
# How long the end of a turn is waited for.
_END_S = 3.0

logger = logging.getLogger(__name__)

_counting: "ContextVar[TurnStatistics]" = ContextVar("_counting")
"""The statistics to which the HTTP exchanges of the present task belong, if it belongs to a turn."""


class TurnStatistics:
    """The figures of the turns: tokens, times, HTTP exchanges, dropped frames."""

    def __init__(
        self,
        chat: ChatWindow,
        conversation: Conversation,
        dropped_frames: Callable[[], int],
        told_facts: Callable[[str], tuple[str, ...]],
        beside: "TurnStatistics | None" = None,
    ) -> None:
        """`dropped_frames` returns the number of frames that the character has dropped since the start.

        told_facts: returns what the model was told of the user for an answer. beside: those of another conversation,
        which count the same days.
        """
        self._beside = beside
        self._chat, self._conversation = chat, conversation
        self._dropped_frames, self._dropped_frames_before, self._told_facts = dropped_frames, 0, told_facts
        self._reporter = TurnReporter()
        conversation.listen(on_event=self._reporter, events=TurnReporter.EVENTS)
        self._exchanges: RecentExchanges | None = None
        self._daily_totals: DailyTotals | None = None
        # By the id of the conversation's first message.
        self._conversation_totals: dict[str, Totals] = {}

    def begin(self) -> None:
        """Record the exchanges of the turn that starts now."""
        from deskpet.statistics.log import RecentExchanges, ToolCallLog

        # Known to all that the turn starts: another character may answer meanwhile.
        _counting.set(self)
        if self._exchanges is None:
            self._exchanges = RecentExchanges(_EXCHANGES, self._chat.transcript.show_retry).__enter__()
            self._exchanges.addFilter(lambda _: _counting.get(self) is self)
            self._conversation.listen(on_event=ToolCallLog(self._reporter), events=ToolCallLog.EVENTS)
        self._dropped_frames_before = self._dropped_frames()

    def show(self, report: TurnReport | None = None) -> int:
        """Show and count the figures of a turn, by default the last of the conversation, and return its tokens."""
        from deskpet.statistics.log import log_turn_summary
        from deskpet.statistics.summary import summarise

        report = report or self._reporter.report
        exchanges = self._exchanges.all if self._exchanges else ()
        if not report.message_id:
            return 0
        sent = tuple(each for each in exchanges if each.started_at >= report.started_at)
        summary = summarise(report, sent, self._dropped_frames() - self._dropped_frames_before)
        log_turn_summary(summary)
        told, totals = self._told_facts(report.message_id), self._add_to_totals(summary)
        if report.message_id in self._conversation.tree:
            documents = tuple(map(document_share_line, report.documents))
            self._chat.transcript.set_details(report.message_id, TurnDetails(summary, sent, totals, told, documents))
        counted = summary.input_tokens + summary.output_tokens
        # Not every server counts.
        return counted or sum(request.estimated for request in report.requests)

    def close(self) -> None:
        """Stop recording exchanges."""
        if self._exchanges:
            self._exchanges.__exit__()

    @property
    def daily_totals(self) -> "DailyTotals":
        """The sums of the days, whose file is read on first use."""
        from deskpet.statistics.totals import DailyTotals

        if self._beside:
            return self._beside.daily_totals
        self._daily_totals = self._daily_totals or DailyTotals(paths.data_folder() / "totals.json")
        return self._daily_totals

    def _add_to_totals(self, turn: "TurnSummary") -> "tuple[Totals, Totals]":
        """Add the turn to the sums of its conversation since the start and of today, and return both."""
        from deskpet.statistics.totals import Totals

        first_message = self._conversation.messages[0].id if self._conversation.messages else ""
        in_conversation = self._conversation_totals.get(first_message, Totals()).plus(turn)
        self._conversation_totals[first_message] = in_conversation
        return in_conversation, self.daily_totals.add(turn)


class TurnController:
    """Owns the conversation and runs its turns.

    Generates the conversation's title after its first turn.

    ended: called after each turn, before one that waits begins.
    """

    def __init__(
        self,
        chat: ChatWindow,
        turn_factory: TurnFactory,
        persistence: Callable[[], SessionPersistence],
        dropped_frames: Callable[[], int],
        told_facts: Callable[[str], tuple[str, ...]],
        beside: TurnStatistics | None = None,
    ) -> None:
        """`persistence` returns what stores the conversation, which is created after this.

        dropped_frames, told_facts, beside: as for TurnStatistics.
        """
        self.chat, self._turn_factory, self._persistence = chat, turn_factory, persistence
        self.conversation = Conversation(self._prepare)
        self.approvals = self._new_approvals()
        self.statistics = TurnStatistics(chat, self.conversation, dropped_frames, told_facts, beside)
        self._learner = CapabilityLearner(turn_factory.capabilities)
        # What waits for the end of the turn, with the session that has to be open for it.
        self._deferred: list[tuple[str, Callable[[], object]]] = []
        self.answering: set[str] = set()
        """The stored conversations besides the open one in which she answers, by their ids."""
        self.answering_changed = Listeners[[]]()
        self._title_task: asyncio.Task[None] | None = None
        # `_is_busy` is True from `start` on; the turn itself begins in the next iteration of the event loop.
        self._has_pictures = self._is_busy = self._is_stopped = self._is_closed = False
        self._is_over = asyncio.Event()
        # A turn without a question, and whether its first words have come; or one that another character has asked for.
        self._is_unasked = self._is_unasked_shown = self._is_relayed = False
        self._queue, self.ended = chat.composer.queue, Listeners[[]]()
        self.sessions: SessionController
        """Which conversation is on screen; set after both are created."""
        self._background = BackgroundReporter(self.conversation, turn_factory.title_of)
        self._connect()

    def _new_approvals(self) -> ApprovalController:
        chat, factory = self.chat, self._turn_factory
        approvals = ApprovalController(
            self.conversation, factory.toolbox, factory.rules, chat.isVisible, lambda: factory.prompt_reads
        )
        approvals.setParent(chat)
        return approvals

    def _connect(self) -> None:
        self.approvals.answered.connect(lambda: self.start(self.conversation.resume()))
        self._queue.send_requested.connect(lambda message: self.send(message.text, message.attachments))
        self._queue.editing_ended.connect(self._send_next)
        self.conversation.listen(self._learner.message, self._learner.event, events=self._learner.EVENTS)
        self.conversation.listen(on_event=self._on_tool_finished, events=(ToolFinished,))

    def send(self, text: str, attachments: Iterable[Attachment]) -> None:
        """Send a question, or queue it while a turn runs.

        Its pictures are sent even if the model is known to refuse them.
        """
        attachments = tuple(attachments)
        if self.is_running:
            self._queue.add(QueuedMessage(text, attachments))
            if self._is_unasked and not self._is_unasked_shown:
                # Nobody waits for words that nobody asked for.
                self.conversation.stop()
        else:
            has_pictures = any(isinstance(each, Image) for each in attachments)
            self.start(self.conversation.send(text, attachments), has_pictures=has_pictures)

    async def speak(self, reason: str, notice: Notice, reads: tuple[str, ...] = ()) -> ProactiveTurn:
        """Run a turn without a question, for a `reason` that the prompt contains, unless another turn runs.

        Her message begins with `notice`. She has no tools but those that move her. `reads`: the values of Reads of the
        reason.
        """
        if self.is_running:
            return ProactiveTurn()
        reporter, message = TurnReporter(), None
        self._is_busy = self._is_unasked = True
        self._is_unasked_shown = False

        def on_event(event: TurnEvent, answer: Message) -> None:
            reporter(event, answer)
            if not self._is_unasked_shown and answer.id in self.conversation.tree:
                self._is_unasked_shown = True
                self.chat.set_busy(True)

        try:
            message = await self.conversation.run_proactive_turn(reason, notice, on_event, reads)
        except asyncio.CancelledError:
            # A stop ends only the turn of the conversation; its tokens are counted all the same.
            task = asyncio.current_task()
            if task and task.cancelling():
                raise
        finally:
            tokens = self.statistics.show(reporter.report)
            self._is_unasked = False
            await self._end_turn(sends=True)
        return ProactiveTurn(message, tokens)

    async def ask(self, text: str, reads: tuple[str, ...]) -> tuple[Message | None, int]:
        """Send what another character has said, and return the answer with its tokens.

        None if another turn runs, or if the answer was stopped. She has no tools but those that move her. `reads`: the
        values of Reads of the text.
        """
        if self.is_running or self._is_closed:
            return None, 0
        return await self._relay(self.conversation.send(text, reads=tuple(sorted({*reads, RELAYED}))))

    async def ask_again(self) -> tuple[Message | None, int]:
        """Answer the last question once more, as `ask`. None also if its answer has not failed."""
        messages = self.conversation.messages
        has_failed = [each.role for each in messages[-2:]] == ["user", "assistant"] and messages[-1].ended != "stop"
        if self.is_running or self._is_closed or not has_failed:
            return None, 0
        return await self._relay(self.conversation.regenerate(messages[-1].id))

    async def _relay(self, turn: Coroutine[Any, Any, Message]) -> tuple[Message | None, int]:
        self._is_busy = self._is_relayed = True
        answer, tokens = None, 0
        self.chat.set_busy(True)
        try:
            answer = await turn
        except asyncio.CancelledError:
            # A stop ends only the turn of the conversation.
            task = asyncio.current_task()
            if task and task.cancelling():
                raise
        finally:
            tokens = self.statistics.show()
            self._is_relayed = False
            await self._end_turn()
        return answer, tokens

    def new_conversation(self, choice: ModelChoice | None = None) -> tuple[Conversation, str]:
        """Return another conversation, and the id under which it is stored; empty if it is not.

        Calls that need an approval are refused in it. choice: another model, whose conversation is not stored.
        """
        conversation = Conversation(
            lambda: self._turn_factory.setup(
                conversation.messages, None, choice=choice, is_private=conversation.is_private
            )
        )
        if self.sessions.is_private:
            conversation.open((), None, is_private=True)
        recorder = None if choice or conversation.is_private else self._persistence().record(conversation)
        session = (recorder.session or "") if recorder else ""
        if recorder:

            def on_turn(event: TurnEvent, answer: Message) -> None:
                if isinstance(event, TurnEnded):
                    self.answering.discard(session)
                    self._name_session(recorder, conversation.messages, answer)
                else:
                    self.answering.add(session)
                self.answering_changed()

            conversation.listen(on_event=on_turn, events=(TurnStarted, TurnEnded))
        return conversation, session

    def _send_next(self, *, sends: bool = False) -> None:
        """Send the first waiting message after a complete answer; after a stop or an error the messages wait.

        sends: whether it is sent in any case.
        """
        is_complete = bool(self.conversation.messages) and self.conversation.messages[-1].ended == "stop"
        if self.is_running or not (is_complete or sends):
            return
        reading = self.sessions.is_reading
        if message := self.sessions.take_waiting() if reading else self._queue.take_first():
            self.send(message.text, message.attachments)

    def _on_tool_finished(self, *_: object) -> None:
        # Other listeners still handle this event.
        asyncio.get_running_loop().call_soon(self._report_background)

    def _report_background(self) -> None:
        """Run a turn that reports calls which ended in the background, unless another turn runs."""
        is_wanted = self._turn_factory.settings.chat.report_background
        if is_wanted and not self.is_running and (notice := self._background.take_notice()):
            self.start(self.conversation.run_background_report(notice))

    @property
    def is_running(self) -> bool:
        """Whether a turn runs or is about to."""
        return self._is_busy or self.conversation.is_running

    def start(self, turn: Coroutine[Any, Any, Message], *, has_pictures: bool = False) -> None:
        """Run a turn of the conversation, unless another one runs."""
        if self.is_running:
            turn.close()
            return
        self._is_busy, self._is_stopped, self._has_pictures = True, False, has_pictures
        event_loop.spawn(self._run(turn))

    def stop(self) -> None:
        """Stop the answer, also one that is about to begin."""
        self._is_stopped = True
        self.conversation.stop()

    def _prepare(self) -> TurnSetup:
        """Set up the turn that starts now, and start to record its exchanges."""
        self.statistics.begin()
        setup = self._turn_factory.setup(
            self.conversation.messages,
            self.approvals.approve,
            sends_pictures=self._has_pictures,
            is_private=self.conversation.is_private,
        )
        setup = replace(setup, ask=self.approvals.ask)
        if self._is_unasked or self._is_relayed:
            setup = replace(setup, toolbox=setup.toolbox.only(lambda tool: "stage" in tool.needs))
        endpoint = self._turn_factory.turn_settings(self.conversation.messages).endpoint
        place = ModelAddress(endpoint.base_url, endpoint.model)
        self._learner.begin(place, native=setup.native_tools, pictures=setup.pictures)
        return setup

    def resume(self, message_id: str, action: str, *, retry: bool = False) -> None:
        """Continue the last answer when no turn runs; an answer that has a successor can't be continued.

        A notice of the answer has to offer `action` at that time, so that a second click does nothing.
        """
        if not self.conversation.has_resolved(message_id, action):
            self.when_idle(lambda: self._resume(message_id, action, retry=retry))

    def when_idle(self, act: Callable[[], object]) -> None:
        """Call `act` now, or after the running turn, once the conversation that is on screen now is the open one."""
        if self.is_running:
            self.defer(self.sessions.shown, act)
            self.chat.show_toast(lambda: tr("This is done as soon as the answer is over."))
        else:
            act()

    def defer(self, session: str, act: Callable[[], object]) -> None:
        """Call `act` once no turn runs and this session is the open one; an empty id is one that is not stored."""
        self._deferred.append((session, act))

    def run_deferred(self) -> None:
        """Call what waits for the open conversation, until a turn runs."""
        session = self._persistence().session or ""
        while not self.is_running and (due := next((each for each in self._deferred if each[0] == session), None)):
            self._deferred.remove(due)
            due[1]()

    def _resume(self, message_id: str, action: str, *, retry: bool) -> None:
        last = self.conversation.messages[-1] if self.conversation.messages else None
        if last is None or last.id != message_id:
            self.chat.show_toast(lambda: tr("Only the last answer can go on. This one can be answered again."))
        elif last.ended != "stop" and self.conversation.offers(message_id, action):
            self.start(self.conversation.resume(retry=retry))

    async def finish(self) -> None:
        """Begin no further turn, stop the one that runs, and wait for its end."""
        self.close()
        self.conversation.suspend()
        if self.is_running:
            try:
                async with asyncio.timeout(_END_S):
                    await self._is_over.wait()
            except TimeoutError:
                logger.warning("an answer goes on after it was stopped")

    async def _run(self, turn: Coroutine[Any, Any, Message]) -> None:
        self.chat.set_busy(True)
        if self._title_task:
            self._title_task.cancel()
        try:
            await self._turn_factory.warm_up()
            if self._is_stopped or self._is_closed:
                # The question was sent just before: it is kept, with the beginning of an answer.
                asyncio.get_running_loop().call_soon(self.conversation.suspend)
            answer = await turn
        finally:
            turn.close()
            self.statistics.show()
            recorder, session = self._persistence().recorder, self._persistence().session
            await self._end_turn()
        # Another conversation may be open now.
        if recorder and recorder.session == session and not self.is_running:
            self._title_task = self._name_session(recorder, self.conversation.messages, answer)

    def close(self) -> None:
        """Begin no further turn, because the program ends: what waits is stored."""
        self._is_closed = True

    async def _end_turn(self, *, sends: bool = False) -> None:
        """Go on with what waits in the conversation; if nothing does, open the one that is read, and go on there.

        sends: whether a waiting message is sent after an answer that is not complete, too.
        """
        self._is_busy = False
        self.chat.set_busy(False)
        if self._is_closed:
            self._is_over.set()
            return
        self.ended()
        self._go_on(sends=sends)
        if self.is_running or not self.sessions.is_reading:
            return
        left, messages = self._persistence().recorder, self.conversation.messages
        if left and messages:
            # The next turn does not cancel it: it is in another conversation.
            self._name_session(left, messages, messages[-1])
        self._is_busy, is_other = True, False
        try:
            is_other = await self.sessions.settle()
        finally:
            self._is_busy = False
        if self._is_closed:
            self._is_over.set()
            return
        self._go_on(sends=is_other)

    def _go_on(self, *, sends: bool) -> None:
        self.run_deferred()
        self._send_next(sends=sends)
        self._report_background()

    def _name_session(
        self, recorder: Recorder, messages: tuple[Message, ...], answer: Message
    ) -> "asyncio.Task[None] | None":
        """Begin to name a conversation after a complete answer, if it wants a title."""
        settings = self._turn_factory.settings
        # The offline companion generates none.
        has_model = bool(settings.endpoint.base_url) and settings.chat.titles is Titles.MODEL
        if answer.ended == "stop" and recorder.wants_title and has_model:
            return event_loop.spawn(self._generate_title(recorder, recorder.session, messages))
        return None

    async def _generate_title(self, recorder: Recorder, session: str | None, messages: tuple[Message, ...]) -> None:
        """Ask the model for the conversation's title; without one its title is its first question."""
        from deskpet.chat.completion import NoAnswer, generate_title

        try:
            title = await generate_title(self._turn_factory.model_of("titles"), messages)
        except NoAnswer as error:
            logger.info("no title was found: %s", error)
        else:
            recorder.suggest_title(session, title)
