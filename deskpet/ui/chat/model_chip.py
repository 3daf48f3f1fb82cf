"""The chip with the model and the tool mode, which opens the menu of both."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from deskpet.config.settings import Mode
from deskpet.translation import tr, tr_noop
from deskpet.ui.widgets import language, theme, tooltip
from deskpet.ui.widgets.elided_label import ElidedLabel
from deskpet.ui.widgets.form import line_in
from deskpet.ui.widgets.mode_names import MODES

if TYPE_CHECKING:
    from deskpet.ui.chat.model_menu import ModelMenu
    from deskpet.ui.widgets.picker import PickerEntry

# The names that are shorter on the chip, where the model's name needs room.
_SHORT = {Mode.AUTO: tr_noop("Auto")}
_SPACING = 6  # between model and mode, in logical pixels
_MIN_CHARACTERS = 6  # of the model's name


class _StatusLabel(ElidedLabel):
    """The model that answers."""

    @property
    def least_width(self) -> int:
        """The width of the fewest characters of a model's name beside the whole name of the mode."""
        return self.fontMetrics().horizontalAdvance("0" * _MIN_CHARACTERS)

    @property
    def elide_mode(self) -> Qt.TextElideMode:
        # With few characters the beginning says more than both ends.
        is_short = self.width() < self.least_width
        return Qt.TextElideMode.ElideRight if is_short else Qt.TextElideMode.ElideMiddle


class ModelChip(theme.FollowsStyle, QPushButton):
    """Shows the model that answers and the mode, and opens the menu of both.

    entries: returns the models for the menu, when it opens. menu: the open menu.

    opened: Emitted with the ModelMenu that is about to be shown.
    """

    opened = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("model_chip")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.entries: Callable[[], Iterable[PickerEntry]] = tuple
        self.menu: ModelMenu | None = None
        self._mode, self._is_compact, self._model, self._missing = Mode.AUTO, False, "", ""
        self._status, self.mode_label = _StatusLabel("status"), QLabel()
        self.mode_label.setObjectName("chip_mode")
        # Without this, a margin in the stylesheet would add an indent.
        self.mode_label.setIndent(0)
        labels = (self._status, self.mode_label)
        for label in labels:
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        line_in(self, _SPACING, *((each, 0, Qt.AlignmentFlag.AlignVCenter) for each in labels), margins=1)
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
        name = min(self._status.sizeHint().width(), self._status.least_width)
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
        menu.closed.connect(self._forget_menu)
        menu.show_entries(self.entries())
        self.opened.emit(menu)
        menu.open_beside(self)

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

    def on_style_changed(self) -> None:
        self.updateGeometry()
