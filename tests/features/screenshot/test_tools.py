"""The tool for pictures of the screen, with a picture that is given."""

import pytest

from deskpet.chat.messages import Image
from deskpet.chat.tool import Reads, ResultKind
from deskpet.chat.toolbox import Toolbox
from deskpet.config.choices import Policy
from deskpet.features.screenshot.tools import SCREENSHOT_TOOLS, take_screenshot


class Screenshots:
    """Gives a picture, or none."""

    def __init__(self, picture: Image | None) -> None:
        self.picture, self.asked = picture, list[str]()

    async def take(self, area: str) -> Image | None:
        self.asked.append(area)
        return self.picture


async def test_the_picture_is_the_result():
    given = Screenshots(Image("image/png", "AAAA"))
    outcome = await Toolbox(SCREENSHOT_TOOLS, screenshots=given).call("take_screenshot", {"area": "window"})
    assert outcome.output == {"media_type": "image/png", "data": "AAAA"}
    assert given.asked == ["window"]


async def test_a_picture_that_is_not_sent_is_a_refusal():
    box = Toolbox(SCREENSHOT_TOOLS, screenshots=Screenshots(None))
    assert (await box.call("take_screenshot", {})).error.code == "refused"
    assert (await box.call("take_screenshot", {"area": "camera"})).error.code == "invalid_arguments"


@pytest.mark.parametrize(("arguments", "shown"), [({}, "The whole screen"), ({"area": 7}, "")])
def test_what_the_tool_declares(arguments, shown):
    tool = take_screenshot
    assert tool.preview
    assert tool.preview(arguments) == shown
    assert (tool.policy, tool.result, tool.timeout) == (Policy.ASK, ResultKind.IMAGE, None)
    assert tool.reads == {Reads.PRIVATE, Reads.FOREIGN}
