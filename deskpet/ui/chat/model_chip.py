"""The chip with the model and the tool mode, which opens the menu of both."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from deskpet.config.settings import Mode
from deskpet.translation import tr, tr_noop
from deskpet.ui.widgets import language, theme, tooltip
from deskpet.ui.widgets.mode_names import MODES

if TYPE_CHECKING:
    from deskpet.ui.chat.model_menu import ModelMenu
    from deskpet.ui.widgets.picker import PickerEntry

# The names that are shorter on the chip, where the model's name needs room.
_SHORT = {Mode.AUTO: tr_noop("Auto")}
_SPACING = 6  # between model and mode, in logical pixels
_MIN_CHARACTERS = 6  # of the model's name


class _StatusLabel(QLabel):
    """A line that is cut off where the room ends."""

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(theme.current().colour("muted"))
        metrics = self.fontMetrics()
        # With few characters the beginning says more than both ends.
        is_short = self.width() < _least_width(metrics)
        mode = Qt.TextElideMode.ElideRight if is_short else Qt.TextElideMode.ElideMiddle
        shown = metrics.elidedText(self.text(), mode, self.width())
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter, shown)


def _least_width(metrics: QFontMetrics) -> int:
    """Return the width of the fewest characters of a model's name beside the whole name of the mode."""
    return metrics.horizontalAdvance("0" * _MIN_CHARACTERS)


class ModelChip(QPushButton):
    """Shows the model that answers and the mode, and opens the menu of both.

    entries: returns the models for the menu, when it opens. menu: the open menu.

    opened: Emitted after the menu was opened.
    chosen: Emitted with the key of the entry that the user chooses in the menu.
    starred: Emitted with the key of an entry whose star is switched.
    mode_chosen: Emitted with a Mode.
    refresh_requested: Emitted to read the lists of models again.
    connections_requested: Emitted to show the connections in the settings.
    """

    opened = Signal()
    chosen = Signal(object)
    starred = Signal(object)
    mode_chosen = Signal(object)
    refresh_requested = Signal()
    connections_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("model_chip")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.entries: Callable[[], Iterable[PickerEntry]] = tuple
        self.menu: ModelMenu | None = None
        self._mode, self._is_compact, self._model, self._missing = Mode.AUTO, False, "", ""
        self._status, self.mode_label = _StatusLabel(""), QLabel()
        self._status.setObjectName("status")
        self.mode_label.setObjectName("chip_mode")
        # Without this, a margin in the stylesheet would add an indent.
        self.mode_label.setIndent(0)
        line = QHBoxLayout(self)
        line.setContentsMargins(1, 1, 1, 1)
        line.setSpacing(_SPACING)
        for label in (self._status, self.mode_label):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            line.addWidget(label, 0, Qt.AlignmentFlag.AlignVCenter)
        self.clicked.connect(self._open_menu)
        language.keep_translated(self, self._retranslate)

    def show_model(self, model: str, missing: str = "") -> None:
        """Show the model that answers, or with `missing`, what it lacks to answer."""
        self._model, self._missing = model, missing
        self._status.setText(missing or model)
        self._retranslate()

    def show_mode(self, mode: Mode) -> None:
        self._mode = mode
        self._retranslate()

    def refresh_menu(self) -> None:
        """Show the present entries in the menu, if it is open."""
        if self.menu:
            self.menu.show_entries(self.entries())

    def fit(self, width: int) -> None:
        """Show only the first letter of the mode if its name leaves too little room for that of the model."""
        name = min(self._status.sizeHint().width(), _least_width(self._status.fontMetrics()))
        metrics = self.mode_label.fontMetrics()
        beside = self.mode_label.sizeHint().width() - metrics.horizontalAdvance(self.mode_label.text())
        needed = name + _SPACING + beside + metrics.horizontalAdvance(self._name) + 2
        if (width < needed) != self._is_compact:
            self._is_compact = width < needed
            self._retranslate()

    @property
    def _name(self) -> str:
        return tr(_SHORT.get(self._mode, MODES[self._mode][0]))

    def _retranslate(self) -> None:
        self.mode_label.setText(self._name[0] if self._is_compact else self._name)
        answered_by = tr("Answered by {model}", model=self._model)
        mode = tr("Tool mode: {mode}", mode=tr(MODES[self._mode][0]))
        what = f"{answered_by}: {self._missing}" if self._missing else answered_by
        self.setAccessibleName(what)
        self.setAccessibleDescription(mode)
        tooltip.set_text(self, f"{what}\n{mode}")
        self.updateGeometry()

    def _open_menu(self) -> None:
        # Most conversations do without it.
        from deskpet.ui.chat.model_menu import ModelMenu

        menu = self.menu = ModelMenu(self.window(), self._mode)
        menu.chosen.connect(self.chosen)
        menu.starred.connect(self.starred)
        menu.mode_chosen.connect(self.mode_chosen)
        menu.refresh.clicked.connect(self.refresh_requested)
        menu.connections.clicked.connect(self._show_connections)
        menu.closed.connect(self._forget_menu)
        menu.show_entries(self.entries())
        menu.open_beside(self)
        self.opened.emit()

    def _show_connections(self) -> None:
        if self.menu:
            self.menu.close()
        self.connections_requested.emit()

    def _forget_menu(self) -> None:
        self.menu = None

    def sizeHint(self) -> QSize:
        return self._room(self._status.sizeHint().width())

    def minimumSizeHint(self) -> QSize:
        return self._room(0)

    def _room(self, status: int) -> QSize:
        mode = self.mode_label.sizeHint()
        height = max(mode.height(), self._status.sizeHint().height())
        return QSize(status + _SPACING + mode.width() + 2, height + 2)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.StyleChange:
            self.updateGeometry()
        return super().event(event)
