"""Base classes of the block views: widgets that show a block of a message and compute their height for a width."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from deskpet.chat.messages import Block
from deskpet.chat.permission import Scope
from deskpet.chat.tool import Arguments, Preview, ResultKind, title_from_name
from deskpet.translation import tr


def _no_scope(_: Arguments) -> Scope | None:
    """Return None: a rule covers the whole tool."""


@dataclass(frozen=True, slots=True)
class ToolLook:
    """Display of a tool: title, name of an icon in assets/icons, and the forms of its arguments and results.

    can_undo: whether its calls can be reverted. scope: returns what a rule for a call would be limited to.
    is_inline: whether a call is a small button in the sentence, which shows and hides its card.
    """

    title: str
    icon: str
    preview: Preview | None = None
    result: ResultKind = ResultKind.TREE
    can_undo: bool = False
    scope: Callable[[Arguments], Scope | None] = _no_scope
    is_inline: bool = False


class CallDecision(Enum):
    """The user's decision about a tool call.

    APPROVE: run it this time. CONVERSATION: run it, and don't ask again in this conversation. ALWAYS: run it, and
    never ask again within its scope. AGAIN: run it again after its end. UNDO: revert it. STOP: end its run in the
    background.
    """

    APPROVE = "approve"
    CONVERSATION = "conversation"
    ALWAYS = "always"
    REFUSE = "refuse"
    AGAIN = "again"
    UNDO = "undo"
    STOP = "stop"


def default_look(tool_name: str) -> ToolLook:
    """Return a look derived from the tool's name: the title of `live2d.expression` is "Expression"."""
    return ToolLook(title_from_name(tool_name) or tr("Tool"), "tool")


@dataclass(frozen=True, slots=True)
class Context:
    """Settings that all block views share."""

    look: Callable[[str], ToolLook] = default_look
    markdown: bool = True  # False: show the source text


class BlockView(QWidget):
    """Shows one block, updated in place. The message row calls `fit` for the height and sets the geometry.

    resized: Emitted when the needed height changes, for example after folding.
    reading_started: Emitted when the user unfolds the view or selects text: automatic scrolling must stop.
    action_requested: Emitted with the action's name when a button is clicked.
    call_decided: Emitted with a CallDecision and the reason of a refusal when the user decides about the tool call, or
        with the Reply to what the running tool asks.
    link_activated: Emitted with a link's target and text.
    """

    resized = Signal()
    reading_started = Signal()
    action_requested = Signal(str)
    call_decided = Signal(object, str)
    link_activated = Signal(str, str)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.context = context

    @property
    def is_settled(self) -> bool:
        """Whether no more text can be appended; a block that grows again needs a new view."""
        return False

    def show_block(self, block: Block) -> None:
        """Show this value of the block."""
        raise NotImplementedError

    def append(self, text: str) -> None:
        """Append to the block's text; cheaper than `show_block`."""

    def flush(self) -> None:
        """Show pending changes; called at most once per frame."""

    def is_behind(self) -> bool:
        """Whether another flush has more to show."""
        return False

    def settle(self) -> None:
        """Mark the block as complete."""

    def fit(self, width: int) -> int:
        """Lay out for `width` and return the height, both in logical pixels."""
        raise NotImplementedError

    def natural_width(self, available: int) -> int:
        """Return the preferred width in logical pixels."""
        return available

    @property
    def question_area(self) -> QRect | None:
        """Area of the buttons that answer a question to the user, in the view; None if it asks nothing."""
        return None

    def is_unfolded(self) -> bool:
        return False

    def unfold(self) -> None:
        """Unfold without an animation."""

    def retheme(self) -> None:
        """Apply the changed theme."""
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.StyleChange:
            self.retheme()
        super().changeEvent(event)


class OpenableView(BlockView):
    """Shows a block that a click, Enter or Space opens."""

    def open(self) -> None:
        """Show the block in a window of its own."""
        raise NotImplementedError

    @property
    def area(self) -> QRect:
        """The part of the view that takes clicks."""
        return self.rect()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        is_inside = self.area.contains(event.position().toPoint())
        event.setAccepted(is_inside and event.button() == Qt.MouseButton.LeftButton)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.area.contains(event.position().toPoint()):
            self.open()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            self.open()
        else:
            event.ignore()


class Fitted(QWidget):
    """A part of a tool call's card. The card calls `fit` for the height and sets the geometry.

    resized: Emitted when the needed height changes.
    """

    resized = Signal()

    def fit(self, width: int) -> int:
        """Lay out for `width` and return the height, both in logical pixels."""
        raise NotImplementedError
