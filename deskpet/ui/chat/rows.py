"""One message as a row of the transcript: a bubble with its blocks, each updated in place."""

from math import sin
from time import perf_counter

from PySide6.QtCore import QEvent, QPoint, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QEnterEvent,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPaintEvent,
)
from PySide6.QtWidgets import QWidget

from deskpet.chat.events import (
    BlockStarted,
    RequestStarted,
    TextAppended,
    TurnEnded,
    TurnEvent,
    TurnStarted,
    UsageReported,
)
from deskpet.chat.messages import Image, Message, Notice, Text, Thinking, ToolUse
from deskpet.ui import shadow, theme
from deskpet.ui.blocks import BlockView, Context, TextView, view_of
from deskpet.ui.blocks.document_view import DocumentView
from deskpet.ui.blocks.reading import Reading
from deskpet.ui.chat.message_actions import VariantSwitch
from deskpet.ui.chat.message_editor import MessageEditor

PAD_X, PAD_Y, GAP = 14, 10, 8
LEFT, RIGHT = 14, 5  # beside the bubble; the scroll bar's room adds to the right
USER_SHARE = 0.82
NARROWEST = 36
DOTS_MS = 40


class Dots(QWidget):
    """Three dots that bob while an answer is on its way."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Waiting for the answer")
        self._timer = QTimer(self, interval=DOTS_MS)
        self._timer.timeout.connect(self.update)
        self.resize(34, 21)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show:
            self._timer.start()
        elif event.type() == QEvent.Type.Hide:
            self._timer.stop()
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        now = perf_counter() * 5
        for number in range(3):
            lift = max(sin(now - number * 0.8), 0)
            painter.setBrush(theme.current().colour("accent"))
            painter.setOpacity(0.4 + 0.6 * lift)
            painter.drawEllipse(QRectF(2 + number * 11, 9 - 4 * lift, 6.5, 6.5))


class Row(QWidget):
    """A message's bubble. It is as wide as the transcript; the bubble keeps to its side."""

    resized = Signal()  # a block was folded or unfolded: the height changed
    unfolding = Signal()  # the reader asked to see more of a block
    action_requested = Signal(str)  # a notice's button was pressed; the action's name
    call_wished = Signal(int, object)  # a person wants something of the tool call in this block: a CallWish
    link_activated = Signal(str)  # a link was clicked; its target
    attended = Signal(bool)  # the pointer or the focus came, or went
    menu_requested = Signal(QPoint, QPoint)  # a menu is wanted at this point of the row, and of the desktop
    edited = Signal(str)  # the person's words are to be these
    variant_wanted = Signal(int)  # another variant is to be shown, by its number from 0

    def __init__(self, message: Message, context: Context, unfolded: frozenset[int], parent: QWidget) -> None:
        super().__init__(parent)
        self._is_user = message.role == "user"
        self._context = Context(context.look, markdown=False) if self._is_user else context
        self._message = message
        self._views: list[BlockView] = []
        self._dirty: set[int] = set()
        self._bubble = QRectF()
        self._dots = Dots(self)
        self._dots.hide()
        self._reading = Reading()
        self._variants: VariantSwitch | None = None
        self._editor: MessageEditor | None = None
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName("You" if self._is_user else "Answer")
        for index in range(len(message.blocks)):
            self._add_view(index)
            if index in unfolded:
                self._views[index].unfold()
        self._settle()
        self.flush()

    @property
    def is_behind(self) -> bool:
        """Whether a further flush has more to show."""
        return bool(self._dirty)

    @property
    def message(self) -> Message:
        return self._message

    @property
    def views(self) -> list[BlockView]:
        """The views of the blocks, in their order."""
        return self._views

    def apply(self, event: TurnEvent, message: Message) -> None:
        """Take in an event; `flush` shows it."""
        self._message = message
        match event:
            case BlockStarted(index):
                if index:
                    self._views[index - 1].settle()
                self._add_view(index)
                self._dirty.add(index)
            case TextAppended(index, text):
                self._views[index].append(text)
                self._dirty.add(index)
            case TurnEnded():
                self._settle()
            case TurnStarted() | RequestStarted() | UsageReported():
                pass
            case _:
                self._dirty.add(event.block)

    @property
    def reading(self) -> Reading:
        """The message's words, and what is selected of them."""
        return self._reading

    def light(self, words: list[str]) -> int | None:
        """Light these words in all texts, none to end it; how far down the first one is."""
        found = [(text, text.light(words)) for text in self._reading.texts]
        first = next(((text, below) for text, below in found if below is not None), None)
        return first[0].mapTo(self, QPoint(0, first[1])).y() if first else None

    @property
    def is_user(self) -> bool:
        return self._is_user

    @property
    def is_kept(self) -> bool:
        """Whether it has something that would be lost with it: words that are being changed."""
        return self._editor is not None

    def show_variant(self, index: int, count: int) -> None:
        """Tell that this is variant `index`, from 0, of `count`. A single one is not worth a word."""
        if count > 1 and not self._variants:
            self._variants = VariantSwitch(self)
            self._variants.wanted.connect(self.variant_wanted)
        if self._variants:
            self._variants.show_variant(index, count)
            self._variants.setVisible(count > 1)

    def edit(self) -> None:
        """Let the person change what they said; `edited` tells the outcome."""
        if self._editor:
            return
        self._editor = MessageEditor(self._message.text, self)
        self._editor.sent.connect(self._edited)
        self._editor.left.connect(self._leave_editor)
        self._editor.resized.connect(self.resized)
        for view in self._views:
            view.hide()
        self._editor.show()
        self.resized.emit()
        self._editor.setFocus()

    def _edited(self, text: str) -> None:
        self._leave_editor()
        if text != self._message.text:
            self.edited.emit(text)

    def _leave_editor(self) -> None:
        if self._editor:
            self._editor.hide()
            self._editor.deleteLater()
            self._editor = None
            for view in self._views:
                view.show()
            self.setFocus()
            self.resized.emit()

    def flush(self) -> bool:
        """Show what came since the last flush; whether something is left for the next one."""
        behind: set[int] = set()
        for index in self._dirty:
            view, block = self._views[index], self._message.blocks[index]
            if isinstance(block, Text) or (isinstance(block, Thinking) and block.ended_at is None):
                view.flush()
            else:
                view.show_block(block)
            if isinstance(view, TextView) and view.is_behind():
                behind.add(index)
        self._dirty = behind
        self._show_progress()
        return bool(behind)

    def unfolded(self) -> frozenset[int]:
        """Which blocks are unfolded."""
        return frozenset(index for index, view in enumerate(self._views) if view.is_unfolded())

    def fit(self, width: int) -> int:
        """Lay the bubble out in a row of this width; the row's height."""
        height = self._fit_editor(width) if self._editor else self._fit_views(width)
        if self._variants and self._variants.isVisibleTo(self):
            x = self._bubble.right() - self._variants.width() if self._is_user else self._bubble.left()
            self._variants.move(round(x), height + 2)
            height += VariantSwitch.HEIGHT + 2
        self.update()
        return height

    def _fit_editor(self, width: int) -> int:
        assert self._editor
        self._bubble = QRectF(LEFT, 0, width - LEFT - RIGHT, self._editor.fit(width - LEFT - RIGHT))
        self._editor.setGeometry(self._bubble.toRect())
        return self._editor.height()

    def _fit_views(self, width: int) -> int:
        widest = round((width - LEFT - RIGHT) * (USER_SHARE if self._is_user else 1)) - 2 * PAD_X
        inner = max((view.natural_width(widest) for view in self._views), default=NARROWEST)
        inner = min(max(inner, NARROWEST), widest)
        left = width - RIGHT - 2 * PAD_X - inner if self._is_user else LEFT
        y = PAD_Y
        for view in self._views:
            if self._is_empty(view):
                view.setGeometry(left + PAD_X, y, inner, 0)
                continue
            height = view.fit(inner)
            view.setGeometry(left + PAD_X, y, inner, height)
            y += height + GAP
        if self._dots.isVisibleTo(self):
            self._dots.move(left + PAD_X, y)
            y += self._dots.height() + GAP
        self._bubble = QRectF(left, 0, inner + 2 * PAD_X, y - GAP + PAD_Y)
        return y - GAP + PAD_Y

    def bubble(self) -> QRectF:
        """Where the bubble is, in the row's coordinates."""
        return self._bubble

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = QPainter(self)
        painter.setClipRect(event.rect())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = self._bubble.adjusted(0.5, 0.5, -0.5, -1.5)
        path = _bubble_path(rect, self._is_user)
        if self._editor:
            painter.fillPath(path, look.colour("field"))
            painter.strokePath(path, look.colour("accent"))
        elif self._is_user:
            fill = QLinearGradient(rect.topLeft(), rect.bottomLeft())
            fill.setColorAt(0, look.colour("user_top"))
            fill.setColorAt(1, look.colour("user_bottom"))
            painter.fillPath(path, fill)
        else:
            painter.setPen(look.colour("surface_edge"))
            painter.setBrush(look.colour("surface"))
            painter.drawPath(path)
        if self.hasFocus():
            painter.strokePath(path, look.colour("accent"))

    def enterEvent(self, event: QEnterEvent) -> None:
        self.attended.emit(True)
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.attended.emit(False)
        super().leaveEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.attended.emit(True)
        self.update()
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.attended.emit(False)
        self.update()
        super().focusOutEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(self._reading.selected_text() or self._reading.plain_text())
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self._reading.select_all()
        else:
            event.ignore()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            corner = self._bubble.bottomLeft().toPoint()
            self.menu_requested.emit(corner, self.mapToGlobal(corner))
        else:
            self.menu_requested.emit(event.pos(), event.globalPos())

    def text_at(self, point: QPoint) -> DocumentView | None:
        """The text at a point of the row, also one within a card."""
        widget = self.childAt(point)
        while widget and not isinstance(widget, DocumentView):
            widget = widget.parentWidget() if widget is not self else None
        return widget

    def paint_shadow(self, painter: QPainter) -> None:
        """Draw the bubble's shadow below the row, in the transcript's coordinates."""
        rect = self._bubble.translated(self.x(), self.y() + 2)
        look = theme.current()
        shadow.paint(painter, rect, look.shadow, theme.RADIUS_BUBBLE, 10, 0.16 if look.name == "light" else 0.5)

    def _is_empty(self, view: BlockView) -> bool:
        block = self._message.blocks[self._views.index(view)]
        return isinstance(block, Text | Thinking) and not block.text and not isinstance(block, Thinking)

    def _add_view(self, index: int) -> None:
        view = view_of(self._message.blocks[index], self._context)
        view.setParent(self)
        view.resized.connect(self.resized)
        view.unfolding.connect(self.unfolding)
        view.action_requested.connect(self.action_requested)
        view.call_wished.connect(lambda wish: self.call_wished.emit(index, wish))
        view.link_activated.connect(self.link_activated)
        if isinstance(view, TextView):
            self._reading.adopt(view.view)
        self._views.append(view)
        view.setVisible(self._editor is None)

    def _settle(self) -> None:
        """All blocks but a growing message's last one are complete."""
        done = self._views if self._message.ended is not None else self._views[:-1]
        for index, view in enumerate(done):
            view.settle()
            self._dirty.add(index)

    def _show_progress(self) -> None:
        """A caret behind growing words, dots while nothing else shows that something is coming."""
        growing = self._message.ended is None and not self._is_user
        last = self._message.blocks[-1] if self._message.blocks else None
        writes = growing and isinstance(last, Text) and bool(last.text)
        for view in self._views:
            if isinstance(view, TextView):
                view.set_caret(writes and view is self._views[-1])
        self._dots.setVisible(growing and _says_nothing(last))


