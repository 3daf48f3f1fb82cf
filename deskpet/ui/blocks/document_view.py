"""Paints a growing markdown document and lets it be selected and copied: lighter than a text edit per block."""

from math import ceil, sin
from time import perf_counter

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QAccessible,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCursor,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QWidget

from deskpet.ui.blocks.code_box import CodeBox, box_around
from deskpet.ui.blocks.mark_paint import CodeSpans, paint_bullet, paint_quote, x_of
from deskpet.ui.blocks.message_selection import SelectableText
from deskpet.ui.blocks.wide_tables import sideways
from deskpet.ui.markdown.document import MarkdownDocument, PlainDocument
from deskpet.ui.markdown.marks import CODE_FOOT, CODE_HEAD, CODE_PAD, Mark, last_written_block, link_text
from deskpet.ui.markdown.tables import lay_out_document
from deskpet.ui.widgets import links, theme, tooltip

CARET_MS = 60
# How far above a changed line the marks around it may look different: the round corners and the head of code.
REACH = CODE_HEAD + CODE_PAD + theme.RADIUS_CARD


class DocumentView(SelectableText):
    """Selectable, read-only text."""

    accessible_role = QAccessible.Role.StaticText

    link_activated = Signal(str, str)  # a link was chosen: its target, and its words
    selecting = Signal()  # the reader draws a selection

    def __init__(self, content: MarkdownDocument | PlainDocument, parent: QWidget | None = None) -> None:
        super().__init__(content, parent)
        # Colours come when there is time for them.
        self.content.document.documentLayout().update.connect(self._repaint)
        self._code_spans = CodeSpans()
        self._pressed_link = ""
        self._has_caret = False
        self._caret = QRectF()  # where it was painted last
        self._ground = ""
        self._held: QRectF | None = None  # what the layout says has changed, while the text grows
        # What is written stays where it is when more comes below.
        self.setAttribute(Qt.WidgetAttribute.WA_StaticContents)
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
            lay_out_document(document, width)
        pad = CODE_FOOT if document.lastBlock().blockFormat().intProperty(Mark.CODE) else 0
        return ceil(document.size().height()) + pad

    def lay_out(self, width: int) -> None:
        """Break the lines for this width."""
        if self.content.document.textWidth() != width:
            lay_out_document(self.content.document, width)

    def ideal_width(self) -> int:
        """The width below which lines would break, as laid out last."""
        return ceil(self.content.document.idealWidth()) + 1

    def set_ground(self, role: str) -> None:
        """Stand on this plain, opaque colour of the theme: what is below need not be painted for each new word."""
        self._ground = role
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def set_caret(self, shown: bool) -> None:
        """Show a caret behind the last word while it is being written."""
        if shown == self._has_caret:
            return
        self._has_caret = shown
        self._start_caret()
        self.update()

    def grow(self, text: str) -> None:
        """Take more of the text, and show it. What is selected stays so, also where it is written once more."""
        anchor, position = self._selection.anchor(), self._selection.position()
        self._held = QRectF()
        self.content.grow(text)
        changed, self._held = self._held, None
        changed.setTop(max(changed.top(), self._line_above(self.content.unchanged_until)))
        self._show_change(changed)
        if (anchor, position) != (self._selection.anchor(), self._selection.position()):
            self.select(min(anchor, self.end), min(position, self.end))

    def retheme(self) -> None:
        self.content.rebuild()
        self.content.show_tail()
        self.update()

    # Painting

    def _repaint(self, changed: QRectF) -> None:
        """The layout says what of the text changed."""
        if self._held is None:
            self._show_change(changed.adjusted(0, -REACH, 0, REACH))
        else:
            self._held |= changed

    def _show_change(self, changed: QRectF) -> None:
        self.update((changed & QRectF(self.rect())).toAlignedRect())
        if self._has_caret:
            self.update(self._caret.toAlignedRect())

    def _line_above(self, position: int) -> float:
        """Where the line begins above the one with the last character before a position: no change reaches further.

        The layout tells no more than that something below one of its landmarks changed.
        """
        document = self.content.document
        block = document.findBlock(max(position - 1, 0))
        top = document.documentLayout().blockBoundingRect(block).top()
        line = block.layout().lineForTextPosition(max(position - 1 - block.position(), 0))
        return top + line.y() - line.height() - 2 if line.isValid() else top - REACH

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self._ground:
            painter.fillRect(event.rect(), theme.current().colour(self._ground))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        context = QAbstractTextDocumentLayout.PaintContext()
        context.palette = self.palette()
        lit = [_lit(cursor) for cursor in self._hits]
        context.selections = [*lit, _lit(self._selection)] if self._selection.hasSelection() else lit
        for part in self._wide.parts(painter, QRectF(event.rect()), self.width()):
            self._paint_marks(painter, part)
            context.clip = part
            self.content.document.documentLayout().draw(painter, context)
        if self._has_caret:
            self._paint_caret(painter)

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
                box_around(block, clip, self.width()).paint(painter, is_copied=self._copied == number)
            if form.intProperty(Mark.QUOTE):
                paint_quote(painter, rect, block)
            if form.boolProperty(Mark.RULE):
                painter.fillRect(QRectF(0, rect.top(), self.width(), 1), theme.current().colour("code_edge"))
            if form.boolProperty(Mark.BULLET) or form.intProperty(Mark.TASK):
                paint_bullet(painter, block, rect)
            if form.boolProperty(Mark.HAS_CODE_SPAN):
                self._code_spans.paint(painter, block, rect)
            block = block.next()

    def _caret_rect(self) -> QRectF:
        block = last_written_block(self.content.document)
        rect = self.content.document.documentLayout().blockBoundingRect(block)
        rect.moveTopLeft(self._wide.in_view(rect.topLeft(), self.width()))
        line = block.layout().lineForTextPosition(block.length() - 1)
        if not line.isValid():
            return QRectF()
        x = x_of(line, block.length() - 1)
        return QRectF(min(rect.left() + x + 3, self.width() - 4), rect.top() + line.y() + line.height() - 18, 3, 15)

    def _paint_caret(self, painter: QPainter) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setOpacity(0.65 + 0.35 * sin(perf_counter() * 6))
        painter.setBrush(theme.current().colour("accent"))
        place = self._caret_rect()
        painter.drawRoundedRect(place, 1.5, 1.5)
        self._caret = place.adjusted(-1, -1, 1, 1)

    def _blink(self) -> None:
        self.update(self._caret.toAlignedRect())

    def _start_caret(self) -> None:
        if self._has_caret and self.isVisible():
            self._caret_timer.start()
        else:
            self._caret_timer.stop()

    def event(self, event: QEvent) -> bool:
        if event.type() in {QEvent.Type.Show, QEvent.Type.Hide}:
            self._start_caret()
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            self._tell_link(QPointF(event.pos()))
            return True
        return super().event(event)

    # Reading: selection, copy, links

    def link_at(self, point: QPointF) -> str:
        """The target of the link at a point of the view; empty where there is none."""
        return self.content.document.documentLayout().anchorAt(self._wide.in_document(point, self.width()))

    def link_words_at(self, point: QPointF) -> str:
        """The words of the link at a point of the view."""
        return self._link_part(point)[0]

    def _link_part(self, point: QPointF) -> tuple[str, QRect]:
        """The words of the link at a point, and where the line of it is that the point is on."""
        target, position = self.link_at(point), self.position_at(point)
        block = self.content.document.findBlock(position)
        words = link_text(block, target, position)
        line = block.layout().lineForTextPosition(max(position - block.position(), 0))
        if not line.isValid():
            return words, QRect(point.toPoint(), point.toPoint())
        top = self.content.document.documentLayout().blockBoundingRect(block).top() + line.y()
        return words, QRect(round(point.x()) - 8, round(top), 16, round(line.height()))

    def _tell_link(self, point: QPointF) -> None:
        """Show where the link at a point leads."""
        if (target := self.link_at(point)) and (link := links.parse(target)):
            tooltip.show_tooltip_for(self, link.tooltip_text, self._link_part(point)[1])

    def _box_at(self, point: QPointF) -> CodeBox | None:
        """The code block whose copy button is at a point: the point is in its first line, or right above it."""
        nearest = self.content.document.findBlock(self.position_at(point))
        for block in (nearest, nearest.next()):
            number = block.blockFormat().intProperty(Mark.CODE) if block.isValid() else 0
            if number and block.previous().blockFormat().intProperty(Mark.CODE) != number:
                box = box_around(block, QRectF(point, point), self.width())
                if box.copy_rect.contains(point):
                    return box
        return None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        point = event.position()
        if self._wide.catch(point, self.width()):
            self.selecting.emit()
            self.update()
            return
        if box := self._box_at(point):
            self.copy_code(box.number)
            return
        self._pressed_link = self.link_at(point)
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.reading.reach_to(self, event.globalPosition().toPoint())
        else:
            self.reading.begin(self)
            self._selection.setPosition(self.position_at(point))
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = event.position()
        if self._wide.is_caught:
            self._wide.drag(point, self.width())
            self.update()
            return
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.reading.drag_to(self, event.globalPosition().toPoint())
            self.selecting.emit()
            return
        is_link = self.link_at(point) or self._box_at(point)
        self.setCursor(Qt.CursorShape.PointingHandCursor if is_link else Qt.CursorShape.IBeamCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.reading.end_drag()
        self._wide.let_go()
        link = self.link_at(event.position())
        if link and link == self._pressed_link and not self.reading.selected_text():
            self.link_activated.emit(link, self.link_words_at(event.position()))
        self._pressed_link = ""

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._selection.setPosition(self.position_at(event.position()))
        self._selection.select(QTextCursor.SelectionType.WordUnderCursor)
        self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        table, way = self._wide.at(event.position(), self.width()), sideways(event)
        if table and way:
            self._wide.scroll(table, way)
            self.update()
        else:
            event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy) and self.reading.selected_text():
            self.reading.copy()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.select_all()
        elif not self.reading.scroll_sideways(event.key()):
            event.ignore()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        goes_away = event.reason() not in {Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason}
        if goes_away and QApplication.focusWidget() not in self.reading.texts:
            self.reading.clear()
        super().focusOutEvent(event)

    def select_all(self) -> None:
        """Select all that is read together with this text."""
        self.setFocus()
        self.reading.select_all()


def _lit(cursor: QTextCursor) -> QAbstractTextDocumentLayout.Selection:
    selection = QAbstractTextDocumentLayout.Selection()
    selection.cursor = cursor  # pyright: ignore[reportAttributeAccessIssue]
    look = theme.current()
    selection.format.setBackground(look.colour("selection"))  # pyright: ignore[reportAttributeAccessIssue]
    selection.format.setForeground(look.colour("text"))  # pyright: ignore[reportAttributeAccessIssue]
    return selection
