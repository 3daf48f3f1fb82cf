"""Activity line below the character: shows what the agent is doing, derived from the streaming answer."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QAccessible, QFontMetricsF, QMoveEvent, QPainter, QPaintEvent

from deskpet.chat.call_state import CallState, state_of
from deskpet.chat.continuation import last_visible_block
from deskpet.chat.messages import Message, Text, Thinking, ToolUse
from deskpet.translation import tr
from deskpet.ui.blocks import ToolLook
from deskpet.ui.blocks.call_format import preview_of
from deskpet.ui.pet.floating_bubble import FloatingWindow
from deskpet.ui.pet.placement import moved_into
from deskpet.ui.widgets import icons, language, shadow, theme
from deskpet.ui.widgets.animation import FadeAnimation
from deskpet.ui.widgets.spinner import Spinner

HEIGHT, EDGE = 30, 12
# Text width in logical pixels. The text is elided to the character's width, so that the line does not overlap the
# chat beside her; the minimum keeps it readable below a small character.
MIN_TEXT_WIDTH, MAX_TEXT_WIDTH, TEXT_PADDING = 150, 300, 64
GAP, SIDE = 2, 6  # to the character, and at least to the edges at the sides
# Delay before a change is shown, in ms: shorter activities would only flicker.
SHOW_DELAY_MS = 250
# Number of times the line moves back when the window manager has placed it elsewhere.
MAX_MOVE_RETRIES = 3


@dataclass(frozen=True, slots=True)
class Activity:
    """An activity as text with an icon; `is_waiting` is set while the user has to act."""

    words: str
    icon: str
    is_waiting: bool = False


def activity_of(answer: Message, look: Callable[[str], ToolLook]) -> Activity | None:
    """Return the activity of a streaming answer; None if it has ended or currently shows text."""
    if answer.ended is not None:
        return None
    calls = [block for block in answer.blocks if isinstance(block, ToolUse) and not state_of(block).is_final]
    if calls:
        # A call that waits for the user goes first: the turn is blocked until they act.
        waiting = next((call for call in calls if state_of(call) is CallState.WAITING), None)
        return _tool_activity(waiting or calls[0], look)
    index = last_visible_block(answer.blocks)
    last = None if index is None else answer.blocks[index]
    if isinstance(last, Text) and last.text:
        return None
    if isinstance(last, Thinking) and last.ended_at is None:
        return Activity(tr("thinking…"), "think")
    return Activity(tr("waiting for the answer…"), "think")


def _tool_activity(call: ToolUse, look: Callable[[str], ToolLook]) -> Activity:
    tool = look(call.tool_name)
    preview = preview_of(call, tool.preview)
    what = f"{tool.title} · {preview}" if preview else tool.title
    match state_of(call):
        case CallState.WAITING:
            return Activity(tr("waiting for you: {what}", what=what), tool.icon, is_waiting=True)
        case CallState.WRITING:
            return Activity(tr("preparing: {what}…", what=what), tool.icon)
        case _:
            # The call is queued or runs; a finished one is no activity.
            return Activity(tr("{what}…", what=what), tool.icon)


class ActivityLine(FloatingWindow):
    """A click-through pill below the character that fades in and out. activity: the one on screen."""

    accessible_role = QAccessible.Role.Notification

    def __init__(self) -> None:
        super().__init__(takes_clicks=False)
        language.keep_translated(self, lambda: self.setWindowTitle(tr("Activity")))
        self.activity: Activity | None = None
        self._pending: Activity | None = None
        self._pet, self._screen = QRect(), QRect()
        self._target, self._move_retries = QRect(), 0
        self._spinner = Spinner(self)
        self._show_delay = QTimer(self, singleShot=True, interval=SHOW_DELAY_MS)
        self._show_delay.timeout.connect(self._update)
        self._fade = FadeAnimation(self, self.setWindowOpacity, theme.SOFT)
        self._fade.gone.connect(self._on_faded_out)
        self._fade.at_once(0.0)

    def tell(self, activity: Activity | None) -> None:
        """Show an activity after the delay, or hide the line if None; a visible line changes its text at once."""
        if activity == self._pending:
            return
        self._pending = activity
        if self.activity is not None and activity is not None:
            self._update()
        elif not self._show_delay.isActive():
            self._show_delay.start()

    def place_below(self, pet: QRect, screen: QRect) -> None:
        """Place the line below the window `pet`, within `screen`. Both in logical pixels of the desktop."""
        self._pet, self._screen = pet, screen
        self._move()

    def _update(self) -> None:
        if self._pending is not None:
            self.activity = self._pending
            self.setAccessibleName(self.activity.words)
            self._move()
            self.show()
            self._spinner.set_running(not self.activity.is_waiting)
            self.update()
        self._fade.to(1.0 if self._pending is not None else 0.0)

    def _on_faded_out(self) -> None:
        self.activity = None
        self._spinner.set_running(False)
        self.hide()

    def _elided_text(self) -> tuple[str, float]:
        """Return the elided text and its width in logical pixels."""
        metrics = QFontMetricsF(theme.ui_font(theme.SMALL))
        room = max(MIN_TEXT_WIDTH, min(MAX_TEXT_WIDTH, self._pet.width() - TEXT_PADDING))
        words = metrics.elidedText(self.activity.words if self.activity else "", Qt.TextElideMode.ElideRight, room)
        return words, metrics.horizontalAdvance(words)

    def _move(self) -> None:
        width = round(self._elided_text()[1]) + TEXT_PADDING + 2 * EDGE
        place = QRect(0, 0, width, HEIGHT + 2 * EDGE)
        place.moveCenter(self._pet.center())
        place.moveTop(self._pet.bottom() + GAP - EDGE)
        # A pill that touches the edge looks as if it went on beyond it.
        self._target = moved_into(place, self._screen.adjusted(SIDE - EDGE, -EDGE, EDGE - SIDE, EDGE))
        self._move_retries = MAX_MOVE_RETRIES
        self.setGeometry(self._target)

    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        # A window manager may move a newly mapped window some time after it was shown.
        if self.isVisible() and self._move_retries > 0 and self.pos() != self._target.topLeft():
            self._move_retries -= 1
            QTimer.singleShot(0, self, lambda: self.setGeometry(self._target))

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.activity is None:
            return
        look = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect()).adjusted(EDGE, EDGE, -EDGE, -EDGE)
        radius = HEIGHT // 2
        shadow.paint(painter, rect.translated(0, 2), look.shadow, radius, EDGE - 3, 0.25 if look.is_light else 0.6)
        painter.setPen(look.colour("accent" if self.activity.is_waiting else "panel_edge"))
        painter.setBrush(look.colour("panel"))
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        badge = QRectF(rect.left() + 4, rect.top() + 4, 22, 22)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("accent_soft"))
        painter.drawEllipse(badge)
        icons.paint(painter, self.activity.icon, "accent", badge.adjusted(4, 4, -4, -4))
        words, width = self._elided_text()
        painter.setFont(theme.ui_font(theme.SMALL))
        painter.setPen(look.colour("text"))
        painter.drawText(QRectF(badge.right() + 8, rect.top(), width + 2, HEIGHT), Qt.AlignmentFlag.AlignVCenter, words)
        spot = QPointF(rect.right() - 16, rect.center().y())
        if self.activity.is_waiting:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look.colour("accent"))
            painter.drawEllipse(spot, 4, 4)
        else:
            ring = QRectF(spot.x() - 6, spot.y() - 6, 12, 12)
            self._spinner.paint(painter, ring, look.colour("teal"))
