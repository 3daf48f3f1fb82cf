"""Connect the page about the time together: list, edit and erase the diary."""

from collections.abc import Awaitable, Callable
from datetime import date, datetime
from functools import partial
from sqlite3 import Connection

from PySide6.QtCore import QObject, QTimer, Signal

from deskpet.app.settings_store import SettingsStore
from deskpet.settings import Settings
from deskpet.store import Store, StoreError, together_days
from deskpet.store.together_days import Day
from deskpet.together import time_together
from deskpet.together.diary import MAX_FACTS
from deskpet.together.time_together import TimeTogether
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.settings.together_page import TogetherPage
from deskpet.words import tr

# Delay after a change until the list is read again; changes come in groups.
_REFRESH_MS = 60


class TogetherPageController(QObject):
    """Connects the page of each settings window to the store, also while no days are counted."""

    _changed = Signal()  # emitted by any thread

    def __init__(self, settings_store: SettingsStore, store: Callable[[], Store | None]) -> None:
        """`store` returns the open store, if there is one."""
        super().__init__()
        self._settings_store, self._store = settings_store, store
        self._page: TogetherPage | None = None
        self._listens_to: Store | None = None
        self._timer = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._timer.timeout.connect(self._refresh_page)
        self._changed.connect(self._timer.start)
        settings_store.changed.connect(self._on_settings_changed)

    def connect_page(self, page: TogetherPage) -> None:
        """Carry out the requests of a page."""
        self._page = page
        page.destroyed.connect(partial(self._on_page_destroyed, page))
        page.wanted.connect(lambda limit: event_loop.spawn(self._show(limit)))
        page.erase_confirmed.connect(lambda day: event_loop.spawn(self._run(self._erase(day))))
        page.rows.rewritten.connect(lambda day, text: event_loop.spawn(self._run(self._rewrite(day, text))))

    @property
    def _persona(self) -> str:
        return self._settings_store.settings.persona.chosen

    def _refresh_page(self) -> None:
        if self._page and self._page.isVisible():
            self._page.refresh()

    def _on_page_destroyed(self, page: TogetherPage, *_: object) -> None:
        if self._page is page:
            self._page = None

    def _on_settings_changed(self, before: Settings, after: Settings) -> None:
        if (before.together, before.persona.chosen) != (after.together, after.persona.chosen):
            self._timer.start()

    def _open_store(self) -> Store:
        """Return the store, to whose changes the page listens. Raises StoreError while it is opened."""
        store = self._store()
        if store is None:
            raise StoreError(tr("The conversations are not open yet. Try again soon."))
        if store is not self._listens_to:
            self._listens_to = store
            store.listen(self._changed.emit)
        return store

    async def _show(self, limit: int) -> None:
        work = partial(_read, persona=self._persona, today=datetime.now().astimezone().date(), limit=limit)
        try:
            found, diary = await self._open_store().query(work)
        except StoreError as error:
            if self._page:
                self._page.show_unavailable(str(error))
            return
        if self._page:
            self._page.show_time(found, diary, is_on=self._settings_store.settings.together.enabled)

    async def _run(self, work: Awaitable[BannerText | None]) -> None:
        try:
            message = await work
        except StoreError as error:
            message = BannerText("error", tr("That was not possible"), str(error))
        if message and self._page:
            self._page.show_message(message)

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
