"""Button that shows a spinner while its action runs."""

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton

from deskpet.ui.widgets import theme
from deskpet.ui.widgets.spinner import Spinner


class BusyButton(QPushButton):
    """A button that shows a spinner while its action runs.

    triggered: Emitted when it is clicked; the button is busy until `set_busy(False)`.
    """

    triggered = Signal()

    def __init__(self, text: str, kind: str = "") -> None:
        super().__init__(text)
        self.setProperty("kind", kind)
        self.setAccessibleName(text)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._label = text
        self._spinner = Spinner(self)
        self._busy = False
        self.clicked.connect(self._trigger)

    def _trigger(self) -> None:
        if not self._busy:
            self.set_busy(True)
            self.triggered.emit()

    def set_busy(self, busy: bool) -> None:
        if busy == self._busy:
            return
        self._busy = busy
        # Keep the width that it has with its text.
        self.setMinimumWidth(self.sizeHint().width() if busy else 0)
        self.setText("" if busy else self._label)
        self._spinner.set_running(busy)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._busy:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            middle = QPointF(self.width() / 2, self.height() / 2)
            self._spinner.paint(
                painter, QRectF(middle.x() - 7, middle.y() - 7, 14, 14), theme.current().colour("accent")
            )
