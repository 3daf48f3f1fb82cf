"""How much of a download has come: a bar with both sizes."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QAccessible, QPaintEvent
from PySide6.QtWidgets import QWidget

from deskpet.text.sizes import format_size
from deskpet.translation import tr
from deskpet.ui.blocks.progress import BAR, paint_bar
from deskpet.ui.widgets.form import column_in, text_label
from deskpet.ui.widgets.painting import smooth_painter


class DownloadBar(QWidget):
    """Shows the bytes that have come, of how many."""

    def __init__(self) -> None:
        super().__init__()
        self._bar, self.label = _Bar(), text_label("", "field_help")
        column_in(self, 4, self.label, self._bar)

    def show_bytes(self, done: int, whole: int) -> None:
        """Show a state of the download."""
        text = tr("{done} of {whole}", done=format_size(done), whole=format_size(whole))
        self.label.setText(text)
        self._bar.setAccessibleName(f"{tr('Progress:')} {text}")
        self._bar.fraction = done / whole
        self._bar.update()


class _Bar(QWidget):
    accessible_role = QAccessible.Role.ProgressBar

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(BAR)
        self.fraction = 0.0

    def paintEvent(self, event: QPaintEvent) -> None:
        paint_bar(smooth_painter(self), QRectF(self.rect()), self.fraction)
