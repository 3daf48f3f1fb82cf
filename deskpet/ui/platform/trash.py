"""The trash of the desktop."""

import errno
import os
import sys

from PySide6.QtCore import QFile

from deskpet.tools.files.handles import Folder
from deskpet.tools.files.trash import FreedesktopTrash, Trash


class QtTrash:
    """The trash of Windows and of macOS. May be used from any thread."""

    def move(self, folder: Folder, name: str) -> None:
        """Move a file to the trash. Raises OSError if that is not possible; the file is still there then."""
        # Qt takes a path. The open folder keeps its path on Windows; on macOS it is only likely to be still there.
        if not folder.is_at_its_path():
            raise OSError(errno.ESTALE, os.strerror(errno.ESTALE), str(folder.path))
        file = QFile(str(folder.path / name))
        if not file.moveToTrash():
            raise OSError(errno.EIO, file.errorString(), str(folder.path / name))


def desktop_trash() -> Trash:
    """Return the trash of this system."""
    return QtTrash() if sys.platform in {"win32", "darwin"} else FreedesktopTrash()
