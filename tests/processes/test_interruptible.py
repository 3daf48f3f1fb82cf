"""Ctrl+C ends a command at once, whichever thread takes the signal."""

import signal
import subprocess
import sys

import pytest

from tests.support.deskpet_process import reset_signals

PROGRAM = """
import asyncio, signal, sys, threading
from deskpet.processes import interruptible

async def wait():
    # Nothing else wakes the event loop while it waits.
    threading.Thread(target=interrupt).start()
    try:
        await asyncio.get_running_loop().create_future()
    finally:
        print("cleaned up", flush=True)

def interrupt():
    # The thread itself takes the signal: the main thread is not interrupted in its wait for events.
    print(input(), flush=True)
    signal.pthread_kill(threading.get_ident(), signal.SIGINT)

try:
    interruptible.run(wait())
except KeyboardInterrupt:
    sys.exit(130)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_signal_that_another_thread_takes_ends_it_at_once():
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input="now\n",
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
        preexec_fn=reset_signals,
    )
    assert (done.returncode, done.stdout) == (130, "now\ncleaned up\n"), done.stderr


def test_the_result_is_returned_and_the_handler_is_as_before():
    from deskpet.processes import interruptible

    async def answer() -> str:
        return "done"

    before = signal.getsignal(signal.SIGINT)
    assert interruptible.run(answer()) == "done"
    assert signal.getsignal(signal.SIGINT) is before
