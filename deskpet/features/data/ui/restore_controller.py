"""Carry out what the card for restoring requests, in a thread, while the pet goes on."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from deskpet.features.data import restoring
from deskpet.features.data.backup_file import BackupError, PassphraseNeededError, Places, Watch, open_backup
from deskpet.features.data.parts import Part
from deskpet.features.data.ui.restore_card import RestoreCard, result_of
from deskpet.features.host import Host
from deskpet.processes.cancellation import Cancellation, Cancelled
from deskpet.store import StoreError
from deskpet.store.database_files import IN_MEMORY
from deskpet.store.transfer import Counts
from deskpet.text.sizes import format_size
from deskpet.translation import tr, tr_noop
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.settings.page_controller import PageController

_REPORT_MS = 100
_CHECKING = tr_noop("Checking the file… {size}")

T = TypeVar("T")


@dataclass(slots=True)
class _Meter:
    """How far the work in a thread is. step: a text in English. done, total: in bytes; 0 of all while unknown."""

    step: str = ""
    done: int = 0
    total: int = 0
    cancellation: Cancellation = field(default_factory=Cancellation)

    def begin(self, step: str, total: int = 0) -> Watch:
        """Begin a step, and return what counts its bytes; it raises Cancelled after a cancellation."""
        self.step, self.done, self.total = step, 0, total
        return self._count

    def _count(self, size: int) -> None:
        self.done += size
        self.cancellation.run(lambda: None)

    @property
    def words(self) -> str:
        return tr(self.step, size=format_size(self.done), all=format_size(self.total)) if self.step else ""


class RestoreController(PageController[RestoreCard]):
    """Compares a backup with what is here, and merges the parts that the user chose."""

    kind = RestoreCard

    def __init__(self, page: QWidget, host: Host, places: Places) -> None:
        super().__init__(page)
        self._host, self._places = host, places
        self._meter = _Meter()
        self._timer = QTimer(self, interval=_REPORT_MS)
        self._timer.timeout.connect(self._show_progress)
        card = self.page
        card.file_chosen.connect(lambda file, passphrase: event_loop.spawn(self._compare(file, passphrase)))
        card.restore_requested.connect(lambda *chosen: event_loop.spawn(self._restore(*chosen)))
        card.progress.cancel_requested.connect(self._cancel)
        self.until_closed(host.chat.listen_to_end(self._cancel))

    async def _compare(self, file: Path, passphrase: str) -> None:
        def work(meter: _Meter) -> dict[Part, Counts]:
            with open_backup(file, passphrase, meter.begin(_CHECKING)) as backup:
                backup.watch = meter.begin(tr_noop("Comparing… {size} of {all}"), backup.size_of(backup.parts))
                return restoring.compare(backup, self._places, backup.parts)

        try:
            counts = await self._run(work)
        except PassphraseNeededError as error:
            if self.is_open:
                is_wrong = bool(passphrase)
                message = BannerText("error", tr("This does not open the backup"), str(error)) if is_wrong else None
                self.page.ask_passphrase(message)
        except (BackupError, StoreError, OSError) as error:
            self._show_result(BannerText("error", tr("This can't be restored"), str(error)))
        except Cancelled:
            self._show_result(None)
        else:
            if self.is_open:
                self.page.show_comparison(counts)

    async def _restore(self, file: Path, passphrase: str, parts: tuple[Part, ...]) -> None:
        character = self._host.stage.model.folder
        try:
            before = await event_loop.in_thread(partial(_state_of, character))
            counts, kept = await self._run(partial(self._merge, file, passphrase, parts))
            is_other_character = before != await event_loop.in_thread(partial(_state_of, character))
        except (BackupError, StoreError, OSError) as error:
            self._show_result(BannerText("error", tr("Nothing was restored"), str(error)))
        except Cancelled:
            self._show_result(BannerText("info", tr("Cancelled: nothing was restored")))
        else:
            try:
                await self._use(counts)
            except StoreError as error:
                why = str(error)
                self._host.chat.show_toast(lambda: why)
            restart = tr("Files of the character on screen were replaced: restart deskpet to see her as she is now.")
            self._show_result(result_of(counts, kept, restart if is_other_character else ""))

    def _merge(
        self, file: Path, passphrase: str, parts: tuple[Part, ...], meter: _Meter
    ) -> tuple[dict[Part, Counts], Path]:
        store = self._host.store()
        if store is None or store.file == IN_MEMORY:
            raise StoreError(tr("The conversations can't be written just now; the chat says why."))
        with open_backup(file, passphrase, meter.begin(_CHECKING)) as backup:
            chosen = [part for part in backup.parts if part in parts]
            kept = restoring.keep_present(
                self._places, chosen, meter.begin(tr_noop("Backing up what is here now… {size}"))
            )
            backup.watch = meter.begin(tr_noop("Restoring… {size} of {all}"), backup.size_of(chosen))
            return restoring.restore(backup, self._places, chosen, store.transact), kept

    async def _run(self, work: Callable[[_Meter], T]) -> T:
        """Return the result of `work`, which runs in a thread and can be cancelled."""
        meter = self._meter = _Meter()
        self.page.show_progress()
        self.page.progress.start(lambda *_: meter.words)
        self._timer.start()
        if self._host.store():
            self._host.sessions.flush()
        try:
            return await event_loop.in_thread(partial(meter.cancellation.run, partial(work, meter)))
        finally:
            if self.is_open:
                self._timer.stop()

    async def _use(self, counts: Mapping[Part, Counts]) -> None:
        """Let the program use what was restored."""
        self._host.files.replaced()
        conversations = counts.get(Part.CONVERSATIONS, Counts())
        if conversations.newer:
            await self._host.sessions.reload()

    def _cancel(self) -> None:
        self._meter.cancellation.cancel()

    def _show_progress(self) -> None:
        # In kilobytes.
        self.page.progress.show_progress(self._meter.done >> 10, self._meter.total >> 10)

    def _show_result(self, message: BannerText | None) -> None:
        if self.is_open:
            self.page.show_result(message)
        elif message:
            # The window was closed, or made anew in another language.
            self._host.chat.show_toast(lambda: message.title)


def _state_of(folder: Path) -> dict[str, tuple[int, int]]:
    """Return the sizes and the times of change of the files in a folder. Blocks."""
    found = ((each, each.stat()) for each in folder.rglob("*") if each.is_file())
    return {str(each): (status.st_size, status.st_mtime_ns) for each, status in found}
