"""Small widgets in the lines of a text, and the cards that they show below their paragraphs."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, QRectF, QSizeF
from PySide6.QtGui import QFontMetricsF, QPainter, QPyTextObject, QTextBlock, QTextCursor, QTextDocument, QTextFormat
from PySide6.QtWidgets import QAbstractButton, QWidget

from deskpet.ui.blocks.base import BlockView
from deskpet.ui.blocks.text_decorations import cursor_x
from deskpet.ui.markdown.document import MarkdownDocument
from deskpet.ui.markdown.marks import OBJECT, WIDGET_TYPE, Mark

# Room beside a widget in its line, and above and below the cards, in logical pixels.
_SIDE, _GAP = 3, 8
# Height that a widget has for the layout, in logical pixels: it may cover the room between two lines.
_LAYOUT_HEIGHT = 8


@dataclass(frozen=True, slots=True)
class InlineCard:
    """A widget in a text, and its card."""

    widget: QAbstractButton
    card: BlockView


class InlineCards:
    """The widgets in a document with their cards, by the numbers of the widgets from 1.

    Only what stands behind a change is placed again: a new word costs the same below any number of widgets.

    places: the rectangles of the shown cards in the text, after `place`.
    """

    def __init__(self, content: MarkdownDocument, owner: QWidget) -> None:
        """The widgets become children of `owner`, which shows the document."""
        self._content, self._owner = content, owner
        self._cards: list[InlineCard] = []
        self._numbers: dict[BlockView, int] = {}
        self._written = 0  # number of the last widget that the text has
        self._shown: set[int] = set()
        self._lost: set[int] = set()  # widgets that the text does not show, as in the address of a link
        self._spaced: set[int] = set()  # widgets whose paragraphs may have room for cards
        self._changed_from: int | None = 0
        self._width = -1
        self.places: list[tuple[BlockView, QRect]] = []
        self._object = _WidgetObject(content.document, self.size_of)
        content.document.documentLayout().registerHandler(WIDGET_TYPE, self._object)

    def add(self, card: InlineCard) -> int:
        """Add a widget and its card, and return its number. `note_written` tells when the text has it."""
        self._cards.append(card)
        number = len(self._cards)
        card.widget.setParent(self._owner)
        card.widget.setGeometry(0, 0, 0, 0)
        card.widget.show()
        self._numbers[card.card] = number
        return number

    def __len__(self) -> int:
        return len(self._cards)

    def show_card(self, card: BlockView, *, shown: bool) -> None:
        """Show or hide a card with the next `make_room`."""
        (self._shown.add if shown else self._shown.discard)(self._numbers[card])

    def note_written(self, number: int) -> None:
        """Note that the text has the widgets up to `number`."""
        self._written = number

    def note_change(self, position: int = 0) -> None:
        """Note that the text has changed from a position on."""
        self._changed_from = position if self._changed_from is None else min(self._changed_from, position)

    def resize(self, number: int) -> None:
        """Lay out the line of a widget again, because its size has changed."""
        if (position := self._content.widget_position(number)) is not None:
            self._content.document.markContentsDirty(position, 1)
            self.note_change(position)

    def size_of(self, number: int) -> QSizeF:
        """Return the room of a widget in its line."""
        if not 0 < number <= len(self._cards):
            return QSizeF()
        size = self._cards[number - 1].widget.sizeHint()
        return QSizeF(size.width() + 2 * _SIDE, _LAYOUT_HEIGHT)

    def name_of(self, number: int) -> str:
        """Return a short name of a widget, read in its place."""
        return self._cards[number - 1].widget.text() if 0 < number <= len(self._cards) else ""

    @property
    def takes_room(self) -> bool:
        """Whether a card is shown below its paragraph."""
        return bool(self._shown or self._lost)

    def make_room(self, width: int) -> int:
        """Make room for the cards before the layout for a width. Returns the room to add below the last paragraph."""
        if width != self._width:
            self._width = width
            self.note_change()
        for number, position in self._changed_widgets():
            (self._lost.add if position is None else self._lost.discard)(number)
        rooms: defaultdict[int, int] = defaultdict(int)
        for number in self._spaced | self._visible:
            rooms[self._block_of(number).blockNumber()] += 0
        last = self._content.document.lastBlock().blockNumber()
        for number in self._visible:
            block = self._block_of(number).blockNumber()
            gaps = _GAP if rooms[block] or block == last else 2 * _GAP
            rooms[block] += self._cards[number - 1].card.fit(width) + gaps
        for block_number, room in rooms.items():
            self._set_room(self._content.document.findBlockByNumber(block_number), room)
        self._spaced = set(self._visible)
        return rooms.get(last, 0)

    @property
    def _visible(self) -> set[int]:
        """The numbers of the widgets whose cards take room."""
        return {number for number in self._shown | self._lost if number <= self._written}

    def _changed_widgets(self) -> Iterator[tuple[int, int | None]]:
        """Yield the numbers and positions of the changed widgets; None for one that the text does not show."""
        if self._changed_from is None:
            return
        for number in range(self._written, 0, -1):
            position = self._content.widget_position(number)
            if position is not None and position < self._changed_from:
                return
            yield number, position

    def _block_of(self, number: int) -> QTextBlock:
        """Return the paragraph of a widget; the last one for a widget that the text does not show."""
        position, document = self._content.widget_position(number), self._content.document
        return document.lastBlock() if position is None else document.findBlock(position)

    def _set_room(self, block: QTextBlock, room: int) -> None:
        form = block.blockFormat()
        if form.bottomMargin() != room:
            form.setBottomMargin(room)
            QTextCursor(block).setBlockFormat(form)
            self.note_change(block.position())

    def place(self) -> None:
        """Place the changed widgets in their lines, and compute the places of the cards, after the layout."""
        for number, position in self._changed_widgets():
            rect = QRect() if position is None else self._rect_of(number, position)
            self._cards[number - 1].widget.setGeometry(rect)
        self._changed_from = None
        self._place_cards()

    def _rect_of(self, number: int, position: int) -> QRect:
        block = self._content.document.findBlock(position)
        column = position - block.position()
        line = block.layout().lineForTextPosition(column)
        if not line.isValid():
            return QRect()
        bounds = self._content.document.documentLayout().blockBoundingRect(block)
        size = self._cards[number - 1].widget.sizeHint()
        left = bounds.left() + min(cursor_x(line, column), cursor_x(line, column + 1)) + _SIDE
        # A line without words is low, and stands at the bottom of its room.
        height = max(line.height(), _words_height(self._content.document))
        top = bounds.top() + line.y() + line.height() - (height + size.height()) / 2
        return QRect(QPoint(round(left), round(top)), size)

    def _place_cards(self) -> None:
        self.places.clear()
        bottoms: dict[int, int] = {}
        for number in sorted(self._visible):
            block = self._block_of(number)
            y = bottoms.get(block.blockNumber()) or round(self._bottom_of(block))
            card = self._cards[number - 1].card
            height = card.fit(self._width)
            self.places.append((card, QRect(0, y + _GAP, self._width, height)))
            bottoms[block.blockNumber()] = y + _GAP + height

    def _bottom_of(self, block: QTextBlock) -> float:
        layout = block.layout()
        top = self._content.document.documentLayout().blockBoundingRect(block).top()
        if not layout.lineCount():
            return top
        line = layout.lineAt(layout.lineCount() - 1)
        return top + line.y() + line.height()


class _WidgetObject(QPyTextObject):
    """Keeps the room of the widgets in the lines; the widgets paint themselves there."""

    def __init__(self, document: QTextDocument, size_of: Callable[[int], QSizeF]) -> None:
        super().__init__(document)
        self._size_of = size_of

    def intrinsicSize(self, doc: QTextDocument, pos_in_document: int, format: QTextFormat) -> QSizeF:  # noqa: A002
        size = self._size_of(format.intProperty(Mark.WIDGET))
        has_words = doc.findBlock(pos_in_document).text().strip(f"{OBJECT} ")
        return size if has_words else QSizeF(size.width(), _words_height(doc))

    def drawObject(
        self,
        painter: QPainter,
        rect: QRectF,
        doc: QTextDocument,
        pos_in_document: int,
        format: QTextFormat,  # noqa: A002
    ) -> None:
        """Draw nothing."""


def _words_height(document: QTextDocument) -> float:
    """Return the height that words give to a line."""
    return QFontMetricsF(document.defaultFont()).height()
