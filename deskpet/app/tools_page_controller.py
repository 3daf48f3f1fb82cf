"""Tools in the settings window: which are available, what the user has allowed, and which calls ran."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

from PySide6.QtCore import QObject

from deskpet.app.rules import Rules
from deskpet.chat.call_state import CANCELLED, REFUSED
from deskpet.chat.messages import ToolUse
from deskpet.chat.permission import Rule
from deskpet.chat.toolbox import Toolbox
from deskpet.store import CallRecord, Store, StoreError
from deskpet.ui.blocks.base import ToolLook
from deskpet.ui.blocks.call_format import preview_of
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.settings.journal_page import JournalEntry, JournalPage
from deskpet.ui.settings.rules_page import RulesPage
from deskpet.ui.settings.tools_page import ToolsPage
from deskpet.ui.widgets import language
from deskpet.words import tr, tr_noop

_DECISIONS = {
    "allowed": tr_noop("allowed by the settings"),
    "rule": tr_noop("allowed by a rule"),
    "asked": tr_noop("you were asked"),
    "manual": tr_noop("run by you"),
    "refused": tr_noop("refused"),
}


class ToolsPageController(QObject):
    """Connects the pages of each settings window to the toolbox, the rules and the journal of calls."""

    def __init__(
        self, toolbox: Toolbox, rules: Rules, look_of: Callable[[str], ToolLook], store: Callable[[], Store | None]
    ) -> None:
        """`look_of` returns how the tool with a name is displayed; `store` the open store, if there is one."""
        super().__init__()
        self._toolbox, self._rules, self._look_of, self._store = toolbox, rules, look_of, store
        self._journal: JournalPage | None = None
        self._page: RulesPage | None = None
        rules.listen(self._show_rules)

    def connect_pages(self, tools: ToolsPage, rules: RulesPage, journal: JournalPage) -> None:
        """Fill the pages and carry out their requests."""
        self._page, self._journal = rules, journal
        journal.destroyed.connect(partial(self._on_journal_destroyed, journal))
        journal.wanted.connect(lambda limit: event_loop.spawn(self._show_calls(limit)))
        rules.destroyed.connect(partial(self._on_page_destroyed, rules))
        rules.revoked.connect(self._revoke)
        tools.show_missing({each.name: self._toolbox.missing(each) for each in self._toolbox.all})
        self._show_rules()

    def _on_page_destroyed(self, page: RulesPage, *_: object) -> None:
        if self._page is page:
            self._page = None

    def _on_journal_destroyed(self, journal: JournalPage, *_: object) -> None:
        if self._journal is journal:
            self._journal = None

    async def _show_calls(self, limit: int) -> None:
        """List the newest calls, which are read and formatted in threads."""
        if not (store := self._store()):
            return
        try:
            calls = await store.calls(limit)
        except StoreError as error:
            if self._journal:
                self._journal.show_message(BannerText("error", tr("The calls can't be read"), str(error)))
            return
        entries = await event_loop.in_thread(lambda: [self._entry(each) for each in calls])
        if self._journal:
            self._journal.show_entries(entries)

    def _entry(self, record: CallRecord) -> JournalEntry:
        look = self._look_of(record.tool)
        call = ToolUse(record.tool, "", input=record.arguments)
        preview = "" if record.arguments is None else preview_of(call, look.preview)
        when = language.format_timestamp(record.at, datetime.now().astimezone())
        decision = tr(_DECISIONS.get(record.decision, record.decision))
        match record.outcome:
            case "success":
                return JournalEntry(look.title, look.icon, preview, when, decision, tr("done"))
            case code if code == REFUSED:
                return JournalEntry(look.title, look.icon, preview, when, decision, "")
            case code if code == CANCELLED:
                return JournalEntry(look.title, look.icon, preview, when, decision, tr("cancelled"))
            case code:
                failed = tr("failed: {code}", code=code)
                return JournalEntry(look.title, look.icon, preview, when, decision, failed, "error")

    def _show_rules(self) -> None:
        if self._page:
            self._page.show_rules(self._rules.all, self._title_of)

    def _title_of(self, tool_name: str) -> str:
        tool = self._toolbox.find(tool_name)
        return tr(tool.title) if tool else tool_name

    def _revoke(self, rule: Rule) -> None:
        if not self._page:
            return
        try:
            self._rules.revoke(rule)
        except OSError as error:
            self._page.show_message(BannerText("error", tr("The rules can't be saved"), error.strerror or str(error)))
