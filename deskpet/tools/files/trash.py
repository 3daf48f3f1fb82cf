"""Move files to the trash, from which people get them back."""

import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Protocol
from urllib.parse import quote

from deskpet.tools.files.handles import Folder, on_failure
from deskpet.tools.files.path_names import cut_name

_MAX_SAME_NAMES = 1_000
# In bytes, of a file in usual file systems. The information about a file has the original name.
_MAX_NAME_BYTES = 255
# In characters; a longer one is a part of the name.
_MAX_EXTENSION = 20


class Trash(Protocol):
    """The trash of the desktop."""

    def move(self, folder: Folder, name: str) -> None:
        """Move a file to the trash. Raises OSError if that is not possible; the file is still there then."""
        ...


class FreedesktopTrash:
    """The trash of Linux desktops: freedesktop.org, "The FreeDesktop.org Trash specification", version 1.0.

    The file is moved from the handle of its folder, so that no other can take its place. Qt needs a path instead.
    """

    def move(self, folder: Folder, name: str) -> None:
        """Move a file to the trash of its file system. Raises OSError; the file is still there then."""
        with (
            _trash_of(folder) as (trash, path),
            trash.enter(["info"], create=True) as info,
            trash.enter(["files"], create=True) as files,
        ):
            # To create the file of information reserves the name, so it comes first.
            trashed = _reserve(info, name, quote(os.fsencode(path / name)))
            with on_failure(lambda: info.remove(f"{trashed}.trashinfo")):
                folder.move(name, files, trashed)


@contextmanager
def _trash_of(folder: Folder) -> Generator[tuple[Folder, Path]]:
    """Open the trash on the file system of a folder; yield it with the folder's path as the trash notes it."""
    data = os.environ.get("XDG_DATA_HOME", "")
    home = (Path(data) if Path(data).is_absolute() else Path.home() / ".local" / "share") / "Trash"
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    with Folder.open_root(home) as trash:
        if trash.device == folder.device:
            yield trash, folder.path
            return
    top = folder.path
    while top.parent != top and top.parent.stat().st_dev == folder.device:
        top = top.parent
    name = f".Trash-{os.getuid()}"
    with suppress(FileExistsError):
        (top / name).mkdir(mode=0o700)
    # Refuses a link that somebody else may have made in a folder that everybody may write to.
    with Folder.open_root(top) as root, root.enter([name]) as trash:
        yield trash, folder.path.relative_to(top)


def _reserve(info: Folder, name: str, quoted_path: str) -> str:
    """Create the information about a file in the trash, and return the name that the file gets there."""
    now = datetime.now().astimezone()
    text = f"[Trash Info]\nPath={quoted_path}\nDeletionDate={now:%Y-%m-%dT%H:%M:%S}\n"
    stem, dot, extension = name.rpartition(".") if name.rfind(".") > 0 else (name, "", "")
    if len(extension) > _MAX_EXTENSION:
        stem, dot, extension = name, "", ""
    for number in range(1, _MAX_SAME_NAMES):
        end = f"{dot}{extension}" if number == 1 else f".{number}{dot}{extension}"
        trashed = cut_name(stem, _MAX_NAME_BYTES - len(os.fsencode(f"{end}.trashinfo"))) + end
        with suppress(FileExistsError):
            info.create(f"{trashed}.trashinfo", text.encode(), 0o600)
            return trashed
    raise FileExistsError(f"{name} is in the trash {_MAX_SAME_NAMES} times")
