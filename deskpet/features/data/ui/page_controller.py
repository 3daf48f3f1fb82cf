"""Connect the data page: measure the files, open their folders, export, compact, restore and erase conversations."""

import asyncio
import logging
import sys
from collections.abc import Awaitable
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from deskpet.config import paths
from deskpet.features.data import erasure
from deskpet.features.data.locations import locations, measure
from deskpet.features.data.ui.page import DataPage
from deskpet.features.host import Host
from deskpet.filesystem import private_files
from deskpet.store import StoreError
from deskpet.text.sizes import format_size
from deskpet.translation import tr, tr_plural
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.widgets import links

logger = logging.getLogger(__name__)


def connect(page: QWidget, host: Host) -> None:
    """Make the settings page in which a DataPage stands work."""
    listed = page.findChild(DataPage)
    assert listed
    DataPageController(listed, host)


class DataPageController(QObject):
    """Carries out the requests of the page, also if the page is deleted meanwhile."""

    def __init__(self, page: DataPage, host: Host) -> None:
        """Before the store is open, conversations can't be exported or erased."""
        super().__init__(page)
        self._page, self._store, self._sessions = page, host.store, host.sessions
        self._measuring = asyncio.Lock()
        self._locations = locations(host.files)
        page.show_locations(self._locations)
        if host.store() is None:
            page.show_unavailable(tr("The conversations can't be used just now; the chat says why."))
        page.looked_at.connect(lambda: event_loop.spawn(self._measure()))
        page.folder_requested.connect(links.open_folder)
        page.export_requested.connect(lambda file: self._start(tr("This can't be exported"), self._export(file)))
        page.compact_requested.connect(lambda: self._start(tr("This can't be made smaller"), self._compact()))
        page.restore_requested.connect(lambda session: self._start(tr("Not restored"), self._restore(session)))
        page.purge_requested.connect(lambda session: self._start(tr("Nothing was erased"), self._purge(session)))
        page.erase_requested.connect(lambda: self._start(tr("Nothing was erased"), self._erase()))

    async def _measure(self) -> None:
        """Show the present sizes of the files and of the conversations, after what was measured before."""
        async with self._measuring:
            await self._show_measured()

    async def _show_measured(self) -> None:
        measured = await event_loop.in_thread(lambda: tuple(measure(location) for location in self._locations))
        warning = await event_loop.in_thread(_exposure)
        if isValid(self._page):
            self._page.show_locations(measured)
            self._page.show_warning(warning)
        store = self._store()
        if store is None:
            return
        try:
            count, size, deleted = len(await store.sessions()), await store.size(), await store.deleted_sessions()
        except StoreError as error:
            if isValid(self._page):
                self._page.show_unavailable(str(error))
            return
        if isValid(self._page):
            self._page.show_conversations(count, size)
            self._page.show_deleted(deleted)

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
        store = self._store()
        assert store
        await self._sessions.export(file)
        count = len(await store.sessions())
        done = tr_plural(count, "1 conversation is in {file}", "{n} conversations are in {file}", file=file.name)
        return BannerText("success", done, str(file.parent))

    async def _compact(self) -> BannerText:
        store = self._store()
        assert store
        before = await store.size()
        await store.compact()
        freed = before - await store.size()
        if freed <= 0:
            return BannerText("success", tr("There was nothing to be gained"))
        return BannerText("success", tr("{size} are free again", size=format_size(freed)))

    async def _restore(self, session: str) -> BannerText:
        store = self._store()
        assert store
        await asyncio.wrap_future(store.undo_delete(session))
        return BannerText("success", tr("The conversation is back in the list"))

    async def _purge(self, session: str) -> BannerText:
        store = self._store()
        assert store
        await store.erase_deleted(session)
        return BannerText("success", tr("The conversation is erased"))

    async def _erase(self) -> BannerText:
        try:
            await self._sessions.erase()
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
