"""What is kept of the conversation: its store on disk, opened with what was said last, and the list of all others."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from deskpet import paths
from deskpet.chat.conversation import Conversation
from deskpet.store import Keeper, Store, StoreError
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.history.desk import HistoryDesk
from deskpet.words import tr

_CATCH_UP_MS = 5000


class Memory(QObject):
    """Keeps a conversation from `open` to `close`; without a disk to write on, it goes on and is forgotten.

    troubled: something could not be read, or will not be kept: a title, and why.
    fell_behind: what is said can't be written now and waits in memory: a title, and why. Said once of each cause.
    caught_up: everything that waited is written.
    """

    troubled = Signal(str, str)
    fell_behind = Signal(str, str)
    caught_up = Signal()
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
        self._catch_up = QTimer(self, interval=_CATCH_UP_MS)
        self._catch_up.timeout.connect(self._write_waiting)
        self._not_written.connect(self._tell_not_written)

    def open(self) -> None:
        """Go on with what was said last time."""
        try:
            file = paths.data_folder() / "conversations.db"
            self.store = Store(file, on_trouble=lambda error: self._not_written.emit(str(error or "")))
        except StoreError as error:
            self.troubled.emit(tr("This conversation will not be kept"), str(error))
            return
        self.keeper = Keeper(self.store, self.conversation, speaker=self._speaker)
        try:
            self.keeper.open_last()
        except StoreError as error:
            self.troubled.emit(tr("The last conversation can't be read"), str(error))
        self._history = HistoryDesk(self._chat, self.store, self.keeper, self.conversation)

    def begin_anew(self) -> None:
        """Begin an empty conversation, in a session of its own."""
        if self.keeper:
            self.keeper.begin_session()
        else:
            self.conversation.open((), None)

    def close(self) -> None:
        """Write what still waits, and close the file."""
        if self._history:
            self._history.close()
        if self.keeper:
            self.keeper.flush()
        if self.store:
            self.store.close()

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
