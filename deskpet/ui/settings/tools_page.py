"""Tools page of the settings: permission of each tool."""

from collections.abc import Callable, Iterable, Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from deskpet.chat.tool import Tool
from deskpet.choices import Policy
from deskpet.ui.widgets import icons, theme, tooltip
from deskpet.ui.widgets.form import text_label
from deskpet.ui.widgets.segmented_control import SegmentedControl
from deskpet.words import tr, tr_noop

_CHOICES = (
    (Policy.ALLOW, tr_noop("Allow"), tr_noop("It runs whenever the model calls it")),
    (Policy.ASK, tr_noop("Ask"), tr_noop("You are asked each time, on its card")),
    (Policy.MANUAL, tr_noop("By me"), tr_noop("Only you run it, with a button on its card; no rule replaces that")),
    (Policy.REFUSE, tr_noop("Refuse"), tr_noop("The model is not told of it, and a call is refused")),
)


class ToolsPage(QWidget):
    """Shows a line for each tool.

    changed: Emitted with a tool's name and its new Policy.
    """

    changed = Signal(str, object)

    def __init__(self, tools: Iterable[Tool]) -> None:
        super().__init__()
        self._lines = {tool.name: _Line(tool, self._changed) for tool in tools}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S4)
        for line in self._lines.values():
            column.addWidget(line)

    def show_policies(self, policy_of: Callable[[str], Policy]) -> None:
        """Show the policy of each tool; `policy_of` returns it by the tool's name."""
        for name, line in self._lines.items():
            line.show_policy(policy_of(name))

    def show_missing(self, missing: Mapping[str, str]) -> None:
        """Show what tools need to be available, by their names; an empty text for those that are."""
        for name, text in missing.items():
            if line := self._lines.get(name):
                line.show_missing(text)

    def _changed(self, tool: Tool, policy: Policy) -> None:
        self.changed.emit(tool.name, policy)


class _Line(QWidget):
    def __init__(self, tool: Tool, changed: Callable[[Tool, Policy], None]) -> None:
        super().__init__()
        self.setObjectName(f"tool_{tool.name}")
        self._buttons: dict[Policy, QPushButton] = {}
        line, text_column, choices = QHBoxLayout(self), QVBoxLayout(), SegmentedControl()
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(theme.S3)
        text_column.setSpacing(2)
        text_column.addWidget(text_label(tr(tool.title), "field_title"))
        text_column.addWidget(
            text_label(tr(tool.about) if tool.about else _first_sentence(tool.description), "field_help")
        )
        self._missing = text_label("", "field_error")
        self._missing.hide()
        text_column.addWidget(self._missing)
        for policy, *texts in _CHOICES:
            label, help_text = map(tr, texts)
            button = choices.add(label)
            button.setObjectName(f"policy_{policy.value}")
            button.setToolTip(help_text)
            tooltip.attach(button)
            button.setAccessibleName(tr("{title}: {choice}", title=tr(tool.title), choice=label))
            button.setAccessibleDescription(help_text)
            button.clicked.connect(lambda _=False, policy=policy: changed(tool, policy))
            self._buttons[policy] = button
        line.addWidget(icons.Badge(tool.icon), 0, Qt.AlignmentFlag.AlignTop)
        line.addLayout(text_column, 1)
        line.addWidget(choices, 0, Qt.AlignmentFlag.AlignVCenter)

    def show_missing(self, text: str) -> None:
        self._missing.setText(text)
        self._missing.setVisible(bool(text))

    def show_policy(self, policy: Policy) -> None:
        self._buttons[policy].setChecked(True)


def _first_sentence(text: str) -> str:
    first = text.partition("\n")[0]
    return first.partition(". ")[0].rstrip(".") + "."
