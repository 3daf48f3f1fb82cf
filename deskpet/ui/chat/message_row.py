"""A message row of the transcript: a bubble with one view per block, each updated in place."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count, groupby

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSizeF, Qt, Signal
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

from deskpet.chat.background import CallAddress
from deskpet.chat.continuation import is_hidden_notice
from deskpet.chat.messages import Block, Message, Notice, Text
from deskpet.translation import tr
from deskpet.ui.blocks import BlockView, Context, ImageView, TextView
from deskpet.ui.blocks.document_view import DocumentView
from deskpet.ui.blocks.message_selection import MessageSelection
from deskpet.ui.blocks.notice import NoticeView
from deskpet.ui.blocks.tool_use import ToolUseView
from deskpet.ui.chat import bubble
from deskpet.ui.chat.block_views import BlockViews, Unfolded
from deskpet.ui.chat.bubble import BubbleKind
from deskpet.ui.chat.message_actions import VariantSwitch
from deskpet.ui.chat.typing_indicator import TypingIndicator
from deskpet.ui.chat.writing_field import MessageEditor
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.form import delete_widget

# In logical pixels.
PAD_X, PAD_Y, GAP = 14, 10, 8
LEFT, RIGHT = 14, 5  # margins beside the bubble; the scroll bar adds to the right one
MIN_WIDTH = 36
STRIP = 26  # height below each bubble for the action bar and the variant switch, which so cover nothing
# Maximum width of a user's bubble, as a share of the row.
USER_SHARE = 0.82
_PICTURE_COLUMNS = 2


@dataclass(frozen=True, slots=True)
class _BlockLine:
    """Views side by side in columns of equal width."""

    views: tuple[BlockView, ...]
    columns: int

    def natural_width(self, available: int) -> int:
        """Return the preferred width, given the available one, in logical pixels."""
        column = self._column(available)
        widest = max(view.natural_width(column) for view in self.views)
        return self.columns * widest + (self.columns - 1) * GAP

    def fit(self, corner: QPoint, width: int) -> list[tuple[BlockView, QRect]]:
        """Fit the views to a line of this width; returns each view's rectangle, with `corner` as the top left."""
        column = self._column(width)
        places = zip(self.views, count(corner.x(), column + GAP), strict=False)
        return [(view, QRect(left, corner.y(), column, view.fit(column))) for view, left in places]

    def _column(self, width: int) -> int:
        return max((width - (self.columns - 1) * GAP) // self.columns, 1)


@dataclass(frozen=True, slots=True)
class _GrowingText:
    """The text at the end of a streaming answer, as laid out last; lengths in logical pixels."""

    view: TextView
    available: int
    natural_width: int
    width: int
    height: int


class MessageRow(QWidget):
    """A row as wide as the transcript, with the message's bubble on the left or, for the user, on the right.

    resized: Emitted when the needed height changes, for example after a block is folded.
    reading_started: Emitted when the user unfolds a block or selects text: automatic scrolling must stop.
    disposed: Emitted before the row is deleted.
    attention_changed: Emitted with True when pointer or focus enters, with False when it leaves.
    menu_requested: Emitted with the menu's position in the row and on the screen.
    edited: Emitted with the new text of the user's message.
    variant_requested: Emitted with the index, from 0, of the variant to show.
    """

    accessible_role = QAccessible.Role.ListItem

    resized = Signal()
    reading_started = Signal()
    disposed = Signal()
    attention_changed = Signal(bool)
    menu_requested = Signal(QPoint, QPoint)
    edited = Signal(str)
    variant_requested = Signal(int)

    def __init__(
        self,
        message: Message,
        context: Context,
        unfolded: Unfolded,
        parent: QWidget,
        *,
        shows_text: bool = True,
    ) -> None:
        """Create a row with what is in `unfolded` open. Without `shows_text`, text is shown by the next `flush`."""
        super().__init__(parent)
        self.is_user = message.role == "user"
        self.context = replace(context, markdown=False) if self.is_user else context
        self.blocks = BlockViews(message, self.context, self, self._connect_view, self._release_view)
        self.views = self.blocks.views
        self._bubble = self._applied_bubble = QRectF()  # as computed by fit(), and as applied by arrange()
        self._kind = BubbleKind.ANSWER
        self._geometries: list[tuple[QWidget, QRect]] = []  # geometry of the children, applied by arrange()
        self._growing: _GrowingText | None = None
        self._typing_indicator = TypingIndicator(self)
        self._typing_indicator.hide()
        self._variants: VariantSwitch | None = None
        self._editor: MessageEditor | None = None
        # The contents stay in place while the row grows downwards.
        self.setAttribute(Qt.WidgetAttribute.WA_StaticContents)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(tr("You" if self.is_user else "Answer"))
        self.blocks.create(unfolded)
        # An answer without a block is not behind: no flush would follow until its first word.
        if shows_text or not self.is_behind:
            self.flush()
        self.blocks.prepare()

    @property
    def is_behind(self) -> bool:
        """Whether another `flush` has more to show."""
        return self.blocks.is_behind

    @property
    def message(self) -> Message:
        return self.blocks.message

    @property
    def message_selection(self) -> MessageSelection:
        """The message's text and selection."""
        return self.blocks.selection

    def highlight(self, words: list[str]) -> int | None:
        """Highlight these words; an empty list ends it. Returns the y of the first match in the row, or None."""
        found = [(text, text.highlight(words)) for text in self.message_selection.texts]
        first = next(((text, below) for text, below in found if below is not None), None)
        return first[0].mapTo(self, QPoint(0, first[1])).y() if first else None

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
            self._variants.variant_requested.connect(self.variant_requested)
        if self._variants:
            self._variants.show_variant(index, count)
            self._variants.setVisible(count > 1)

    def edit(self) -> None:
        """Open the editor in place of the message; `edited` is emitted when the user sends."""
        if self._editor:
            return
        self._editor = MessageEditor(self.message.text, self)
        self._editor.sent.connect(self._on_edited)
        self._editor.cancelled.connect(self._close_editor)
        self._editor.resized.connect(self.resized)
        for view in self.views:
            view.hide()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._editor.show()
        self.resized.emit()
        self._editor.setFocus()

    def _on_edited(self, text: str) -> None:
        self._close_editor()
        self.edited.emit(text)

    def _close_editor(self) -> None:
        if self._editor:
            delete_widget(self._editor)
            self._editor = None
            for view in self.views:
                view.show()
            self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self.setFocus()
            self.resized.emit()

    def flush(self) -> bool:
        """Show the changes since the last flush, within its time limit. Returns True if some are left."""
        if self._growing and not self.blocks.only_grows(self._growing.view):
            self._growing = None
        is_behind = self.blocks.flush()
        if self._growing:
            return is_behind
        self._typing_indicator.setVisible(self.blocks.shows_no_progress())
        return is_behind

    def show_retry(self, seconds: float) -> None:
        """Show that the request failed and is sent again after `seconds`."""
        self._typing_indicator.count_down(seconds)
        self.resized.emit()

    def dispose(self) -> None:
        """Hide and delete the row."""
        self.disposed.emit()
        self.hide()
        self.deleteLater()

    def fit(self, width: int) -> int:
        """Compute the layout for a row width and return the row's height, in logical pixels. `arrange` applies it."""
        self._geometries.clear()
        self._growing = None
        height = self._fit_editor(width) if self._editor else self._fit_views(width)
        if variants := self.variants:
            variants.adjustSize()
            x = self._bubble.right() - variants.width() if self.is_user else self._bubble.left()
            y = height + (STRIP - variants.height()) // 2
            self._geometries.append((variants, QRect(QPoint(round(x), y), variants.size())))
        return height + STRIP

    def keeps_layout(self) -> bool:
        """Return whether the layout computed by the last `fit` is right after the last `flush`."""
        grown = self._growing
        return (
            grown is not None
            and grown.view.natural_width(grown.available) == grown.natural_width
            and grown.view.fit(grown.width) == grown.height
        )

    def arrange(self, place: QRect) -> None:
        """Move to `place` in the viewport and apply the geometry computed by `fit`."""
        self.setGeometry(place)
        for part, rect in self._geometries:
            part.setGeometry(rect)
        self._geometries.clear()
        before, self._applied_bubble = self._applied_bubble, self._bubble
        if self.is_user and before != self._bubble:
            self.update()
        elif before != self._bubble:
            self.update(bubble.changed_part(before, self._bubble).toAlignedRect())

    def _fit_editor(self, width: int) -> int:
        assert self._editor
        self._kind = BubbleKind.EDITOR
        self._bubble = QRectF(LEFT, 0, width - LEFT - RIGHT, self._editor.fit(width - LEFT - RIGHT))
        self._geometries.append((self._editor, self._bubble.toRect()))
        return self._geometries[-1][1].height()

    def _fit_views(self, width: int) -> int:
        self._kind = BubbleKind.PERSON if self.is_user else _kind_of(self.message)
        pad_x, pad_y = (0, 0) if self._kind is BubbleKind.NOTICE else (PAD_X, PAD_Y)
        widest = round((width - LEFT - RIGHT) * (USER_SHARE if self.is_user else 1)) - 2 * pad_x
        lines = list(_block_lines(self._views_in_layout()))
        inner = max((line.natural_width(widest) for line in lines), default=MIN_WIDTH)
        is_awaited, awaiting = self._typing_indicator.isVisibleTo(self), self._typing_indicator.sizeHint()
        least = 0 if self.is_user else max(MIN_WIDTH, awaiting.width() if is_awaited else 0)
        inner = min(max(inner, least), widest)
        left = width - RIGHT - 2 * pad_x - inner if self.is_user else LEFT
        y = pad_y
        places: list[tuple[BlockView, QRect]] = []
        for line in lines:
            places = line.fit(QPoint(left + pad_x, y), inner)
            self._geometries += places
            for view, place in places:
                if isinstance(view, TextView):
                    self._geometries += [(card, rect.translated(place.topLeft())) for card, rect in view.card_places]
            y = max(rect.bottom() for _, rect in places) + 1 + GAP
        if is_awaited:
            self._geometries.append((self._typing_indicator, QRect(QPoint(left + pad_x, y), awaiting)))
            y += awaiting.height() + GAP
        elif lines and isinstance(last := lines[-1].views[-1], TextView) and self.blocks.only_grows(last):
            height = places[-1][1].height()
            self._growing = _GrowingText(last, widest, last.natural_width(widest), inner, height)
        self._bubble = QRectF(left, 0, inner + 2 * pad_x, y - GAP + pad_y)
        return y - GAP + pad_y

    def _views_in_layout(self) -> list[BlockView]:
        """Return the views that take room, and the headers of groups of calls; hides the views they stand for."""
        views: list[BlockView] = []
        placed: set[BlockView] = set()  # texts
        for index, (view, block) in enumerate(zip(self.views, self.message.blocks, strict=True)):
            if text := self.blocks.texts.get(index):
                self._show_card(text, view)
                if not _is_empty(block) and text not in placed:
                    placed.add(text)
                    views.append(text)
                elif text not in placed:
                    self._geometries.append((text, QRect(0, 0, 0, 0)))
                continue
            if _is_empty(block):
                self._geometries.append((view, QRect(0, 0, 0, 0)))
                continue
            if group := self.blocks.groups.get(index):
                views.append(group)
            is_hidden = self.blocks.is_hidden(index)
            if isinstance(view, ToolUseView | NoticeView):
                _set_hidden(view, is_hidden)
            if not is_hidden:
                views.append(view)
        return views

    def _show_card(self, text: TextView, view: BlockView) -> None:
        """Show the card of a chip while it takes room."""
        if isinstance(view, ToolUseView):
            text.show_card(view, shown=view.takes_room)
            if view.takes_room:
                _set_hidden(view, False)
            elif not view.isHidden():
                view.leave_room()

    def question_areas(self) -> list[tuple[CallAddress, QRect]]:
        """Return each call that asks the user, with where its buttons will be in the row."""
        places = dict(self._geometries)
        asking = ((view, area) for view in self.views if (area := view.question_area))
        return [(view.address, area.translated(places.get(view, view.geometry()).topLeft())) for view, area in asking]

    def bubble(self) -> QRectF:
        """Return the bubble's rectangle in row coordinates."""
        return self._bubble

    @property
    def has_bubble(self) -> bool:
        """Whether the bubble is painted, with a shadow."""
        return self._kind is not BubbleKind.NOTICE

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, visible = QPainter(self), QRectF(event.rect())
        if self._kind is BubbleKind.ANSWER and bubble.covers(self._bubble, visible):
            # The common case: the background of a few new words.
            painter.fillRect(visible, theme.current().colour("surface"))
            return
        painter.setClipRect(visible)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        # A user's bubble has a gradient over its whole height, so it can't be shortened.
        shape = self._bubble if self.is_user else bubble.shortened(self._bubble, visible)
        bubble.paint(painter, shape, self._kind, is_focused=self.hasFocus())

    def paint_message(self, painter: QPainter, height: float) -> None:
        """Paint the bubble and what is in it, at most this high, without focus and controls."""
        shown = QRectF(self._bubble.topLeft(), QSizeF(self._bubble.width(), height))
        bubble.paint_shadow(painter, shown, bubble.with_shadow(shown))
        bubble.paint(painter, shown, self._kind, is_focused=False)
        painter.setClipRect(shown.adjusted(0, 0, 0, -bubble.SHADOW), Qt.ClipOperation.IntersectClip)
        for view in self.views:
            if view.isVisibleTo(self):
                view.render(painter, view.pos(), renderFlags=QWidget.RenderFlag.DrawChildren)

    def enterEvent(self, event: QEnterEvent) -> None:
        self.attention_changed.emit(True)
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.attention_changed.emit(False)
        super().leaveEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.attention_changed.emit(True)
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.attention_changed.emit(False)
        super().focusOutEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(
                self.message_selection.selected_text() or self.message_selection.plain_text()
            )
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.message_selection.select_all()
        elif not self.message_selection.scroll_sideways(event.key()):
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

    def _connect_view(self, index: int, view: BlockView) -> None:
        """Connect the signals of a new view."""
        view.resized.connect(lambda: self._on_view_resized(index))
        view.reading_started.connect(self.reading_started)
        view.address = (self.message.id, index)
        if isinstance(view, TextView) and not self.is_user:
            view.view.set_background_role("surface")
        _set_hidden(view, bool(self._editor))

    def _release_view(self, view: BlockView) -> None:
        self._geometries = [each for each in self._geometries if each[0] is not view]
        self._growing = None

    def _on_view_resized(self, index: int) -> None:
        """Handle a folded or unfolded block; a long text in it is shown by the next flushes."""
        self.blocks.flush_later(index)
        self.resized.emit()


def _block_lines(views: Iterable[BlockView]) -> Iterator[_BlockLine]:
    """Group block views into lines, from top to bottom: one view per line, consecutive pictures in two columns."""
    for are_pictures, group in groupby(views, lambda view: isinstance(view, ImageView)):
        run = tuple(group)
        columns = _PICTURE_COLUMNS if are_pictures and len(run) > 1 else 1
        for start in range(0, len(run), columns):
            yield _BlockLine(run[start : start + columns], columns)


def _is_empty(block: Block) -> bool:
    return is_hidden_notice(block) or (isinstance(block, Text) and not block.text)


def _set_hidden(view: BlockView, hidden: bool) -> None:
    # A redundant setHidden() would cost a round trip to the display server.
    if view.isHidden() is not hidden:
        view.setHidden(hidden)


def _kind_of(answer: Message) -> BubbleKind:
    """Return the bubble of an answer; one that ended with nothing but notices has none."""
    if answer.ended is None:
        return BubbleKind.ANSWER
    shown = [block for block in answer.blocks if not _is_empty(block)]
    is_notice = shown and all(isinstance(block, Notice) for block in shown)
    return BubbleKind.NOTICE if is_notice else BubbleKind.ANSWER
