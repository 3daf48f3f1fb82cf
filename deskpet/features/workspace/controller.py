"""Show the files that calls work on beside the conversation, in the full window."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect

from deskpet.chat.events import NOT_GROWING, ArgumentsAppended, TurnEvent, TurnStarted
from deskpet.chat.messages import Message
from deskpet.config import paths
from deskpet.features.host import Host
from deskpet.features.workspace.file_activity import FileActivity, is_file_call
from deskpet.ui.platform.signals import end_all, listen

if TYPE_CHECKING:
    from deskpet.features.workspace.ui.workspace_view import WorkspaceView


class WorkspaceController:
    """Opens the workspace at the first call of a file tool, or by its button, and keeps it up to date.

    No `view` of it is imported before that, and nothing is followed while the panel stands beside the pet.
    """

    def __init__(self, host: Host) -> None:
        self._host = host
        self.view: WorkspaceView | None = None
        self._activity: FileActivity | None = None
        self._first_message = ""
        self._is_closed = False
        conversation, self._chat = host.conversation, host.chat.window
        self.close = end_all(
            conversation.listen_to(self._show_conversation, on_path=self._show_conversation),
            conversation.listen_to(on_event=self._on_event, events=NOT_GROWING | {ArgumentsAppended}),
            listen(self._chat.expanded, self._show_conversation),
            listen(self._chat.header.files.clicked, self._toggle),
            host.settings.listen("tools.folders", self._on_folders_changed),
        )
        host.character.look_at_work(self.work_rect)

    def work_rect(self) -> QRect | None:
        """Return where a file is read or written now, in global coordinates; None if nothing of that is visible."""
        return self.view.work_rect() if self.view else None

    def _on_folders_changed(self, *_: object) -> None:
        if self.view:
            self._connect_folders(self.view)
            self._show_conversation()

    def _on_event(self, event: TurnEvent, message: Message) -> None:
        if not self._chat.is_expanded:
            return
        index = getattr(event, "block", None)
        if index is None or not is_file_call(message.blocks[index]):
            if isinstance(event, TurnStarted) and self.view:
                self.view.follow()
        elif self.view is None or not self.view.isVisible():
            self._open_unasked()
        elif self._activity:
            self._activity.apply(event, message)
            self.view.note_change()

    def _show_conversation(self, *_: object) -> None:
        """Show the files of the present conversation; another one opens the workspace again if it has file calls."""
        if not self._chat.is_expanded:
            return
        messages = self._host.conversation.messages
        first = messages[0].id if messages else ""
        if first != self._first_message:
            self._first_message, self._is_closed = first, False
        if self._activity and self.view:
            self._activity.show(messages)
            self.view.note_change()
        if any(is_file_call(block) for message in messages for block in message.blocks):
            self._open_unasked()

    def _toggle(self, *_: object) -> None:
        if self.view and self.view.isVisible():
            self._close()
        elif self._chat.is_expanded:
            self._open()

    def _open_unasked(self) -> None:
        """Open the workspace, unless the user closed it, where the window has room: it grows only if he asks for it."""
        full = self._chat.full
        if full and full.has_room_for_workspace and not self._is_closed:
            self._open()

    def _open(self) -> None:
        view = self.view or self._create()
        if self._activity:
            self._activity.show(self._host.conversation.messages)
        if full := self._chat.full:
            full.show_workspace(view, self._host.settings.now.appearance.workspace_width)
            self._chat.header.files.set_on(True)
        view.note_change()

    def _close(self, *_: object) -> None:
        self._is_closed = True
        if full := self._chat.full:
            full.hide_workspace()
        self._chat.header.files.set_on(False)

    def _create(self) -> "WorkspaceView":
        from deskpet.features.workspace.ui.workspace_view import WorkspaceView

        view = self.view = WorkspaceView()
        self._connect_folders(view)
        view.close_button.clicked.connect(self._close)
        view.folders_requested.connect(lambda: self._host.windows.open_settings("sources"))
        view.pane.call_decided.connect(self._host.tools.decide)
        return view

    def _connect_folders(self, view: "WorkspaceView") -> None:
        from deskpet.features.workspace.folder_access import FolderAccess
        from deskpet.tools.files.workspace import Workspace

        access = FolderAccess(Workspace(self._host.settings.now.tools.folders, paths.scratch_folder()))
        self._activity = FileActivity(access.roots[0].path)
        view.set_folders(access, self._activity)
