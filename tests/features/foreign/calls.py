"""Calls of the tools of foreign programs, as a user lets them run that knows what they are now."""

from typing import Any

from deskpet.chat.question import Ask
from deskpet.chat.tool import Report, ignore_progress
from deskpet.features.foreign.server import Server


async def call_tool(
    server: Server[Any], name: str, arguments: dict[str, Any], report: Report = ignore_progress, ask: Ask | None = None
) -> Any:
    """Call a tool by its name, as the server lists it at this moment."""
    return await server.call(await server.present_tool(name), arguments, report, ask)
