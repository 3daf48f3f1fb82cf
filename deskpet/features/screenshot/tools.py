"""Tool that shows the screen to the model, after the user has looked at the picture."""

from typing import Literal, Protocol

from pydantic import JsonValue

from deskpet.chat.function_tool import tool
from deskpet.chat.messages import Image
from deskpet.chat.tool import Arguments, Reads, ResultKind, ToolFailed
from deskpet.config.choices import Policy
from deskpet.translation import tr, tr_noop

ScreenshotArea = Literal["area", "window", "screen"]

_TITLES: dict[ScreenshotArea, str] = {
    "area": tr_noop("A part that you select"),
    "window": tr_noop("The window in front"),
    "screen": tr_noop("The whole screen"),
}


class Screenshots(Protocol):
    """Takes pictures of the screen."""

    async def take(self, area: ScreenshotArea) -> Image | None:
        """Return a picture as the user has let it pass, at most 1568 pixels wide and high; None if he sends none.

        Waits for the user. Raises ToolFailed if the desktop gives no picture.
        """
        ...


def _area_title(arguments: Arguments) -> str:
    asked = arguments.get("area", "screen")
    return next((tr(title) for name, title in _TITLES.items() if name == asked), "")


@tool(
    "take_screenshot",
    group="computer",
    title=tr_noop("Take a picture of the screen"),
    icon="camera",
    policy=Policy.ASK,
    # A page on the screen may contain instructions.
    reads={Reads.PRIVATE, Reads.FOREIGN},
    preview=_area_title,
    result=ResultKind.IMAGE,
    about=tr_noop("Shows you the picture first: cut it, blur parts of it, then send it to the model or not."),
    # The user takes the time that he needs to look at the picture.
    timeout=None,
)
async def take_screenshot(area: ScreenshotArea = "screen", *, screenshots: Screenshots) -> dict[str, JsonValue]:
    """Look at the user's screen. The user sees the picture first, and may blur parts of it or not send it.

    area: screen for all of it, window for the window in front, area for a part that the user selects.
    """
    picture = await screenshots.take(area)
    if picture is None:
        raise ToolFailed("refused", "The user did not send the picture. Don't ask again unless the user wants it.")
    return {"media_type": picture.media_type, "data": picture.data}


SCREENSHOT_TOOLS = (take_screenshot,)
