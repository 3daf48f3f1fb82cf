"""What the pet costs just now, as three figures; measured once a second, and only while somebody looks."""

from PySide6.QtCore import QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from deskpet.ui.platform.process_usage import Usage, memory
from deskpet.ui.widgets import theme
from deskpet.words import later, tr

EVERY_MS = 1000
_UNKNOWN = "–"
_CAPTIONS = (later("frames a second"), later("of one core"), later("of memory"))


class CostRow(QWidget):
    """Frames a second, the share of one core, and memory."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("cost_row")
        self._frames, self._before = 0, Usage.now(0)
        self._figures = {name: _Figure(tr(name)) for name in _CAPTIONS}
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(theme.S2)
        for figure in self._figures.values():
            line.addWidget(figure, 1)
        self._second = QTimer(self, interval=EVERY_MS)
        self._second.timeout.connect(self._measure)

    @property
    def values(self) -> dict[str, str]:
        """What is shown, by its caption."""
        return {name: figure.value for name, figure in self._figures.items()}

    def count_frame(self) -> None:
        """The character was drawn."""
        self._frames += 1

    def _measure(self) -> None:
        now = Usage.now(self._frames)
        share, held = now.share(self._before), memory()
        shown = (
            f"{now.rate(self._before):.0f}",
            f"{share:.0%}" if share >= 0.095 else f"{share:.1%}",
            _UNKNOWN if held is None else f"{held / 2**20:.0f} MB",
        )
        self._before = now
        for figure, value in zip(self._figures.values(), shown, strict=True):
            figure.show_value(value)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._before = Usage.now(self._frames)
        self._second.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._second.stop()


class _Figure(QFrame):
    """A figure with its caption below."""

    def __init__(self, caption: str) -> None:
        super().__init__()
        self.setObjectName("figure")
        self._caption, self._value, told = caption, QLabel(), QLabel(caption)
        self._value.setObjectName("figure_value")
        told.setObjectName("figure_caption")
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 14, 10)
        column.setSpacing(0)
        column.addWidget(self._value)
        column.addWidget(told)
        self.show_value(_UNKNOWN)

    @property
    def value(self) -> str:
        return self._value.text()

    def show_value(self, value: str) -> None:
        self._value.setText(value)
        self.setAccessibleName(f"{value} {self._caption}")
