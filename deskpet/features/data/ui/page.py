"""Data page of the settings: where everything lies, and export, compaction, restoring and erasure of conversations."""

import asyncio
import logging
import sys
from collections.abc import Awaitable, Iterable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from deskpet.config import paths
from deskpet.features.data import erasure
from deskpet.features.data.backup_file import BackupError, Part, Places, write_backup
from deskpet.features.data.locations import StorageLocation, locations, measure
from deskpet.features.data.ui.backup_card import BackupCard
from deskpet.features.data.ui.restore_card import RestoreCard
from deskpet.features.data.ui.restore_controller import RestoreController
from deskpet.features.host import Host
from deskpet.filesystem import private_files
from deskpet.store import DeletedSession, Store, StoreError, rows
from deskpet.text.sizes import format_size
from deskpet.translation import tr, tr_noop, tr_plural
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.banner import Banner, BannerText, Confirmation
from deskpet.ui.settings.page import PageContent
from deskpet.ui.settings.page_controller import PageController, StoredPage
from deskpet.ui.settings.record_list import PLACES, ListRecord, RecordList, RowAction, format_day, titled
from deskpet.ui.widgets import file_dialogs, links, theme
from deskpet.ui.widgets.buttons import BusyButton, plain_button
from deskpet.ui.widgets.flow_layout import FlowLayout
from deskpet.ui.widgets.form import FormCard, column_in, text_label

logger = logging.getLogger(__name__)

_FILE = "deskpet-conversations.json"
_WARNING = tr_noop(
    "Every conversation goes, with its pictures, what you were writing, what she remembers of you, the diary of your "
    "days together, the backups, damaged files that were laid aside, copies of files for Undo, and every file in her "
    "own folder: take out first what you want to keep. Nothing brings them back. Settings, characters, personas, "
    "notes, reminders, what you allowed, and files that you exported stay."
)


