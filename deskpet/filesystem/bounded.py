"""Read untrusted files: regular files only, with a limit on the number of bytes.

Opening a named pipe can block forever, a device such as /dev/zero never ends, and a file can grow after its size was
checked.
"""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

from deskpet.translation import tr

_PLATFORM_FLAGS = ("O_NONBLOCK", "O_CLOEXEC", "O_NOCTTY", "O_BINARY")
_FLAGS = os.O_RDONLY | sum(getattr(os, name, 0) for name in _PLATFORM_FLAGS)


class UnusableFile(OSError):
    """A file that is not read because of its type or size. `strerror` is the translated reason."""

    def __init__(self, number: int, reason: str, path: Path) -> None:
        super().__init__(number, reason, str(path))

    def __str__(self) -> str:
        return str(self.strerror)


def open_regular(path: Path) -> BinaryIO:
    """Open a regular file for reading. Raises UnusableFile for any other type of file, and OSError."""
    # Opening some devices has side effects, so the type is checked before; afterwards again, as it may have changed.
    _require_regular(path.stat(), path)
    file = os.fdopen(os.open(path, _FLAGS), "rb")
    try:
        _require_regular(os.fstat(file.fileno()), path)
    except BaseException:
        file.close()
        raise
    return file


def read_bounded(path: Path, most: int) -> bytes:
    """Read a file. Raises UnusableFile if it is not regular or larger than `most` bytes, and OSError."""
    with open_regular(path) as file:
        data = read_at_most(file, most)
    if data is None:
        size = f"{most >> 20} MB" if most >= 1 << 20 else f"{most >> 10} kB"
        raise UnusableFile(errno.EFBIG, tr("it is larger than {size}", size=size), path)
    return data


def read_at_most(file: BinaryIO, most: int) -> bytes | None:
    """Read an open file to its end. Returns None if it has more than `most` bytes.

    Memory is allocated for the present size of the file, not for `most` bytes, which takes 50 ms a file under Wine.
    """
    size = os.fstat(file.fileno()).st_size
    if size > most:
        return None
    data = file.read(size + 1)
    if len(data) > size:  # It grew, or has no size, as the files in /proc.
        data += file.read(most - size)
    return data if len(data) <= most else None


def _require_regular(status: os.stat_result, path: Path) -> None:
    if not stat.S_ISREG(status.st_mode):
        is_folder = stat.S_ISDIR(status.st_mode)
        number = errno.EISDIR if is_folder else errno.EINVAL
        raise UnusableFile(number, tr("it is a folder" if is_folder else "it is not a regular file"), path)
