"""Talk to a child process that answers many requests: a JSON object on each line, in both directions.

The replies to a request repeat its `id`, and the last one has `result`, `error` or `end`. A line without `id` is an
event. The child ends when its standard input ends.
"""

import io
import queue
import subprocess
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Any

from deskpet.processes import child, lines
from deskpet.processes.child_kinds import ChildKind
from deskpet.processes.lines import Message

_LAST = frozenset(("result", "error", "end"))


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a process: its exit code, and the last lines of its standard error; or why it did not start."""

    code: int = 0
    errors: str = ""
    not_started: OSError | None = None


OnReply = Callable[[Message | Ending], object]


class LineProcess:
    """A child process, its open requests, and its events.

    Threads read, parse and write, so that no child can hold its caller up. The callbacks are called in the one that
    reads. A child that breaks the rules of the lines is ended, as is one that had no request for `idle_seconds`.
    """

    def __init__(
        self,
        kind: ChildKind,
        module: str,
        on_event: Callable[[Message], object],
        *,
        low_priority: bool = False,
        idle_seconds: float = 0,
    ) -> None:
        """Create it; nothing starts. low_priority: start the child with a lower priority than this process."""
        self._kind, self._module, self._on_event = kind, module, on_event
        self._low_priority, self._idle_seconds = low_priority, idle_seconds
        self._lock = threading.Lock()
        self._outgoing: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        # None if nobody waits any more for what the child has not ended.
        self._open: dict[int, OnReply | None] = {}
        self._numbers = count(1)
        self._process: subprocess.Popen[bytes] | None = None
        self.is_closed = False
        """Whether it takes no more requests."""
        self._idle_timer: threading.Timer | None = None

    @property
    def pid(self) -> int | None:
        """The id of the process; None before it has started."""
        return self._process.pid if self._process else None

    def start(self, on_ended: Callable[[Ending], object] = lambda _: None) -> None:
        """Start the process, and return when that was done. Raises OSError.

        It ends with the thread that reads from it, so it is started there. on_ended: called once, before the open
        requests get the same Ending.
        """
        started: Future[None] = Future()
        threading.Thread(target=self._run, args=(started, on_ended), daemon=True, name=self._kind.name).start()
        started.result()

    def open(self, on_reply: OnReply) -> int | None:
        """Return the `id` of a new request, None if the process takes no more. `on_reply` gets each reply to it."""
        with self._lock:
            if self.is_closed:
                return None
            self._stop_idle_timer()
            number = next(self._numbers)
            self._open[number] = on_reply
            return number

    def send(self, message: Mapping[str, Any]) -> None:
        """Send a message. Returns at once. Raises BadLine."""
        self._outgoing.put(lines.encode(message, self._kind.reply_size))

    def ask(self, message: Mapping[str, Any], seconds: float) -> Message | None:
        """Return the next reply to a request; None if there is none in time, when the process is killed. Blocks."""
        replies: queue.SimpleQueue[Message | Ending] = queue.SimpleQueue()
        number = self.open(replies.put)
        if number is None:
            return None
        self.send({"id": number, **message})
        try:
            reply = replies.get(timeout=seconds)
        except queue.Empty:
            self.kill()
            return None
        return None if isinstance(reply, Ending) else reply

    def forget(self, number: int) -> bool:
        """Deliver no more replies to a request. Returns whether the child has not ended it yet."""
        with self._lock:
            if number in self._open:
                self._open[number] = None
            return number in self._open

    def is_stuck_at(self, number: int) -> bool:
        """Return whether the child still works at a request, while nobody waits for any."""
        with self._lock:
            return number in self._open and not any(self._open.values())

    def close_input(self) -> None:
        """End the standard input of the child, which then ends by itself."""
        self._outgoing.put(None)

    def kill(self) -> None:
        """End the process at once."""
        with self._lock:
            self.is_closed = True
            self._stop_idle_timer()
            process = self._process
        if process:
            process.kill()

    def kill_if_idle(self) -> None:
        """End the process, unless somebody waits for a reply."""
        with self._lock:
            if any(self._open.values()):
                return
            # No request may begin in between.
            self.is_closed = True
        self.kill()

    def _run(self, started: "Future[None]", on_ended: Callable[[Ending], object]) -> None:
        """Start the process and read until it ends."""
        try:
            process = child.start(self._module, low_priority=self._low_priority)
        except OSError as error:
            self._finish(Ending(not_started=error), on_ended)
            started.set_exception(error)
            return
        with self._lock:
            self._process = process
        if self.is_closed:
            process.kill()
        started.set_result(None)
        errors = child.ErrorTail(process)
        writer = threading.Thread(target=self._write, args=(process,), daemon=True, name=self._kind.name)
        writer.start()
        assert process.stdout
        output = io.TextIOWrapper(process.stdout, "utf-8", "replace")
        lines.read_lines(output, self._on_message, self._kind.reply_size)
        words = errors.end()
        self._outgoing.put(None)
        child.end(process)
        writer.join()
        self._finish(Ending(process.returncode, words), on_ended)

    def _write(self, process: "subprocess.Popen[bytes]") -> None:
        assert process.stdin
        # OSError and ValueError: the child has ended, and its pipe is closed.
        with suppress(OSError, ValueError):
            while line := self._outgoing.get():
                process.stdin.write(line.encode())
                process.stdin.flush()
        with suppress(OSError):
            process.stdin.close()

    def _on_message(self, message: Message) -> None:
        number = message.get("id")
        if not isinstance(number, int):
            self._on_event(message)
        else:
            with self._lock:
                on_reply = self._open.get(number)
                if _LAST & message.keys():
                    self._open.pop(number, None)
            if on_reply:
                on_reply(message)
        with self._lock:
            self._stop_idle_timer()
            if self._idle_seconds and not self._open and not self.is_closed:
                self._idle_timer = later(self._idle_seconds, self.kill_if_idle)

    def _finish(self, ending: Ending, on_ended: Callable[[Ending], object]) -> None:
        with self._lock:
            self.is_closed = True
            self._stop_idle_timer()
            waiting = [on_reply for on_reply in self._open.values() if on_reply]
            self._open.clear()
        on_ended(ending)
        for on_reply in waiting:
            on_reply(ending)

    def _stop_idle_timer(self) -> None:
        if self._idle_timer:
            self._idle_timer.cancel()
            self._idle_timer = None


def later(seconds: float, act: Callable[[], object]) -> threading.Timer:
    """Call `act` in a thread after some seconds."""
    timer = threading.Timer(seconds, act)
    timer.daemon = True
    timer.start()
    return timer
