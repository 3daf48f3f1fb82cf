"""Connect the list of conversations with the store."""

import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from deskpet.features.history import exporting, importing
from deskpet.features.history.export_form import ExportForm
from deskpet.features.host import Host
from deskpet.listeners import End
from deskpet.processes.cancellation import Cancellation, Cancelled
from deskpet.store import SearchHit, Session, Store, StoreError, facts
from deskpet.translation import tr, tr_noop, tr_plural
from deskpet.ui.chat.commands import ChatCommand
from deskpet.ui.chat.status_lines import LineLink, StatusLine
from deskpet.ui.platform import event_loop
from deskpet.ui.widgets import file_dialogs

if TYPE_CHECKING:
    from deskpet.features.history.ui.panel import HistoryPanel

# Delay after a change until the list is refreshed.
_REFRESH_MS = 60


class HistoryController(QObject):
    """Renames, pins, deletes, searches, exports and imports conversations, once the store is open."""

    _changed = Signal()  # emitted by any thread when the list of sessions changed
    _imported = Signal(int, int)  # emitted by any thread during an import: conversations that are done, and all

    def __init__(self, host: Host) -> None:
        super().__init__()
        self._host = host
        self._panel: HistoryPanel | None = None
        self._store: Store | None = None
        self._end_listening: End = lambda: None  # to the store
        self._cancellation = Cancellation()  # of the import in progress
        self._folder = ""  # of the last export or import
        self._sessions: tuple[Session, ...] = ()
        # When the facts of a deleted session were forgotten with it, by its id.
        self._forgotten: dict[str, float] = {}
        self._refresh_timer = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._refresh_timer.timeout.connect(lambda: self._spawn(self._refresh))
        self._changed.connect(self._schedule_refresh)
        self._imported.connect(self._show_import_progress)
        host.conversation.listen_to_path(lambda _: self._schedule_refresh())
        host.windows.set_side_panel(self._create_panel)
        host.chat.add_command(ChatCommand("search_conversations", "search", self._search_conversations))
        host.listen_to_store(self._use_store)
        self._use_store()

    def close(self) -> None:
        """Cancel a running import, and disconnect."""
        self._cancellation.cancel()
        self._end_listening()
        self._changed.disconnect()
        self._refresh_timer.stop()

    def _use_store(self) -> None:
        """Fill the panel from the store, if it is open."""
        self._store = self._host.store()
        if self._store:
            self._end_listening = self._store.listen(self._changed.emit)
            self._connect_panel()

    def _create_panel(self, parent: QWidget) -> "HistoryPanel":
        from deskpet.features.history.ui.panel import HistoryPanel

        panel = self._panel = HistoryPanel(parent)
        panel.new_button.clicked.connect(self._host.sessions.begin)
        panel.private_requested.connect(self._host.sessions.begin_private)
        self._connect_panel()
        return panel

    def _connect_panel(self) -> None:
        panel, store = self._panel, self._store
        if panel is None or store is None:
            return
        panel.shown.connect(self._schedule_refresh)
        panel.opened.connect(lambda session: self._spawn(self._open, session))
        panel.hit_chosen.connect(lambda hit, words: self._spawn(self._open_hit, hit, words))
        panel.renamed.connect(store.rename)
        panel.pinned.connect(lambda session, pinned: store.pin(session, pinned=pinned))
        panel.delete_requested.connect(self._delete)
        panel.searched.connect(lambda text: self._spawn(self._search, text))
        panel.export_requested.connect(self._export)
        panel.import_requested.connect(self._import)
        panel.import_cancel_requested.connect(self._cancel_import)
        self._schedule_refresh()

    def _search_conversations(self) -> None:
        """Open the full window, and focus the search of its list."""
        self._host.full_window.open()
        if self._panel:
            self._panel.search()

    def _schedule_refresh(self) -> None:
        if self._panel and self._store:
            self._refresh_timer.start()

    def _spawn(self, work: Callable[..., Awaitable[None]], *values: object) -> None:
        """Run `work` with the open store as its first argument."""
        event_loop.spawn(self._run(work, *values))

    async def _run(self, work: Callable[..., Awaitable[None]], *values: object) -> None:
        assert self._store
        try:
            await work(self._store, *values)
        except StoreError as error:
            why = str(error)
            self._host.chat.show_toast(lambda: why)

    async def _refresh(self, store: Store) -> None:
        if self._panel:
            self._sessions = await store.sessions()
            self._panel.show_sessions(self._sessions, self._host.conversation.session)

    async def _search(self, store: Store, text: str) -> None:
        if text and self._panel:
            hits = await store.search(text)
            self._panel.show_hits(text, hits)
        else:
            await self._refresh(store)

    async def _open(self, _store: Store, session: str) -> None:
        await self._host.sessions.open(session)

    async def _open_hit(self, _store: Store, hit: SearchHit, words: str) -> None:
        """Open a search hit's conversation and scroll to its message."""
        if hit.message_id is None:
            await self._host.sessions.open(hit.session_id)
        else:
            await self._host.sessions.open_at(hit.session_id, hit.message_id, words)

    def _title(self, session: str | None) -> str:
        return next((each.title for each in self._sessions if each.id == session), "")

    def _delete(self, session: str) -> None:
        assert self._store
        is_open = session == self._host.conversation.session
        if is_open and self._host.conversation.is_running:
            self._host.chat.show_toast(lambda: tr("Stop the answer before you delete its conversation."))
            return
        if is_open:
            self._host.sessions.begin()
        title = self._title(session)
        self._store.delete(session)
        self._spawn(self._ask_about_facts, session)
        self._host.chat.show_toast(
            lambda: tr("“{title}” deleted", title=title[:28]) if title else tr("Conversation deleted"),
            lambda: self._undo_delete(session, reopen=is_open),
        )

    def _undo_delete(self, session: str, *, reopen: bool) -> None:
        assert self._store
        self._store.undo_delete(session)
        self._spawn(self._restore_facts, session)
        if reopen and not self._host.conversation.messages:
            self._spawn(self._open, session)

    async def _ask_about_facts(self, store: Store, session: str) -> None:
        """Ask whether what she remembers of a deleted conversation goes with it, if there is anything."""
        count = await store.query(partial(facts.count_said, session=session))
        if count:
            forget = LineLink(tr_noop("Forget it too"), lambda: self._spawn(self._forget_facts, session))
            keep = LineLink(tr_noop("Keep"), lambda: None)
            line = StatusLine(lambda: _from_deleted(count), (forget, keep), is_brief=False)
            self._host.windows.add_status_line(line)

    async def _forget_facts(self, store: Store, session: str) -> None:
        at = self._forgotten[session] = time.time()
        await store.change(partial(facts.mark_session_deleted, session=session, at=at))

    async def _restore_facts(self, store: Store, session: str) -> None:
        if at := self._forgotten.pop(session, None):
            await store.change(partial(facts.undo_session_deleted, session=session, at=at))

    def _export(self, session: str | None, form: ExportForm) -> None:
        title = self._title(session) or "conversations"
        name = "".join(letter if letter.isalnum() or letter in " -_" else " " for letter in title)
        name = " ".join(name.split())[:60] or "conversation"
        dialog = self._dialog(tr("Export"), QFileDialog.AcceptMode.AcceptSave, _kind(form))
        dialog.setDefaultSuffix(form.value)
        dialog.selectFile(f"{name}.{form.value}")
        dialog.fileSelected.connect(lambda file: self._spawn(self._export_to, session, form, Path(file)))
        dialog.open()

    async def _export_to(self, store: Store, session: str | None, form: ExportForm, file: Path) -> None:
        if form is ExportForm.JSON or not session:
            await store.export_json(file, session)
        else:
            saved = await store.load(session)
            await event_loop.in_thread(partial(exporting.write, file, form, (saved,)))
        self._host.chat.show_toast(lambda: tr("Saved as {file}", file=file.name))

    def _import(self) -> None:
        programs = tr("Conversations of deskpet, ChatGPT, Claude, SillyTavern, Cherry Studio, Open WebUI")
        dialog = self._dialog(
            tr("Import"), QFileDialog.AcceptMode.AcceptOpen, f"{programs} (*.json *.jsonl *.zip *.bak)"
        )
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda file: self._spawn(self._import_from, Path(file)))
        dialog.open()

    async def _import_from(self, store: Store, file: Path) -> None:
        self._cancellation = Cancellation()
        self._show_import(file.name)
        try:
            imported = await importing.import_file(store, file, self._cancellation, self._report_import)
        except Cancelled:
            self._host.chat.show_toast(lambda: tr("The import of {name} was cancelled", name=file.name))
            return
        finally:
            self._show_import("")
        self._host.chat.show_toast(lambda: importing.message_of(imported.to_json()))
        sessions = imported.result.new + imported.result.known
        if len(sessions) == 1:
            await self._host.sessions.open(sessions[0])

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

    def _dialog(self, title: str, mode: QFileDialog.AcceptMode, kinds: str) -> QFileDialog:
        folder = self._folder or file_dialogs.default_folder(file_dialogs.StandardLocation.DocumentsLocation)
        dialog = QFileDialog(self._panel.window() if self._panel else None, title, folder, kinds)
        dialog.fileSelected.connect(self._remember_folder)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(mode)
        return dialog

    def _remember_folder(self, file: str) -> None:
        self._folder = str(Path(file).parent)


def _kind(form: ExportForm) -> str:
    """Return how the dialog calls files of a form."""
    match form:
        case ExportForm.MARKDOWN:
            return tr("Markdown (*.md)")
        case ExportForm.JSON:
            return tr("JSON (*.json)")
        case ExportForm.HTML:
            return tr("Web page (*.html)")
        case ExportForm.PDF:
            return tr("PDF (*.pdf)")


def _from_deleted(count: int) -> str:
    return tr_plural(
        count,
        "She remembers one thing from the deleted conversation.",
        "She remembers {n} things from the deleted conversation.",
    )
