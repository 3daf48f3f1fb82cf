"""Connect the page about the time together: list, edit and erase the diary."""

from datetime import date, datetime
from functools import partial
from sqlite3 import Connection

from PySide6.QtWidgets import QWidget

from deskpet.config.settings import Settings
from deskpet.features.host import Host
from deskpet.features.together import time_together
from deskpet.features.together.diary import MAX_FACTS
from deskpet.features.together.time_together import TimeTogether
from deskpet.features.together.ui.page import TogetherPage
from deskpet.store import StoreError, together_days
from deskpet.store.together_days import Day
from deskpet.translation import tr
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.settings.page_controller import StoredPageController


def connect(page: QWidget, host: Host) -> None:
    """Make the settings page in which a TogetherPage stands work."""
    listed = page.findChild(TogetherPage)
    assert listed
    TogetherPageController(host).connect_page(listed)


class TogetherPageController(StoredPageController[TogetherPage]):
    """Connects the page of each settings window to the store, also while no days are counted."""

    def __init__(self, host: Host) -> None:
        super().__init__(host.store)
        self._settings = host.settings
        self._ends = [self._settings.listen(section, self._on_settings_changed) for section in ("together", "persona")]

    def connect_page(self, page: TogetherPage) -> None:
        """Carry out the requests of a page."""
        super().connect_page(page)
        page.wanted.connect(lambda limit: event_loop.spawn(self._show(limit)))
        page.erase_confirmed.connect(lambda day: self._start(self._erase(day)))
        page.rows.rewritten.connect(lambda day, text: self._start(self._rewrite(day, text)))

    def _on_page_destroyed(self, page: TogetherPage, *_: object) -> None:
        super()._on_page_destroyed(page)
        while self._ends:
            self._ends.pop()()

    @property
    def _persona(self) -> str:
        return self._settings.now.persona.chosen

    def _on_settings_changed(self, before: Settings, after: Settings) -> None:
        if (before.together, before.persona.chosen) != (after.together, after.persona.chosen):
            self._timer.start()

    async def _show(self, limit: int) -> None:
        work = partial(_read, persona=self._persona, today=datetime.now().astimezone().date(), limit=limit)
        try:
            found, diary = await self._open_store().query(work)
        except StoreError as error:
            if self._page:
                self._page.show_unavailable(str(error))
            return
        if self._page:
            self._page.show_time(found, diary, is_on=self._settings.now.together.enabled)

    async def _rewrite(self, day: Day, text: str) -> None:
        facts = [fact.id for fact in day.facts]
        work = partial(together_days.write_note, persona=self._persona, day=day.date, note=text, fact_ids=facts)
        await self._open_store().change(work)

    async def _erase(self, day: date | None) -> BannerText:
        store, persona = self._open_store(), self._persona
        if day is None:
            await store.change(partial(together_days.erase_all, persona=persona))
        else:
            await store.change(partial(together_days.erase_day, persona=persona, day=day))
        await store.clear_traces()
        return BannerText("success", tr("It is erased"), tr("Backups that still held it were replaced by a new one."))


def _read(database: Connection, persona: str, today: date, limit: int) -> tuple[TimeTogether, tuple[Day, ...]]:
    found = together_days.read(database, persona, today, limit)
    return time_together.read(database, persona, today), together_days.with_facts(database, persona, found, MAX_FACTS)
