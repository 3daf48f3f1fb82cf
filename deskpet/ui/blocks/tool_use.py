"""View of a tool call: a card with title, preview and state in the header, and the details in the body."""

import time

from PySide6.QtCore import QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget

from deskpet.chat.call_state import CallState as State
from deskpet.chat.call_state import open_approval, state_of
from deskpet.chat.messages import Approval, Block, ToolUse
from deskpet.chat.question import Question, Reply
from deskpet.translation import tr
from deskpet.ui.blocks.approval import ApprovalBar
from deskpet.ui.blocks.base import AnswerStrip, CallDecision, Context, ToolLook
from deskpet.ui.blocks.call_body import CallBody
from deskpet.ui.blocks.call_chip import CallChip
from deskpet.ui.blocks.call_format import IMPORTED_ICON, STATE_ICONS, STATE_NAMES, format_elapsed, state_name
from deskpet.ui.blocks.fold import CallHeader, FoldView
from deskpet.ui.blocks.progress import ProgressLine
from deskpet.ui.blocks.question import QuestionForm
from deskpet.ui.widgets import icons, theme
from deskpet.ui.widgets.animation import ValueAnimation
from deskpet.ui.widgets.form import delete_widget
from deskpet.ui.widgets.item_delegate import paint_line
from deskpet.ui.widgets.painting import smooth_painter

# Colour roles of a card's background and edge, for states that differ from the default.
_TINTS = {
    State.WAITING: ("warning_soft", "warning_edge"),
    State.RUNNING: ("info_soft", "info_edge"),
}
_DEFAULT_TINTS = ("inset", "inset_edge")
_FATAL_TINTS = ("error_soft", "error_edge")
# Time in ms after which the card of a running call with a chip is shown.
LONG_MS = 2_000


