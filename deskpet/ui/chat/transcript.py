"""The conversation, scrolled and followed: what is painted when, and what stays where while anything else changes."""

from collections.abc import Sequence
from time import perf_counter

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractScrollArea, QFrame, QWidget

from deskpet.chat.events import BlockStarted, EchoNoted, RequestStarted, TurnEvent, TurnStarted, UsageReported
from deskpet.chat.messages import Message, Text
from deskpet.ui.blocks import Context
from deskpet.ui.chat.message_desk import MessageToolbar
from deskpet.ui.chat.row_list import EDGE, FOOT, RowList, estimate
from deskpet.ui.chat.rows import MessageRow
from deskpet.ui.chat.scrolling import DragScroll, LatestPill, SmoothScroll
from deskpet.ui.chat.turn_details import DetailsPanel, RecentDetails, TurnDetails
from deskpet.ui.chat.visible_rows import VisibleRows
from deskpet.ui.widgets import language, theme
from deskpet.words import tr

# How near the end counts as the end, and how far one notch of the wheel goes, in logical pixels.
# What rows may take in within one frame, in seconds; one of them always gets its turn.
FLUSH_S = 0.012
NEAR, NOTCH = 24, 90
LIT_MS = 4000


class Transcript(QAbstractScrollArea):
    """Messages from top to bottom; it follows the end until the reader scrolls away."""

    accessible_role = QAccessible.Role.List

    action_requested = Signal(str, str)  # a notice's button was pressed: message id, action name
    call_wished = Signal(str, int, object)  # a person wants something of a tool call: message id, block, CallWish
    link_activated = Signal(str, str)  # a link was chosen: its target, and its words
    content_resized = Signal(int)  # all rows together have this height now

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._list = RowList()
        self._visible = VisibleRows(self.viewport(), self._list, context, self._attend)
        self._grown: set[int] = set()
        self._details = RecentDetails()
        self.desk = MessageToolbar(self.viewport(), lambda message_id: self._details.get(message_id) is not None)
        self.desk.details_requested.connect(self._show_details)
        self._follows = True
        self._flushed_at = 0.0
        self._timer = QTimer(self, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._flush)
        self._place_timer = QTimer(self, singleShot=True, interval=0)
        self._place_timer.timeout.connect(self._place)
        self._glide = SmoothScroll(self.verticalScrollBar())
        self._drag_scroll = DragScroll(self)
        self._placing = self._holds_last = False
        self._height = 0
        self.set_ground("page")
        self._set_up()

    def _set_up(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.viewport().setAutoFillBackground(False)
        self.verticalScrollBar().setSingleStep(NOTCH // 3)
        self._pill = LatestPill(self)
        self._pill.clicked.connect(self.jump_to_latest)
        language.say(self, self._say)

    def _say(self) -> None:
        self.setAccessibleName(tr("Conversation"))
        self.verticalScrollBar().setAccessibleName(tr("Scroll the conversation"))

    # What happens

    def show_message(self, message: Message) -> None:
        """Append a row: a message of either side, whole or still empty."""
        self._list.add([message], self._visible.width)
        if message.role == "user":
            self._follows = True
        # Many may come at once.
        self._place_timer.start()

    def show_path(self, messages: Sequence[Message]) -> None:
        """Show these messages and no others; rows that stay are left as they are."""
        kept = self._list.common(messages)
        self._visible.cut(kept)
        self._grown -= {index for index in self._grown if index >= kept}
        self._list.add(messages[kept:], self._visible.width)
        self._follows = self._follows or not kept
        for row in self.rows:
            self.desk.tell_variants(row)
            row.resized.emit()
        self._place()

    def apply(self, event: TurnEvent, message: Message) -> None:
        """An event of a message, which is `message` now. Painted at once, or with the next frame."""
        index = self._list.index_of(message.id)
        if index is None:
            return
        entry = self._list.entries[index]
        entry.message = message
        if entry.row:
            entry.row.apply(event, message)
            self._grown.add(index)
        if self._timer.isActive() or not _shows(event):
            return
        waited = (perf_counter() - self._flushed_at) * 1000
        if waited >= theme.FRAME:
            self._flush()
        else:
            self._timer.start(round(theme.FRAME - waited))

    def set_details(self, message_id: str, details: TurnDetails) -> None:
        """Offer what happened in an answer's turn; only the last turns' details are kept."""
        self._details.put(message_id, details)
        self.desk.refresh()

    def clear(self) -> None:
        """Begin an empty conversation."""
        self._details.clear()
        self.show_path(())

    @property
    def rows(self) -> list[MessageRow]:
        """The rows that are real widgets now, from top to bottom."""
        return self._visible.rows

    @property
    def follows(self) -> bool:
        """Whether the end is kept in view."""
        return self._follows

    def content_height(self) -> int:
        """The height of all rows together."""
        return self._list.height

    def set_ground(self, role: str) -> None:
        """Stand on this opaque colour of the theme: what is scrolled goes along with it. Empty: see through."""
        self._ground = role
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent, bool(role))
        self.viewport().update()

    def set_sides(self, width: int) -> None:
        """Keep so many logical pixels free on either side."""
        if self.viewportMargins().left() != width:
            self.setViewportMargins(width, 0, width, 0)

    def last_height(self) -> int:
        """The height of the last row with what is around it."""
        return self._list.entries[-1].height + 2 * EDGE if len(self._list) else 0

    def show_last_only(self, only: bool) -> None:
        """Hold on to the last message: no bar, and no way to another one."""
        policy = Qt.ScrollBarPolicy.ScrollBarAlwaysOff if only else Qt.ScrollBarPolicy.ScrollBarAlwaysOn
        self.setVerticalScrollBarPolicy(policy)
        self._holds_last = only
        # Nothing can be done with a message there.
        self._list.foot = EDGE if only else FOOT
        self._follows = self._follows or only
        self._place()

    def jump_to_latest(self) -> None:
        """Go to the end, and follow it again."""
        self._follows = True
        self._glide.to(self.verticalScrollBar().maximum())
        self._show_pill()

    def reveal(self, part: QWidget) -> None:
        """Scroll no further than it takes to see a part of a row: the focus went there."""
        top = part.mapTo(self.viewport(), QPoint()).y()
        below = top + min(part.height(), self.viewport().height()) - self.viewport().height()
        bar = self.verticalScrollBar()
        if top < 0:
            bar.setValue(bar.value() + top - EDGE)
        elif below > 0:
            bar.setValue(bar.value() + below + EDGE)

    def show_hit(self, message_id: str, words: str) -> None:
        """Bring a message into view, and light the words in it for a while."""
        index = self._list.index_of(message_id)
        if index is None:
            return
        self._follows = False
        bar = self.verticalScrollBar()
        for _ in range(2):  # rows above it may turn out to have other heights
            bar.setValue(self._list.offsets[index] - NOTCH // 2)
            self._place()
        self._light(index, words.split())

    def _light(self, index: int, words: list[str]) -> None:
        row = self._list.entries[index].row if index < len(self._list) else None
        if row is None:
            return
        if row.is_behind:
            # A long message is not whole yet.
            QTimer.singleShot(2 * theme.FRAME, self, lambda: self._light(index, words))
            return
        below = row.light(words)
        QTimer.singleShot(LIT_MS, row, lambda: row.light([]))
        if below is not None:
            wanted = self._list.offsets[index] + below - self.viewport().height() // 3
            self.verticalScrollBar().setValue(wanted)

    # One frame

    def _flush(self) -> None:
        self._flushed_at = perf_counter()
        if not len(self._list):
            return
        entries, last = self._list.entries, len(self._list) - 1
        if not entries[last].row:
            entries[last].height = estimate(entries[last].message, self._visible.width)
        behind = (index for index, row in self._visible.numbered() if row.is_behind)
        growing = sorted({*behind, *self._grown, last})
        self._grown.clear()
        late = self._show_grown(growing)
        self._list.measure(growing[0])
        self._place()
        # What changed is painted now, and no more than that: QWidget.repaint() would paint whole rows.
        QCoreApplication.sendEvent(self.window(), QEvent(QEvent.Type.UpdateRequest))
        for index in growing:
            if row := entries[index].row:
                row.prepare()
        self._grown |= late
        if late or self._visible.is_behind:
            self._timer.start(theme.FRAME)

    def _show_grown(self, growing: list[int]) -> set[int]:
        """Let these rows show what came, the last ones first; those for which this frame has no time."""
        until = perf_counter() + FLUSH_S
        for done, index in enumerate(reversed(growing)):
            if done and perf_counter() >= until:
                return set(growing[: len(growing) - done])
            entry = self._list.entries[index]
            if entry.row:
                entry.row.flush()
                self._visible.fit(entry)
        return set()

    # Where rows are

    def _place(self) -> None:
        """Make the rows in view real, put them where they belong, and let go of the others."""
        if self._placing:
            return
        self._placing = True
        self._place_timer.stop()
        bar = self.verticalScrollBar()
        anchor = self._anchor()
        self._set_range()
        if self._follows and not self._glide.is_running:
            bar.setValue(bar.maximum())
        for _ in range(3):
            if not self._visible.realise(bar.value()):
                break
            self._set_range()
            if self._follows:
                bar.setValue(bar.maximum())
            elif anchor:
                index, below = anchor
                bar.setValue(self._list.offsets[index] + below)
        if self._visible.move(bar.value()):
            self.desk.follow()
        self._placing = False
        self._show_pill()
        if (height := self.content_height()) != self._height:
            self._height = height
            self.content_resized.emit(height)

    def _anchor(self) -> tuple[int, int] | None:
        """The first row in view and how far its top is above the edge."""
        if not len(self._list):
            return None
        value = self.verticalScrollBar().value()
        index = self._list.at(value)
        return index, value - self._list.offsets[index]

    def _set_range(self) -> None:
        bar, height = self.verticalScrollBar(), self.viewport().height()
        bar.setPageStep(height)
        bar.setRange(0, max(self.content_height() - height, 0))
        bar.setEnabled(bar.maximum() > 0)

    def _attend(self, index: int, row: MessageRow) -> None:
        """A row became real: be there for it."""
        message_id = row.message.id
        row.resized.connect(lambda: self._row_resized(index))
        row.looked_at.connect(self._let_go)
        row.looked_at.connect(lambda: self._drag_scroll.follow(row.reading))
        row.left.connect(self._drag_scroll.stop)
        row.action_requested.connect(lambda name: self.action_requested.emit(message_id, name))
        row.call_wished.connect(lambda block, wish: self.call_wished.emit(message_id, block, wish))
        row.link_activated.connect(self.link_activated)
        row.left.connect(lambda: self.desk.let_go(row))
        self.desk.watch(row)
        if row.is_behind:
            self._timer.start(theme.FRAME)
        row.stackUnder(self.desk.bar)

    def _show_details(self, row: MessageRow, button: QAbstractButton) -> None:
        if details := self._details.get(row.message.id):
            panel = DetailsPanel(details, self._context.look, self)
            button.setDown(True)
            panel.closed.connect(lambda: button.setDown(False))
            panel.open_beside(button)

    def _row_resized(self, index: int) -> None:
        entry = self._list.entries[index]
        if entry.row:
            before = entry.height
            self._visible.fit(entry)
            self._list.measure(index)
            self._place()
            if entry.height < before:
                self._follows = self._at_end()
            if entry.row.is_behind and not self._timer.isActive():
                self._timer.start(theme.FRAME)

    # Scrolling

    def _let_go(self) -> None:
        """What is looked at must not run away."""
        self._follows = False

    def _at_end(self) -> bool:
        bar = self.verticalScrollBar()
        return bar.value() >= bar.maximum() - NEAR

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        if not self._placing:
            if not self._glide.is_running or not self._follows:
                self._follows = self._at_end()
            self._place()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self._holds_last:
            return
        if not event.pixelDelta().isNull() or not event.angleDelta().y():
            super().wheelEvent(event)
            return
        self._follows = False
        self._glide.to(self._glide.end - event.angleDelta().y() / 120 * NOTCH)
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_End:
            self.jump_to_latest()
        elif event.key() == Qt.Key.Key_Home:
            self._follows = False
            self._glide.to(0)
        else:
            super().keyPressEvent(event)

    def _show_pill(self) -> None:
        self._pill.place(shown=not self._follows and not self._at_end())

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

    def _make_anew(self) -> None:
        """The rows say their words when they are made: in another language they are made once more."""
        for index, row in self._visible.numbered():
            if not row.is_kept:
                self._visible.drop(index)
        self._place()

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            painter = QPainter(self.viewport())
            if self._ground:
                painter.fillRect(event.rect(), theme.current().colour(self._ground))
            self._visible.paint_shadows(painter, event.rect())
            return True
        return super().viewportEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.StyleChange:
            # The rows' own texts take in the new style first.
            QTimer.singleShot(0, self, self._fit_all)
        elif event.type() == QEvent.Type.LanguageChange:
            QTimer.singleShot(0, self, self._make_anew)
        super().changeEvent(event)


def _shows(event: TurnEvent) -> bool:
    """Whether there is anything to paint. An empty text is not: its first word must not wait for the next frame."""
    match event:
        case TurnStarted() | RequestStarted() | EchoNoted() | UsageReported():
            return False
        case BlockStarted(_, Text(text)):
            return bool(text)
        case _:
            return True
