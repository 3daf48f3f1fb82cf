"""The port by which foreign programs offer their tools, to a toolbox of a test."""

from deskpet.chat.toolbox import Toolbox
from deskpet.features.host import ToolsPort
from deskpet.listeners import Listeners
from deskpet.ui.blocks import default_look


def tools_in(toolbox: Toolbox, context_tokens: int = 0) -> ToolsPort:
    """Return the port to this toolbox, for a model that never changes."""

    def provide(name: str, dependency: object) -> None:
        raise AssertionError((name, dependency))

    return ToolsPort(
        provide=provide,
        box=lambda: toolbox,
        context_tokens=lambda: context_tokens,
        listen_to_model=Listeners[[]]().add,
        decide=lambda *_: None,
        built_in=(),
        title_of=str,
        look_of=default_look,
    )


def warned(code: str, title: str, cause: str) -> None:
    """Fail: nothing is wrong with what the user has added."""
    raise AssertionError((code, title, cause))
