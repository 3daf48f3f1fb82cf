"""All tools that come with the program, those of features as well."""

from deskpet import tools
from deskpet.chat.tool import Tool
from deskpet.features.feature_list import FEATURES

# The subjects and features in the order of their tools. A new order costs everybody the cached beginning of a prompt.
_ORDER = (
    *("character", "clock", "reminders", "notes", "memory", "calendar", "clipboard", "system"),
    *("screenshot", "files", "web", "javascript", "tools"),
)


def _in_order() -> tuple[Tool, ...]:
    by_name = {**tools.TOOLS, **{each.name: each.tools() for each in FEATURES}}
    # A name without a place comes last.
    names = [*_ORDER, *(name for name in by_name if name not in _ORDER)]
    return tuple(each for name in names for each in by_name.get(name, ()))


TOOLS: tuple[Tool, ...] = _in_order()
"""All tools, in the order in which they are described to a model."""
