"""The conversations of a person: found, opened, named, pinned, deleted, taken out and brought in."""

from collections.abc import Callable
from datetime import datetime
from enum import Enum
from functools import partial

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from deskpet.store import SearchHit, Session
from deskpet.ui.history.session_list import Item, SessionDelegate, SessionModel, grouped
from deskpet.ui.widgets import icons, language, tab_order, theme
from deskpet.ui.widgets.icons import IconButton
from deskpet.ui.widgets.popup_menu import PopupMenu, dress_field
from deskpet.words import tr

SEARCH_MS = 180
_UPWARDS = {
    QAbstractItemView.CursorAction.MoveUp,
    QAbstractItemView.CursorAction.MovePrevious,
    QAbstractItemView.CursorAction.MovePageUp,
    QAbstractItemView.CursorAction.MoveEnd,
}


class ExportForm(Enum):
    """What a conversation is taken out as: for people, or to be brought in again."""

    MARKDOWN = "md"
    JSON = "json"


class HistoryPanel(QWidget):
    """Shows and asks; it knows no store. Conversations are told by their ids."""

    opened = Signal(str)
    hit_chosen = Signal(object, str)  # a Hit, and what was searched for
    new_requested = Signal()
    renamed = Signal(str, str)  # its title is to be this
    pinned = Signal(str, bool)
    delete_requested = Signal(str)
    searched = Signal(str)  # this is looked for; empty: nothing any more
    export_requested = Signal(object, object)  # an id, or None for all of them; an ExportForm
    import_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("history")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._sessions: tuple[Session, ...] = ()
        self._tell: Callable[[], None] = lambda: None  # says once more what is shown
        self._model = SessionModel()
        self._list = _List(self._model, self)
        self._field = _SearchField(self)
        self._empty = QLabel("", self)
        self._empty.setObjectName("history_empty")
        self._empty.setWordWrap(True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._waiting = QTimer(self, singleShot=True, interval=SEARCH_MS)
        self._waiting.timeout.connect(lambda: self.searched.emit(self._field.text().strip()))
        self._lay_out()
        self._connect()
        language.say(self, self._speak)

    def _lay_out(self) -> None:
        new = self._new = _NewButton(self)
        new.setObjectName("new_session")
        new.setCursor(Qt.CursorShape.PointingHandCursor)
        new.clicked.connect(self.new_requested)
        self._more = IconButton("more", "", self)
        self._more.clicked.connect(self._open_menu)
        line = QHBoxLayout()
        line.setSpacing(theme.S1)
        line.addWidget(new, 1)
        line.addWidget(self._more, 0, Qt.AlignmentFlag.AlignVCenter)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 12, 10, 8)
        column.setSpacing(theme.S2)
        column.addLayout(line)
        column.addWidget(self._field)
        column.addWidget(self._empty)
        column.addWidget(self._list, 1)

    def focusNextPrevChild(self, forward: bool) -> bool:
        tab_order.tidy(self)
        return super().focusNextPrevChild(forward)

    def _connect(self) -> None:
        self._field.textChanged.connect(self._search_changed)
        self._field.down_pressed.connect(self._enter_list)
        self._list.clicked.connect(self._choose)
        self._list.activated.connect(self._choose)
        self._list.delete_wanted.connect(self._delete)
        self._list.menu_wanted.connect(self._open_item_menu)
        self._list.delegate.commitData.connect(self._renamed)
        self._list.delegate.closeEditor.connect(lambda: QTimer.singleShot(0, self, self._tell_again))

    def _speak(self) -> None:
        self._new.setText(tr("New conversation"))
        self._new.setAccessibleName(tr("New conversation"))
        self._more.set_icon("more", tr("Export and import"))
        self._list.setAccessibleName(tr("Conversations"))
        self._tell()

    # What the program says

    def show_sessions(self, sessions: tuple[Session, ...], current: str | None) -> None:
        """Show these conversations, unless hits are shown; `current` is open."""
        self._sessions = sessions
        self._model.set_current(current)
        if not self._field.text().strip():
            self._tell = self._tell_sessions
            self._tell()

    def show_hits(self, text: str, hits: tuple[SearchHit, ...]) -> None:
        """Show where `text` was found, if it is still looked for."""
        if text == self._field.text().strip():
            self._tell = partial(self._tell_hits, text, hits)
            self._tell()

    def search(self) -> None:
        """Let the person type what is looked for."""
        self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._field.selectAll()

    @property
    def field(self) -> QLineEdit:
        """What is looked for."""
        return self._field

    @property
    def view(self) -> QListView:
        """The conversations, or hits."""
        return self._list

    def _tell_again(self) -> None:
        self._tell()

    def _tell_sessions(self) -> None:
        self._show(grouped(self._sessions, datetime.now().astimezone().date()))
        self._say("" if self._sessions else tr("What you talk about will be found here."))

    def _tell_hits(self, text: str, hits: tuple[SearchHit, ...]) -> None:
        self._show(list(hits))
        self._say("" if hits else tr("Nothing was found for “{text}”.", text=text))

    def _show(self, items: list[Item]) -> None:
        """A title that is being changed is not taken away: it is shown when that is over."""
        if self._list.is_editing:
            return
        before, row = self._model.item(self._list.currentIndex()), self._list.currentIndex().row()
        if self._model.show_items(items, {session.id: session.title for session in self._sessions}):
            self._list.setCurrentIndex(self._model.index_of(before, row))

    def _say(self, words: str) -> None:
        self._empty.setText(words)
        self._empty.setVisible(bool(words))

    # What the person does

    def _search_changed(self, text: str) -> None:
        if text.strip():
            self._waiting.start()
        else:
            self._waiting.stop()
            self.searched.emit("")

    def _enter_list(self) -> None:
        first = next((row for row in range(self._model.rowCount()) if self._selectable(row)), None)
        if first is not None:
            self._list.setFocus(Qt.FocusReason.OtherFocusReason)
            self._list.setCurrentIndex(self._model.index(first))

    def _selectable(self, row: int) -> bool:
        return bool(self._model.flags(self._model.index(row)) & Qt.ItemFlag.ItemIsSelectable)

    def _choose(self, index: QModelIndex) -> None:
        match self._model.item(index):
            case Session() as session:
                self.opened.emit(session.id)
            case SearchHit() as hit:
                self.hit_chosen.emit(hit, self._field.text().strip())
            case _:
                pass

    def _delete(self, index: QModelIndex) -> None:
        if isinstance(session := self._model.item(index), Session):
            self.delete_requested.emit(session.id)

    def _renamed(self, editor: QWidget) -> None:
        session = self._model.item(self._list.currentIndex())
        if isinstance(session, Session) and isinstance(editor, QLineEdit):
            title = " ".join(editor.text().split())
            if title and title != session.title:
                self.renamed.emit(session.id, title)

    def _open_item_menu(self, index: QModelIndex, place: QPoint) -> None:
        session = self._model.item(index)
        if not isinstance(session, Session):
            return
        menu, pin = PopupMenu(self), not session.is_pinned
        menu.add("edit", tr("Rename"), lambda: self._list.edit(index), keys="F2")
        menu.add("pin" if pin else "unpin", tr("Pin" if pin else "Unpin"), lambda: self.pinned.emit(session.id, pin))
        menu.addSeparator()
        for form, words in (
            (ExportForm.MARKDOWN, tr("Save as Markdown…")),
            (ExportForm.JSON, tr("Save as JSON…")),
        ):
            menu.add("export", words, lambda form=form: self.export_requested.emit(session.id, form))
        menu.addSeparator()
        menu.add("trash", tr("Delete"), lambda: self.delete_requested.emit(session.id), keys="Del")
        menu.popup(place)

    def _open_menu(self) -> None:
        menu = PopupMenu(self)
        menu.add("export", tr("Export all as JSON…"), lambda: self.export_requested.emit(None, ExportForm.JSON))
        menu.add("import", tr("Import…"), self.import_requested.emit)
        menu.popup(self._more.mapToGlobal(QPoint(0, self._more.height() + 2)))