class ToolUseView(FoldView):
    """The card of a call, folded at first. A strip below the header shows progress or asks for approval.

    A card with a chip takes room only while it is unfolded, asks the user, shows progress, or runs long.

    chip: the button in the text that unfolds the card; None for a card that always stands for itself.
    """

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        self._header = _CardHeader()
        super().__init__(context, self._header, parent)
        self._header.hover_changed.connect(self.update)
        self._header.clicked.connect(self._on_header_clicked)
        self._call = ToolUse("", "")
        self._is_fatal = False
        self._is_unfolded_to_ask = False
        self._tints = _DEFAULT_TINTS
        self._previous_tints = _DEFAULT_TINTS
        self._tint_progress = ValueAnimation(self, lambda _: self.update(), theme.SOFT, 1.0)
        self._strip: AnswerStrip | ProgressLine | None = None
        self._strip_height = 0
        self._strip_openness = ValueAnimation(self, lambda _: self.resized.emit(), theme.SOFT)
        self._strip_openness.finished.connect(self._on_strip_animation_finished)
        self.chip: CallChip | None = None
        self._long_timer = QTimer(self, singleShot=True, interval=LONG_MS)
        self._long_timer.timeout.connect(self._on_long_run)
        self._is_long = False

    def create_chip(self) -> CallChip:
        """Create the chip, which stands in a text of its own from now on."""
        chip = self.chip = CallChip()
        chip.setChecked(self.is_unfolded())
        chip.show_call(self._call, self.context.look(self._call.tool_name))
        chip.clicked.connect(self._header.click)
        self._header.toggled.connect(self._mark_chip)
        return chip

    def follow_chip(self) -> None:
        """Take the place in the tab order behind the chip, which must be in the same window."""
        assert self.chip
        QWidget.setTabOrder(self.chip, self._header)

    def _mark_chip(self) -> None:
        if self.chip:
            self.chip.setChecked(self._header.isChecked())

    @property
    def takes_room(self) -> bool:
        """Whether the card is shown; without a chip it always is."""
        return not self.chip or self._openness.value > 0 or self.is_unfolded() or self._is_needed

    @property
    def _is_needed(self) -> bool:
        """Whether the user is to see the card although he did not unfold it."""
        return self._strip is not None or self._is_long

    def _on_long_run(self) -> None:
        self._is_long = True
        self.resized.emit()

    def leave_room(self) -> None:
        """Hide the card, and give its keyboard focus to the chip."""
        focused = QApplication.focusWidget()
        if self.chip and focused and self.isAncestorOf(focused):
            self.chip.setFocus()
        self.hide()

    def unfold(self) -> None:
        super().unfold()
        self._mark_chip()

    def show_block(self, block: Block) -> None:
        assert isinstance(block, ToolUse)
        is_first = not self._call.tool_name and not self._call.call_id
        self._call = block
        self._refresh(at_once=is_first)

    def set_fatal(self, fatal: bool) -> None:
        """Show whether the turn ended because of this call. Another failed call has the usual background."""
        if fatal != self._is_fatal:
            self._is_fatal = fatal
            self._refresh(at_once=False)

    def flush(self) -> None:
        self._refresh(at_once=False)

    def _refresh(self, *, at_once: bool) -> None:
        state, look = state_of(self._call), self.context.look(self._call.tool_name)
        if self.chip:
            self._update_chip(state, look)
        self._header.is_pinned = state is State.WAITING
        self._header.show_call(self._call, look, at_once=at_once)
        self.setProperty("state", state.value)
        tints = _FATAL_TINTS if self._is_fatal else _TINTS.get(state, _DEFAULT_TINTS)
        self._set_tints(tints, at_once=at_once)
        self._show_strip(state, look, at_once=at_once)
        self.refresh_body()

    def _update_chip(self, state: State, look: ToolLook) -> None:
        assert self.chip
        self.chip.show_call(self._call, look)
        if state is State.RUNNING:
            if not self._is_long and not self._long_timer.isActive():
                self._long_timer.start()
            return
        self._long_timer.stop()
        if self._is_long:
            self._is_long = False
            self.resized.emit()

    @property
    def question_area(self) -> QRect | None:
        """Area of the buttons that answer what the card asks; None if it asks nothing."""
        if not isinstance(self._strip, AnswerStrip) or not self._strip.isEnabled():
            return None
        return QRect(0, self._strip.y(), self.width(), self._strip_height)

    def focus_question(self) -> None:
        if isinstance(self._strip, AnswerStrip):
            first = self._strip.controls[0]
            # What can't be allowed yet has to be read: that is below the header.
            (first if first.isEnabled() else self._header).setFocus(Qt.FocusReason.BacktabFocusReason)

    def _on_header_clicked(self) -> None:
        # The user wants it as it is now.
        self._is_unfolded_to_ask = self._is_unfolded_to_ask and self._header.is_pinned

    def _set_tints(self, tints: tuple[str, str], *, at_once: bool) -> None:
        if tints == self._tints:
            return
        self._previous_tints, self._tints = (tints if at_once else self._tints), tints
        self._tint_progress.at_once(0.0)
        self._tint_progress.to(1.0)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        painter.setClipRect(event.rect())
        is_hovered = self._tints == _DEFAULT_TINTS and self._header.underMouse()
        background = "inset_hover" if is_hovered else self._tints[0]
        share = self._tint_progress.value
        painter.setPen(_blend_roles(self._previous_tints[1], self._tints[1], share))
        painter.setBrush(_blend_roles(self._previous_tints[0], background, share))
        rect = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(rect, theme.RADIUS_CARD, theme.RADIUS_CARD)

    def _show_strip(self, state: State, look: ToolLook, *, at_once: bool) -> None:
        progress = self._call.progress if state is State.RUNNING else None
        if question := self._call.question:
            if not (isinstance(self._strip, QuestionForm) and self._strip.question is question):
                self._show_question(question, at_once=at_once)
        elif state is State.WAITING:
            if not isinstance(self._strip, ApprovalBar):
                arguments = self._call.input if isinstance(self._call.input, dict) else {}
                bar = ApprovalBar(open_approval(self._call) or Approval(), look.scope(arguments), self)
                self._set_strip(bar, at_once=at_once)
                bar.answered.connect(self._on_answered)
                bar.show_tool(look.title)
                self._unfold_to_ask()
                self._show_read()
        elif progress:
            if not isinstance(self._strip, ProgressLine):
                self._set_strip(ProgressLine(self), at_once=at_once)
            assert isinstance(self._strip, ProgressLine)
            self._strip.show_progress(progress)
        elif self._strip and self._strip_openness.endValue() != 0.0:
            self._strip.setEnabled(False)
            self._strip_openness.to(0.0)
            if self._is_unfolded_to_ask:
                self._is_unfolded_to_ask = False
                self._header.setChecked(False)

    def _show_question(self, question: Question, *, at_once: bool) -> None:
        form = QuestionForm(question, self)
        self._set_strip(form, at_once=at_once)
        form.replied.connect(lambda reply: self._on_answered(reply, ""))
        form.address_opened.connect(lambda address: self.context.open_link(address, address))
        form.resized.connect(self.resized)

    def _unfold_to_ask(self) -> None:
        """Show what would run, until the question is answered."""
        if not self.is_unfolded():
            self._is_unfolded_to_ask = True
            self.unfold()

    def _show_read(self) -> None:
        """Let the user run it only after all that it would do was visible."""
        if isinstance(self._strip, ApprovalBar) and isinstance(self._body, CallBody):
            self._strip.show_read(self._body.is_read)

    def _set_strip(self, strip: AnswerStrip | ProgressLine, *, at_once: bool) -> None:
        if self._strip:
            delete_widget(self._strip)
        self._strip = strip
        strip.show()
        if isinstance(strip, AnswerStrip):
            strip.set_tab_order_after(self._header)
        if at_once:
            self._strip_openness.at_once(1.0)
        self._strip_openness.to(1.0)

    def _on_answered(self, wish: CallDecision | Reply, reason: str) -> None:
        # The buttons disappear; keep the focus in the card.
        self._header.setFocus()
        if self._strip:
            self._strip.setEnabled(False)
        self._decide(wish, reason)

    def _decide(self, wish: CallDecision | Reply, reason: str) -> None:
        self.context.decide(*self.address, wish, reason)

    def _on_strip_animation_finished(self) -> None:
        if self._strip and self._strip_openness.endValue() == 0.0:
            delete_widget(self._strip)
            self._strip = None
            self.resized.emit()

    def update_body(self) -> None:
        if not isinstance(self._body, CallBody):
            self._body = CallBody(self.context, lambda wish: self._decide(wish, ""), self._clip)
            self._body.resized.connect(self._on_body_resized)
            self._body.read.connect(self._show_read)
            self._body.show()
        self._body.show_call(self._call, self.context.look(self._call.tool_name))
        self._show_read()

    def _on_body_resized(self) -> None:
        # What is asked about grows while it is read, without the user.
        if not self._header.is_pinned:
            self.reading_started.emit()
        self.resized.emit()

    def fit(self, width: int) -> int:
        height, extra = super().fit(width), 0
        if self._strip:
            self._strip_height = self._strip.fit(width)
            extra = round(self._strip_height * self._strip_openness.value)
            # The buttons come after what they are about; progress and the question of a server come first.
            is_below = isinstance(self._strip, ApprovalBar)
            self._strip.setGeometry(0, height if is_below else self.head_height, width, extra)
            if self._clip.isVisibleTo(self):
                self._clip.move(0, self.head_height if is_below else self.head_height + extra)
        is_partial = self.chip is not None and not self._is_needed
        return round((height + extra) * self._openness.value) if is_partial else height + extra


