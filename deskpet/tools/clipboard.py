"""Tools that read and replace the text on the clipboard."""

from typing import Protocol

from pydantic import JsonValue

from deskpet.chat.function_tool import tool
from deskpet.chat.permission import NOTHING
from deskpet.chat.tool import Arguments, Reads, ResultKind, ToolFailed
from deskpet.config.choices import Policy
from deskpet.translation import tr, tr_noop

# In characters.
MAX_TEXT = 20_000


class Clipboard(Protocol):
    """The clipboard of the desktop. Used in the thread of the user interface."""

    def text(self) -> str | None:
        """Return the text on the clipboard; None if it holds something else, such as a picture."""
        ...

    def replace(self, text: str) -> None:
        """Put `text` on the clipboard, and keep what was there for `restore`."""
        ...

    def restore(self, text: str) -> bool:
        """Put back what `text` replaced. Returns False if something else was copied since."""
        ...


@tool(
    "clipboard_read",
    group="computer",
    title=tr_noop("Read the clipboard"),
    icon="paste",
    policy=Policy.ASK,
    # What was copied may be of the user, or from any page.
    reads={Reads.PRIVATE, Reads.FOREIGN},
    concurrent=True,
    result=ResultKind.TEXT,
    about=tr_noop("Shows the model the text that you copied last."),
)
async def read_clipboard(*, clipboard: Clipboard) -> str:
    """Read the text that the user copied last."""
    text = clipboard.text()
    if text is None:
        raise ToolFailed("no_text", "The clipboard holds no text. Ask the user to copy the text, or to paste it.")
    left = len(text) - MAX_TEXT
    return f"{text[:MAX_TEXT]}\n[cut: {left} more characters]" if left > 0 else text


async def _undo_write(arguments: Arguments, _output: JsonValue, *, clipboard: Clipboard) -> str:
    text = arguments.get("text")
    if not isinstance(text, str) or not clipboard.restore(text):
        raise ToolFailed("no_undo", tr("Something else was copied since."))
    return tr("The clipboard has again what it had before.")


@tool(
    "clipboard_write",
    group="computer",
    title=tr_noop("Copy to the clipboard"),
    icon="copy",
    # A page could make the model copy a command that the user then pastes into a terminal.
    policy=Policy.ASK,
    reads=NOTHING,
    preview=lambda arguments: " ".join(str(arguments.get("text") or "")[:200].split()),
    result=ResultKind.TEXT,
    about=tr_noop("Replaces what you copied last; that can be brought back."),
    undo=_undo_write,
)
async def write_clipboard(text: str, *, clipboard: Clipboard) -> str:
    """Put a text on the clipboard, so that the user can paste it.

    text: the text exactly as it is to be pasted.
    """
    if not text or len(text) > MAX_TEXT:
        raise ToolFailed("invalid_text", f"Give 1 to {MAX_TEXT} characters.")
    clipboard.replace(text)
    return f"{len(text)} characters are on the clipboard."


CLIPBOARD_TOOLS = (read_clipboard, write_clipboard)
