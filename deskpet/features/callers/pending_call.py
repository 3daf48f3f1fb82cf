"""A call of an agent that waits until it has been carried out, on its connection."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from deskpet.features.callers.calls import CallError, Values

if TYPE_CHECKING:
    from deskpet.ui.platform.line_server import LocalConnection


@dataclass(frozen=True, slots=True, eq=False)
class PendingCall:
    """A call whose answer repeats `request_id`."""

    connection: "LocalConnection"
    request_id: str

    @property
    def is_open(self) -> bool:
        """Whether somebody waits for the answer."""
        return self.connection.is_open

    def answer(self, result: Values) -> bool:
        """Send the result. Returns False if nobody waits for it any more."""
        return self.connection.answer({"request_id": self.request_id, "result": result})

    def fail(self, error: CallError) -> bool:
        """Send why the call is not carried out. Returns False if nobody waits for it any more."""
        return self.connection.answer({"request_id": self.request_id, "error": error.values})
