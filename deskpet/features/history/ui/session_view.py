"""The list view of sessions, of which several can be selected, or of search hits."""

from collections.abc import Iterable

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPersistentModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from deskpet.features.history.ui.session_delegate import SessionDelegate
from deskpet.features.history.ui.session_list import SessionModel
from deskpet.store import Session

_UPWARD_MOVES = {
    QAbstractItemView.CursorAction.MoveUp,
    QAbstractItemView.CursorAction.MovePrevious,
    QAbstractItemView.CursorAction.MovePageUp,
    QAbstractItemView.CursorAction.MoveEnd,
}
_SELECTING = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


class SessionView(QListView):
    """A list of one column. Ctrl and Shift select several rows, with the pointer as with the keys.

    chosen: Emitted with an index that is clicked, or that Enter is pressed on.
    delete_requested: Emitted when Delete is pressed.
    menu_requested: Emitted with an index and a screen position when a context menu is requested.
    """

    chosen = Signal(QModelIndex)
    delete_requested = Signal()
    menu_requested = Signal(QModelIndex, QPoint)

    def __init__(self, model: SessionModel, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("sessions")
        self._sessions = model
        self.setModel(model)
        self.delegate = SessionDelegate(self)
        self.setItemDelegate(self.delegate)
        # Nothing to choose is no stop of the keyboard: the panel lets it be one when there is something.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._request_menu)
        self.selectionModel().selectionChanged.connect(self._mark_selection)
        self._modifiers = Qt.KeyboardModifier.NoModifier
        self.clicked.connect(self._on_clicked)
        self.activated.connect(self.chosen)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and (first := self.first_row):
            # The ring of the focus is that of a row.
            self.selectionModel().setCurrentIndex(first, QItemSelectionModel.SelectionFlag.NoUpdate)

    @property
    def first_row(self) -> QModelIndex | None:
        """The first row that is no heading."""
        rows = map(self._sessions.index, range(self._sessions.rowCount()))
        return next((each for each in rows if self._sessions.flags(each) & Qt.ItemFlag.ItemIsSelectable), None)

    @property
    def is_editing(self) -> bool:
        """Whether a title is being edited."""
        return self.state() == QAbstractItemView.State.EditingState

    @property
    def selected(self) -> list[Session]:
        """The selected sessions, from the top."""
        items = (self._sessions.item(index) for index in sorted(self.selectionModel().selectedIndexes()))
        return [each for each in items if isinstance(each, Session)]

    def select(self, indexes: Iterable[QModelIndex]) -> None:
        """Select these rows too."""
        for index in indexes:
            self.selectionModel().select(index, QItemSelectionModel.SelectionFlag.Select)

    def _mark_selection(self) -> None:
        self.delegate.marks_selection = len(self.selectionModel().selectedIndexes()) > 1
        self.viewport().update()

    def _request_menu(self, point: QPoint) -> None:
        index = self.indexAt(point)
        if not self.selectionModel().isSelected(index):
            self.setCurrentIndex(index)
        self.menu_requested.emit(index, self.viewport().mapToGlobal(point))

    def _on_clicked(self, index: QModelIndex) -> None:
        if not self._modifiers & _SELECTING:
            self.chosen.emit(index)

    def mouseReleaseEvent(self, e: QMouseEvent) -> None:
        self._modifiers = e.modifiers()
        super().mouseReleaseEvent(e)

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex | QPersistentModelIndex:
        """Skip headings when moving by keyboard."""
        index = super().moveCursor(action, modifiers)
        step = -1 if action in _UPWARD_MOVES else 1
        while index.isValid() and not self.model().flags(index) & Qt.ItemFlag.ItemIsSelectable:
            index = index.siblingAtRow(index.row() + step)
        return index if index.isValid() else self.currentIndex()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self.delete_requested.emit()
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            # The field of a title leaves to the list the key that ends it.
            if not self.is_editing:
                self.chosen.emit(self.currentIndex())
        elif event.key() == Qt.Key.Key_Escape and self.delegate.marks_selection:
            self.setCurrentIndex(self.currentIndex())
            self.selectionModel().select(self.currentIndex(), QItemSelectionModel.SelectionFlag.ClearAndSelect)
        elif event.text().strip().isprintable() and event.text().strip():
            # The window gives it to the message: whoever types after a click on a conversation writes in that.
            event.ignore()
        else:
            super().keyPressEvent(event)
