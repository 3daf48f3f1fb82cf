"""MCP servers of one run of the command line, from a file that the user named: that is the consent to start them."""

import asyncio
import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from deskpet import console
from deskpet.bounded import read_bounded
from deskpet.chat.tool import Tool, ToolFailed
from deskpet.console import UsageError
from deskpet.tools import TOOLS
from deskpet.words import tr

if TYPE_CHECKING:
    from deskpet.tools.mcp.servers import Servers


@asynccontextmanager
async def running_servers(file: Path | None) -> AsyncGenerator[tuple[Tool, ...]]:
    """Start the servers in `file` and yield their tools; end them afterwards. Without a file, yield none.

    A server that does not start is reported on standard error, and the others run. Raises UsageError for a file that
    can't be used.
    """
    if file is None:
        yield ()
        return
    # Imported for this option only.
    from deskpet.tools.foreign.offer import MAX_TOLD
    from deskpet.tools.mcp.config import MAX_CONFIG, ServerConfigError, parse_servers
    from deskpet.tools.mcp.secrets import ServerSecrets
    from deskpet.tools.mcp.servers import Servers

    try:
        given = parse_servers(read_bounded(file, MAX_CONFIG).decode("utf-8-sig"))
    except (OSError, UnicodeDecodeError, ServerConfigError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise UsageError(tr("{file} can't be used: {why}", file=file, why=why)) from error
    servers = Servers(None, ServerSecrets().find, os.environ)
    try:
        await servers.take(tuple(replace(each, allowed=each.config.fingerprint) for each in given))
        await asyncio.gather(*(_started(servers, each.name) for each in servers.all))
        yield servers.tools(MAX_TOLD - len(TOOLS))
    finally:
        await servers.close()


async def _started(servers: "Servers", name: str) -> None:
    try:
        await servers.start(name)
    except ToolFailed as failed:
        console.report(failed)
