"""Provide what the built-in tools need of the running program, by the names of their parameters."""

from deskpet.app.screenshot_controller import ScreenshotController
from deskpet.config import paths
from deskpet.tools.notes import Notes
from deskpet.ui.platform.clipboard import DesktopClipboard
from deskpet.ui.platform.system_probe import DesktopProbe
from deskpet.ui.platform.trash import desktop_trash
from deskpet.ui.widgets.links import open_address


def tool_dependencies(screenshots: ScreenshotController) -> dict[str, object]:
    """Return the dependencies of the tools in the window."""
    return {
        "notes": Notes(paths.data_folder() / "notes.json"),
        "clipboard": DesktopClipboard(),
        "system": DesktopProbe(),
        "screenshots": screenshots,
        "trash": desktop_trash(),
        "opener": open_address,
    }
