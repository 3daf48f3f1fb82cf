"""All tools that a model can call: one file per subject, each with a few `@tool` functions."""

from deskpet.chat.tool import Tool
from deskpet.tools.character import CHARACTER_TOOLS
from deskpet.tools.clock import CLOCK_TOOLS
from deskpet.tools.reminders import REMINDER_TOOLS

TOOLS: tuple[Tool, ...] = (*CHARACTER_TOOLS, *CLOCK_TOOLS, *REMINDER_TOOLS)
"""All tools, in the order in which they are described to a model."""


def tool_named(name: str) -> Tool | None:
    """Return the tool with this dotted name, or None if there is none (any more)."""
    return next((each for each in TOOLS if each.name == name), None)
