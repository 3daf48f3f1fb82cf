"""A tool call as a card: what is being done, how far it is, and all of it when unfolded."""

import time

from PySide6.QtCore import QEasingCurve, QEvent, QRectF, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from deskpet.chat.call_state import CallState as State
from deskpet.chat.call_state import state_of
from deskpet.chat.messages import Block, ToolUse
from deskpet.ui.blocks.approval import ApprovalBar
from deskpet.ui.blocks.base import CallWish, Context, ToolLook
from deskpet.ui.blocks.call_body import CallBody
from deskpet.ui.blocks.call_words import STATES, elapsed_of, preview_of
from deskpet.ui.blocks.fold import FoldHeader, FoldView, Spinner
from deskpet.ui.blocks.progress import ProgressLine
from deskpet.ui.widgets import animation, icons, theme
from deskpet.words import tr

__all__ = ["State", "ToolUseView", "elapsed_of", "preview_of", "state_of"]

# The roles of a card's ground and edge; a state that is not here is quiet.
_TINTS = {
    State.WAITING: ("warning_soft", "warning_edge"),
    State.RUNNING: ("info_soft", "info_edge"),
    State.ERROR: ("error_soft", "error_edge"),
}
_QUIET = ("inset", "inset_edge")
_MARKS = {
    State.WAITING: ("ask", "warning"),
    State.SUCCESS: ("check", "success"),
    State.ERROR: ("cross", "error"),
    State.REFUSED: ("refused", "faint"),
    State.CANCELLED: ("cancelled", "faint"),
}
_TURNS = {State.WRITING, State.QUEUED, State.RUNNING}


class ToolUseView(FoldView):
    """The card of a call, folded until asked. Below its head is what the call needs or tells while it goes on."""

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        self._card = _CardHead()
        super().__init__(context, self._card, parent)
        self._card.hover_changed.connect(self.update)
        self._call = ToolUse("", "")
        self._tints = _QUIET
        self._before = _QUIET
        self._blend = _soft_turn(self, self._blended)
        self._mixed = 1.0
        self._strip: ApprovalBar | ProgressLine | None = None
        self._strip_open = 0.0
        self._strip_turn = _soft_turn(self, self._strip_turned)
        self._strip_turn.finished.connect(self._strip_ended)

    def show_block(self, block: Block) -> None:
        assert isinstance(block, ToolUse)
        is_first = not self._call.tool_name and not self._call.call_id
        self._call = block
        self._refresh(at_once=is_first)

    def flush(self) -> None:
        self._refresh(at_once=False)

    def _refresh(self, *, at_once: bool) -> None:
        state, look = state_of(self._call), self.context.look(self._call.tool_name)
        self._card.show_call(self._call, look, at_once=at_once)
        self.setProperty("state", state.value)
        self._tint(_TINTS.get(state, _QUIET), at_once=at_once)
        self._show_strip(state, look, at_once=at_once)
        self.refresh_body()

    # The ground

    def _tint(self, tints: tuple[str, str], *, at_once: bool) -> None:
        if tints == self._tints:
            return
        self._before, self._tints = (tints if at_once else self._tints), tints
        self._blend.stop()
        self._blend.start()

    def _blended(self, value: float) -> None:
        self._mixed = value
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setClipRect(event.rect())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_hovered = self._tints == _QUIET and self._card.underMouse()
        ground = "inset_hover" if is_hovered else self._tints[0]
        painter.setPen(_mix(self._before[1], self._tints[1], self._mixed))
        painter.setBrush(_mix(self._before[0], ground, self._mixed))
        rect = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(rect, theme.RADIUS_CARD, theme.RADIUS_CARD)

    # What is below the head

    def _show_strip(self, state: State, look: ToolLook, *, at_once: bool) -> None:
        progress = self._call.progress if state is State.RUNNING else None
        if state is State.WAITING:
            if not isinstance(self._strip, ApprovalBar):
                self._put_strip(bar := ApprovalBar(self), at_once=at_once)
                bar.answered.connect(self._answered)
                bar.show_tool(look.title)
        elif progress:
            if not isinstance(self._strip, ProgressLine):
                self._put_strip(ProgressLine(self), at_once=at_once)
            assert isinstance(self._strip, ProgressLine)
            self._strip.show_progress(progress)
        elif self._strip and self._strip_turn.endValue() != 0.0:
            self._strip.setEnabled(False)
            self._turn_strip(0.0, at_once=at_once)

    def _put_strip(self, strip: ApprovalBar | ProgressLine, *, at_once: bool) -> None:
        if self._strip:
            self._strip.hide()
            self._strip.deleteLater()
        self._strip = strip
        strip.show()
        if isinstance(strip, ApprovalBar):
            strip.follow(self._card)
        self._turn_strip(1.0, at_once=at_once)

    def _answered(self, wish: CallWish) -> None:
        # The focus stays with the card when its buttons go.
        self._card.setFocus()
        if self._strip:
            self._strip.setEnabled(False)
        self.call_wished.emit(wish)

    def _turn_strip(self, end: float, *, at_once: bool) -> None:
        self._strip_turn.stop()
        self._strip_turn.setStartValue(end if at_once else self._strip_open)
        self._strip_turn.setEndValue(end)
        if at_once:
            self._strip_open = end
        self._strip_turn.start()

    def _strip_turned(self, value: float) -> None:
        self._strip_open = value
        self.resized.emit()

    def _strip_ended(self) -> None:
        if self._strip and self._strip_turn.endValue() == 0.0:
            self._strip.hide()
            self._strip.deleteLater()
            self._strip = None
            self.resized.emit()

    # The body

    def update_body(self) -> None:
        if not isinstance(self._body, CallBody):
            self._body = CallBody(self.context, self._clip)
            self._body.resized.connect(self._body_resized)
            self._body.call_wished.connect(self.call_wished)
            self._body.show()
        self._body.show_call(self._call, self.context.look(self._call.tool_name))

    def _body_resized(self) -> None:
        self.looked_at.emit()
        self.resized.emit()

    def fit(self, width: int) -> int:
        height, below = super().fit(width), 0
        if self._strip:
            whole = self._strip.fit(width)
            below = round(whole * self._strip_open)
            self._strip.setGeometry(0, self.head_height, width, below)
        if self._clip.isVisibleTo(self):
            self._clip.move(0, self.head_height + below)
        return height + below


