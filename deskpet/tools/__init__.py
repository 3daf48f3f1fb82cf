"""All tools that a model can call: one file per subject, each with a few `@tool` functions."""

from deskpet.chat.tool import Tool
from deskpet.tools.calendars import CALENDAR_TOOLS
from deskpet.tools.character import CHARACTER_TOOLS
from deskpet.tools.clipboard import CLIPBOARD_TOOLS
from deskpet.tools.clock import CLOCK_TOOLS
from deskpet.tools.code.javascript import CODE_TOOLS
from deskpet.tools.files import FILE_TOOLS
from deskpet.tools.memory import MEMORY_TOOLS
from deskpet.tools.notes import NOTE_TOOLS
from deskpet.tools.reminders import REMINDER_TOOLS
from deskpet.tools.screenshot import SCREENSHOT_TOOLS
from deskpet.tools.system import SYSTEM_TOOLS
from deskpet.tools.timers import TIMER_TOOLS
from deskpet.tools.web import WEB_TOOLS

TOOLS: tuple[Tool, ...] = (
    *CHARACTER_TOOLS,
    *CLOCK_TOOLS,
    *REMINDER_TOOLS,
    *TIMER_TOOLS,
    *NOTE_TOOLS,
    *MEMORY_TOOLS,
    *CALENDAR_TOOLS,
    *CLIPBOARD_TOOLS,
    *SYSTEM_TOOLS,
    *SCREENSHOT_TOOLS,
    *FILE_TOOLS,
    *WEB_TOOLS,
    *CODE_TOOLS,
)
"""All tools, in the order in which they are described to a model."""


def tool_named(name: str) -> Tool | None:
    """Return the tool with this dotted name, or None if there is none (any more)."""
    return next((each for each in TOOLS if each.name == name), None)
