"""The page of data at work: it measures, opens folders, exports, compacts and erases."""

from collections.abc import Awaitable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices

from deskpet import paths
from deskpet.store import Keeper, Store, StoreError
from deskpet.store.compact import compact
from deskpet.ui import loop
from deskpet.ui.settings.banner import Said
from deskpet.ui.settings.data_page import DataPage
from deskpet.ui.settings.data_places import Place, measured, shown_size


class DataDesk(QObject):
    """Looks after the page while it is there."""

    def __init__(self, page: DataPage, settings: Path, store: Store | None, keeper: Keeper | None) -> None:
        """`settings` is the settings' file; without a store nothing can be done with conversations."""
        super().__init__(page)
        self._page, self._store, self._keeper = page, store, keeper
        self._places = _places(settings, store.file if store else paths.data_folder() / "conversations.db")
        page.show_places(self._places)
        if store is None:
            page.show_unusable("The conversations can't be used just now; the chat says why.")
        page.looked_at.connect(lambda: loop.spawn(self._look()))
        page.folder_wanted.connect(lambda folder: QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))))
        page.export_wanted.connect(lambda file: self._do("This can't be exported", self._export(file)))
        page.compact_wanted.connect(lambda: self._do("This can't be made smaller", self._compact()))
        page.erase_wanted.connect(lambda: self._do("Nothing was erased", self._erase()))

    async def _look(self) -> None:
        """Say how large everything is now."""
        found = await loop.in_thread(lambda: tuple(measured(place) for place in self._places))
        self._page.show_places(found)
        if self._store:
            try:
                count, size = len(await self._store.sessions()), await self._store.size()
            except StoreError as error:
                self._page.show_unusable(str(error))
            else:
                self._page.show_conversations(count, size)

    def _do(self, failed: str, work: Awaitable[Said]) -> None:
        loop.spawn(self._reporting(failed, work))

    async def _reporting(self, failed: str, work: Awaitable[Said]) -> None:
        try:
            said = await work
        except StoreError as error:
            said = Said("error", failed, str(error))
        self._page.show_done(said)
        await self._look()

    async def _export(self, file: Path) -> Said:
        assert self._store
        if self._keeper:
            self._keeper.flush()
        await self._store.export_json(file)
        count = len(await self._store.sessions())
        what = "1 conversation is" if count == 1 else f"{count} conversations are"
        return Said("success", f"{what} in {file.name}", str(file.parent))

    async def _compact(self) -> Said:
        assert self._store
        before = await self._store.size()
        await loop.in_thread(partial(compact, self._store.file))
        freed = before - await self._store.size()
        return Said("success", f"{shown_size(freed)} are free again" if freed > 0 else "There was nothing to be gained")

    async def _erase(self) -> Said:
        assert self._keeper
        try:
            await self._keeper.erase()
        except RuntimeError:
            return Said("error", "Nothing was erased", "An answer is being written. Stop it first, then erase.")
        return Said("success", "Every conversation is erased")


def _places(settings: Path, conversations: Path) -> tuple[Place, ...]:
    data = paths.data_folder()
    beside = tuple(conversations.with_name(f"{conversations.name}{end}") for end in ("-wal", "-shm"))
    backups = tuple(sorted(conversations.parent.glob(f"{conversations.name}.v*.backup")))
    return (
        Place("Settings", "To be read and edited as well; comments stay.", (settings.absolute(),)),
        Place("Conversations", "With their pictures and drafts.", (conversations, *beside, *backups)),
        Place("Characters", "The Live2D models that you brought.", (data / "models",)),
        Place("Personas", "Who may speak in her place.", (data / "personas",)),
        Place("Reminders and endpoints", "What is due, and what was learned of each server.", _small(data)),
        Place("Where she was", "Her place and look, for the next start.", (paths.state_folder(),)),
        Place("Cache", "Made again when it is needed; may be deleted.", (paths.model_cache_folder(),)),
    )


def _small(data: Path) -> tuple[Path, ...]:
    return data / "reminders.json", data / "endpoints.json"
