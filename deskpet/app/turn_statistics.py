"""Record what each turn cost, show it below the answer, and add it to the totals."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from deskpet.chat.conversation import Conversation
from deskpet.chat.report import TurnReport, TurnReporter
from deskpet.config import paths
from deskpet.ui.chat.turn_details import TurnDetails
from deskpet.ui.chat.turn_figures import document_share_line
from deskpet.ui.chat.window import ChatWindow

if TYPE_CHECKING:
    from deskpet.statistics.log import RecentExchanges
    from deskpet.statistics.summary import TurnSummary
    from deskpet.statistics.totals import DailyTotals, Totals

# Number of HTTP exchanges kept; enough for a long turn. They share their texts with the conversation.
_EXCHANGES = 64


class TurnStatistics:
    """The figures of the turns: tokens, times, HTTP exchanges, dropped frames."""

    def __init__(
        self,
        chat: ChatWindow,
        conversation: Conversation,
        dropped_frames: Callable[[], int],
        told_facts: Callable[[str], tuple[str, ...]],
    ) -> None:
        """`dropped_frames` returns the number of frames that the character has dropped since the start.

        told_facts: returns what the model was told of the user for an answer.
        """
        self._chat, self._conversation = chat, conversation
        self._dropped_frames, self._dropped_frames_before, self._told_facts = dropped_frames, 0, told_facts
        self._reporter = TurnReporter()
        conversation.listen(on_event=self._reporter)
        self._exchanges: RecentExchanges | None = None
        self._daily_totals: DailyTotals | None = None
        # By the id of the conversation's first message.
        self._conversation_totals: dict[str, Totals] = {}

    def begin(self) -> None:
        """Record the exchanges of the turn that starts now."""
        from deskpet.statistics.log import RecentExchanges, ToolCallLog

        if self._exchanges is None:
            self._exchanges = RecentExchanges(_EXCHANGES, self._chat.transcript.show_retry).__enter__()
            self._conversation.listen(on_event=ToolCallLog(self._reporter))
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
            self._chat.set_details(report.message_id, TurnDetails(summary, sent, totals, told, documents))
        counted = summary.input_tokens + summary.output_tokens
        # Not every server counts.
        return counted or sum(request.estimated for request in report.requests)

    def close(self) -> None:
        """Stop recording exchanges."""
        if self._exchanges:
            self._exchanges.__exit__()

    def _add_to_totals(self, turn: "TurnSummary") -> "tuple[Totals, Totals]":
        """Add the turn to the sums of its conversation since the start and of today, and return both."""
        from deskpet.statistics.totals import DailyTotals, Totals

        self._daily_totals = self._daily_totals or DailyTotals(paths.data_folder() / "totals.json")
        first_message = self._conversation.messages[0].id if self._conversation.messages else ""
        in_conversation = self._conversation_totals.get(first_message, Totals()).plus(turn)
        self._conversation_totals[first_message] = in_conversation
        return in_conversation, self._daily_totals.add(turn)
