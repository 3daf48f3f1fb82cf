"""Open folders and files below a root through handles, so that no link leads out of it.

A path that was checked can lead elsewhere when it is used, and a handle can't: each folder is opened from the handle
of its parent, and links are refused. Linux can also follow the links that stay inside (openat2), which only reading
uses. Windows has no such calls: see windows_handles.py.
"""

import errno
import os
import stat
import struct
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from typing import Self

from deskpet.filesystem.bounded import read_at_most
from deskpet.filesystem.private_files import FILE_MODE, FOLDER_MODE

MAX_FILE_BYTES = 5_000_000

_FOLDER_FLAGS = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
CREATE_FLAGS = (
    os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
)
# O_NONBLOCK: a pipe that takes the place of the file must not block.
READ_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)

# openat2(2): number of the call on all usual processors, and its flags.
_SYS_OPENAT2 = 437
_RESOLVE_NO_MAGICLINKS, _RESOLVE_BENEATH = 0x02, 0x08


@contextmanager
def on_failure(undo: Callable[[], object]) -> Generator[None]:
    """Call `undo` if the block fails, whatever the failure is."""
    try:
        yield
    except BaseException:
        undo()
        raise


class NotAFile(OSError):
    """Something that is neither a regular file nor a folder, such as a device, a pipe or a socket."""


class Folder:
    """An open folder. `path` is its real path, as far as the system can tell; it is only compared and displayed.

    is_private: what is created in it is for its user only; else it has the rights that the system gives to new files.
    All methods raise OSError. A name is that of an entry of this folder, never a path.
    """

    def __init__(self, handle: int, path: Path, *, is_private: bool = False) -> None:
        self._handle, self.path, self.is_private = handle, path, is_private

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._handle)

    @classmethod
    def open_root(cls, path: Path, *, is_private: bool = False) -> Self:
        """Open a folder by its path, which may contain links: the user chose it."""
        handle = os.open(path, _FOLDER_FLAGS)
        with on_failure(partial(os.close, handle)):
            real_path = _path_of(handle) if _openat2() else Path(os.path.realpath(path))
            return cls(handle, real_path, is_private=is_private)

    def enter(self, parts: Sequence[str], *, create: bool = False) -> Self:
        """Open a folder beneath this one; no part may be a link. `create` makes missing ones."""
        handle, path = os.dup(self._handle), self.path
        with on_failure(lambda: os.close(handle)):
            for part in parts:
                if create:
                    with suppress(FileExistsError):
                        os.mkdir(part, FOLDER_MODE if self.is_private else 0o777, dir_fd=handle)
                inner = os.open(part, _FOLDER_FLAGS | _NO_LINK, dir_fd=handle)
                os.close(handle)
                handle, path = inner, path / part
            return type(self)(handle, path, is_private=self.is_private)

    def enter_links(self, parts: Sequence[str]) -> Self:
        """Open a folder beneath this one; links that stay inside are followed where the system can do that."""
        if (open_beneath := _openat2()) is None or not parts:
            return self.enter(parts)
        handle = open_beneath(self._handle, Path(*parts), _FOLDER_FLAGS)
        with on_failure(partial(os.close, handle)):
            return type(self)(handle, _path_of(handle), is_private=self.is_private)

    def open_links(self, parts: Sequence[str]) -> "OpenFile":
        """Open a regular file beneath this folder for reading; links as in `enter_links`. Raises NotAFile."""
        if (open_beneath := _openat2()) is None:
            with self.enter(parts[:-1]) as folder:
                return folder.open(parts[-1])
        # Opening a device or a pipe may have an effect, so the type is found first; the second handle is of the same
        # file, whatever has taken its name meanwhile.
        place = open_beneath(self._handle, Path(*parts), os.O_PATH | os.O_CLOEXEC)
        try:
            require_file(os.fstat(place))
            return OpenFile(os.open(f"/proc/self/fd/{place}", READ_FLAGS), _path_of(place))
        finally:
            os.close(place)

    def open(self, name: str) -> "OpenFile":
        """Open a regular file in this folder for reading. Raises NotAFile."""
        require_file(os.stat(name, dir_fd=self._handle, follow_symlinks=False))
        handle = os.open(name, READ_FLAGS | _NO_LINK, dir_fd=self._handle)
        with on_failure(partial(os.close, handle)):
            require_file(os.fstat(handle))
            return OpenFile(handle, self.path / name)

    @property
    def device(self) -> int:
        """The device of the file system that contains it."""
        return os.fstat(self._handle).st_dev

    def is_at_its_path(self) -> bool:
        """Return whether `path` still leads to this folder."""
        return os.path.samestat(self.path.stat(), os.fstat(self._handle))

    def entries(self) -> Iterator[tuple[str, os.stat_result]]:
        """Yield the name and the status of each entry; a link's own status."""
        with os.scandir(self._handle) as found:
            for entry in found:
                # Entries may vanish meanwhile.
                with suppress(OSError):
                    yield entry.name, entry.stat(follow_symlinks=False)

    def status(self, name: str) -> os.stat_result | None:
        """Return the status of an entry, a link's own, or None if there is none."""
        try:
            return os.stat(name, dir_fd=self._handle, follow_symlinks=False)
        except FileNotFoundError:
            return None

    def create(self, name: str, data: bytes, mode: int | None) -> None:
        """Create a file and wait until it is on the disk. `mode`: its permissions, by default those of new files."""
        handle = os.open(name, CREATE_FLAGS, FILE_MODE if self.is_private else 0o666, dir_fd=self._handle)
        self._fill(name, handle, data, mode)

    def _fill(self, name: str, handle: int, data: bytes, mode: int | None) -> None:
        with on_failure(partial(self.remove, name)), os.fdopen(handle, "wb") as out:
            if mode is not None and hasattr(os, "fchmod"):
                os.fchmod(out.fileno(), mode)
            out.write(data)
            out.flush()
            os.fsync(out.fileno())

    def replace(self, name: str, replaced: str) -> None:
        """Rename an entry, and replace the file that has the other name."""
        os.replace(name, replaced, src_dir_fd=self._handle, dst_dir_fd=self._handle)

    def move(self, name: str, folder: "Folder", other: str) -> None:
        """Move an entry to another folder. Raises FileExistsError if the other name is in use."""
        if folder.status(other) is not None:
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), other)
        status = os.stat(name, dir_fd=self._handle, follow_symlinks=False)
        if stat.S_ISREG(status.st_mode):
            # A rename replaces what takes the name meanwhile; a second link does not.
            try:
                os.link(name, other, src_dir_fd=self._handle, dst_dir_fd=folder._handle, follow_symlinks=False)
            except OSError as error:
                if error.errno not in _NO_HARD_LINKS:
                    raise
            else:
                os.unlink(name, dir_fd=self._handle)
                return
        os.rename(name, other, src_dir_fd=self._handle, dst_dir_fd=folder._handle)

    def remove(self, name: str) -> None:
        """Delete a file."""
        os.unlink(name, dir_fd=self._handle)


