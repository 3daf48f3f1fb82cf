"""Tests of the garbage collection's thread: never a worker thread."""

import threading

import pytest

from deskpet.ui.platform import event_loop
from tests.support.waiting import until

pytestmark = pytest.mark.window


class Knot:
    """Refers to itself, so that only the collector can end it, and notes on which thread that was."""

    def __init__(self, ended_on: list[int]) -> None:
        self.itself, self._ended_on = self, ended_on

    def __del__(self) -> None:
        self._ended_on.append(threading.get_ident())


async def test_what_a_worker_allocates_ends_nothing_there() -> None:
    ended_on: list[int] = []
    Knot(ended_on)
    many = await event_loop.in_thread(lambda: [[number] for number in range(100_000)])
    assert len(many) == 100_000
    await until(lambda: bool(ended_on))
    assert ended_on == [threading.get_ident()]