class _NewButton(QPushButton):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._tint()

    def _tint(self) -> None:
        self.setIcon(icons.pixmap("new", theme.current().accent_text, 16, self.devicePixelRatioF()))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.StyleChange:
            self._tint()
        super().changeEvent(event)


class _SearchField(QLineEdit):
    down_pressed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("search")
        self.setClearButtonEnabled(False)
        dress_field(self)
        self.setTextMargins(22, 0, 22, 0)
        self._clear = IconButton("close", "", self, 20)
        self._clear.clicked.connect(self.clear)
        self._clear.hide()
        self.textChanged.connect(lambda text: self._clear.setVisible(bool(text)))
        language.say(self, self._speak)

    def _speak(self) -> None:
        self.setPlaceholderText(tr("Search"))
        self.setAccessibleName(tr("Search all conversations"))
        self._clear.set_icon("close", tr("Clear the search"))

    def event(self, event: QEvent) -> bool:
        """The window has an Esc of its own: while there is something to clear, it clears."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            is_ours = event.key() == Qt.Key.Key_Escape and bool(self.text())
            if is_ours:
                event.accept()
                return True
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._clear.move(self.width() - 28, (self.height() - 20) // 2)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down:
            self.down_pressed.emit()
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        icons.paint(QPainter(self), "search", "muted", QRectF(10, self.height() / 2 - 8, 16, 16))


class _List(QListView):
    delete_wanted = Signal(QModelIndex)
    menu_wanted = Signal(QModelIndex, QPoint)

    def __init__(self, model: SessionModel, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("sessions")
        self.setModel(model)
        self.delegate = SessionDelegate(self)
        self.setItemDelegate(self.delegate)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._wants_menu)

    @property
    def is_editing(self) -> bool:
        """Whether a title is being changed."""
        return self.state() == QAbstractItemView.State.EditingState

    def _wants_menu(self, spot: QPoint) -> None:
        index = self.indexAt(spot)
        self.setCurrentIndex(index)
        self.menu_wanted.emit(index, self.viewport().mapToGlobal(spot))

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex | QPersistentModelIndex:
        """The keys step over headings."""
        index = super().moveCursor(action, modifiers)
        step = -1 if action in _UPWARDS else 1
        while index.isValid() and not self.model().flags(index) & Qt.ItemFlag.ItemIsSelectable:
            index = index.siblingAtRow(index.row() + step)
        return index if index.isValid() else self.currentIndex()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self.delete_wanted.emit(self.currentIndex())
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.activated.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)
