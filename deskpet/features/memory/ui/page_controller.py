"""Lists, changes, erases, exports and imports the remembered facts in the settings window: proposed, pinned, newest."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from sqlite3 import Connection

from PySide6.QtWidgets import QWidget

from deskpet.features.host import Host
from deskpet.features.memory import exchange
from deskpet.features.memory.access import has_secret
from deskpet.features.memory.exchange import title_of
from deskpet.features.memory.ui.page import MemoryPage
from deskpet.store import Store, StoreError, facts
from deskpet.store.facts import Fact
from deskpet.translation import tr, tr_plural
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.settings.page_controller import StoredPageController


@dataclass(frozen=True, slots=True)
class FactList:
    """The first facts that match a search, how many match, and how many there are."""

    facts: tuple[Fact, ...]
    found: int
    total: int


def list_facts(database: Connection, words: str, limit: int) -> FactList:
    """Return at most `limit` of the facts that have all `words`, also within words and in the name of their kind."""
    present = facts.read(database)
    wanted = words.casefold().split()
    found = [fact for fact in present if all(word in _searched(fact) for word in wanted)] if wanted else list(present)
    found.sort(key=lambda fact: (fact.state != "proposed", not fact.is_pinned))
    return FactList(tuple(found[:limit]), len(found), len(present))


def _searched(fact: Fact) -> str:
    kind = title_of(fact.kind)
    return f"{fact.text}\n{fact.search_words}\n{fact.quote}\n{fact.about}\n{kind}\n{fact.persona or ''}".casefold()


def connect(page: QWidget, host: Host) -> None:
    """Make the settings page in which a MemoryPage stands work."""
    listed = page.findChild(MemoryPage)
    assert listed
    MemoryPageController(host.store, host.windows.show_message).connect_page(listed)


class MemoryPageController(StoredPageController[MemoryPage]):
    """Connects the list of a settings window to the store, also while memory is off."""

    def __init__(self, store: Callable[[], Store | None], show_message: Callable[[str, str, str], object]) -> None:
        """`store` returns the open store, if there is one.

        `show_message` shows a message in its conversation; it gets their ids and the words to highlight.
        """
        super().__init__(store)
        self._show_message = show_message

    def connect_page(self, page: MemoryPage) -> None:
        """Carry out the requests of a page."""
        super().connect_page(page)
        page.wanted.connect(lambda words, limit: event_loop.spawn(self._show_facts(words, limit)))
        page.erase_confirmed.connect(lambda fact_ids: self._start(self._erase(fact_ids)))
        page.export_requested.connect(lambda file: self._start(self._export(file)))
        page.import_requested.connect(lambda file: self._start(self._import(file)))
        rows = page.rows
        rows.pinned.connect(lambda fact_id, on: self._change(partial(facts.set_pinned, fact_id=fact_id, is_pinned=on)))
        rows.rewritten.connect(lambda fact_id, text: self._start(self._rewrite(fact_id, text)))
        rows.decided.connect(self._decide)
        rows.source_requested.connect(lambda fact: self._show_message(fact.session, fact.message, fact.quote))

    def _change(self, work: Callable[[Connection], object]) -> None:
        async def change() -> None:
            await self._open_store().change(work)

        self._start(change())

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
