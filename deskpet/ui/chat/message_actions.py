"""What can be done with a message: a quiet bar at the bubble under the pointer, a menu, and its variants."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from PySide6.QtCore import QEvent, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QEnterEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QGraphicsOpacityEffect, QHBoxLayout, QLabel, QWidget

from deskpet.ui.widgets import language, shadow, theme
from deskpet.ui.widgets.fade_animation import FadeAnimation
from deskpet.ui.widgets.icons import IconButton
from deskpet.ui.widgets.popup_menu import PopupMenu
from deskpet.words import later, tr

HEIGHT, BUTTON = 28, 22
LINGER_MS = 350
EDGE = 6  # around the bar, for its shadow


class MessageAction(Enum):
    """What is asked of a message."""

    COPY = auto()
    COPY_MARKDOWN = auto()
    QUOTE = auto()
    REGENERATE = auto()
    EDIT = auto()
    DELETE = auto()
    DETAILS = auto()


@dataclass(frozen=True, slots=True)
class AvailableActions:
    """What can be done with a message at this moment. `changes`: whether it may be changed at all.

    `said_at` is when it was said, as it is to be read.
    """

    is_user: bool
    has_words: bool
    has_details: bool
    changes: bool
    said_at: str = ""


LABELS = {
    MessageAction.COPY: ("copy", later("Copy")),
    MessageAction.COPY_MARKDOWN: ("file", later("Copy as Markdown")),
    MessageAction.QUOTE: ("quote", later("Quote")),
    MessageAction.REGENERATE: ("again", later("Answer again")),
    MessageAction.EDIT: ("edit", later("Edit and send again")),
    MessageAction.DELETE: ("trash", later("Delete")),
    MessageAction.DETAILS: ("info", later("What happened")),
}


class ActionBar(QWidget):
    """A small bar that stands at one message at a time; `attend` moves it, and it fades when nobody looks."""

    accessible_role = QAccessible.Role.ToolBar

    chosen = Signal(object)  # a MessageAction
    menu_wanted = Signal()  # all that can be done is wanted, as a menu
    faded = Signal()  # it let go of its message

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        # Whether somebody is at the message still.
        self.is_wanted: Callable[[], bool] = lambda: False
        self._buttons = {
            action: self._button(action)
            for action in (MessageAction.COPY, MessageAction.REGENERATE, MessageAction.EDIT, MessageAction.DETAILS)
        }
        self._more = IconButton("more", "", self, BUTTON)
        self._more.clicked.connect(self.menu_wanted)
        self._said_at = QLabel(self)
        self._said_at.setObjectName("said_at")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(EDGE + 3, EDGE + 3, EDGE + 3, EDGE + 3)
        layout.setSpacing(1)
        layout.addWidget(self._said_at)
        for button in (*self._buttons.values(), self._more):
            layout.addWidget(button)
        self._linger = QTimer(self, singleShot=True, interval=LINGER_MS)
        self._linger.timeout.connect(self._fade)
        self._effect = QGraphicsOpacityEffect(self)
        self.setGraphicsEffect(self._effect)
        self._fading = FadeAnimation(self, self._effect.setOpacity, theme.QUICK)
        self._fading.gone.connect(self.leave)
        self._fading.at_once(0.0)
        self.hide()
        language.say(self, self._say)

    def _say(self) -> None:
        self.setAccessibleName(tr("Message actions"))
        self._more.set_icon("more", tr("More"))
        for action, button in self._buttons.items():
            icon, label = LABELS[action]
            button.set_icon(icon, tr(label))

    def _button(self, action: MessageAction) -> IconButton:
        button = IconButton(LABELS[action][0], "", self, BUTTON)
        button.clicked.connect(lambda: self.chosen.emit(action))
        return button

    def button(self, action: MessageAction) -> IconButton:
        """The button of an action that has one."""
        return self._buttons[action]

    @property
    def buttons(self) -> list[IconButton]:
        """The buttons that can be used now, from left to right."""
        return [button for button in (*self._buttons.values(), self._more) if not button.isHidden()]

    def attend(self, offer: AvailableActions) -> None:
        """Offer this, and come into sight."""
        self._linger.stop()
        shown = {
            MessageAction.COPY: offer.has_words,
            MessageAction.REGENERATE: not offer.is_user,
            MessageAction.EDIT: offer.is_user,
            MessageAction.DETAILS: offer.has_details,
        }
        self._said_at.setText(offer.said_at)
        self._said_at.setVisible(bool(offer.said_at))
        for action, button in self._buttons.items():
            button.setVisible(shown[action])
            button.setEnabled(offer.changes or action in {MessageAction.COPY, MessageAction.DETAILS})
        self.adjustSize()
        self.show()
        self.raise_()
        self._fading.to(1.0)

    @property
    def is_focused(self) -> bool:
        """Whether one of its buttons has the keyboard."""
        return any(button.hasFocus() for button in self.buttons)

    def let_go(self) -> None:
        """Nobody looks at the message any more: go, unless somebody is on the way here."""
        self._linger.start()

    def leave(self) -> None:
        """Go at once."""
        self._linger.stop()
        self._fading.at_once(0.0)
        self.hide()
        self.faded.emit()

    def _fade(self) -> None:
        focused = self.focusWidget()
        is_used = self.underMouse() or (focused and focused.hasFocus()) or any(each.isDown() for each in self.buttons)
        if is_used or self.is_wanted():
            self._linger.start()
        else:
            self._fading.to(0.0)

    def enterEvent(self, event: QEnterEvent) -> None:
        self._linger.stop()
        self._fading.to(1.0)
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._linger.start()
        super().leaveEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect()).adjusted(EDGE, EDGE, -EDGE, -EDGE)
        radius = round(rect.height() / 2)
        shadow.paint(painter, rect.translated(0, 1), look.shadow, radius, EDGE - 1, 0.2 if look.is_light else 0.6)
        painter.setPen(look.colour("field_edge"))
        painter.setBrush(look.colour("surface"))
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)


def fill_menu(menu: PopupMenu, offer: AvailableActions, choose: Callable[[MessageAction], None]) -> None:
    """Everything that can be done with a message, as entries of a menu; `choose` hears which."""
    actions = [MessageAction.COPY, MessageAction.COPY_MARKDOWN, MessageAction.QUOTE] if offer.has_words else []
    for action in actions:
        _add(menu, action, choose, enabled=True)
    menu.addSeparator()
    change = MessageAction.EDIT if offer.is_user else MessageAction.REGENERATE
    _add(menu, change, choose, enabled=offer.changes)
    if offer.has_details:
        _add(menu, MessageAction.DETAILS, choose, enabled=True)
    menu.addSeparator()
    _add(menu, MessageAction.DELETE, choose, enabled=offer.changes)


def _add(menu: PopupMenu, action: MessageAction, choose: Callable[[MessageAction], None], *, enabled: bool) -> None:
    icon, label = LABELS[action]
    menu.add(icon, tr(label), lambda: choose(action), enabled=enabled)


class VariantSwitch(QWidget):
    """Which of a message's variants is shown, and the way to the one before and behind: `< 2/3 >`."""

    HEIGHT = 22
    wanted = Signal(int)  # the variant with this number, from 0

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._index = 0
        self._before = IconButton("left", tr("Previous variant"), self, self.HEIGHT)
        self._after = IconButton("right", tr("Next variant"), self, self.HEIGHT)
        self._label = QLabel(self)
        self._label.setObjectName("variants")
        self._before.clicked.connect(lambda: self.wanted.emit(self._index - 1))
        self._after.clicked.connect(lambda: self.wanted.emit(self._index + 1))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(1)
        for widget in (self._before, self._label, self._after):
            layout.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)

    def show_variant(self, index: int, count: int) -> None:
        """It is number `index`, from 0, of `count`."""
        self._index = index
        self._label.setText(f"{index + 1}/{count}")
        self._label.setAccessibleName(tr("Variant {number} of {count}", number=index + 1, count=count))
        self._before.setEnabled(index > 0)
        self._after.setEnabled(index < count - 1)
        self.adjustSize()

    @property
    def step(self) -> int:
        """The way that the keyboard is about to go here: 1 on, -1 back, 0 none."""
        return int(self._after.hasFocus()) - int(self._before.hasFocus())

    def go_on(self, step: int) -> None:
        """Let the keyboard go on this way, or back where there is nothing more."""
        wanted, other = (self._after, self._before) if step > 0 else (self._before, self._after)
        (wanted if wanted.isEnabled() else other).setFocus(Qt.FocusReason.OtherFocusReason)
