"""Documents in which formulas and diagrams are drawn, and what a test reads of them."""

from PySide6.QtGui import QTextCursor

from deskpet.ui.markdown.document import MarkdownDocument
from deskpet.ui.markdown.marks import OBJECT
from deskpet.ui.markdown.plain_text import to_plain_text


def text_of(content: MarkdownDocument) -> str:
    """Return what is copied of the whole document."""
    whole = QTextCursor(content.document)
    whole.select(QTextCursor.SelectionType.Document)
    return to_plain_text(whole)


def drawn(content: MarkdownDocument) -> int:
    """Return the number of formulas and diagrams that are drawn."""
    return content.document.toRawText().count(OBJECT)


def document_of(*pieces: str) -> MarkdownDocument:
    """Return a document that has grown by these pieces."""
    content = MarkdownDocument()
    for piece in pieces:
        content.grow(piece)
    content.finish()
    return content
