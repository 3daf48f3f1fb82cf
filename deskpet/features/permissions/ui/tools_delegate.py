"""Paints the list of tools: icon, title and help text, and the choices as one segmented control."""

from enum import IntEnum

from PySide6.QtCore import (
    QEasingCurve,
    QRectF,
    Qt,
    QVariantAnimation,
)
from PySide6.QtGui import QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QTableView

from deskpet.ui.widgets import animation, icons, theme
from deskpet.ui.widgets.item_delegate import AnyIndex, ItemDelegate, option_rect, option_state, paint_focus_ring
from deskpet.ui.widgets.segmented_control import MARGIN, paint_groove, paint_highlight

# Logical pixels: between the texts of a tool, and about the label of a choice.
_LINE_GAP, _PAD_X, _PAD_Y = 2, 12, 5
_WRAPPED = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)


class ToolRole(IntEnum):
    """What the delegate paints beside the text of a cell.

    CHOICE: name of the tool and Policy of a cell in which one is chosen; None elsewhere.
    """

    HELP = Qt.ItemDataRole.UserRole + 1
    MISSING = Qt.ItemDataRole.UserRole + 2
    ICON = Qt.ItemDataRole.UserRole + 3
    CHOICE = Qt.ItemDataRole.UserRole + 4


class ToolsDelegate(ItemDelegate):
    """Paints the cells of a table of tools.

    shows_ring: Whether the cell with the focus has a ring; after a click it would look like a second checked one.
    """

    shows_ring = False

    def __init__(self, view: QTableView) -> None:
        super().__init__(view)
        self._view = view
        self._sliding_row = -1
        self._slide = QVariantAnimation(self)
        self._slide.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._slide.valueChanged.connect(lambda _: view.viewport().update())
        self._slide.finished.connect(self._end_slide)

    def slide(self, before: AnyIndex, after: AnyIndex) -> None:
        """Move the highlight from one choice to another one of the same row."""
        self._slide.stop()
        self._sliding_row = after.row()
        self._slide.setDuration(animation.duration(theme.SOFT))
        self._slide.setStartValue(self._segment(before))
        self._slide.setEndValue(self._segment(after))
        self._slide.start()

    def choice_width(self, label: str, *, is_outer: bool) -> int:
        """Return the width of the column of a choice, in pixels. is_outer: whether it is the first or last choice."""
        text_width = QFontMetricsF(theme.demibold_font(theme.TEXT - 1)).horizontalAdvance(label)
        return round(text_width) + 2 * _PAD_X + (MARGIN if is_outer else 0)

    def row_height(self, index: AnyIndex, width: int) -> int:
        """Return the height of the row of a tool whose first column has this width, in pixels."""
        *_, (_, _, _, last) = _texts(index, QRectF(0, 0, width, 0))
        return round(max(last.bottom(), theme.scaled(icons.BADGE), _control_height())) + theme.S4

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if index.data(ToolRole.CHOICE) is None:
            _paint_tool(painter, index, QRectF(option_rect(option)))
        else:
            painter.setClipRect(option_rect(option))
            self._paint_choice(painter, index, option_state(option))
        painter.restore()

    def _paint_choice(self, painter: QPainter, index: AnyIndex, state: QStyle.StateFlag) -> None:
        """Paint the part of the row's control that is in this cell."""
        paint_groove(painter, self._control(index))
        segment, look = self._segment(index), theme.current()
        if highlight := self._highlight(index):
            paint_highlight(painter, highlight)
        is_lit = bool(highlight and segment.contains(highlight.center()))
        is_hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        painter.setFont(theme.demibold_font(theme.TEXT - 1))
        painter.setPen(look.colour("accent_text" if is_lit else "text" if is_hovered else "muted"))
        painter.drawText(segment, Qt.AlignmentFlag.AlignCenter, str(index.data(Qt.ItemDataRole.DisplayRole)))
        if self.shows_ring and state & QStyle.StateFlag.State_HasFocus:
            paint_focus_ring(painter, segment)

    def _highlight(self, index: AnyIndex) -> QRectF | None:
        """Return where the highlight of this row is while it moves, and else that of this cell if it is checked."""
        if index.row() == self._sliding_row:
            return QRectF(self._slide.currentValue())
        is_checked = index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
        return self._segment(index) if is_checked else None

    def _control(self, index: AnyIndex) -> QRectF:
        """Return the rectangle of the row's control."""
        model = index.model()
        ends = (model.index(index.row(), column) for column in (1, model.columnCount() - 1))
        first, last = (QRectF(self._view.visualRect(each)) for each in ends)
        row, height = first.united(last).adjusted(0, 0, 0, -theme.S4), _control_height()
        return QRectF(row.left(), row.center().y() - height / 2, row.width(), height)

    def _segment(self, index: AnyIndex) -> QRectF:
        """Return the rectangle in which a choice is highlighted."""
        inner = self._control(index).adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
        return inner.intersected(QRectF(self._view.visualRect(index)))

    def _end_slide(self) -> None:
        self._sliding_row = -1
        self._view.viewport().update()


def _control_height() -> float:
    return QFontMetricsF(theme.demibold_font(theme.TEXT - 1)).height() + 2 * (_PAD_Y + MARGIN)


def _texts(index: AnyIndex, rect: QRectF) -> list[tuple[str, QFont, str, QRectF]]:
    """Return each text of a tool with its font, its role in the theme and its place, one below the other."""
    texts = [
        (Qt.ItemDataRole.DisplayRole, theme.demibold_font(theme.TEXT - 1), "text"),
        (ToolRole.HELP, theme.ui_font(theme.SMALL), "muted"),
        (ToolRole.MISSING, theme.demibold_font(theme.SMALL), "error"),
    ]
    left, top = rect.left() + theme.scaled(icons.BADGE) + theme.S3, rect.top()
    placed: list[tuple[str, QFont, str, QRectF]] = []
    for role, font, colour in texts:
        if text := str(index.data(role)):
            room = QRectF(left, top, max(1.0, rect.right() - theme.S3 - left), 10_000)
            place = QFontMetricsF(font).boundingRect(room, _WRAPPED, text)
            placed.append((text, font, colour, QRectF(left, top, room.width(), place.height())))
            top = place.bottom() + _LINE_GAP
    return placed


def _paint_tool(painter: QPainter, index: AnyIndex, rect: QRectF) -> None:
    icons.paint_badge(painter, str(index.data(ToolRole.ICON)), rect.topLeft())
    for text, font, colour, place in _texts(index, rect):
        painter.setFont(font)
        painter.setPen(theme.current().colour(colour))
        painter.drawText(place, _WRAPPED, text)
