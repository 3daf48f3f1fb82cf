"""Tools in the settings window: their policies, which are available, what the user allowed, and which calls ran."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

from PySide6.QtCore import QObject

from deskpet.app.rules import Rules
from deskpet.app.settings_store import SettingsStore
from deskpet.chat.call_state import CANCELLED, REFUSED
from deskpet.chat.messages import ToolUse
from deskpet.chat.permission import Rule
from deskpet.chat.toolbox import Toolbox
from deskpet.choices import Policy
from deskpet.settings import Settings
from deskpet.store import CallRecord, Store, StoreError
from deskpet.tools import tool_named
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
        self,
        settings: SettingsStore,
        toolbox: Toolbox,
        rules: Rules,
        look_of: Callable[[str], ToolLook],
        store: Callable[[], Store | None],
    ) -> None:
        """`look_of` returns how the tool with a name is displayed; `store` the open store, if there is one."""
        super().__init__()
        self._settings, self._toolbox, self._rules = settings, toolbox, rules
        self._look_of, self._store = look_of, store
        self._tools: ToolsPage | None = None
        self._journal: JournalPage | None = None
        self._rules_page: RulesPage | None = None
        rules.listen(self._show_rules)
        settings.changed.connect(self._on_settings_changed)

    def connect_pages(self, tools: ToolsPage, rules: RulesPage, journal: JournalPage) -> None:
        """Fill the pages and carry out their requests."""
        self._tools, self._rules_page, self._journal = tools, rules, journal
        tools.destroyed.connect(partial(self._on_pages_destroyed, tools))
        tools.changed.connect(self._set_policy)
        tools.show_policies(self._policy)
        journal.wanted.connect(lambda limit: event_loop.spawn(self._show_calls(limit)))
        rules.revoked.connect(self._revoke)
        tools.show_missing({each.name: self._toolbox.missing(each) for each in self._toolbox.all})
        self._show_rules()

    def _set_policy(self, tool_name: str, policy: Policy) -> None:
        """Save the policy of a tool in the settings; the policy that the tool declares is not written there."""
        saved = self._settings.saved.tools.policies
        policies = {name: each for name, each in saved.items() if name != tool_name}
        tool = tool_named(tool_name)
        if tool is None or tool.policy is not policy:
            policies[tool_name] = policy
        self._settings.change("tools", policies=policies)

    def _policy(self, tool_name: str) -> Policy:
        tool = tool_named(tool_name)
        declared = tool.policy if tool else Policy.ASK
        return self._settings.saved.tools.policies.get(tool_name, declared)

    def _on_settings_changed(self, before: Settings, after: Settings) -> None:
        if self._tools and after.tools != before.tools:
            self._tools.show_policies(self._policy)

    def _on_pages_destroyed(self, tools: ToolsPage, *_: object) -> None:
        # The pages of a new window may be connected already.
        if self._tools is tools:
            self._tools, self._rules_page, self._journal = None, None, None

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
        if self._rules_page:
            self._rules_page.show_rules(self._rules.all, self._title_of)

    def _title_of(self, tool_name: str) -> str:
        tool = self._toolbox.find(tool_name)
        return tr(tool.title) if tool else tool_name

    def _revoke(self, rule: Rule) -> None:
        if not self._rules_page:
            return
        try:
            self._rules.revoke(rule)
        except OSError as error:
            self._rules_page.show_message(
                BannerText("error", tr("The rules can't be saved"), error.strerror or str(error))
            )
