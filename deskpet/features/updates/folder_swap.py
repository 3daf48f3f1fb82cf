"""Install an update in the place of the program's folder, on Linux: unpack it, try it, and swap them at the end.

Beside the folder `deskpet` are then: `deskpet.new`, which was tried and waits for the end of the program;
`deskpet.old`, the version before, which is kept; and `deskpet.failed`, one that did not start. The launcher brings the
old one back after two starts of a new one that showed no window: it counts them in the file `starts`. On Windows the
installer and the launcher do the same with folders in that of the program (see `windows_setup`).
"""

import ctypes
import errno
import hashlib
import os
import shutil
import subprocess
import tarfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, BinaryIO

from deskpet.config.state_files import BadStateFile, read_json
from deskpet.features.updates.installed_release import NOTE, InstalledRelease, UpdateFailed, is_newer
from deskpet.filesystem import private_files
from deskpet.text.reasons import reason_of
from deskpet.text.sizes import format_size
from deskpet.translation import tr

if TYPE_CHECKING:
    from deskpet.features.updates.manifest import Update

STARTS = "starts"
"""Name of the file in a new folder in which the launcher notes each start."""
_TRIAL_SECONDS = 60
_QUIT = b"quit"
# Of renameat2(2): both paths are swapped at once, so that there always is a program.
_AT_FDCWD, _RENAME_EXCHANGE = -100, 2


def require_room(release: InstalledRelease, update: "Update", downloads: Path) -> None:
    """Check that the disks have room for the download and for what is unpacked of it. Raises UpdateFailed."""
    for folder, needed in ((downloads, update.file.size), (release.folder.parent, update.file.installed_size)):
        free = shutil.disk_usage(folder).free
        if free < needed:
            named = {"folder": folder, "free": format_size(free), "needed": format_size(needed)}
            text = tr("{folder} has {free} of room, and {needed} are needed. Free some, then try again.", **named)
            raise UpdateFailed(text)


def prepare(
    release: InstalledRelease, update: "Update", archive: Path, is_stopped: Callable[[], bool] = lambda: False
) -> None:
    """Unpack a downloaded archive beside the program, and try it. It takes seconds. Raises UpdateFailed and OSError.

    is_stopped: whether nobody wants it any more; nothing is left then.
    """
    part, new = release.sibling("new.part"), release.sibling("new")
    for left in (part, new, release.sibling("old")):
        remove(left)
    part.mkdir()
    try:
        # Opened once: what is read is what was verified.
        with archive.open("rb") as content:
            if hashlib.file_digest(content, "sha256").hexdigest() != update.file.sha256:
                raise UpdateFailed(_unusable_text(tr("it was changed after its download")))
            content.seek(0)
            _unpack(content, part, update.file.installed_size)
        _try(part, update.version)
        (part / STARTS).touch()
        # A power cut after the swap must not leave half a program.
        os.sync()
        if is_stopped():
            remove(part)
            return
        part.rename(new)
    except BaseException:
        remove(part)
        raise


def is_prepared(release: InstalledRelease) -> bool:
    """Return whether an update waits for the end of the program, newer than what is in its place by then.

    A power cut between the two steps of an installation leaves the old version there; the user may also have unpacked
    a newer one.
    """
    return _is_newer(release.sibling("new"), release.folder)


def discard(release: InstalledRelease) -> None:
    """Remove an update that waits. Raises OSError."""
    remove(release.sibling("new"))


def install(release: InstalledRelease) -> bool:
    """Put an update that waits in the place of the program, and keep the old one. Returns whether that was done.

    It goes on waiting while another process of the program runs, whose files it would take away. No module can be
    imported after that: the program of this process has moved. Raises OSError.
    """
    new, old = release.sibling("new"), release.sibling("old")
    if not is_prepared(release) or _runs_elsewhere(release.folder):
        return False
    if _exchange(new, release.folder):
        new.rename(old)
        return True
    release.folder.rename(old)
    try:
        new.rename(release.folder)
    except OSError:
        old.rename(release.folder)
        raise
    return True


def confirm(release: InstalledRelease) -> None:
    """Note that this version has come up, so that it stays. Raises OSError."""
    (release.folder / STARTS).unlink(missing_ok=True)
    new, old = release.sibling("new"), release.sibling("old")
    if not new.is_dir() or is_prepared(release):
        return
    if _is_newer(release.folder, new) and not old.exists():
        new.rename(old)
    else:
        remove(new)


def failed_version(release: InstalledRelease) -> str:
    """Return the version that did not start, and after which this one came back; empty if there is none."""
    return _version_in(release.sibling("failed"))


def remove_failed(release: InstalledRelease) -> None:
    """Remove a version that did not start. Raises OSError."""
    remove(release.sibling("failed"))


