"""The program's end of the lines to the child process that runs a model, see process.py.

A process belongs to no event loop: its threads read and write, and hand each reply to the loop of its request.
"""

import asyncio
import json
import queue
import subprocess
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from deskpet.features.voice.sherpa import model_error
from deskpet.features.voice.sherpa.library_messages import plain_message
from deskpet.features.voice.sherpa.model_error import SpeechModelError
from deskpet.features.voice.sherpa.model_folder import ModelSetup, Purpose
from deskpet.processes import child
from deskpet.text.reasons import reason_of
from deskpet.translation import tr

IDLE_SECONDS = 60.0
"""Time without a request after which the process ends."""
START_SECONDS = 60.0
"""Time that a model may take to load."""
STOP_SECONDS = 2.0
"""Time that the library may go on with a request that nobody wants any more; then the process is killed."""
_MODULE = "deskpet.features.voice.sherpa.process"
# Base64 of the sound of one text: ten minutes at 48 kHz.
_MAX_LINE = 80 << 20
_MAX_ERROR_LINES = 20

Message = dict[str, Any]


class ModelRequest:
    """A request to a model, and its replies. Used in one event loop."""

    def __init__(self, process: "ModelProcess", number: int) -> None:
        self._process, self._number = process, number
        self._loop = asyncio.get_running_loop()
        self._replies: asyncio.Queue[Message | SpeechModelError] = asyncio.Queue()
        self._has_ended = False

    def send(self, message: Message) -> None:
        """Send a message of this request. Returns at once; `next` raises a failure."""
        self._process.send({"id": self._number, **message})

    async def next(self, seconds: float) -> Message:
        """Return the next reply; the last one has `end`. A loading model has more time. Raises SpeechModelError."""
        limit = seconds if self._process.is_ready else START_SECONDS + seconds
        try:
            async with asyncio.timeout(limit):
                reply = await self._replies.get()
        except TimeoutError:
            self._process.close()
            raise model_error.timed_out(limit) from None
        if isinstance(reply, SpeechModelError):
            self._has_ended = True
            raise reply
        self._has_ended = "end" in reply
        return reply

    def take(self) -> list[Message]:
        """Return the replies that have arrived. Never raises: a failure is kept for `next`."""
        replies: list[Message] = []
        while not self._replies.empty():
            reply = self._replies.get_nowait()
            if isinstance(reply, SpeechModelError):
                self._replies.put_nowait(reply)
                break
            replies.append(reply)
        return replies

    def stop(self) -> None:
        """End the request. Does nothing if it has ended."""
        if not self._has_ended:
            self._has_ended = True
            self._process.stop(self._number)

    def deliver(self, reply: "Message | SpeechModelError") -> None:
        """Hand over a reply, from any thread."""
        # RuntimeError: the loop has closed.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._replies.put_nowait, reply)


