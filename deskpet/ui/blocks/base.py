"""Base classes of the block views: widgets that show a block of a message and compute their height for a width."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QPushButton, QWidget

from deskpet.chat.messages import Block
from deskpet.chat.permission import Scope
from deskpet.chat.question import Reply
from deskpet.chat.tool import Arguments, Preview, ResultKind, title_from_name
from deskpet.translation import tr
from deskpet.ui.widgets import tooltip
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.theme import FollowsStyle


@dataclass(frozen=True, slots=True)
class ToolLook:
    """Display of a tool: title, name of an icon in assets/icons, and the forms of its arguments and results.

    can_undo: whether its calls can be reverted. scope: returns what a rule for a call would be limited to, or None.
    is_inline: whether a call is a small button in the sentence, which shows and hides its card.
    """

    title: str
    icon: str
    preview: Preview | None = None
    result: ResultKind = ResultKind.TREE
    can_undo: bool = False
    scope: Callable[[Arguments], Scope | None] = lambda _: None
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


def _do_nothing(*_: object) -> None:
    """Ignore what the user asks for."""


@dataclass(frozen=True, slots=True)
class Context:
    """What all block views share: how they look, and what they call when the user asks for something.

    run_action: takes a message id and the name of a notice's action. decide: takes a message id, a block's index, what
    the user decided about its call or replied to it, and the reason of a refusal. open_link: takes a link's target and
    text. notify: takes what to tell the user in a toast. want_diagrams: offers the part that draws diagrams.
    """

    look: Callable[[str], ToolLook] = default_look
    markdown: bool = True  # False: show the source text
    run_action: Callable[[str, str], object] = _do_nothing
    decide: Callable[[str, int, CallDecision | Reply, str], object] = _do_nothing
    open_link: Callable[[str, str], object] = _do_nothing
    notify: Callable[[str], object] = _do_nothing
    want_diagrams: Callable[[], object] = _do_nothing


class Fitted(FollowsStyle, QWidget):
    """A part of a message. Its owner calls `fit` for the height and sets the geometry.

    resized: Emitted when the needed height changes, for example after folding.
    """

    resized = Signal()

    def on_style_changed(self) -> None:
        self.update()

    def fit(self, width: int) -> int:
        """Lay out for `width` and return the height, both in logical pixels."""
        raise NotImplementedError

    def place(self, y: int, width: int) -> int:
        """Fit to a width and move to the left edge of the parent at `y`; returns the lower edge."""
        height = self.fit(width)
        self.setGeometry(0, y, width, height)
        return y + height


class AnswerStrip(Fitted):
    """A part of a tool call's card that asks the user, by its `controls` in the order of the keyboard."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.controls: list[QWidget] = []

    def set_tab_order_after(self, before: QWidget) -> None:
        """Place the controls after `before` in the tab order."""
        for first, second in pairwise((before, *self.controls)):
            self.setTabOrder(first, second)


def answer_button(text: str, name: str, kind: str, description: str, act: Callable[[], object]) -> QPushButton:
    """Return a button of a strip, with a tooltip that describes what it does."""
    button = plain_button(text, name, kind)
    describe(button, description)
    button.setAutoDefault(True)
    button.clicked.connect(lambda _checked: act())
    return button


def describe(button: QPushButton, description: str) -> None:
    """Tell everybody what a button does."""
    tooltip.set_text(button, description)
    button.setAccessibleDescription(description)


class BlockView(Fitted):
    """Shows one block, updated in place.

    address: the id of the message and the index of the block in it.
    is_settled: whether no more text can be appended; a block that grows again needs a new view.

    reading_started: Emitted when the user unfolds the view or selects text: automatic scrolling must stop.
    """

    reading_started = Signal()

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.context, self.address, self.is_settled = context, ("", 0), False

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

    def natural_width(self, available: int) -> int:
        """Return the preferred width in logical pixels."""
        return available

    @property
    def question_area(self) -> QRect | None:
        """Area of the buttons that answer a question to the user, in the view; None if it asks nothing."""
        return None

    def focus_question(self) -> None:
        """Give the keyboard to the first control that answers what the view asks."""

    def is_unfolded(self) -> bool:
        return False

    def unfold(self) -> None:
        """Unfold without an animation."""


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
