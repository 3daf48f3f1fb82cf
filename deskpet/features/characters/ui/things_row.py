"""The row of a character's page with what it can hold or wear."""

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal

from deskpet.pet.character import display_title
from deskpet.pet.things import Things, offered, put_on
from deskpet.translation import tr
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.buttons import CheckBox, plain_button
from deskpet.ui.widgets.flow_layout import FlowLayout
from deskpet.ui.widgets.form import FormRow, text_label


class ThingsRow(FormRow):
    """A check box for each thing, and a button that puts everything away. Hidden without any thing.

    changed: Emitted with the names of what the user chose, as a frozenset.
    """

    changed = Signal(object)

    def __init__(self) -> None:
        super().__init__(tr("Things"))
        self.setObjectName("model_things")
        self._things: Things = {}
        self._worn: frozenset[str] = frozenset()
        self.boxes: dict[str, CheckBox] = {}
        self._flow = FlowLayout(theme.S4)
        self.put_away = plain_button(tr("Put everything away"), "put_away", "link")
        self.put_away.clicked.connect(lambda: self._change(self._worn - self.boxes.keys()))
        self.column.addWidget(
            text_label(
                tr("What the character holds and wears from now on: one thing for the hands, one for the head."),
                "field_help",
            )
        )
        self.column.addLayout(self._flow)
        self.column.addWidget(self.put_away, 0, Qt.AlignmentFlag.AlignLeft)
        self.end()

    def show_things(self, things: Things, worn: frozenset[str]) -> None:
        """Show what can be chosen, and what of it is worn."""
        self._things, self._worn = things, worn
        choices = offered(things)
        if choices.keys() != self.boxes.keys():
            self._rebuild(choices)
        for name, box in self.boxes.items():
            box.setChecked(name in worn)
        self.put_away.setEnabled(not worn.isdisjoint(self.boxes))
        self.setVisible(bool(choices))

    def _rebuild(self, choices: Mapping[str, str]) -> None:
        for box in self.boxes.values():
            self._flow.removeWidget(box)
            box.deleteLater()
        self.boxes = {name: CheckBox(display_title(name)) for name in choices}
        for name, box in self.boxes.items():
            box.setObjectName(f"thing_{name}")
            box.clicked.connect(lambda on, name=name: self._choose(name, on))
            self._flow.addWidget(box)

    def _choose(self, name: str, on: bool) -> None:
        self._change(put_on(self._worn, name, self._things) if on else self._worn - {name})

    def _change(self, worn: frozenset[str]) -> None:
        self.show_things(self._things, worn)
        self.changed.emit(worn)
