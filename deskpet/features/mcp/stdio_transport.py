"""Transport of the SDK over the standard input and output of a server program, with limits.

The SDK's own transport keeps a line of any length, does not report the process's id, and waits longer for a program
that does not end. Imported in the child process only.
"""

import json
import os
import sys
import threading
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

import anyio
import mcp_types as types
from anyio.abc import AsyncResource, ByteReceiveStream, ByteSendStream, Process
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.os.posix.utilities import terminate_posix_process_tree
from mcp.os.win32.utilities import (
    FallbackProcess,
    close_process_job,
    create_windows_process,
    get_windows_executable_command,
    terminate_windows_process_tree,
)
from mcp.shared.message import SessionMessage

MAX_SERVER_LINE = 12 << 20
"""Longest line of a server, in bytes; a longer one ends the connection."""
MAX_BURST, MESSAGES_PER_SECOND = 20_000, 200
"""Messages that a server may write at once, and how many more with each second; one that writes more is ended."""
_END_SECONDS = 1.0
"""Seconds in which a program may end by itself, and again after SIGTERM."""
_POLL_SECONDS = 0.01
_LAST_WORDS_SECONDS = 0.5

ServerProcess = Process | FallbackProcess
_Incoming = SessionMessage | Exception


@dataclass(frozen=True, slots=True)
class ServerCommand:
    """A server's command line, environment and process callbacks.

    environment: all variables of the process. on_started: called with the process's id. on_stderr: called in a thread
    with pieces of its standard error. on_ended: called when its messages have ended.
    """

    arguments: Sequence[str]
    environment: dict[str, str]
    folder: str | None
    on_started: Callable[[int], None]
    on_stderr: Callable[[bytes], None]
    on_ended: Callable[[], None]


@asynccontextmanager
async def stdio_transport(
    command: ServerCommand,
) -> AsyncGenerator[tuple[MemoryObjectReceiveStream[_Incoming], MemoryObjectSendStream[SessionMessage]]]:
    """Start `command`, and yield its messages and those for it. Raises OSError if it can't be started."""
    process, errors = await _start(command)
    command.on_started(process.pid)
    incoming_writer, incoming = anyio.create_memory_object_stream[_Incoming](0)
    outgoing, outgoing_reader = anyio.create_memory_object_stream[SessionMessage](0)
    async with anyio.create_task_group() as group:
        group.start_soon(_read, process.stdout, incoming_writer, command)
        group.start_soon(_write, process.stdin, outgoing_reader, incoming_writer)
        try:
            yield incoming, outgoing
        finally:
            # Ends also if the caller is cancelled: every wait inside is limited.
            with anyio.CancelScope(shield=True):
                incoming.close()
                outgoing.close()
                await _stop(process)
                # The rest of its output; a grandchild may keep the pipe open.
                await anyio.to_thread.run_sync(errors.join, _LAST_WORDS_SECONDS)
            group.cancel_scope.cancel()
    for stream in (incoming, incoming_writer, outgoing, outgoing_reader):
        stream.close()


async def _start(command: ServerCommand) -> tuple[ServerProcess, threading.Thread]:
    """Start the process, and the thread that reads its standard error."""
    reading, writing = os.pipe()
    try:
        with os.fdopen(writing, "w", encoding="utf-8") as errors:
            program, *arguments = command.arguments
            if sys.platform == "win32":
                program = await anyio.to_thread.run_sync(get_windows_executable_command, program)
                process = await create_windows_process(program, arguments, command.environment, errors, command.folder)
            else:
                process = await anyio.open_process(
                    [program, *arguments],
                    env=command.environment,
                    stderr=errors,
                    cwd=command.folder,
                    # A group of its own, so that its children can be ended with it.
                    start_new_session=True,
                )
    except BaseException:
        os.close(reading)
        raise
    thread = threading.Thread(target=_read_errors, args=(reading, command.on_stderr), daemon=True)
    thread.start()
    return process, thread


def _read_errors(descriptor: int, on_stderr: Callable[[bytes], None]) -> None:
    with os.fdopen(descriptor, "rb", buffering=0) as errors:
        while piece := errors.read(4096):
            on_stderr(piece)


class _Flood(Exception):
    """A server writes more than it may. The message says what."""


