"""`deskpet mcp`, the MCP server for an agent, and its calls of the running pet over the local socket. See calls.py."""

import asyncio
import json
import os
import secrets
import signal
import sys
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

from deskpet.features.callers.calls import MAX_ANSWER, Caller, CallError, CallKind, Values, switched_off, to_line
from deskpet.processes import child, console
from deskpet.processes.console import ExitCode
from deskpet.processes.instance_lock import InstanceLock
from deskpet.processes.local_channel import NOT_HEARD
from deskpet.translation import tr

_Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class PetClient:
    """The pet that runs on a data folder, by the lock on it; None if there is no such folder."""

    def __init__(self, lock: InstanceLock | None) -> None:
        self._lock = lock

    async def call(self, caller: Caller, kind: CallKind, arguments: Values) -> Values:
        """Return the pet's result; cancelling takes the call back. Raises CallError."""
        reader, writer = await self._connect()
        # The pet sees that the connection is closed, also if this is cancelled.
        with closing(writer):
            request_id = secrets.token_hex(16)
            try:
                writer.write(to_line(request_id, caller, kind, arguments))
                line = await reader.readline()
            except (OSError, ValueError) as error:
                raise _unanswered() from error
        return _result(line, request_id)

    async def _connect(self) -> _Connection:
        running = await asyncio.to_thread(self._lock.running) if self._lock else None
        if not running:
            raise _no_pet()
        try:
            connection = await _open(running.agents or running.address)
        except (OSError, ValueError) as error:
            raise _no_pet() from error
        if running.agents and connection:
            return connection
        if connection:
            connection[1].close()
        raise switched_off()


def _no_pet() -> CallError:
    return CallError("not_running", "No deskpet is running. The user can start it with the command `deskpet`.")


def _unanswered() -> CallError:
    return CallError("not_answered", "deskpet was closed, or switched this off, before it answered.")


def _result(line: bytes, request_id: str) -> Values:
    """Return the result in the pet's answer. Raises CallError for an error, and for another answer."""
    try:
        values: Any = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise _unanswered() from error
    answer = cast("Values", values) if isinstance(values, dict) else {}
    if answer == NOT_HEARD:
        raise switched_off()
    if answer.get("request_id") != request_id:
        raise _unanswered()
    if isinstance(result := answer.get("result"), dict):
        return cast("Values", result)
    error = cast("Values", answer["error"]) if isinstance(answer.get("error"), dict) else {}
    code, message = str(error.pop("code", "failed")), str(error.pop("message", ""))
    raise CallError(code, message, **error)


if sys.platform == "win32":

    async def _open(address: str) -> _Connection | None:
        """Connect with the pipe. Raises OSError if nobody listens."""
        loop = asyncio.get_running_loop()
        assert isinstance(loop, asyncio.ProactorEventLoop)
        reader = asyncio.StreamReader(MAX_ANSWER, loop)
        protocol = asyncio.StreamReaderProtocol(reader, loop=loop)
        # The random name comes from a file that only this user can write.
        transport, _ = await loop.create_pipe_connection(lambda: protocol, rf"\\.\pipe\{address}")
        return reader, asyncio.StreamWriter(cast("asyncio.WriteTransport", transport), protocol, reader, loop)

else:
    from deskpet.processes.local_channel import connected_socket

    async def _open(address: str) -> _Connection | None:
        """Connect with the socket, None if it is another user's. Raises OSError if nobody listens."""
        connection = connected_socket(address)
        return await asyncio.open_unix_connection(sock=connection, limit=MAX_ANSWER) if connection else None


def run(lock: InstanceLock | None) -> int:
    """Serve the agent on standard input and output until its end. Returns the exit code.

    lock: that of the data folder, which the running pet holds; None if there is no such folder.
    """
    if find_spec("mcp") is None:
        console.report(tr("`deskpet mcp` needs the package mcp: install deskpet[mcp]."))
        return ExitCode.FAILED
    from deskpet.features.callers.mcp_server import PetServer

    # The thread that reads standard input can't be interrupted.
    signal.signal(signal.SIGINT, lambda *_: os._exit(ExitCode.INTERRUPTED))
    asyncio.run(PetServer(PetClient(lock)).serve())
    return ExitCode.OK


def server_command() -> list[str]:
    """Return the words of the command, absolute, because agents have another PATH."""
    script = child.launcher(has_console=True)
    script = script or Path(sys.executable).with_name("deskpet.exe" if sys.platform == "win32" else "deskpet")
    if script.is_file():
        return [str(script), "mcp"]
    # -P: the agent's working folder, in which anything may be, is not searched for modules.
    return [sys.executable, "-P", "-m", "deskpet", "mcp"]


def server_configuration() -> str:
    """Return the `mcpServers` JSON to paste into an agent's configuration."""
    command, *arguments = server_command()
    server = f'"command": {json.dumps(command)},\n      "args": {json.dumps(arguments)}'
    return f'{{\n  "mcpServers": {{\n    "deskpet": {{\n      {server}\n    }}\n  }}\n}}'
