"""A document that the user attached, as a card with its name, kind and size."""

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QAccessible, QGuiApplication, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from deskpet.chat.messages import Block, Document
from deskpet.documents.passages import DocumentPart, parts_of
from deskpet.translation import tr, tr_plural
from deskpet.ui.blocks.base import Context, OpenableView
from deskpet.ui.widgets import icons, theme, tooltip
from deskpet.ui.widgets.popup_menu import install_field_menu
from deskpet.ui.widgets.popup_panel import PopupPanel

WIDTH, HEIGHT = 480, 400
# More text would hold up the window while it is laid out.
_PART_CHARACTERS = 10_000

CARD_HEIGHT = 46
"""Height of a card in logical pixels at the normal text size."""
_MAX_WIDTH, _BADGE = 300, 30
_PAGED = ("pdf", "pptx", "xlsx", "xls", "ods", "odp", "epub", "ipynb")


class DocumentPanel(PopupPanel):
    """Shows a document's name and size, and its text in parts of a page at most."""

    def __init__(self, document: Document, detail: str, owner: QWidget) -> None:
        """`detail` describes the document, as on its card."""
        super().__init__(owner)
        self.setObjectName("details_panel")
        self.setAccessibleName(tr("Document {file}", file=document.name))
        self._pages = len(document.pages)
        self._parts = parts_of(document.pages, _PART_CHARACTERS) or [DocumentPart(1, "")]
        self._number = 0
        self._place = QLabel()
        self._place.setObjectName("details_name")
        self._text = QPlainTextEdit()
        self._text.setObjectName("document_text")
        self._text.setReadOnly(True)
        self._text.setFixedSize(theme.scaled(WIDTH), theme.scaled(HEIGHT))
        self._text.setAccessibleName(tr("The text of the document"))
        install_field_menu(self._text)
        self._previous, self._next = self._button(tr("Previous")), self._button(tr("Next"))
        self._copy = self._button(tr("Copy"), "primary")
        self._previous.clicked.connect(lambda: self._show(self._number - 1))
        self._next.clicked.connect(lambda: self._show(self._number + 1))
        self._copy.clicked.connect(self._copy_text)
        self._lay_out(document.name, detail)
        self._show(0)

    def _lay_out(self, name: str, detail: str) -> None:
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(theme.S4, theme.S3, theme.S4, theme.S4)
        column.setSpacing(theme.S2)
        column.addWidget(_label(name, "details_title"))
        column.addWidget(_label(detail, "details_name"))
        column.addWidget(self._text)
        line = QHBoxLayout()
        line.setSpacing(theme.S2)
        line.addWidget(self._place, 1)
        for button in (self._previous, self._next, self._copy):
            line.addWidget(button)
            button.setVisible(button is self._copy or len(self._parts) > 1)
        column.addLayout(line)
        self.column.addWidget(content)
        self.setFocusProxy(self._text)

    @staticmethod
    def _button(text: str, kind: str = "secondary") -> QPushButton:
        button = QPushButton(text)
        button.setAccessibleName(text)
        button.setProperty("kind", kind)
        button.setAutoDefault(False)
        return button

    def _show(self, number: int) -> None:
        self._number = number
        part, last = self._parts[number], len(self._parts) - 1
        self._text.setPlainText(part.text)
        page = tr("Page {number} of {count}", number=part.page, count=self._pages)
        in_all = tr("Part {number} of {count}", number=number + 1, count=last + 1)
        # Pages that are longer than a part, and documents without pages, are counted in parts.
        has_whole_pages = self._pages > 1 and last < self._pages
        self._place.setText("" if last == 0 else page if has_whole_pages else in_all)
        self._previous.setEnabled(number > 0)
        self._next.setEnabled(number < last)
        self._copy.setText(tr("Copy"))

    def _copy_text(self) -> None:
        QGuiApplication.clipboard().setText(self._text.toPlainText())
        self._copy.setText(tr("Copied"))


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
        from deskpet.ui.blocks.attached_document import DocumentPanel

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
