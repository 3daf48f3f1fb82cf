"""The full chat window: a side panel, the shared ChatPane, and the workspace if it is shown."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QSplitter, QWidget

from deskpet.translation import tr
from deskpet.ui.chat.pane import ChatPane
from deskpet.ui.widgets import language
from deskpet.ui.widgets.form import line_in
from deskpet.ui.widgets.screen_fit import ScreenFit
from deskpet.ui.widgets.theme import FollowsStyle

SIZE, MIN_SIZE = QSize(1000, 720), QSize(620, 420)
PANEL_WIDTH = 268
MIN_WORKSPACE_WIDTH = 240
# What the conversation keeps beside the workspace.
_MIN_PANE_WIDTH = 420
# What the conversation and a column beside it have at least each, if the screen has room.
_MIN_SHARED_WIDTH = 340
# How long after the last move of its edge the workspace's width is reported.
_DRAG_MS = 400


class FullChat(FollowsStyle, QWidget):
    """A normal window; the pane moves back beside the character when it is closed. `side_panel` is on the left.

    closed: Emitted when the user closes the window.
    workspace_resized: Emitted with the width of the workspace that the user has dragged it to, in logical pixels.
    workspace_shown: Emitted with whether the workspace is shown, when that has changed.
    """

    closed = Signal()
    workspace_resized = Signal(int)
    workspace_shown = Signal(bool)

    def __init__(self, name: str) -> None:
        super().__init__(None)
        self.setObjectName("full_chat")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._name, self._title = name, ""
        language.keep_translated(self, self._retranslate)
        self._pane: ChatPane | None = None
        self.side_panel: QWidget | None = None
        self._workspace: QWidget | None = None
        self._column: QWidget | None = None
        self._workspace_width, self._grown_by, self._is_workspace_shown = MIN_WORKSPACE_WIDTH, 0, False
        self._drag_end = QTimer(self, singleShot=True, interval=_DRAG_MS)
        self._drag_end.timeout.connect(lambda: self.workspace_resized.emit(self._workspace_width))
        self._splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(1)
        self._splitter.splitterMoved.connect(self._keep_width)
        line_in(self, 0, self._splitter)
        self.screen_fit = ScreenFit(self, SIZE, lambda: MIN_SIZE)

    def show_names(self, name: str, title: str) -> None:
        """Show the character's name and the title of the conversation in the title bar."""
        self._name, self._title = name, title
        self._retranslate()

    def _retranslate(self) -> None:
        self.setWindowTitle(f"{self._title} – {self._name}" if self._title else self._name)
        self.setAccessibleName(tr("Chat with {name}", name=self._name))

    def add_side_panel(self, create: Callable[[QWidget], QWidget]) -> None:
        """Add a panel on the left; `create` gets its parent."""
        panel = self.side_panel = create(self)
        self._splitter.insertWidget(0, panel)
        self._splitter.setStretchFactor(0, 0)
        self._set_widths()

    def take(self, pane: ChatPane) -> None:
        """Adopt the pane and show it on the right."""
        self._pane = pane
        place = 1 if self.side_panel else 0
        self._splitter.insertWidget(place, pane)
        self._splitter.setStretchFactor(place, 1)
        self._set_widths()
        pane.show()

    def show_column(self, column: QWidget, pane: ChatPane) -> None:
        """Show a column on the right of the pane; both share the width. The window grows if that is too little."""
        self._column = column
        column.destroyed.connect(self._forget_column)
        self._splitter.insertWidget(self._splitter.indexOf(pane) + 1, column)
        column.show()
        if not self.isMaximized():
            self._grow(-self._spare + (self._workspace_width if self._is_workspace_shown else 0))
        self._set_widths()

    def _forget_column(self) -> None:
        self._column = None

    def show_workspace(self, workspace: QWidget, width: int) -> None:
        """Show the workspace on the right, at most this wide, in the room that the conversation can spare.

        The window grows only by what is lacking for the smallest workspace, if the screen has room.
        """
        if self._is_workspace_shown:
            return
        spare = self._spare
        self._workspace_width = max(min(width, spare), MIN_WORKSPACE_WIDTH)
        if self._workspace is None:
            self._workspace = workspace
            workspace.setMinimumWidth(MIN_WORKSPACE_WIDTH)
            self._splitter.addWidget(workspace)
            self._splitter.setStretchFactor(self._splitter.indexOf(workspace), 0)
        self._is_workspace_shown = True
        workspace.show()
        if not self.isMaximized():
            self._grow(self._workspace_width - spare)
        self._set_widths()
        self.workspace_shown.emit(True)

    @property
    def _spare(self) -> int:
        """The width that list and conversation can do without, in logical pixels."""
        least = 2 * _MIN_SHARED_WIDTH if self._column else _MIN_PANE_WIDTH
        return self.width() - (PANEL_WIDTH if self.side_panel else 0) - least

    @property
    def has_room_for_workspace(self) -> bool:
        """Whether the window need not grow to show the workspace."""
        return self._spare >= MIN_WORKSPACE_WIDTH

    @property
    def workspace_rect(self) -> QRect:
        """The rectangle of the workspace on the desktop; empty while it is hidden."""
        workspace = self._workspace
        if workspace is None or not workspace.isVisible():
            return QRect()
        return QRect(workspace.mapToGlobal(QPoint()), workspace.size())

    def _grow(self, lacking: int) -> None:
        """Make the window wider by what is lacking, as far as the screen has room."""
        free, frame = self.screen().availableGeometry(), self.frameGeometry()
        grown = max(min(lacking, free.width() - frame.width()), 0)
        if not grown:
            return
        self._grown_by += grown
        self.resize(self.width() + grown, self.height())
        if (beyond := frame.right() + grown - free.right()) > 0:
            self.move(self.x() - beyond, self.y())

    def hide_workspace(self) -> None:
        """Hide the workspace."""
        if self._drag_end.isActive():
            self._drag_end.stop()
            self.workspace_resized.emit(self._workspace_width)
        if self._workspace and self._is_workspace_shown:
            self._is_workspace_shown = False
            self._workspace.hide()
            if not self.isMaximized():
                self.resize(max(self.width() - self._grown_by, MIN_SIZE.width()), self.height())
            self._grown_by = 0
            self.workspace_shown.emit(False)

    def _keep_width(self) -> None:
        if self._workspace and self._is_workspace_shown and self._workspace.width() != self._workspace_width:
            self._workspace_width = self._workspace.width()
            self._drag_end.start()

    def _set_widths(self) -> None:
        beside = [self._workspace_width] if self._is_workspace_shown else []
        left = [PANEL_WIDTH] if self.side_panel else []
        room, count = max(self.width() - sum(left) - sum(beside), 300), 2 if self._column else 1
        self._splitter.setSizes([*left, *([room // count] * count), *beside])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Send keys that are typed beside the pane to its composer."""
        if self._pane and self.isAncestorOf(self._pane):
            self._pane.keyPressEvent(event)
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.closed.emit()

    def on_style_changed(self) -> None:
        if self.side_panel:
            self.side_panel.update()
