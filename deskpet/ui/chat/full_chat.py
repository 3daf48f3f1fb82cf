"""The full chat window: the list of conversations on the left, the shared ChatPane on the right."""

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QWidget

from deskpet.ui.chat.pane import ChatPane
from deskpet.ui.history.panel import HistoryPanel
from deskpet.ui.widgets import language
from deskpet.ui.widgets.screen_fit import ScreenFit
from deskpet.words import tr

SIZE, MIN_SIZE = QSize(1000, 720), QSize(620, 420)
PANEL_WIDTH, MIN_PANEL_WIDTH = 268, 200


class FullChat(QWidget):
    """A normal window; the pane moves back beside the character when it is closed.

    closed: Emitted when the user closes the window.
    """

    closed = Signal()

    def __init__(self, title: str) -> None:
        super().__init__(None)
        self.setObjectName("full_chat")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setWindowTitle(title)
        language.keep_translated(self, lambda: self.setAccessibleName(tr("Chat with {name}", name=title)))
        self.history = HistoryPanel(self)
        self._splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(1)
        self._splitter.addWidget(self.history)
        self.history.setMinimumWidth(MIN_PANEL_WIDTH)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._splitter)
        self.screen_fit = ScreenFit(self, SIZE, lambda: MIN_SIZE)
        QShortcut(QKeySequence.StandardKey.Find, self, self.history.search)

    def take(self, pane: ChatPane) -> None:
        """Adopt the pane and show it on the right."""
        if self._splitter.count() > 1:
            self._splitter.replaceWidget(1, pane)
        else:
            self._splitter.addWidget(pane)
        self._splitter.setStretchFactor(0, 0)
        self._splitter.setStretchFactor(1, 1)
        self._splitter.setSizes([PANEL_WIDTH, max(self.width() - PANEL_WIDTH, 300)])
        pane.show()

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.closed.emit()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.StyleChange:
            self.history.update()
        super().changeEvent(event)
