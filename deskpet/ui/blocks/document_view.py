"""A read-only view of a markdown document, with selection and links; lighter than a QTextEdit per block."""

import re
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
    QTextBlock,
    QTextCursor,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QWidget

from deskpet.translation import tr
from deskpet.ui.blocks.fold_buttons import FoldButtons
from deskpet.ui.blocks.message_selection import SelectableText
from deskpet.ui.blocks.text_decorations import (
    CodeSpans,
    UnheardText,
    code_box_at,
    cursor_x,
    paint_bullet,
    paint_line_number,
    paint_quote,
    paint_sorting,
)
from deskpet.ui.blocks.wide_areas import BAR_REACH, PaintPart, horizontal_delta
from deskpet.ui.markdown.code_preferences import code_numbers, code_wrap
from deskpet.ui.markdown.document import MarkdownDocument, PlainDocument
from deskpet.ui.markdown.marks import CODE_FOOT, CODE_HEAD, CODE_PAD, Mark, last_written_block, link_text
from deskpet.ui.markdown.source_places import DocumentPlace
from deskpet.ui.markdown.table_order import MAX_SORTED_CELLS, TOO_LARGE
from deskpet.ui.markdown.tables import CELL_PAD, lay_out_document
from deskpet.ui.widgets import links, theme, tooltip

CARET_MS = 60
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufefc\U00010800-\U00010fff]")
_PREFERENCES = {"wrap": code_wrap, "numbers": code_numbers}  # by the names of the controls of code
# Height above a changed line in which decorations may change: the head and the round corners of code.
_DECORATION_MARGIN = CODE_HEAD + CODE_PAD + theme.RADIUS_CARD


