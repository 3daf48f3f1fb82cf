"""The tools that belong to no feature: one file per subject, each with a few `@tool` functions."""

from collections.abc import Mapping

from deskpet.chat.deferred_tools import DEFERRED_TOOLS
from deskpet.chat.tool import Tool
from deskpet.tools.character import CHARACTER_TOOLS
from deskpet.tools.clipboard import CLIPBOARD_TOOLS
from deskpet.tools.clock import CLOCK_TOOLS
from deskpet.tools.files import FILE_TOOLS
from deskpet.tools.system import SYSTEM_TOOLS

TOOLS: Mapping[str, tuple[Tool, ...]] = {
    "character": CHARACTER_TOOLS,
    "clock": CLOCK_TOOLS,
    "clipboard": CLIPBOARD_TOOLS,
    "system": SYSTEM_TOOLS,
    "files": FILE_TOOLS,
    "tools": DEFERRED_TOOLS,
}
"""The tools of each subject. `deskpet.app.tool_list` has their order, with those of features."""
