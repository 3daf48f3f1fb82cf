"""Agents that call her, in the settings: the configuration for an agent, and the user's decisions about each."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from deskpet.features.callers.caller_rules import CallerDecision, CallerRule
from deskpet.features.callers.ui.bubbles import caller_name
from deskpet.translation import tr, tr_noop
from deskpet.ui.settings.page import Card, Form
from deskpet.ui.settings.revocable_rows import RevocableRow, RevocableRows, format_day
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.form import FormCard, text_label
from deskpet.ui.widgets.icons import IconButton
from deskpet.ui.widgets.text_area import TextArea

_FIELD_HEIGHT = 156
_DECISIONS = {
    CallerDecision.ALWAYS: tr_noop("may call her · allowed {when}"),
    CallerDecision.FOR_NOW: tr_noop("may call her until deskpet is closed · allowed {when}"),
    CallerDecision.REFUSED: tr_noop("may not call her · refused {when}"),
}


_CARD = Card(
    *("wave", tr_noop("Agents that call her")),
    tr_noop("By the MCP server “deskpet mcp”, an agent can move her, show a few words and ask you something."),
    section="agents",
    fields=("mcp_server",),
)


def cards(form: Form) -> tuple[FormCard]:
    """Return the card of a new page."""
    return (form.card(_CARD, CallersPage()),)


class CallersPage(QWidget):
    """Shows the configuration with a button that copies it, and a line for each caller.

    revoked: Emitted with a CallerRule that is to hold no longer.
    """

    revoked = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("callers_page")
        self.rows = RevocableRows(tr("No agent has called yet. You are asked when one does."))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S2)
        column.addLayout(self._head())
        self._field = _configuration_field()
        column.addWidget(self._field)
        column.addSpacing(theme.S2)
        column.addWidget(self.rows)

    def _head(self) -> QHBoxLayout:
        line, texts = QHBoxLayout(), QVBoxLayout()
        texts.setSpacing(2)
        texts.addWidget(text_label(tr("Configuration for an agent"), "field_title"))
        help_text = tr("Paste it into the agent's list of MCP servers. It needs the package deskpet[mcp].")
        texts.addWidget(text_label(help_text, "field_help"))
        self.copy_button = IconButton("copy", tr("Copy the configuration"), size=32)
        self.copy_button.setObjectName("copy_configuration")
        self.copy_button.clicked.connect(self._copy)
        line.addLayout(texts, 1)
        line.addWidget(self.copy_button, 0, Qt.AlignmentFlag.AlignBottom)
        return line

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._field.toPlainText())
        self.copy_button.confirm()

    def show_configuration(self, text: str) -> None:
        """Show the JSON that an agent needs."""
        self._field.setPlainText(text)

    def show_rules(self, rules: Sequence[CallerRule]) -> None:
        """Show these decisions, the newest first."""
        self.rows.show_rows([self._row(rule) for rule in reversed(rules)])

    def _row(self, rule: CallerRule) -> RevocableRow:
        name = caller_name(rule.caller)
        about = tr(_DECISIONS[rule.decision], when=format_day(rule.decided_at))
        return RevocableRow(name, about, tr("Ask again about {name}", name=name), partial(self.revoked.emit, rule))


def _configuration_field() -> TextArea:
    field = TextArea(_FIELD_HEIGHT, monospaced=True)
    field.setObjectName("caller_configuration")
    field.setReadOnly(True)
    field.setLineWrapMode(TextArea.LineWrapMode.NoWrap)
    field.setAccessibleName(tr("Configuration for an agent"))
    return field
