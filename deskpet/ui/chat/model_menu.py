"""The menu of the chat in which the model, its connection and the tool mode are chosen."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from deskpet.config.settings import Mode
from deskpet.translation import tr, tr_noop
from deskpet.ui.widgets import theme, tooltip
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.form import column_of, line_of, text_label
from deskpet.ui.widgets.icons import IconButton
from deskpet.ui.widgets.mode_names import MODES
from deskpet.ui.widgets.picker import Picker
from deskpet.ui.widgets.segmented_control import SegmentedControl


class ModelMenu(Picker):
    """The models of all connections with a search, and below them the mode.

    refresh, connections: buttons to read the lists of models again, and to see the connections in the settings.

    mode_chosen: Emitted with a Mode; the menu closes.
    """

    mode_chosen = Signal(object)

    def __init__(self, owner: QWidget, mode: Mode) -> None:
        super().__init__(owner, tr_noop("Search the models"), tr("No model has this in its name."))
        self.setAccessibleName(tr("Model, connection and mode"))
        self.refresh = IconButton("again", tr("Read the lists of models again"))
        self.head.addWidget(self.refresh)
        self.connections = plain_button(tr("Connections…"), "menu_connections", "link")
        self.connections.clicked.connect(self.close)
        modes = SegmentedControl()
        for each, (title, explanation) in MODES.items():
            button = modes.add(tr(title))
            button.setObjectName(f"menu_mode_{each}")
            button.setAccessibleName(tr("Tool mode: {mode}", mode=tr(title)))
            button.setAccessibleDescription(tr(explanation))
            button.setToolTip(tr(explanation))
            tooltip.attach(button)
            button.setChecked(each is mode)
            button.clicked.connect(lambda _=False, mode=each: self._choose_mode(mode))
        head = line_of(theme.S2, (text_label(tr("How the model uses tools."), "details_name"), 1), self.connections)
        foot = column_of(theme.S1, head, modes)
        foot.setContentsMargins(theme.S1, 0, theme.S1, theme.S1)
        self.column.addLayout(foot)

    def _choose_mode(self, mode: Mode) -> None:
        self.close()
        self.mode_chosen.emit(mode)
