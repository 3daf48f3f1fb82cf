"""Provide what the tools need of the running program, by the names of their parameters."""

from deskpet.features.feature_list import FEATURES
from deskpet.ui.platform.clipboard import DesktopClipboard
from deskpet.ui.platform.system_probe import DesktopProbe
from deskpet.ui.platform.trash import desktop_trash


def tool_dependencies() -> dict[str, object]:
    """Return the dependencies of the tools in the window."""
    provided: dict[str, object] = {
        "clipboard": DesktopClipboard(),
        "system": DesktopProbe(),
        "trash": desktop_trash(),
    }
    for each in FEATURES:
        provided |= each.window_dependencies()
    return provided
