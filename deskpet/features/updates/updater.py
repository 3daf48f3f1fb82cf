"""Look for an update, download it, and prepare what installs it at the end of the program."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from functools import partial
from pathlib import Path
from threading import Event

from deskpet.config import paths
from deskpet.config.state_files import BadStateFile
from deskpet.features.updates import folder_swap, manifest, state, windows_setup
from deskpet.features.updates.installed_release import InstalledRelease, Target, UpdateFailed
from deskpet.features.updates.manifest import Update
from deskpet.features.updates.signed_envelope import MANIFEST_TYPE, NotSigned, unseal
from deskpet.filesystem import private_files
from deskpet.network.file_download import LIMITS, DownloadFailed, DownloadLimits, FileServer, Progress
from deskpet.processes.threads import run_in_thread, run_to_end
from deskpet.text.reasons import reason_of
from deskpet.translation import tr


class Way(StrEnum):
    """What happens with a downloaded update."""

    AT_QUIT = "at_quit"
    """The program installs it when it ends."""
    BY_USER = "by_user"
    """The user is told how to install it."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A downloaded update. instruction: what the user has to do; a command where there is one."""

    way: Way
    file: Path
    instruction: str = ""


class Updater:
    """The updates of an installed release."""

    def __init__(self, release: InstalledRelease, limits: DownloadLimits = LIMITS) -> None:
        self.release = release
        self._server = FileServer(release.hosts, limits)

    async def check(self) -> Update | None:
        """Return the update that the server has; None if this is the newest version.

        Raises UpdateFailed.
        """
        if not self.release.keys:
            raise UpdateFailed(tr("This release has no key for updates. Look for a newer version yourself."))
        # A look that fails counts as one too: the server is asked once a day.
        now = datetime.now(UTC)
        known = state.change(checked=now)
        with _as_update_failed():
            envelope = await self._server.read(self.release.address, manifest.MAX_BYTES)
        listed = await run_in_thread(partial(self._verified, envelope))
        manifest.require_valid(listed, self.release, now, known.newest)
        state.change(newest=max(listed.issued, known.newest or listed.issued))
        return manifest.choose(listed, self.release)

    async def prepare(self, update: Update, progress: Progress = lambda done, whole: None) -> Prepared:
        """Download and verify an update, and get it ready. Raises UpdateFailed and OSError."""
        downloads = paths.downloads_folder()
        private_files.create_folder(downloads)
        await run_in_thread(partial(folder_swap.require_room, self.release, update, downloads))
        file = downloads / update.file.name
        with _as_update_failed():
            await self._server.download(update.source, file, progress)
        await run_in_thread(partial(_remove_others, file))
        if self.release.swaps_folder:
            # The program may end before the thread does.
            stopped = Event()
            unpack = partial(folder_swap.prepare, self.release, update, file, stopped.is_set)
            await run_to_end(unpack, partial(folder_swap.discard, self.release), stopped.set)
            file.unlink()
            return Prepared(Way.AT_QUIT, self.release.sibling("new"))
        if self.release.target is Target.SETUP:
            windows_setup.prepare(file, update)
            return Prepared(Way.AT_QUIT, file)
        return Prepared(Way.BY_USER, file, _instruction(self.release, file))

    def _verified(self, envelope: bytes) -> manifest.Manifest:
        """Return the list in an envelope. Raises UpdateFailed."""
        try:
            return manifest.parse(unseal(envelope, MANIFEST_TYPE, self.release.keys))
        except NotSigned as error:
            text = tr("The list of versions is not signed with the key of this program. Nothing was downloaded.")
            raise UpdateFailed(text) from error
        except BadStateFile as error:
            text = tr("The list of versions can't be read: {reason}. Try again later.", reason=reason_of(error))
            raise UpdateFailed(text) from error


def install_prepared(release: InstalledRelease) -> bool:
    """Install the update that waits, as the last act of the process. Returns whether there was one. Raises OSError."""
    if release.swaps_folder:
        return folder_swap.install(release)
    return release.target is Target.SETUP and windows_setup.install(release)


def is_prepared(release: InstalledRelease) -> bool:
    """Return whether an update waits for the end of the program."""
    return folder_swap.is_prepared(release) if release.swaps_folder else windows_setup.is_prepared(release)


def _instruction(release: InstalledRelease, file: Path) -> str:
    if release.target is Target.DEBIAN:
        return f"sudo apt install {file}"
    return tr("Unpack {file} in the place of {folder}.", file=file, folder=release.folder)


@contextmanager
def _as_update_failed() -> Generator[None]:
    try:
        yield
    except DownloadFailed as error:
        raise UpdateFailed(str(error)) from error


def _remove_others(file: Path) -> None:
    """Remove what was downloaded of other versions."""
    for other in file.parent.iterdir():
        if other != file and other.name.startswith("deskpet"):
            other.unlink()