class _MessageLimit:
    """Counts the messages of a server. Each one costs the processor, whatever it says."""

    def __init__(self) -> None:
        self._room, self._counted_at = float(MAX_BURST), time.monotonic()

    def count(self) -> None:
        """Count a message. Raises _Flood."""
        now = time.monotonic()
        self._room = min(self._room + (now - self._counted_at) * MESSAGES_PER_SECOND, MAX_BURST) - 1
        self._counted_at = now
        if self._room < 0:
            raise _Flood(f"more than {MAX_BURST} messages that nobody asked for")


async def _read(
    stdout: ByteReceiveStream | None, incoming: MemoryObjectSendStream[_Incoming], command: ServerCommand
) -> None:
    """Deliver each line as a message, and an invalid line as an exception."""
    assert stdout
    async with incoming:
        try:
            await _deliver(stdout, incoming)
        except _Flood as flood:
            command.on_stderr(f"\n(Ended: the server wrote {flood}.)\n".encode())
        except (anyio.EndOfStream, anyio.ClosedResourceError, anyio.BrokenResourceError, OSError):
            pass
    command.on_ended()
    await _drain(stdout)


async def _deliver(stdout: ByteReceiveStream, incoming: MemoryObjectSendStream[_Incoming]) -> None:
    """Deliver messages until the stream ends, which raises. Raises _Flood."""
    pieces: list[bytes] = []
    size, limit = 0, _MessageLimit()
    while size <= MAX_SERVER_LINE:
        *ends, rest = (await stdout.receive()).split(b"\n")
        for end in ends:
            limit.count()
            await incoming.send(_message(b"".join((*pieces, end))))
            pieces, size = [], 0
        pieces.append(rest)
        size += len(rest)
    raise _Flood(f"a line of more than {MAX_SERVER_LINE >> 20} MB")


async def _drain(stdout: ByteReceiveStream) -> None:
    """Discard the rest of the server's output, so that it does not wait for a reader while it ends."""
    with suppress(anyio.EndOfStream, anyio.ClosedResourceError, anyio.BrokenResourceError, OSError):
        while True:
            await stdout.receive()


def _message(line: bytes) -> _Incoming:
    try:
        return SessionMessage(types.jsonrpc_message_adapter.validate_json(line, by_name=False))
    except ValueError as error:
        return _unreadable_answer(line) or error


def _unreadable_answer(line: bytes) -> SessionMessage | None:
    """Return an error in place of an answer that can't be read, or None; its request would wait forever."""
    try:
        fields: object = json.loads(line)
    except (ValueError, RecursionError):
        return None
    match fields:
        case {"id": int() | str() as number, "result": object()}:
            error = types.ErrorData(code=types.INTERNAL_ERROR, message="the answer of the server can't be read")
            return SessionMessage(types.JSONRPCError(jsonrpc="2.0", id=number, error=error))
        case _:
            return None


async def _write(
    stdin: ByteSendStream | None,
    outgoing: MemoryObjectReceiveStream[SessionMessage],
    incoming: MemoryObjectSendStream[_Incoming],
) -> None:
    assert stdin
    try:
        async with outgoing:
            async for each in outgoing:
                text = each.message.model_dump_json(by_alias=True, exclude_unset=True)
                await stdin.send(text.encode() + b"\n")
    except (anyio.ClosedResourceError, anyio.BrokenResourceError, OSError):
        # Requests would wait forever for a server that reads nothing.
        incoming.close()


async def _stop(process: ServerProcess) -> None:
    """End the process and its children: by closing its input, then by force."""
    await _close(process.stdin)
    if not await _has_ended(process):
        if sys.platform == "win32":
            await terminate_windows_process_tree(process)
        elif isinstance(process, Process):
            await terminate_posix_process_tree(process, _END_SECONDS)
        await _has_ended(process)
    if sys.platform == "win32":
        close_process_job(process)
    await _close(process.stdout)


async def _close(stream: AsyncResource | None) -> None:
    if stream:
        with suppress(OSError, anyio.BrokenResourceError, anyio.ClosedResourceError):
            await stream.aclose()


async def _has_ended(process: ServerProcess) -> bool:
    with anyio.move_on_after(_END_SECONDS):
        # Process.wait() also waits for the end of the pipes, which a grandchild may hold.
        while process.returncode is None:  # noqa: ASYNC110
            await anyio.sleep(_POLL_SECONDS)
    return process.returncode is not None
