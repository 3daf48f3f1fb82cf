"""The formulas of a document: their source is replaced by an object that draws them, as soon as they are set."""

import weakref
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, QSizeF, Qt, QTimer
from PySide6.QtGui import (
    QFontMetricsF,
    QPainter,
    QPixmap,
    QPyTextObject,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)

from deskpet.ui.markdown.formula_renderer import DISPLAYED, Formula, formula_renderer, request_of
from deskpet.ui.markdown.marks import LINE_BREAK, OBJECT, Mark, fragments, text_room

FORMULA_TYPE = QTextFormat.ObjectTypes.UserObject.value + 1
# Formulas replaced with the text that has them, later in one batch, and the time between two batches in ms.
MAX_AT_ONCE, MAX_BATCH, PAUSE_MS = 8, 8, 15
# Font size of a formula relative to the text, and the room left beside one as wide as the text, in pixels.
_SCALE, _MARGIN = 1.12, 2
MIN_SCALE = 0.7
"""How small a formula is drawn at the least outside of tables, relative to its size; a wider one is scrolled."""
# No text is so narrow that a smaller formula needs scrolling, in logical pixels.
_NARROWEST = 100


class Formulas:
    """Replaces the formulas of a document, in batches: Qt lays out a paragraph after each change or group of them.

    `replaced` is called with the position of each formula and the change of the length, `resized` after a batch.

    wide: the places of those that may be wider than the text, in the order in which they were drawn.
    """

    def __init__(
        self, document: QTextDocument, replaced: Callable[[int, int], None], resized: Callable[[], None] = lambda: None
    ) -> None:
        self._document, self._replaced, self._resized = document, replaced, resized
        self._generation = 0
        self._ready: deque[tuple[_Place, Formula]] = deque()
        self._at_once = MAX_AT_ONCE  # replacements left until the event loop runs
        self._timer: QTimer | None = None
        self._drawing: _FormulaObject | None = None
        self.wide: list[QTextCursor] = []

    def add(self, start: int, end: int) -> None:
        """Replace the formulas in the blocks from position `start` to `end`, now or when they are set."""
        block, places = self._document.findBlock(start), list[_Place]()
        while block.isValid() and block.position() <= end:
            places += _formulas_in(block)
            block = block.next()
        this: weakref.ref[Formulas] = weakref.ref(self)
        generation = self._generation
        for place in places:
            size = place.form.intProperty(QTextFormat.Property.FontPixelSize)
            size = size or self._document.defaultFont().pixelSize()
            if request := request_of(place.source, round(size * _SCALE)):
                formula_renderer().render(request, lambda found, at=place: _take(this, generation, at, found))
        if self._ready and self._at_once:
            self._at_once -= self._put_batch(self._at_once)

    def cancel(self) -> None:
        """Forget the formulas that are being set; the document is rewritten."""
        self._generation += 1
        self._ready.clear()
        self.wide.clear()

    def take(self, generation: int, place: "_Place", formula: Formula) -> None:
        """Replace the source at a place, in the next batch."""
        if generation != self._generation:
            return
        self._ready.append((place, formula))
        if self._timer is None:
            self._timer = QTimer(self._document, singleShot=True, interval=0)
            self._timer.timeout.connect(self._on_timeout)
        self._timer.start(0)

    def _on_timeout(self) -> None:
        self._at_once = MAX_AT_ONCE
        if self._ready:
            self._put_batch(MAX_BATCH)
        if self._ready and self._timer:
            self._timer.start(PAUSE_MS)

    def _put_batch(self, most: int) -> int:
        """Replace at most so many sources; returns their number."""
        count = min(len(self._ready), most)
        group = QTextCursor(self._document)
        group.beginEditBlock()
        for _ in range(count):
            self._put(*self._ready.popleft())
        group.endEditBlock()
        self._resized()
        return count

    def _put(self, place: "_Place", formula: Formula) -> None:
        cursor, form, start, length = place.cursor, place.form, place.cursor.position(), place.length
        cursor.setPosition(min(start + length, self._document.characterCount() - 1), QTextCursor.MoveMode.KeepAnchor)
        if cursor.selectedText() != place.text:
            return
        if self._drawing is None:
            self._drawing = _FormulaObject(self._document)
            self._document.documentLayout().registerHandler(FORMULA_TYPE, self._drawing)
        is_displayed = place.text.startswith(DISPLAYED)
        if scrolls := formula.width * MIN_SCALE > _NARROWEST and not cursor.currentTable():
            self.wide.append(_kept_at(cursor, start))
        form.setProperty(Mark.SCROLLS, scrolls)
        form.setObjectType(FORMULA_TYPE)
        form.setProperty(Mark.SOURCE, place.source)
        form.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignMiddle)
        self._drawing.formulas[form.intProperty(Mark.FORMULA)] = formula
        cursor.insertText(OBJECT, form)
        if is_displayed and cursor.block().length() == len(OBJECT) + 1 and not cursor.currentList():
            block = QTextBlockFormat()
            block.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            cursor.mergeBlockFormat(block)
        self._replaced(start, 1 - length)


