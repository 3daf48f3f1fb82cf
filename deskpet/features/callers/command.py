"""`deskpet mcp`: the MCP server for an agent, which starts it as its child process."""

import asyncio
import os
import signal
from importlib.util import find_spec

from deskpet.features.callers.pet_client import PetClient
from deskpet.processes import console
from deskpet.processes.console import ExitCode
from deskpet.processes.instance_lock import InstanceLock
from deskpet.translation import tr


def run(lock: InstanceLock | None) -> int:
    """Serve the agent on standard input and output until its end. Returns the exit code.

    lock: that of the data folder, which the running pet holds; None if there is no such folder.
    """
    if find_spec("mcp") is None:
        text = tr("`deskpet mcp` needs the package mcp: install deskpet[mcp].")
        console.report(text)
        return ExitCode.FAILED
    from deskpet.features.callers.mcp_server import serve

    # The thread that reads standard input can't be interrupted.
    signal.signal(signal.SIGINT, _exit_interrupted)
    asyncio.run(serve(PetClient(lock)))
    return ExitCode.OK


def _exit_interrupted(*_: object) -> None:
    os._exit(ExitCode.INTERRUPTED)
