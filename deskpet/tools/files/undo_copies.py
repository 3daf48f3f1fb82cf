"""Copies of files as they were before tools changed them, for the Undo button."""

import os
import re
import time
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import TypeAdapter, ValidationError

from deskpet.chat.tool import ToolFailed
from deskpet.filesystem.atomic_write import write_atomically
from deskpet.filesystem.bounded import read_bounded
from deskpet.filesystem.private_files import create_folder
from deskpet.processes.threads import run_in_thread
from deskpet.tools.files.handles import MAX_FILE_BYTES

if TYPE_CHECKING:
    from deskpet.store import Store

MAX_BYTES = 200_000_000
MAX_PRIVATE_BYTES = 50_000_000
MAX_AGE_S = 30 * 24 * 3600.0
# As long as a deletion can be undone, so that the copies of a message end with it.
SETTLED_S = 24 * 3600.0

_ID = re.compile(r"[0-9a-f]{16}")
_MAX_RECORD_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class ChangeRecord:
    """A change of a file, as far as it takes to revert it.

    root: path of the chosen folder. parts: the names from there to the file. moved_to: the same of its new place, if it
    was moved. before and after: the SHA-256 of its content, empty if it did not exist; of what was moved only `after`,
    empty for folders and large files. mode: its permissions before. version: what identifies what was moved.
    """

    root: str
    parts: tuple[str, ...]
    before: str = ""
    after: str = ""
    mode: int = 0o600
    moved_to: tuple[str, tuple[str, ...]] | None = None
    version: tuple[int, ...] = ()


_adapter = TypeAdapter(ChangeRecord)


class UndoCopies:
    """The folder with the records and copies, which is limited to MAX_BYTES and MAX_AGE_S.

    Those of a private conversation are in memory, limited to MAX_PRIVATE_BYTES.
    """

    def __init__(self, folder: Path, max_bytes: int = MAX_BYTES) -> None:
        """The folder is created when it is first used."""
        self._folder, self._max_bytes = folder, max_bytes
        # The oldest first; None unless the conversation is private.
        self._private: dict[str, tuple[ChangeRecord, bytes | None]] | None = None

    def begin_conversation(self, *, is_private: bool) -> None:
        """Use memory from now on if the conversation `is_private`, else the folder. What is in memory is forgotten."""
        self._private = {} if is_private else None

    def settled(self) -> frozenset[str]:
        """Delete what is too old and what no record belongs to; return the ids that are older than SETTLED_S.

        A message that is younger may not be on disk yet. Blocks.
        """
        if not self._folder.is_dir():
            return frozenset()
        now, settled = time.time(), set[str]()
        with os.scandir(self._folder) as entries:
            for entry in entries:
                age = now - entry.stat(follow_symlinks=False).st_mtime
                number, _, kind = entry.name.partition(".")
                is_ours = kind in {"json", "copy"} and _ID.fullmatch(number) is not None
                if age > MAX_AGE_S or (age > SETTLED_S and not is_ours):
                    Path(entry.path).unlink(missing_ok=True)
                elif age > SETTLED_S:
                    settled.add(number)
        return frozenset(settled)

    def add(self, record: ChangeRecord, data: bytes | None) -> str:
        """Store a record with the content before the change, and return its id. Raises OSError."""
        number = os.urandom(8).hex()
        if (private := self._private) is not None:
            private[number] = record, data
            _limit(private)
            return number
        create_folder(self._folder)
        self._prune(time.time(), len(data or b""))
        if data is not None:
            write_atomically(self._copy(number), data)
        write_atomically(self._record(number), _adapter.dump_json(_adapter.validate_python(asdict(record))))
        return number

    def get(self, number: str) -> tuple[ChangeRecord, bytes | None]:
        """Return a record and the content before the change. Raises ToolFailed if there is none (any more)."""
        gone = ToolFailed("no_undo_copy", "There is no copy from before this change any more.")
        if not _ID.fullmatch(number):
            raise gone
        if self._private and number in self._private:
            return self._private[number]
        try:
            record = _adapter.validate_json(read_bounded(self._record(number), _MAX_RECORD_BYTES))
            return record, read_bounded(self._copy(number), MAX_FILE_BYTES) if record.before else None
        except (OSError, ValidationError) as error:
            raise gone from error

    def remove(self, *numbers: str) -> None:
        """Delete records with their copies, as of a change that failed."""
        for number in numbers:
            if self._private:
                self._private.pop(number, None)
            self._record(number).unlink(missing_ok=True)
            self._copy(number).unlink(missing_ok=True)

    def _record(self, number: str) -> Path:
        return self._folder / f"{number}.json"

    def _copy(self, number: str) -> Path:
        return self._folder / f"{number}.copy"

    def _prune(self, now: float, added: int) -> None:
        """Delete what is too old, and the oldest until there is room for `added` bytes."""
        with os.scandir(self._folder) as entries:
            found = sorted(((each.stat(), Path(each.path)) for each in entries), key=lambda each: -each[0].st_mtime)
        room = self._max_bytes - added
        for status, path in found:
            room -= status.st_size
            if room < 0 or now - status.st_mtime > MAX_AGE_S:
                path.unlink(missing_ok=True)


async def delete_lost_copies(store: "Store", copies: UndoCopies) -> None:
    """Delete the copies of messages that are erased, and those that are too old. Raises StoreError."""
    candidates = await run_in_thread(copies.settled)
    if candidates:
        kept = await store.undo_numbers()
        await run_in_thread(partial(copies.remove, *(candidates - kept)))


def _limit(private: dict[str, tuple[ChangeRecord, bytes | None]]) -> None:
    """Drop the oldest copies until the others have MAX_PRIVATE_BYTES."""
    excess = sum(len(data or b"") for _, data in private.values()) - MAX_PRIVATE_BYTES
    for number, (_, data) in tuple(private.items()):
        if excess <= 0:
            break
        excess -= len(data or b"")
        del private[number]
