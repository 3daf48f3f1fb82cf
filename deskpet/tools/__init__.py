"""What a model can do here: one file per subject, each a few `@tool` functions, and a line below."""

from deskpet.chat.tool import Tool
from deskpet.tools.character import CHARACTER_TOOLS
from deskpet.tools.clock import CLOCK_TOOLS
from deskpet.tools.reminders import REMINDER_TOOLS

TOOLS: tuple[Tool, ...] = (*CHARACTER_TOOLS, *CLOCK_TOOLS, *REMINDER_TOOLS)
"""Every tool, in the order in which a model is told of them."""


def tool_named(name: str) -> Tool | None:
    """The tool of this name, as we write it; None for one that is not ours, or no more."""
    return next((each for each in TOOLS if each.name == name), None)
