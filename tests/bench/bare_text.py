"""A streamed paragraph as Qt alone shows it: the least that a piece of an answer costs on this computer.

The window has the size and the translucency of the panel. There is no markdown, caret, bubble or scrolling.
"""

from math import ceil

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QAbstractTextDocumentLayout, QPainter, QPaintEvent, QTextCursor, QTextDocument
from PySide6.QtWidgets import QWidget

from deskpet.ui.widgets import theme


class BareText(QWidget):
    """A window with a QTextDocument, whose end is in view."""

    def __init__(self, size: QSize) -> None:
        super().__init__(None, Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.resize(size)
        self._text = _Text(self)

    def append(self, text: str) -> None:
        """Append to the text, and scroll to its end."""
        self._text.append(text)
        height = self._text.content_height()
        self._text.setGeometry(0, min(self.height() - height, 0), self.width(), height)


class _Text(QWidget):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAttribute(Qt.WidgetAttribute.WA_StaticContents)
        self._document = QTextDocument(self)
        self._document.setUndoRedoEnabled(False)
        self._document.setDefaultFont(theme.ui_font())
        self._document.setTextWidth(parent.width())
        self._cursor = QTextCursor(self._document)

    def content_height(self) -> int:
        return ceil(self._document.size().height())

    def append(self, text: str) -> None:
        self._cursor.movePosition(QTextCursor.MoveOperation.End)
        block = self._cursor.block()
        self._cursor.insertText(text)
        top = self._document.documentLayout().blockBoundingRect(block).top()
        line = block.layout().lineAt(max(block.layout().lineCount() - 2, 0))
        changed = QRectF(QPointF(0, top + line.y()), self._document.size())
        self.update(changed.toAlignedRect())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, context = QPainter(self), QAbstractTextDocumentLayout.PaintContext()
        painter.fillRect(event.rect(), theme.current().colour("surface"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        context.palette = self.palette()
        context.clip = QRectF(event.rect())
        self._document.documentLayout().draw(painter, context)
