"""The page of data at work: it measures, opens folders, exports, compacts and erases."""

from collections.abc import Awaitable
from pathlib import Path

from PySide6.QtCore import QObject

from deskpet import paths
from deskpet.store import Recorder, Store, StoreError
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.settings.data_page import DataPage
from deskpet.ui.settings.data_places import StorageLocation, format_size, measure
from deskpet.ui.widgets import links
from deskpet.words import tr, tr_plural


class DataController(QObject):
    """Looks after the page while it is there."""

    def __init__(self, page: DataPage, settings: Path, store: Store | None, keeper: Recorder | None) -> None:
        """`settings` is the settings' file; without a store nothing can be done with conversations."""
        super().__init__(page)
        self._page, self._store, self._keeper = page, store, keeper
        self._places = _places(settings, paths.data_folder() / "conversations.db")
        page.show_locations(self._places)
        if store is None:
            page.show_unavailable(tr("The conversations can't be used just now; the chat says why."))
        page.looked_at.connect(lambda: event_loop.spawn(self._look()))
        page.folder_requested.connect(links.open_folder)
        page.export_requested.connect(lambda file: self._do(tr("This can't be exported"), self._export(file)))
        page.compact_requested.connect(lambda: self._do(tr("This can't be made smaller"), self._compact()))
        page.erase_requested.connect(lambda: self._do(tr("Nothing was erased"), self._erase()))

    async def _look(self) -> None:
        """Say how large everything is now."""
        found = await event_loop.in_thread(lambda: tuple(measure(place) for place in self._places))
        self._page.show_locations(found)
        if self._store:
            try:
                count, size = len(await self._store.sessions()), await self._store.size()
            except StoreError as error:
                self._page.show_unavailable(str(error))
            else:
                self._page.show_conversations(count, size)

    def _do(self, failed: str, work: Awaitable[BannerText]) -> None:
        event_loop.spawn(self._reporting(failed, work))

    async def _reporting(self, failed: str, work: Awaitable[BannerText]) -> None:
        try:
            said = await work
        except StoreError as error:
            said = BannerText("error", failed, str(error))
        self._page.show_result(said)
        await self._look()

    async def _export(self, file: Path) -> BannerText:
        assert self._store
        if self._keeper:
            self._keeper.flush()
        await self._store.export_json(file)
        count = len(await self._store.sessions())
        done = tr_plural(count, "1 conversation is in {file}", "{n} conversations are in {file}", file=file.name)
        return BannerText("success", done, str(file.parent))

    async def _compact(self) -> BannerText:
        assert self._store
        before = await self._store.size()
        await self._store.compact()
        freed = before - await self._store.size()
        if freed <= 0:
            return BannerText("success", tr("There was nothing to be gained"))
        return BannerText("success", tr("{size} are free again", size=format_size(freed)))

    async def _erase(self) -> BannerText:
        assert self._keeper
        try:
            await self._keeper.erase()
        except RuntimeError:
            return BannerText(
                "error", tr("Nothing was erased"), tr("An answer is being written. Stop it first, then erase.")
            )
        return BannerText("success", tr("Every conversation is erased"))


def _places(settings: Path, conversations: Path) -> tuple[StorageLocation, ...]:
    data = paths.data_folder()
    beside = tuple(conversations.with_name(f"{conversations.name}{end}") for end in ("-wal", "-shm"))
    backups = tuple(sorted(conversations.parent.glob(f"{conversations.name}.*")))
    return (
        StorageLocation(tr("Settings"), tr("To be read and edited as well; comments stay."), (settings.absolute(),)),
        StorageLocation(tr("Conversations"), tr("With their pictures and drafts."), (conversations, *beside, *backups)),
        StorageLocation(tr("Characters"), tr("The Live2D models that you brought."), (data / "models",)),
        StorageLocation(tr("Personas"), tr("Who may speak in her place."), (data / "personas",)),
        StorageLocation(
            tr("Reminders and endpoints"), tr("What is due, and what was learned of each server."), _small(data)
        ),
        StorageLocation(tr("Where she was"), tr("Her place and look, for the next start."), (paths.state_folder(),)),
        StorageLocation(
            tr("Cache"), tr("Made again when it is needed; may be deleted."), (paths.model_cache_folder(),)
        ),
    )


def _small(data: Path) -> tuple[Path, ...]:
    return data / "reminders.json", data / "endpoints.json"
