"""Actions on a message: the hover toolbar at its bubble, its context menu, and the switch between its variants."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QEnterEvent
from PySide6.QtWidgets import QGraphicsOpacityEffect, QLabel, QWidget

from deskpet.translation import tr, tr_noop
from deskpet.ui.widgets import language, theme
from deskpet.ui.widgets.animation import FadeAnimation
from deskpet.ui.widgets.form import line_in, show_text
from deskpet.ui.widgets.icons import IconButton
from deskpet.ui.widgets.popup_menu import PopupMenu

HEIGHT, BUTTON = 28, 22
LINGER_MS = 350


class MessageAction(Enum):
    """A command on a message."""

    COPY = auto()
    COPY_MARKDOWN = auto()
    QUOTE = auto()
    REGENERATE = auto()
    EDIT = auto()
    DELETE = auto()
    DETAILS = auto()
    SHARE = auto()


@dataclass(frozen=True, slots=True)
class AvailableActions:
    """The actions that a message offers now.

    changes: the message may be edited, regenerated or deleted.
    time_text: formatted creation time; empty if unknown.
    """

    is_user: bool
    has_words: bool
    has_details: bool
    is_ended: bool
    changes: bool
    time_text: str = ""


LABELS = {
    MessageAction.COPY: ("copy", tr_noop("Copy")),
    MessageAction.COPY_MARKDOWN: ("file", tr_noop("Copy as Markdown")),
    MessageAction.QUOTE: ("quote", tr_noop("Quote")),
    MessageAction.REGENERATE: ("again", tr_noop("Answer again")),
    MessageAction.EDIT: ("edit", tr_noop("Edit and send again")),
    MessageAction.SHARE: ("picture", tr_noop("Share as a picture…")),
    MessageAction.DELETE: ("trash", tr_noop("Delete")),
    MessageAction.DETAILS: ("info", tr_noop("Answer details")),
}


class ActionBar(QWidget):
    """A small toolbar for one message at a time. `attend` shows it; it fades out without pointer and focus.

    `more` is the button for the full menu. `linger_timer` lets it fade out later.

    chosen: Emitted with the MessageAction of the button that is clicked.
    faded: Emitted when the bar is hidden.
    """

    accessible_role = QAccessible.Role.ToolBar

    chosen = Signal(object)
    faded = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        # Returns True while the bar must stay because its message is in use.
        self.is_in_use: Callable[[], bool] = lambda: False
        self._buttons = {
            action: self._button(action)
            for action in (MessageAction.COPY, MessageAction.REGENERATE, MessageAction.EDIT, MessageAction.DETAILS)
        }
        self.more = IconButton("more", "", self, BUTTON)
        self._time_label = QLabel(self)
        self._time_label.setObjectName("said_at")
        line_in(self, 1, *self._buttons.values(), self.more, self._time_label)
        # Lets the pointer reach the bar before it fades out.
        self.linger_timer = QTimer(self, singleShot=True, interval=LINGER_MS)
        self.linger_timer.timeout.connect(self._fade_unless_used)
        self._effect = QGraphicsOpacityEffect(self)
        self.setGraphicsEffect(self._effect)
        self._fade_animation = FadeAnimation(self, self._effect.setOpacity, theme.QUICK)
        self._fade_animation.gone.connect(self.leave)
        self._fade_animation.at_once(0.0)
        self.hide()
        language.keep_translated(self, self._retranslate)

    def _retranslate(self) -> None:
        self.setAccessibleName(tr("Message actions"))
        self.more.set_icon("more", tr("More"))
        for action, button in self._buttons.items():
            icon, label = LABELS[action]
            button.set_icon(icon, tr(label))

    def _button(self, action: MessageAction) -> IconButton:
        button = IconButton(LABELS[action][0], "", self, BUTTON)
        button.clicked.connect(lambda: self.chosen.emit(action))
        return button

    def button(self, action: MessageAction) -> IconButton:
        """Return an action's button. Raises KeyError if the action is only in the menu."""
        return self._buttons[action]

    @property
    def buttons(self) -> list[IconButton]:
        """The visible buttons from left to right."""
        return [button for button in (*self._buttons.values(), self.more) if not button.isHidden()]

    def attend(self, offer: AvailableActions) -> None:
        """Show the bar with these actions."""
        self.linger_timer.stop()
        shown = {
            MessageAction.COPY: offer.has_words,
            MessageAction.REGENERATE: not offer.is_user,
            MessageAction.EDIT: offer.is_user,
            MessageAction.DETAILS: offer.has_details,
        }
        show_text(self._time_label, offer.time_text)
        for action, button in self._buttons.items():
            button.setVisible(shown[action])
            button.setEnabled(offer.changes or action in {MessageAction.COPY, MessageAction.DETAILS})
        self.adjustSize()
        self.show()
        self.raise_()
        self._fade_animation.to(1.0)

    @property
    def is_focused(self) -> bool:
        """Whether one of the buttons has the keyboard focus."""
        return any(button.hasFocus() for button in self.buttons)

    def leave(self) -> None:
        """Hide the bar at once."""
        self.linger_timer.stop()
        self._fade_animation.at_once(0.0)
        self.hide()
        self.faded.emit()

    def _fade_unless_used(self) -> None:
        focused = self.focusWidget()
        is_used = self.underMouse() or (focused and focused.hasFocus()) or any(each.isDown() for each in self.buttons)
        if is_used or self.is_in_use():
            self.linger_timer.start()
        else:
            self._fade_animation.to(0.0)

    def enterEvent(self, event: QEnterEvent) -> None:
        self.linger_timer.stop()
        self._fade_animation.to(1.0)
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.linger_timer.start()
        super().leaveEvent(event)


