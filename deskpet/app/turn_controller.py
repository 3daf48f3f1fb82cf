"""The turns of the conversation, one at a time: begun, learned from, and told of when they are over."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable
from typing import TYPE_CHECKING, Any

from deskpet.app.approvals import ApprovalController
from deskpet.app.session_persistence import SessionPersistence
from deskpet.app.turn_factory import TurnFactory
from deskpet.chat.messages import Image, Message
from deskpet.chat.report import TurnReporter
from deskpet.chat.turn_setup import TurnSetup
from deskpet.llm.capabilities import Capabilities, CapabilityLearner
from deskpet.settings import Titles
from deskpet.store import Recorder
from deskpet.ui.chat.turn_details import TurnDetails
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.platform import event_loop
from deskpet.words import tr

if TYPE_CHECKING:
    from deskpet.log import RecentExchanges

_EXCHANGES = 64  # as many as a long turn makes; they share their texts with the conversation

logger = logging.getLogger(__name__)


class TurnController:
    """Runs turns, names the conversation after the first one, and gives the chat the figures of each."""

    def __init__(
        self,
        chat: ChatWindow,
        calls: ApprovalController,
        answering: TurnFactory,
        memory: SessionPersistence,
        capabilities: Capabilities,
    ) -> None:
        self._chat, self._calls, self._answering, self._memory = chat, calls, answering, memory
        self._conversation = memory.conversation
        self._reporter, self._learner = TurnReporter(), CapabilityLearner(capabilities)
        self._exchanges: RecentExchanges | None = None
        self._wish: Callable[[], object] | None = None
        self._naming: asyncio.Task[None] | None = None
        self._has_pictures = False
        self._is_busy = False  # a turn runs, or is about to: it begins with the next round of the event loop
        self._conversation.listen(lambda _: None, self._reporter)
        self._conversation.listen(self._learner.message, self._learner.event)

    def send(self, text: str, images: Iterable[Image]) -> None:
        """The person says `text`. Pictures that come with it are sent, whatever is known of the model."""
        shown = tuple(images)
        self._start(self._conversation.send(text, shown), has_pictures=bool(shown))

    def start(self, turn: Coroutine[Any, Any, Message]) -> None:
        """Run a turn of the conversation, unless another one runs."""
        self._start(turn, has_pictures=False)

    def go_on(self, message_id: str, action: str, *, again: bool = False) -> None:
        """Let an answer grow on, when the turn is over; what follows it can't be undone, so only the last one does.

        A notice of it has to offer `action` by then: pressed twice, it is done once.
        """
        if not self._conversation.has_resolved(message_id, action):
            self.when_over(lambda: self._go_on(message_id, action, again=again))

    def when_over(self, wish: Callable[[], object]) -> None:
        """Do this now, or else when the turn that runs is over. The last wish counts."""
        if self._is_busy or self._conversation.is_running:
            self._wish = wish
            self._chat.show_toast(lambda: tr("This is done as soon as the answer is over."))
        else:
            wish()

    def _go_on(self, message_id: str, action: str, *, again: bool) -> None:
        last = self._conversation.messages[-1] if self._conversation.messages else None
        if last is None or last.id != message_id:
            self._chat.show_toast(lambda: tr("Only the last answer can go on. This one can be answered again."))
        elif last.ended != "stop" and self._conversation.offers(message_id, action):
            self.start(self._conversation.go_on(again=again))

    def begin(self) -> TurnSetup:
        """Set up the turn that begins now."""
        from deskpet.log import RecentExchanges

        self._exchanges = self._exchanges or RecentExchanges(_EXCHANGES).__enter__()
        setup = self.setup()
        self._learner.begin(self._answering.place, native=setup.native_tools, pictures=setup.pictures)
        return setup

    def setup(self) -> TurnSetup:
        """A turn as it would be now."""
        takes = self._has_pictures or not self._answering.why_no_pictures
        return self._answering.setup(self._conversation.messages, self._calls.approve, pictures=takes)

    def close(self) -> None:
        """Listen to no exchange any more."""
        if self._exchanges:
            self._exchanges.__exit__()

    def _start(self, turn: Coroutine[Any, Any, Message], *, has_pictures: bool) -> None:
        if self._is_busy or self._conversation.is_running:
            turn.close()
            return
        self._is_busy, self._has_pictures = True, has_pictures
        event_loop.spawn(self._run(turn))

    async def _run(self, turn: Coroutine[Any, Any, Message]) -> None:
        self._chat.set_busy(True)
        if self._naming:
            self._naming.cancel()
        try:
            answer = await turn
        finally:
            self._is_busy = False
            self._chat.set_busy(False)
            self._tell_details()
            wish, self._wish = self._wish, None
        if wish:
            wish()
            return
        keeper = self._memory.keeper
        if answer.ended == "stop" and keeper and keeper.wants_title and self._is_named_by_model():
            self._naming = event_loop.spawn(self._name_session(keeper))

    def _is_named_by_model(self) -> bool:
        settings = self._answering.settings
        # The offline companion names nothing.
        return bool(settings.endpoint.base_url) and settings.chat.titles is Titles.MODEL

    async def _name_session(self, keeper: Recorder) -> None:
        """Let the model find a title for the conversation; without one it is called by its first question."""
        from deskpet.chat.completion import NoAnswer
        from deskpet.chat.title import generate_title

        session = keeper.session
        try:
            title = await generate_title(self.setup().model, self._conversation.messages)
        except NoAnswer as error:
            logger.info("no title was found: %s", error)
        else:
            keeper.suggest_title(session, title)

    def _tell_details(self) -> None:
        from deskpet.log import log_turn_summary
        from deskpet.summary import summarise

        report, exchanges = self._reporter.report, self._exchanges.all if self._exchanges else ()
        if report.message_id:
            sent = tuple(each for each in exchanges if each.started_at >= report.started_at)
            summary = summarise(report, sent)
            log_turn_summary(summary)
            self._chat.set_details(report.message_id, TurnDetails(summary, sent))
