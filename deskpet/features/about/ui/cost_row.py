"""Current resource usage as three figures, measured once a second while they are visible."""

from PySide6.QtCore import QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from deskpet.translation import tr, tr_noop
from deskpet.ui.platform.process_usage import Usage, memory
from deskpet.ui.widgets import theme

INTERVAL_MS = 1000
_UNKNOWN = "–"
_CAPTIONS = (tr_noop("frames a second"), tr_noop("of one core"), tr_noop("of memory"))


class CostRow(QWidget):
    """Shows frames per second, CPU usage as a share of one core, and memory."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("cost_row")
        self._frames, self._previous = 0, Usage.now(0)
        self._figures = {name: _Figure(tr(name)) for name in _CAPTIONS}
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(theme.S2)
        for figure in self._figures.values():
            line.addWidget(figure, 1)
        self._timer = QTimer(self, interval=INTERVAL_MS)
        self._timer.timeout.connect(self._measure)

    @property
    def values(self) -> dict[str, str]:
        """The shown figures by caption."""
        return {name: figure.value for name, figure in self._figures.items()}

    def count_frame(self) -> None:
        """Count a rendered frame of the character."""
        self._frames += 1

    def _measure(self) -> None:
        now = Usage.now(self._frames)
        share = now.share(self._previous)
        shown = (
            f"{now.rate(self._previous):.0f}",
            f"{share:.0%}" if share >= 0.095 else f"{share:.1%}",
            f"{memory() / 2**20:.0f} MB",
        )
        self._previous = now
        for figure, value in zip(self._figures.values(), shown, strict=True):
            figure.show_value(value)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._previous = Usage.now(self._frames)
        self._timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()


class _Figure(QFrame):
    """A figure with its caption below."""

    def __init__(self, caption: str) -> None:
        super().__init__()
        self.setObjectName("figure")
        self._caption, self._value, caption_label = caption, QLabel(), QLabel(caption)
        self._value.setObjectName("figure_value")
        caption_label.setObjectName("figure_caption")
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 14, 10)
        column.setSpacing(0)
        column.addWidget(self._value)
        column.addWidget(caption_label)
        self.show_value(_UNKNOWN)

    @property
    def value(self) -> str:
        return self._value.text()

    def show_value(self, value: str) -> None:
        self._value.setText(value)
        self.setAccessibleName(f"{value} {self._caption}")
