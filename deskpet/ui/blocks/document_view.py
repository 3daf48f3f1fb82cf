"""Paints a growing markdown document and lets it be selected and copied: lighter than a text edit per block."""

from dataclasses import dataclass
from math import ceil, sin
from time import perf_counter
from typing import Any

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QTextBlock,
    QTextCursor,
    QTextLayout,
    QTextLine,
)
from PySide6.QtWidgets import QMenu, QWidget

from deskpet.ui import icons, theme
from deskpet.ui.markdown_document import (
    CODE_HEAD,
    CODE_PAD,
    INDENT,
    QUOTE_STEP,
    Mark,
    MarkdownDocument,
    PlainDocument,
    code_of,
)

CARET_MS = 60
COPIED_MS = 1200


@dataclass(frozen=True, slots=True)
class _CodeBox:
    number: int
    language: str
    rect: QRectF

    @property
    def copy_rect(self) -> QRectF:
        return QRectF(self.rect.right() - 26, self.rect.top() + 5, 20, 20)


class DocumentView(QWidget):
    """Selectable, read-only text."""

    link_activated = Signal(str)  # a link was clicked; its target

    def __init__(self, content: MarkdownDocument | PlainDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.content = content
        self._selection = QTextCursor(self.content.document)
        self._boxes: list[_CodeBox] = []
        self._copied = 0
        self._pressed_link = ""
        self._has_caret = False
        self._caret_timer = QTimer(self, interval=CARET_MS)
        self._caret_timer.timeout.connect(self._blink)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)

    def fit(self, width: int) -> int:
        """The height that the text takes at this width."""
        document = self.content.document
        # Lines that are all short enough already need no second layout, nor do those that are laid out for this width:
        # it would cost as much as the text is long.
        laid_out = document.textWidth()
        if laid_out != width and not self.ideal_width() <= width <= laid_out:
            document.setTextWidth(width)
        pad = CODE_PAD if document.lastBlock().blockFormat().intProperty(Mark.CODE) else 0
        return ceil(document.size().height()) + pad

    def lay_out(self, width: int) -> None:
        """Break the lines for this width."""
        if self.content.document.textWidth() != width:
            self.content.document.setTextWidth(width)

    def ideal_width(self) -> int:
        """The width below which lines would break, as laid out last."""
        return ceil(self.content.document.idealWidth()) + 1

    def set_caret(self, shown: bool) -> None:
        """Show a caret behind the last word while it is being written."""
        if shown == self._has_caret:
            return
        self._has_caret = shown
        self._start_caret()
        self.update()

    def plain_text(self) -> str:
        """All of the text, as it is copied."""
        return _plain(self.content.document.toPlainText())

    def selected_text(self) -> str:
        return _plain(self._selection.selection().toPlainText())

    def retheme(self) -> None:
        self.content.rebuild()
        self.content.show_tail()
        self.update()

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        clip = QRectF(event.rect())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._boxes = [box for box in self._boxes if not box.rect.intersects(clip)]
        self._paint_marks(painter, clip)
        context = QAbstractTextDocumentLayout.PaintContext()
        context.clip = clip
        context.palette = self.palette()
        if self._selection.hasSelection():
            context.selections = [self._selection_format()]
        self.content.document.documentLayout().draw(painter, context)
        if self._has_caret:
            self._paint_caret(painter)

    def _selection_format(self) -> QAbstractTextDocumentLayout.Selection:
        selection = QAbstractTextDocumentLayout.Selection()
        selection.cursor = self._selection
        look = theme.current()
        selection.format.setBackground(look.colour("selection"))
        selection.format.setForeground(look.colour("text"))
        return selection

    def _paint_marks(self, painter: QPainter, clip: QRectF) -> None:
        layout = self.content.document.documentLayout()
        position = layout.hitTest(QPointF(0, max(clip.top() - 2, 0)), Qt.HitTestAccuracy.FuzzyHit)
        block = self.content.document.findBlock(max(position, 0))
        painted = 0
        while block.isValid():
            rect = layout.blockBoundingRect(block)
            form = block.blockFormat()
            if rect.top() - form.topMargin() > clip.bottom():
                return
            if (number := form.intProperty(Mark.CODE)) and number != painted:
                painted = number
                self._paint_code(painter, block, number, clip)
            if depth := form.intProperty(Mark.QUOTE):
                self._paint_quote(painter, rect, depth, form.topMargin())
            if form.boolProperty(Mark.RULE):
                painter.fillRect(QRectF(0, rect.center().y(), self.width(), 1), theme.current().colour("code_edge"))
            if form.boolProperty(Mark.BULLET) or form.intProperty(Mark.TASK):
                self._paint_bullet(painter, block, rect)
            if form.boolProperty(Mark.HAS_CODE_SPAN):
                self._paint_spans(painter, block, rect)
            block = block.next()

    def _paint_code(self, painter: QPainter, block: QTextBlock, number: int, clip: QRectF) -> None:
        box = self._code_box(block, number, clip)
        self._boxes.append(box)
        look = theme.current()
        painter.setPen(look.colour("code_edge"))
        painter.setBrush(look.colour("code"))
        painter.drawRoundedRect(box.rect.adjusted(0.5, 0.5, -0.5, -0.5), theme.RADIUS_CARD - 2, theme.RADIUS_CARD - 2)
        painter.setPen(look.colour("muted"))
        painter.setFont(theme.ui_font(theme.SMALL - 1))
        head = QRectF(box.rect.left() + CODE_PAD + 2, box.rect.top() + 4, box.rect.width(), CODE_HEAD - 4)
        painter.drawText(head, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, box.language or "text")
        icon, role = ("check", "success") if self._copied == number else ("copy", "muted")
        icons.paint(painter, icon, role, box.copy_rect.adjusted(3, 3, -3, -3))

    def _code_box(self, block: QTextBlock, number: int, clip: QRectF) -> _CodeBox:
        """The box around the lines of a code block, as far as it can be seen."""
        layout = self.content.document.documentLayout()
        form = block.blockFormat()
        left = _left_of(block) - CODE_PAD - 2
        previous = block.previous()
        is_first = previous.blockFormat().intProperty(Mark.CODE) != number
        rect = layout.blockBoundingRect(block)
        top = rect.top() - CODE_PAD - CODE_HEAD if is_first else rect.top() - 400
        bottom = rect.bottom()
        while block.isValid() and block.blockFormat().intProperty(Mark.CODE) == number and bottom < clip.bottom() + 400:
            bottom = layout.blockBoundingRect(block).bottom()
            block = block.next()
        return _CodeBox(
            number, form.stringProperty(Mark.LANGUAGE), QRectF(left, top, self.width() - left, bottom + CODE_PAD - top)
        )

    def _paint_quote(self, painter: QPainter, rect: QRectF, depth: int, gap: float) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.current().colour("user_bottom"))
        for level in range(depth):
            painter.drawRoundedRect(
                QRectF(level * QUOTE_STEP, rect.top() - min(gap, 4), 3, rect.height() + min(gap, 4)), 1.5, 1.5
            )

    def _paint_bullet(self, painter: QPainter, block: QTextBlock, rect: QRectF) -> None:
        line = block.layout().lineAt(0)
        middle = rect.top() + (line.y() + line.height() - line.descent() - 5 if line.isValid() else 11)
        look, left = theme.current(), _left_of(block)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("accent"))
        match block.blockFormat().intProperty(Mark.TASK):
            case 0:
                painter.drawEllipse(QPointF(left - 11, middle), 2.4, 2.4)
            case 1:
                painter.setPen(look.colour("muted"))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(QRectF(left - 17.5, middle - 6.5, 12, 12), 3.5, 3.5)
            case _:
                painter.drawRoundedRect(QRectF(left - 18, middle - 7, 13, 13), 4, 4)
                icons.paint(painter, "check", "on_accent", QRectF(left - 17, middle - 6, 11, 11))

    def _paint_spans(self, painter: QPainter, block: QTextBlock, rect: QRectF) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.current().colour("code"))
        layout, start = block.layout(), block.position()
        spans = block.begin()
        while not spans.atEnd():
            fragment = spans.fragment()
            if fragment.charFormat().boolProperty(Mark.CODE_SPAN):
                first = fragment.position() - start
                for span in _line_rects(layout, first, first + fragment.length()):
                    painter.drawRoundedRect(span.translated(rect.left(), rect.top()), 5, 5)
            spans += 1

    def _caret_rect(self) -> QRectF:
        block = self.content.document.lastBlock()
        rect = self.content.document.documentLayout().blockBoundingRect(block)
        line = block.layout().lineForTextPosition(block.length() - 1)
        if not line.isValid():
            return QRectF()
        x = _x(line, block.length() - 1)
        return QRectF(min(rect.left() + x + 3, self.width() - 4), rect.top() + line.y() + line.height() - 18, 3, 15)

    def _paint_caret(self, painter: QPainter) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setOpacity(0.65 + 0.35 * sin(perf_counter() * 6))
        painter.setBrush(theme.current().colour("accent"))
        painter.drawRoundedRect(self._caret_rect(), 1.5, 1.5)

    def _blink(self) -> None:
        self.update(self._caret_rect().toAlignedRect().adjusted(-1, -1, 1, 1))

    def _start_caret(self) -> None:
        if self._has_caret and self.isVisible():
            self._caret_timer.start()
        else:
            self._caret_timer.stop()

    def event(self, event: QEvent) -> bool:
        if event.type() in {QEvent.Type.Show, QEvent.Type.Hide}:
            self._start_caret()
        return super().event(event)

    # Reading: selection, copy, links

    def _position(self, point: QPointF) -> int:
        return self.content.document.documentLayout().hitTest(point, Qt.HitTestAccuracy.FuzzyHit)

    def _box_at(self, point: QPointF) -> _CodeBox | None:
        return next((box for box in self._boxes if box.copy_rect.contains(point)), None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        point = event.position()
        if box := self._box_at(point):
            self._copy_code(box.number)
            return
        self._pressed_link = self.content.document.documentLayout().anchorAt(point)
        keep = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        mode = QTextCursor.MoveMode.KeepAnchor if keep else QTextCursor.MoveMode.MoveAnchor
        self._selection.setPosition(self._position(point), mode)
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = event.position()
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._selection.setPosition(self._position(point), QTextCursor.MoveMode.KeepAnchor)
            self.update()
            return
        is_link = self.content.document.documentLayout().anchorAt(point) or self._box_at(point)
        self.setCursor(Qt.CursorShape.PointingHandCursor if is_link else Qt.CursorShape.IBeamCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        link = self.content.document.documentLayout().anchorAt(event.position())
        if link and link == self._pressed_link and not self._selection.hasSelection():
            self.link_activated.emit(link)
        self._pressed_link = ""

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._selection.setPosition(self._position(event.position()))
        self._selection.select(QTextCursor.SelectionType.WordUnderCursor)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.select_all()
        else:
            event.ignore()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        if event.reason() not in {Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason}:
            self._selection.clearSelection()
            self.update()
        super().focusOutEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setWindowFlag(Qt.WindowType.FramelessWindowHint)
        menu.setWindowFlag(Qt.WindowType.NoDropShadowWindowHint)
        menu.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        if self._selection.hasSelection():
            menu.addAction("Copy", self.copy)
        else:
            menu.addAction("Copy text", lambda: QGuiApplication.clipboard().setText(self.plain_text()))
        if link := self.content.document.documentLayout().anchorAt(QPointF(event.pos())):
            menu.addAction("Copy link", lambda: QGuiApplication.clipboard().setText(link))
        menu.addAction("Select all", self.select_all)
        menu.popup(event.globalPos())

    def copy(self) -> None:
        """Put the selected text on the clipboard."""
        if self._selection.hasSelection():
            QGuiApplication.clipboard().setText(self.selected_text())

    def select_all(self) -> None:
        self.setFocus()
        self._selection.select(QTextCursor.SelectionType.Document)
        self.update()

    def _copy_code(self, number: int) -> None:
        QGuiApplication.clipboard().setText(code_of(self.content.document, number))
        self._copied = number
        self.update()
        QTimer.singleShot(COPIED_MS, self, self._forget_copied)

    def _forget_copied(self) -> None:
        self._copied = 0
        self.update()


def _left_of(block: QTextBlock) -> float:
    """Where a block's words begin."""
    form, its_list = block.blockFormat(), block.textList()
    levels = form.indent() + (its_list.format().indent() if its_list else 0)
    return levels * INDENT + form.leftMargin()


def _line_rects(layout: QTextLayout, first: int, end: int) -> list[QRectF]:
    """The parts of a text layout's lines between two positions, `end` not included."""
    rects: list[QRectF] = []
    line = layout.lineForTextPosition(first)
    while line.isValid() and line.textStart() < end:
        left = _x(line, max(first, line.textStart()))
        right = _x(line, min(end, line.textStart() + line.textLength()))
        right = min(right, line.naturalTextRect().right())
        rects.append(QRectF(left - 2, line.y() + line.height() / 2 - 9, right - left + 4, 18))
        number = line.lineNumber() + 1
        if number >= layout.lineCount():
            break
        line = layout.lineAt(number)
    return rects


def _x(line: QTextLine, position: int) -> float:
    """Where a position is on its line; the stubs know no type for what Qt gives."""
    found: Any = line.cursorToX(position)
    return found[0]


def _plain(text: str) -> str:
    return text.replace("\xa0", " ").replace("\u2028", "\n")
