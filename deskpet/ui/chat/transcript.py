"""The conversation: a virtual viewport in which only the rows that can be seen are real widgets.

Heights are known or estimated; what is read stays where it is while anything around it changes.
"""

from collections.abc import Sequence
from time import perf_counter

from PySide6.QtCore import QEvent, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractScrollArea, QFrame, QWidget

from deskpet.chat.events import BlockStarted, EchoNoted, RequestStarted, TurnEvent, TurnStarted, UsageReported
from deskpet.chat.messages import Message, Text
from deskpet.ui import theme
from deskpet.ui.blocks import Context
from deskpet.ui.chat.glide import Glide, LatestPill
from deskpet.ui.chat.message_desk import MessageDesk
from deskpet.ui.chat.row_list import EDGE, Entry, RowList, estimate
from deskpet.ui.chat.rows import Row
from deskpet.ui.chat.turn_details import DetailsPanel, RecentDetails, TurnDetails

# How far beyond what can be seen rows are kept, in logical pixels, and how near the end counts as the end.
MARGIN, NEAR = 300, 24
NOTCH = 90
LIT_MS = 4000


class Transcript(QAbstractScrollArea):
    """Messages from top to bottom; it follows the end until the reader scrolls away."""

    action_requested = Signal(str, str)  # a notice's button was pressed: message id, action name
    call_wished = Signal(str, int, object)  # a person wants something of a tool call: message id, block, CallWish
    link_activated = Signal(str)  # a link was clicked; its target
    content_resized = Signal(int)  # all rows together have this height now

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._list = RowList()
        self._real: set[int] = set()
        self._grown: set[int] = set()
        self._places: dict[int, tuple[int, QRectF]] = {}  # top and bubble of each real row, as painted last
        self._details = RecentDetails()
        self.desk = MessageDesk(self.viewport(), lambda message_id: self._details.get(message_id) is not None)
        self.desk.details_requested.connect(self._show_details)
        self._follows = True
        self._flushed_at = 0.0
        self._timer = QTimer(self, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._flush)
        self._place_timer = QTimer(self, singleShot=True, interval=0)
        self._place_timer.timeout.connect(self._place)
        self._glide = Glide(self.verticalScrollBar())
        self._placing = self._holds_last = False
        self._set_up()

    def _set_up(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Conversation")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.viewport().setAutoFillBackground(False)
        self.verticalScrollBar().setAccessibleName("Scroll the conversation")
        self.verticalScrollBar().setSingleStep(NOTCH // 3)
        self._pill = LatestPill(self)
        self._pill.clicked.connect(self.jump_to_latest)

    # What happens

    def show_message(self, message: Message) -> None:
        """Append a row: a message of either side, whole or still empty."""
        self._list.add([message], self._row_width())
        if message.role == "user":
            self._follows = True
        # Many may come at once.
        self._place_timer.start()

    def show_path(self, messages: Sequence[Message]) -> None:
        """Show these messages and no others; rows that stay are left as they are."""
        kept = self._list.common(messages)
        for index in [each for each in self._real if each >= kept]:
            self._drop(index)
        self._list.cut(kept)
        self._list.add(messages[kept:], self._row_width())
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
    def rows(self) -> list[Row]:
        """The rows that are real widgets now, from top to bottom."""
        return [row for index in sorted(self._real) if (row := self._list.entries[index].row)]

    @property
    def follows(self) -> bool:
        """Whether the end is kept in view."""
        return self._follows

    def content_height(self) -> int:
        """The height of all rows together."""
        return self._list.height

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
        self._follows = self._follows or only
        self._place()

    def jump_to_latest(self) -> None:
        """Go to the end, and follow it again."""
        self._follows = True
        self._glide.to(self.verticalScrollBar().maximum())
        self._show_pill()

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
            entries[last].height = estimate(entries[last].message, self._row_width())
        growing = sorted({*(index for index in self._real if self._is_behind(index)), *self._grown, last})
        self._grown.clear()
        for index in growing:
            if row := entries[index].row:
                row.flush()
                self._fit(entries[index])
        self._list.measure(growing[0])
        self._place()
        for index in growing:
            if row := entries[index].row:
                row.repaint()
        if any(self._is_behind(index) for index in self._real):
            self._timer.start(theme.FRAME)

    def _is_behind(self, index: int) -> bool:
        row = self._list.entries[index].row
        return row is not None and row.is_behind

    # Where rows are

    def _row_width(self) -> int:
        return max(self.viewport().width(), 80)

    def _fit(self, entry: Entry) -> None:
        assert entry.row
        entry.height = entry.row.fit(self._row_width())
        entry.row.resize(self._row_width(), entry.height)

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
            if not self._realise():
                break
            self._set_range()
            if self._follows:
                bar.setValue(bar.maximum())
            elif anchor:
                index, below = anchor
                bar.setValue(self._list.offsets[index] + below)
        self._move_rows()
        self._placing = False
        self._show_pill()
        self.content_resized.emit(self.content_height())

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

    def _visible(self) -> range:
        top = self.verticalScrollBar().value() - MARGIN
        return self._list.between(top, top + self.viewport().height() + 2 * MARGIN)

    def _realise(self) -> bool:
        """Whether a row turned out to have another height than it was thought to have."""
        visible = self._visible()
        changed = len(self._list)
        for index in visible:
            if index not in self._real and not self._make(index):
                changed = min(changed, index)
        focused = self.focusWidget()
        for index in sorted(self._real.difference(visible)):
            row = self._list.entries[index].row
            if row and not (row.is_kept or (focused and (row is focused or row.isAncestorOf(focused)))):
                self._drop(index)
        if changed == len(self._list):
            return False
        self._list.measure(changed)
        return True

    def _make(self, index: int) -> bool:
        """Make a row real; whether its height is as it was thought to be."""
        entry = self._list.entries[index]
        row = Row(entry.message, self._context, entry.unfolded, self.viewport())
        row.resized.connect(lambda: self._row_resized(index))
        row.unfolding.connect(self._let_go)
        row.action_requested.connect(lambda name: self.action_requested.emit(entry.message.id, name))
        row.call_wished.connect(lambda block, wish: self.call_wished.emit(entry.message.id, block, wish))
        row.link_activated.connect(self.link_activated)
        self.desk.watch(row)
        entry.row, expected = row, entry.height
        if row.is_behind:
            self._timer.start(theme.FRAME)
        self._real.add(index)
        self._fit(entry)
        row.show()
        self.desk.bar.raise_()
        self._pill.raise_()
        return entry.height == expected

    def _show_details(self, row: Row, button: QAbstractButton) -> None:
        if details := self._details.get(row.message.id):
            panel = DetailsPanel(details, self._context.look, self)
            button.setDown(True)
            panel.closed.connect(lambda: button.setDown(False))
            panel.open_beside(button)

    def _drop(self, index: int) -> None:
        entry = self._list.entries[index]
        self._real.discard(index)
        if entry.row:
            entry.unfolded = entry.row.unfolded()
            self.desk.let_go(entry.row)
            entry.row.hide()
            entry.row.deleteLater()
            entry.row = None

    def _move_rows(self) -> None:
        value = self.verticalScrollBar().value()
        short = max(self.viewport().height() - self.content_height(), 0)
        places: dict[int, tuple[int, QRectF]] = {}
        for index in self._real:
            if row := self._list.entries[index].row:
                y = self._list.offsets[index] - value + short
                row.move(0, y)
                places[index] = (y, row.bubble())
        if places != self._places:
            # The shadows below the rows go with them; while a word joins its line, nothing moves.
            self._places = places
            self.viewport().update()
            self.desk.follow()

    def _row_resized(self, index: int) -> None:
        entry = self._list.entries[index]
        if entry.row:
            before = entry.height
            self._fit(entry)
            self._list.measure(index)
            self._place()
            if entry.height < before:
                self._follows = self._at_end()

    # Scrolling

    def _let_go(self) -> None:
        """What is unfolded is looked at: it must not run away."""
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
        for index in self._real:
            self._fit(self._list.entries[index])
        self._list.measure(0)
        self._place()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self._paint_shadows(event)
            return True
        return super().viewportEvent(event)

    def _paint_shadows(self, event: QEvent) -> None:
        assert isinstance(event, QPaintEvent)
        painter = QPainter(self.viewport())
        clip = QRectF(event.rect())
        for row in self.rows:
            if clip.intersects(QRectF(row.geometry()).adjusted(0, -20, 0, 20)):
                row.paint_shadow(painter)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.StyleChange:
            # The rows' own texts take in the new style first.
            QTimer.singleShot(0, self, self._fit_all)
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
