"""Make the page of tools in a new settings window work: its policies, the user's rules, and the journal of calls."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TypeVar

from PySide6.QtWidgets import QWidget

from deskpet.chat.call_state import CANCELLED, REFUSED
from deskpet.chat.messages import ToolUse
from deskpet.chat.permission import Rule
from deskpet.chat.tool import Tool
from deskpet.config.choices import Policy
from deskpet.features.host import Host, RulesPort, SettingsPort
from deskpet.features.permissions.ui.journal_page import JournalEntry, JournalPage
from deskpet.features.permissions.ui.rules_page import RulesPage
from deskpet.features.permissions.ui.tools_page import ToolsPage
from deskpet.store import CallRecord, Store, StoreError
from deskpet.text.reasons import reason_of
from deskpet.translation import tr, tr_noop
from deskpet.ui.blocks.base import ToolLook
from deskpet.ui.blocks.call_format import preview_of
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.settings.page_controller import PageController
from deskpet.ui.widgets import language

PageT = TypeVar("PageT", bound=QWidget)


def connect(page: QWidget, host: Host) -> None:
    """Connect the lists of a page, each with a controller that ends with it."""
    tools = host.tool_catalog
    _connect(page, ToolsPage, ToolsPageController(host.settings, tools.built_in, tools.missing))
    _connect(page, RulesPage, RulesPageController(host.rules, tools.title_of))
    _connect(page, JournalPage, JournalPageController(tools.look_of, host.store))


def _connect(page: QWidget, kind: type[PageT], controller: PageController[PageT]) -> None:
    listed = page.findChild(kind)
    assert listed
    controller.setParent(listed)
    controller.connect_page(listed)


class ToolsPageController(PageController[ToolsPage]):
    """Connects the page of a settings window to the settings."""

    def __init__(self, settings: SettingsPort, tools: Sequence[Tool], missing: Callable[[Tool], str]) -> None:
        """missing: returns what a tool needs to be available, as a sentence; empty if it is available."""
        super().__init__()
        self._settings, self._tools, self._missing = settings, tools, missing
        self._declared = {each.name: each.policy for each in tools}
        self._end_listening = settings.listen("tools", lambda *_: self._on_settings_changed())

    def connect_page(self, page: ToolsPage) -> None:
        """Fill the page and carry out its requests."""
        super().connect_page(page)
        page.changed.connect(self._set_policy)
        page.show_tools(self._tools)
        page.show_policies(self._policy)
        page.show_missing({each.name: self._missing(each) for each in self._tools})

    def _on_page_destroyed(self, page: ToolsPage, *_: object) -> None:
        super()._on_page_destroyed(page)
        self._end_listening()

    def _set_policy(self, tool_name: str, policy: Policy) -> None:
        """Save the policy of a tool in the settings; the policy that the tool declares is not written there."""
        saved = self._settings.now.tools.policies
        policies = {name: each for name, each in saved.items() if name != tool_name}
        if self._declared[tool_name] is not policy:
            policies[tool_name] = policy
        self._settings.change(lambda _: {("tools", "policies"): policies})

    def _policy(self, tool_name: str) -> Policy:
        return self._settings.now.tools.policies.get(tool_name, self._declared[tool_name])

    def _on_settings_changed(self) -> None:
        if self._page:
            self._page.show_policies(self._policy)


class RulesPageController(PageController[RulesPage]):
    """Connects the page of a settings window to the rules."""

    def __init__(self, rules: RulesPort, title_of: Callable[[str], str]) -> None:
        """title_of: returns the title of the tool with a name."""
        super().__init__()
        self._rules, self._title_of = rules, title_of
        self._end_listening = rules.listen(self._show)

    def connect_page(self, page: RulesPage) -> None:
        """Fill the page and carry out its requests."""
        super().connect_page(page)
        page.revoked.connect(self._revoke)
        self._show()

    def _on_page_destroyed(self, page: RulesPage, *_: object) -> None:
        super()._on_page_destroyed(page)
        self._end_listening()

    def _show(self) -> None:
        if self._page:
            self._page.show_rules(self._rules.all, self._title_of)

    def _revoke(self, rule: Rule) -> None:
        if not self._page:
            return
        try:
            self._rules.revoke(rule)
        except OSError as error:
            self._page.show_message(BannerText("error", tr("The rules can't be saved"), reason_of(error)))


_DECISIONS = {
    "allowed": tr_noop("allowed by the settings"),
    "rule": tr_noop("allowed by a rule"),
    "asked": tr_noop("you were asked"),
    "manual": tr_noop("run by you"),
    "refused": tr_noop("refused"),
}


class JournalPageController(PageController[JournalPage]):
    """Connects the page of a settings window to the journal in the store."""

    def __init__(self, look_of: Callable[[str], ToolLook], store: Callable[[], Store | None]) -> None:
        """`look_of` returns how the tool with a name is displayed; `store` the open store, if there is one."""
        super().__init__()
        self._look_of, self._store = look_of, store

    def connect_page(self, page: JournalPage) -> None:
        """List the calls when the page asks for them."""
        super().connect_page(page)
        page.wanted.connect(lambda limit: event_loop.spawn(self._show_calls(limit)))

    async def _show_calls(self, limit: int) -> None:
        """List the newest calls, which are read and formatted in threads."""
        if not (store := self._store()):
            return
        try:
            calls = await store.calls(limit)
        except StoreError as error:
            if self._page:
                self._page.show_message(BannerText("error", tr("The calls can't be read"), str(error)))
            return
        entries = await event_loop.in_thread(lambda: [self._entry(each) for each in calls])
        if self._page:
            self._page.show_entries(entries)

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
