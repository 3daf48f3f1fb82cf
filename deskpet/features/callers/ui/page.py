"""Agents that call her, in the settings: the configuration for an agent, and the user's decisions about each."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from deskpet.config import paths
from deskpet.features.callers.caller_rules import CallerDecision, CallerRule, CallerRules
from deskpet.features.callers.feature import FILE
from deskpet.features.callers.pet_client import server_configuration
from deskpet.features.callers.ui.bubbles import caller_name
from deskpet.features.host import Host
from deskpet.translation import tr, tr_noop
from deskpet.ui.settings.page import Card, PageContent
from deskpet.ui.settings.page_controller import part_of, show_changes
from deskpet.ui.settings.record_list import ListRecord, RecordList, RowAction, format_day, titled
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.fields import TextArea
from deskpet.ui.widgets.form import column_in, column_of, line_of, text_label
from deskpet.ui.widgets.icons import IconButton

if TYPE_CHECKING:
    from deskpet.features.callers.controller import CallersController

_FIELD_HEIGHT = 156
_DECISIONS = {
    CallerDecision.ALWAYS: tr_noop("may call her · allowed {when}"),
    CallerDecision.FOR_NOW: tr_noop("may call her until deskpet is closed · allowed {when}"),
    CallerDecision.REFUSED: tr_noop("may not call her · refused {when}"),
}


class CallersPage(QWidget):
    """Shows the configuration with a button that copies it, and a line for each caller."""

    def __init__(self) -> None:
        super().__init__()
        self.rules: CallerRules | None = None
        self.setObjectName("callers_page")
        self.rows = RecordList(tr("No agent has called yet. You are asked when one does."))
        self.copy_button = IconButton("copy", tr("Copy the configuration"), size=32, name="copy_configuration")
        self.copy_button.clicked.connect(self._copy)
        self.configuration = _configuration_field()
        help_text = tr("Paste it into the agent's list of MCP servers. It needs the package deskpet[mcp].")
        title = text_label(tr("Configuration for an agent"), "field_title")
        texts = column_of(2, title, text_label(help_text, "field_help"))
        head = line_of(-1, (texts, 1), (self.copy_button, 0, Qt.AlignmentFlag.AlignBottom))
        column_in(self, theme.S2, head, self.configuration, theme.S2, self.rows)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.configuration.toPlainText())
        self.copy_button.confirm()

    def serve(self, rules: CallerRules) -> None:
        """Show these decisions, the newest first, and take them back; also while agents may not call."""
        self.rules = rules

        def revoke(rule: CallerRule) -> None:
            if self.rows.carry_out(partial(rules.revoke, rule), tr("This could not be stored")):
                self.rows.show_message(None)

        def show() -> None:
            self.rows.show_records(_record(each, partial(revoke, each)) for each in reversed(rules.all))

        show_changes(self, rules.listen, show)


def _record(rule: CallerRule, revoke: Callable[[], object]) -> ListRecord:
    name = caller_name(rule.caller)
    about = tr(_DECISIONS[rule.decision], when=format_day(rule.decided_at))
    return titled(
        rule.caller, name, about, RowAction("revoke", tr("Ask again about {name}", name=name), revoke, "trash")
    )


def _configuration_field() -> TextArea:
    field = TextArea(_FIELD_HEIGHT, monospaced=True)
    field.setObjectName("caller_configuration")
    field.setReadOnly(True)
    field.setLineWrapMode(TextArea.LineWrapMode.NoWrap)
    field.setPlainText(server_configuration())
    field.setAccessibleName(tr("Configuration for an agent"))
    return field


def shown_rules(host: Host) -> CallerRules | None:
    """Return the decisions that an open page of the settings shows, if there is one."""
    page = host.settings_window.page("agents")
    shown = page.findChild(CallersPage) if page else None
    return shown.rules if shown else None


CARD = Card(
    "wave",
    tr_noop("Agents that call her"),
    tr_noop("By the MCP server “deskpet mcp”, an agent can move her, show a few words and ask you something."),
    "agents",
    ("mcp_server", lambda _: CallersPage()),
)


def _connect(page: QWidget, _host: Host, running: "CallersController | None") -> None:
    # The page shows them while agents may not call as well.
    rules = running.rules if running else CallerRules(paths.data_folder() / FILE)
    part_of(page, CallersPage).serve(rules)


PAGE = PageContent((CARD,), _connect)
