"""MCP servers of one run of the command line, from a file that the user named: that is the consent to start them."""

import asyncio
import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from deskpet.chat.tool import ToolFailed
from deskpet.features.foreign.terminal import ServerTools, tools_of
from deskpet.filesystem.bounded import read_bounded
from deskpet.processes import console
from deskpet.processes.console import UsageError
from deskpet.text.reasons import reason_of
from deskpet.translation import tr

if TYPE_CHECKING:
    from deskpet.features.mcp.servers import Servers


@asynccontextmanager
async def running_servers(file: Path | None, context_tokens: int, taken: int) -> AsyncGenerator[ServerTools]:
    """Start the servers in `file` and yield their tools; end them afterwards. Without a file, yield none.

    A server that does not start, or that the file switches off, is reported on standard error, and the others run.
    context_tokens: the size of the model's context, 0 for no limit. taken: the number of other tools.
    Raises UsageError for a file that can't be used.
    """
    if file is None:
        yield ServerTools()
        return
    # Imported for this option only.
    from deskpet.features.mcp.config import parse_servers
    from deskpet.features.mcp.config_forms import MAX_CONFIG, ServerConfigError
    from deskpet.features.mcp.secrets import ServerSecrets
    from deskpet.features.mcp.servers import Servers

    try:
        given = parse_servers(read_bounded(file, MAX_CONFIG).decode("utf-8-sig"))
    except (OSError, UnicodeDecodeError, ServerConfigError) as error:
        why = reason_of(error)
        raise UsageError(tr("{file} can't be used: {why}", file=file, why=why)) from error
    servers = Servers(None, ServerSecrets().find, os.environ)
    try:
        await servers.take(tuple(replace(each, allowed=each.config.fingerprint) for each in given))
        await asyncio.gather(*(_started(servers, each.name) for each in servers.all if each.saved.may_start))
        for each in servers.all:
            if each.saved.disabled:
                console.report(tr("{name} is switched off in {file}.", name=each.name, file=file.name))
        yield tools_of(servers, taken, context_tokens)
    finally:
        await servers.close()


async def _started(servers: "Servers", name: str) -> None:
    try:
        await servers.start(name)
    except ToolFailed as failed:
        console.report(failed)
