"""Files that are replaced together: written beside their places first, then renamed."""

import errno
import os
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Self

from deskpet.features.data.erasure import RESTORING
from deskpet.filesystem import private_files
from deskpet.filesystem.atomic_write import write_atomically


class StagedFiles:
    """Writes files in a folder of the data folder, and puts them in their places, or leaves all as it was.

    In a `with` statement, all is as it was at its end unless `keep` was called. What a process that was killed has
    left is deleted by the next one, or with the other unfinished files.
    """

    def __init__(self, data: Path) -> None:
        self._data, self._folder = data, data / RESTORING
        self._staged: list[tuple[Path, Path]] = []  # the files that wait, and their places
        self._done: list[tuple[Path, Path | None]] = []  # what was put in place, and a copy of what was there before

    def __enter__(self) -> Self:
        shutil.rmtree(self._folder, ignore_errors=True)
        return self

    def __exit__(self, *_: object) -> None:
        for path, copy in reversed(self._done):
            if copy:
                _move(copy, path)
            elif path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)
        self.keep()

    def stage(self, place: Path, content: Iterable[bytes], changed_at: float) -> None:
        """Write a file that `replace` puts in its place. Raises OSError."""
        inside = place.relative_to(self._data) if place.is_relative_to(self._data) else str(len(self._staged))
        source = self._folder / "new" / inside
        private_files.create_folder(source.parent)
        with private_files.create_file(source) as out:
            out.writelines(content)
            out.flush()
            os.fsync(out.fileno())
        os.utime(source, (changed_at, changed_at))
        self._staged.append((source, place))

    def replace(self) -> None:
        """Put all staged files in their places, a new folder with all that is in it at once. Raises OSError."""
        for source, place in self._staged:
            if not source.exists():
                # Its folder was new.
                continue
            while place.parent.parent.is_relative_to(self._data) and not place.parent.exists():
                source, place = source.parent, place.parent  # noqa: PLW2901 - the topmost folder that is missing
            self._put(source, place)

    def write(self, place: Path, data: bytes) -> None:
        """Write a file in its place. Raises OSError."""
        self._copy(place)
        write_atomically(place, data)

    def keep(self) -> None:
        """Delete the copies of what was here before."""
        self._done.clear()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _put(self, source: Path, place: Path) -> None:
        self._copy(place)
        private_files.create_folder(place.parent)
        _move(source, place)

    def _copy(self, place: Path) -> None:
        """Copy what is there now, to bring it back."""
        copy = None
        if place.exists():
            private_files.create_folder(self._folder)
            copy = self._folder / f"{len(self._done)}.before"
            private_files.copy_file(place, copy)
        self._done.append((place, copy))


def _move(source: Path, target: Path) -> None:
    """Rename a file, which replaces the one that is there, or a folder. A link stays one."""
    actual = os.path.realpath(target)
    try:
        source.replace(actual)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        # The link leads to another disk.
        shutil.move(source, actual)
