"""Connect the list of conversations with the store."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from deskpet.chat.call_state import CallState, state_of
from deskpet.chat.events import ApprovalAnswered, ApprovalAsked, QuestionAsked, TurnEnded, TurnEvent, TurnStarted
from deskpet.chat.messages import Message, ToolUse
from deskpet.config import paths
from deskpet.config.state_files import BadStateFile, read_json, write_json
from deskpet.features.history import exporting, importing
from deskpet.features.history.export_form import ExportForm
from deskpet.features.host import Host
from deskpet.listeners import End
from deskpet.processes.cancellation import Cancellation, Cancelled
from deskpet.store import SearchHit, Session, Store, StoreError, facts, rows
from deskpet.translation import join_sentences, tr, tr_noop, tr_plural
from deskpet.ui.chat.commands import ChatCommand
from deskpet.ui.chat.status_lines import LineLink, StatusLine
from deskpet.ui.platform import event_loop
from deskpet.ui.platform.signals import end_all
from deskpet.ui.widgets import file_dialogs

if TYPE_CHECKING:
    from deskpet.features.history.ui.panel import HistoryPanel
    from deskpet.features.history.ui.session_list import SessionMark
    from deskpet.ui.blocks.progress_row import ProgressRow

Ids = tuple[str, ...]

# After these, rows show something else.
_TURN_EVENTS = (TurnStarted, ApprovalAsked, ApprovalAnswered, QuestionAsked, TurnEnded)
# What the dialog calls files of a form.
_KINDS = {
    ExportForm.MARKDOWN: tr_noop("Markdown (*.md)"),
    ExportForm.JSON: tr_noop("JSON (*.json)"),
    ExportForm.HTML: tr_noop("Web page (*.html)"),
    ExportForm.PDF: tr_noop("PDF (*.pdf)"),
}
# Delay after a change until the list is refreshed.
_REFRESH_MS = 60

logger = logging.getLogger(__name__)


class HistoryController(QObject):
    """Changes, searches, exports and imports conversations, once the store is open."""

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
        self._deleted: dict[str, str] = {}  # the titles of deleted sessions, by their ids
        self._question: StatusLine | None = None  # whether some of them are erased now
        self._folders = self._written_folders = frozenset[str]()
        self._refresh_timer = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._refreshing: asyncio.Task[None] | None = None
        # No lambda, which would hold this object for good.
        self._refresh_timer.timeout.connect(self._refresh_soon)
        # Sessions whose answers were not on screen when they ended.
        self._unseen: set[str] = set()
        self._changed.connect(self._schedule_refresh)
        self._stop_following = end_all(
            host.conversation.listen_to(on_path=lambda _: self._schedule_refresh()),
            host.conversation.listen_to(on_event=self._on_turn, events=_TURN_EVENTS),
            host.turns.listen_to_answering(self._schedule_refresh),
            host.sessions.listen_to_reading(self._schedule_refresh),
            host.listen_to_store(self._use_store),
        )
        host.chat.window.set_side_panel(self._create_panel)
        host.chat.commands.add(ChatCommand("search_conversations", "search", self._search_conversations))
        self._use_store()

    def close(self) -> None:
        """Cancel a running import, and disconnect."""
        self._cancellation.cancel()
        self._end_listening()
        self._stop_following()
        self._changed.disconnect()
        self._refresh_timer.stop()
        if self._refreshing:
            # Its views may be gone when the database answers.
            self._refreshing.cancel()

    def _use_store(self) -> None:
        """Fill the panel from the store, if it is open."""
        self._store = self._host.store()
        if self._store:
            self._end_listening = self._store.listen(self._changed.emit)
            self._connect_panel()

    def _create_panel(self, parent: QWidget) -> "HistoryPanel":
        from deskpet.features.history.ui.panel import HistoryPanel

        panel = self._panel = HistoryPanel(parent)
        try:
            panel.open_folders = read_json(_state_file()).names("open_folders")
        except (BadStateFile, OSError) as error:
            logger.info("the open folders are not known: %s", error)
        self._written_folders = panel.open_folders
        panel.folders_opened.connect(lambda _: self._save_open_folders())
        panel.new_button.clicked.connect(self._host.sessions.begin)
        panel.private_requested.connect(self._host.sessions.begin_private)
        # Each import has its own.
        panel.import_row.cancel_requested.connect(lambda: self._cancellation.cancel())  # noqa: PLW0108
        self._imported.connect(panel.import_row.show_progress)
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
        panel.archive_requested.connect(self._archive)
        panel.move_requested.connect(self._move)
        panel.delete_requested.connect(self._delete)
        panel.restore_requested.connect(self._restore)
        panel.erase_requested.connect(self._ask_to_erase)
        panel.searched.connect(lambda text: self._spawn(self._search, text))
        panel.export_requested.connect(self._export)
        panel.import_requested.connect(lambda: self._import(panel.import_row))
        self._schedule_refresh()

    def _search_conversations(self) -> None:
        """Open the full window, and focus the search of its list."""
        self._host.chat.window.expand()
        if self._panel:
            self._panel.search()

    def _schedule_refresh(self) -> None:
        if self._store:
            self._refresh_timer.start()

    def _spawn(self, work: Callable[..., Awaitable[None]], *values: object) -> "asyncio.Task[None]":
        """Run `work` with the open store as its first argument."""
        return event_loop.spawn(self._run(work, *values))

    async def _run(self, work: Callable[..., Awaitable[None]], *values: object) -> None:
        assert self._store
        try:
            await work(self._store, *values)
        except StoreError as error:
            why = str(error)
            self._host.chat.show_toast(lambda: why)

    def _refresh_soon(self) -> None:
        self._refreshing = self._spawn(self._refresh)

    async def _refresh(self, store: Store) -> None:
        session = self._host.sessions.shown
        self._unseen.discard(session)
        title = await store.query(partial(rows.read_title, session=session)) if session else ""
        self._host.chat.window.show_title(title)
        if self._panel:
            listed = await self._listed(store)
            everything = await store.sessions()
            self._sessions = tuple(each for each in everything if listed(each.id))
            self._folders = frozenset(each.folder for each in everything)
            deleted = [each for each in await store.query(rows.read_deleted_sessions) if listed(each.id)]
            self._deleted = {each.id: each.title for each in deleted}
            self._panel.show_sessions(self._sessions, session, tuple(deleted), self._marks())
            self._save_open_folders()

    async def _listed(self, store: Store) -> Callable[[str], bool]:
        """Return a function that returns whether the list has the session of an id: all, or those of one speaker."""
        sessions = self._host.sessions
        if not sessions.speaker:
            return lambda _: True
        own = {sessions.shown, *await store.query(partial(rows.read_sessions_of, speaker=sessions.speaker))}
        return own.__contains__

    def _save_open_folders(self) -> None:
        """Write the names of the open folders, but for those that are gone, as after everything was erased."""
        assert self._panel
        folders = self._panel.open_folders & self._folders
        if folders != self._written_folders:
            self._written_folders = folders
            write_json(_state_file(), {"open_folders": sorted(folders)}, "the open folders")

    def _on_turn(self, event: TurnEvent, _answer: Message) -> None:
        session = self._host.conversation.session
        if isinstance(event, TurnEnded) and session and session != self._host.sessions.shown:
            self._unseen.add(session)
        self._schedule_refresh()

    def _marks(self) -> "dict[str, SessionMark]":
        from deskpet.features.history.ui.session_list import SessionMark

        marks = dict.fromkeys(self._unseen, SessionMark.UNSEEN)
        marks |= dict.fromkeys(self._host.turns.answering, SessionMark.ANSWERING)
        conversation = self._host.conversation
        last = conversation.messages[-1] if conversation.messages else None
        if conversation.is_running and last and last.ended is None:
            waits = any(isinstance(each, ToolUse) and state_of(each) is CallState.WAITING for each in last.blocks)
            marks[conversation.session] = SessionMark.WAITING if waits else SessionMark.ANSWERING
        return marks

    async def _search(self, store: Store, text: str) -> None:
        if text and self._panel:
            listed = await self._listed(store)
            hits = tuple(each for each in await store.search(text) if listed(each.session_id))
            self._panel.show_hits(text, hits)
        else:
            await self._refresh(store)

    async def _open(self, _store: Store, session: str) -> None:
        await self._host.sessions.open(session)
        self._schedule_refresh()

    async def _open_hit(self, _store: Store, hit: SearchHit, words: str) -> None:
        """Open a search hit's conversation and scroll to its message."""
        if hit.message_id is None:
            await self._host.sessions.open(hit.session_id)
        else:
            await self._host.sessions.open_at(hit.session_id, hit.message_id, words)

    def _title(self, ids: Ids) -> str:
        """Return the title of a single session, else an empty text."""
        return next((each.title for each in self._sessions if len(ids) == 1 and each.id == ids[0]), "")

    def _archive(self, ids: Ids, archived: bool) -> None:
        assert self._store
        self._store.archive(*ids, archived=archived)
        title, count, undo = self._title(ids), len(ids), partial(self._store.archive, *ids, archived=not archived)
        self._host.chat.show_toast(lambda: _archived_text(title, count, archived=archived), undo)

    def _move(self, ids: Ids, folder: str) -> None:
        assert self._store
        store, before = self._store, dict[str, list[str]]()
        for session in self._sessions:
            if session.id in ids and session.folder != folder:
                before.setdefault(session.folder, []).append(session.id)
        store.move(*ids, folder=folder)
        title, count = self._title(ids), len(ids)
        self._host.chat.show_toast(
            lambda: _moved_text(title, count, folder),
            lambda: [store.move(*moved, folder=old) for old, moved in before.items()],
        )

    def _delete(self, ids: Ids) -> None:
        assert self._store
        sessions, conversation = self._host.sessions, self._host.conversation
        answering = {*self._host.turns.answering, *([conversation.session] if conversation.is_running else ())}
        if answering & {*ids}:
            self._host.chat.show_toast(lambda: tr("Stop the answer before you delete its conversation."))
            return
        reopened = sessions.shown if sessions.shown in ids else ""
        if reopened:
            sessions.begin()
        sessions.leave(ids)
        title = self._title(ids)
        self._store.delete(*ids)
        self._spawn(self._ask_about_facts, ids)
        self._host.chat.show_toast(
            lambda: _deleted_text(title, len(ids)), lambda: self._undo_delete(ids, reopened=reopened)
        )

    def _undo_delete(self, ids: Ids, *, reopened: str) -> None:
        assert self._store
        self._store.undo_delete(*ids)
        if reopened and not self._host.sessions.shown:
            self._spawn(self._open, reopened)

    def _restore(self, ids: Ids) -> None:
        assert self._store
        self._store.undo_delete(*ids)
        self._host.chat.show_toast(
            lambda: tr("The conversation is back in the list"), partial(self._store.delete, *ids)
        )

    def _ask_to_erase(self, ids: Ids) -> None:
        """Ask whether deleted conversations are erased now, in place of the last such question."""
        lines, title = self._host.windows.status_lines, self._deleted.get(ids[0], "") if len(ids) == 1 else ""
        if self._question:
            lines.remove(self._question)
        erase = LineLink(tr_noop("Erase now"), lambda: self._spawn(self._erase, ids))
        keep = LineLink(tr_noop("Keep it"), lambda: None)
        self._question = StatusLine(lambda: _erase_text(title, len(ids)), (erase, keep), is_brief=False)
        lines.add(self._question)

    async def _erase(self, store: Store, ids: Ids) -> None:
        await store.erase_deleted(*ids)
        self._schedule_refresh()
        self._host.chat.show_toast(
            lambda: tr_plural(len(ids), "The conversation is erased", "{n} conversations are erased")
        )

    async def _ask_about_facts(self, store: Store, ids: Ids) -> None:
        """Ask whether what she remembers of deleted conversations goes with them, if there is anything."""
        counts = [await store.query(partial(facts.count_said, session=session)) for session in ids]
        if count := sum(counts):
            forget = LineLink(tr_noop("Forget it too"), lambda: self._spawn(self._forget_facts, ids))
            keep = LineLink(tr_noop("Keep"), lambda: None)
            line = StatusLine(lambda: _from_deleted(count), (forget, keep), is_brief=False)
            self._host.windows.status_lines.add(line)

    async def _forget_facts(self, store: Store, ids: Ids) -> None:
        for session in ids:
            await store.change(partial(facts.mark_session_deleted, session=session))

    def _export(self, ids: Ids | None, form: ExportForm) -> None:
        title = self._title(ids or ()) or "conversations"
        name = "".join(letter if letter.isalnum() or letter in " -_" else " " for letter in title)
        name = " ".join(name.split())[:60] or "conversation"
        dialog = self._dialog(tr("Export"), QFileDialog.AcceptMode.AcceptSave, tr(_KINDS[form]))
        dialog.setDefaultSuffix(form.value)
        dialog.selectFile(f"{name}.{form.value}")
        dialog.fileSelected.connect(lambda file: self._spawn(self._export_to, ids, form, Path(file)))
        dialog.open()

    async def _export_to(self, store: Store, ids: Ids | None, form: ExportForm, file: Path) -> None:
        if form is ExportForm.JSON or ids is None:
            await store.export_json(file, ids)
        else:
            saved = tuple([await store.load(session) for session in ids])
            await event_loop.in_thread(partial(exporting.write, file, form, saved))
        self._host.chat.show_toast(lambda: tr("Saved as {file}", file=file.name))

    def _import(self, row: "ProgressRow") -> None:
        programs = tr("Conversations of deskpet, ChatGPT, Claude, DeepSeek, SillyTavern, Cherry Studio, Open WebUI")
        dialog = self._dialog(
            tr("Import"), QFileDialog.AcceptMode.AcceptOpen, f"{programs} (*.json *.jsonl *.zip *.bak)"
        )
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda file: self._spawn(self._import_from, Path(file), row))
        dialog.open()

    async def _import_from(self, store: Store, file: Path, row: "ProgressRow") -> None:
        self._cancellation = Cancellation()
        row.start(partial(_import_text, file.name))
        try:
            imported = await importing.import_file(store, file, self._cancellation, self._report_import)
        except Cancelled:
            self._host.chat.show_toast(lambda: tr("The import of {name} was cancelled", name=file.name))
            return
        finally:
            row.stop()
        self._host.chat.show_toast(lambda: importing.message_of(imported.to_json()))
        sessions = imported.result.new + imported.result.known
        if len(sessions) == 1:
            await self._host.sessions.open(sessions[0])

    def _report_import(self, done: int, total: int) -> None:
        """Report the progress from another thread, at most once for each percent."""
        if total > 1 and done * 100 // total > (done - 1) * 100 // total:
            self._imported.emit(done, total)

    def _dialog(self, title: str, mode: QFileDialog.AcceptMode, kinds: str) -> QFileDialog:
        def remember_folder(file: str) -> None:
            self._folder = str(Path(file).parent)

        folder = self._folder or file_dialogs.default_folder(file_dialogs.StandardLocation.DocumentsLocation)
        dialog = QFileDialog(self._panel.window() if self._panel else None, title, folder, kinds)
        dialog.fileSelected.connect(remember_folder)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(mode)
        return dialog


