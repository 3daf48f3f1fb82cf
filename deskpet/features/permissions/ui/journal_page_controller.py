"""Journal of calls in the settings window: which calls ran, and what came of them."""

from collections.abc import Callable
from datetime import datetime

from deskpet.chat.call_state import CANCELLED, REFUSED
from deskpet.chat.messages import ToolUse
from deskpet.features.permissions.ui.journal_page import JournalEntry, JournalPage
from deskpet.store import CallRecord, Store, StoreError
from deskpet.translation import tr, tr_noop
from deskpet.ui.blocks.base import ToolLook
from deskpet.ui.blocks.call_format import preview_of
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.settings.page_controller import PageController
from deskpet.ui.widgets import language

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
