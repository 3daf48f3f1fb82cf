"""Shared pieces of the delegates of lists, trees and tables: tooltips, the ground of a row and a line of text."""

from typing import Any

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QHelpEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from deskpet.ui.widgets import theme, tooltip
from deskpet.ui.widgets.painting import paint_box

AnyIndex = QModelIndex | QPersistentModelIndex


class ItemDelegate(QStyledItemDelegate):
    """Shows the tooltips of items as those of widgets."""

    def helpEvent(
        self, event: QHelpEvent, view: QAbstractItemView, option: QStyleOptionViewItem, index: AnyIndex
    ) -> bool:
        if event.type() != QEvent.Type.ToolTip:
            return super().helpEvent(event, view, option, index)
        tooltip.show_tooltip_for(view.viewport(), index.data(Qt.ItemDataRole.ToolTipRole) or "", option_rect(option))
        return True


def option_rect(option: Any) -> QRect:
    """Return an option's rectangle: the stubs lack QStyleOption's fields."""
    return option.rect


def option_state(option: Any) -> QStyle.StateFlag:
    """Return an option's state, see `option_rect`."""
    return option.state


def paint_ground(painter: QPainter, rect: QRectF, state: QStyle.StateFlag, colour: QColor | None = None) -> None:
    """Paint the ground of a row in `colour`, else in that of the row below the pointer, and a ring with the focus."""
    if colour is None and state & QStyle.StateFlag.State_MouseOver:
        colour = theme.current().colour("hover")
    if colour is not None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawRoundedRect(rect, theme.RADIUS_CONTROL, theme.RADIUS_CONTROL)
    if state & QStyle.StateFlag.State_HasFocus:
        paint_focus_ring(painter, rect)


def paint_focus_ring(painter: QPainter, rect: QRectF) -> None:
    """Paint the ring of an item with the focus inside of `rect`."""
    paint_box(painter, rect, theme.RADIUS_CONTROL, edge="accent")


def paint_line(
    painter: QPainter,
    text: str,
    rect: QRectF,
    role: str,
    font: QFont,
    elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
) -> float:
    """Paint one line in the colour of a role, cut to the width of `rect`. Returns the width that it takes."""
    metrics = QFontMetricsF(font)
    shown = metrics.elidedText(text, elide, max(rect.width(), 0))
    # The ellipsis alone tells nothing.
    shown = "" if shown == "…" != text else shown
    painter.setFont(font)
    painter.setPen(theme.current().colour(role))
    painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
    return metrics.horizontalAdvance(shown)
