"""The port by which foreign programs offer their tools, to a toolbox of a test."""

from collections.abc import Callable

from deskpet.chat.toolbox import Toolbox
from deskpet.features.host import End, ToolsPort


class _ToolboxPort:
    def __init__(self, toolbox: Toolbox, context_tokens: int) -> None:
        self._toolbox, self.context_tokens = toolbox, context_tokens
        self.add, self.remove = toolbox.add, toolbox.remove

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(each.name for each in self._toolbox.all)

    def provide(self, name: str, dependency: object) -> None:
        raise AssertionError((name, dependency))

    def listen_to_model(self, _changed: Callable[[], None]) -> End:
        return lambda: None


def tools_in(toolbox: Toolbox, context_tokens: int = 0) -> ToolsPort:
    """Return the port to this toolbox, for a model that never changes."""
    return _ToolboxPort(toolbox, context_tokens)


def warned(code: str, title: str, cause: str) -> None:
    """Fail: nothing is wrong with what the user has added."""
    raise AssertionError((code, title, cause))
