"""The conversation: a virtual viewport in which only the rows that can be seen are real widgets.

Heights are known or estimated; what is read stays where it is while anything around it changes.
"""

from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate
from time import perf_counter

from PySide6.QtCore import QEasingCurve, QEvent, QPropertyAnimation, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QPushButton, QWidget

from deskpet.chat.events import BlockStarted, EchoNoted, RequestStarted, TurnEvent, TurnStarted, UsageReported
from deskpet.chat.messages import Message, Text, Thinking
from deskpet.ui import icons, theme
from deskpet.ui.blocks import Context
from deskpet.ui.rows import Row
from deskpet.ui.turn_details import DetailsPanel, RecentDetails, TurnDetails

GAP, EDGE = 12, 10
# How far beyond what can be seen rows are kept, in logical pixels, and how near the end counts as the end.
MARGIN, NEAR = 300, 24
NOTCH = 90


@dataclass(slots=True)
class _Entry:
    message: Message
    height: int
    row: Row | None = None
    unfolded: frozenset[int] = frozenset()


class Transcript(QAbstractScrollArea):
    """Messages from top to bottom; it follows the end until the reader scrolls away."""

    action_requested = Signal(str, str)  # a notice's button was pressed: message id, action name
    link_activated = Signal(str)  # a link was clicked; its target
    content_resized = Signal(int)  # all rows together have this height now

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._entries: list[_Entry] = []
        self._offsets: list[int] = [EDGE]
        self._real: set[int] = set()
        self._details = RecentDetails()
        self._follows = True
        self._flushed_at = 0.0
        self._timer = QTimer(self, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._flush)
        self._place_timer = QTimer(self, singleShot=True, interval=0)
        self._place_timer.timeout.connect(self._place)
        self._glide = QPropertyAnimation(self.verticalScrollBar(), b"value", self)
        self._glide.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._placing = False
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
        self._pill = QPushButton("Latest", self)
        self._pill.setObjectName("jump")
        self._pill.setAccessibleName("Jump to the latest message")
        self._pill.setCursor(Qt.CursorShape.PointingHandCursor)
        self._pill.setIconSize(QSize(14, 14))
        self._pill.clicked.connect(self.jump_to_latest)
        self._pill.hide()
        self._tint_pill()

    # What happens

    def show_message(self, message: Message) -> None:
        """Append a row: a message of either side, whole or still empty."""
        self._entries.append(_Entry(message, self._estimate(message)))
        if message.role == "user":
            self._follows = True
        self._measure(len(self._entries) - 1)
        # Many may come at once, when a conversation is opened.
        self._place_timer.start()

    def apply(self, event: TurnEvent, message: Message) -> None:
        """An event of the last message, which is `message` now. Painted at once, or with the next frame."""
        entry = self._entries[-1]
        entry.message = message
        if entry.row:
            entry.row.apply(event, message)
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
        for row in self.rows:
            row.offer_details(self._details.get(row.message.id) is not None)

    def clear(self) -> None:
        """Begin an empty conversation."""
        self._details.clear()
        for index in sorted(self._real):
            self._drop(index)
        self._entries, self._offsets, self._follows = [], [EDGE], True
        self._place()

    @property
    def rows(self) -> list[Row]:
        """The rows that are real widgets now, from top to bottom."""
        return [row for index in sorted(self._real) if (row := self._entries[index].row)]

    @property
    def follows(self) -> bool:
        """Whether the end is kept in view."""
        return self._follows

    def content_height(self) -> int:
        """The height of all rows together."""
        return self._offsets[-1] - GAP + EDGE if self._entries else 0

    def jump_to_latest(self) -> None:
        """Go to the end, and follow it again."""
        self._follows = True
        self._slide_to(self.verticalScrollBar().maximum())
        self._show_pill()

    # One frame

    def _flush(self) -> None:
        self._flushed_at = perf_counter()
        if not self._entries:
            return
        last = self._entries[-1]
        if not last.row:
            last.height = self._estimate(last.message)
        growing = sorted({*(index for index in self._real if self._is_behind(index)), len(self._entries) - 1})
        for index in growing:
            if row := self._entries[index].row:
                row.flush()
                self._fit(self._entries[index])
        self._measure(growing[0])
        self._place()
        if last.row:
            last.row.repaint()
        if any(self._is_behind(index) for index in self._real):
            self._timer.start(theme.FRAME)

    def _is_behind(self, index: int) -> bool:
        row = self._entries[index].row
        return row is not None and row.is_behind

    # Where rows are

    def _estimate(self, message: Message) -> int:
        """A first guess of a row's height that costs next to nothing."""
        per_line = max(self._row_width() / 8, 10)
        height = 20
        for block in message.blocks:
            is_words = isinstance(block, Text)
            height += (
                round(len(block.text) / per_line + 1) * 21 if is_words else 26 if isinstance(block, Thinking) else 44
            )
        return max(height, 41)

    def _row_width(self) -> int:
        return max(self.viewport().width(), 80)

    def _measure(self, first: int) -> None:
        """Heights changed from row `first` on: `_offsets[i]` is where row i begins, the last where one more would."""
        heights = (entry.height + GAP for entry in self._entries[first:])
        self._offsets[first:] = accumulate(heights, initial=self._offsets[first])

    def _fit(self, entry: _Entry) -> None:
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
        if self._follows and self._glide.state() != QPropertyAnimation.State.Running:
            bar.setValue(bar.maximum())
        for _ in range(3):
            if not self._realise():
                break
            self._set_range()
            if self._follows:
                bar.setValue(bar.maximum())
            elif anchor:
                index, below = anchor
                bar.setValue(self._offsets[index] + below)
        self._move_rows()
        self._placing = False
        self._show_pill()
        self.content_resized.emit(self.content_height())

    def _anchor(self) -> tuple[int, int] | None:
        """The first row in view and how far its top is above the edge."""
        if not self._entries:
            return None
        value = self.verticalScrollBar().value()
        index = min(max(bisect_right(self._offsets, value) - 1, 0), len(self._entries) - 1)
        return index, value - self._offsets[index]

    def _set_range(self) -> None:
        bar, height = self.verticalScrollBar(), self.viewport().height()
        bar.setPageStep(height)
        bar.setRange(0, max(self.content_height() - height, 0))
        bar.setEnabled(bar.maximum() > 0)

    def _visible(self) -> range:
        top = self.verticalScrollBar().value() - MARGIN
        bottom = top + self.viewport().height() + 2 * MARGIN
        first = max(bisect_right(self._offsets, top) - 1, 0)
        return range(first, min(bisect_right(self._offsets, bottom), len(self._entries)))

    def _realise(self) -> bool:
        """Whether a row turned out to have another height than it was thought to have."""
        visible = self._visible()
        changed = len(self._entries)
        for index in visible:
            if index not in self._real and not self._make(index):
                changed = min(changed, index)
        focused = self.focusWidget()
        for index in sorted(self._real.difference(visible)):
            row = self._entries[index].row
            if row and not (focused and row.isAncestorOf(focused)):
                self._drop(index)
        if changed == len(self._entries):
            return False
        self._measure(changed)
        return True

    def _make(self, index: int) -> bool:
        """Make a row real; whether its height is as it was thought to be."""
        entry = self._entries[index]
        row = Row(entry.message, self._context, entry.unfolded, self.viewport())
        row.resized.connect(lambda: self._row_resized(index))
        row.unfolding.connect(self._let_go)
        row.action_requested.connect(lambda name: self.action_requested.emit(entry.message.id, name))
        row.link_activated.connect(self.link_activated)
        row.details_requested.connect(lambda: self._show_details(index))
        row.offer_details(self._details.get(entry.message.id) is not None)
        entry.row, expected = row, entry.height
        if row.is_behind:
            self._timer.start(theme.FRAME)
        self._real.add(index)
        self._fit(entry)
        row.show()
        self._pill.raise_()
        return entry.height == expected

    def _show_details(self, index: int) -> None:
        row, details = self._entries[index].row, self._details.get(self._entries[index].message.id)
        if row and details:
            panel = DetailsPanel(details, self._context.look, self)
            row.details_button.setDown(True)
            panel.closed.connect(row.details_button.rise)
            panel.open_beside(row.details_button)

    def _drop(self, index: int) -> None:
        entry = self._entries[index]
        self._real.discard(index)
        if entry.row:
            entry.unfolded = entry.row.unfolded()
            entry.row.hide()
            entry.row.deleteLater()
            entry.row = None

    def _move_rows(self) -> None:
        value = self.verticalScrollBar().value()
        short = max(self.viewport().height() - self.content_height(), 0)
        for index in self._real:
            if row := self._entries[index].row:
                row.move(0, self._offsets[index] - value + short)
        self.viewport().update()

    def _row_resized(self, index: int) -> None:
        entry = self._entries[index]
        if entry.row:
            before = entry.height
            self._fit(entry)
            self._measure(index)
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
            if self._glide.state() != QPropertyAnimation.State.Running or not self._follows:
                self._follows = self._at_end()
            self._place()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if not event.pixelDelta().isNull() or not event.angleDelta().y():
            super().wheelEvent(event)
            return
        bar = self.verticalScrollBar()
        running = self._glide.state() == QPropertyAnimation.State.Running
        start = self._glide.endValue() if running else bar.value()
        self._follows = False
        self._slide_to(round(start - event.angleDelta().y() / 120 * NOTCH))
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_End:
            self.jump_to_latest()
        elif event.key() == Qt.Key.Key_Home:
            self._follows = False
            self._slide_to(0)
        else:
            super().keyPressEvent(event)

    def _slide_to(self, value: int) -> None:
        bar = self.verticalScrollBar()
        self._glide.stop()
        self._glide.setDuration(theme.SOFT)
        self._glide.setStartValue(bar.value())
        self._glide.setEndValue(max(0, min(value, bar.maximum())))
        self._glide.start()

    def _show_pill(self) -> None:
        self._pill.setVisible(not self._follows and not self._at_end())
        hint = self._pill.sizeHint()
        self._pill.setGeometry(
            (self.width() - hint.width()) // 2, self.height() - hint.height() - 8, hint.width(), hint.height()
        )

    def _tint_pill(self) -> None:
        self._pill.setIcon(icons.pixmap("down", theme.current().accent, 14, self.devicePixelRatioF()))

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            for index in self._real:
                self._fit(self._entries[index])
            self._measure(0)
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
            self._tint_pill()
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
