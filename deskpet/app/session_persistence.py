"""Store the conversation on disk: open the database, record, back up, and report what can't be written."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from deskpet.app.draft_controller import DraftController
from deskpet.chat.conversation import Conversation
from deskpet.chat.message_tree import Node
from deskpet.chat.messages import new_id
from deskpet.config import paths
from deskpet.config.state_files import BadStateFile, read_json, write_json
from deskpet.store import (
    DRAFT_BESIDE,
    IN_MEMORY,
    Recorder,
    Salvage,
    SavedConversation,
    Store,
    StoreError,
    StoreUnavailable,
    unsaved,
)
from deskpet.tools.files.undo_copies import UndoCopies, delete_lost_copies
from deskpet.translation import join_sentences, tr
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.platform import event_loop

# Maximum time to write at the end of a session: Windows allows a program five seconds.
_SAVE_SECONDS = 3.0
# Interval of attempts to write what could not be written.
_CATCH_UP_MS = 5000
# The chat is shown without its conversation if the database takes longer to open.
_START_SECONDS = 0.5
# Time to wait for a lock of another program, and between two attempts to open.
_LOCK_SECONDS, _RETRY_SECONDS = 0.2, 1.0
# Delay of the first maintenance, and interval of the next ones. A backup is made once a day.
_FIRST_MAINTENANCE_MS, _MAINTENANCE_MS = 20_000, 4 * 3600 * 1000

logger = logging.getLogger(__name__)


class SessionPersistence(QObject):
    """Records a conversation from `open` to `close`, in memory if the disk can't be written.

    The database is opened in a thread. Messages sent before it is open stay in memory and are written then.
    `store`, `recorder` and `drafts` are None until it is open. `had_database` tells whether `open` found a file.

    opened: Emitted when the database is open, if that was after `open` returned. The last conversation is shown if
        no message was sent meanwhile.
    troubled: Emitted with a title and a reason when something can't be read, or will not be stored.
    writing_delayed: Emitted with a title and a reason when messages can't be written now; once for each reason.
    writing_resumed: Emitted when all waiting messages are written.
    """

    opened = Signal()
    troubled = Signal(str, str)
    writing_delayed = Signal(str, str)
    writing_resumed = Signal()
    # Emitted by the store's thread. Carries the reason, empty when everything is written again.
    _not_written = Signal(str)
    _salvaged = Signal(object)
    _replaced = Signal()

    def __init__(self, chat: ChatWindow, conversation: Conversation, speaker: Callable[[], str]) -> None:
        """`speaker` returns the name of the persona or character that answers now."""
        super().__init__(chat)
        self._speaker = speaker
        self.conversation = conversation
        self.store: Store | None = None
        self.recorder: Recorder | None = None
        self.drafts: DraftController | None = None
        self.had_database = False
        # Signals of the store's thread may arrive after `close`.
        self._is_closed = False
        self._chat = chat
        self._reported: set[str] = set()
        self._early_problems: list[tuple[str, str]] | None = []  # until the conversation is shown
        self._opening: asyncio.Task[tuple[Store, SavedConversation | None]] | None = None
        # Until the database is open: the present session, the nodes and leaf of earlier sessions, and their files.
        self._session = new_id()
        self._unwritten: dict[str, tuple[tuple[Node, ...], str | None]] = {}
        self._unsaved_files: list[Path] = []
        # Of the conversations that another character has beside this one, in the same database.
        self.beside: SessionPersistence | None = None
        self.left_beside = ""
        """The id of the conversation that was open beside this one at the end of the last run; empty if none was."""
        self._catch_up_timer = QTimer(self, interval=_CATCH_UP_MS)
        self._catch_up_timer.timeout.connect(lambda: self.store.retry_writes() if self.store else None)
        self._not_written.connect(self._report_not_written)
        self._salvaged.connect(self._report_salvage)
        self._replaced.connect(self._write_again)
        self._maintenance_timer = QTimer(self, interval=_MAINTENANCE_MS)
        self._first_maintenance = QTimer(self, singleShot=True, interval=_FIRST_MAINTENANCE_MS)
        for timer in (self._first_maintenance, self._maintenance_timer):
            timer.timeout.connect(lambda: event_loop.spawn(self._maintain()))

    @property
    def session(self) -> str | None:
        """The id under which the conversation is stored; None while it is not."""
        return self.recorder.session if self.recorder else None

    @property
    def is_waiting(self) -> bool:
        """Whether the database is not open yet."""
        return self.store is None

    async def open(self, folders: Iterable[Path] = ()) -> None:
        """Open the database and show the last conversation, or return without it if opening takes long.

        folders: other folders that will be written; they are reported together if they can't be.
        """
        file = paths.data_folder() / "conversations.db"
        self.had_database = paths.exists(file)
        opening = self._opening = event_loop.spawn(self._open_store(file, tuple(folders)))
        await asyncio.wait({opening}, timeout=_START_SECONDS)
        if opening.done():
            self._start_recording(*opening.result())
        else:
            self._report_early_problems()
            event_loop.spawn(self._wait_for_database(opening))

    async def _open_store(self, file: Path, folders: Iterable[Path]) -> tuple[Store, SavedConversation | None]:
        """Return the store and its last conversation. Waits while another program holds the file."""
        blocked = await event_loop.in_thread(
            lambda: paths.unwritable_reasons((file.parent, paths.state_folder(), *folders))
        )
        open_on_disk = partial(
            Store,
            file,
            on_trouble=lambda error: self._not_written.emit(str(error or "")),
            on_salvage=self._salvaged.emit,
            on_replaced=self._replaced.emit,
            opening_wait=_LOCK_SECONDS,
        )
        while True:
            try:
                store = await event_loop.in_thread(open_on_disk, discard=Store.close)
            except StoreUnavailable as error:
                if self._early_problems is None:
                    self._report_not_written(str(error))
                await asyncio.sleep(_RETRY_SECONDS)
            except StoreError as error:
                store = await event_loop.in_thread(lambda: _open_in_memory(file))
                if file.parent not in blocked:
                    why = join_sentences(str(error), tr("Until then it stays in memory; to keep it, export it."))
                    self._report(tr("This conversation will not be kept"), why)
                break
            else:
                blocked.pop(file.parent, None)
                break
        if blocked:
            title = tr("Nothing can be kept") if file.parent in blocked else tr("Not everything can be kept")
            self._report(title, _unwritable_message(blocked))
        return store, await self._load_last(store)

    async def _load_last(self, store: Store) -> SavedConversation | None:
        """Return the conversation that was open at the end, or the newest one if something was said since."""
        try:
            session, left_at, self.left_beside = await event_loop.in_thread(_left_session)
            last = await store.load_last(self.left_beside)
            if session and last and session != last.session.id and left_at >= last.session.changed_at:
                # It may have been deleted.
                with suppress(StoreError):
                    return await store.load(session)
            return last
        except asyncio.CancelledError:
            store.close()
            raise
        except StoreError as error:
            self._report(tr("The last conversation can't be read"), str(error))
            return None

    async def _wait_for_database(self, opening: "asyncio.Task[tuple[Store, SavedConversation | None]]") -> None:
        """Store the messages sent meanwhile once the database is open; without any, show the last conversation."""
        self._start_recording(*await opening)
        if self._reported:
            self._report_not_written("")
        self.opened.emit()

    def _start_recording(self, store: Store, last: SavedConversation | None) -> None:
        self.store = store
        self.recorder = Recorder(store, self.conversation, speaker=self._speaker)
        for session, (nodes, leaf) in self._unwritten.items():
            store.write_session(session, nodes, leaf, {})
        self._unwritten.clear()
        if self.conversation.is_private:
            # It was begun before the database was open.
            pass
        elif self.conversation.messages:
            self.recorder.adopt(self._session)
        elif last:
            self.recorder.show(last)
        self._report_early_problems()
        for beside in self._unsaved_files:
            beside.unlink(missing_ok=True)
        self.drafts = DraftController(self._chat, self.store, self.recorder, self.conversation)
        self._first_maintenance.start()
        self._maintenance_timer.start()

    async def open_beside(self, first: "SessionPersistence", is_taken: Callable[[str], bool]) -> None:
        """Record into the open database of another character's conversation, which closes it; go on where this ended.

        `first` writes with its own what waits here. is_taken: returns whether it has a conversation open or on screen.
        """
        store, session = first.store, first.left_beside
        assert store
        last = None
        if session:
            # It may have been deleted.
            with suppress(StoreError):
                last = await store.load(session)
        self.store, self._early_problems = store, None
        self.recorder = Recorder(store, self.conversation, speaker=self._speaker, unsent=DRAFT_BESIDE)
        # It may have been opened there meanwhile.
        if last and not is_taken(session):
            self.recorder.show(last)
        self.drafts = DraftController(self._chat, store, self.recorder, self.conversation)
        first.beside = self

    def close_beside(self, first: "SessionPersistence") -> None:
        """Queue the writes of all that waits; the database stays open."""
        self._is_closed = True
        if self.drafts:
            self.drafts.close()
        self._flush_recorder()
        first.left_beside, first.beside = self.session or "", None

    def _report(self, title: str, why: str) -> None:
        """Report a problem, after the conversation is shown."""
        if self._early_problems is None:
            self.troubled.emit(title, why)
        else:
            self._early_problems.append((title, why))

    def _report_early_problems(self) -> None:
        problems = self._early_problems or []
        self._early_problems = None
        for title, why in problems:
            self.troubled.emit(title, why)

    def _write_again(self) -> None:
        """Write the open conversation to the new database file."""
        if self._is_closed:
            return
        if self.recorder:
            self.recorder.rewrite_session()
        if self.beside and self.beside.recorder:
            self.beside.recorder.rewrite_session()
        why = tr("What is open here is kept in a new file. The other conversations were in the old one.")
        self._report(tr("The file of the conversations was deleted or replaced"), why)

    def begin_session(self, *, is_private: bool = False) -> None:
        """Start an empty conversation in a new session; nothing of a private one is written anywhere."""
        if self.recorder:
            self.recorder.begin_session(is_private=is_private)
            return
        nodes = self._present_nodes()
        self.conversation.open((), None, is_private=is_private)
        self._unwritten |= nodes
        self._session = new_id()

    def record(self, conversation: Conversation) -> Recorder | None:
        """Write another conversation into a new session; None while the database is not open."""
        return Recorder(self.store, conversation, speaker=self._speaker, session=new_id()) if self.store else None

    def flush(self) -> None:
        """Queue the writes of all that waits, with the draft."""
        if self.recorder and self.drafts:
            self.drafts.flush()
            self.recorder.flush()
        if self.beside:
            self.beside.flush()

    async def export(self, file: Path) -> None:
        """Write every conversation to a JSON file, also what is open. Raises StoreError."""
        assert self.store
        self.flush()
        await self.store.export_json(file)

    async def erase(self) -> None:
        """Erase every conversation, draft and backup for good, also what is open. Later messages are written again.

        Raises StoreError if the file can't be written, and RuntimeError while an answer streams.
        """
        assert self.store
        if self.beside and self.beside.conversation.is_running:
            raise RuntimeError("an answer is written in the other character's conversation")
        for each in filter(None, (self, self.beside)):
            each.begin_session()
            if each.drafts:
                each.drafts.discard()
        await self.store.erase()

    def start_draft(self) -> None:
        """Show an empty draft for the session that was begun; the one before stays with its session."""
        if self.drafts:
            self.drafts.start()
        elif self.conversation.is_private:
            self._chat.composer.show_draft("", ())

    def _present_nodes(self) -> dict[str, tuple[tuple[Node, ...], str | None]]:
        """Return the nodes and the leaf of the open session by its id; empty without messages, or if it is private."""
        if self.conversation.is_private:
            return {}
        tree = self.conversation.tree
        nodes = tuple(tree.all_nodes())
        return {self._session: (nodes, tree.leaf)} if nodes else {}

    def _write_unsaved_files(self) -> None:
        """Write the waiting sessions to files beside the database, for the next start."""
        file = paths.data_folder() / "conversations.db"
        for old in self._unsaved_files:
            old.unlink(missing_ok=True)
        self._unsaved_files.clear()
        draft = "" if self.conversation.is_private else self._chat.composer.draft_text()
        unwritten = self._unwritten | self._present_nodes()
        if draft:
            unwritten.setdefault(self._session, ((), None))
        try:
            for session, (nodes, leaf) in unwritten.items():
                own_draft = draft if session == self._session else ""
                self._unsaved_files.append(unsaved.save_session(file, session, nodes, leaf, own_draft))
        except StoreError:
            logger.exception("what was said is lost: the file was never free, and nothing can be written beside it")

    def save_now(self) -> None:
        """Write everything that waits before this returns: the process may be ended right after it."""
        if self.drafts:
            self.drafts.flush()
        self._flush_recorder()
        if self.beside:
            self.beside.flush()
        self.note_session()
        if self.store:
            self.store.wait_until_written(_SAVE_SECONDS)
        else:
            self._write_unsaved_files()

    def note_session(self) -> None:
        """Write down which conversations are open, for the next start."""
        if self.recorder:
            beside = (self.beside.session or "") if self.beside else self.left_beside
            beside = "" if beside == self.session else beside
            value = {"session": self.session or "", "at": time.time(), "beside": beside}
            write_json(_session_file(), value, "the conversation that is open")

    def close(self) -> None:
        """Write everything that waits, and close the database."""
        if self.beside:
            self.beside.close_beside(self)
        self._is_closed = True
        for timer in (self._first_maintenance, self._maintenance_timer, self._catch_up_timer):
            timer.stop()
        if self.drafts:
            self.drafts.close()
        self._flush_recorder()
        self.note_session()
        if self.store:
            self.store.close()
        else:
            self._write_unsaved_files()

    def _flush_recorder(self) -> None:
        if self.recorder:
            self.recorder.flush()
            # `_replaced` would arrive after the end.
            if self.store and self.store.lacks_open_session:
                self.recorder.rewrite_session()

    async def _maintain(self) -> None:
        """Erase what was deleted a day ago, make the daily backup and check the database for damage."""
        both = (self, self.beside) if self.beside else (self,)
        if self.store is None or any(each.conversation.is_running for each in both):
            return
        try:
            await self.store.maintain(*(each.session for each in both))
            await delete_lost_copies(self.store, UndoCopies(paths.undo_folder()))
        except StoreError as error:
            self.troubled.emit(tr("No backup of the conversations could be made"), str(error))

    def _report_salvage(self, saved: Salvage) -> None:
        self._report(tr("The file of the conversations was damaged"), saved.summary)

    def _report_not_written(self, why: str) -> None:
        if self._is_closed:
            return
        if not why:
            self._reported.clear()
            self._catch_up_timer.stop()
            self.writing_resumed.emit()
            self._chat.show_toast(lambda: tr("What was said meanwhile is kept now."))
        elif why not in self._reported:
            self._reported.add(why)
            self._catch_up_timer.start()
            self.writing_delayed.emit(tr("What is said can't be kept"), why)


def _session_file() -> Path:
    """Return the file of the conversation that was open at the end, for the next start."""
    return paths.state_folder() / "session.json"


def _left_session() -> tuple[str, float, str]:
    """Return the id of the conversation that was open at the end, the time of that, and the one open beside it.

    An empty id if none was.
    """
    try:
        left = read_json(_session_file())
        return left.text("session"), left.number("at"), left.text("beside", "")
    except (BadStateFile, OSError) as error:
        logger.info("the conversation that was open is not known: %s", error)
        return "", 0.0, ""


def _open_in_memory(file: Path) -> Store:
    """Open a store in memory, with the content of the file if it can be read."""
    try:
        return Store(IN_MEMORY, copy_of=file)
    except StoreError as error:
        logger.info("the store in memory is empty: %s", error)
        return Store(IN_MEMORY)


def _unwritable_message(blocked: Mapping[Path, str]) -> str:
    return tr(
        "No file can be written in {folders}: {why}. What belongs there is in memory, and forgotten when the program "
        "ends. Let yourself write there, or make room, and start again; to keep a conversation now, export it.",
        folders=tr(", ").join(map(str, blocked)),
        why=tr(", ").join(dict.fromkeys(blocked.values())),
    )
