"""The workspace: the tree of the folders above the file that is worked on."""

from functools import partial

from PySide6.QtCore import QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSplitter, QVBoxLayout, QWidget

from deskpet.features.workspace.file_activity import FileActivity, FileCall, FileState
from deskpet.features.workspace.folder_access import FolderAccess
from deskpet.features.workspace.ui.file_pane import FilePane
from deskpet.features.workspace.ui.folder_tree import FolderTree
from deskpet.translation import tr
from deskpet.ui.platform.background_worker import BackgroundWorker
from deskpet.ui.widgets import language, tab_order, theme
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.icons import IconButton

_TREE_HEIGHT, _FILE_HEIGHT = 260, 420


class WorkspaceView(QWidget):
    """A view of `activity`, which its owner keeps up to date; `note_change` shows it with the next frame.

    It follows the file that is worked on until the user chooses another one; `follow` begins again.

    folders_requested: Emitted when the user wants to choose the folders.
    """

    folders_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("workspace")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._access: FolderAccess  # of `set_folders`
        self.activity = FileActivity("")
        self._worker = BackgroundWorker(self)
        self._current: FileCall | None = None
        self._timer = QTimer(self, singleShot=True, interval=theme.FRAME)
        self._timer.timeout.connect(self._refresh)
        self._lay_out()
        self.tree.folders.wanted.connect(self._list)
        self.tree.chosen.connect(self._choose)
        language.keep_translated(self, self._retranslate)

    def _lay_out(self) -> None:
        self._title = QLabel(self)
        self._title.setObjectName("workspace_title")
        self.follow_button = IconButton("eye", "", self)
        self.follow_button.set_on(True)
        self.follow_button.clicked.connect(lambda: self.follow(not self.is_following))
        self.folders_button = IconButton("folder", "", self)
        self.folders_button.clicked.connect(self.folders_requested)
        self.close_button = IconButton("close", "", self)
        head = QHBoxLayout()
        head.setContentsMargins(14, 10, 10, 6)
        head.addWidget(self._title, 1)
        head.addWidget(self.folders_button)
        head.addWidget(self.follow_button)
        head.addWidget(self.close_button)
        self.tree = FolderTree(self)
        self.pane = FilePane(self)
        self._splitter = QSplitter(Qt.Orientation.Vertical, self)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(1)
        self._splitter.addWidget(self.tree)
        self._splitter.addWidget(self.pane)
        self._splitter.setStretchFactor(1, 1)
        self._splitter.setSizes([_TREE_HEIGHT, _FILE_HEIGHT])
        self.pane.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self._splitter, 1)
        column.addWidget(self._lay_out_hint())

    def _lay_out_hint(self) -> QWidget:
        """Return what is below the tree while the user has chosen no folder."""
        self._hint, self._hint_text = QWidget(self), QLabel(self)
        self._hint_text.setObjectName("workspace_hint")
        self._hint_text.setWordWrap(True)
        self.choose_button = plain_button(tr("Choose folders…"), "workspace_choose", "secondary")
        self.choose_button.clicked.connect(self.folders_requested)
        column = QVBoxLayout(self._hint)
        column.setContentsMargins(14, 0, 14, 14)
        column.addWidget(self._hint_text)
        column.addWidget(self.choose_button, 0, Qt.AlignmentFlag.AlignLeft)
        return self._hint

    def _retranslate(self) -> None:
        self.setAccessibleName(tr("Files she works on"))
        self._title.setText(tr("Files"))
        self.follow_button.set_icon("eye", tr("Follow the file that is worked on"))
        self.folders_button.set_icon("folder", tr("Choose the folders that tools may use"))
        self.close_button.set_icon("close", tr("Close the files"))
        self._hint_text.setText(tr("Tools may use none of your folders yet, only one of her own."))
        self.choose_button.setText(tr("Choose folders…"))
        self.choose_button.setAccessibleName(tr("Choose folders…"))

    def set_folders(self, access: FolderAccess, activity: FileActivity) -> None:
        """Show these folders, and the activity in them."""
        self._access, self.activity, self._current = access, activity, None
        self.pane.read_text = access.read_text
        self.tree.set_roots(access.roots)
        self._hint.setVisible(len(access.roots) <= 1)
        self.note_change()

    def note_change(self) -> None:
        """Show the changed activity with the next frame. While the workspace is hidden, when it is shown."""
        if self.isVisible() and not self._timer.isActive():
            self._timer.start()

    @property
    def is_following(self) -> bool:
        """Whether the file that is worked on is shown."""
        return bool(self.follow_button.property("on"))

    def follow(self, on: bool = True) -> None:
        """Show the file that is worked on, from now on."""
        self.follow_button.set_on(on)
        self._current = None
        self.note_change()

    def work_rect(self) -> QRect | None:
        """Return where something is read or written now, in global coordinates; None if nothing is, or it is hidden."""
        active = self.activity.active
        if not self.isVisible() or not active:
            return None
        part = self.pane if self.pane.isVisible() and self.pane.path == active[-1].path else self.tree
        return QRect(part.mapToGlobal(QPoint()), part.size())

    def _refresh(self) -> None:
        activity = self.activity
        self.tree.folders.set_files(activity.files)
        active = activity.active
        self.tree.set_writing(any(call.state is FileState.WRITING for call in active))
        for call in active:
            self.pane.prepare(call, activity.use(call.id))
        current = activity.current
        if current is None:
            self.pane.hide()
            return
        if self.is_following and current != self._current:
            self._show_current(current)
        elif self.pane.path:
            self.pane.show_file(self.pane.path, activity)

    def _show_current(self, current: FileCall) -> None:
        is_same = self._current is not None and self._current.id == current.id
        self._current = current
        path = current.shown_path
        if not is_same or self.tree.folders.find(path) != self.tree.currentIndex():
            self.tree.show_path(path)
        if not current.is_of_folder:
            self.pane.show()
            self.pane.show_file(path, self.activity, compares=current.is_change)

    def _list(self, path: str) -> None:
        read = partial(self._access.list_folder, path)
        self._worker.submit(read, lambda job: self.tree.set_listing(path, job.result()))

    def _choose(self, path: str) -> None:
        self.follow_button.set_on(False)
        file = self.activity.files.get(path)
        is_written = file is not None and file.state in {FileState.WRITING, FileState.WAITING}
        self.pane.show()
        self.pane.show_file(path, self.activity, compares=is_written)

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._timer.start()

    def focusNextPrevChild(self, forward: bool) -> bool:
        tab_order.apply_reading_order(self)
        return super().focusNextPrevChild(forward)
