"""Hear the hooks of coding agents on the local socket, and answer their permission requests."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deskpet.features.agents import events
from deskpet.features.agents.events import AgentDecision, AgentEvent, EventKind
from deskpet.listeners import End
from deskpet.processes.local_lines import BadLocalLine
from deskpet.ui.platform.local_lines import LocalLines

if TYPE_CHECKING:
    from deskpet.ui.platform.line_server import LocalConnection

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, eq=False)
class PendingRequest:
    """A permission request whose hook waits. Released without a decision, the agent asks by itself."""

    connection: "LocalConnection"
    request_id: str

    @property
    def is_open(self) -> bool:
        """Whether the hook still waits."""
        return self.connection.is_open

    def answer(self, decision: AgentDecision) -> bool:
        """Send the user's decision. Returns False if nobody waits for it any more."""
        return self.connection.answer({"request_id": self.request_id, "decision": decision.value})

    def release(self) -> None:
        """Make no decision."""
        self.connection.release()


def listen(
    lines: LocalLines,
    received: Callable[[AgentEvent], object],
    asked: Callable[[AgentEvent, PendingRequest], object],
) -> End:
    """Call `received` with each event, and `asked` with each permission request, whose hook waits."""

    def on_line(connection: "LocalConnection") -> None:
        try:
            event = events.from_line(connection.line)
        except BadLocalLine as error:
            logger.info("a hook has sent no event: %s", error)
            connection.release()
            return
        if event.kind is EventKind.PERMISSION_ASKED and event.request_id:
            asked(event, PendingRequest(connection, event.request_id))
        else:
            # The hook's process goes on until it is let go, and leads to that of its agent.
            received(event)
            connection.release()

    return lines.listen(events.PREFIX, on_line)
