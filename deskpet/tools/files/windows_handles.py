"""Folders of Windows: opened by their path, then compared with where the handle really is.

Windows has no calls that begin at the handle of a folder. But a folder can't be renamed, deleted or replaced by a link
while a handle without FILE_SHARE_DELETE is open in it, so what was checked stays so while it is used.
"""

import ctypes
import errno
import msvcrt
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any, Self

from deskpet.tools.files.handles import CREATE_FLAGS, READ_FLAGS, Folder, OpenFile, on_failure, require_file

_FILE_LIST_DIRECTORY = 0x1
_FILE_SHARE_READ_WRITE = 0x1 | 0x2
_OPEN_EXISTING = 3
# Needed to open a folder.
_FILE_FLAG_BACKUP_SEMANTICS = 0x02000000
_INVALID_HANDLE = ctypes.c_void_p(-1).value
_MAX_PATH = 32_768


@cache
def _kernel() -> Any:
    kernel: Any = ctypes.WinDLL("kernel32", use_last_error=True)  # pyright: ignore[reportAttributeAccessIssue]
    kernel.CreateFileW.restype = ctypes.c_void_p
    text, number, pointer = ctypes.c_wchar_p, ctypes.c_uint32, ctypes.c_void_p
    kernel.CreateFileW.argtypes = [text, number, number, pointer, number, number, pointer]
    kernel.CloseHandle.argtypes = [pointer]
    kernel.GetFinalPathNameByHandleW.argtypes = [pointer, text, number, number]
    return kernel


class WindowsFolder(Folder):
    """An open folder of Windows. Links are not followed."""

    def __exit__(self, *_: object) -> None:
        _kernel().CloseHandle(self._handle)

    @classmethod
    def open_root(cls, path: Path, *, is_private: bool = False) -> Self:
        return cls(*_open_folder(path), is_private=is_private)

    def enter(self, parts: Sequence[str], *, create: bool = False) -> Self:
        handle, path = _open_folder(self.path)
        with on_failure(lambda: _kernel().CloseHandle(handle)):
            for part in parts:
                if create:
                    # The rights are those of the folder.
                    (path / part).mkdir(exist_ok=True)
                inner, inner_path = _open_folder(path / part)
                _kernel().CloseHandle(handle)
                handle = inner
                _require_parent(inner_path, path)
                path = inner_path
            return type(self)(handle, path, is_private=self.is_private)

    def enter_links(self, parts: Sequence[str]) -> Self:
        return self.enter(parts)

    def open(self, name: str) -> OpenFile:
        require_file((self.path / name).lstat())
        handle = os.open(self.path / name, READ_FLAGS)
        with on_failure(partial(os.close, handle)):
            final = _final_path(msvcrt.get_osfhandle(handle))
            _require_parent(final, self.path)
            require_file(os.fstat(handle))
            return OpenFile(handle, final)

    def is_at_its_path(self) -> bool:
        return True

    def entries(self) -> Iterator[tuple[str, os.stat_result]]:
        for entry in self.path.iterdir():
            with suppress(OSError):
                yield entry.name, entry.lstat()

    def status(self, name: str) -> os.stat_result | None:
        try:
            return (self.path / name).lstat()
        except FileNotFoundError:
            return None

    def create(self, name: str, data: bytes, mode: int | None) -> None:
        self._fill(name, os.open(self.path / name, CREATE_FLAGS, 0o666), data, mode)

    def replace(self, name: str, replaced: str) -> None:
        (self.path / name).replace(self.path / replaced)

    def move(self, name: str, folder: Folder, other: str) -> None:
        # Unlike on other systems, a rename replaces nothing.
        (self.path / name).rename(folder.path / other)

    def remove(self, name: str) -> None:
        (self.path / name).unlink()


def _open_folder(path: Path) -> tuple[int, Path]:
    """Open a folder, and return its handle with its final path. Raises OSError."""
    handle: int | None = _kernel().CreateFileW(
        str(path), _FILE_LIST_DIRECTORY, _FILE_SHARE_READ_WRITE, None, _OPEN_EXISTING, _FILE_FLAG_BACKUP_SEMANTICS, None
    )
    if handle is None or handle == _INVALID_HANDLE:
        raise ctypes.WinError(ctypes.get_last_error())
    with on_failure(lambda: _kernel().CloseHandle(handle)):
        if not path.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path))
        return handle, _final_path(handle)


def _final_path(handle: int) -> Path:
    """Return the path of an open file or folder, after all links and with its long names."""
    buffer = ctypes.create_unicode_buffer(_MAX_PATH)
    if not _kernel().GetFinalPathNameByHandleW(handle, buffer, _MAX_PATH, 0):
        raise ctypes.WinError(ctypes.get_last_error())
    path = buffer.value
    if path.startswith("\\\\?\\UNC\\"):
        return Path("\\\\" + path[8:])
    return Path(path.removeprefix("\\\\?\\"))


def _require_parent(path: Path, folder: Path) -> None:
    """Raise OSError with ELOOP unless `path` is directly in the folder."""
    if str(path.parent).casefold() != str(folder).casefold():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
