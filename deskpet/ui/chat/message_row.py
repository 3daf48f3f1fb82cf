"""A message row of the transcript: a bubble with one view per block, each updated in place."""

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

from deskpet.chat.continuation import is_hidden_notice, last_visible_block
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
from deskpet.ui.chat.block_layout import block_lines
from deskpet.ui.chat.message_actions import VariantSwitch
from deskpet.ui.chat.message_editor import MessageEditor
from deskpet.ui.chat.typing_indicator import TypingIndicator
from deskpet.ui.widgets import theme
from deskpet.words import tr

# In logical pixels.
PAD_X, PAD_Y, GAP = 14, 10, 8
LEFT, RIGHT = 14, 5  # margins beside the bubble; the scroll bar adds to the right one
MIN_WIDTH = 36
# Maximum width of a user's bubble, as a share of the row.
USER_SHARE = 0.82


class MessageRow(QWidget):
    """A row as wide as the transcript, with the message's bubble on the left or, for the user, on the right.

    resized: Emitted when the needed height changes, for example after a block is folded.
    reading_started: Emitted when the user unfolds a block or selects text: automatic scrolling must stop.
    action_requested: Emitted with the action's name when a notice's button is clicked.
    call_wished: Emitted with a block index and a CallWish when the user decides about a tool call.
    link_activated: Emitted with a link's target and text.
    disposed: Emitted before the row is deleted.
    attention_changed: Emitted with True when pointer or focus enters, with False when it leaves.
    menu_requested: Emitted with the menu's position in the row and on the screen.
    edited: Emitted with the new text of the user's message.
    variant_wanted: Emitted with the index, from 0, of the variant to show.
    """

    accessible_role = QAccessible.Role.ListItem

    resized = Signal()
    reading_started = Signal()
    action_requested = Signal(str)
    call_wished = Signal(int, object)
    link_activated = Signal(str, str)
    disposed = Signal()
    attention_changed = Signal(bool)
    menu_requested = Signal(QPoint, QPoint)
    edited = Signal(str)
    variant_wanted = Signal(int)

    def __init__(
        self,
        message: Message,
        context: Context,
        unfolded: frozenset[int],
        parent: QWidget,
        *,
        shows_text: bool = True,
    ) -> None:
        """Create a row with the blocks in `unfolded` open. Without `shows_text`, text is shown by the next `flush`."""
        super().__init__(parent)
        self._is_user = message.role == "user"
        self._context = Context(context.look, markdown=False) if self._is_user else context
        self._message = message
        self._views: list[BlockView] = []
        self._spare_view: TextView | None = None
        self._dirty: set[int] = set()
        self._bubble = self._applied_bubble = QRectF()  # as computed by fit(), and as applied by arrange()
        self._geometries: list[tuple[QWidget, QRect]] = []  # geometry of the children, applied by arrange()
        self._typing_indicator = TypingIndicator(self)
        self._typing_indicator.hide()
        self._selection = MessageSelection()
        self._variants: VariantSwitch | None = None
        self._editor: MessageEditor | None = None
        # The contents stay in place while the row grows downwards.
        self.setAttribute(Qt.WidgetAttribute.WA_StaticContents)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(tr("You" if self._is_user else "Answer"))
        for index in range(len(message.blocks)):
            self._add_view(index)
            if index in unfolded:
                self._views[index].unfold()
        self._settle_views()
        self._dirty.update(range(len(self._views)))
        if shows_text:
            self.flush()
        self.prepare()

    @property
    def is_behind(self) -> bool:
        """Whether another `flush` has more to show."""
        return bool(self._dirty)

    @property
    def message(self) -> Message:
        return self._message

    @property
    def views(self) -> list[BlockView]:
        """The block views, in the message's order."""
        return self._views

    def apply(self, event: TurnEvent, message: Message) -> None:
        """Update the views by an event; `message` is the value after it. `flush` shows the result."""
        self._message = message
        match event:
            case BlockStarted(index):
                before = last_visible_block(message.blocks[:index])
                if before is not None:
                    self._views[before].settle()
                self._add_view(index)
                self._dirty.add(index)
            case TextAppended(index, text):
                if self._views[index].is_settled:
                    # An answer that was cut off is continued.
                    self._replace_view(index)
                else:
                    self._views[index].append(text)
                self._dirty.add(index)
            case TextWasThinking(index) | ThinkingWasText(index):
                self._convert_view(index)
                self._dirty.add(index)
            case TurnEnded():
                self._settle_views()
            case TurnStarted() | RequestStarted() | UsageReported():
                pass
            case _:
                self._dirty.add(event.block)

    @property
    def message_selection(self) -> MessageSelection:
        """The message's text and selection."""
        return self._selection

    def highlight(self, words: list[str]) -> int | None:
        """Highlight these words; an empty list ends it. Returns the y of the first match in the row, or None."""
        found = [(text, text.highlight(words)) for text in self._selection.texts]
        first = next(((text, below) for text, below in found if below is not None), None)
        return first[0].mapTo(self, QPoint(0, first[1])).y() if first else None

    @property
    def is_user(self) -> bool:
        return self._is_user

    @property
    def is_editing(self) -> bool:
        """Whether the row must stay a widget because it holds an open editor."""
        return self._editor is not None

    @property
    def variants(self) -> VariantSwitch | None:
        """The variant switch, or None while it is hidden."""
        return self._variants if self._variants and self._variants.isVisibleTo(self) else None

    def show_variant(self, index: int, count: int) -> None:
        """Show that this is variant `index`, from 0, of `count`; hides the switch for a single variant."""
        if count > 1 and not self._variants:
            self._variants = VariantSwitch(self)
            self._variants.wanted.connect(self.variant_wanted)
        if self._variants:
            self._variants.show_variant(index, count)
            self._variants.setVisible(count > 1)

    def edit(self) -> None:
        """Open the editor in place of the message; `edited` is emitted when the user sends."""
        if self._editor:
            return
        self._editor = MessageEditor(self._message.text, self)
        self._editor.sent.connect(self._on_edited)
        self._editor.cancelled.connect(self._close_editor)
        self._editor.resized.connect(self.resized)
        for view in self._views:
            view.hide()
        self._editor.show()
        self.resized.emit()
        self._editor.setFocus()

    def _on_edited(self, text: str) -> None:
        self._close_editor()
        self.edited.emit(text)

    def _close_editor(self) -> None:
        if self._editor:
            self._editor.hide()
            self._editor.deleteLater()
            self._editor = None
            for view in self._views:
                view.show()
            self.setFocus()
            self.resized.emit()

    def prepare(self) -> None:
        """Create a spare view for the next text block: creating and showing one takes longer than painting a word."""
        if self._message.ended is None and not self._is_user and not self._spare_view:
            self._spare_view = TextView(self._context, self)
            self._spare_view.setGeometry(0, 0, 0, 0)
            self._spare_view.show()

    def _take_spare(self) -> TextView | None:
        spare, self._spare_view = self._spare_view, None
        return spare

    def flush(self) -> bool:
        """Show the changes since the last flush, within its time limit. Returns True if some are left."""
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

    def dispose(self) -> None:
        """Hide and delete the row."""
        self.disposed.emit()
        self.hide()
        self.deleteLater()

    def unfolded(self) -> frozenset[int]:
        """Return the indexes of the unfolded blocks."""
        return frozenset(index for index, view in enumerate(self._views) if view.is_unfolded())

    def fit(self, width: int) -> int:
        """Compute the layout for a row width and return the row's height, in logical pixels. `arrange` applies it."""
        self._geometries.clear()
        height = self._fit_editor(width) if self._editor else self._fit_views(width)
        if variants := self.variants:
            variants.adjustSize()
            x = self._bubble.right() - variants.width() if self._is_user else self._bubble.left()
            self._geometries.append((variants, QRect(QPoint(round(x), height + 2), variants.size())))
            height += variants.height() + 2
        return height

    def arrange(self, place: QRect) -> None:
        """Move to `place` in the viewport and apply the geometry computed by `fit`."""
        self.setGeometry(place)
        for part, rect in self._geometries:
            part.setGeometry(rect)
        self._geometries.clear()
        before, self._applied_bubble = self._applied_bubble, self._bubble
        if self._is_user:
            self.update()
        elif before != self._bubble:
            self.update(bubble.changed_part(before, self._bubble).toAlignedRect())

    def _fit_editor(self, width: int) -> int:
        assert self._editor
        self._bubble = QRectF(LEFT, 0, width - LEFT - RIGHT, self._editor.fit(width - LEFT - RIGHT))
        self._geometries.append((self._editor, self._bubble.toRect()))
        return self._geometries[-1][1].height()

    def _fit_views(self, width: int) -> int:
        widest = round((width - LEFT - RIGHT) * (USER_SHARE if self._is_user else 1)) - 2 * PAD_X
        blocks = zip(self._views, self._message.blocks, strict=True)
        empty = [view for view, block in blocks if _is_empty(block)]
        self._geometries += [(view, QRect(0, 0, 0, 0)) for view in empty]
        lines = list(block_lines((view for view in self._views if view not in empty), GAP))
        inner = max((line.natural_width(widest) for line in lines), default=MIN_WIDTH)
        inner = min(max(inner, 0 if self._is_user else MIN_WIDTH), widest)
        left = width - RIGHT - 2 * PAD_X - inner if self._is_user else LEFT
        y = PAD_Y
        for line in lines:
            places = line.fit(QPoint(left + PAD_X, y), inner)
            self._geometries += places
            y = max(rect.bottom() for _, rect in places) + 1 + GAP
        if self._typing_indicator.isVisibleTo(self):
            self._geometries.append(
                (self._typing_indicator, QRect(QPoint(left + PAD_X, y), self._typing_indicator.size()))
            )
            y += self._typing_indicator.height() + GAP
        self._bubble = QRectF(left, 0, inner + 2 * PAD_X, y - GAP + PAD_Y)
        return y - GAP + PAD_Y

    def bubble(self) -> QRectF:
        """Return the bubble's rectangle in row coordinates."""
        return self._bubble

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, seen = QPainter(self), QRectF(event.rect())
        if not self._is_user and not self._editor and bubble.covers(self._bubble, seen):
            # The common case: the background of a few new words.
            painter.fillRect(seen, theme.current().colour("surface"))
            return
        painter.setClipRect(seen)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = bubble.BubbleKind.PERSON if self._is_user else bubble.BubbleKind.ANSWER
        ground = bubble.BubbleKind.EDITOR if self._editor else ground
        # A user's bubble has a gradient over its whole height, so it can't be shortened.
        shape = self._bubble if self._is_user else bubble.shortened(self._bubble, seen)
        bubble.paint(painter, shape, ground, is_focused=self.hasFocus())

    def enterEvent(self, event: QEnterEvent) -> None:
        self.attention_changed.emit(True)
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.attention_changed.emit(False)
        super().leaveEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.attention_changed.emit(True)
        self.update()
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.attention_changed.emit(False)
        self.update()
        super().focusOutEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(self._selection.selected_text() or self._selection.plain_text())
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self._selection.select_all()
        elif not self._selection.scroll_sideways(event.key()):
            event.ignore()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            corner = self._bubble.bottomLeft().toPoint()
            self.menu_requested.emit(corner, self.mapToGlobal(corner))
        else:
            self.menu_requested.emit(event.pos(), event.globalPos())

    def text_at(self, point: QPoint) -> DocumentView | None:
        """Return the text view at a point of the row, also inside a card, or None."""
        widget = self.childAt(point)
        while widget and not isinstance(widget, DocumentView):
            widget = widget.parentWidget() if widget is not self else None
        return widget

    def _add_view(self, index: int) -> None:
        view = self._view_for(index)
        if isinstance(view, TextView):
            self._selection.add(view.view)
        self._views.append(view)

    def _convert_view(self, index: int) -> None:
        """Replace the view of a block that changed between text and thinking."""
        self._replace_view(index)
        if index + 1 < len(self._views):
            self._views[index].settle()

    def _replace_view(self, index: int) -> None:
        old, self._views[index] = self._views[index], self._view_for(index)
        self._geometries = [each for each in self._geometries if each[0] is not old]
        old.hide()
        old.deleteLater()
        self._selection = MessageSelection()
        for view in self._views:
            if isinstance(view, TextView):
                self._selection.add(view.view)

    def _on_view_resized(self, index: int) -> None:
        """Handle a folded or unfolded block; a long text in it is shown by the next flushes."""
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
        view.resized.connect(lambda: self._on_view_resized(index))
        view.reading_started.connect(self.reading_started)
        view.action_requested.connect(self.action_requested)
        view.call_wished.connect(lambda wish: self.call_wished.emit(index, wish))
        view.link_activated.connect(self.link_activated)
        if isinstance(view, TextView) and not self._is_user:
            view.view.set_background_role("surface")
        # A redundant setHidden() would cost a round trip to the display server.
        if view.isHidden() is not bool(self._editor):
            view.setHidden(bool(self._editor))
        return view

    def _settle_views(self) -> None:
        """Settle all blocks, except the last shown one of a message that is still streaming."""
        last = None if self._message.ended is not None else last_visible_block(self._message.blocks)
        if self._message.ended is not None and (spare := self._take_spare()):
            spare.deleteLater()
        for index, view in enumerate(self._views):
            if index != last:
                view.settle()
                self._dirty.add(index)

    def _show_progress(self) -> None:
        """Show a caret behind streaming text, or dots while no block shows that an answer is coming."""
        is_streaming = self._message.ended is None and not self._is_user
        at = last_visible_block(self._message.blocks)
        last = None if at is None else self._message.blocks[at]
        is_writing = is_streaming and isinstance(last, Text) and bool(last.text)
        for view in self._views:
            if isinstance(view, TextView):
                view.set_caret(is_writing and view is self._views[at or 0])
        self._typing_indicator.setVisible(is_streaming and _shows_no_progress(last))


def _is_empty(block: Block) -> bool:
    return is_hidden_notice(block) or (isinstance(block, Text) and not block.text)


def _shows_no_progress(last: object) -> bool:
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
