"""Delete the files beside the database: those in some folders, and parts of files that a crash left behind."""

import logging
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from deskpet.text.reasons import reason_of

RESTORING = ".restoring.new"
"""The folder in the data folder in which files wait to be restored."""

logger = logging.getLogger(__name__)


class NotErasedError(OSError):
    """Files that could not be deleted. `reasons` tells why, by their paths."""

    def __init__(self, reasons: dict[Path, str]) -> None:
        super().__init__(", ".join(map(str, reasons)))
        self.reasons = reasons


def erase_files(emptied: Iterable[Path], own: Iterable[Path]) -> None:
    """Delete all that is in some folders, and unfinished files in all folders of the program. Raises NotErasedError.

    Blocks. Links are deleted, and not followed.
    """
    reasons: dict[Path, str] = {}
    for path in (*(each for folder in emptied for each in _entries(folder)), *_unfinished(own)):
        try:
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()
        except FileNotFoundError:
            continue
        except OSError as error:
            reasons[path] = reason_of(error)
    if reasons:
        raise NotErasedError(reasons)


def _unfinished(folders: Iterable[Path]) -> Iterator[Path]:
    """Yield the files that write_atomically leaves when the process is killed in it, and the folder of a restore."""
    for folder in folders:
        for path in folder.rglob(".*.new"):
            if path.is_file() or path.is_symlink() or path.name == RESTORING:
                yield path


def _entries(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except FileNotFoundError:
        return []
    except OSError as error:
        logger.warning("%s can't be read: %s", folder, error)
        return [folder]
