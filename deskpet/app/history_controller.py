"""Connect the list of conversations with the store, and store the draft in the composer."""

import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QFileDialog

from deskpet.chat.conversation import Conversation
from deskpet.processes.cancellation import Cancellation, Cancelled
from deskpet.store import Draft, ImportResult, Recorder, SearchHit, Session, Store, StoreError, facts
from deskpet.translation import join_sentences, tr, tr_noop, tr_plural
from deskpet.ui.chat.status_lines import LineLink, StatusLine
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.history.panel import ExportForm, HistoryPanel
from deskpet.ui.platform import event_loop, gc_policy
from deskpet.ui.widgets import file_dialogs

# Delays after a keystroke until the draft is stored, and after a change until the list is refreshed.
DRAFT_MS, REFRESH_MS = 400, 60
# Number of messages from which a garbage collection of them would delay frames of the character.
LONG = 1000


class HistoryController(QObject):
    """Opens, renames, pins, deletes, searches, exports and imports conversations."""

    _changed = Signal()  # emitted by any thread when the list of sessions changed
    _imported = Signal(int, int)  # emitted by any thread during an import: conversations that are done, and all

    def __init__(self, chat: ChatWindow, store: Store, recorder: Recorder, conversation: Conversation) -> None:
        super().__init__(chat)
        self._chat, self._store, self._recorder, self._conversation = chat, store, recorder, conversation
        self._panel: HistoryPanel | None = None
        self._cancellation = Cancellation()  # of the import in progress
        self._folder = ""  # of the last export or import
        self._sessions: tuple[Session, ...] = ()
        # When the facts of a deleted session were forgotten with it, by its id.
        self._forgotten: dict[str, float] = {}
        self._draft_session, self._is_draft_private = recorder.session, conversation.is_private
        self._has_unsaved_attachments = self._is_restoring = False
        self._shown_drafts = 0
        self._refresh_timer = QTimer(self, singleShot=True, interval=REFRESH_MS)
        self._refresh_timer.timeout.connect(lambda: self._spawn(self._refresh))
        self._draft_timer = QTimer(self, singleShot=True, interval=DRAFT_MS)
        self._draft_timer.timeout.connect(self._save_draft)
        self._changed.connect(self._schedule_refresh)
        store.listen(self._changed.emit)
        self._imported.connect(self._show_import_progress)
        chat.expanded.connect(self._connect_panel)
        chat.header.new.clicked.connect(self.start_draft)
        chat.composer.text_changed.connect(self._draft_changed)
        chat.composer.attachments_changed.connect(self._attachments_changed)
        self._start_restoring()

    def flush(self) -> None:
        """Store the draft now, unless its conversation is private."""
        self._draft_timer.stop()
        if self._is_draft_private:
            return
        self._store.save_draft(self._draft_session, self._chat.composer.draft_text())
        if self._has_unsaved_attachments:
            self._has_unsaved_attachments = False
            self._store.save_draft_attachments(self._draft_session, self._chat.composer.draft_attachments())

    def close(self) -> None:
        """Store the draft, cancel a running import, and disconnect."""
        self._cancellation.cancel()
        self.flush()
        self._refresh_timer.stop()
        self._changed.disconnect()
        self._chat.composer.text_changed.disconnect(self._draft_changed)
        self._chat.composer.attachments_changed.disconnect(self._attachments_changed)

    def _connect_panel(self) -> None:
        full = self._chat.full
        if self._panel is None and full:
            panel = self._panel = full.history
            panel.opened.connect(lambda session: self._spawn(self._open, session))
            panel.hit_chosen.connect(lambda hit, words: self._spawn(self._open_hit, hit, words))
            panel.new_button.clicked.connect(self._chat.header.new.click)
            panel.renamed.connect(self._store.rename)
            panel.pinned.connect(lambda session, pinned: self._store.pin(session, pinned=pinned))
            panel.delete_requested.connect(self._delete)
            panel.searched.connect(lambda text: self._spawn(self._search, text))
            panel.export_requested.connect(self._export)
            panel.import_requested.connect(self._import)
            panel.import_cancel_requested.connect(self._cancel_import)
        self._refresh_timer.start()

    def _schedule_refresh(self) -> None:
        if self._panel:
            self._refresh_timer.start()

    def _spawn(self, work: Callable[..., Awaitable[None]], *values: object) -> None:
        event_loop.spawn(self._run(work, *values))

    async def _run(self, work: Callable[..., Awaitable[None]], *values: object) -> None:
        try:
            await work(*values)
        except StoreError as error:
            why = str(error)
            self._chat.show_toast(lambda: why)

    async def _refresh(self) -> None:
        if self._panel:
            self._sessions = await self._store.sessions()
            self._panel.show_sessions(self._sessions, self._recorder.session)

    async def _search(self, text: str) -> None:
        if text and self._panel:
            hits = await self._store.search(text)
            self._panel.show_hits(text, hits)
        else:
            await self._refresh()

    async def _open(self, session: str) -> None:
        if session == self._recorder.session:
            return
        if self._conversation.is_running:
            self._chat.show_toast(lambda: tr("Wait for the answer, or stop it, before you open another conversation."))
            return
        self.flush()
        saved = await self._recorder.open(session)
        if len(saved.nodes) > LONG:
            gc_policy.freeze_existing()
        # Text typed while the session was loading belongs to the previous one.
        if self._draft_timer.isActive():
            self.flush()
        self._show_draft(saved.draft)
        await self._refresh()

    async def _open_hit(self, hit: SearchHit, words: str) -> None:
        """Open a search hit's conversation and scroll to its message."""
        await self._open(hit.session_id)
        if hit.message_id is None or hit.session_id != self._recorder.session:
            return
        if hit.message_id not in self._conversation.tree:
            self._chat.show_toast(lambda: tr("This message is not there any more."))
            return
        if all(message.id != hit.message_id for message in self._conversation.messages):
            if self._conversation.is_running:
                return
            self._conversation.choose(hit.message_id)
        self._chat.transcript.show_hit(hit.message_id, words)

    def show_message(self, session: str, message_id: str, words: str) -> None:
        """Open a conversation at a message, with these words highlighted."""
        self._spawn(self._open_hit, SearchHit(session, message_id, "", (), 0.0), words)

    def _delete(self, session: str) -> None:
        is_open = session == self._recorder.session
        if is_open and self._conversation.is_running:
            self._chat.show_toast(lambda: tr("Stop the answer before you delete its conversation."))
            return
        if is_open:
            self._chat.header.new.click()
        title = next((each.title for each in self._sessions if each.id == session), "")
        self._store.delete(session)
        self._spawn(self._ask_about_facts, session)
        self._chat.show_toast(
            lambda: tr("“{title}” deleted", title=title[:28]) if title else tr("Conversation deleted"),
            lambda: self._undo_delete(session, reopen=is_open),
        )

    def _undo_delete(self, session: str, *, reopen: bool) -> None:
        self._store.undo_delete(session)
        self._spawn(self._restore_facts, session)
        if reopen and not self._conversation.messages:
            self._spawn(self._open, session)

    async def _ask_about_facts(self, session: str) -> None:
        """Ask whether what she remembers of a deleted conversation goes with it, if there is anything."""
        count = await self._store.query(partial(facts.count_said, session=session))
        if count:
            forget = LineLink(tr_noop("Forget it too"), lambda: self._spawn(self._forget_facts, session))
            keep = LineLink(tr_noop("Keep"), lambda: None)
            self._chat.pane.status_lines.add(StatusLine(lambda: _from_deleted(count), (forget, keep), is_brief=False))

    async def _forget_facts(self, session: str) -> None:
        at = self._forgotten[session] = time.time()
        await self._store.change(partial(facts.mark_session_deleted, session=session, at=at))

    async def _restore_facts(self, session: str) -> None:
        if at := self._forgotten.pop(session, None):
            await self._store.change(partial(facts.undo_session_deleted, session=session, at=at))

    def _export(self, session: str | None, form: ExportForm) -> None:
        title = next((each.title for each in self._sessions if each.id == session), "conversations")
        name = "".join(letter if letter.isalnum() or letter in " -_" else " " for letter in title)
        name = " ".join(name.split())[:60] or "conversation"
        dialog = self._dialog(tr("Export"), QFileDialog.AcceptMode.AcceptSave, form)
        dialog.setDefaultSuffix(form.value)
        dialog.selectFile(f"{name}.{form.value}")
        dialog.fileSelected.connect(lambda file: self._spawn(self._export_to, session, form, Path(file)))
        dialog.open()

    async def _export_to(self, session: str | None, form: ExportForm, file: Path) -> None:
        if form is ExportForm.MARKDOWN and session:
            await self._store.export_markdown(session, file)
        else:
            await self._store.export_json(file, session)
        self._chat.show_toast(lambda: tr("Saved as {file}", file=file.name))

    def _import(self) -> None:
        dialog = self._dialog(tr("Import"), QFileDialog.AcceptMode.AcceptOpen, ExportForm.JSON)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda file: self._spawn(self._import_from, Path(file)))
        dialog.open()

    async def _import_from(self, file: Path) -> None:
        self._cancellation = Cancellation()
        self._show_import(file.name)
        try:
            result = await self._store.import_json(file, self._cancellation, self._report_import)
        except Cancelled:
            self._chat.show_toast(lambda: tr("The import of {name} was cancelled", name=file.name))
            return
        finally:
            self._show_import("")
        self._chat.show_toast(lambda: _import_message(result))
        if len(result.new + result.known) == 1:
            await self._open((result.new + result.known)[0])

    def _cancel_import(self) -> None:
        self._cancellation.cancel()

    def _show_import(self, name: str) -> None:
        if self._panel:
            self._panel.show_import(name)

    def _report_import(self, done: int, total: int) -> None:
        """Report the progress from another thread, at most once for each percent."""
        if done * 100 // total > (done - 1) * 100 // total:
            self._imported.emit(done, total)

    def _show_import_progress(self, done: int, total: int) -> None:
        if self._panel:
            self._panel.show_import_progress(done, total)

    def _dialog(self, title: str, mode: QFileDialog.AcceptMode, form: ExportForm) -> QFileDialog:
        kinds = {ExportForm.MARKDOWN: tr("Markdown (*.md)"), ExportForm.JSON: tr("JSON (*.json)")}
        folder = self._folder or file_dialogs.default_folder(file_dialogs.StandardLocation.DocumentsLocation)
        dialog = QFileDialog(self._chat.full, title, folder, kinds[form])
        dialog.fileSelected.connect(self._remember_folder)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(mode)
        return dialog

    def _remember_folder(self, file: str) -> None:
        self._folder = str(Path(file).parent)

    def _draft_changed(self, text: str) -> None:
        if self._is_restoring:
            return
        self._own_draft()
        if text:
            self._draft_timer.start()
        else:
            self.flush()

    def _attachments_changed(self) -> None:
        if not self._is_restoring:
            self._own_draft()
            self._has_unsaved_attachments = True
            self._draft_timer.start()

    def _save_draft(self) -> None:
        if self._has_unsaved_attachments and not self._chat.composer.attachments.is_packed:
            self._draft_timer.start()
        else:
            self.flush()

    def _own_draft(self) -> None:
        """From now on, the draft belongs to the open session."""
        self._draft_session, self._is_draft_private = self._recorder.session, self._conversation.is_private

    def start_draft(self) -> None:
        """Show the draft of the new session; the previous draft stays with its session."""
        self._schedule_refresh()
        is_private = self._conversation.is_private
        if (self._recorder.session, is_private) == (self._draft_session, self._is_draft_private):
            return
        if self._draft_timer.isActive():
            self.flush()
        self._show_draft(Draft())
        if not is_private:
            self._start_restoring()

    def discard_draft(self) -> None:
        """Show an empty draft; the one before is not stored."""
        self._draft_timer.stop()
        self._show_draft(Draft())

    def _start_restoring(self) -> None:
        self._spawn(self._restore_draft, self._recorder.session, self._shown_drafts)

    async def _restore_draft(self, session: str | None, shown_drafts: int) -> None:
        """Restore the stored draft of a session, before any text that is already typed, unless another is shown."""
        draft = await self._store.draft(session)
        composer = self._chat.composer
        if session == self._recorder.session and shown_drafts == self._shown_drafts:
            typed, added = composer.draft_text(), composer.draft_attachments()
            if draft != Draft():
                self._show_draft(Draft(draft.text + typed, draft.attachments + added))
            if typed or added:
                self._has_unsaved_attachments = bool(added)
                self._draft_timer.start()

    def _show_draft(self, draft: Draft) -> None:
        """Show a draft that is already stored."""
        self._own_draft()
        self._shown_drafts += 1
        self._is_restoring = True
        self._chat.composer.show_draft(draft.text, draft.attachments)
        self._is_restoring = self._has_unsaved_attachments = False


def _from_deleted(count: int) -> str:
    return tr_plural(
        count,
        "She remembers one thing from the deleted conversation.",
        "She remembers {n} things from the deleted conversation.",
    )


def _import_message(result: ImportResult) -> str:
    """Return a line about the result of an import."""
    if not result.new and result.known:
        return tr_plural(
            len(result.known), "This conversation is here already", "These {n} conversations are here already"
        )
    imported = tr_plural(len(result.new), "1 conversation imported", "{n} conversations imported")
    if not result.known:
        return imported
    return join_sentences(f"{imported}.", tr_plural(len(result.known), "1 was here already.", "{n} were here already."))
