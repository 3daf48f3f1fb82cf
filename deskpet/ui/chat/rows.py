"""One message as a row of the transcript: a bubble with its blocks, each updated in place."""

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QContextMenuEvent,
    QEnterEvent,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QWidget

from deskpet.chat.continuation import is_gone, last_shown
from deskpet.chat.events import (
    BlockStarted,
    RequestStarted,
    TextAppended,
    TextWasThinking,
    ThinkingWasText,
    TurnEnded,
    TurnEvent,
    TurnStarted,
    UsageReported,
)
from deskpet.chat.messages import Block, Image, Message, Notice, Text, Thinking, ToolUse
from deskpet.ui.blocks import BlockView, Context, TextView, view_of
from deskpet.ui.blocks.document_view import DocumentView
from deskpet.ui.blocks.message_selection import MessageSelection
from deskpet.ui.chat import bubble
from deskpet.ui.chat.message_actions import VariantSwitch
from deskpet.ui.chat.message_editor import MessageEditor
from deskpet.ui.chat.side_by_side import block_lines
from deskpet.ui.chat.typing_indicator import TypingIndicator
from deskpet.ui.widgets import theme
from deskpet.words import tr

PAD_X, PAD_Y, GAP = 14, 10, 8
LEFT, RIGHT = 14, 5  # beside the bubble; the scroll bar's room adds to the right
USER_SHARE = 0.82
NARROWEST = 36


