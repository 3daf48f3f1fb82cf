"""Row below the list of conversations that shows an import in progress."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from deskpet.ui.widgets import language
from deskpet.ui.widgets.icons import IconButton
from deskpet.words import tr


class ImportRow(QWidget):
    """The name of the file that is being imported, and a button that cancels it.

    cancel_requested: Emitted when the button is clicked.
    """

    cancel_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._file = ""
        self._label = QLabel(self)
        self._label.setObjectName("history_empty")
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setWordWrap(True)
        self._button = IconButton("close", "", self)
        self._button.setObjectName("cancel_import")
        self._button.clicked.connect(self._cancel)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self._label, 1)
        line.addWidget(self._button, 0, Qt.AlignmentFlag.AlignVCenter)
        self.hide()
        language.keep_translated(self, self._retranslate)

    def show_file(self, file: str) -> None:
        """Show the import of `file`; an empty name hides the row."""
        self._file = file
        self._button.setEnabled(True)
        self._retranslate()
        self.setVisible(bool(file))

    def _cancel(self) -> None:
        self._button.setEnabled(False)
        self._retranslate()
        self.cancel_requested.emit()

    def _retranslate(self) -> None:
        text = tr("Importing {file}…", file=self._file) if self._button.isEnabled() else tr("Cancelling…")
        self._label.setText(text)
        self._button.set_icon("close", tr("Cancel the import"))