class _CardHeader(CallHeader):
    """The header of a card.

    is_pinned: whether the card stays as it is: what is asked about can't be folded away.
    """

    def __init__(self) -> None:
        super().__init__()
        self.is_pinned = False
        self._icon_progress = ValueAnimation(self, lambda _: self.update(), theme.SOFT, 1.0)

    def show_call(self, call: ToolUse, look: ToolLook, *, at_once: bool) -> None:
        before = self._state
        self.set_call(call, look)
        if self._state is not before and not at_once:
            self._icon_progress.at_once(0.0)
            self._icon_progress.to(1.0)

    def nextCheckState(self) -> None:
        if not self.is_pinned:
            super().nextCheckState()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        self.paint_badge(painter, self._look.icon)
        right = self._paint_state(painter, self.width() - 12.0)
        self._paint_title(painter, 38, right - 8)
        self.paint_focus(painter, theme.RADIUS_CARD - 1)

    def _paint_state(self, painter: QPainter, right: float) -> float:
        """Paint chevron, state and time from the right edge; returns the left edge of the painted part."""
        middle = self.height() / 2
        self.paint_chevron(painter, right - 6)
        self._paint_state_icon(painter, QRectF(right - 32, middle - 7, 14, 14))
        text = self._status_text()
        font = theme.ui_font(theme.SMALL)
        width = QFontMetricsF(font).horizontalAdvance(text)
        painter.setFont(font)
        painter.setPen(theme.current().colour("muted"))
        painter.drawText(QRectF(right - 38 - width, 0, width, self.height()), Qt.AlignmentFlag.AlignVCenter, text)
        return right - 38 - width

    def _paint_state_icon(self, painter: QPainter, spot: QRectF) -> None:
        painter.save()
        progress = self._icon_progress.value
        painter.setOpacity(progress)
        if self._call.is_imported and self._state.is_final:
            icons.paint(painter, *IMPORTED_ICON, spot)
        elif self.is_spinning:
            role = "teal" if self._state is State.RUNNING else "faint"
            self.spinner.paint(painter, spot.adjusted(1, 1, -1, -1), theme.current().colour(role))
        else:
            # The icon grows while it appears.
            scale = 0.6 + 0.4 * progress
            painter.translate(spot.center())
            painter.scale(scale, scale)
            painter.translate(-spot.center())
            icons.paint(painter, *STATE_ICONS[self._state], spot)
        painter.restore()

    def _status_text(self) -> str:
        if self._call.is_imported and self._state.is_final:
            return state_name(self._call)
        if self._state in {State.CANCELLED, State.REFUSED, State.QUEUED}:
            return tr(STATE_NAMES[self._state]) if self._state is not State.QUEUED else tr("waiting")
        return format_elapsed(self._call, time.time())

    def _paint_title(self, painter: QPainter, left: float, right: float) -> None:
        role = "muted" if self._state in {State.CANCELLED, State.REFUSED} else "text"
        room = QRectF(left, 0, right - left, self.height())
        width = paint_line(painter, self._look.title, room, role, theme.demibold_font(theme.TEXT - 1))
        room.setLeft(left + width + 8)
        if self._preview and room.width() > 16:
            paint_line(painter, self._preview, room, "muted", theme.ui_font(theme.TEXT - 1))


def _blend_roles(before: str, after: str, part: float) -> QColor:
    """Return the colour between two roles of the theme."""
    look = theme.current()
    return theme.blend(look.colour(before), look.colour(after), part)