class DataPage(StoredPage):
    """Shows the stored data and requests actions on it.

    looked_at: Emitted when the page is shown, to refresh its figures.
    export_requested: Emitted with the Path to export all conversations to.
    erase_requested: Emitted to erase all conversations, after the user has confirmed.
    restore_requested: Emitted with the id of a deleted conversation to restore.
    purge_requested: Emitted with the id of a deleted conversation to erase now, after the user has confirmed.
    """

    looked_at = Signal()
    export_requested = Signal(object)
    erase_requested = Signal()
    restore_requested = Signal(str)
    purge_requested = Signal(str)

    def __init__(self) -> None:
        super().__init__("data")
        self.locations, self.exposure, self.summary = RecordList(style=PLACES), Banner(), text_label("", "data_summary")
        self.export = BusyButton(tr("Export everything…"), name="data_export")
        self.compact = BusyButton(tr("Free up space"), name="data_compact")
        self.compact.setAccessibleDescription(tr("Gives back the room that deleted conversations took."))
        text = tr("Erase all conversations…")
        self.erase = plain_button(text, "data_erase", "danger", tr("Erase all conversations"))
        self.export.triggered.connect(self._choose_file)
        self.erase.clicked.connect(self._ask)
        self.deleted = RecordList(tr("Nothing was deleted since yesterday."))
        self.purge_confirmation = Confirmation(keep=tr("Keep it"))
        self._count, self._is_available, self.backup = 0, True, BackupCard()
        self.restore_card = RestoreCard()
        about_files = tr("All of it is on this computer. No key is in any of these files.")
        files = FormCard("folder", tr("Where everything is stored"), about_files, self.locations)
        about_deleted = tr("Conversations that you deleted. Each stays here for a day; then it is erased for good.")
        deleted = FormCard("trash", tr("Recently deleted"), about_deleted, self.deleted, self.purge_confirmation)
        cards = (files, self.backup, self.restore_card, self._conversations_card(), deleted)
        column_in(self, theme.S4, self.exposure, *cards)

    def show_locations(self, locations: Iterable[StorageLocation]) -> None:
        """Show the storage locations."""
        self.locations.show_records(map(_location_record, locations))

    def show_conversations(self, count: int, size: int) -> None:
        """Show the number of conversations and their size in bytes, and enable the buttons after `show_unavailable`."""
        if not self._is_available:
            self._set_available(True)
        self._count = count
        disk = format_size(size)
        text = tr_plural(
            count, "1 conversation, {size} on the disk.", "{n} conversations, {size} on the disk.", size=disk
        )
        self.summary.setText(text if count else tr("No conversation is kept."))

    def show_deleted(self, sessions: Sequence[DeletedSession]) -> None:
        """List the conversations that can still be restored."""
        self.deleted.show_records(map(self._deleted_record, sessions))

    def show_unavailable(self, why: str) -> None:
        """Show why the conversations can't be used, and disable the buttons."""
        self._set_available(False)
        self.summary.setText(why)

    def refresh(self) -> None:
        """Ask for the present figures."""
        self.looked_at.emit()

    def show_result(self, message: BannerText | None = None) -> None:
        """End the busy state and show the result of the action; None if it was cancelled."""
        self.export.set_busy(False)
        self.compact.set_busy(False)
        self.confirmation.hide()
        self.erase.setEnabled(True)
        self.banner.show_message(message)

    def _conversations_card(self) -> FormCard:
        text = tr(
            "Take them with you, make their file smaller, or let go of them. What you delete can be brought back for a "
            "day; then it is erased for good, and backups that still hold it are replaced by a new one."
        )
        buttons, content = FlowLayout(theme.S2, self.export, self.compact, self.erase), QWidget()
        column_in(content, theme.S3, self.summary, buttons, self.confirmation, self.banner)
        return FormCard("export", tr("Conversations"), text, content)

    def _deleted_record(self, session: DeletedSession) -> ListRecord:
        title = session.title or tr("Conversation without a title")
        restore, erase = tr("Restore “{title}”", title=title), tr("Erase “{title}” now", title=title)
        return titled(
            session.id,
            title,
            tr("Deleted: {when}", when=format_day(session.deleted_at)),
            RowAction("restore", restore, partial(self.restore_requested.emit, session.id), "undo"),
            RowAction("revoke", erase, partial(self._ask_to_purge, session.id, title), "trash"),
        )

    def _ask_to_purge(self, session: str, title: str) -> None:
        text = tr("Nothing brings it back. Backups that still hold it are replaced by a new one.")
        question = tr("Erase “{title}” for good?", title=title)
        self.purge_confirmation.ask(question, text, partial(self.purge_requested.emit, session))

    def _ask(self) -> None:
        title = tr_plural(self._count, "Erase the only conversation for good?", "Erase all {n} conversations for good?")
        self.erase.setEnabled(False)
        title = title if self._count else tr("Erase whatever is left?")

        def cancel() -> None:
            self.show_result()
            self.erase.setFocus()

        self.ask(title, tr(_WARNING), self.erase_requested.emit, cancel)

    def _choose_file(self) -> None:
        title, kinds, chosen = tr("Export every conversation"), tr("JSON (*.json)"), self.export_requested.emit
        file_dialogs.save_file(self, title, kinds, _FILE, chosen).rejected.connect(self.show_result)

    def _set_available(self, available: bool) -> None:
        self._is_available = available
        for button in (self.export, self.compact, self.erase):
            button.setEnabled(available)


def _location_record(location: StorageLocation) -> ListRecord:
    size = "…" if location.size is None else format_size(location.size)
    label = tr("Open the folder: {place}", place=location.title)
    return ListRecord(
        location.title,
        f"{location.title}, {size}, {location.paths[0]}",
        (("place_title", location.title), ("place_told", location.description)),
        (RowAction("open_folder", label, partial(links.open_folder, location.folder), "folder"),),
        path=str(location.paths[0]),
        figure=size,
    )


