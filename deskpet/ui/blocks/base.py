"""What every block view is: a widget that shows one block of a message and knows its height for a width."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QWidget

from deskpet.chat.messages import Block
from deskpet.chat.tool import Preview, ResultKind, title_from_name
from deskpet.words import tr


@dataclass(frozen=True, slots=True)
class ToolLook:
    """How a tool shows itself: a title for people, the name of an icon in assets/icons, and how its calls are told."""

    title: str
    icon: str
    preview: Preview | None = None
    result: ResultKind = ResultKind.TREE


class CallWish(Enum):
    """What a person wants of a tool call: that it may run, may always, may not, or that it runs once more."""

    APPROVE = "approve"
    ALWAYS = "always"
    REFUSE = "refuse"
    AGAIN = "again"


def default_look(tool_name: str) -> ToolLook:
    """A look made from the tool's name alone: `live2d.expression` is "Expression"."""
    return ToolLook(title_from_name(tool_name) or tr("Tool"), "tool")


@dataclass(frozen=True, slots=True)
class Context:
    """What views need to know besides their block."""

    look: Callable[[str], ToolLook] = default_look
    markdown: bool = True  # False: text is shown as it was typed


class BlockView(QWidget):
    """Shows one block in place. The row above it asks `fit` for its height and gives it its geometry."""

    resized = Signal()  # its height changed by itself: it was folded or unfolded
    looked_at = Signal()  # the reader unfolds it or selects in it: it must not run away
    action_requested = Signal(str)  # a button was pressed; the action's name
    call_wished = Signal(object)  # a person wants something of the tool call: a CallWish
    link_activated = Signal(str, str)  # a link was chosen: its target, and its words

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.context = context

    @property
    def is_settled(self) -> bool:
        """Whether it takes no more: a block that grows on needs a view of its own."""
        return False

    def show_block(self, block: Block) -> None:
        """Show this value of the block, in place of the last one."""
        raise NotImplementedError

    def append(self, text: str) -> None:
        """The block's text grew: cheaper than `show_block` with all of it."""

    def flush(self) -> None:
        """Bring what is shown up to date; called at most once a frame."""

    def is_behind(self) -> bool:
        """Whether text waits for a further flush."""
        return False

    def settle(self) -> None:
        """The block will not change any more."""

    def fit(self, width: int) -> int:
        """Lay out for `width` logical pixels; the height that takes."""
        raise NotImplementedError

    def natural_width(self, available: int) -> int:
        """How wide it would like to be."""
        return available

    def is_unfolded(self) -> bool:
        return False

    def unfold(self) -> None:
        """Show everything at once, without an animation."""

    def retheme(self) -> None:
        """The theme changed."""
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.StyleChange:
            self.retheme()
        super().changeEvent(event)
