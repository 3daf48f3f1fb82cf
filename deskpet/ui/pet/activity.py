"""What the agent is doing, seen: a line below the character, read off the answer that grows."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QAccessible, QFontMetricsF, QMoveEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from deskpet.chat.callstate import CallState, state_of
from deskpet.chat.continuation import last_shown
from deskpet.chat.messages import Message, Text, Thinking, ToolUse
from deskpet.ui.blocks import ToolLook
from deskpet.ui.blocks.call_words import preview_of
from deskpet.ui.blocks.fold import Spinner
from deskpet.ui.widgets import icons, language, shadow, theme
from deskpet.ui.widgets.fade_animation import FadeAnimation
from deskpet.words import tr

HEIGHT, EDGE = 30, 12
# Its words are cut where it would stand out from below the character, into the chat beside her; below a small one
# there would be too few of them.
LEAST_WORDS, MOST_WORDS, AROUND_WORDS = 150, 300, 64
BELOW = 2
# What is over sooner than this is not told: a line that only flashes by says nothing.
PATIENCE_MS = 250
# How often it goes back to its place when it is put elsewhere, before it gives in.
MOST_INSISTING = 3


@dataclass(frozen=True, slots=True)
class Activity:
    """What goes on, in words, with an icon; `waits` is for the person to do something."""

    words: str
    icon: str
    waits: bool = False


def activity_of(answer: Message, look: Callable[[str], ToolLook]) -> Activity | None:
    """What the agent does while `answer` is like this; None when it is over, or its words speak for themselves."""
    if answer.ended is not None:
        return None
    calls = [block for block in answer.blocks if isinstance(block, ToolUse) and not state_of(block).is_over]
    if calls:
        # One that waits for the person stands for all: nothing goes on without them.
        waiting = next((call for call in calls if state_of(call) is CallState.WAITING), None)
        return _of_call(waiting or calls[0], look)
    index = last_shown(answer.blocks)
    last = None if index is None else answer.blocks[index]
    if isinstance(last, Text) and last.text:
        return None
    if isinstance(last, Thinking) and last.ended_at is None:
        return Activity(tr("thinking…"), "think")
    return Activity(tr("waiting for the answer…"), "think")


def _of_call(call: ToolUse, look: Callable[[str], ToolLook]) -> Activity:
    known = look(call.tool_name)
    preview = preview_of(call, known.preview)
    what = f"{known.title} · {preview}" if preview else known.title
    match state_of(call):
        case CallState.WAITING:
            return Activity(tr("waiting for you: {what}", what=what), known.icon, waits=True)
        case CallState.WRITING:
            return Activity(tr("preparing: {what}…", what=what), known.icon)
        case _:
            return Activity(tr("{what}…", what=what), known.icon)


class ActivityLine(QWidget):
    """A pill below the character that takes no clicks. It comes and goes softly."""

    accessible_role = QAccessible.Role.Notification

    def __init__(self) -> None:
        super().__init__(
            None,
            Qt.WindowType.Tool
            | Qt.WindowType.FramelessWindowHint
            | Qt.WindowType.WindowStaysOnTopHint
            | Qt.WindowType.NoDropShadowWindowHint
            | Qt.WindowType.WindowTransparentForInput
            | Qt.WindowType.WindowDoesNotAcceptFocus,
        )
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_MacAlwaysShowToolWindow)
        language.say(self, lambda: self.setWindowTitle(tr("Activity")))
        self._shown: Activity | None = None
        self._wanted: Activity | None = None
        self._pet, self._screen = QRect(), QRect()
        self._place_wanted, self._insists = QRect(), 0
        self._spinner = Spinner(self)
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._patience.timeout.connect(self._change)
        self._fading = FadeAnimation(self, self.setWindowOpacity, theme.SOFT)
        self._fading.gone.connect(self._go)
        self._fading.at_once(0.0)

    @property
    def activity(self) -> Activity | None:
        """What is shown."""
        return self._shown

    @property
    def is_behind(self) -> bool:
        """Whether something was told that is not shown yet: it may be over at once."""
        return self._patience.isActive()

    def tell(self, activity: Activity | None) -> None:
        """Show what goes on; None: nothing."""
        if activity == self._wanted:
            return
        self._wanted = activity
        if self._shown is not None and activity is not None:
            self._change()
        elif not self._patience.isActive():
            self._patience.start()

    def stand_below(self, pet: QRect, screen: QRect) -> None:
        """Where the character is, on which part of the screen. Both in logical pixels of the desktop."""
        self._pet, self._screen = pet, screen
        self._place()

    def _change(self) -> None:
        if self._wanted is not None:
            self._shown = self._wanted
            self.setAccessibleName(self._shown.words)
            self._place()
            self.show()
            self._spinner.set_running(not self._shown.waits)
            self.update()
        self._fading.to(1.0 if self._wanted is not None else 0.0)

    def _go(self) -> None:
        self._shown = None
        self._spinner.set_running(False)
        self.hide()

    def _words(self) -> tuple[str, float]:
        """The words as they fit, and their width."""
        metrics = QFontMetricsF(theme.ui_font(theme.SMALL))
        room = max(LEAST_WORDS, min(MOST_WORDS, self._pet.width() - AROUND_WORDS))
        words = metrics.elidedText(self._shown.words if self._shown else "", Qt.TextElideMode.ElideRight, room)
        return words, metrics.horizontalAdvance(words)

    def _place(self) -> None:
        width = round(self._words()[1]) + AROUND_WORDS + 2 * EDGE
        place = QRect(0, 0, width, HEIGHT + 2 * EDGE)
        place.moveCenter(self._pet.center())
        place.moveTop(min(self._pet.bottom() + BELOW, self._screen.bottom() + 1 - HEIGHT) - EDGE)
        place.moveLeft(max(self._screen.left() - EDGE, min(place.left(), self._screen.right() + EDGE - width)))
        self._place_wanted, self._insists = place, MOST_INSISTING
        self.setGeometry(place)

    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        # A window manager may put a window that it has only now heard of where it likes, well after it was shown.
        if self.isVisible() and self._insists > 0 and self.pos() != self._place_wanted.topLeft():
            self._insists -= 1
            QTimer.singleShot(0, self, lambda: self.setGeometry(self._place_wanted))

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._shown is None:
            return
        look = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect()).adjusted(EDGE, EDGE, -EDGE, -EDGE)
        radius = HEIGHT // 2
        shadow.paint(painter, rect.translated(0, 2), look.shadow, radius, EDGE - 3, 0.25 if look.is_light else 0.6)
        painter.setPen(look.colour("accent" if self._shown.waits else "panel_edge"))
        painter.setBrush(look.colour("panel"))
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        badge = QRectF(rect.left() + 4, rect.top() + 4, 22, 22)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("accent_soft"))
        painter.drawEllipse(badge)
        icons.paint(painter, self._shown.icon, "accent", badge.adjusted(4, 4, -4, -4))
        words, width = self._words()
        painter.setFont(theme.ui_font(theme.SMALL))
        painter.setPen(look.colour("text"))
        painter.drawText(QRectF(badge.right() + 8, rect.top(), width + 2, HEIGHT), Qt.AlignmentFlag.AlignVCenter, words)
        spot = QPointF(rect.right() - 16, rect.center().y())
        if self._shown.waits:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look.colour("accent"))
            painter.drawEllipse(spot, 4, 4)
        else:
            ring = QRectF(spot.x() - 6, spot.y() - 6, 12, 12)
            self._spinner.paint(painter, ring, look.colour("teal"))
