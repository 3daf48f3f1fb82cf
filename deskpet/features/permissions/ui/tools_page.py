"""The list of tools in the settings: icon, title and help of each, and its permission as one segmented control."""

from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum

from PySide6.QtCore import (
    QAbstractItemModel,
    QEasingCurve,
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPoint,
    QRectF,
    Qt,
    QVariantAnimation,
)
from PySide6.QtGui import (
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QResizeEvent,
    QShowEvent,
    QStandardItem,
    QStandardItemModel,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QScrollArea,
    QSizePolicy,
    QStyle,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from deskpet.chat.tool import Tool
from deskpet.config.choices import Policy
from deskpet.translation import tr, tr_noop
from deskpet.ui.settings.settings_form import SettingsForm
from deskpet.ui.widgets import animation, icons, theme
from deskpet.ui.widgets.item_delegate import AnyIndex, ItemDelegate, option_rect, option_state, paint_focus_ring
from deskpet.ui.widgets.segmented_control import MARGIN, paint_groove, paint_highlight

# Logical pixels: between the texts of a tool, and about the label of a choice.
_LINE_GAP, _PAD_X, _PAD_Y = 2, 12, 5
_WRAPPED = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
_CHOICES = (
    (Policy.ALLOW, tr_noop("Allow"), tr_noop("It runs whenever the model calls it")),
    (Policy.ASK, tr_noop("Ask"), tr_noop("You are asked each time, on its card")),
    (Policy.MANUAL, tr_noop("Manual"), tr_noop("Only you run it, with a button on its card; no rule replaces that")),
    (Policy.REFUSE, tr_noop("Refuse"), tr_noop("The model is not told of it, and a call is refused")),
)
"""Of the columns after the first one, which shows the tool itself."""

_CHOOSING_KEYS = {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter}


class ToolRole(IntEnum):
    """What the delegate paints beside the text of a cell."""

    HELP = Qt.ItemDataRole.UserRole + 1
    MISSING = Qt.ItemDataRole.UserRole + 2
    ICON = Qt.ItemDataRole.UserRole + 3


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

    def editorEvent(
        self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: AnyIndex
    ) -> bool:
        # A choice is taken by the page, not like the box of an item.
        return False

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not index.column():
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
        return self._segment(index) if _is_checked(index) else None

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


class ToolsPage(QTableView):
    """Shows a line for each tool: one view, because a button for each choice took 0.1 s to create.

    It is as high as its lines: the page around it scrolls.
    """

    def __init__(self, form: SettingsForm) -> None:
        super().__init__()
        self._form = form
        self.setObjectName("tools_list")
        self.setAccessibleName(tr("Tools"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        for set_policy in (self.setHorizontalScrollBarPolicy, self.setVerticalScrollBarPolicy):
            set_policy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setMinimumSectionSize(0)
            header.hide()
        self._is_outdated = True
        self._tools: dict[str, Tool] = {}
        self._model = QStandardItemModel(0, 1 + len(_CHOICES), self)
        self.setModel(self._model)
        self._delegate = ToolsDelegate(self)
        self.setItemDelegate(self._delegate)
        self.clicked.connect(self._choose)
        form.follow(lambda _: self._show_saved(), "tools.policies")

    def show_tools(self, tools: Iterable[Tool]) -> None:
        """List these tools."""
        self._tools = {tool.name: tool for tool in tools}
        self._model.setRowCount(0)
        for tool in self._tools.values():
            self._model.appendRow([_tool_item(tool), *(_choice_item(tool, *choice) for choice in _CHOICES)])
        self._show_saved()
        self.selectionModel().setCurrentIndex(self._model.index(0, 1), QItemSelectionModel.SelectionFlag.NoUpdate)
        self._lay_out_when_visible()

    def show_policies(self, policy_of: Callable[[str], Policy | None]) -> None:
        """Show the policy of each tool; `policy_of` returns it by the tool's name, None for what it declares."""
        for row, tool in enumerate(self._tools.values()):
            shown = policy_of(tool.name) or tool.policy
            for column, (policy, *_) in enumerate(_CHOICES, 1):
                _check(self._model.item(row, column), policy is shown)

    def _show_saved(self) -> None:
        self.show_policies(self._form.settings.tools.policies.get)

    def show_missing(self, missing: Mapping[str, str]) -> None:
        """Show what tools need to be available, by their names; an empty text for those that are."""
        for row, name in enumerate(self._tools):
            _show_missing(self._model.item(row), missing.get(name, ""))
        self._lay_out_when_visible()

    def choice(self, tool_name: str, policy: Policy) -> QModelIndex:
        """Return the cell in which `policy` is chosen for a tool."""
        columns = [each for each, *_ in _CHOICES]
        return self._model.index(list(self._tools).index(tool_name), 1 + columns.index(policy))

    def _choose(self, index: AnyIndex) -> None:
        if index.column() < 1 or _is_checked(index):
            return
        name, policy = list(self._tools)[index.row()], _CHOICES[index.column() - 1][0]
        cells = (self._model.index(index.row(), column) for column in range(1, self._model.columnCount()))
        chosen = next(each for each in cells if _is_checked(each))
        self._delegate.slide(chosen, index)
        policies = {key: each for key, each in self._form.settings.tools.policies.items() if key != name}
        # What the tool declares is not written into the settings.
        if self._tools[name].policy is not policy:
            policies[name] = policy
        self._form.change({("tools", "policies"): policies})

    def _lay_out(self) -> None:
        """Give the first column what the others leave, each row the height of its text, and the view that of all."""
        self._is_outdated = False
        outer = (_CHOICES[0], _CHOICES[-1])
        widths = [self._delegate.choice_width(tr(each[1]), is_outer=each in outer) for each in _CHOICES]
        first = max(0, self.width() - sum(widths))
        for column, width in enumerate([first, *widths]):
            self.setColumnWidth(column, width)
        heights = [self._delegate.row_height(self._model.index(row, 0), first) for row in range(self._model.rowCount())]
        for row, height in enumerate(heights):
            self.setRowHeight(row, height)
        self.setFixedHeight(sum(heights))

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._delegate.shows_ring = event.reason() != Qt.FocusReason.MouseFocusReason
        super().focusInEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._delegate.shows_ring = False
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._delegate.shows_ring = True
        if event.key() in _CHOOSING_KEYS:
            self._choose(self.currentIndex())
        else:
            super().keyPressEvent(event)
            self._scroll_to_current()

    def _scroll_to_current(self) -> None:
        """Let the page show the current row; after a click it would move under the pointer."""
        if area := _scroll_area(self):
            row = self.visualRect(self.currentIndex())
            # A position in the page, which is the area's widget.
            middle = self.mapTo(area, row.center()) + QPoint(0, area.verticalScrollBar().value())
            area.ensureVisible(0, middle.y(), 0, row.height())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._show_pointer(event.position().toPoint())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._lay_out()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._lay_out_when_visible()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_outdated:
            self._lay_out()

    def _lay_out_when_visible(self) -> None:
        """Lay out now or when shown: in the few pixels of a page that is being created, all texts wrap for 0.2 s."""
        self._is_outdated = not self.isVisible()
        if not self._is_outdated:
            self._lay_out()

    def _show_pointer(self, position: QPoint) -> None:
        is_choice = self.indexAt(position).column() > 0
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if is_choice else Qt.CursorShape.ArrowCursor)


def _tool_item(tool: Tool) -> QStandardItem:
    """Return the first cell of a tool's row: what it is."""
    item = QStandardItem(tr(tool.title))
    item.setAccessibleText(item.text())
    item.setData(tr(tool.about) if tool.about else _first_sentence(tool.description), ToolRole.HELP)
    item.setData(tool.icon, ToolRole.ICON)
    _show_missing(item, "")
    return item


def _show_missing(item: QStandardItem, missing: str) -> None:
    item.setData(missing, ToolRole.MISSING)
    item.setAccessibleDescription(" ".join(filter(None, (item.data(ToolRole.HELP), missing))))


def _choice_item(tool: Tool, policy: Policy, label: str, help_text: str) -> QStandardItem:
    """Return the cell of a policy, which is checked if that is the policy of the tool."""
    item = QStandardItem(tr(label))
    item.setCheckable(True)
    # Here, a change tells no view.
    _check(item, policy is tool.policy)
    item.setAccessibleText(tr("{title}: {choice}", title=tr(tool.title), choice=item.text()))
    item.setToolTip(tr(help_text))
    item.setAccessibleDescription(item.toolTip())
    return item


def _check(item: QStandardItem, is_checked: bool) -> None:
    # Not `setCheckState`, which would store a number.
    item.setData(Qt.CheckState.Checked if is_checked else Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)


def _is_checked(index: AnyIndex) -> bool:
    return index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked


def _scroll_area(widget: QWidget) -> QScrollArea | None:
    """Return the page around a widget."""
    parent = widget.parentWidget()
    return parent if parent is None or isinstance(parent, QScrollArea) else _scroll_area(parent)


def _first_sentence(text: str) -> str:
    first = text.partition("\n")[0]
    return first.partition(". ")[0].rstrip(".") + "."
