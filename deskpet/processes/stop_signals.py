"""Immediate handling of termination signals: Ctrl+C, SIGTERM, and a terminal or session that closes.

Python runs a signal handler when the main thread next executes bytecode, which may be much later inside Qt's event
loop or a shader compiler. Therefore `signal.set_wakeup_fd` writes the signal number to a pipe that a thread reads.
"""

import os
import signal
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
STOPS = tuple(signal.Signals[name] for name in _NAMES if name in signal.Signals.__members__)


@contextmanager
def handle(stop: Callable[[], None], patience: float | None = None) -> Generator[None]:
    """Call `stop` in another thread on the first termination signal within the block; later signals do nothing.

    If the block does not end within `patience` seconds after that, the process exits with 1. Only for the main thread.
    An ignored signal (nohup, a shell's background job) stays ignored.
    """
    reader, writer = os.pipe()
    if os.name == "posix":
        os.set_blocking(writer, False)
    finished = threading.Event()
    listener = threading.Thread(
        target=_listen, args=(reader, stop, finished, patience), daemon=True, name="stop signals"
    )
    before = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    handled = [number for number in STOPS if signal.getsignal(number) is not signal.SIG_IGN]
    handlers = {number: signal.signal(number, _do_nothing) for number in handled}
    listener.start()
    try:
        yield
    finally:
        finished.set()
        for number, handler in handlers.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
        signal.set_wakeup_fd(before)
        os.close(writer)
        listener.join()
        os.close(reader)


def _do_nothing(*_: object) -> None:
    """Replace the default handler: Python writes only signals with a handler to the pipe."""


def _listen(reader: int, stop: Callable[[], None], finished: threading.Event, patience: float | None) -> None:
    while numbers := os.read(reader, 64):
        if any(number in STOPS for number in numbers):
            break
    else:
        return
    stop()
    if patience is not None and not finished.wait(patience):
        os._exit(1)
