"""List of the user's rules about tool calls in the settings."""

from collections.abc import Callable, Iterable
from functools import partial

from PySide6.QtCore import Signal

from deskpet.chat.permission import Rule, Scope
from deskpet.translation import tr
from deskpet.ui.settings.revocable_rows import RevocableRow, RevocableRows, format_day


class RulesPage(RevocableRows):
    """Shows the rules, oldest first.

    revoked: Emitted with a Rule that is to hold no longer.
    """

    revoked = Signal(object)

    def __init__(self) -> None:
        super().__init__(tr("Nothing yet. “Always” on a card adds a line here."))

    def show_rules(self, rules: Iterable[Rule], title_of: Callable[[str], str]) -> None:
        """Show these rules; `title_of` returns the title of the tool with a name."""
        self.show_rows([self._row(rule, title_of(rule.tool_name)) for rule in rules])

    def _row(self, rule: Rule, title: str) -> RevocableRow:
        about = tr("{where} · allowed {when}", where=_where(rule.scope), when=format_day(rule.created_at))
        label = tr("Ask again before “{tool}” runs", tool=title)
        return RevocableRow(title, about, label, partial(self.revoked.emit, rule))


def _where(scope: Scope | None) -> str:
    """Return what a rule is limited to."""
    if scope is None:
        return tr("everywhere")
    return tr("as long as its server doesn't change it") if scope.kind == "version" else scope.label