class _CardHead(FoldHeader):
    hover_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._call = ToolUse("", "")
        self._look, self._preview = ToolLook("", "tool"), ""
        self._state = State.WRITING
        self._spinner = Spinner(self)
        self._arrived = 1.0
        self._arrival = _soft_turn(self, self._arriving)

    def show_call(self, call: ToolUse, look: ToolLook, *, at_once: bool) -> None:
        before = self._state
        self._call, self._look = call, look
        self._preview, self._state = preview_of(call, look.preview), state_of(call)
        what = f"{look.title}: {self._preview}" if self._preview else look.title
        self.setAccessibleName(f"{what}, {tr(STATES[self._state])}")
        self.setAccessibleDescription(tr("A tool call. Press to show or hide its details."))
        if self._state is not before and not at_once:
            self._arrival.stop()
            self._arrival.start()
        self._spin()
        self.update()

    def _arriving(self, value: float) -> None:
        self._arrived = value
        self.update()

    def _spin(self) -> None:
        self._spinner.set_running(self._state in _TURNS)

    def event(self, event: QEvent) -> bool:
        if event.type() in {QEvent.Type.Show, QEvent.Type.Hide}:
            self._spin()
        if event.type() in {QEvent.Type.Enter, QEvent.Type.Leave}:
            self.hover_changed.emit()
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = self.height() / 2
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("accent_soft"))
        painter.drawEllipse(QRectF(8, middle - 11, 22, 22))
        icons.paint(painter, self._look.icon, "accent", QRectF(12, middle - 7, 14, 14))
        right = self._paint_state(painter, self.width() - 12.0)
        self._paint_words(painter, 38, right - 8)
        if self.hasFocus():
            painter.setPen(look.colour("accent"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(
                QRectF(self.rect()).adjusted(1, 1, -1, -1), theme.RADIUS_CARD - 1, theme.RADIUS_CARD - 1
            )

    def _paint_state(self, painter: QPainter, right: float) -> float:
        """Chevron, state and time from the right edge; the left edge of what was drawn."""
        middle = self.height() / 2
        self.paint_chevron(painter, right - 6)
        self._paint_mark(painter, QRectF(right - 32, middle - 7, 14, 14))
        text = self._note()
        font = theme.ui_font(theme.SMALL)
        width = QFontMetricsF(font).horizontalAdvance(text)
        painter.setFont(font)
        painter.setPen(theme.current().colour("muted"))
        painter.drawText(QRectF(right - 38 - width, 0, width, self.height()), Qt.AlignmentFlag.AlignVCenter, text)
        return right - 38 - width

    def _paint_mark(self, painter: QPainter, spot: QRectF) -> None:
        painter.save()
        painter.setOpacity(self._arrived)
        if self._state in _TURNS:
            role = "teal" if self._state is State.RUNNING else "faint"
            self._spinner.paint(painter, spot.adjusted(1, 1, -1, -1), theme.current().colour(role))
        else:
            # It grows to its size as it appears.
            grown = 0.6 + 0.4 * self._arrived
            painter.translate(spot.center())
            painter.scale(grown, grown)
            painter.translate(-spot.center())
            icons.paint(painter, *_MARKS[self._state], spot)
        painter.restore()

    def _note(self) -> str:
        if self._state in {State.CANCELLED, State.REFUSED, State.QUEUED}:
            return tr(STATES[self._state]) if self._state is not State.QUEUED else tr("waiting")
        return elapsed_of(self._call, time.time())

    def _paint_words(self, painter: QPainter, left: float, right: float) -> None:
        look = theme.current()
        bold = theme.ui_font(theme.TEXT - 1)
        bold.setWeight(QFont.Weight.DemiBold)
        metrics = QFontMetricsF(bold)
        title = metrics.elidedText(self._look.title, Qt.TextElideMode.ElideRight, right - left)
        painter.setFont(bold)
        is_off = self._state in {State.CANCELLED, State.REFUSED}
        painter.setPen(look.colour("muted" if is_off else "text"))
        painter.drawText(QRectF(left, 0, right - left, self.height()), Qt.AlignmentFlag.AlignVCenter, title)
        left += metrics.horizontalAdvance(title) + 8
        if self._preview and right - left > 16:
            plain = theme.ui_font(theme.TEXT - 1)
            preview = QFontMetricsF(plain).elidedText(self._preview, Qt.TextElideMode.ElideRight, right - left)
            painter.setFont(plain)
            painter.setPen(look.colour("muted"))
            painter.drawText(QRectF(left, 0, right - left, self.height()), Qt.AlignmentFlag.AlignVCenter, preview)


def _soft_turn(owner: QWidget, changed: object) -> QVariantAnimation:
    turn = QVariantAnimation(owner, duration=animation.duration(theme.SOFT), startValue=0.0, endValue=1.0)
    turn.setEasingCurve(QEasingCurve.Type.OutCubic)
    turn.valueChanged.connect(changed)
    return turn


def _mix(before: str, after: str, part: float) -> QColor:
    """The colour between two roles."""
    look = theme.current()
    return theme.blend(look.colour(before), look.colour(after), part)