def _state_file() -> Path:
    return paths.state_folder() / "history.json"


def _import_text(file: str, done: int, total: int) -> str:
    if total:
        return tr("Importing {file}… {n:,} of {all:,}", file=file, n=done, all=total)
    return tr("Importing {file}…", file=file)


def _archived_text(title: str, count: int, *, archived: bool) -> str:
    if not archived:
        return tr("Back in the list")
    if title:
        return tr("“{title}” is in the archive", title=title[:28])
    return tr_plural(count, "Conversation archived", "{n} conversations archived")


def _moved_text(title: str, count: int, folder: str) -> str:
    if not folder:
        return tr("Taken out of the folder")
    if title:
        return tr("“{title}” is in “{folder}”", title=title[:28], folder=folder[:28])
    return tr_plural(count, "1 conversation moved", "{n} conversations moved")


def _deleted_text(title: str, count: int) -> str:
    if title:
        return tr("“{title}” deleted", title=title[:28])
    return tr_plural(count, "Conversation deleted", "{n} conversations deleted")


def _erase_text(title: str, count: int) -> str:
    question = tr_plural(count, "Erase the conversation for good?", "Erase {n} conversations for good?")
    question = tr("Erase “{title}” for good?", title=title[:28]) if title else question
    return join_sentences(question, tr("Nothing brings it back. Backups that still hold it are replaced by a new one."))


def _from_deleted(count: int) -> str:
    return tr_plural(
        count,
        "She remembers one thing from the deleted conversation.",
        "She remembers {n} things from the deleted conversation.",
    )
