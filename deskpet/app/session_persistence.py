"""What is kept of the conversation: its store on disk, opened with what was said last, and the list of all others."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from deskpet import paths
from deskpet.app.history_controller import HistoryController
from deskpet.chat.conversation import Conversation
from deskpet.chat.message_tree import Node
from deskpet.chat.messages import new_id
from deskpet.store import IN_MEMORY, Recorder, Salvage, SavedConversation, Store, StoreError, StoreUnavailable, unsaved
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.platform import event_loop
from deskpet.words import join_sentences, tr

# Windows gives a program five seconds at the end of a session.
_SAVE_SECONDS = 3.0
_CATCH_UP_MS = 5000
# The chat is shown without its conversation when the file takes longer to open.
_START_SECONDS = 0.5
_LOCK_SECONDS, _RETRY_SECONDS = 0.2, 1.0
# After the start, and then every few hours: a backup is made once a day.
_FIRST_CARE_MS, _CARE_MS = 20_000, 4 * 3600 * 1000

logger = logging.getLogger(__name__)


class SessionPersistence(QObject):
    """Keeps a conversation from `open` to `close`; without a disk to write on it is kept in memory.

    The file is opened on a thread. What is said before it is open waits in memory, and is written then.

    opened: the file is open, later than `open` returned; what was said last is there if nothing was said meanwhile.
    troubled: something could not be read, or will not be kept: a title, and why.
    fell_behind: what is said can't be written now and waits in memory: a title, and why. Said once of each cause.
    caught_up: everything that waited is written.
    """

    opened = Signal()
    troubled = Signal(str, str)
    fell_behind = Signal(str, str)
    caught_up = Signal()
    # The store's thread says it; a signal brings it to this one. Empty: all is written again.
    _not_written = Signal(str)
    _salvaged = Signal(object)
    _replaced = Signal()

    def __init__(self, chat: ChatWindow, conversation: Conversation, speaker: Callable[[], str]) -> None:
        """`speaker` says what the one is called who answers now."""
        super().__init__()
        self._speaker = speaker
        self.conversation = conversation
        self.store: Store | None = None
        self.keeper: Recorder | None = None
        self._chat = chat
        self._history: HistoryController | None = None
        self._told: set[str] = set()
        self._early: list[tuple[str, str]] | None = []  # troubles from before the conversation is shown
        self._opening: asyncio.Task[tuple[Store, SavedConversation | None]] | None = None
        # Until the file is open: the ids of the open session and of former ones, and the files that hold them.
        self._session = new_id()
        self._unwritten: dict[str, tuple[tuple[Node, ...], str | None]] = {}
        self._unsaved: list[Path] = []
        self._catch_up = QTimer(self, interval=_CATCH_UP_MS)
        self._catch_up.timeout.connect(self._write_waiting)
        self._not_written.connect(self._tell_not_written)
        self._salvaged.connect(self._tell_salvaged)
        self._replaced.connect(self._write_again)
        self._care = QTimer(self, interval=_CARE_MS)
        self._first_care = QTimer(self, singleShot=True, interval=_FIRST_CARE_MS)
        for timer in (self._first_care, self._care):
            timer.timeout.connect(lambda: event_loop.spawn(self._look_after()))

    @property
    def is_waiting(self) -> bool:
        """Whether the file is not open yet."""
        return self.store is None

    async def open(self, folders: Iterable[Path] = ()) -> None:
        """Go on with what was said last time, or without it when the file takes long to open.

        `folders` are others in which something will be kept: where that can't be done, it is said in the same words.
        """
        opening = self._opening = event_loop.spawn(self._open_store(tuple(folders)))
        await asyncio.wait({opening}, timeout=_START_SECONDS)
        if opening.done():
            self._begin(*opening.result())
        else:
            self._tell_early()
            event_loop.spawn(self._join(opening))

    async def _open_store(self, others: Iterable[Path]) -> tuple[Store, SavedConversation | None]:
        """The store and what was said last in it; as long as another program holds the file, it is waited for."""
        file = paths.data_folder() / "conversations.db"
        blocked = await event_loop.in_thread(lambda: _unwritable((file.parent, paths.state_folder(), *others)))
        while True:
            try:
                store = await event_loop.in_thread(lambda: self._store_on_disk(file))
            except StoreUnavailable as error:
                if self._early is None:
                    self._tell_not_written(str(error))
                await asyncio.sleep(_RETRY_SECONDS)
            except StoreError as error:
                store = await event_loop.in_thread(lambda: _store_in_memory(file))
                if file.parent not in blocked:
                    why = join_sentences(str(error), tr("Until then it stays in memory; to keep it, export it."))
                    self._trouble(tr("This conversation will not be kept"), why)
                break
            else:
                blocked.pop(file.parent, None)
                break
        if blocked:
            title = tr("Nothing can be kept") if file.parent in blocked else tr("Not everything can be kept")
            self._trouble(title, _why_not_kept(blocked))
        try:
            return store, await store.load_last()
        except StoreError as error:
            self._trouble(tr("The last conversation can't be read"), str(error))
            return store, None

    def _store_on_disk(self, file: Path) -> Store:
        return Store(
            file,
            on_trouble=lambda error: self._not_written.emit(str(error or "")),
            on_salvage=self._salvaged.emit,
            on_replaced=self._replaced.emit,
            opening_wait=_LOCK_SECONDS,
        )

    async def _join(self, opening: "asyncio.Task[tuple[Store, SavedConversation | None]]") -> None:
        """Keep what was said meanwhile, once the file is open; else show what was said last."""
        self._begin(*await opening)
        if self._told:
            self._tell_not_written("")
        self.opened.emit()

    def _begin(self, store: Store, last: SavedConversation | None) -> None:
        self.store = store
        self.keeper = Recorder(store, self.conversation, speaker=self._speaker)
        for session, (nodes, leaf) in self._unwritten.items():
            store.write_session(session, nodes, leaf, {})
        self._unwritten.clear()
        if self.conversation.messages:
            self.keeper.adopt(self._session)
        elif last:
            self.keeper.show(last)
        self._tell_early()
        for beside in self._unsaved:
            beside.unlink(missing_ok=True)
        self._history = HistoryController(self._chat, self.store, self.keeper, self.conversation)
        self._first_care.start()
        self._care.start()

    def _trouble(self, title: str, why: str) -> None:
        """Tell of a trouble below the conversation, which is shown before."""
        if self._early is None:
            self.troubled.emit(title, why)
        else:
            self._early.append((title, why))

    def _tell_early(self) -> None:
        early, self._early = self._early or [], None
        for title, why in early:
            self.troubled.emit(title, why)

    def _write_again(self) -> None:
        """Keep the open conversation in the file that is there now."""
        if self.keeper:
            self.keeper.write_again()
        why = tr("What is open here is kept in a new file. The other conversations were in the old one.")
        self._trouble(tr("The file of the conversations was deleted or replaced"), why)

    def begin_anew(self) -> None:
        """Begin an empty conversation, in a session of its own."""
        if self.keeper:
            self.keeper.begin_session()
            return
        said = self._said()
        self.conversation.open((), None)
        self._unwritten |= said
        self._session = new_id()

    def _said(self) -> dict[str, tuple[tuple[Node, ...], str | None]]:
        """What was said in the open session, by its id; empty when nothing was."""
        branches = self.conversation.tree
        nodes = tuple(branches.all_nodes())
        return {self._session: (nodes, branches.leaf)} if nodes else {}

    def _put_aside(self) -> None:
        """Write what waits for the file beside it, for the next start."""
        file = paths.data_folder() / "conversations.db"
        for old in self._unsaved:
            old.unlink(missing_ok=True)
        self._unsaved.clear()
        try:
            for session, (nodes, leaf) in (self._unwritten | self._said()).items():
                self._unsaved.append(unsaved.save_session(file, session, nodes, leaf))
        except StoreError:
            logger.exception("what was said is lost: the file was never free, and nothing can be written beside it")

    def save_now(self) -> None:
        """Write everything that waits before this returns: the process may be ended right after it."""
        if self._history:
            self._history.flush()
        if self.keeper:
            self.keeper.flush()
        if self.store:
            self.store.wait_until_written(_SAVE_SECONDS)
        else:
            self._put_aside()

    def close(self) -> None:
        """Write what still waits, and close the file."""
        for timer in (self._first_care, self._care, self._catch_up):
            timer.stop()
        if self._history:
            self._history.close()
        if self.keeper:
            self.keeper.flush()
        if self.store:
            self.store.close()
        else:
            self._put_aside()

    async def _look_after(self) -> None:
        """Make the backup of the day and look for damage, when the start is over."""
        if self.store is None or self.conversation.is_running:
            return
        try:
            await self.store.look_after(self.keeper.session if self.keeper else None)
        except StoreError as error:
            self.troubled.emit(tr("No backup of the conversations could be made"), str(error))

    def _tell_salvaged(self, saved: Salvage) -> None:
        told = [tr("{n:,} messages could be read.", n=saved.read) if saved.read else tr("Nothing in it could be read.")]
        if saved.restored:
            told.append(tr("{n:,} more are from a backup.", n=saved.restored))
        if saved.lost:
            told.append(tr("{n:,} are lost.", n=saved.lost))
        elif saved.read:
            told.append(tr("No message is known to be lost."))
        told.append(tr("The damaged file lies in {file}.", file=saved.aside))
        self._trouble(tr("The file of the conversations was damaged"), join_sentences(*told))

    def _write_waiting(self) -> None:
        if self.store:
            self.store.write_waiting()

    def _tell_not_written(self, why: str) -> None:
        if not why:
            self._told.clear()
            self._catch_up.stop()
            self.caught_up.emit()
            self._chat.show_toast(lambda: tr("What was said meanwhile is kept now."))
        elif why not in self._told:
            self._told.add(why)
            self._catch_up.start()
            self.fell_behind.emit(tr("What is said can't be kept"), why)


def _store_in_memory(file: Path) -> Store:
    """A store in memory, with what is in the file where that can be read."""
    try:
        return Store(IN_MEMORY, copy_of=file)
    except StoreError as error:
        logger.info("it begins with nothing: %s", error)
        return Store(IN_MEMORY)


def _unwritable(folders: Iterable[Path]) -> dict[Path, str]:
    """The folders in which no file can be made, and why."""
    found = {folder: paths.unwritable_reason(folder) for folder in folders}
    return {folder: why for folder, why in found.items() if why}


def _why_not_kept(blocked: Mapping[Path, str]) -> str:
    return tr(
        "No file can be written in {folders}: {why}. What belongs there is in memory, and forgotten when the program "
        "ends. Let yourself write there, or make room, and start again; to keep a conversation now, export it.",
        folders=tr(", ").join(map(str, blocked)),
        why=tr(", ").join(dict.fromkeys(blocked.values())),
    )
