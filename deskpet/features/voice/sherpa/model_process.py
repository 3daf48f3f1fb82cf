"""The program's requests to the child process that runs a model, see process.py.

A process belongs to no event loop: it hands each reply to the loop of its request.
"""

import asyncio
import threading
from contextlib import suppress
from functools import partial

from deskpet.features.voice.sherpa.model_error import SpeechModelError, not_loaded, plain_message, refused
from deskpet.features.voice.sherpa.model_folder import ModelSetup, Purpose
from deskpet.processes.child_kinds import SPEECH_MODEL
from deskpet.processes.line_process import Ending, LineProcess, later
from deskpet.processes.lines import Message
from deskpet.text.reasons import reason_of
from deskpet.translation import tr

STOP_SECONDS = 2.0
"""Time that the library may go on with a request that nobody wants any more; then the process is killed."""
_MODULE = "deskpet.features.voice.sherpa.process"


class ModelRequest:
    """A request to a model, and its replies. Used in one event loop. number: that of the request."""

    def __init__(self, process: "ModelProcess") -> None:
        self._process, self.number = process, 0
        self._loop = asyncio.get_running_loop()
        self._replies: asyncio.Queue[Message | SpeechModelError] = asyncio.Queue()
        self._has_ended = False

    def send(self, message: Message) -> None:
        """Send a message of this request. Returns at once; `next` raises a failure."""
        self._process.child.send({"id": self.number, **message})

    async def next(self, seconds: float) -> Message:
        """Return the next reply; the last one has `end`. A loading model has more time. Raises SpeechModelError."""
        limit = seconds if self._process.is_ready else SPEECH_MODEL.start_seconds + seconds
        try:
            async with asyncio.timeout(limit):
                reply = await self._replies.get()
        except TimeoutError:
            self._process.child.kill()
            cause = tr("The model did not answer within {seconds:g} seconds.", seconds=limit)
            next_step = tr("Choose a smaller model, or a computer with less to do.")
            raise SpeechModelError("timeout", cause, next_step) from None
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
            self._process.stop(self.number)

    def deliver(self, reply: "Message | Ending") -> None:
        """Hand over a reply, from any thread."""
        match reply:
            case Ending():
                result: Message | SpeechModelError = self._process.failure(reply)
            case {"error": _}:
                result = refused(reply)
            case _:
                result = reply
        # RuntimeError: the loop has closed.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._replies.put_nowait, result)


class ModelProcess:
    """A child process that has loaded a model. It starts with the first request.

    It ends by itself when it has had nothing to do for `idle_seconds`.

    is_ready: whether the model is loaded. child: the process; requests that wait fail when it is killed.
    """

    def __init__(self, setup: ModelSetup, *, idle_seconds: float = SPEECH_MODEL.idle_seconds) -> None:
        self.setup = setup
        self.is_ready = self._has_begun = False
        self._failure: SpeechModelError | None = None
        self.child = LineProcess(SPEECH_MODEL, _MODULE, self._on_event, idle_seconds=idle_seconds)
        self.child.send({"purpose": setup.purpose, "kind": setup.kind, "files": dict(setup.files)})

    def open(self) -> ModelRequest | None:
        """Return a new request, None if the process takes no more. Called in an event loop."""
        request = ModelRequest(self)
        number = self.child.open(request.deliver)
        if number is None:
            return None
        request.number = number
        if not self._has_begun:
            self._has_begun = True
            threading.Thread(target=self._start, daemon=True, name="model").start()
        return request

    def stop(self, number: int) -> None:
        """Forget a request, and kill the process if the library does not end it in time."""
        if self.child.forget(number):
            self.child.send({"id": number, "stop": True})
            later(STOP_SECONDS, partial(self._end_if_stuck, number))

    def failure(self, ending: Ending) -> SpeechModelError:
        """Return the error of the requests that waited when the process ended."""
        if ending.not_started:
            cause = tr("No process can be started: {reason}.", reason=reason_of(ending.not_started))
            return SpeechModelError("not_started", cause, tr("Try again."))
        if self._failure:
            return self._failure
        last = (ending.errors.strip().splitlines() or [""])[-1]
        reason = plain_message(last.strip()) or tr("exit code {n}", n=ending.code)
        if not self.is_ready:
            return not_loaded("not_loaded", reason)
        cause = tr("The process of the model ended: {reason}.", reason=reason.rstrip("."))
        return SpeechModelError("ended", cause, tr("Try again. If it fails again, choose another model."))

    def _start(self) -> None:
        # The requests get the reason.
        with suppress(OSError):
            self.child.start()

    def _on_event(self, message: Message) -> None:
        match message:
            case {"ready": True}:
                self.is_ready = True
            case {"failed": str(code), "reason": str(reason)}:
                self._failure = not_loaded(code, reason)
                self.child.kill()
            case _:
                self.child.kill()

    def _end_if_stuck(self, number: int) -> None:
        """Kill the process if it still works at a stopped request, and nobody else waits for it."""
        if self.child.is_stuck_at(number):
            self.child.kill()


_processes: dict[Purpose, ModelProcess] = {}
_processes_lock = threading.Lock()


def open_request(setup: ModelSetup) -> ModelRequest:
    """Return a new request to a model. All requests to it share one process, which is started if there is none.

    The process of another model for the same purpose ends if it has nothing to do. Called in an event loop.
    """
    with _processes_lock:
        process = _processes.get(setup.purpose)
        if process and process.setup != setup:
            process.child.kill_if_idle()
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
        process.child.kill_if_idle()
