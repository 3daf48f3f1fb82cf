"""What is kept of the conversation: its store on disk, opened with what was said last, and the list of all others."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from deskpet import paths
from deskpet.chat.conversation import Conversation
from deskpet.store import IN_MEMORY, Keeper, Store, StoreError
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.history.desk import HistoryDesk
from deskpet.words import in_a_row, tr

# Windows gives a program five seconds at the end of a session.
_SAVE_SECONDS = 3.0


class Memory(QObject):
    """Keeps a conversation from `open` to `close`; without a disk to write on it is kept in memory.

    troubled: something could not be read or written: a title, and why. Said once of each cause, until it has passed.
    """

    troubled = Signal(str, str)
    # The store's thread says it; a signal brings it to this one. Empty: all is written again.
    _not_written = Signal(str)

    def __init__(self, chat: ChatWindow, conversation: Conversation, speaker: Callable[[], str]) -> None:
        """`speaker` says what the one is called who answers now."""
        super().__init__()
        self._speaker = speaker
        self.conversation = conversation
        self.store: Store | None = None
        self.keeper: Keeper | None = None
        self._chat = chat
        self._history: HistoryDesk | None = None
        self._told: set[str] = set()
        self._not_written.connect(self._tell_not_written)

    def open(self, folders: Iterable[Path] = ()) -> None:
        """Go on with what was said last time.

        `folders` are others in which something will be kept: where that can't be done, it is said in the same words.
        """
        self.store = self._opened_store(folders)
        self.keeper = Keeper(self.store, self.conversation, speaker=self._speaker)
        try:
            self.keeper.open_last()
        except StoreError as error:
            self.troubled.emit(tr("The last conversation can't be read"), str(error))
        self._history = HistoryDesk(self._chat, self.store, self.keeper, self.conversation)

    def _opened_store(self, others: Iterable[Path]) -> Store:
        """The store on disk; where it can't be used, one in memory, and `troubled` tells of it."""
        folder = paths.data_folder()
        blocked = _unwritable((folder, paths.state_folder(), *others))
        try:
            store = Store(
                folder / "conversations.db", on_trouble=lambda error: self._not_written.emit(str(error or ""))
            )
        except StoreError as error:
            store = Store(IN_MEMORY)
            if folder not in blocked:
                why = in_a_row(str(error), tr("Until then it stays in memory; to keep it, export it."))
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
        if self._history:
            self._history.close()
        if self.keeper:
            self.keeper.flush()
        if self.store:
            self.store.close()

    def _tell_not_written(self, why: str) -> None:
        if not why:
            self._told.clear()
            self._chat.say_done(lambda: tr("What was said meanwhile is kept now."))
        elif why not in self._told:
            self._told.add(why)
            self.troubled.emit(tr("What is said can't be kept"), why)


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
