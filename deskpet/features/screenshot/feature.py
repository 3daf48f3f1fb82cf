"""Declares pictures of the screen, which the user looks at before a model sees them."""

from typing import TYPE_CHECKING

from deskpet.features.feature import Feature, RunningFeature

if TYPE_CHECKING:
    from deskpet.chat.tool import Tool
    from deskpet.features.host import Host


def _start(host: "Host") -> RunningFeature:
    from deskpet.features.screenshot.controller import ScreenshotController

    return ScreenshotController(host)


def _tools() -> "tuple[Tool, ...]":
    from deskpet.features.screenshot.tools import SCREENSHOT_TOOLS

    return SCREENSHOT_TOOLS


SCREENSHOT = Feature(name="screenshot", start=_start, tools=_tools)