class MessageRow(QWidget):
    """A message's bubble. It is as wide as the transcript; the bubble keeps to its side."""

    accessible_role = QAccessible.Role.ListItem

    resized = Signal()  # a block was folded or unfolded: the height changed
    looked_at = Signal()  # the reader unfolds a block or selects in it: it must not run away
    action_requested = Signal(str)  # a notice's button was pressed; the action's name
    call_wished = Signal(int, object)  # a person wants something of the tool call in this block: a CallWish
    link_activated = Signal(str, str)  # a link was chosen: its target, and its words
    left = Signal()  # it is let go of
    attended = Signal(bool)  # the pointer or the focus came, or went
    menu_requested = Signal(QPoint, QPoint)  # a menu is wanted at this point of the row, and of the desktop
    edited = Signal(str)  # the person's words are to be these
    variant_wanted = Signal(int)  # another variant is to be shown, by its number from 0

    def __init__(
        self,
        message: Message,
        context: Context,
        unfolded: frozenset[int],
        parent: QWidget,
        *,
        shows_words: bool = True,
    ) -> None:
        """`shows_words`: the first of them at once; else it is behind until it is flushed."""
        super().__init__(parent)
        self._is_user = message.role == "user"
        self._context = Context(context.look, markdown=False) if self._is_user else context
        self._message = message
        self._views: list[BlockView] = []
        self._spare: TextView | None = None
        self._dirty: set[int] = set()
        self._bubble = self._painted = QRectF()  # as it is to be, and as it was arranged last
        self._places: list[tuple[QWidget, QRect]] = []  # where the parts are to be
        self._dots = TypingIndicator(self)
        self._dots.hide()
        self._reading = MessageSelection()
        self._variants: VariantSwitch | None = None
        self._editor: MessageEditor | None = None
        # What it shows stays where it is when it grows downwards.
        self.setAttribute(Qt.WidgetAttribute.WA_StaticContents)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(tr("You" if self._is_user else "Answer"))
        for index in range(len(message.blocks)):
            self._add_view(index)
            if index in unfolded:
                self._views[index].unfold()
        self._settle()
        self._dirty.update(range(len(self._views)))
        if shows_words:
            self.flush()
        self.prepare()

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
                before = last_shown(message.blocks[:index])
                if before is not None:
                    self._views[before].settle()
                self._add_view(index)
                self._dirty.add(index)
            case TextAppended(index, text):
                if self._views[index].is_settled:
                    # An answer that was cut off goes on.
                    self._replace_view(index)
                else:
                    self._views[index].append(text)
                self._dirty.add(index)
            case TextWasThinking(index) | ThinkingWasText(index):
                self._change_view(index)
                self._dirty.add(index)
            case TurnEnded():
                self._settle()
            case TurnStarted() | RequestStarted() | UsageReported():
                pass
            case _:
                self._dirty.add(event.block)

    @property
    def reading(self) -> MessageSelection:
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

    @property
    def variants(self) -> VariantSwitch | None:
        """The switch between its variants, while it is shown."""
        return self._variants if self._variants and self._variants.isVisibleTo(self) else None

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

    def prepare(self) -> None:
        """Have the view of the next text ready: to make one, and to show it, takes longer than to paint a word."""
        if self._message.ended is None and not self._is_user and not self._spare:
            self._spare = TextView(self._context, self)
            self._spare.setGeometry(0, 0, 0, 0)
            self._spare.show()

    def _take_spare(self) -> TextView | None:
        spare, self._spare = self._spare, None
        return spare

    def flush(self) -> bool:
        """Show what came since the last flush; whether something is left for the next one."""
        behind: set[int] = set()
        for index in self._dirty:
            view, block = self._views[index], self._message.blocks[index]
            if isinstance(block, Text) or (isinstance(block, Thinking) and block.ended_at is None):
                view.flush()
            else:
                view.show_block(block)
            if view.is_behind():
                behind.add(index)
        self._dirty = behind
        self._show_progress()
        return bool(behind)

    def let_go(self) -> None:
        """Go away for good."""
        self.left.emit()
        self.hide()
        self.deleteLater()

    def unfolded(self) -> frozenset[int]:
        """Which blocks are unfolded."""
        return frozenset(index for index, view in enumerate(self._views) if view.is_unfolded())

    def fit(self, width: int) -> int:
        """Lay the bubble out for a row of this width; the row's height. `arrange` brings it about."""
        self._places.clear()
        height = self._fit_editor(width) if self._editor else self._fit_views(width)
        if variants := self.variants:
            variants.adjustSize()
            x = self._bubble.right() - variants.width() if self._is_user else self._bubble.left()
            self._places.append((variants, QRect(QPoint(round(x), height + 2), variants.size())))
            height += variants.height() + 2
        return height

    def arrange(self, place: QRect) -> None:
        """Be here in the viewport, with everything where `fit` wants it."""
        self.setGeometry(place)
        for part, rect in self._places:
            part.setGeometry(rect)
        self._places.clear()
        before, self._painted = self._painted, self._bubble
        if self._is_user:
            self.update()
        elif before != self._bubble:
            self.update(bubble.grown_part(before, self._bubble).toAlignedRect())

    def _fit_editor(self, width: int) -> int:
        assert self._editor
        self._bubble = QRectF(LEFT, 0, width - LEFT - RIGHT, self._editor.fit(width - LEFT - RIGHT))
        self._places.append((self._editor, self._bubble.toRect()))
        return self._places[-1][1].height()

    def _fit_views(self, width: int) -> int:
        widest = round((width - LEFT - RIGHT) * (USER_SHARE if self._is_user else 1)) - 2 * PAD_X
        blocks = zip(self._views, self._message.blocks, strict=True)
        empty = [view for view, block in blocks if _takes_no_room(block)]
        self._places += [(view, QRect(0, 0, 0, 0)) for view in empty]
        lines = list(block_lines((view for view in self._views if view not in empty), GAP))
        inner = max((line.natural_width(widest) for line in lines), default=NARROWEST)
        inner = min(max(inner, 0 if self._is_user else NARROWEST), widest)
        left = width - RIGHT - 2 * PAD_X - inner if self._is_user else LEFT
        y = PAD_Y
        for line in lines:
            places = line.fit(QPoint(left + PAD_X, y), inner)
            self._places += places
            y = max(rect.bottom() for _, rect in places) + 1 + GAP
        if self._dots.isVisibleTo(self):
            self._places.append((self._dots, QRect(QPoint(left + PAD_X, y), self._dots.size())))
            y += self._dots.height() + GAP
        self._bubble = QRectF(left, 0, inner + 2 * PAD_X, y - GAP + PAD_Y)
        return y - GAP + PAD_Y

    def bubble(self) -> QRectF:
        """Where the bubble is, in the row's coordinates."""
        return self._bubble

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, seen = QPainter(self), QRectF(event.rect())
        if not self._is_user and not self._editor and bubble.covers(self._bubble, seen):
            # Most often it is the ground of a few new words.
            painter.fillRect(seen, theme.current().colour("surface"))
            return
        painter.setClipRect(seen)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = bubble.BubbleKind.PERSON if self._is_user else bubble.BubbleKind.ANSWER
        ground = bubble.BubbleKind.EDITOR if self._editor else ground
        # A person's has a slope of colour from its top to its end.
        shape = self._bubble if self._is_user else bubble.near(self._bubble, seen)
        bubble.paint(painter, shape, ground, is_focused=self.hasFocus())

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
        elif not self._reading.scroll_sideways(event.key()):
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

    def _add_view(self, index: int) -> None:
        view = self._view_for(index)
        if isinstance(view, TextView):
            self._reading.adopt(view.view)
        self._views.append(view)

    def _change_view(self, index: int) -> None:
        """The block turned out to be of another kind: what shows it now stands in the place of what did."""
        self._replace_view(index)
        if index + 1 < len(self._views):
            self._views[index].settle()

    def _replace_view(self, index: int) -> None:
        old, self._views[index] = self._views[index], self._view_for(index)
        self._places = [each for each in self._places if each[0] is not old]
        old.hide()
        old.deleteLater()
        self._reading = MessageSelection()
        for view in self._views:
            if isinstance(view, TextView):
                self._reading.adopt(view.view)

    def _resized(self, index: int) -> None:
        """A block was folded or unfolded: a long text in it comes with the next frames."""
        if index < len(self._views) and self._views[index].is_behind():
            self._dirty.add(index)
        self.resized.emit()

    def _view_for(self, index: int) -> BlockView:
        block = self._message.blocks[index]
        if isinstance(block, Text) and (spare := self._take_spare()):
            spare.show_block(block)
            view: BlockView = spare
        else:
            view = view_of(block, self._context)
            view.setParent(self)
        view.resized.connect(lambda: self._resized(index))
        view.looked_at.connect(self.looked_at)
        view.action_requested.connect(self.action_requested)
        view.call_wished.connect(lambda wish: self.call_wished.emit(index, wish))
        view.link_activated.connect(self.link_activated)
        if isinstance(view, TextView) and not self._is_user:
            view.view.set_ground("surface")
        # To show what is shown already would cost a question to the display server.
        if view.isHidden() is not bool(self._editor):
            view.setHidden(bool(self._editor))
        return view

    def _settle(self) -> None:
        """All blocks but a growing message's last one are complete."""
        last = None if self._message.ended is not None else last_shown(self._message.blocks)
        if self._message.ended is not None and (spare := self._take_spare()):
            spare.deleteLater()
        for index, view in enumerate(self._views):
            if index != last:
                view.settle()
                self._dirty.add(index)

    def _show_progress(self) -> None:
        """A caret behind growing words, dots while nothing else shows that something is coming."""
        growing = self._message.ended is None and not self._is_user
        at = last_shown(self._message.blocks)
        last = None if at is None else self._message.blocks[at]
        writes = growing and isinstance(last, Text) and bool(last.text)
        for view in self._views:
            if isinstance(view, TextView):
                view.set_caret(writes and view is self._views[at or 0])
        self._dots.setVisible(growing and _says_nothing(last))


def _takes_no_room(block: Block) -> bool:
    return is_gone(block) or (isinstance(block, Text) and not block.text)


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
