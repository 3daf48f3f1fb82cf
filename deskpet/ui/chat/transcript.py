"""The scrollable transcript: placing rows, painting streamed events once per frame, following the end."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import perf_counter

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QCursor, QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractScrollArea, QFrame, QWidget

from deskpet.chat.background import CallAddress
from deskpet.chat.call_state import CallState, state_of
from deskpet.chat.events import (
    ApprovalAsked,
    BlockStarted,
    DocumentsIncluded,
    EchoNoted,
    QuestionAsked,
    RequestStarted,
    RerunAsked,
    TurnEvent,
    TurnStarted,
    UsageReported,
)
from deskpet.chat.messages import Message, Text, ToolUse
from deskpet.translation import tr
from deskpet.ui.blocks import Context
from deskpet.ui.chat.message_row import STRIP, MessageRow
from deskpet.ui.chat.message_toolbar import MessageToolbar
from deskpet.ui.chat.scrolling import DragScroll, LatestPill, SmoothScroll
from deskpet.ui.chat.turn_details import DetailsPanel, TurnDetails
from deskpet.ui.chat.visible_rows import EDGE, RowList, VisibleRows, estimate_height
from deskpet.ui.widgets import theme

# Time limit in seconds for flushing rows in one frame; at least one row is always flushed.
FLUSH_S = 0.012
# Distance that still counts as the end, and scroll distance of one wheel notch, in logical pixels.
NEAR, NOTCH = 24, 90
HIGHLIGHT_MS = 4000
MAX_TURNS = 50
"""The turns whose details are kept."""


@dataclass(frozen=True, slots=True)
class HeldQuestion:
    """A question whose buttons keep their place while the content changes. `y`: of their upper edge in `window`."""

    address: CallAddress
    window: QWidget
    y: int


class Transcript(QAbstractScrollArea):
    """Messages from top to bottom. `follows` is whether it follows the end, until the user scrolls away.

    While the buttons of a question to the user are in view, nothing but the user moves them: what is above or below
    moves instead.

    action_requested: Emitted with a message id and an action's name when a notice's button is clicked.
    call_decided: Emitted with message id, block index, CallDecision and the reason of a refusal when the user decides
        about a tool call.
    link_activated: Emitted with a link's target and text.
    notified: Emitted with what to tell the user in a toast.
    diagrams_wanted: Emitted when the user wants diagrams to be drawn, and the part for it is missing.
    content_resized: Emitted with the content height in logical pixels when it changes.
    """

    accessible_role = QAccessible.Role.List

    action_requested = Signal(str, str)
    call_decided = Signal(str, int, object, str)
    link_activated = Signal(str, str)
    notified = Signal(str)
    diagrams_wanted = Signal()
    content_resized = Signal(int)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = replace(
            context,
            run_action=self.action_requested.emit,
            decide=self.call_decided.emit,
            open_link=self.link_activated.emit,
            notify=self.notified.emit,
            want_diagrams=self.diagrams_wanted.emit,
        )
        self._list = RowList()
        self._visible = VisibleRows(self.viewport(), self._list, self._context, self._connect_row)
        self._changed: set[int] = set()
        self._details: dict[str, TurnDetails] = {}
        self.toolbar = MessageToolbar(self.viewport(), self._details.__contains__)
        self.toolbar.details_requested.connect(self._show_details)
        self.toolbar.moved.connect(self._show_pill)
        self.follows = True
        self._flushed_at = 0.0
        self._timer = QTimer(self, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._flush)
        self._place_timer = QTimer(self, singleShot=True, interval=0)
        self._place_timer.timeout.connect(self._place)
        self._smooth_scroll = SmoothScroll(self.verticalScrollBar())
        self._drag_scroll = DragScroll(self)
        self._is_placing = self._is_last_only = False
        self._height = 0
        self._held: HeldQuestion | None = None
        self._asked: CallAddress | None = None  # of a new question that is to be shown
        self._questions: list[CallAddress] = []  # of those that may still wait
        self._gap = 0  # between the upper edge and content that is lower, in logical pixels
        self.set_background_role("page")
        self._set_up()

    def _set_up(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.viewport().setAutoFillBackground(False)
        self.verticalScrollBar().setSingleStep(NOTCH // 3)
        # Without anything to scroll, the rows alone are stops of the keyboard.
        self.verticalScrollBar().rangeChanged.connect(self._on_range_changed)
        self._pill = LatestPill(self)
        self._pill.clicked.connect(self._on_pill_clicked)
        self._retranslate()

    def _retranslate(self) -> None:
        self.setAccessibleName(tr("Conversation"))
        self.verticalScrollBar().setAccessibleName(tr("Scroll the conversation"))

    def _on_range_changed(self, _least: int, most: int) -> None:
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if most else Qt.FocusPolicy.ClickFocus)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        is_by_tab = event.reason() in {Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason}
        theme.restyle(self.verticalScrollBar(), lit=is_by_tab)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        theme.restyle(self.verticalScrollBar(), lit=False)

    def show_message(self, message: Message) -> None:
        """Append a message of either role, complete or still empty."""
        self._list.add([message], self._visible.width)
        if message.role == "user":
            self.follows = True
        # Many messages may be appended in a row; place them once.
        self._place_timer.start()

    def show_path(self, messages: Sequence[Message]) -> None:
        """Replace the messages; rows of a common beginning are kept."""
        kept = self._list.common_prefix(messages)
        self._visible.truncate(kept)
        self._changed -= {index for index in self._changed if index >= kept}
        self._list.add(messages[kept:], self._visible.width)
        self.follows = self.follows or not kept
        last = messages[-1] if messages else None
        self._questions = [(last.id, block) for block in range(len(last.blocks))] if last else []
        for row in self.rows:
            self.toolbar.update_variants(row)
            row.resized.emit()
        self._place()

    @property
    def messages(self) -> list[Message]:
        """The messages from top to bottom, in their present state."""
        return [entry.message for entry in self._list.entries]

    def apply(self, event: TurnEvent, message: Message) -> None:
        """Apply an event; `message` is the value after it. Painted at once, or with the next frame."""
        index = self._list.index_of(message.id)
        if index is None:
            return
        entry = self._list.entries[index]
        entry.message = message
        if isinstance(event, _ASKING):
            self._questions.append((message.id, event.block))
            self._asked = message.id, event.block
            self._smooth_scroll.stop()
        if entry.row:
            entry.row.blocks.apply(event, message)
            self._changed.add(index)
        if self._timer.isActive() or not _needs_paint(event):
            return
        waited = (perf_counter() - self._flushed_at) * 1000
        if waited >= theme.FRAME:
            self._flush()
        else:
            self._timer.start(round(theme.FRAME - waited))

    def show_retry(self, seconds: float) -> None:
        """Show in the streaming answer that its request is sent again after `seconds`."""
        if self._place_timer.isActive():
            # The request failed before the answer had its row.
            self._place()
        row = self._list.entries[-1].row if len(self._list) else None
        if row and row.message.ended is None:
            row.show_retry(seconds)

    def set_details(self, message_id: str, details: TurnDetails) -> None:
        """Offer the details of an answer's turn; only those of the latest turns are kept."""
        self._details.pop(message_id, None)
        self._details[message_id] = details
        if len(self._details) > MAX_TURNS:
            del self._details[next(iter(self._details))]
        self.toolbar.refresh()

    def clear(self) -> None:
        """Remove all messages and turn details."""
        self._details.clear()
        self.show_path(())

    @property
    def rows(self) -> list[MessageRow]:
        """The rows that are widgets now, from top to bottom."""
        return self._visible.rows

    def content_height(self) -> int:
        """Return the content height in logical pixels; without what is below the view while a question is held."""
        if self._held:
            return min(self._list.height, max(self._height, self._top + self.viewport().height()))
        return self._list.height

    def set_background_role(self, role: str) -> None:
        """Fill the viewport with this theme colour, which allows pixel scrolling. Empty: transparent."""
        self._background = role
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent, bool(role))
        self.viewport().update()

    def set_sides(self, width: int) -> None:
        """Set the left and right margins in logical pixels."""
        if self.viewportMargins().left() != width:
            self.setViewportMargins(width, 0, width, 0)

    def last_height(self) -> int:
        """Return the height of the last bubble with its margins, in logical pixels; 0 without rows."""
        return self._list.entries[-1].height - STRIP + 2 * EDGE if len(self._list) else 0

    def show_last_only(self, only: bool) -> None:
        """Show the last message without a scroll bar and without scrolling, or all messages."""
        policy = Qt.ScrollBarPolicy.ScrollBarAlwaysOff if only else Qt.ScrollBarPolicy.ScrollBarAlwaysOn
        self.setVerticalScrollBarPolicy(policy)
        self._is_last_only = only
        # No action bar is shown there.
        self._list.foot = EDGE - STRIP if only else 0
        self.follows = self.follows or only
        self._place()

    def jump_to_latest(self) -> None:
        """Scroll to the end and follow it again."""
        self.follows = True
        self._smooth_scroll.to(self.verticalScrollBar().maximum())
        self._show_pill()

    def focus_question(self) -> bool:
        """Give the keyboard to the question that is held in view, or else to the first one. False without any."""
        asking = {view.address: view for row in self.rows for view in row.views if view.question_area}
        address = self._held.address if self._held and self._held.address in asking else next(iter(asking), None)
        if address is None:
            return False
        asking[address].focus_question()
        return True

    def reveal_focused(self) -> None:
        """Scroll just far enough to show the part of a row that has the focus of the window."""
        focused = self.window().focusWidget()
        if focused and self.viewport().isAncestorOf(focused):
            self.reveal(focused)

    def reveal(self, part: QWidget) -> None:
        """Scroll just far enough to show `part` of a row, for example the focused widget."""
        top = part.mapTo(self.viewport(), QPoint()).y()
        below = top + min(part.height(), self.viewport().height()) - self.viewport().height()
        bar = self.verticalScrollBar()
        if top < 0:
            bar.setValue(bar.value() + top - EDGE)
        elif below > 0:
            bar.setValue(bar.value() + below + EDGE)

    def show_hit(self, message_id: str, words: str) -> None:
        """Scroll to a message and highlight these words in it for a while."""
        index = self._list.index_of(message_id)
        if index is None:
            return
        self.follows = False
        bar = self.verticalScrollBar()
        for _ in range(2):  # the rows above may get other heights once they are widgets
            bar.setValue(self._list.offsets[index] - NOTCH // 2)
            self._place()
        self._highlight(index, words.split())

    def _highlight(self, index: int, words: list[str]) -> None:
        row = self._list.entries[index].row if index < len(self._list) else None
        if row is None:
            return
        if row.is_behind:
            # A long message is still being filled.
            QTimer.singleShot(2 * theme.FRAME, self, lambda: self._highlight(index, words))
            return
        below = row.highlight(words)
        QTimer.singleShot(HIGHLIGHT_MS, row, lambda: row.highlight([]))
        if below is not None:
            wanted = self._list.offsets[index] + below - self.viewport().height() // 3
            self.verticalScrollBar().setValue(wanted)

    def _flush(self) -> None:
        self._flushed_at, entries = perf_counter(), self._list.entries
        if not entries:
            return
        last = len(entries) - 1
        pending = sorted({*self._changed, last})
        self._changed.clear()
        needs_place = not entries[last].row
        if needs_place:
            entries[last].height = estimate_height(entries[last].message, self._visible.width)
        if self._flush_rows(pending) or needs_place:
            self._list.measure(pending[0])
            self._place()
        # Paint only the changed regions now: QWidget.repaint() would paint whole rows.
        QCoreApplication.sendEvent(self.window(), QEvent(QEvent.Type.UpdateRequest))
        for index in pending:
            if row := entries[index].row:
                row.blocks.prepare()
        if self._changed:
            self._timer.start(theme.FRAME)

    def _flush_rows(self, pending: list[int]) -> bool:
        """Flush these rows, the last ones first. Returns whether any needs another place or size.

        Those that are left over when the frame's time is up, or have more to show, are noted as changed.
        """
        until, needs_place = perf_counter() + FLUSH_S, False
        for done, index in enumerate(reversed(pending)):
            if done and perf_counter() >= until:
                self._changed.update(pending[: len(pending) - done])
                break
            entry = self._list.entries[index]
            if entry.row:
                if entry.row.flush():
                    self._changed.add(index)
                if not entry.row.keeps_layout():
                    self._visible.fit(entry)
                    needs_place = True
        return needs_place

    @property
    def _top(self) -> int:
        """The position in the content at the upper edge of the view."""
        return self.verticalScrollBar().value() - self._gap

    def _place(self, *, is_scrolled_by_user: bool = False) -> None:
        """Create widgets for the rows in view, place them, and remove the others."""
        if self._is_placing:
            return
        self._is_placing = True
        self._place_timer.stop()
        anchor = self._anchor()
        self._scroll(None, is_by_user=is_scrolled_by_user, follows=self.follows and not self._smooth_scroll.is_running)
        for _ in range(3):
            if not self._visible.update_rows(self._top):
                break
            self._scroll(anchor, is_by_user=is_scrolled_by_user, follows=self.follows)
        if self._visible.move(self._top):
            self.toolbar.follow()
        self._held = self._question_in_view()
        if self._held and self._held.address == self._asked:
            self._asked = None
        self._is_placing = False
        self._show_pill()
        if (height := self.content_height()) != self._height:
            self._height = height
            self.content_resized.emit(height)

    def _scroll(self, anchor: tuple[int, int] | None, *, is_by_user: bool, follows: bool) -> None:
        """Scroll after the layout has changed: hold a question, follow the end, or keep the `anchor`."""
        if not is_by_user and self._hold_question():
            return
        self._set_range(keeps_gap=is_by_user)
        bar = self.verticalScrollBar()
        if is_by_user:
            self._asked = None
        if follows:
            bar.setValue(bar.maximum())
        if self._asked and self._show_asked():
            return
        if not follows and anchor:
            index, below = anchor
            bar.setValue(self._list.offsets[index] + below)

    def _anchor(self) -> tuple[int, int] | None:
        """Return the first row in view and the distance of its top above the edge, or None without rows."""
        if not len(self._list):
            return None
        index = self._list.index_at(self._top)
        return index, self._top - self._list.offsets[index]

    def _set_range(self, *, keeps_gap: bool = False) -> None:
        bar, height = self.verticalScrollBar(), self.viewport().height()
        if not (keeps_gap and self._held):
            # A short conversation is aligned to the lower edge.
            self._gap = max(height - self._list.height, 0)
        bar.setPageStep(height)
        bar.setRange(0, max(self._list.height + self._gap - height, 0))
        bar.setEnabled(bar.maximum() > 0)

    def _hold_question(self) -> bool:
        """Scroll so that the held question stays where it is in the window. Returns False if there is none."""
        held = self._held
        area = self._visible.question_areas().get(held.address) if held else None
        if held is None or area is None or held.window is not self.window():
            return False
        top = area.top() - held.y + self.viewport().mapTo(held.window, QPoint()).y()
        bar, height = self.verticalScrollBar(), self.viewport().height()
        self._gap = max(-top, 0)
        bar.setPageStep(height)
        # There may be empty room below the content until the question is answered.
        bar.setRange(0, max(self._list.height + self._gap - height, top, 0))
        bar.setEnabled(bar.maximum() > 0)
        bar.setValue(max(top, 0))
        return True

    def _show_asked(self) -> bool:
        """Scroll just far enough to show the buttons of a new question. Returns False if there is none."""
        index = self._list.index_of(self._asked[0]) if self._asked else None
        if self._asked is None or index is None:
            return False
        if not self._is_waiting(*self._asked):
            self._asked = None
            return False
        area, bar = self._visible.question_areas().get(self._asked), self.verticalScrollBar()
        bottom = area.bottom() + 1 + EDGE if area else self._list.offsets[index + 1]
        is_above = area is not None and area.top() < self._top
        if is_above or bottom > self._top + self.viewport().height():
            bar.setValue(bottom + self._gap - self.viewport().height())
        return True

    def _question_in_view(self) -> HeldQuestion | None:
        """Return the question to hold: one whose buttons are all in view, first the one below the pointer."""
        top, height = self._top, self.viewport().height()
        areas = [
            (address, area.translated(0, -top))
            for address, area in self._visible.question_areas().items()
            if area.top() >= top and area.bottom() < top + height
        ]
        if not areas:
            return None
        address, area = areas[0]
        if len(areas) > 1:
            pointer, before = self.viewport().mapFromGlobal(QCursor.pos()), self._held and self._held.address
            address, area = min(areas, key=lambda each: (not each[1].contains(pointer), each[0] != before))
        window = self.window()
        return HeldQuestion(address, window, self.viewport().mapTo(window, area.topLeft()).y())

    def _connect_row(self, index: int, row: MessageRow) -> None:
        """Connect the signals of a new row widget."""
        row.resized.connect(lambda: self._on_row_resized(index, row))
        row.reading_started.connect(lambda: self._on_reading_started(row))
        row.disposed.connect(self._drag_scroll.stop)
        row.disposed.connect(lambda: self.toolbar.unwatch(row))
        self.toolbar.watch(row)
        if row.is_behind:
            self._changed.add(index)
            self._timer.start(theme.FRAME)
        row.stackUnder(self.toolbar.bar)

    def _show_details(self, row: MessageRow, button: QAbstractButton) -> None:
        if details := self._details.get(row.message.id):
            panel = DetailsPanel(details, self._context.look, self)
            button.setDown(True)
            panel.closed.connect(lambda: button.setDown(False))
            panel.open_beside(button)

    def _on_row_resized(self, index: int, row: MessageRow) -> None:
        entries = self._list.entries
        entry = entries[index] if index < len(entries) else None
        # A row that was removed may change its size until it is deleted.
        if entry and entry.row is row:
            before = entry.height
            self._visible.fit(entry)
            self._list.measure(index)
            self._place()
            if entry.height < before and not self._held:
                self.follows = self._at_end()
            # A row that shrank may have left the view, and is removed then.
            if entry.row and entry.row.is_behind:
                self._changed.add(index)
                if not self._timer.isActive():
                    self._timer.start(theme.FRAME)

    def _on_reading_started(self, row: MessageRow) -> None:
        self.follows = False
        self._drag_scroll.follow(row.message_selection)

    def _at_end(self) -> bool:
        bar = self.verticalScrollBar()
        return bar.value() >= bar.maximum() - NEAR

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        if not self._is_placing:
            if not self._smooth_scroll.is_running or not self.follows:
                self.follows = self._at_end()
            self._place(is_scrolled_by_user=True)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self._is_last_only:
            return
        if not event.pixelDelta().isNull() or not event.angleDelta().y():
            super().wheelEvent(event)
            return
        self.follows = False
        self._smooth_scroll.to(self._smooth_scroll.target - event.angleDelta().y() / 120 * NOTCH)
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_End:
            self.jump_to_latest()
        elif event.key() == Qt.Key.Key_Home:
            self.follows = False
            self._smooth_scroll.to(0)
        else:
            super().keyPressEvent(event)

    @property
    def is_asking(self) -> bool:
        """Whether a call waits for the user."""
        self._questions = [each for each in self._questions if self._is_waiting(*each)]
        return bool(self._questions)

    def _is_waiting(self, message_id: str, block: int) -> bool:
        index = self._list.index_of(message_id)
        blocks = () if index is None else self._list.entries[index].message.blocks
        call = blocks[block] if block < len(blocks) else None
        return isinstance(call, ToolUse) and state_of(call) is CallState.WAITING

    def _unseen_question(self) -> CallAddress | None:
        """Return the first question whose buttons are not all in view, while none of another one is; None without."""
        if self._held or not self.is_asking:
            return None
        top, bottom = self._top, self._top + self.viewport().height()
        areas = self._visible.question_areas().items()
        seen = [each for each, area in areas if area.top() < bottom - NEAR and area.bottom() > top + NEAR]
        return next((each for each in self._questions if each not in seen), None)

    def _on_pill_clicked(self) -> None:
        if question := self._unseen_question():
            self.follows, self._asked = False, question
            self._place()
        else:
            self.jump_to_latest()

    def _show_pill(self) -> None:
        bar = self.toolbar.bar
        # The pill is a child of the transcript, the bar one of the viewport.
        avoid = bar.geometry().translated(self.viewport().pos()) if bar.isVisible() else QRect()
        is_away = self._held is not None or not self.follows
        asks = self._unseen_question() is not None
        self._pill.place(shown=asks or (is_away and not self._at_end()), avoid=avoid, asks=asks)

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit_all()
        else:
            self._place()

    def _fit_all(self) -> None:
        self._visible.fit_all()
        self._place()

    def _recreate_rows(self) -> None:
        """Recreate the rows: they set their texts only when they are created."""
        for index, row in self._visible.numbered():
            if not row.is_editing:
                self._visible.drop(index)
        self._place()

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            painter = QPainter(self.viewport())
            if self._background:
                painter.fillRect(event.rect(), theme.current().colour(self._background))
            self._visible.paint_shadows(painter, event.rect())
            return True
        return super().viewportEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.StyleChange:
            # The rows apply the new style first.
            QTimer.singleShot(0, self, self._fit_all)
        elif event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
            QTimer.singleShot(0, self, self._recreate_rows)
        super().changeEvent(event)


# Events after which a card waits for the user.
_ASKING = ApprovalAsked | RerunAsked | QuestionAsked


def _needs_paint(event: TurnEvent) -> bool:
    """Whether an event changes the picture. An empty text does not, so that its first word needs no next frame."""
    match event:
        case TurnStarted() | RequestStarted() | DocumentsIncluded() | EchoNoted() | UsageReported():
            return False
        case BlockStarted(_, Text(text)):
            return bool(text)
        case _:
            # Every other event changes a block or ends the answer.
            return True
