"""The history panel: search, open, rename, pin, archive, move, delete, export and import conversations."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from enum import Enum, auto
from functools import partial

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from deskpet.features.history.export_form import ExportForm
from deskpet.features.history.ui.session_list import (
    NO_MARKS,
    Heading,
    Item,
    SessionMark,
    SessionModel,
    group_by_session,
    group_by_time,
)
from deskpet.features.history.ui.session_view import SessionView
from deskpet.store import DeletedSession, SearchHit, Session
from deskpet.translation import tr, tr_noop, tr_plural
from deskpet.ui.blocks.progress_row import ProgressRow
from deskpet.ui.widgets import icons, language, tab_order, theme
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.command_keys import command_keys, title_of
from deskpet.ui.widgets.fields import SearchField
from deskpet.ui.widgets.icons import IconButton
from deskpet.ui.widgets.popup_menu import PopupMenu

_FORMS = (
    (ExportForm.MARKDOWN, tr_noop("Save as Markdown…")),
    (ExportForm.HTML, tr_noop("Save as web page…")),
    (ExportForm.PDF, tr_noop("Save as PDF…")),
    (ExportForm.JSON, tr_noop("Save as JSON…")),
)
_FORMS_OF_SEVERAL = (ExportForm.MARKDOWN, ExportForm.JSON)

Ids = tuple[str, ...]

SEARCH_MS = 180
MIN_WIDTH = 200  # in logical pixels


class Shelf(Enum):
    """What the list shows without a search."""

    LIST = auto()
    ARCHIVE = auto()
    DELETED = auto()


class HistoryPanel(QWidget):
    """A pure view that knows no store. Conversations are identified by their session ids, several by a tuple of them.

    `new_button` starts a new conversation, `field` is that of the search, `view` the list of sessions or hits, and
    `import_row` shows an import.

    opened: Emitted with the id of the session to open.
    hit_chosen: Emitted with the SearchHit to open and the search text.
    renamed: Emitted with a session id and its new title.
    pinned: Emitted with a session id and whether to pin it.
    archive_requested: Emitted with ids and whether to move them to the archive, or back.
    move_requested: Emitted with ids and the name of a folder; empty to take them out of theirs.
    delete_requested: Emitted with the ids of the sessions to delete.
    restore_requested: Emitted with the ids of deleted sessions.
    erase_requested: Emitted with the ids of deleted sessions to erase now.
    searched: Emitted with the search text when it changes; empty when the search is cleared.
    export_requested: Emitted with ids, or None for all, and an ExportForm.
    import_requested: Emitted when the user imports conversations.
    private_requested: Emitted to begin a private conversation.
    folders_opened: Emitted with `open_folders`, the names of the folders that are open, when they change.
    shown: Emitted when the panel appears.
    """

    opened = Signal(str)
    hit_chosen = Signal(object, str)
    renamed = Signal(str, str)
    pinned = Signal(str, bool)
    archive_requested = Signal(object, bool)
    move_requested = Signal(object, str)
    delete_requested = Signal(object)
    restore_requested = Signal(object)
    erase_requested = Signal(object)
    searched = Signal(str)
    export_requested = Signal(object, object)
    import_requested = Signal()
    private_requested = Signal()
    folders_opened = Signal(object)
    shown = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("history")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._sessions: tuple[Session, ...] = ()
        self._deleted: tuple[DeletedSession, ...] = ()
        self._shelf, self._new_folder = Shelf.LIST, ""
        # The words whose hits are shown, and whether Enter was pressed before they were.
        self._found, self._opens_first_hit = "", False
        self.open_folders = frozenset[str]()
        self._show_content: Callable[[], None] = lambda: None  # shows the present sessions or hits again
        self._model = SessionModel()
        self.view = SessionView(self._model, self)
        self.field = SearchField(tr_noop("Search all conversations"), self)
        self._empty_label = QLabel("", self)
        self._empty_label.setObjectName("history_empty")
        self._empty_label.setTextFormat(Qt.TextFormat.PlainText)
        self._empty_label.setWordWrap(True)
        self._empty_label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.import_row = ProgressRow("cancel_import", tr_noop("Cancel the import"))
        self._search_timer = QTimer(self, singleShot=True, interval=SEARCH_MS)
        self._search_timer.timeout.connect(lambda: self.searched.emit(self.field.text().strip()))
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
        column.addWidget(self.field)
        column.addWidget(self._empty_label)
        column.addWidget(self.view, 1)
        column.addWidget(self.import_row)
        self._shelf_buttons = {shelf: plain_button("", f"shelf_{shelf.name.lower()}", "link") for shelf in Shelf}
        shelves = QHBoxLayout()
        for shelf, button in self._shelf_buttons.items():
            button.clicked.connect(partial(self._show_shelf, shelf))
            button.hide()
            shelves.addWidget(button)
        shelves.addStretch(1)
        column.addLayout(shelves)

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
        self.field.textChanged.connect(self._on_search_changed)
        self.field.down_pressed.connect(self._focus_list)
        self.field.enter_pressed.connect(self._choose_first_hit)
        self.view.chosen.connect(self._choose)
        self.view.delete_requested.connect(self._delete)
        self.view.menu_requested.connect(self._open_item_menu)
        self.view.delegate.commitData.connect(self._commit_title)
        self.view.delegate.closeEditor.connect(lambda: QTimer.singleShot(0, self, self._show_content))

    def _retranslate(self) -> None:
        self.new_button.setText(tr("New conversation"))
        self.new_button.setAccessibleName(tr("New conversation"))
        self._menu_button.set_icon("more", tr("More"))
        self.view.setAccessibleName(tr("Conversations"))
        self._show_shelves(0)
        self._show_content()

    def show_sessions(
        self,
        sessions: tuple[Session, ...],
        current: str | None,
        deleted: tuple[DeletedSession, ...] = (),
        marks: Mapping[str, SessionMark] = NO_MARKS,
    ) -> None:
        """Show these sessions, unless a search is active; `current` is the id of the open one.

        deleted: those that can be restored. marks: what happens in sessions, by their ids.
        """
        self._sessions, self._deleted = sessions, deleted
        self._model.show_state(current, marks)
        if not self.field.text().strip():
            self._show_content = self._show_all_sessions
            self._show_content()

    def show_hits(self, text: str, hits: tuple[SearchHit, ...]) -> None:
        """Show the hits for `text`, if that is still the search text."""
        if text == self.field.text().strip():
            self._show_content = partial(self._show_all_hits, text, hits)
            self._show_content()
            self._found = text
            if self._opens_first_hit:
                self._choose_first_hit()

    def search(self) -> None:
        """Focus the search field and select its text."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def _show_shelf(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._show_content()
        self.view.scrollToTop()
        self._focus_list()

    def _show_all_sessions(self) -> None:
        self.view.setUniformItemSizes(True)
        archived = [each for each in self._sessions if each.is_archived]
        held = {Shelf.ARCHIVE: archived, Shelf.DELETED: [_as_session(each) for each in self._deleted]}
        if not held.get(self._shelf):
            self._shelf = Shelf.LIST
        self._show_shelves(len(archived))
        if self._shelf is Shelf.LIST:
            listed = [each for each in self._sessions if not each.is_archived] if archived else self._sessions
            self._set_items(group_by_time(listed, datetime.now().astimezone().date(), self.open_folders))
        else:
            words = tr("Archive") if self._shelf is Shelf.ARCHIVE else tr("Click one to restore it, Del erases it")
            self._set_items([Heading(words), *held[self._shelf]])
        self._set_empty_text("" if self._model.rowCount() else tr("What you talk about will be found here."))
        self._name_new_folder()

    def _show_shelves(self, archived: int, *, is_search: bool = False) -> None:
        """Show the buttons of what is not in the list, or the one that brings the list back."""
        shown: dict[Shelf, tuple[str, bool]] = {
            Shelf.LIST: (tr("Back to the list"), self._shelf is not Shelf.LIST),
            Shelf.ARCHIVE: (tr("Archive ({n})", n=archived), self._shelf is Shelf.LIST and archived > 0),
            Shelf.DELETED: (
                tr("Recently deleted ({n})", n=len(self._deleted)),
                self._shelf is Shelf.LIST and bool(self._deleted),
            ),
        }
        for shelf, (words, is_wanted) in shown.items():
            self._shelf_buttons[shelf].setText(words)
            self._shelf_buttons[shelf].setAccessibleName(words)
            self._shelf_buttons[shelf].setVisible(is_wanted and not is_search)

    def _show_all_hits(self, text: str, hits: tuple[SearchHit, ...]) -> None:
        self.view.setUniformItemSizes(False)
        self._show_shelves(0, is_search=True)
        self._set_items(list(group_by_session(hits, self._sessions)), self._sessions)
        self._set_empty_text("" if hits else tr("Nothing was found for “{text}”.", text=text))

    def _set_items(self, items: list[Item], titled: tuple[Session, ...] = ()) -> None:
        """Show the items; does nothing while a title is edited, they are shown when its editor closes."""
        if self.view.is_editing:
            return
        before, row = self._model.item(self.view.currentIndex()), self.view.currentIndex().row()
        selected = {each.id for each in self.view.selected} if self.view.delegate.marks_selection else set[str]()
        self.view.setFocusPolicy(Qt.FocusPolicy.WheelFocus if items else Qt.FocusPolicy.NoFocus)
        if self._model.show_items(items, titled):
            self.view.setCurrentIndex(self._model.index_of(before, row))
            self.view.select(self._model.indexes_of(selected) if selected else [])

    def _set_empty_text(self, words: str) -> None:
        self._empty_label.setText(words)
        self._empty_label.setVisible(bool(words))

    def _choose_first_hit(self) -> None:
        """Open the first hit, as soon as those of the words in the field are there."""
        words = self.field.text().strip()
        self._opens_first_hit = bool(words) and words != self._found
        if words and not self._opens_first_hit:
            rows = map(self._model.index, range(self._model.rowCount()))
            if first := next((each for each in rows if isinstance(self._model.item(each), SearchHit)), None):
                self._choose(first)

    def _on_search_changed(self, text: str) -> None:
        self._found, self._opens_first_hit = "", False
        if text.strip():
            self._search_timer.start()
        else:
            self._search_timer.stop()
            self.searched.emit("")

    def _focus_list(self) -> None:
        if first := self.view.first_row:
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)
            self.view.setCurrentIndex(first)

    def _choose(self, index: QModelIndex) -> None:
        match self._model.item(index):
            case Session() as session if self._shelf is Shelf.DELETED:
                self.restore_requested.emit((session.id,))
            case Session() as session:
                self.opened.emit(session.id)
            case SearchHit() as hit:
                self.hit_chosen.emit(hit, self.field.text().strip())
            case Heading(is_folder=True, words=words):
                self._open(self.open_folders ^ {words})
                self._show_content()
            case _:
                pass

    def _delete(self) -> None:
        if ids := tuple(each.id for each in self.view.selected):
            (self.erase_requested if self._shelf is Shelf.DELETED else self.delete_requested).emit(ids)

    def _commit_title(self, editor: QWidget) -> None:
        item = self._model.item(self.view.currentIndex())
        title = " ".join(editor.text().split()) if isinstance(editor, QLineEdit) else ""
        if isinstance(item, Session) and title and title != item.title:
            self.renamed.emit(item.id, title)
        elif isinstance(item, Heading) and title and title != item.words:
            self._open(self.open_folders | ({title} if item.is_open else set()))
            self.move_requested.emit(self._ids_in(item.words), title)

    def _open(self, folders: frozenset[str]) -> None:
        self.open_folders = folders
        self.folders_opened.emit(folders)

    def _ids_in(self, folder: str) -> Ids:
        return tuple(each.id for each in self._sessions if each.folder == folder)

    def _begin_folder(self, ids: Ids) -> None:
        """Move sessions to a new folder, whose name is edited as soon as it is shown."""
        taken, number, name = {each.folder for each in self._sessions}, 1, tr("New folder")
        while name in taken:
            number += 1
            name = tr("New folder {n}", n=number)
        self._new_folder = name
        self._open(self.open_folders | {name})
        self.move_requested.emit(ids, name)

    def _name_new_folder(self) -> None:
        if not self._new_folder:
            return
        index = self._model.index_of(Heading(self._new_folder, 1), -1)
        if index.isValid():
            self._new_folder = ""
            self.view.setCurrentIndex(index)
            self.view.edit(index)

    def _open_item_menu(self, index: QModelIndex, place: QPoint) -> None:
        # The list may be shown anew while the menu is open.
        item, kept = self._model.item(index), QPersistentModelIndex(index)

        def rename() -> None:
            self.view.edit(self._model.index(kept.row()))

        if self._shelf is Shelf.DELETED and (ids := tuple(each.id for each in self.view.selected)):
            menu = PopupMenu(self)
            menu.add("undo", tr("Restore"), partial(self.restore_requested.emit, ids))
            menu.add("trash", tr("Erase now…"), partial(self.erase_requested.emit, ids), keys="Del")
        elif isinstance(item, Heading) and item.is_folder:
            menu, ids = PopupMenu(self), self._ids_in(item.words)
            menu.add("edit", tr("Rename"), rename, keys="F2")
            menu.add("undo", tr("Dissolve the folder"), lambda: self.move_requested.emit(ids, ""))
        elif session := self._model.session(index):
            sessions = self.view.selected or [session]
            menu = self._session_menu(sessions, rename if isinstance(item, Session) else None)
        else:
            return
        menu.popup(place)

    def _session_menu(self, sessions: Sequence[Session], rename: Callable[[], object] | None) -> PopupMenu:
        """Return the menu of these sessions. rename: edits the title; None where it can't be edited."""
        menu, ids = PopupMenu(self), tuple(each.id for each in sessions)
        if len(ids) > 1:
            heading = tr_plural(len(ids), "1 conversation", "{n} conversations")
            menu.add("", heading, lambda: None, enabled=False)
        elif not sessions[0].is_archived:
            if rename:
                menu.add("edit", tr("Rename"), rename, keys="F2")
            pin = not sessions[0].is_pinned
            menu.add(
                "pin" if pin else "unpin", tr("Pin" if pin else "Unpin"), partial(self.pinned.emit, sessions[0].id, pin)
            )
        self._add_folders(menu, sessions)
        if all(each.is_archived for each in sessions):
            menu.add("archive", tr("Bring back from the archive"), partial(self.archive_requested.emit, ids, False))
        else:
            menu.add("archive", tr("Archive"), partial(self.archive_requested.emit, ids, True))
        menu.addSeparator()
        for form, words in _FORMS:
            if len(ids) > 1 and form not in _FORMS_OF_SEVERAL:
                continue
            menu.add("export", tr(words), partial(self.export_requested.emit, ids, form))
        menu.addSeparator()
        menu.add("trash", tr("Delete"), partial(self.delete_requested.emit, ids), keys="Del")
        return menu

    def _add_folders(self, menu: PopupMenu, sessions: Sequence[Session]) -> None:
        ids, present = tuple(each.id for each in sessions), {each.folder for each in sessions}
        inner = PopupMenu(menu)
        inner.setTitle(tr("Move to a folder"))
        for folder in sorted({each.folder for each in self._sessions if each.folder}, key=str.casefold):
            # An ampersand would underline the next letter.
            name = folder.replace("&", "&&")
            inner.add("folder", name, partial(self.move_requested.emit, ids, folder), enabled=present != {folder})
        inner.add("new", tr("New folder"), partial(self._begin_folder, ids))
        if present != {""}:
            inner.addSeparator()
            inner.add("undo", tr("Take out of the folder"), partial(self.move_requested.emit, ids, ""))
        menu.addMenu(inner)
        menu.set_action_icon(inner.menuAction(), "folder")

    def _open_menu(self) -> None:
        menu = PopupMenu(self)
        title, keys = title_of("private_conversation"), command_keys().keys("private_conversation")
        menu.add("eye-off", title, self.private_requested.emit, keys=keys)
        menu.add("export", tr("Export all as JSON…"), lambda: self.export_requested.emit(None, ExportForm.JSON))
        menu.add("import", tr("Import…"), self.import_requested.emit)
        menu.popup(self._menu_button.mapToGlobal(QPoint(0, self._menu_button.height() + 2)))


def _as_session(deleted: DeletedSession) -> Session:
    at = deleted.deleted_at
    of_list = Session(deleted.id, deleted.title, is_named=False, is_pinned=False, begun_at=at, changed_at=at)
    return of_list._replace(preview=deleted.preview)


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
