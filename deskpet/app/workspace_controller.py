"""Show the files that calls work on beside the conversation, in the full window."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRect, QTimer

from deskpet.app.settings_store import SettingsStore
from deskpet.chat.conversation import Conversation
from deskpet.chat.events import TextAppended, TurnEvent, TurnStarted
from deskpet.chat.messages import Message
from deskpet.config import paths
from deskpet.ui.blocks.base import CallDecision
from deskpet.ui.chat.window import ChatWindow

if TYPE_CHECKING:
    from deskpet.chat.file_activity import FileActivity
    from deskpet.ui.workspace.workspace_view import WorkspaceView


class WorkspaceController(QObject):
    """Opens the workspace at the first call of a file tool, or by its button, and keeps it up to date.

    No view of it is imported before that, and nothing is followed while the panel stands beside the pet.
    """

    def __init__(
        self,
        chat: ChatWindow,
        conversation: Conversation,
        settings_store: SettingsStore,
        decide: Callable[[str, int, CallDecision], object],
    ) -> None:
        """`decide`: carries out what the user chose for a call."""
        super().__init__()
        self._chat, self._conversation, self._settings_store, self._decide = chat, conversation, settings_store, decide
        self._view: WorkspaceView | None = None
        self._activity: FileActivity | None = None
        self._first_message = ""
        self._is_closed = False
        conversation.listen(lambda _: self._on_path(), self._on_event, lambda _: self._on_path())
        chat.expanded.connect(self._on_expanded)
        chat.header.files.clicked.connect(self._toggle)
        chat.header.new.clicked.connect(lambda: QTimer.singleShot(0, self, self._show_conversation))

    @property
    def view(self) -> "WorkspaceView | None":
        """The workspace, None until it is first shown."""
        return self._view

    def work_rect(self) -> QRect | None:
        """Return where a file is read or written now, in global coordinates; None if nothing of that is visible."""
        return self._view.work_rect() if self._view else None

    def reload_folders(self) -> None:
        """Show the folders that are chosen now."""
        if self._view:
            self._connect_folders(self._view)
            self._show_conversation()

    def _on_path(self) -> None:
        if self._chat.full:
            self._show_conversation()

    def _on_event(self, event: TurnEvent, message: Message) -> None:
        if isinstance(event, TextAppended) or not self._chat.full:
            return
        index = getattr(event, "block", None)
        if index is not None and _is_file_call(message, index):
            self._on_file_event(event, message)
        elif isinstance(event, TurnStarted) and self._view:
            self._view.follow()

    def _on_file_event(self, event: TurnEvent, message: Message) -> None:
        if self._view is None or not self._view.isVisible():
            if not self._is_closed:
                self._open()
        elif self._activity:
            self._activity.apply(event, message)
            self._view.note_change()

    def _show_conversation(self) -> None:
        """Show the files of the present conversation; another one opens the workspace again if it has file calls."""
        messages = self._conversation.messages
        first = messages[0].id if messages else ""
        if first != self._first_message:
            self._first_message, self._is_closed = first, False
        if self._activity and self._view:
            self._activity.show(messages)
            self._view.note_change()
        if not self._is_closed and any(
            _is_file_call(message, index) for message in messages for index in range(len(message.blocks))
        ):
            self._open()

    def _on_expanded(self) -> None:
        self._show_conversation()

    def _toggle(self) -> None:
        if self._view and self._view.isVisible():
            self._close()
        elif self._chat.full:
            self._open()

    def _open(self) -> None:
        full = self._chat.full
        if full is None:
            return
        view = self._view or self._create()
        if self._activity:
            self._activity.show(self._conversation.messages)
        full.show_workspace(view, self._settings_store.effective.appearance.workspace_width)
        self._chat.header.files.set_on(True)
        view.note_change()

    def _close(self) -> None:
        self._is_closed = True
        if full := self._chat.full:
            full.hide_workspace()
        self._chat.header.files.set_on(False)

    def _create(self) -> "WorkspaceView":
        from deskpet.ui.workspace.workspace_view import WorkspaceView

        view = self._view = WorkspaceView()
        self._connect_folders(view)
        view.closed.connect(self._close)
        view.call_decided.connect(self._decide)
        if full := self._chat.full:
            full.workspace_resized.connect(
                lambda width: self._settings_store.change("appearance", workspace_width=width)
            )
        return view

    def _connect_folders(self, view: "WorkspaceView") -> None:
        from deskpet.app.workspace_folders import folder_access
        from deskpet.chat.file_activity import FileActivity
        from deskpet.tools.files.workspace import Workspace

        access = folder_access(Workspace(self._settings_store.effective.tools.folders, paths.scratch_folder()))
        self._activity = FileActivity(access.roots[0].path)
        view.set_folders(access, self._activity)


def _is_file_call(message: Message, index: int) -> bool:
    from deskpet.chat.file_activity import is_file_call

    return is_file_call(message.blocks[index])
