"""Lists, changes, erases, exports and imports the remembered facts in the settings window."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from sqlite3 import Connection

from PySide6.QtCore import QObject, QTimer, Signal

from deskpet.memory import exchange
from deskpet.memory.listing import FactList, list_facts
from deskpet.memory.secrets import has_secret
from deskpet.store import Store, StoreError, facts
from deskpet.store.facts import Fact
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.settings.memory_page import MemoryPage
from deskpet.words import tr, tr_plural

# Delay after a change until the list is read again; changes come in groups.
_REFRESH_MS = 60


class MemoryPageController(QObject):
    """Connects the page of each settings window to the store, also while memory is off."""

    _changed = Signal()  # emitted by any thread

    def __init__(self, store: Callable[[], Store | None], show_message: Callable[[str, str, str], None]) -> None:
        """`store` returns the open store, if there is one.

        `show_message` shows a message in its conversation; it gets their ids and the words to highlight.
        """
        super().__init__()
        self._store, self._show_message = store, show_message
        self._page: MemoryPage | None = None
        self._listens_to: Store | None = None
        self._order = asyncio.Lock()
        self._timer = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._timer.timeout.connect(self._refresh_page)
        self._changed.connect(self._timer.start)

    def connect_page(self, page: MemoryPage) -> None:
        """Carry out the requests of a page."""
        self._page = page
        page.destroyed.connect(partial(self._on_page_destroyed, page))
        page.wanted.connect(lambda words, limit: event_loop.spawn(self._show_facts(words, limit)))
        page.erase_confirmed.connect(lambda fact_ids: self._start(self._erase(fact_ids)))
        page.export_requested.connect(lambda file: self._start(self._export(file)))
        page.import_requested.connect(lambda file: self._start(self._import(file)))
        rows = page.rows
        rows.pinned.connect(lambda fact_id, on: self._change(partial(facts.set_pinned, fact_id=fact_id, is_pinned=on)))
        rows.rewritten.connect(lambda fact_id, text: self._start(self._rewrite(fact_id, text)))
        rows.decided.connect(self._decide)
        rows.source_requested.connect(lambda fact: self._show_message(fact.session, fact.message, fact.quote))

    def _refresh_page(self) -> None:
        if self._page and self._page.isVisible():
            self._page.refresh()

    def _on_page_destroyed(self, page: MemoryPage, *_: object) -> None:
        if self._page is page:
            self._page = None

    def _start(self, work: Awaitable[BannerText | None]) -> None:
        event_loop.spawn(self._run(work))

    async def _run(self, work: Awaitable[BannerText | None]) -> None:
        # In the order of the requests, or a slow one would replace the message of a later one, and its button.
        async with self._order:
            try:
                message = await work
            except (StoreError, OSError, ValueError) as error:
                reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
                message = BannerText("error", tr("That was not possible"), reason)
            if message and self._page:
                self._page.show_message(message)

    def _change(self, work: Callable[[Connection], object]) -> None:
        async def change() -> None:
            await self._open_store().change(work)

        self._start(change())

    def _open_store(self) -> Store:
        """Return the store, to whose changes the page listens. Raises StoreError while it is opened."""
        store = self._store()
        if store is None:
            raise StoreError(tr("The conversations are not open yet. Try again soon."))
        if store is not self._listens_to:
            self._listens_to = store
            store.listen(self._changed.emit)
        return store

    async def _show_facts(self, words: str, limit: int) -> None:
        try:
            listed: FactList = await self._open_store().query(partial(list_facts, words=words, limit=limit))
        except StoreError as error:
            if self._page:
                self._page.show_unavailable(str(error))
            return
        if self._page:
            self._page.show_facts(listed.facts, listed.found, listed.total)

    def _decide(self, fact_id: str, keep: bool) -> None:
        if keep:
            self._change(partial(facts.confirm, fact_id=fact_id))
        else:
            self._change(partial(facts.erase, fact_ids=[fact_id]))

    async def _rewrite(self, fact_id: str, text: str) -> BannerText | None:
        if has_secret(text):
            refused = tr("This looks like a password, a key or the number of a card, which are never kept.")
            return BannerText("error", tr("That was not possible"), refused)
        await self._open_store().change(partial(facts.rewrite, fact_id=fact_id, text=text))
        return None

    async def _erase(self, fact_ids: tuple[str, ...] | None) -> BannerText:
        store = self._open_store()
        if fact_ids is None:
            await store.change(facts.erase_all)
        else:
            await store.change(partial(facts.erase, fact_ids=fact_ids))
        await store.clear_traces()
        return BannerText("success", tr("It is erased"), tr("Backups that still held it were replaced by a new one."))

    async def _export(self, file: Path) -> BannerText:
        found = await self._open_store().query(facts.read)
        write = exchange.write_markdown if file.suffix.lower() == ".md" else exchange.write_json
        await event_loop.in_thread(lambda: write(file, found))
        return BannerText("success", tr("Saved as {file}", file=file.name), str(file.parent))

    async def _import(self, file: Path) -> BannerText:
        imported = await event_loop.in_thread(lambda: exchange.read_json(file))
        added = await self._open_store().change(partial(_add_all, imported=imported))
        title = tr_plural(len(added), "1 memory waits for you", "{n} memories wait for you")
        text = tr("The file may come from anybody, so she knows nothing of it until you keep it.")
        if not added:
            return BannerText("info", tr("There is nothing new in {file}", file=file.name))
        return BannerText("info", title, text, button=tr("Keep all"), act=partial(self._keep_all, added))

    def _keep_all(self, added: tuple[str, ...]) -> None:
        def confirm(database: Connection) -> None:
            for fact_id in added:
                facts.confirm(database, fact_id)

        self._change(confirm)
        if self._page:
            self._page.show_message(None)


def _add_all(database: Connection, imported: tuple[Fact, ...]) -> tuple[str, ...]:
    return tuple(fact.id for fact in imported if facts.add(database, replace(fact, state="proposed")))
