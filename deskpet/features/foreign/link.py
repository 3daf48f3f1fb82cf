"""The pet's requests to a child process that talks to foreign programs.

They have `id`, `method` and `params`; `{"cancel": id}` ends one. The child answers each once, by `{"id", "result"}` or
`{"id", "error", "code"}`, and sends events: `{"event", "server", ...}`. Progress and questions to the user are events
with the `id` of their request; the pet answers the question `key` by `{"answer": key, "action", "content"}`.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Self

from pydantic import JsonValue, TypeAdapter, ValidationError

from deskpet.chat.question import NO_REPLY, Ask, Question
from deskpet.chat.tool import Report, ignore_progress
from deskpet.features.foreign.parts import MAX_TEXT
from deskpet.processes import lines
from deskpet.processes.child_kinds import ChildKind
from deskpet.processes.line_process import Ending, LineProcess
from deskpet.processes.lines import Message
from deskpet.processes.threads import run_in_thread

_CLOSE_SECONDS = 5.0
# Until the end of a process that was killed is known, in seconds.
_KILL_SECONDS = 5.0
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
    """A started child process, its requests, and its events."""

    def __init__(self, kind: ChildKind, module: str, on_event: OnEvent) -> None:
        """Create it for the running event loop; use `start`."""
        self._on_event = on_event
        self._loop = asyncio.get_running_loop()
        self._process = LineProcess(kind, module, self._on_line, low_priority=True)
        self._ended = asyncio.Event()
        self._server_pids: dict[str, int] = {}

    @classmethod
    async def start(cls, kind: ChildKind, module: str, on_event: OnEvent, on_ended: Callable[[], None]) -> Self:
        """Start `python -m module`. Raises OSError.

        `on_event` and `on_ended` are called in the event loop; `on_ended` once, when the process can't answer.
        """
        link = cls(kind, module, on_event)
        await run_in_thread(partial(link._process.start, lambda _: link._in_loop(partial(link._end, on_ended))))
        return link

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
        pending = _Pending(self._loop.create_future(), report, ask)
        number = self._process.open(lambda reply: self._in_loop(partial(self._on_reply, pending, reply)))
        if number is None:
            raise HostFailed("host_ended", _ENDED)
        try:
            self._send({"id": number, "method": method, "params": dict(params)})
            return await pending.answer
        except asyncio.CancelledError:
            self._send({"cancel": number})
            raise
        finally:
            self._process.forget(number)
            for question in pending.questions:
                question.cancel()

    async def close(self, seconds: float = _CLOSE_SECONDS) -> None:
        """End the process and its servers, by force after `seconds`."""
        self._process.close_input()
        if not await self._has_ended_within(seconds):
            self._process.kill()
            await self._has_ended_within(_KILL_SECONDS)
            self._kill_servers()

    async def _has_ended_within(self, seconds: float) -> bool:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._ended.wait()
        return self.has_ended

    def _send(self, message: Mapping[str, Any]) -> None:
        try:
            self._process.send(message)
        except lines.BadLine as error:
            raise HostFailed("bad_request", str(error)) from error

    def _in_loop(self, act: Callable[[], None]) -> None:
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(act)

    def _on_line(self, message: Message) -> None:
        self._in_loop(partial(self._take_event, message))

    def _take_event(self, message: Message) -> None:
        match message:
            case {"event": "started", "server": str(server), "pid": int(pid)}:
                self._server_pids[server] = pid
            case {"event": "gone", "server": str(server)}:
                self._server_pids.pop(server, None)
            case _:
                pass
        if isinstance(message.get("event"), str):
            self._on_event(message)

    def _on_reply(self, pending: _Pending, reply: Message | Ending) -> None:
        if pending.answer.done():
            return
        match reply:
            case Ending():
                pending.answer.set_exception(HostFailed("host_ended", _ENDED))
            case {"event": "progress", "fraction": float() | None as fraction, "words": str(words)}:
                pending.report(fraction, words)
            case {"event": "question", "key": int(key), "question": question}:
                task = self._loop.create_task(self._answer(key, question, pending.ask))
                pending.questions.add(task)
                task.add_done_callback(pending.questions.discard)
            case {"error": error}:
                pending.answer.set_exception(HostFailed(str(reply.get("code", "")), str(error)[:MAX_TEXT]))
            case {"result": result}:
                pending.answer.set_result(result)
            case _:
                return

    async def _answer(self, key: int, question: object, ask: Ask | None) -> None:
        """Ask the user, and send the answer."""
        try:
            reply = await ask(_questions.validate_python(question)) if ask else NO_REPLY
        except ValidationError:
            reply = NO_REPLY
        self._send({"answer": key, "action": reply.action, "content": dict(reply.content)})

    def _kill_servers(self) -> None:
        """Kill the servers of a child that did not end them itself. On Windows, its job ends them with it."""
        if sys.platform == "win32":
            return
        for pid in self._server_pids.values():
            # Each server leads a process group of its own.
            with suppress(OSError):
                os.killpg(pid, signal.SIGKILL)
        self._server_pids.clear()

    def _end(self, on_ended: Callable[[], None]) -> None:
        self._kill_servers()
        self._ended.set()
        on_ended()
