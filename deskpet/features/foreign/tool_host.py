"""A child process of ours that answers lines of requests, see link.py, until its standard input ends."""

import asyncio
import codecs
import os
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import IO, Any, cast

from deskpet.processes import lines
from deskpet.processes.lines import BadLine, Message, last_lines
from deskpet.processes.serving import take_output

MAX_STDERR = 4096
"""Maximum length of a report of a program's standard error, in characters."""
REPORT_INTERVAL = 0.1
"""Shortest time between two reports of progress, or of standard error, in seconds."""
_MAX_CALLS = 256


class CallFailed(Exception):
    """A request failed. `code` is `tool_failed` if the tool itself said so, and otherwise names what the server did."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class ErrorOutput:
    """The end of what a server writes to standard error, reported in pieces, however much it writes."""

    def __init__(self, report: Callable[[str], None]) -> None:
        """`report` is called in the event loop."""
        self._report, self._loop = report, asyncio.get_running_loop()
        self._lock, self._tail = threading.Lock(), ""
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def add(self, piece: bytes) -> None:
        """Take what the server has written. Called in a thread."""
        with self._lock:
            is_reported_later = bool(self._tail)
            self._tail = last_lines(self._tail + self._decoder.decode(piece), MAX_STDERR)
        if self._tail and not is_reported_later and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._loop.call_later, REPORT_INTERVAL, self.flush)

    def flush(self) -> None:
        """Report what was not reported yet."""
        with self._lock:
            tail, self._tail = self._tail, ""
        if tail:
            self._report(tail)


class ToolHost(ABC):
    """Carries out the requests, each in a task of its own.

    ends_at_once: whether the process ends with its standard input, instead of calling `close` in the event loop first.
    """

    ends_at_once = False

    def __init__(self, output: IO[str]) -> None:
        self._output = output
        self._requests: dict[int, asyncio.Task[None]] = {}

    def emit(self, message: Mapping[str, Any]) -> None:
        """Write a message. The pet's end closes the pipe, which ends this process anyway."""
        try:
            line = lines.encode(message)
        except BadLine as error:
            if "id" not in message or "event" in message:
                return
            line = lines.encode({"id": message["id"], "error": str(error), "code": "bad_result"})
        with suppress(OSError):
            self._output.write(line)
            self._output.flush()

    def on_message(self, message: Message) -> None:
        """Start, or cancel, a request; or take an answer of the user."""
        match message:
            case {"cancel": int(number)}:
                if task := self._requests.get(number):
                    task.cancel()
            case {"answer": int(key), "action": str(action), "content": dict()}:
                self.on_answer(key, action, cast("Message", message["content"]))
            case {"id": int(number), "method": str(method), "params": dict()}:
                work = self._answer(number, method, cast("Message", message["params"]))
                self._requests[number] = asyncio.create_task(work)
            case _:
                self.emit({"event": "bad_line"})

    def on_answer(self, key: int, action: str, content: dict[str, Any]) -> None:  # noqa: B027 - few ask
        """Take the user's answer to the question with this key."""

    def cancel_all(self) -> None:
        """Cancel all requests."""
        for task in self._requests.values():
            task.cancel()

    async def close(self) -> None:
        """End what runs, when standard input has ended."""
        self.cancel_all()

    @abstractmethod
    async def carry_out(self, number: int, method: str, params: dict[str, Any]) -> Any:
        """Return the result of a request. Raises CallFailed, and KeyError, TypeError, ValueError for a bad request."""

    async def _answer(self, number: int, method: str, params: dict[str, Any]) -> None:
        try:
            if method == "call" and len(self._requests) > _MAX_CALLS:
                raise CallFailed("too_many", "too many calls run at once")
            result = await self.carry_out(number, method, params)
        except CallFailed as failed:
            self.emit({"id": number, "error": str(failed), "code": failed.code})
        except asyncio.CancelledError:
            self.emit({"id": number, "error": "cancelled", "code": "cancelled"})
            raise
        except (KeyError, TypeError, ValueError) as error:
            self.emit({"id": number, "error": f"{type(error).__name__}: {error}", "code": "bad_request"})
        else:
            self.emit({"id": number, "result": result})
        finally:
            del self._requests[number]


async def _serve(make: Callable[[IO[str]], ToolHost], requests: IO[str], output: IO[str]) -> None:
    host, loop, ended = make(output), asyncio.get_running_loop(), asyncio.Event()

    def read() -> None:
        def deliver(message: Message) -> None:
            loop.call_soon_threadsafe(host.on_message, message)

        lines.read_lines(requests, deliver)
        if host.ends_at_once:
            os._exit(0)
        loop.call_soon_threadsafe(ended.set)

    threading.Thread(target=read, daemon=True).start()
    host.emit({"event": "ready"})
    await ended.wait()
    await host.close()


def serve(make: Callable[[IO[str]], ToolHost]) -> None:
    """Serve with the host that `make` returns until standard input ends, and end the process."""
    output = os.fdopen(take_output(), "w", encoding="utf-8")
    # Whoever else reads from standard input would take the requests.
    requests = os.fdopen(os.dup(sys.stdin.fileno()), encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, sys.stdin.fileno())
    os.close(nothing)
    asyncio.run(_serve(make, requests, output))
    # A thread may still read from a server that ignored its end.
    os._exit(0)
