"""A document that the user attached, as a card with its name, kind and size."""

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QAccessible, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLabel, QWidget

from deskpet.chat.messages import Block, Document
from deskpet.documents.passages import DocumentPart, parts_of
from deskpet.translation import tr, tr_plural
from deskpet.ui.blocks.base import Context, OpenableView
from deskpet.ui.blocks.paged_text import PagedText, read_only_text
from deskpet.ui.widgets import icons, theme, tooltip
from deskpet.ui.widgets.form import column_in
from deskpet.ui.widgets.item_delegate import paint_line
from deskpet.ui.widgets.painting import paint_box
from deskpet.ui.widgets.popup_panel import PopupPanel

WIDTH, HEIGHT = 480, 400
# More text would hold up the window while it is laid out.
_PART_CHARACTERS = 10_000

CARD_HEIGHT = 46
"""Height of a card in logical pixels at the normal text size."""
_MAX_WIDTH, _BADGE = 300, 30


class DocumentPanel(PopupPanel):
    """Shows a document's name and size, and its text in parts of a page at most."""

    def __init__(self, document: Document, detail: str, owner: QWidget) -> None:
        """`detail` describes the document, as on its card."""
        super().__init__(owner)
        self.setObjectName("details_panel")
        self.setAccessibleName(tr("Document {file}", file=document.name))
        self._pages = len(document.pages)
        self._parts = parts_of(document.pages, _PART_CHARACTERS) or [DocumentPart(1, "")]
        self._place = QLabel()
        self._place.setObjectName("details_name")
        field = read_only_text("document_text", tr("The text of the document"))
        field.setFixedSize(theme.scaled(WIDTH), theme.scaled(HEIGHT))
        text = PagedText(field, len(self._parts), self._part)
        text.foot.insertWidget(0, self._place, 1)
        content = QWidget()
        head = (_label(document.name, "details_title"), _label(detail, "details_name"))
        column_in(content, theme.S2, *head, text, margins=(theme.S4, theme.S3, theme.S4, theme.S4))
        self.column.addWidget(content)
        self.setFocusProxy(field)
        text.turn(0)

    def _part(self, number: int) -> tuple[str, str]:
        part, count = self._parts[number], len(self._parts)
        page = tr("Page {number} of {count}", number=part.page, count=self._pages)
        in_all = tr("Part {number} of {count}", number=number + 1, count=count)
        # Pages that are longer than a part, and documents without pages, are counted in parts.
        has_whole_pages = 1 < self._pages >= count
        self._place.setText("" if count == 1 else page if has_whole_pages else in_all)
        return part.text, part.text


def _label(text: str, name: str) -> QLabel:
    label = QLabel()
    label.setObjectName(name)
    metrics = label.fontMetrics()
    label.setText(metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, theme.scaled(WIDTH) - theme.S4))
    label.setTextFormat(Qt.TextFormat.PlainText)
    tooltip.set_text(label, text)
    return label


def size_text(document: Document) -> str:
    """Return the kind and the size of a document, as `PDF · 12 pages · about 3,400 tokens`."""
    count = len(document.pages)
    match document.format:
        case "pdf":
            pages = tr_plural(count, "1 page", "{n} pages")
        case "epub":
            pages = tr_plural(count, "1 part", "{n} parts")
        case "ipynb":
            pages = tr_plural(count, "1 cell", "{n} cells")
        case "pptx" | "odp":
            pages = tr_plural(count, "1 slide", "{n} slides")
        case "xlsx" | "xls" | "ods":
            pages = tr_plural(count, "1 sheet", "{n} sheets")
        case _:
            pages = ""
    kind = tr("Text") if document.format == "text" else document.format.upper()
    kind = f"{kind} ({document.encoding})" if document.encoding else kind
    tokens = tr_plural(document.tokens, "about 1 token", "about {n:,} tokens")
    return " · ".join(filter(None, (kind, pages, tokens)))


def badge_of(rect: QRect) -> QRectF:
    """Return the place of the icon on a card."""
    side = theme.scaled(_BADGE) * 0.6
    inset = (rect.height() - side) / 2
    return QRectF(rect.left() + theme.S2 + theme.scaled(_BADGE) * 0.2, rect.top() + inset, side, side)


def paint_card(painter: QPainter, rect: QRect, name: str, detail: str, icon: str, *, reserved: int = 0) -> None:
    """Paint the card of a document. `icon`: empty for none. `reserved`: width at its right end for a button."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_box(painter, QRectF(rect), theme.RADIUS_CARD, "surface", "field_edge")
    place, margin = badge_of(rect), theme.scaled(_BADGE) * 0.2
    badge = place.adjusted(-margin, -margin, margin, margin)
    paint_box(painter, badge, theme.RADIUS_CONTROL, "accent_soft")
    if icon:
        icons.paint(painter, icon, "accent", place)
    left = round(badge.right()) + theme.S2
    words = QRectF(left, rect.top() + 4, rect.right() - left - theme.S2 - reserved, rect.height() / 2 - 4)
    paint_line(painter, name, words, "text", theme.ui_font(theme.TEXT - 1), Qt.TextElideMode.ElideMiddle)
    paint_line(painter, detail, words.translated(0, words.height()), "muted", theme.ui_font(theme.SMALL))


class AttachedDocumentView(OpenableView):
    """The card of a document in a message. A click shows the text that was read from it."""

    accessible_role = QAccessible.Role.Button

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._document: Document | None = None
        self._detail = ""
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_block(self, block: Block) -> None:
        assert isinstance(block, Document)
        self._document, self._detail = block, size_text(block)
        self.setAccessibleName(f"{tr('Document {file}', file=block.name)}, {self._detail}")
        tooltip.set_text(self, block.name)
        self.update()

    def fit(self, width: int) -> int:
        return theme.scaled(CARD_HEIGHT)

    def natural_width(self, available: int) -> int:
        return min(theme.scaled(_MAX_WIDTH), available)

    def open(self) -> None:
        """Show the text in a panel beside the card."""
        if self._document:
            DocumentPanel(self._document, self._detail, self.window()).open_beside(self)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self._document:
            paint_card(painter, self.area, self._document.name, self._detail, "file")
        if self.hasFocus():
            painter.setPen(QPen(theme.current().colour("accent"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            edge = QRectF(self.area).adjusted(1, 1, -1, -1)
            painter.drawRoundedRect(edge, theme.RADIUS_CARD, theme.RADIUS_CARD)

    @property
    def area(self) -> QRect:
        return QRect(0, 0, self.natural_width(self.width()), self.height())
