"""asyncio on Qt's event loop, and the one way to start a task."""

import asyncio
import signal
import socket
import sys
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator
from contextlib import contextmanager
from typing import Any

import qasync
from PySide6.QtCore import QCoreApplication, QSocketNotifier

from deskpet import aside
from deskpet.ui.error_reporting import ErrorReporter, report_loop_errors
from deskpet.ui.sweep import garbage_on_this_thread

in_thread = aside.in_thread
_tasks: set[asyncio.Task[Any]] = set()


def spawn(work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
    """Run `work` in the background, kept until it ends; the loop's exception handler gets what it raises."""
    task = asyncio.get_running_loop().create_task(work)
    _tasks.add(task)
    task.add_done_callback(_ended)
    return task


def _ended(task: asyncio.Task[Any]) -> None:
    _tasks.discard(task)
    if not task.cancelled() and (error := task.exception()):
        task.get_loop().call_exception_handler({"message": "a task failed", "exception": error, "task": task})


@contextmanager
def stop_signals(stop: Callable[[], None]) -> Generator[None, None, None]:
    """Call `stop` on the loop when the process is asked to end (Ctrl+C, or a session that closes).

    Python sees a signal only when it next runs, which on an idle Qt loop may be never; the signal's byte in a
    socket wakes it.
    """
    reader, writer = socket.socketpair()
    writer.setblocking(False)
    notifier = QSocketNotifier(reader.fileno(), QSocketNotifier.Type.Read)
    notifier.activated.connect(lambda: reader.recv(64))
    before_fd = signal.set_wakeup_fd(writer.fileno())
    before = {number: signal.signal(number, lambda *_: stop()) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        signal.set_wakeup_fd(before_fd)
        for number, handler in before.items():
            signal.signal(number, handler)
        notifier.setEnabled(False)
        reader.close()
        writer.close()


async def cancel_all() -> None:
    """End every task that `spawn` started, and wait until they have ended."""
    tasks = list(_tasks)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def run(app: QCoreApplication, main: Coroutine[Any, Any, int], reporter: ErrorReporter | None = None) -> int:
    """Run `main` on Qt's loop until it returns; its result. `reporter` gets what nothing on the loop caught."""
    loop = qasync.QEventLoop(app)
    asyncio.set_event_loop(loop)
    if reporter:
        report_loop_errors(loop, reporter)
    # qasync sets no hooks for async generators: a stream that is dropped half read must be closed in a task,
    # not by the garbage collector.
    sys.set_asyncgen_hooks(finalizer=lambda generator: _close_later(loop, generator))
    with loop, garbage_on_this_thread():
        return int(loop.run_until_complete(main))


def _close_later(loop: asyncio.AbstractEventLoop, generator: AsyncGenerator[Any, Any]) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(lambda: loop.create_task(generator.aclose()))