def _runs_elsewhere(folder: Path) -> bool:
    """Return whether a process runs a program of a folder that is neither this one nor comes from it.

    `deskpet quit` does not count: it waits for the end of this process, and imports nothing more.
    """
    folder = folder.resolve()
    for process in Path("/proc").glob("[0-9]*"):
        # Processes of others can't be read, and any may end meanwhile.
        with suppress(OSError):
            is_program = (process / "exe").readlink().is_relative_to(folder)
            if is_program and not (_is_own_process(int(process.name)) or _asks_to_quit(process)):
                return True
    return False


def _asks_to_quit(process: Path) -> bool:
    return _QUIT in (process / "cmdline").read_bytes().split(b"\0")


def _is_own_process(process: int) -> bool:
    """Return whether a process is this one or comes from it. Raises OSError."""
    while process not in {0, os.getpid()}:
        # "pid (name) state parent ..."; the name may hold anything.
        process = int(Path(f"/proc/{process}/stat").read_bytes().rpartition(b")")[2].split()[1])
    return process != 0


def _version_in(folder: Path) -> str:
    """Return the version of a program by its note; empty if there is none. Raises OSError and BadStateFile."""
    try:
        return read_json(folder / NOTE).text("version", "")
    except FileNotFoundError:
        return ""


def _is_newer(folder: Path, other: Path) -> bool:
    """Return whether a folder holds a newer version than another. Raises OSError."""
    try:
        return is_newer(_version_in(folder), _version_in(other))
    except BadStateFile:
        return False


def _unpack(archive: BinaryIO, target: Path, most: int) -> None:
    """Unpack what is in the only folder of an archive. Raises UpdateFailed if it holds anything that is not expected.

    What it holds was signed; this is about mistakes, and about Pythons whose tarfile has no filters.
    """
    from backports import zstd

    total = 0
    try:
        with zstd.open(archive) as content, tarfile.open(fileobj=content, mode="r|") as members:
            for member, name in _checked(members):
                total += member.size
                if total > most:
                    raise UpdateFailed(tr("The archive holds more than was announced. Nothing was changed."))
                _extract(members, member, target / name)
    except (tarfile.TarError, zstd.ZstdError, EOFError) as error:
        raise UpdateFailed(_unusable_text(reason_of(error))) from error


def _unusable_text(reason: str) -> str:
    return tr("The archive can't be unpacked: {reason}. Nothing was changed.", reason=reason)


def _checked(members: tarfile.TarFile) -> Iterator[tuple[tarfile.TarInfo, PurePosixPath]]:
    """Yield the members with their paths below the archive's folder."""
    for member in members:
        parts = PurePosixPath(member.name).parts
        link = PurePosixPath(member.linkname) if member.issym() else PurePosixPath()
        is_known = member.isfile() or member.isdir() or member.issym()
        if not is_known or ".." in parts or ".." in link.parts or link.is_absolute() or parts[0] == "/":
            name = member.name[:80]
            raise UpdateFailed(tr("The archive holds {name}, which has no place here. Nothing was changed.", name=name))
        yield member, PurePosixPath(*parts[1:])


def _extract(members: tarfile.TarFile, member: tarfile.TarInfo, path: Path) -> None:
    if member.isdir():
        path.mkdir(exist_ok=True)
    elif member.issym():
        path.symlink_to(member.linkname)
    else:
        content = members.extractfile(member)
        assert content
        with private_files.create_file(path) as file:
            shutil.copyfileobj(content, file, 1 << 18)
    if not member.issym():
        path.chmod(0o755 if member.mode & 0o100 else 0o644)
        os.utime(path, (member.mtime, member.mtime))


def _try(folder: Path, version: str) -> None:
    """Let the new program tell its version: it may need a newer system than this one. Raises UpdateFailed."""
    command = [str(folder / "deskpet"), "--version"]
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", errors="replace",
            timeout=_TRIAL_SECONDS, check=False,
        )  # fmt: skip
        said = done.stdout.strip() or done.stderr.strip()
    except (OSError, subprocess.TimeoutExpired) as error:
        said = reason_of(error)
    if said != f"deskpet {version}":
        text = tr("Version {version} does not run on this system: {reason}", version=version, reason=said[-300:])
        raise UpdateFailed(text)


def _exchange(one: Path, other: Path) -> bool:
    """Swap two folders at once. Returns False where the system or the disk can't. Raises OSError."""
    libc = ctypes.CDLL(None, use_errno=True)
    if not hasattr(libc, "renameat2"):
        return False
    if libc.renameat2(_AT_FDCWD, os.fsencode(one), _AT_FDCWD, os.fsencode(other), _RENAME_EXCHANGE) == 0:
        return True
    code = ctypes.get_errno()
    if code in (errno.EINVAL, errno.ENOSYS):
        return False
    raise OSError(code, os.strerror(code), str(other))


def remove(folder: Path) -> None:
    """Remove a folder that may be there. A break leaves nothing of it under its name."""
    gone = folder.with_name(f"{folder.name}.gone")
    if gone.exists():
        shutil.rmtree(gone)
    if folder.exists():
        folder.rename(gone)
        shutil.rmtree(gone)
