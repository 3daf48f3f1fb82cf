"""The history panel: search, open, rename, pin, delete, export and import conversations."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QShowEvent
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

from deskpet.features.history.export_form import ExportForm
from deskpet.features.history.ui.session_list import (
    Item,
    SessionDelegate,
    SessionModel,
    group_by_session,
    group_by_time,
)
from deskpet.store import SearchHit, Session
from deskpet.translation import tr, tr_noop
from deskpet.ui.widgets import icons, language, tab_order, theme
from deskpet.ui.widgets.command_keys import command_keys, title_of
from deskpet.ui.widgets.fields import SearchField
from deskpet.ui.widgets.icons import IconButton
from deskpet.ui.widgets.popup_menu import PopupMenu

_BAR = 4


class ImportRow(QWidget):
    """The name of the file that is being imported, its progress, and a button that cancels the import.

    cancel_requested: Emitted when the button is clicked.
    """

    cancel_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._file = ""
        self._done = self._total = 0
        self._label = QLabel(self)
        self._label.setObjectName("history_empty")
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setWordWrap(True)
        self._button = IconButton("close", "", self)
        self._button.setObjectName("cancel_import")
        self._button.clicked.connect(self._cancel)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, _BAR + theme.S1)
        line.addWidget(self._label, 1)
        line.addWidget(self._button, 0, Qt.AlignmentFlag.AlignVCenter)
        self.hide()
        language.keep_translated(self, self._retranslate)

    def show_file(self, file: str) -> None:
        """Show the import of `file`; an empty name hides the row."""
        self._file = file
        self._done = self._total = 0
        self._button.setEnabled(True)
        self._retranslate()
        self.setVisible(bool(file))

    def show_progress(self, done: int, total: int) -> None:
        """Show that `done` of `total` conversations are imported. The progress within a single one is unknown."""
        self._done, self._total = done, total if total > 1 else 0
        self._retranslate()
        self.update()

    def _cancel(self) -> None:
        self._button.setEnabled(False)
        self._retranslate()
        self.cancel_requested.emit()

    def _retranslate(self) -> None:
        if not self._button.isEnabled():
            text = tr("Cancelling…")
        elif self._total:
            text = tr("Importing {file}… {n:,} of {all:,}", file=self._file, n=self._done, all=self._total)
        else:
            text = tr("Importing {file}…", file=self._file)
        self._label.setText(text)
        self._button.set_icon("close", tr("Cancel the import"))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._total:
            return
        look, painter = theme.current(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        track = QRectF(0, self.height() - _BAR, self.width(), _BAR)
        painter.setBrush(look.colour("inset_edge"))
        painter.drawRoundedRect(track, _BAR / 2, _BAR / 2)
        painter.setBrush(look.colour("teal"))
        track.setWidth(max(track.width() * self._done / self._total, _BAR))
        painter.drawRoundedRect(track, _BAR / 2, _BAR / 2)


SEARCH_MS = 180
MIN_WIDTH = 200  # in logical pixels
_UPWARD_MOVES = {
    QAbstractItemView.CursorAction.MoveUp,
    QAbstractItemView.CursorAction.MovePrevious,
    QAbstractItemView.CursorAction.MovePageUp,
    QAbstractItemView.CursorAction.MoveEnd,
}


class HistoryPanel(QWidget):
    """A pure view that knows no store. Conversations are identified by their session ids.

    `new_button` starts a new conversation.

    opened: Emitted with the id of the session to open.
    hit_chosen: Emitted with the SearchHit to open and the search text.
    renamed: Emitted with a session id and its new title.
    pinned: Emitted with a session id and whether to pin it.
    delete_requested: Emitted with the id of the session to delete.
    searched: Emitted with the search text when it changes; empty when the search is cleared.
    export_requested: Emitted with a session id, or None for all, and an ExportForm.
    import_requested: Emitted when the user imports conversations.
    import_cancel_requested: Emitted to cancel the import in progress.
    private_requested: Emitted to begin a private conversation.
    shown: Emitted when the panel appears.
    """

    opened = Signal(str)
    hit_chosen = Signal(object, str)
    renamed = Signal(str, str)
    pinned = Signal(str, bool)
    delete_requested = Signal(str)
    searched = Signal(str)
    export_requested = Signal(object, object)
    import_requested = Signal()
    import_cancel_requested = Signal()
    private_requested = Signal()
    shown = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("history")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._sessions: tuple[Session, ...] = ()
        self._show_content: Callable[[], None] = lambda: None  # shows the present sessions or hits again
        self._model = SessionModel()
        self._list = _List(self._model, self)
        self._field = SearchField(tr_noop("Search all conversations"), self)
        self._empty_label = QLabel("", self)
        self._empty_label.setObjectName("history_empty")
        self._empty_label.setWordWrap(True)
        self._empty_label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._import_row = ImportRow(self)
        self._import_row.cancel_requested.connect(self.import_cancel_requested)
        self._search_timer = QTimer(self, singleShot=True, interval=SEARCH_MS)
        self._search_timer.timeout.connect(lambda: self.searched.emit(self._field.text().strip()))
        self._lay_out()
        self._connect()
        language.keep_translated(self, self._retranslate)

    def _lay_out(self) -> None:
        new = self.new_button = _NewButton(self)
        new.setObjectName("new_session")
        new.setCursor(Qt.CursorShape.PointingHandCursor)
        self._menu_button = IconButton("more", "", self)
        self._menu_button.clicked.connect(self._open_menu)
        line = QHBoxLayout()
        line.setSpacing(theme.S1)
        line.addWidget(new, 1)
        line.addWidget(self._menu_button, 0, Qt.AlignmentFlag.AlignVCenter)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 12, 10, 8)
        column.setSpacing(theme.S2)
        column.addLayout(line)
        column.addWidget(self._field)
        column.addWidget(self._empty_label)
        column.addWidget(self._list, 1)
        column.addWidget(self._import_row)

    def minimumSizeHint(self) -> QSize:
        """A splitter keeps to it: the buttons show all of their text in any font."""
        return super().minimumSizeHint().expandedTo(QSize(MIN_WIDTH, 0))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():
            self.shown.emit()

    def focusNextPrevChild(self, forward: bool) -> bool:
        tab_order.apply_reading_order(self)
        return super().focusNextPrevChild(forward)

    def _connect(self) -> None:
        self._field.textChanged.connect(self._on_search_changed)
        self._field.down_pressed.connect(self._focus_list)
        self._list.clicked.connect(self._choose)
        self._list.activated.connect(self._choose)
        self._list.delete_requested.connect(self._delete)
        self._list.menu_requested.connect(self._open_item_menu)
        self._list.delegate.commitData.connect(self._commit_title)
        self._list.delegate.closeEditor.connect(lambda: QTimer.singleShot(0, self, self._show_content_again))

    def _retranslate(self) -> None:
        self.new_button.setText(tr("New conversation"))
        self.new_button.setAccessibleName(tr("New conversation"))
        self._menu_button.set_icon("more", tr("More"))
        self._list.setAccessibleName(tr("Conversations"))
        self._show_content()

    def show_sessions(self, sessions: tuple[Session, ...], current: str | None) -> None:
        """Show these sessions, unless a search is active; `current` is the id of the open one."""
        self._sessions = sessions
        self._model.set_current(current)
        if not self._field.text().strip():
            self._show_content = self._show_all_sessions
            self._show_content()

    def show_hits(self, text: str, hits: tuple[SearchHit, ...]) -> None:
        """Show the hits for `text`, if that is still the search text."""
        if text == self._field.text().strip():
            self._show_content = partial(self._show_all_hits, text, hits)
            self._show_content()

    def show_import(self, name: str) -> None:
        """Show that the file `name` is being imported, with a button that cancels it. An empty name ends it."""
        self._import_row.show_file(name)

    def show_import_progress(self, done: int, total: int) -> None:
        """Show how many conversations of the file are imported."""
        self._import_row.show_progress(done, total)

    def search(self) -> None:
        """Focus the search field and select its text."""
        self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._field.selectAll()

    @property
    def field(self) -> QLineEdit:
        """The search field."""
        return self._field

    @property
    def view(self) -> QListView:
        """The list of sessions or hits."""
        return self._list

    def _show_content_again(self) -> None:
        self._show_content()

    def _show_all_sessions(self) -> None:
        self._list.setUniformItemSizes(True)
        self._set_items(group_by_time(self._sessions, datetime.now().astimezone().date()))
        self._set_empty_text("" if self._sessions else tr("What you talk about will be found here."))

    def _show_all_hits(self, text: str, hits: tuple[SearchHit, ...]) -> None:
        self._list.setUniformItemSizes(False)
        self._set_items(list(group_by_session(hits, self._sessions)))
        self._set_empty_text("" if hits else tr("Nothing was found for “{text}”.", text=text))

    def _set_items(self, items: list[Item]) -> None:
        """Show the items; does nothing while a title is edited, they are shown when its editor closes."""
        if self._list.is_editing:
            return
        before, row = self._model.item(self._list.currentIndex()), self._list.currentIndex().row()
        if self._model.show_items(items, {session.id: session.title for session in self._sessions}):
            self._list.setCurrentIndex(self._model.index_of(before, row))

    def _set_empty_text(self, words: str) -> None:
        self._empty_label.setText(words)
        self._empty_label.setVisible(bool(words))

    def _on_search_changed(self, text: str) -> None:
        if text.strip():
            self._search_timer.start()
        else:
            self._search_timer.stop()
            self.searched.emit("")

    def _focus_list(self) -> None:
        first = next((row for row in range(self._model.rowCount()) if self._is_selectable(row)), None)
        if first is not None:
            self._list.setFocus(Qt.FocusReason.OtherFocusReason)
            self._list.setCurrentIndex(self._model.index(first))

    def _is_selectable(self, row: int) -> bool:
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

    def _commit_title(self, editor: QWidget) -> None:
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
            (ExportForm.HTML, tr("Save as web page…")),
            (ExportForm.PDF, tr("Save as PDF…")),
            (ExportForm.JSON, tr("Save as JSON…")),
        ):
            menu.add("export", words, lambda form=form: self.export_requested.emit(session.id, form))
        menu.addSeparator()
        menu.add("trash", tr("Delete"), lambda: self.delete_requested.emit(session.id), keys="Del")
        menu.popup(place)

    def _open_menu(self) -> None:
        menu = PopupMenu(self)
        title, keys = title_of("private_conversation"), command_keys().keys("private_conversation")
        menu.add("eye-off", title, self.private_requested.emit, keys=keys)
        menu.add("export", tr("Export all as JSON…"), lambda: self.export_requested.emit(None, ExportForm.JSON))
        menu.add("import", tr("Import…"), self.import_requested.emit)
        menu.popup(self._menu_button.mapToGlobal(QPoint(0, self._menu_button.height() + 2)))


class _NewButton(QPushButton):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._update_icon()

    def _update_icon(self) -> None:
        self.setIcon(icons.pixmap("new", theme.current().accent_text, 16, self.devicePixelRatioF()))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.StyleChange:
            self._update_icon()
        super().changeEvent(event)


class _List(QListView):
    """The list view of sessions or hits.

    delete_requested: Emitted with the current index when Delete is pressed.
    menu_requested: Emitted with an index and a screen position when a context menu is requested.
    """

    delete_requested = Signal(QModelIndex)
    menu_requested = Signal(QModelIndex, QPoint)

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
        self.customContextMenuRequested.connect(self._request_menu)

    @property
    def is_editing(self) -> bool:
        """Whether a title is being edited."""
        return self.state() == QAbstractItemView.State.EditingState

    def _request_menu(self, point: QPoint) -> None:
        index = self.indexAt(point)
        self.setCurrentIndex(index)
        self.menu_requested.emit(index, self.viewport().mapToGlobal(point))

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
            self.delete_requested.emit(self.currentIndex())
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.activated.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)
