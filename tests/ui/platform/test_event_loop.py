"""asyncio on Qt's loop: what waits for its time, and what does not any more."""

import asyncio
import gc
import socket
import subprocess
import sys
import time
import weakref
from contextvars import ContextVar, copy_context

import pytest

from deskpet.ui.platform import event_loop


class Thing:
    """Something that can be watched going."""


kept: ContextVar[Thing] = ContextVar("kept")


async def test_a_cancelled_timer_lets_go_of_all_it_knew() -> None:
    def begin() -> None:
        kept.set(Thing())
        things.append(weakref.ref(kept.get()))
        asyncio.get_running_loop().call_later(3600, print).cancel()

    things: list[weakref.ref[Thing]] = []
    copy_context().run(begin)
    gc.collect()
    assert things[0]() is None


async def test_time_limits_that_were_kept_leave_nothing_behind() -> None:
    def handles() -> int:
        gc.collect()
        return sum(isinstance(each, asyncio.Handle) for each in gc.get_objects())

    await asyncio.sleep(0)
    before = handles()
    for _ in range(200):
        async with asyncio.timeout(3600):
            await asyncio.sleep(0)
    assert handles() <= before + 5


async def test_timers_come_in_their_order() -> None:
    loop, came = asyncio.get_running_loop(), list[int]()
    done = asyncio.Event()
    loop.call_later(0.06, done.set)
    for number, delay in enumerate((0.04, 0.02, 0.0)):
        loop.call_later(delay, came.append, number)
    loop.call_later(0.03, came.append, 9).cancel()
    await done.wait()
    assert came == [2, 1, 0]


async def test_a_time_limit_still_ends_what_takes_too_long() -> None:
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.02):
            await asyncio.Event().wait()


async def test_what_arrived_in_a_sleep_of_the_computer_counts_although_its_time_limit_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(event_loop, "_PAUSE_S", 0.05)
    theirs, ours = socket.socketpair()
    reader, writer = await asyncio.open_connection(sock=ours)
    asyncio.get_running_loop().call_soon(lambda: (theirs.send(b"still there"), time.sleep(0.4)))
    async with asyncio.timeout(0.1):
        assert await reader.read(100) == b"still there"
    writer.close()
    theirs.close()


OUTLIVED = """
import asyncio, threading
from PySide6.QtCore import QCoreApplication
from deskpet.processes import threads
from deskpet.ui.platform import event_loop

gate, discarded = threading.Event(), threading.Event()

async def main():
    work = asyncio.ensure_future(threads.run_in_thread(gate.wait, lambda _: discarded.set()))
    await asyncio.sleep(0.01)
    assert not work.done()
    return 0

event_loop.run(QCoreApplication([]), main())
gate.set()
print(discarded.wait(10))
"""


def test_a_thread_that_outlives_the_loop_discards_its_result() -> None:
    run = subprocess.run([sys.executable, "-c", OUTLIVED], capture_output=True, text=True, check=False, timeout=60)
    assert (run.returncode, run.stdout) == (0, "True\n"), run.stderr