@dataclass(frozen=True, slots=True)
class _Place:
    """A formula's source. The cursor has only its beginning: a selection would take in what is written at its end.

    length: in units of UTF-16.
    """

    cursor: QTextCursor
    text: str
    length: int
    form: QTextCharFormat

    @property
    def source(self) -> str:
        return self.text.replace(LINE_BREAK, "\n")


def _kept_at(cursor: QTextCursor, position: int) -> QTextCursor:
    """Return a cursor that keeps a position of the document of another one."""
    kept = QTextCursor(cursor)
    kept.setPosition(position)
    return kept


def _take(this: "weakref.ref[Formulas]", generation: int, place: _Place, formula: Formula | None) -> None:
    """Replace a source unless its document is gone, or the formula can't be set."""
    if formula and (formulas := this()):
        formulas.take(generation, place, formula)


def _formulas_in(block: QTextBlock) -> Iterator[_Place]:
    """Yield the formulas of a block that are still source."""
    for fragment in fragments(block):
        form = fragment.charFormat()
        if form.intProperty(Mark.FORMULA) and not form.objectType():
            cursor = QTextCursor(block)
            cursor.setPosition(fragment.position())
            yield _Place(cursor, fragment.text(), fragment.length(), form)


class _FormulaObject(QPyTextObject):
    """Draws the formulas of one document, on the baseline of the text; a wide one is made smaller."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self.formulas: dict[int, Formula] = {}

    def intrinsicSize(self, doc: QTextDocument, pos_in_document: int, format: QTextFormat) -> QSizeF:  # noqa: A002
        formula, scale = self._scaled(doc, pos_in_document, format)
        ascent, half = formula.ascent * scale, _half_x_height(format)
        # Qt centres an object on the middle of the letters; room above or below moves the baseline to the text's.
        return QSizeF(formula.width * scale, max(2 * ascent - half, 2 * formula.descent * scale + half))

    def drawObject(
        self,
        painter: QPainter,
        rect: QRectF,
        doc: QTextDocument,
        pos_in_document: int,
        format: QTextFormat,  # noqa: A002
    ) -> None:
        formula, scale = self._scaled(doc, pos_in_document, format)
        baseline = rect.top() + (rect.height() + _half_x_height(format)) / 2
        height = (formula.ascent + formula.descent) * scale
        place = QRectF(rect.left(), baseline - formula.ascent * scale, formula.width * scale, height)
        colour = format.foreground().color().name()
        ratio = painter.device().devicePixelRatioF()
        picture = _picture(formula.svg, colour, round(place.width() * ratio), round(place.height() * ratio))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawPixmap(place, picture, QRectF(picture.rect()))

    def _scaled(self, document: QTextDocument, position: int, form: QTextFormat) -> tuple[Formula, float]:
        """Return a formula, and its scale."""
        formula, room = self.formulas[form.intProperty(Mark.FORMULA)], text_room(document, position) - _MARGIN
        least = MIN_SCALE if form.boolProperty(Mark.SCROLLS) else 0.0
        return formula, max(min(1.0, room / formula.width), least) if room > 0 else 1.0


def _half_x_height(form: QTextFormat) -> float:
    return QFontMetricsF(form.toCharFormat().font()).xHeight() / 2


@lru_cache(maxsize=256)
def _picture(svg: str, colour: str, width: int, height: int) -> QPixmap:
    from PySide6.QtSvg import QSvgRenderer

    picture = QPixmap(max(width, 1), max(height, 1))
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    coloured = svg.replace('"black"', f'"{colour}"')
    QSvgRenderer(QByteArray(coloured.encode())).render(painter, QRectF(picture.rect()))
    painter.end()
    return picture
