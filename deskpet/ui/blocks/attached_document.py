"""A document that the user attached, as a card with its name, kind and size."""

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QAccessible, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from deskpet.chat.messages import Block, Document
from deskpet.translation import tr, tr_plural
from deskpet.ui.blocks.base import Context, OpenableView
from deskpet.ui.widgets import icons, theme, tooltip

CARD_HEIGHT = 46
"""Height of a card in logical pixels at the normal text size."""
_MAX_WIDTH, _BADGE = 300, 30
_PAGED = ("pdf", "pptx", "xlsx", "xls", "ods", "odp", "epub", "ipynb")


def size_text(document: Document) -> str:
    """Return the kind and the size of a document, as `PDF · 12 pages · about 3,400 tokens`."""
    count = len(document.pages)
    pages = ""
    if document.format in _PAGED:
        match document.format:
            case "pdf":
                pages = tr_plural(count, "1 page", "{n} pages")
            case "epub":
                pages = tr_plural(count, "1 part", "{n} parts")
            case "ipynb":
                pages = tr_plural(count, "1 cell", "{n} cells")
            case "pptx" | "odp":
                pages = tr_plural(count, "1 slide", "{n} slides")
            case _:
                pages = tr_plural(count, "1 sheet", "{n} sheets")
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
    look = theme.current()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(look.colour("field_edge"))
    painter.setBrush(look.colour("surface"))
    painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), theme.RADIUS_CARD, theme.RADIUS_CARD)
    place, margin = badge_of(rect), theme.scaled(_BADGE) * 0.2
    badge = place.adjusted(-margin, -margin, margin, margin)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(look.colour("accent_soft"))
    painter.drawRoundedRect(badge, theme.RADIUS_CONTROL, theme.RADIUS_CONTROL)
    if icon:
        icons.paint(painter, icon, "accent", place)
    left = round(badge.right()) + theme.S2
    words = QRect(left, rect.top(), rect.right() - left - theme.S2 - reserved, rect.height())
    upper, lower = words.adjusted(0, 0, 0, -words.height() // 2), words.adjusted(0, words.height() // 2, 0, 0)
    _line(painter, upper.adjusted(0, 4, 0, 0), name, "text", theme.TEXT - 1, Qt.TextElideMode.ElideMiddle)
    _line(painter, lower.adjusted(0, 0, 0, -4), detail, "muted", theme.SMALL, Qt.TextElideMode.ElideRight)


def _line(painter: QPainter, rect: QRect, text: str, role: str, size: int, elide: Qt.TextElideMode) -> None:
    painter.setFont(theme.ui_font(size))
    painter.setPen(theme.current().colour(role))
    shown = painter.fontMetrics().elidedText(text, elide, rect.width())
    painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)


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
        # Few cards are ever opened.
        from deskpet.ui.blocks.document_panel import DocumentPanel

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