def _says_nothing(last: object) -> bool:
    match last:
        case Text(text):
            return not text
        case ToolUse(status=status):
            return status != "running"
        case Thinking(ended_at=ended_at):
            return ended_at is not None
        case Notice() | Image() | None:
            return True
        case _:
            return False


def _bubble_path(rect: QRectF, is_user: bool) -> QPainterPath:
    """A round rectangle whose lower corner on the speaker's side is tighter."""
    radius = min(theme.RADIUS_BUBBLE, rect.height() / 2)
    tight = min(6.0, radius)
    left, right = (radius, tight) if is_user else (tight, radius)
    path = QPainterPath()
    path.moveTo(rect.left() + radius, rect.top())
    path.lineTo(rect.right() - radius, rect.top())
    path.arcTo(rect.right() - 2 * radius, rect.top(), 2 * radius, 2 * radius, 90, -90)
    path.lineTo(rect.right(), rect.bottom() - right)
    path.arcTo(rect.right() - 2 * right, rect.bottom() - 2 * right, 2 * right, 2 * right, 0, -90)
    path.lineTo(rect.left() + left, rect.bottom())
    path.arcTo(rect.left(), rect.bottom() - 2 * left, 2 * left, 2 * left, 270, -90)
    path.lineTo(rect.left(), rect.top() + radius)
    path.arcTo(rect.left(), rect.top(), 2 * radius, 2 * radius, 180, -90)
    path.closeSubpath()
    return path
