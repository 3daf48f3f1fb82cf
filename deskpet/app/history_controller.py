"""Between the list of conversations and the store: what a person asks of it, done; what changes, shown."""

from collections.abc import Awaitable, Callable
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QFileDialog

from deskpet.cancellation import Cancellation, Cancelled
from deskpet.chat.conversation import Conversation
from deskpet.store import Draft, ImportResult, Recorder, SearchHit, Session, Store, StoreError
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.history.panel import ExportForm, HistoryPanel
from deskpet.ui.platform import event_loop, gc_policy
from deskpet.ui.widgets import file_dialogs
from deskpet.words import join_sentences, tr, tr_plural

DRAFT_MS, REFRESH_MS = 400, 60
# With more messages than that, the next sweep for garbage would hold up the frames of the character.
LONG = 1000


class HistoryController(QObject):
    """Opens, names, pins, deletes, searches, exports and imports; keeps what is being written."""

    _changed = Signal()  # the store's list is another one; said by whatever thread changed it

    def __init__(self, chat: ChatWindow, store: Store, keeper: Recorder, conversation: Conversation) -> None:
        super().__init__()
        self._chat, self._store, self._keeper, self._conversation = chat, store, keeper, conversation
        self._panel: HistoryPanel | None = None
        self._cancellation = Cancellation()  # of the import in progress
        self._folder = ""  # where files were taken out or brought in last
        self._sessions: tuple[Session, ...] = ()
        self._written_in = keeper.session
        self._pictures_wait = self._is_putting = False
        self._refresh_timer = QTimer(self, singleShot=True, interval=REFRESH_MS)
        self._refresh_timer.timeout.connect(lambda: self._do(self._refresh))
        self._draft_timer = QTimer(self, singleShot=True, interval=DRAFT_MS)
        self._draft_timer.timeout.connect(self._keep_draft)
        self._changed.connect(self._list_changed)
        store.listen(self._changed.emit)
        chat.expanded.connect(self._begin)
        chat.new_requested.connect(self._begin_draft)
        chat.composer.text_changed.connect(self._draft_changed)
        chat.composer.pictures_changed.connect(self._pictures_changed)
        self._do(self._bring_draft)

    def flush(self) -> None:
        """Keep what is being written at once."""
        self._draft_timer.stop()
        self._store.keep_draft(self._written_in, self._chat.composer.text())
        if self._pictures_wait:
            self._pictures_wait = False
            self._store.keep_draft_pictures(self._written_in, self._chat.composer.attachments.images)

    def close(self) -> None:
        """Keep what is being written, and do nothing any more."""
        self.flush()
        self._refresh_timer.stop()
        self._changed.disconnect()
        self._chat.composer.text_changed.disconnect(self._draft_changed)
        self._chat.composer.pictures_changed.disconnect(self._pictures_changed)

    # The list

    def _begin(self) -> None:
        full = self._chat.full
        if self._panel is None and full:
            panel = self._panel = full.history
            panel.opened.connect(lambda session: self._do(self._open, session))
            panel.hit_chosen.connect(lambda hit, words: self._do(self._go_to, hit, words))
            panel.new_requested.connect(self._chat.new_requested)
            panel.renamed.connect(self._store.rename)
            panel.pinned.connect(lambda session, pinned: self._store.pin(session, pinned=pinned))
            panel.delete_requested.connect(self._delete)
            panel.searched.connect(lambda text: self._do(self._search, text))
            panel.export_requested.connect(self._export)
            panel.import_requested.connect(self._import)
            panel.import_cancel_requested.connect(self._cancel_import)
        self._refresh_timer.start()

    def _list_changed(self) -> None:
        if self._panel:
            self._refresh_timer.start()

    def _do(self, work: Callable[..., Awaitable[None]], *values: object) -> None:
        event_loop.spawn(self._reporting(work, *values))

    async def _reporting(self, work: Callable[..., Awaitable[None]], *values: object) -> None:
        try:
            await work(*values)
        except StoreError as error:
            why = str(error)
            self._chat.show_toast(lambda: why)

    async def _refresh(self) -> None:
        if self._panel:
            self._sessions = await self._store.sessions()
            self._panel.show_sessions(self._sessions, self._keeper.session)

    async def _search(self, text: str) -> None:
        if text and self._panel:
            hits = await self._store.search(text)
            self._panel.show_hits(text, hits)
        else:
            await self._refresh()

    async def _open(self, session: str) -> None:
        if session == self._keeper.session:
            return
        if self._conversation.is_running:
            self._chat.show_toast(lambda: tr("Wait for the answer, or stop it, before you open another conversation."))
            return
        self.flush()
        saved = await self._keeper.open(session)
        if len(saved.nodes) > LONG:
            gc_policy.freeze_existing()
        # What was typed while it was read belongs to the one before.
        if self._draft_timer.isActive():
            self.flush()
        self._put(saved.draft)
        await self._refresh()

    async def _go_to(self, hit: SearchHit, words: str) -> None:
        """Open the conversation and show where the words stand."""
        await self._open(hit.session_id)
        if hit.message_id is None or hit.session_id != self._keeper.session:
            return
        if all(message.id != hit.message_id for message in self._conversation.messages):
            if self._conversation.is_running:
                return
            self._conversation.choose(hit.message_id)
        self._chat.transcript.show_hit(hit.message_id, words)

    def _delete(self, session: str) -> None:
        is_open = session == self._keeper.session
        if is_open and self._conversation.is_running:
            self._chat.show_toast(lambda: tr("Stop the answer before you delete its conversation."))
            return
        if is_open:
            self._chat.new_requested.emit()
        title = next((each.title for each in self._sessions if each.id == session), "")
        self._store.delete(session)
        self._chat.show_toast(
            lambda: tr("“{title}” deleted", title=title[:28]) if title else tr("Conversation deleted"),
            lambda: self._undo_delete(session, reopen=is_open),
        )

    def _undo_delete(self, session: str, *, reopen: bool) -> None:
        self._store.undo_delete(session)
        if reopen and not self._conversation.messages:
            self._do(self._open, session)

    # Out and in

    def _export(self, session: str | None, form: ExportForm) -> None:
        title = next((each.title for each in self._sessions if each.id == session), "conversations")
        name = "".join(letter if letter.isalnum() or letter in " -_" else " " for letter in title)
        name = " ".join(name.split())[:60] or "conversation"
        dialog = self._dialog(tr("Export"), QFileDialog.AcceptMode.AcceptSave, form)
        dialog.setDefaultSuffix(form.value)
        dialog.selectFile(f"{name}.{form.value}")
        dialog.fileSelected.connect(lambda file: self._do(self._write, session, form, Path(file)))
        dialog.open()

    async def _write(self, session: str | None, form: ExportForm, file: Path) -> None:
        if form is ExportForm.MARKDOWN and session:
            await self._store.export_markdown(session, file)
        else:
            await self._store.export_json(file, session)
        self._chat.show_toast(lambda: tr("Saved as {file}", file=file.name))

    def _import(self) -> None:
        dialog = self._dialog(tr("Import"), QFileDialog.AcceptMode.AcceptOpen, ExportForm.JSON)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda file: self._do(self._read, Path(file)))
        dialog.open()

    async def _read(self, file: Path) -> None:
        self._cancellation = Cancellation()
        self._show_import(file.name)
        try:
            brought = await self._store.import_json(file, self._cancellation)
        except Cancelled:
            self._chat.show_toast(lambda: tr("The import of {name} was cancelled", name=file.name))
            return
        finally:
            self._show_import("")
        self._chat.show_toast(lambda: _told(brought))
        if len(brought.new + brought.known) == 1:
            await self._open((brought.new + brought.known)[0])

    def _cancel_import(self) -> None:
        self._cancellation.cancel()

    def _show_import(self, name: str) -> None:
        if self._panel:
            self._panel.show_import_progress(name)

    def _dialog(self, title: str, mode: QFileDialog.AcceptMode, form: ExportForm) -> QFileDialog:
        kinds = {ExportForm.MARKDOWN: tr("Markdown (*.md)"), ExportForm.JSON: tr("JSON (*.json)")}
        where = self._folder or file_dialogs.default_folder(file_dialogs.StandardLocation.DocumentsLocation)
        dialog = QFileDialog(self._chat.full, title, where, kinds[form])
        dialog.fileSelected.connect(self._remember_folder)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(mode)
        return dialog

    def _remember_folder(self, file: str) -> None:
        self._folder = str(Path(file).parent)

    # What is being written

    def _draft_changed(self, text: str) -> None:
        if self._is_putting:
            return
        self._written_in = self._keeper.session
        if text:
            self._draft_timer.start()
        else:
            self.flush()

    def _pictures_changed(self) -> None:
        if not self._is_putting:
            self._written_in = self._keeper.session
            self._pictures_wait = True
            self._draft_timer.start()

    def _keep_draft(self) -> None:
        if self._pictures_wait and not self._chat.composer.attachments.is_packed:
            self._draft_timer.start()
        else:
            self.flush()

    def _begin_draft(self) -> None:
        """An empty session is open: what was being written in the one before stays there."""
        self._list_changed()
        if self._keeper.session == self._written_in:
            return
        if self._draft_timer.isActive():
            self.flush()
        self._put(Draft())
        self._do(self._bring_draft)

    async def _bring_draft(self) -> None:
        """Show what was being written in the open session; what is typed already goes on from it."""
        session = self._keeper.session
        draft = await self._keeper.draft()
        composer = self._chat.composer
        if session == self._keeper.session and draft != Draft():
            typed, added = composer.text(), composer.attachments.images
            self._put(Draft(draft.text + typed, draft.images + added))
            if typed or added:
                self._pictures_wait = bool(added)
                self._draft_timer.start()

    def _put(self, draft: Draft) -> None:
        """Show a draft that is kept already."""
        self._written_in = self._keeper.session
        self._is_putting = True
        self._chat.composer.show_draft(draft.text, draft.images)
        self._is_putting = self._pictures_wait = False


def _told(brought: ImportResult) -> str:
    """What came of an import, in a line."""
    if not brought.new and brought.known:
        return tr_plural(
            len(brought.known), "This conversation is here already", "These {n} conversations are here already"
        )
    imported = tr_plural(len(brought.new), "1 conversation imported", "{n} conversations imported")
    if not brought.known:
        return imported
    return join_sentences(
        f"{imported}.", tr_plural(len(brought.known), "1 was here already.", "{n} were here already.")
    )
