"""The port by which foreign programs offer their tools, to a toolbox of a test."""

from deskpet.app.feature_host import ToolsAccess
from deskpet.chat.toolbox import Toolbox


def tools_in(toolbox: Toolbox, context_tokens: int = 0) -> ToolsAccess:
    """Return the port to this toolbox, for a model that never changes."""
    return ToolsAccess(lambda: toolbox, lambda *_: None, lambda: context_tokens, lambda _changed: lambda: None)


def warned(code: str, title: str, cause: str) -> None:
    """Fail: nothing is wrong with what the user has added."""
    raise AssertionError((code, title, cause))