class ModelProcess:
    """A child process that has loaded a model. It starts with the first request.

    It ends by itself when it has had nothing to do for `idle_seconds`.
    """

    def __init__(self, setup: ModelSetup, *, idle_seconds: float = IDLE_SECONDS) -> None:
        self.setup = setup
        self._idle_seconds = idle_seconds
        self._lock = threading.Lock()
        self._outgoing: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._errors: deque[str] = deque(maxlen=_MAX_ERROR_LINES)
        self._process: subprocess.Popen[str] | None = None
        # The requests that the child has not ended, in the order in which it answers them; None if nobody waits.
        self._open: dict[int, ModelRequest | None] = {}
        self._count = 0
        self._failure: SpeechModelError | None = None
        self._is_ready = self._is_closed = False
        self._idle_timer: threading.Timer | None = None
        first = {"purpose": setup.purpose, "kind": setup.kind, "files": dict(setup.files)}
        self._outgoing.put(json.dumps(first) + "\n")

    @property
    def is_ready(self) -> bool:
        """Whether the model is loaded."""
        return self._is_ready

    @property
    def is_closed(self) -> bool:
        """Whether it takes no more requests."""
        return self._is_closed

    @property
    def pid(self) -> int | None:
        """The id of the child process; None before it has started."""
        return self._process.pid if self._process else None

    def open(self) -> ModelRequest | None:
        """Return a new request, None if the process takes no more. Called in an event loop."""
        with self._lock:
            if self._is_closed:
                return None
            if not self._count:
                threading.Thread(target=self._run, daemon=True, name="model").start()
            self._count += 1
            request = self._open[self._count] = ModelRequest(self, self._count)
            self._stop_idle_timer()
            return request

    def send(self, message: Message) -> None:
        """Send a message. Returns at once."""
        self._outgoing.put(json.dumps(message) + "\n")

    def stop(self, number: int) -> None:
        """Forget a request, and kill the process if the library does not end it in time."""
        with self._lock:
            if number not in self._open:
                return
            self._open[number] = None
        self.send({"id": number, "stop": True})
        self._later(STOP_SECONDS, lambda: self._end_if_stuck(number))

    def close(self) -> None:
        """End the process. Requests that wait fail."""
        with self._lock:
            self._is_closed = True
            self._stop_idle_timer()
        if self._process:
            self._process.kill()

    def _run(self) -> None:
        """Start the process and read its replies until it ends, in one thread: the child ends with that thread."""
        try:
            process = child.start(_MODULE, has_errors=True)
        except OSError as error:
            self._end(model_error.not_started(reason_of(error)))
            return
        with self._lock:
            self._process = process
            if self._is_closed:
                process.kill()
        threads = [threading.Thread(target=each, args=(process,), daemon=True) for each in (self._write, self._watch)]
        for thread in threads:
            thread.start()
        assert process.stdout
        while line := process.stdout.readline(_MAX_LINE):
            if not self._take(line):
                break
        child.end(process)
        self._outgoing.put(None)
        for thread in threads:
            thread.join()
        reason = self._reason(process.returncode)
        self._end(
            self._failure
            or (model_error.ended(reason) if self._is_ready else model_error.not_loaded("not_loaded", reason))
        )

    def _write(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdin
        # OSError and ValueError: the child has ended, and its pipe is closed.
        with suppress(OSError, ValueError):
            while line := self._outgoing.get():
                process.stdin.write(line)
                process.stdin.flush()

    def _watch(self, process: "subprocess.Popen[str]") -> None:
        """Keep the last lines that the library wrote to standard error."""
        assert process.stderr
        with process.stderr:
            self._errors.extend(line.strip() for line in process.stderr if line.strip())

    def _take(self, line: str) -> bool:
        """Handle a line of the child. Returns whether to go on reading."""
        try:
            message: Message = json.loads(line)
        except ValueError:
            return False
        match message:
            case {"ready": True}:
                self._is_ready = True
                self._on_request_ended()
            case {"failed": str(code), "reason": str(reason)}:
                self._failure = model_error.not_loaded(code, reason)
                return False
            case {"id": int(number)}:
                self._deliver(number, message)
            case _:
                return False
        return True

    def _deliver(self, number: int, message: Message) -> None:
        with self._lock:
            request = self._open.get(number)
            if "end" in message or "error" in message:
                self._open.pop(number, None)
        if request:
            request.deliver(model_error.refused(message) if "error" in message else message)
        self._on_request_ended()

    def _on_request_ended(self) -> None:
        with self._lock:
            self._stop_idle_timer()
            if not self._open and not self._is_closed:
                self._idle_timer = self._later(self._idle_seconds, self.close_if_idle)

    def close_if_idle(self) -> None:
        """End the process, unless somebody waits for a request."""
        with self._lock:
            if any(self._open.values()):
                return
            self._is_closed = True
        self.close()

    def _end_if_stuck(self, number: int) -> None:
        """Kill the process if it still works at a stopped request, and nobody else waits for it."""
        with self._lock:
            is_stuck = number in self._open and not any(self._open.values())
        if is_stuck:
            self.close()

    def _end(self, failure: SpeechModelError) -> None:
        with self._lock:
            self._is_closed, self._failure = True, failure
            self._stop_idle_timer()
            waiting = [request for request in self._open.values() if request]
            self._open.clear()
        for request in waiting:
            request.deliver(failure)

    def _reason(self, code: int) -> str:
        """Return the last line that the library wrote, else the exit code."""
        last = plain_message(self._errors[-1]) if self._errors else ""
        return last or tr("exit code {n}", n=code)

    def _later(self, seconds: float, act: Callable[[], None]) -> threading.Timer:
        timer = threading.Timer(seconds, act)
        timer.daemon = True
        timer.start()
        return timer

    def _stop_idle_timer(self) -> None:
        if self._idle_timer:
            self._idle_timer.cancel()
            self._idle_timer = None


_processes: dict[Purpose, ModelProcess] = {}
_processes_lock = threading.Lock()


def open_request(setup: ModelSetup) -> ModelRequest:
    """Return a new request to a model. All requests to it share one process, which is started if there is none.

    The process of another model for the same purpose ends if it has nothing to do. Called in an event loop.
    """
    with _processes_lock:
        process = _processes.get(setup.purpose)
        if process and process.setup != setup:
            process.close_if_idle()
        elif process and (request := process.open()):
            return request
        process = _processes[setup.purpose] = ModelProcess(setup)
        request = process.open()
        assert request, "a new process takes requests"
        return request


def close_if_idle(purpose: Purpose) -> None:
    """End the process of this purpose, unless somebody waits for a request."""
    with _processes_lock:
        process = _processes.get(purpose)
    if process:
        process.close_if_idle()
