"""A row that shows work in the background: what is done, how far it is, and a button that cancels it."""

from collections.abc import Callable

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QAccessible, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from deskpet.translation import tr
from deskpet.ui.blocks.progress import BAR, paint_bar
from deskpet.ui.widgets import language, theme
from deskpet.ui.widgets.form import line_in, text_label
from deskpet.ui.widgets.icons import IconButton

Words = Callable[[int, int], str]
"""Returns what is being done, of how much is done and all; 0 of 0 while that is unknown."""


class ProgressRow(QWidget):
    """Hidden while nothing is done.

    cancel_requested: Emitted when the button is clicked.
    """

    accessible_role = QAccessible.Role.ProgressBar

    cancel_requested = Signal()

    def __init__(self, name: str, cancel: str) -> None:
        """name: that of the button, as an object. cancel: what it does, in English."""
        super().__init__()
        self._words: Words | None = None
        self._done = self._total = 0
        self._cancel_text = cancel
        self._label = text_label("", "field_help")
        self.button = IconButton("close", "", self)
        self.button.setObjectName(name)
        self.button.clicked.connect(self._cancel)
        line_in(self, theme.S2, (self._label, 1), self.button, margins=(0, 0, 0, BAR + theme.S1))
        self.hide()
        language.keep_translated(self, self._retranslate)

    def start(self, words: Words) -> None:
        """Show that work has begun."""
        self._words = words
        self.button.setEnabled(True)
        self._done = self._total = 0
        self._retranslate()
        self.show()

    def stop(self) -> None:
        """Hide the row: the work is over."""
        self._words = None
        self.hide()

    def show_progress(self, done: int, total: int) -> None:
        """Show how much of all is done; 0 of 0 while that is unknown."""
        self._done, self._total = done, total
        self._retranslate()
        self.update()

    def _cancel(self) -> None:
        self.button.setEnabled(False)
        self._retranslate()
        self.cancel_requested.emit()

    def _retranslate(self) -> None:
        words = self._words(self._done, self._total) if self._words else ""
        self._label.setText(words if self.button.isEnabled() else tr("Cancelling…"))
        self.setAccessibleName(self._label.text())
        self.button.set_icon("close", tr(self._cancel_text))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._total:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_bar(painter, QRectF(0, self.height() - BAR, self.width(), BAR), self._done / self._total)
