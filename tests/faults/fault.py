"""A fault: what a server does wrong in one exchange, and how the turn may end."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from deskpet.llm.request_options import Timeouts
from tests.faults.responses import Action

Expected = Literal["answer", "notice", "either"]
Address = Literal["http", "tls", "closed", "unknown", "bad port"]
PATIENT = Timeouts(connect=15, first_byte=15, idle=15, silent=30, backoff=(0.01, 0.02), max_wait=0.05)
"""For faults that are no matter of time: a busy machine must not end a right answer."""
HASTY = Timeouts(connect=0.5, first_byte=0.5, idle=0.5, silent=1.0, backoff=(0.01,), max_wait=0.05)


@dataclass(frozen=True)
class Fault:
    """What the server does, and how the turn may end: with the whole answer, with a notice, or with either.

    `response` returns the actions of the server anew for each request.
    """

    what: str
    expected: Expected
    response: Callable[[], Iterator[Action]]
    timeouts: Timeouts = PATIENT
    address: Address = "http"
