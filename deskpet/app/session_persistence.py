"""What is kept of the conversation: its store on disk, opened with what was said last, and the list of all others."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from deskpet import paths
from deskpet.app.history_controller import HistoryController
from deskpet.chat.conversation import Conversation
from deskpet.store import IN_MEMORY, Recorder, Salvage, Store, StoreError
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.platform import event_loop
from deskpet.words import join_sentences, tr

# Windows gives a program five seconds at the end of a session.
_SAVE_SECONDS = 3.0
_CATCH_UP_MS = 5000
# After the start, and then every few hours: a backup is made once a day.
_FIRST_CARE_MS, _CARE_MS = 20_000, 4 * 3600 * 1000


class SessionPersistence(QObject):
    """Keeps a conversation from `open` to `close`; without a disk to write on it is kept in memory.

    troubled: something could not be read, or will not be kept: a title, and why.
    fell_behind: what is said can't be written now and waits in memory: a title, and why. Said once of each cause.
    caught_up: everything that waited is written.
    """

    troubled = Signal(str, str)
    fell_behind = Signal(str, str)
    caught_up = Signal()
    # The store's thread says it; a signal brings it to this one. Empty: all is written again.
    _not_written = Signal(str)
    _salvaged = Signal(object)

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
        self._catch_up = QTimer(self, interval=_CATCH_UP_MS)
        self._catch_up.timeout.connect(self._write_waiting)
        self._not_written.connect(self._tell_not_written)
        self._salvaged.connect(self._tell_salvaged)
        self._care = QTimer(self, interval=_CARE_MS)
        self._first_care = QTimer(self, singleShot=True, interval=_FIRST_CARE_MS)
        for timer in (self._first_care, self._care):
            timer.timeout.connect(lambda: event_loop.spawn(self._look_after()))

    def open(self, folders: Iterable[Path] = ()) -> None:
        """Go on with what was said last time.

        `folders` are others in which something will be kept: where that can't be done, it is said in the same words.
        """
        self.store = self._opened_store(folders)
        self.keeper = Recorder(self.store, self.conversation, speaker=self._speaker)
        try:
            self.keeper.open_last()
        except StoreError as error:
            self.troubled.emit(tr("The last conversation can't be read"), str(error))
        self._history = HistoryController(self._chat, self.store, self.keeper, self.conversation)
        self._first_care.start()
        self._care.start()

    def _opened_store(self, others: Iterable[Path]) -> Store:
        """The store on disk; where it can't be used, one in memory, and `troubled` tells of it."""
        folder = paths.data_folder()
        blocked = _unwritable((folder, paths.state_folder(), *others))
        try:
            store = Store(
                folder / "conversations.db",
                on_trouble=lambda error: self._not_written.emit(str(error or "")),
                on_salvage=self._salvaged.emit,
            )
        except StoreError as error:
            store = Store(IN_MEMORY)
            if folder not in blocked:
                why = join_sentences(str(error), tr("Until then it stays in memory; to keep it, export it."))
                self.troubled.emit(tr("This conversation will not be kept"), why)
        else:
            blocked.pop(folder, None)
        if blocked:
            title = tr("Nothing can be kept") if folder in blocked else tr("Not everything can be kept")
            self.troubled.emit(title, _why_not_kept(blocked))
        return store

    def begin_anew(self) -> None:
        """Begin an empty conversation, in a session of its own."""
        if self.keeper:
            self.keeper.begin_session()
        else:
            self.conversation.open((), None)

    def save_now(self) -> None:
        """Write everything that waits before this returns: the process may be ended right after it."""
        if self._history:
            self._history.flush()
        if self.keeper:
            self.keeper.flush()
        if self.store:
            self.store.wait_until_written(_SAVE_SECONDS)

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

    async def _look_after(self) -> None:
        """Make the backup of the day and look for damage, when the start is over."""
        if self.store is None or self.conversation.is_running:
            return
        try:
            await self.store.look_after()
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
        self.troubled.emit(tr("The file of the conversations was damaged"), join_sentences(*told))

    def _write_waiting(self) -> None:
        if self.store:
            self.store.write_waiting()

    def _tell_not_written(self, why: str) -> None:
        if not why:
            self._told.clear()
            self._catch_up.stop()
            self.caught_up.emit()
            self._chat.say_done(lambda: tr("What was said meanwhile is kept now."))
        elif why not in self._told:
            self._told.add(why)
            self._catch_up.start()
            self.fell_behind.emit(tr("What is said can't be kept"), why)


def _unwritable(folders: Iterable[Path]) -> dict[Path, str]:
    """The folders in which no file can be made, and why."""
    found = {folder: paths.why_unwritable(folder) for folder in folders}
    return {folder: why for folder, why in found.items() if why}


def _why_not_kept(blocked: Mapping[Path, str]) -> str:
    return tr(
        "No file can be written in {folders}: {why}. What belongs there is in memory, and forgotten when the program "
        "ends. Let yourself write there, or make room, and start again; to keep a conversation now, export it.",
        folders=tr(", ").join(map(str, blocked)),
        why=tr(", ").join(dict.fromkeys(blocked.values())),
    )
