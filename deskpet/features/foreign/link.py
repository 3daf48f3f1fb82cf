"""The pet's end of the lines to a child process that talks to foreign programs."""

import asyncio
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Self

from pydantic import JsonValue, TypeAdapter, ValidationError

from deskpet.chat.question import NO_REPLY, Ask, Question
from deskpet.chat.tool import Report, ignore_progress
from deskpet.features.foreign import lines
from deskpet.features.foreign.lines import Message
from deskpet.features.foreign.parts import MAX_TEXT
from deskpet.processes import child
from deskpet.processes.threads import run_in_thread

_CLOSE_SECONDS = 5.0
_ENDED = "its process has ended"

OnEvent = Callable[[Message], None]
_questions = TypeAdapter(Question)


class HostFailed(Exception):
    """A request failed. `code` names how; the message is the child's."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(slots=True)
class _Pending:
    """A request that is not answered yet, and the questions to the user that belong to it."""

    answer: "asyncio.Future[JsonValue]"
    report: Report
    ask: Ask | None
    questions: set["asyncio.Task[None]"] = field(default_factory=set["asyncio.Task[None]"])


class HostLink:
    """A started child process, its pending requests, and its events.

    Reading, parsing and writing happen in threads, so that no server can hold the caller's event loop.
    """

    def __init__(self, process: "subprocess.Popen[str]", on_event: OnEvent, on_ended: Callable[[], None]) -> None:
        """`on_event` and `on_ended` are called in the event loop; `on_ended` once, when the process can't answer."""
        self._process, self._on_event, self._on_ended = process, on_event, on_ended
        self._loop = asyncio.get_running_loop()
        self._numbers = 0
        self._pending: dict[int, _Pending] = {}
        self._outgoing: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._ended = asyncio.Event()
        self._server_pids: dict[str, int] = {}
        for work in (self._read, self._write):
            threading.Thread(target=work, daemon=True, name="tools").start()

    @classmethod
    async def start(cls, module: str, on_event: OnEvent, on_ended: Callable[[], None]) -> Self:
        """Start `python -m module`. Raises OSError."""
        return cls(await run_in_thread(partial(child.start, module, low_priority=True)), on_event, on_ended)

    @property
    def has_ended(self) -> bool:
        """Whether the process answers no more."""
        return self._ended.is_set()

    async def request(
        self, method: str, params: Mapping[str, Any], report: Report = ignore_progress, ask: Ask | None = None
    ) -> Any:
        """Return the result of a request; cancelling it cancels it in the child as well. Raises HostFailed.

        ask: asks the user what the program wants to know meanwhile; without it, its questions are cancelled.
        """
        if self.has_ended:
            raise HostFailed("host_ended", _ENDED)
        self._numbers += 1
        number, answer = self._numbers, self._loop.create_future()
        pending = self._pending[number] = _Pending(answer, report, ask)
        try:
            self._send({"id": number, "method": method, "params": dict(params)})
            return await answer
        except asyncio.CancelledError:
            self._send({"cancel": number})
            raise
        finally:
            del self._pending[number]
            for question in pending.questions:
                question.cancel()

    async def close(self, seconds: float = _CLOSE_SECONDS) -> None:
        """End the process and its servers, by force after `seconds`."""
        self._outgoing.put(None)
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._ended.wait()
        was_forced = not self.has_ended
        await run_in_thread(partial(child.end, self._process))
        if was_forced:
            self._kill_servers()

    def _send(self, message: Mapping[str, Any]) -> None:
        try:
            self._outgoing.put(lines.encode(message))
        except lines.BadLine as error:
            raise HostFailed("bad_request", str(error)) from error

    def _write(self) -> None:
        assert self._process.stdin
        with suppress(OSError, ValueError):
            while line := self._outgoing.get():
                self._process.stdin.write(line)
                self._process.stdin.flush()
        # The child ends itself when its input ends.
        with suppress(OSError):
            self._process.stdin.close()

    def _read(self) -> None:
        assert self._process.stdout
        # ValueError: `close` has closed the pipe.
        with suppress(OSError, ValueError):
            lines.read_lines(self._process.stdout, lambda message: self._in_loop(partial(self._on_message, message)))
        # A child that breaks the rules of the lines is ended as well.
        child.end(self._process)
        self._in_loop(self._end)

    def _in_loop(self, act: Callable[[], None]) -> None:
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(act)

    def _on_message(self, message: Message) -> None:
        match message:
            case {"event": "progress", "id": int(number), "fraction": float() | None as fraction, "words": str(words)}:
                if number in self._pending:
                    self._pending[number].report(fraction, words)
            case {"event": "question", "id": int(number), "key": int(key), "question": question}:
                if pending := self._pending.get(number):
                    task = self._loop.create_task(self._answer(key, question, pending.ask))
                    pending.questions.add(task)
                    task.add_done_callback(pending.questions.discard)
            case {"event": str(event)}:
                self._note_process(event, message)
                self._on_event(message)
            case {"id": int(number)} if number in self._pending:
                answer = self._pending[number].answer
                if answer.done():
                    return
                if "error" in message:
                    answer.set_exception(HostFailed(str(message.get("code", "")), str(message["error"])[:MAX_TEXT]))
                else:
                    answer.set_result(message.get("result"))
            case _:
                # The answer of a request that was cancelled.
                return

    async def _answer(self, key: int, question: object, ask: Ask | None) -> None:
        """Ask the user, and send the answer."""
        try:
            reply = await ask(_questions.validate_python(question)) if ask else NO_REPLY
        except ValidationError:
            reply = NO_REPLY
        self._send({"answer": key, "action": reply.action, "content": dict(reply.content)})

    def _note_process(self, event: str, message: Message) -> None:
        match event, message:
            case "started", {"server": str(server), "pid": int(pid)}:
                self._server_pids[server] = pid
            case "gone", {"server": str(server)}:
                self._server_pids.pop(server, None)
            case _:
                return

    def _kill_servers(self) -> None:
        """Kill the servers of a child that did not end them itself. On Windows, its job ends them with it."""
        if sys.platform == "win32":
            return
        for pid in self._server_pids.values():
            # Each server leads a process group of its own.
            with suppress(OSError):
                os.killpg(pid, signal.SIGKILL)
        self._server_pids.clear()

    def _end(self) -> None:
        self._kill_servers()
        self._ended.set()
        self._outgoing.put(None)
        for pending in self._pending.values():
            if not pending.answer.done():
                pending.answer.set_exception(HostFailed("host_ended", _ENDED))
        self._on_ended()
