"""The clipboard's tools, on a clipboard in memory; that of the desktop is tested in tests/ui/platform."""

import pytest

from deskpet.chat.tool import Reads
from deskpet.chat.toolbox import Toolbox
from deskpet.config.choices import Policy
from deskpet.tools.clipboard import CLIPBOARD_TOOLS, MAX_TEXT, read_clipboard


class MemoryClipboard:
    """A clipboard for texts."""

    def __init__(self, content: str | None) -> None:
        self.content, self.previous = content, content

    def text(self) -> str | None:
        return self.content

    def replace(self, text: str) -> None:
        self.content, self.previous = text, self.content

    def restore(self, text: str) -> bool:
        is_unchanged = self.content == text
        self.content = self.previous if is_unchanged else self.content
        return is_unchanged


@pytest.fixture
def clipboard() -> MemoryClipboard:
    return MemoryClipboard("copied")


@pytest.fixture
def box(clipboard) -> Toolbox:
    return Toolbox(CLIPBOARD_TOOLS, clipboard=clipboard)


async def test_what_was_copied_is_read_up_to_a_limit(box, clipboard):
    assert (await box.call("clipboard_read", {})).output == "copied"
    clipboard.content = "x" * (MAX_TEXT + 7)
    assert (await box.call("clipboard_read", {})).output.endswith("x\n[cut: 7 more characters]")
    clipboard.content = None
    assert (await box.call("clipboard_read", {})).error.code == "no_text"


async def test_a_text_is_copied_and_the_previous_one_comes_back(box, clipboard):
    assert (await box.call("clipboard_write", {"text": "new"})).output == "3 characters are on the clipboard."
    assert clipboard.content == "new"
    assert (await box.undo("clipboard_write", {"text": "new"}, None)).error is None
    assert clipboard.content == "copied"
    assert (await box.undo("clipboard_write", {"text": "new"}, None)).error.code == "no_undo"
    assert (await box.undo("clipboard_write", {"text": 7}, None)).error.code == "no_undo"


@pytest.mark.parametrize("text", ["", "x" * (MAX_TEXT + 1)])
async def test_a_text_has_bounds(box, clipboard, text):
    assert (await box.call("clipboard_write", {"text": text})).error.code == "invalid_text"
    assert clipboard.content == "copied"


def test_both_ask_and_what_was_copied_may_be_of_anybody():
    assert all(each.policy is Policy.ASK for each in CLIPBOARD_TOOLS)
    assert read_clipboard.reads == {Reads.PRIVATE, Reads.FOREIGN}