class DocumentView(SelectableText):
    """Selectable, read-only text.

    link_activated: Emitted with a link's target and text.
    selecting: Emitted while the user selects text, or folds and unfolds a part.
    """

    accessible_role = QAccessible.Role.StaticText

    link_activated = Signal(str, str)
    selecting = Signal()

    def __init__(self, content: MarkdownDocument | PlainDocument, parent: QWidget | None = None) -> None:
        super().__init__(content, parent)
        # Syntax highlighting arrives later.
        self.content.document.documentLayout().update.connect(self._on_layout_updated)
        self._code_spans = CodeSpans()
        self._pressed_link = ""
        self._sorted_heads: list[tuple[QTextBlock, QRectF]] = []
        self._pressed_head: tuple[int, int] | None = None
        self._pressed_fold = 0
        self._folds = FoldButtons(content, self, self.toggle_fold)
        self._has_caret = False
        self._caret_painted = QRectF()  # rectangle of the last painting
        self._background_role = ""
        self._unheard = UnheardText(self.content.document)
        self._pending_change: QRectF | None = None  # changed area reported by the layout during append()
        # The text stays in place while more is appended below.
        self.setAttribute(Qt.WidgetAttribute.WA_StaticContents)
        self._caret_timer = QTimer(self, interval=CARET_MS)
        self._caret_timer.timeout.connect(self._update_caret)
        if isinstance(content, MarkdownDocument):
            code_wrap().changed.connect(self._on_code_preference_changed)
            code_numbers().changed.connect(self._on_code_preference_changed)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)

    def fit(self, width: int) -> int:
        """Lay out for `width` and return the height, both in logical pixels."""
        document = self.content.document
        # Skip the layout if no line can break differently: its cost grows with the text.
        laid_out = document.textWidth()
        if laid_out != width and not self.ideal_width() <= width <= laid_out:
            lay_out_document(document, width)
        self._folds.place()
        pad = CODE_FOOT if document.lastBlock().blockFormat().intProperty(Mark.CODE) else 0
        if self.content.wide_formulas and self._areas.has_bar_at_end(width):
            pad = BAR_REACH
        return ceil(document.size().height()) + pad

    def lay_out(self, width: int) -> None:
        """Lay out for this width."""
        if self.content.document.textWidth() != width:
            lay_out_document(self.content.document, width)

    def ideal_width(self) -> int:
        """Return the smallest width at which the last layout stays the same."""
        return ceil(self.content.document.idealWidth()) + 1

    def set_background_role(self, role: str) -> None:
        """Paint an opaque background in this colour of the theme, so that Qt does not repaint the widgets below."""
        self._background_role = role
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def show_unheard(self, place: DocumentPlace | None) -> None:
        """Dim the text behind a place: it was not heard. None ends it."""
        if place != self._unheard.place:
            self._unheard.place = place
            self.update()

    def set_caret(self, shown: bool) -> None:
        """Show or hide a caret behind the last word, for streaming text."""
        if shown == self._has_caret:
            return
        self._has_caret = shown
        self._update_caret_timer()
        self.update()

    def append(self, text: str) -> None:
        """Append text and show it. Keeps the selection, also in rewritten blocks."""
        anchor, position = self._selection.anchor(), self._selection.position()
        self._pending_change = QRectF()
        self.content.grow(text)
        changed, self._pending_change = self._pending_change, None
        if self.content.code_count:
            # The scroll bar of code is below its last line.
            changed.setBottom(changed.bottom() + CODE_FOOT)
        changed.setTop(max(changed.top(), self._line_above(self.content.unchanged_until)))
        self._show_change(changed)
        if (anchor, position) != (self._selection.anchor(), self._selection.position()):
            self.select(min(anchor, self.end), min(position, self.end))

    def on_style_changed(self) -> None:
        self.content.rebuild()
        self.content.show_tail()
        self.update()

    def toggle_fold(self, number: int) -> None:
        self.selecting.emit()
        super().toggle_fold(number)

    def _on_code_preference_changed(self) -> None:
        assert isinstance(self.content, MarkdownDocument)
        self.content.apply_code_preferences()
        self.update()

    def _on_layout_updated(self, changed: QRectF) -> None:
        """Update the area that the layout reports as changed."""
        if self._pending_change is None:
            self._show_change(changed.adjusted(0, -_DECORATION_MARGIN, 0, _DECORATION_MARGIN))
        else:
            self._pending_change |= changed

    def _show_change(self, changed: QRectF) -> None:
        self.update((changed & QRectF(self.rect())).toAlignedRect())
        if self._has_caret:
            self._update_caret()

    def _line_above(self, position: int) -> float:
        """Return the top of the line above the one before a position: changes behind the position start below it.

        The area that the layout reports does not start higher than one of its checkpoints.
        """
        document = self.content.document
        block = document.findBlock(max(position - 1, 0))
        top = document.documentLayout().blockBoundingRect(block).top()
        line = block.layout().lineForTextPosition(max(position - 1 - block.position(), 0))
        return top + line.y() - line.height() - 2 if line.isValid() else top - _DECORATION_MARGIN

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self._background_role:
            painter.fillRect(event.rect(), theme.current().colour(self._background_role))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        context = QAbstractTextDocumentLayout.PaintContext()
        context.palette = self.palette()
        highlights = [_selection_format(cursor) for cursor in self._hits]
        context.selections = (
            [*highlights, _selection_format(self._selection)] if self._selection.hasSelection() else highlights
        )
        if self.content.has_areas:
            for part in self._areas.paint_parts(painter, QRectF(event.rect()), self.width()):
                self._paint_part(painter, context, part)
        else:
            self._paint_part(painter, context, PaintPart(QRectF(event.rect())))
        if self._unheard.place is not None:
            self._unheard.paint(painter, self.width(), self._background_role or "surface")
        if self._has_caret:
            self._paint_caret(painter)

    def _paint_part(
        self, painter: QPainter, context: QAbstractTextDocumentLayout.PaintContext, part: PaintPart
    ) -> None:
        if part.marks:
            self._sorted_heads.clear()
            self._paint_marks(painter, part.rect)
        if part.text:
            context.clip = part.rect
            self.content.document.documentLayout().draw(painter, context)
            # Over the background of the cells.
            for block, place in self._sorted_heads:
                paint_sorting(painter, block, place)

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
                code_box_at(block, clip, self.width()).paint(painter, is_copied=self._copied == number)
            if number and code_numbers().is_on:
                paint_line_number(painter, block, rect)
            if form.intProperty(Mark.QUOTE):
                paint_quote(painter, rect, block)
            if form.boolProperty(Mark.RULE):
                painter.fillRect(QRectF(0, rect.top(), self.width(), 1), theme.current().colour("code_edge"))
            if form.boolProperty(Mark.BULLET) or form.intProperty(Mark.TASK):
                paint_bullet(painter, block, rect)
            if form.intProperty(Mark.SORTED):
                self._sorted_heads.append((block, rect))
            if form.boolProperty(Mark.HAS_CODE_SPAN):
                self._code_spans.paint(painter, block, rect)
            block = block.next()

    def _caret_rect(self) -> QRectF:
        block = self.content.document.lastBlock()
        if block.blockFormat().boolProperty(Mark.SPACER):
            block = last_written_block(self.content.document)
        rect = self.content.document.documentLayout().blockBoundingRect(block)
        if self.content.has_areas:
            rect.moveTopLeft(self._areas.to_view(rect.topLeft(), self.width()))
        lines = block.layout().lineCount()
        if not lines:
            return QRectF()
        line = block.layout().lineAt(lines - 1)
        # Qt shapes the paragraph once more for a cursor's place, so only where the text may end elsewhere.
        is_mixed = _RIGHT_TO_LEFT.search(block.text())
        x = cursor_x(line, block.length() - 1) if is_mixed else line.x() + line.horizontalAdvance()
        return QRectF(min(rect.left() + x + 3, self.width() - 4), rect.top() + line.y() + line.height() - 18, 3, 15)

    def _paint_caret(self, painter: QPainter) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setOpacity(0.65 + 0.35 * sin(perf_counter() * 6))
        painter.setBrush(theme.current().colour("accent"))
        place = self._caret_rect()
        painter.drawRoundedRect(place, 1.5, 1.5)
        self._caret_painted = place.adjusted(-1, -1, 1, 1)

    def _update_caret(self) -> None:
        self.update(self._caret_painted.toAlignedRect())

    def _update_caret_timer(self) -> None:
        if self._has_caret and self.isVisible():
            self._caret_timer.start()
        else:
            self._caret_timer.stop()

    def event(self, event: QEvent) -> bool:
        if event.type() in {QEvent.Type.Show, QEvent.Type.Hide}:
            self._update_caret_timer()
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            self._show_tooltip(QPointF(event.pos()))
            return True
        return super().event(event)

    def link_at(self, point: QPointF) -> str:
        """Return the target of the link at a point of the view, or an empty string."""
        return self.content.document.documentLayout().anchorAt(self._areas.to_document(point, self.width()))

    def link_text_at(self, point: QPointF) -> str:
        """Return the text of the link at a point of the view."""
        return self._link_text_and_rect(point)[0]

    def _link_text_and_rect(self, point: QPointF) -> tuple[str, QRect]:
        """Return the text of the link at a point, and the rectangle around the point in its line."""
        target, position = self.link_at(point), self.position_at(point)
        block = self.content.document.findBlock(position)
        words = link_text(block, target, position)
        line = block.layout().lineForTextPosition(max(position - block.position(), 0))
        if not line.isValid():
            return words, QRect(point.toPoint(), point.toPoint())
        top = self.content.document.documentLayout().blockBoundingRect(block).top() + line.y()
        return words, QRect(round(point.x()) - 8, round(top), 16, round(line.height()))

    def _show_tooltip(self, point: QPointF) -> None:
        """Show the target of the link at a point, or what the control of a code block does, as a tooltip."""
        words, place = "", QRect(round(point.x()) - 8, round(point.y()) - 8, 16, 16)
        if control := self._control_at(point):
            number, name, place = control
            labels = {
                "copy": tr("Copy code"),
                "save": tr("Save the code…"),
                "code": self.source_label(number),
                "down": tr("Draw diagrams…"),
            }
            words = labels.get(name) or _PREFERENCES[name]().label
        elif head := self._head_at(point):
            table = self.tables[head[0]]
            words = tr("Sort by “{column}”", column=table.heads[head[1]])
            if table.is_too_large:
                words = tr(TOO_LARGE, n=MAX_SORTED_CELLS)
        elif (target := self.link_at(point)) and (link := links.parse(target)):
            words, place = link.tooltip_text, self._link_text_and_rect(point)[1]
        elif self._unheard.contains(point, self.width()):
            words = tr("Not heard: you interrupted her here")
        tooltip.show_tooltip_for(self, words, place)

    def _control_at(self, point: QPointF) -> tuple[int, str, QRect] | None:
        """Return the number of a code block, and the name and the rectangle of its control at a point.

        None if there is none: the point is in or above the first line.
        """
        nearest = self.content.document.findBlock(self.position_at(point))
        for block in (nearest, nearest.next()):
            number = block.blockFormat().intProperty(Mark.CODE) if block.isValid() else 0
            if number and block.previous().blockFormat().intProperty(Mark.CODE) != number:
                controls = code_box_at(block, QRectF(point, point), self.width()).controls
                found = ((number, name, rect.toRect()) for name, rect in controls.items() if rect.contains(point))
                return next(found, None)
        return None

    def _fold_at(self, point: QPointF) -> int:
        """Return the number of what is folded by the line at a point; 0 if it folds nothing."""
        if not self.content.summaries or self.link_at(point):
            return 0
        block = self.content.document.findBlock(self.position_at(point))
        is_inside = self.content.document.documentLayout().blockBoundingRect(block).contains(point)
        return block.blockFormat().intProperty(Mark.FOLD) if is_inside else 0

    def _head_at(self, point: QPointF) -> tuple[int, int] | None:
        """Return the numbers of the table and of its column whose head is at a point; None for no head."""
        if not self.content.has_areas:
            return None
        position = self.position_at(point)
        block = self.content.document.findBlock(position)
        table = QTextCursor(block).currentTable()
        if not table or table.cellAt(position).row() or self.link_at(point):
            return None
        rect = self.content.document.documentLayout().blockBoundingRect(block)
        if not rect.adjusted(0, -CELL_PAD, 0, CELL_PAD).contains(self._areas.to_document(point, self.width())):
            return None
        column = table.cellAt(position).column()
        tables = enumerate(self.tables)
        return next(
            ((n, column) for n, each in tables if each.has_part(table) and (each.can_sort or each.is_too_large)), None
        )

    def _run_control(self, number: int, name: str) -> None:
        match name:
            case "copy":
                self.copy_code(number)
            case "save":
                self.save_code(number)
            case "code":
                self.toggle_source(number)
            case "down":
                self.want_diagrams()
            case _:
                _PREFERENCES[name]().toggle()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        point = event.position()
        if self._areas.press(point, self.width()):
            self.selecting.emit()
            self.update()
            return
        if control := self._control_at(point):
            self._run_control(*control[:2])
            return
        self._pressed_link, self._pressed_head = self.link_at(point), self._head_at(point)
        self._pressed_fold = self._fold_at(point)
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.message_selection.extend_to(self, event.globalPosition().toPoint())
        else:
            self.message_selection.begin(self)
            self._selection.setPosition(self.position_at(point))
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = event.position()
        if self._areas.dragged:
            self._areas.drag(point, self.width())
            self.update()
            return
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._areas.scroll_towards(point, self.width())
            self.message_selection.drag_to(self, event.globalPosition().toPoint())
            self.selecting.emit()
            return
        is_link = self.link_at(point) or self._control_at(point) or self._head_at(point) or self._fold_at(point)
        self.setCursor(Qt.CursorShape.PointingHandCursor if is_link else Qt.CursorShape.IBeamCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.message_selection.pointer = None
        self._areas.dragged = None
        link = self.link_at(event.position())
        is_click, head = not self.message_selection.selected_text(), self._pressed_head
        if link and link == self._pressed_link and is_click:
            self.link_activated.emit(link, self.link_text_at(event.position()))
        elif head and is_click and self._head_at(event.position()) == head:
            self.sort_table(*head)
        elif self._pressed_fold and is_click and self._fold_at(event.position()) == self._pressed_fold:
            self.toggle_fold(self._pressed_fold)
        self._pressed_link, self._pressed_fold = "", 0

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._selection.setPosition(self.position_at(event.position()))
        self._selection.select(QTextCursor.SelectionType.WordUnderCursor)
        self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        area, distance = self._areas.at(event.position(), self.width()), horizontal_delta(event)
        if area and distance:
            self._areas.scroll(area, distance)
            self.update()
        else:
            event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy) and self.message_selection.selected_text():
            self.message_selection.copy()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.select_all()
        elif not self.message_selection.scroll_sideways(event.key()):
            event.ignore()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        is_leaving = event.reason() not in {Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason}
        if is_leaving and QApplication.focusWidget() not in self.message_selection.texts:
            self.message_selection.clear()
        super().focusOutEvent(event)


def _selection_format(cursor: QTextCursor) -> QAbstractTextDocumentLayout.Selection:
    selection = QAbstractTextDocumentLayout.Selection()
    selection.cursor = cursor  # pyright: ignore[reportAttributeAccessIssue]
    look = theme.current()
    selection.format.setBackground(look.colour("selection"))  # pyright: ignore[reportAttributeAccessIssue]
    selection.format.setForeground(look.colour("text"))  # pyright: ignore[reportAttributeAccessIssue]
    return selection
