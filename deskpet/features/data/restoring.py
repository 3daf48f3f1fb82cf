"""Compare a backup with what is here, and merge it: by id and time, all or nothing, after a backup of what is here."""

import hashlib
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from pathlib import Path

from deskpet.features.data.backup_file import SUFFIX, Backup, BackupError, Places, SavedFile, Watch, damaged, ignore
from deskpet.features.data.backup_file import write_backup as write_file
from deskpet.features.data.list_merge import LISTS, merged_list
from deskpet.features.data.parts import Part
from deskpet.features.data.staged_files import StagedFiles
from deskpet.store import transfer
from deskpet.store.transfer import Counts
from deskpet.text.reasons import reason_of
from deskpet.translation import tr, tr_noop

ON_DEMAND = (Part.SETTINGS, Part.CONNECTIONS, Part.RULES)
"""What is restored only if it is named: it decides to which servers words and keys go, and what may run unasked."""

DEFAULT = tuple(part for part in Part if part not in ON_DEMAND)
"""What is restored unless parts are named."""

Transact = Callable[[Callable[[sqlite3.Connection], dict[str, Counts]]], dict[str, Counts]]
"""Returns what a function does with the database, which it gets in a transaction. Raises StoreError."""

# Times of files on some disks are kept in steps of two seconds.
_SAME_TIME = 2.0
# All restores put their files into the same folder first.
_ONE_AT_A_TIME = threading.Lock()


def compare(backup: Backup, places: Places, parts: Iterable[Part]) -> dict[Part, Counts]:
    """Return what a restore would do, without a change. Raises BackupError and StoreError."""
    chosen = _chosen(backup, parts)
    with _explained():
        tables = transfer.compare(places.database, _of_database(chosen), backup.rows, backup.picture)
        return {part: _counts(part, tables, backup, places) for part in chosen}


def keep_present(places: Places, parts: Iterable[Part], watch: Watch = ignore) -> Path:
    """Back up what is here, before a restore of these parts. Returns the file. Raises BackupError and StoreError."""
    # A name of the store's backups, so that it goes with them when something is erased.
    stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime())
    before = places.database.with_name(f"{places.database.name}.restore.{stamp}{SUFFIX}")
    write_file(before, parts, places, watch=watch)
    return before


def restore(
    backup: Backup, places: Places, parts: Iterable[Part], transact: Transact | None = None
) -> dict[Part, Counts]:
    """Merge a backup, after `keep_present`. Returns what was done.

    If anything fails, nothing is changed. If the process is killed, each file is as before or as in the backup, and
    another restore does the rest. transact: reaches the database of a running pet; without it, no other process may
    have the data. Raises BackupError and StoreError, and what `backup.watch` raises.
    """
    chosen = _chosen(backup, parts)
    with _ONE_AT_A_TIME, _explained(), StagedFiles(places.data) as files:
        counts = {part: _stage(part, backup, places, files) for part in chosen if part not in LISTS}

        def merge(database: sqlite3.Connection) -> dict[str, Counts]:
            tables = transfer.merge(database, _of_database(chosen), backup.rows, backup.picture)
            lists = {part: merged_list(part, backup, places) for part in chosen if part in LISTS}
            # Nothing of the backup is read from here on, so nothing cancels it.
            files.replace()
            for part, merged in lists.items():
                if merged.counts.new:
                    files.write(places.path(part, ""), merged.data)
            counts.update({part: each.counts for part, each in lists.items()})
            return tables

        tables = (transact or partial(transfer.transact, places.database))(merge)
        files.keep()
    return {part: tables.get(part) or counts[part] for part in chosen}


def _chosen(backup: Backup, parts: Iterable[Part]) -> list[Part]:
    wanted = set(parts)
    return [part for part in backup.parts if part in wanted]


def _of_database(parts: Iterable[Part]) -> list[str]:
    return [part.value for part in parts if part in transfer.TABLES]


@contextmanager
def _explained() -> Generator[None]:
    try:
        yield
    except transfer.DamagedRowError as error:
        raise damaged(str(error)) from error
    except OSError as error:
        why = reason_of(error)
        raise BackupError(tr("Nothing was restored: {why}. Mend that, and try again.", why=why)) from error


def _counts(part: Part, tables: Mapping[str, Counts], backup: Backup, places: Places) -> Counts:
    if part in tables:
        return tables[part]
    if part in LISTS:
        return merged_list(part, backup, places).counts
    states = Counter(_state(saved, places.path(part, name)) for name, saved in backup.files(part).items())
    return Counts(**states, here=len(places.files(part)))


def summary(name: str, counts: Counts) -> str:
    """Return a line about what a restore does with a part."""
    text = tr_noop("{part}: {new} new, {newer} newer than here, {same} the same, {older} older")
    line = tr(text, part=name, **asdict(counts))
    return tr("{line}, {n} left out: not valid", line=line, n=counts.left_out) if counts.left_out else line


def _state(saved: SavedFile, path: Path) -> str:
    """Return whether a file of the backup is new, the same, older or newer than the one here: a field of Counts."""
    if not path.exists():
        return "new"
    if path.is_file() and path.stat().st_size == saved.size:
        with path.open("rb") as file:
            if hashlib.file_digest(file, "sha256").hexdigest() == saved.digest:
                return "same"
    return "newer" if saved.changed_at > path.stat().st_mtime + _SAME_TIME else "older"


def _stage(part: Part, backup: Backup, places: Places, files: StagedFiles) -> Counts:
    """Write what is new or newer of the files of a part beside their places, and return what there is."""
    states, here = Counter[str](), len(places.files(part))
    for name, saved in backup.files(part).items():
        state = _state(saved, places.path(part, name))
        states[state] += 1
        if state in {"new", "newer"}:
            files.stage(places.path(part, name), backup.content(saved), saved.changed_at)
    return Counts(**states, here=here)