def add_actions(menu: PopupMenu, offer: AvailableActions, choose: Callable[[MessageAction], None]) -> None:
    """Add all actions of a message to a menu; `choose` is called with the one that is picked."""

    def add(action: MessageAction, *, enabled: bool = True) -> None:
        icon, label = LABELS[action]
        menu.add(icon, tr(label), lambda: choose(action), enabled=enabled)

    if offer.has_words:
        for action in (MessageAction.COPY, MessageAction.COPY_MARKDOWN, MessageAction.QUOTE):
            add(action)
    add(MessageAction.SHARE, enabled=offer.is_ended)
    menu.addSeparator()
    add(MessageAction.EDIT if offer.is_user else MessageAction.REGENERATE, enabled=offer.changes)
    if offer.has_details:
        add(MessageAction.DETAILS)
    menu.addSeparator()
    add(MessageAction.DELETE, enabled=offer.changes)


class VariantSwitch(QWidget):
    """Shows a message's variant number with buttons for the previous and the next one: `< 2/3 >`.

    variant_requested: Emitted with the index, from 0, of the variant to show.
    """

    HEIGHT = 22
    variant_requested = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._index = 0
        self._previous = IconButton("left", tr("Previous variant"), self, self.HEIGHT)
        self._next = IconButton("right", tr("Next variant"), self, self.HEIGHT)
        self._label = QLabel(self)
        self._label.setObjectName("variants")
        self._previous.clicked.connect(lambda: self.variant_requested.emit(self._index - 1))
        self._next.clicked.connect(lambda: self.variant_requested.emit(self._index + 1))
        parts = (self._previous, self._label, self._next)
        line_in(self, 1, *((each, 0, Qt.AlignmentFlag.AlignVCenter) for each in parts))

    def show_variant(self, index: int, count: int) -> None:
        """Show that variant `index`, from 0, of `count` is current."""
        self._index = index
        self._label.setText(f"{index + 1}/{count}")
        self._label.setAccessibleName(tr("Variant {number} of {count}", number=index + 1, count=count))
        self._previous.setEnabled(index > 0)
        self._next.setEnabled(index < count - 1)
        self.adjustSize()

    @property
    def step(self) -> int:
        """Direction of the focused button: 1 next, -1 previous, 0 none."""
        return int(self._next.hasFocus()) - int(self._previous.hasFocus())

    def focus_step(self, step: int) -> None:
        """Focus the button of this direction, or the other one if that is disabled."""
        wanted, other = (self._next, self._previous) if step > 0 else (self._previous, self._next)
        (wanted if wanted.isEnabled() else other).setFocus(Qt.FocusReason.OtherFocusReason)
