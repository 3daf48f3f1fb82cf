"""The tool that loads the descriptions of other tools, and which groups a conversation has loaded.

A request describes the tools that are needed most, and only names the groups of the others. So it stays short, and a
group that is loaded is added at its end: servers keep what they computed for the beginning. The toolbox decides what
is described (`Toolbox.specs`); a tool that is called by its name without being loaded runs, and its group counts as
loaded from then on.
"""

from collections.abc import Iterable, Mapping

from deskpet.chat.function_tool import tool
from deskpet.chat.messages import Message, ToolUse
from deskpet.chat.permission import NOTHING
from deskpet.chat.tool import LOAD_TOOLS, ResultKind
from deskpet.chat.toolbox import Toolbox
from deskpet.text.matching import meant_names
from deskpet.translation import tr_noop


def _groups(*, toolbox: Toolbox) -> Mapping[str, str]:
    return {group: ", ".join(names) for group, names in toolbox.groups().items()}


@tool(
    LOAD_TOOLS,
    title=tr_noop("Load tools"),
    icon="tool",
    reads=NOTHING,
    about=tr_noop("Gets more tools when they are needed, so that requests are short. Off: all are always described."),
    choices={"group": _groups},
    concurrent=True,
    early=True,
    preview=lambda arguments: str(arguments.get("group", "")),
    result=ResultKind.TEXT,
)
async def load_tools(group: str, *, toolbox: Toolbox) -> str:
    """Get more tools: load their group, then call them. Never say that you can't before you have looked here."""
    return f"You have these tools now, call them: {', '.join(toolbox.groups()[group])}"


def loaded_groups(messages: Iterable[Message], toolbox: Toolbox) -> tuple[str, ...]:
    """Return the groups of tools that `messages` have loaded or called, in the order in which they did so."""
    calls = (block for message in messages for block in message.blocks if isinstance(block, ToolUse))
    return tuple(dict.fromkeys(filter(None, (_loaded_by(call, toolbox) for call in calls))))


def _loaded_by(call: ToolUse, toolbox: Toolbox) -> str:
    if call.tool_name != LOAD_TOOLS:
        found = toolbox.find(call.tool_name)
        return found.group if found else ""
    match call.status, call.input:
        case "success", {"group": str(group)}:
            return next(iter(meant_names(group, toolbox.groups())), group)
        case _:
            return ""


DEFERRED_TOOLS = (load_tools,)