# File systems without hard links, and those that allow them for the owner of the file only.
_NO_HARD_LINKS = (errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EACCES)


class OpenFile:
    """A regular file that is open for reading. `path` as in Folder."""

    def __init__(self, handle: int, path: Path) -> None:
        self._file = os.fdopen(handle, "rb")
        self.path = path

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    @property
    def status(self) -> os.stat_result:
        """The status of the open file."""
        return os.fstat(self._file.fileno())

    def read(self, most: int = MAX_FILE_BYTES) -> bytes:
        """Read the whole file. Raises OSError with EFBIG if it has more than `most` bytes."""
        data = read_at_most(self._file, most)
        if data is None:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(self.path))
        return data


def require_file(status: os.stat_result) -> None:
    """Raise OSError, or NotAFile, for the status of anything but a regular file."""
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if stat.S_ISLNK(status.st_mode):
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    if not stat.S_ISREG(status.st_mode):
        raise NotAFile(errno.EINVAL, "not a regular file")


@cache
def _openat2() -> Callable[[int, Path, int], int] | None:
    """Return a function that opens a path beneath a folder, or None if this system has no such call."""
    if sys.platform != "linux":
        return None
    import ctypes

    libc = ctypes.CDLL(None, use_errno=True)

    def open_beneath(folder: int, path: Path, flags: int) -> int:
        how = struct.pack("=QQQ", flags, 0, _RESOLVE_BENEATH | _RESOLVE_NO_MAGICLINKS)
        handle: int = libc.syscall(_SYS_OPENAT2, folder, os.fsencode(path), how, ctypes.c_size_t(len(how)))
        if handle < 0:
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number), str(path))
        return handle

    root = os.open("/", _FOLDER_FLAGS)
    try:
        # Kernels before 5.6 lack it, and some sandboxes forbid it or hide /proc.
        os.close(open_beneath(root, Path(), _FOLDER_FLAGS))
        _path_of(root)
    except OSError:
        return None
    finally:
        os.close(root)
    return open_beneath


def _path_of(handle: int) -> Path:
    return Path(f"/proc/self/fd/{handle}").readlink()
