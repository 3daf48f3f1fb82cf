"""Erase what lies beside the database: undo copies, her own folder, and parts of files that a crash left behind."""

import logging
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from deskpet.processes.threads import run_in_thread
from deskpet.store import Store
from deskpet.tools.files.undo_copies import UndoCopies

logger = logging.getLogger(__name__)


class NotErasedError(OSError):
    """Files that could not be deleted. `reasons` tells why, by their paths."""

    def __init__(self, reasons: dict[Path, str]) -> None:
        super().__init__(", ".join(map(str, reasons)))
        self.reasons = reasons


async def delete_lost_copies(store: Store, copies: UndoCopies) -> None:
    """Delete the undo copies of messages that are erased, and those that are too old. Raises StoreError."""
    candidates = await run_in_thread(copies.settled)
    if candidates:
        kept = await store.undo_numbers()
        await run_in_thread(lambda: copies.remove_all(candidates - kept))


def erase_files(emptied: Iterable[Path], own: Iterable[Path]) -> None:
    """Delete all that is in some folders, and unfinished files in all folders of the program. Raises NotErasedError.

    Blocks. Links are deleted, and not followed.
    """
    reasons: dict[Path, str] = {}
    for path in (*(each for folder in emptied for each in _entries(folder)), *_unfinished(own)):
        try:
            _delete(path)
        except FileNotFoundError:
            continue
        except OSError as error:
            reasons[path] = error.strerror or str(error)
    if reasons:
        raise NotErasedError(reasons)


def _unfinished(folders: Iterable[Path]) -> Iterator[Path]:
    """Yield the files that write_atomically leaves when the process is killed in it."""
    for folder in folders:
        for path in folder.rglob(".*.new"):
            if path.is_file() or path.is_symlink():
                yield path


def _entries(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except FileNotFoundError:
        return []
    except OSError as error:
        logger.warning("%s can't be read: %s", folder, error)
        return [folder]


def _delete(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink()
