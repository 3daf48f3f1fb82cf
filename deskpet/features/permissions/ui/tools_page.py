"""Tools page of the settings: permission of each tool."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPoint,
    Qt,
    Signal,
)
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QScrollArea, QSizePolicy, QTableView, QWidget

from deskpet.chat.tool import Tool
from deskpet.config.choices import Policy
from deskpet.features.permissions.ui.tools_delegate import ToolRole, ToolsDelegate
from deskpet.translation import tr, tr_noop
from deskpet.ui.widgets.item_delegate import AnyIndex

_CHOICES = (
    (Policy.ALLOW, tr_noop("Allow"), tr_noop("It runs whenever the model calls it")),
    (Policy.ASK, tr_noop("Ask"), tr_noop("You are asked each time, on its card")),
    (Policy.MANUAL, tr_noop("Manual"), tr_noop("Only you run it, with a button on its card; no rule replaces that")),
    (Policy.REFUSE, tr_noop("Refuse"), tr_noop("The model is not told of it, and a call is refused")),
)
"""Of the columns after the first one, which shows the tool itself."""

_CHOOSING_KEYS = {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter}


class ToolsPage(QTableView):
    """Shows a line for each tool: one view, because a button for each choice took 0.1 s to create.

    It is as high as its lines: the page around it scrolls.

    changed: Emitted with a tool's name and its new Policy.
    """

    changed = Signal(str, object)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("tools_list")
        self.setAccessibleName(tr("Tools"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        for set_policy in (self.setHorizontalScrollBarPolicy, self.setVerticalScrollBarPolicy):
            set_policy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setMinimumSectionSize(0)
            header.hide()
        self._is_outdated = True
        self._model = _ToolsModel(self)
        self.setModel(self._model)
        self._delegate = ToolsDelegate(self)
        self.setItemDelegate(self._delegate)
        self.clicked.connect(self._choose)

    def show_tools(self, tools: Iterable[Tool]) -> None:
        """List these tools."""
        self._model.show_tools(tuple(tools))
        self.selectionModel().setCurrentIndex(self._model.index(0, 1), QItemSelectionModel.SelectionFlag.NoUpdate)
        self._lay_out_when_visible()

    def show_policies(self, policy_of: Callable[[str], Policy]) -> None:
        """Show the policy of each tool; `policy_of` returns it by the tool's name."""
        self._model.show_policies(policy_of)

    def show_missing(self, missing: Mapping[str, str]) -> None:
        """Show what tools need to be available, by their names; an empty text for those that are."""
        self._model.show_missing(missing)
        self._lay_out_when_visible()

    def choice(self, tool_name: str, policy: Policy) -> QModelIndex:
        """Return the cell in which `policy` is chosen for a tool."""
        return self._model.choice(tool_name, policy)

    def _choose(self, index: AnyIndex) -> None:
        choice = index.data(ToolRole.CHOICE)
        if choice is None or index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked:
            return
        tool_name, policy = choice
        self._delegate.slide(self._model.chosen(index.row()), index)
        self._model.show_policies({tool_name: policy}.get)
        self.changed.emit(tool_name, policy)

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
        can_choose = self.indexAt(position).data(ToolRole.CHOICE) is not None
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if can_choose else Qt.CursorShape.ArrowCursor)


class _ToolsModel(QAbstractTableModel):
    """A row for each tool: what it is, then a cell for each policy, checked where that is its policy."""

    def __init__(self, parent: QTableView) -> None:
        super().__init__(parent)
        self._tools: tuple[Tool, ...] = ()
        self._policies: dict[str, Policy] = {}
        self._missing: dict[str, str] = {}

    def show_tools(self, tools: tuple[Tool, ...]) -> None:
        self.beginResetModel()
        self._tools = tools
        self.endResetModel()

    def show_policies(self, policy_of: Callable[[str], Policy | None]) -> None:
        self._policies |= {tool.name: policy for tool in self._tools if (policy := policy_of(tool.name))}
        self._announce([Qt.ItemDataRole.CheckStateRole])

    def show_missing(self, missing: Mapping[str, str]) -> None:
        self._missing = dict(missing)
        self._announce([ToolRole.MISSING])

    def choice(self, tool_name: str, policy: Policy) -> QModelIndex:
        row = next(row for row, tool in enumerate(self._tools) if tool.name == tool_name)
        return self.index(row, 1 + next(column for column, (each, *_) in enumerate(_CHOICES) if each is policy))

    def chosen(self, row: int) -> QModelIndex:
        """Return the cell of the policy that the tool in this row has."""
        return self.choice(self._tools[row].name, self._policies[self._tools[row].name])

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        return 0 if parent and parent.isValid() else len(self._tools)

    def columnCount(self, parent: AnyIndex | None = None) -> int:
        return 0 if parent and parent.isValid() else 1 + len(_CHOICES)

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return flags | Qt.ItemFlag.ItemIsUserCheckable if index.column() else flags

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        tool = self._tools[index.row()]
        return self._choice_data(tool, index.column(), role) if index.column() else self._tool_data(tool, role)

    def _tool_data(self, tool: Tool, role: int) -> Any:
        help_text = tr(tool.about) if tool.about else _first_sentence(tool.description)
        missing = self._missing.get(tool.name, "")
        texts: dict[int, str] = {
            Qt.ItemDataRole.DisplayRole: tr(tool.title),
            Qt.ItemDataRole.AccessibleTextRole: tr(tool.title),
            Qt.ItemDataRole.AccessibleDescriptionRole: " ".join(text for text in (help_text, missing) if text),
            ToolRole.HELP: help_text,
            ToolRole.MISSING: missing,
            ToolRole.ICON: tool.icon,
        }
        return texts.get(role)

    def _choice_data(self, tool: Tool, column: int, role: int) -> Any:
        policy, label, help_text = _CHOICES[column - 1]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return tr(label)
            case Qt.ItemDataRole.AccessibleTextRole:
                return tr("{title}: {choice}", title=tr(tool.title), choice=tr(label))
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleDescriptionRole:
                return tr(help_text)
            case Qt.ItemDataRole.CheckStateRole:
                has_policy = self._policies.get(tool.name) is policy
                return Qt.CheckState.Checked if has_policy else Qt.CheckState.Unchecked
            case ToolRole.CHOICE:
                return tool.name, policy
            case _:
                return None

    def _announce(self, roles: list[int]) -> None:
        last = self.index(self.rowCount() - 1, self.columnCount() - 1)
        self.dataChanged.emit(self.index(0, 0), last, roles)


def _scroll_area(widget: QWidget) -> QScrollArea | None:
    """Return the page around a widget."""
    parent = widget.parentWidget()
    return parent if parent is None or isinstance(parent, QScrollArea) else _scroll_area(parent)


def _first_sentence(text: str) -> str:
    first = text.partition("\n")[0]
    return first.partition(". ")[0].rstrip(".") + "."
