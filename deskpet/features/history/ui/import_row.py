"""The row below the list of conversations that shows an import."""

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from deskpet.translation import tr
from deskpet.ui.blocks.progress import BAR, paint_bar
from deskpet.ui.widgets import language, theme
from deskpet.ui.widgets.icons import IconButton


class ImportRow(QWidget):
    """The name of the file that is being imported, its progress, and a button that cancels the import.

    cancel_requested: Emitted when the button is clicked.
    """

    cancel_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._file = ""
        self._done = self._total = 0
        self._label = QLabel(self)
        self._label.setObjectName("history_empty")
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setWordWrap(True)
        self._button = IconButton("close", "", self)
        self._button.setObjectName("cancel_import")
        self._button.clicked.connect(self._cancel)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, BAR + theme.S1)
        line.addWidget(self._label, 1)
        line.addWidget(self._button, 0, Qt.AlignmentFlag.AlignVCenter)
        self.hide()
        language.keep_translated(self, self._retranslate)

    def show_file(self, file: str) -> None:
        """Show the import of `file`; an empty name hides the row."""
        self._file = file
        self._done = self._total = 0
        self._button.setEnabled(True)
        self._retranslate()
        self.setVisible(bool(file))

    def show_progress(self, done: int, total: int) -> None:
        """Show that `done` of `total` conversations are imported. The progress within a single one is unknown."""
        self._done, self._total = done, total if total > 1 else 0
        self._retranslate()
        self.update()

    def _cancel(self) -> None:
        self._button.setEnabled(False)
        self._retranslate()
        self.cancel_requested.emit()

    def _retranslate(self) -> None:
        if not self._button.isEnabled():
            text = tr("Cancelling…")
        elif self._total:
            text = tr("Importing {file}… {n:,} of {all:,}", file=self._file, n=self._done, all=self._total)
        else:
            text = tr("Importing {file}…", file=self._file)
        self._label.setText(text)
        self._button.set_icon("close", tr("Cancel the import"))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._total:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_bar(painter, QRectF(0, self.height() - BAR, self.width(), BAR), self._done / self._total)
