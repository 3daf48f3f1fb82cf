"""Hear at once when the process is asked to end: Ctrl+C, SIGTERM, a terminal or a session that closes.

Python runs a signal's handler when its main thread next executes Python code, which in Qt's loop, or while a driver
compiles a shader, may be much later. The signal's number also goes into a pipe, and a thread reads it there.
"""

import os
import signal
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
STOPS = tuple(signal.Signals[name] for name in _NAMES if name in signal.Signals.__members__)


@contextmanager
def caught(stop: Callable[[], None], patience: float | None = None) -> Generator[None]:
    """Within the block, call `stop` on the first such signal, from another thread; more of them change nothing.

    When the block is not left within `patience` seconds after that, the process ends with 1. To be used on the main
    thread. A signal that is ignored (nohup, a shell's background job) stays ignored.
    """
    reader, writer = os.pipe()
    if os.name == "posix":
        os.set_blocking(writer, False)
    left = threading.Event()
    listener = threading.Thread(target=_listen, args=(reader, stop, left, patience), daemon=True, name="stop signals")
    before = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    wanted = [number for number in STOPS if signal.getsignal(number) is not signal.SIG_IGN]
    handlers = {number: signal.signal(number, _do_nothing) for number in wanted}
    listener.start()
    try:
        yield
    finally:
        left.set()
        for number, handler in handlers.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
        signal.set_wakeup_fd(before)
        os.close(writer)
        listener.join()
        os.close(reader)


def _do_nothing(*_: object) -> None:
    """Stand in for the default handler: only a signal with a handler is written into the pipe."""


def _listen(reader: int, stop: Callable[[], None], left: threading.Event, patience: float | None) -> None:
    while numbers := os.read(reader, 64):
        if any(number in STOPS for number in numbers):
            break
    else:
        return
    stop()
    if patience is not None and not left.wait(patience):
        os._exit(1)
