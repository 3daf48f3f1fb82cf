"""Show the files that calls work on beside the conversation, in the full window."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect

from deskpet.chat.events import NOT_GROWING, ArgumentsAppended, TurnEvent, TurnStarted
from deskpet.chat.messages import Message
from deskpet.config import paths
from deskpet.features.host import Host

if TYPE_CHECKING:
    from deskpet.features.workspace.file_activity import FileActivity
    from deskpet.features.workspace.ui.workspace_view import WorkspaceView


class WorkspaceController:
    """Opens the workspace at the first call of a file tool, or by its button, and keeps it up to date.

    No view of it is imported before that, and nothing is followed while the panel stands beside the pet.
    """

    def __init__(self, host: Host) -> None:
        self._host = host
        self._view: WorkspaceView | None = None
        self._activity: FileActivity | None = None
        self._first_message = ""
        self._is_closed = False
        conversation, full = host.conversation, host.full_window
        self._ends = (
            conversation.listen_to_messages(lambda _: self._show_conversation()),
            conversation.listen_to_events(self._on_event, NOT_GROWING | {ArgumentsAppended}),
            conversation.listen_to_path(lambda _: self._show_conversation()),
            full.listen_to_opening(self._show_conversation),
            full.listen_to_files_button(self._toggle),
            host.settings.listen("tools.folders", lambda *_: self._on_folders_changed()),
        )
        host.character.look_at_work(self.work_rect)

    @property
    def view(self) -> "WorkspaceView | None":
        """The workspace, None until it is first shown."""
        return self._view

    def work_rect(self) -> QRect | None:
        """Return where a file is read or written now, in global coordinates; None if nothing of that is visible."""
        return self._view.work_rect() if self._view else None

    def close(self) -> None:
        """Follow nothing any more."""
        for end in self._ends:
            end()

    def _on_folders_changed(self) -> None:
        if self._view:
            self._connect_folders(self._view)
            self._show_conversation()

    def _on_event(self, event: TurnEvent, message: Message) -> None:
        if not self._host.full_window.is_open:
            return
        index = getattr(event, "block", None)
        if index is not None and _is_file_call(message, index):
            self._on_file_event(event, message)
        elif isinstance(event, TurnStarted) and self._view:
            self._view.follow()

    def _on_file_event(self, event: TurnEvent, message: Message) -> None:
        if self._view is None or not self._view.isVisible():
            if not self._is_closed:
                self._open_unasked()
        elif self._activity:
            self._activity.apply(event, message)
            self._view.note_change()

    def _show_conversation(self) -> None:
        """Show the files of the present conversation; another one opens the workspace again if it has file calls."""
        if not self._host.full_window.is_open:
            return
        messages = self._host.conversation.messages
        first = messages[0].id if messages else ""
        if first != self._first_message:
            self._first_message, self._is_closed = first, False
        if self._activity and self._view:
            self._activity.show(messages)
            self._view.note_change()
        if not self._is_closed and any(
            _is_file_call(message, index) for message in messages for index in range(len(message.blocks))
        ):
            self._open_unasked()

    def _toggle(self) -> None:
        if self._view and self._view.isVisible():
            self._close()
        elif self._host.full_window.is_open:
            self._open()

    def _open_unasked(self) -> None:
        """Open the workspace where the window has room for it; it grows only if the user asks for the files."""
        if self._host.full_window.has_room_for_files:
            self._open()

    def _open(self) -> None:
        view = self._view or self._create()
        if self._activity:
            self._activity.show(self._host.conversation.messages)
        self._host.full_window.show_files(view)
        view.note_change()

    def _close(self) -> None:
        self._is_closed = True
        self._host.full_window.hide_files()

    def _create(self) -> "WorkspaceView":
        from deskpet.features.workspace.ui.workspace_view import WorkspaceView

        view = self._view = WorkspaceView()
        self._connect_folders(view)
        view.closed.connect(self._close)
        view.folders_requested.connect(lambda: self._host.windows.open_settings("sources"))
        view.call_decided.connect(self._host.tool_catalog.decide)
        return view

    def _connect_folders(self, view: "WorkspaceView") -> None:
        from deskpet.features.workspace.file_activity import FileActivity
        from deskpet.features.workspace.folder_access import folder_access
        from deskpet.tools.files.workspace import Workspace

        access = folder_access(Workspace(self._host.settings.now.tools.folders, paths.scratch_folder()))
        self._activity = FileActivity(access.roots[0].path)
        view.set_folders(access, self._activity)


def _is_file_call(message: Message, index: int) -> bool:
    from deskpet.features.workspace.file_activity import is_file_call

    return is_file_call(message.blocks[index])