class DataPageController(PageController[DataPage]):
    """Carries out the requests of the page, also if the page is deleted meanwhile."""

    kind = DataPage

    def __init__(self, page: QWidget, host: Host) -> None:
        """Before the store is open, conversations can't be exported or erased."""
        super().__init__(page)
        self._store, self._sessions = host.store, host.sessions
        self._measuring = asyncio.Lock()
        self._locations = locations(host.files)
        self._places = Places(paths.data_folder(), host.files.settings, paths.connections_file())
        RestoreController(self.page, host, self._places)
        page = self.page
        page.show_locations(self._locations)
        if host.store() is None:
            page.show_unavailable(tr("The conversations can't be used just now; the chat says why."))
        page.looked_at.connect(lambda: event_loop.spawn(self._measure()))
        page.export_requested.connect(lambda file: self._start(tr("This can't be exported"), self._export(file)))
        page.compact.triggered.connect(lambda: self._start(tr("This can't be made smaller"), self._compact()))
        page.restore_requested.connect(lambda session: self._start(tr("Not restored"), self._restore(session)))
        page.purge_requested.connect(lambda session: self._start(tr("Nothing was erased"), self._purge(session)))
        page.backup.backup_requested.connect(
            lambda *chosen: self._start(tr("Not backed up"), self._back_up(*chosen), page.backup)
        )
        page.erase_requested.connect(lambda: self._start(tr("Nothing was erased"), self._erase()))

    async def _measure(self) -> None:
        """Show the present sizes of the files and of the conversations, after what was measured before."""
        async with self._measuring:
            measured = await event_loop.in_thread(lambda: tuple(map(measure, self._locations)))
            warning = await event_loop.in_thread(_exposure)
            if self.is_open:
                self.page.show_locations(measured)
                self.page.exposure.show_message(warning)
            if store := self._store():
                await self._show_conversations(store)

    async def _show_conversations(self, store: Store) -> None:
        try:
            count, size, deleted = (
                len(await store.sessions()),
                await store.size(),
                await store.query(rows.read_deleted_sessions),
            )
        except StoreError as error:
            if self.is_open:
                self.page.show_unavailable(str(error))
        else:
            if self.is_open:
                self.page.show_conversations(count, size)
                self.page.show_deleted(deleted)

    def _start(self, error_title: str, work: Awaitable[BannerText], asker: DataPage | BackupCard | None = None) -> None:
        event_loop.spawn(self._carry_out(error_title, work, asker or self.page))

    async def _carry_out(self, error_title: str, work: Awaitable[BannerText], asker: DataPage | BackupCard) -> None:
        try:
            result = await work
        except (BackupError, StoreError, OSError) as error:
            result = BannerText("error", error_title, str(error))
        if self.is_open:
            asker.show_result(result)
            await self._measure()

    async def _back_up(self, file: Path, parts: tuple[Part, ...], passphrase: str) -> BannerText:
        await event_loop.in_thread(lambda: write_backup(file, parts, self._places, passphrase))
        return BannerText("success", tr("Backed up to {file}", file=file.name), str(file.parent))

    @property
    def _opened(self) -> Store:
        store = self._store()
        assert store
        return store

    async def _export(self, file: Path) -> BannerText:
        await self._sessions.export(file)
        count = len(await self._opened.sessions())
        done = tr_plural(count, "1 conversation is in {file}", "{n} conversations are in {file}", file=file.name)
        return BannerText("success", done, str(file.parent))

    async def _compact(self) -> BannerText:
        store = self._opened
        before = await store.size()
        await store.compact()
        freed = before - await store.size()
        if freed <= 0:
            return BannerText("success", tr("There was no space to free"))
        return BannerText("success", tr("{size} are free again", size=format_size(freed)))

    async def _restore(self, session: str) -> BannerText:
        await asyncio.wrap_future(self._opened.undo_delete(session))
        return BannerText("success", tr("The conversation is back in the list"))

    async def _purge(self, session: str) -> BannerText:
        await self._opened.erase_deleted(session)
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


PAGE = PageContent(lambda _: (DataPage(),), lambda page, host, _: DataPageController(page, host))
