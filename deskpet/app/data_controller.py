"""Data page of the settings: measure the files, open their folders, export, compact and erase conversations."""

import logging
import sys
from collections.abc import Awaitable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from shiboken6 import isValid

from deskpet.app import erasure
from deskpet.app.session_persistence import SessionPersistence
from deskpet.config import paths
from deskpet.features.feature_list import FEATURES
from deskpet.filesystem import private_files
from deskpet.store import StoreError
from deskpet.translation import tr, tr_plural
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.settings.data_page import DataPage
from deskpet.ui.settings.data_places import StorageLocation, format_size, measure
from deskpet.ui.widgets import links

logger = logging.getLogger(__name__)


class DataController(QObject):
    """Carries out the requests of the page, also if the page is deleted meanwhile."""

    def __init__(self, page: DataPage, settings: Path, persistence: SessionPersistence) -> None:
        """`settings` is the settings file. Before the store is open, conversations can't be exported or erased."""
        super().__init__(page)
        self._page, self._persistence = page, persistence
        self._locations = _locations(settings, paths.data_folder() / "conversations.db")
        page.show_locations(self._locations)
        if persistence.store is None:
            page.show_unavailable(tr("The conversations can't be used just now; the chat says why."))
        page.looked_at.connect(lambda: event_loop.spawn(self._measure()))
        page.folder_requested.connect(links.open_folder)
        page.export_requested.connect(lambda file: self._start(tr("This can't be exported"), self._export(file)))
        page.compact_requested.connect(lambda: self._start(tr("This can't be made smaller"), self._compact()))
        page.erase_requested.connect(lambda: self._start(tr("Nothing was erased"), self._erase()))

    async def _measure(self) -> None:
        """Show the present sizes of the files and of the conversations."""
        measured = await event_loop.in_thread(lambda: tuple(measure(location) for location in self._locations))
        warning = await event_loop.in_thread(_exposure)
        if isValid(self._page):
            self._page.show_locations(measured)
            self._page.show_warning(warning)
        store = self._persistence.store
        if store is None:
            return
        try:
            count, size = len(await store.sessions()), await store.size()
        except StoreError as error:
            show = partial(self._page.show_unavailable, str(error))
        else:
            show = partial(self._page.show_conversations, count, size)
        if isValid(self._page):
            show()

    def _start(self, error_title: str, work: Awaitable[BannerText]) -> None:
        event_loop.spawn(self._show_result(error_title, work))

    async def _show_result(self, error_title: str, work: Awaitable[BannerText]) -> None:
        try:
            result = await work
        except (StoreError, OSError) as error:
            result = BannerText("error", error_title, str(error))
        if isValid(self._page):
            self._page.show_result(result)
            await self._measure()

    async def _export(self, file: Path) -> BannerText:
        store = self._persistence.store
        assert store
        if self._persistence.recorder:
            self._persistence.recorder.flush()
        await store.export_json(file)
        count = len(await store.sessions())
        done = tr_plural(count, "1 conversation is in {file}", "{n} conversations are in {file}", file=file.name)
        return BannerText("success", done, str(file.parent))

    async def _compact(self) -> BannerText:
        store = self._persistence.store
        assert store
        before = await store.size()
        await store.compact()
        freed = before - await store.size()
        if freed <= 0:
            return BannerText("success", tr("There was nothing to be gained"))
        return BannerText("success", tr("{size} are free again", size=format_size(freed)))

    async def _erase(self) -> BannerText:
        try:
            await self._persistence.erase()
        except RuntimeError:
            return BannerText(
                "error", tr("Nothing was erased"), tr("An answer is being written. Stop it first, then erase.")
            )
        try:
            emptied = (paths.undo_folder(), paths.scratch_folder())
            await event_loop.in_thread(lambda: erasure.erase_files(emptied, paths.own_folders()))
        except erasure.NotErasedError as error:
            return BannerText("error", tr("The conversations are erased, but not every file"), _left_files(error))
        return BannerText("success", tr("Every conversation is erased"))


def _left_files(error: erasure.NotErasedError) -> str:
    path, why = next(iter(error.reasons.items()))
    return tr_plural(
        len(error.reasons),
        "{file} could not be deleted: {why}. Close what uses it, and erase again.",
        "{file} and {n} files in all could not be deleted: {why}. Close what uses them, and erase again.",
        file=path,
        why=why,
    )


def _exposure() -> BannerText | None:
    """Return a warning if others may read the folders of the program, which the start closes where it can."""
    for folder in paths.own_folders():
        try:
            names = private_files.readers(folder)
        except OSError as error:
            logger.info("who may read %s is unknown: %s", folder, error)
            continue
        if names:
            return BannerText("error", tr("Others may read what is kept here"), _next_step(folder, names))
    return None


def _next_step(folder: Path, names: tuple[str, ...]) -> str:
    if sys.platform == "win32":
        return tr(
            "{names} may read {folder}. Open the folder's properties, Security, Advanced; disable inheritance, and "
            "remove them.",
            names=tr(", ").join(names),
            folder=folder,
        )
    return tr(
        "The file system of {folder} does not keep them out. Move the folder to a disk with permissions, and put a "
        "link in its place.",
        folder=folder,
    )


def _database_files(database: Path) -> tuple[Path, ...]:
    """Return the files of a database: itself, those that SQLite keeps beside it, and its backups."""
    beside = tuple(database.with_name(f"{database.name}{end}") for end in ("-wal", "-shm"))
    return (database, *beside, *sorted(database.parent.glob(f"{database.name}.*")))


def _locations(settings: Path, conversations: Path) -> tuple[StorageLocation, ...]:
    """Return the files and folders that the page shows; `conversations` is the database."""
    data = paths.data_folder()
    of_features = tuple(data / name for each in FEATURES for name in each.files)
    return (
        StorageLocation(tr("Settings"), tr("To be read and edited as well; comments stay."), (settings.absolute(),)),
        StorageLocation(tr("Conversations"), tr("With their pictures and drafts."), _database_files(conversations)),
        StorageLocation(tr("Characters"), tr("The Live2D models that you brought."), (data / "models",)),
        StorageLocation(tr("Personas"), tr("Who may speak in her place."), (data / "personas",)),
        StorageLocation(
            tr("Reminders and endpoints"),
            tr("What is due, and what was learned of each server."),
            (*of_features, data / "endpoints.json"),
        ),
        StorageLocation(
            tr("Notes"), tr("What she noted for you; to be read and edited as well."), (data / "notes.json",)
        ),
        StorageLocation(
            tr("Her own folder"), tr("What she writes for herself, without asking."), (paths.scratch_folder(),)
        ),
        StorageLocation(
            tr("Files before changes"),
            tr("For Undo, of files that she changed: 30 days, 200 MB."),
            (paths.undo_folder(),),
        ),
        StorageLocation(
            tr("Totals of the days"),
            tr("How many answers, tokens and tools a day had; no words."),
            (data / "totals.json",),
        ),
        StorageLocation(tr("Where she was"), tr("Her place and look, for the next start."), (paths.state_folder(),)),
        StorageLocation(
            tr("Cache"), tr("Made again when it is needed; may be deleted."), (paths.model_cache_folder(),)
        ),
    )
