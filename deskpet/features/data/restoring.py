"""Compare a backup with what is here, and merge it: by id and time, all or nothing, after a backup of what is here."""

import hashlib
import json
import logging
import os
import shutil
import time
from collections import Counter
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, cast

from pydantic import TypeAdapter, ValidationError

from deskpet.chat import rules
from deskpet.config import prompts
from deskpet.features.data.backup_file import SUFFIX, Backup, BackupError, Places, SavedFile, damaged, write_backup
from deskpet.features.data.parts import Part
from deskpet.filesystem import private_files
from deskpet.filesystem.atomic_write import write_atomically
from deskpet.llm import connections
from deskpet.store import transfer
from deskpet.store.transfer import Counts
from deskpet.text.reasons import reason_of
from deskpet.translation import tr, tr_noop

ON_DEMAND = (Part.SETTINGS, Part.CONNECTIONS, Part.RULES)
"""What is restored only if it is named: it decides to which servers words and keys go, and what may run unasked."""

DEFAULT = tuple(part for part in Part if part not in ON_DEMAND)
"""What is restored unless parts are named."""

# Times of files on some disks are kept in steps of two seconds.
_SAME_TIME = 2.0
_MAX_LIST_BYTES = 16 << 20
_LISTS = {Part.NOTES, Part.REMINDERS, Part.PROMPTS, Part.CONNECTIONS, Part.RULES}
# Of which no two records of a list may be the same: that of here stays.
_UNIQUE = {Part.PROMPTS: ("name",), Part.CONNECTIONS: ("id",), Part.RULES: ("tool_name", "scope")}

# What one bad record would make unreadable as a whole; the features of the others are not known here.
_RECORDS: Mapping[Part, TypeAdapter[Any]] = {
    Part.PROMPTS: prompts.RECORDS,
    Part.CONNECTIONS: connections.RECORDS,
    Part.RULES: rules.RECORDS,
}

logger = logging.getLogger(__name__)


def compare(backup: Backup, places: Places, parts: Iterable[Part]) -> dict[Part, Counts]:
    """Return what a restore would do, without a change. Raises BackupError and StoreError."""
    chosen = _chosen(backup, parts)
    with _explained():
        tables = transfer.compare(places.database, _of_database(chosen), backup.rows, backup.picture)
        return {part: _counts(part, tables, backup, places) for part in chosen}


def restore(backup: Backup, places: Places, parts: Iterable[Part]) -> tuple[dict[Part, Counts], Path]:
    """Merge a backup. No other process may have the data. Returns what was done, and the backup of before.

    If anything fails, nothing is changed. Raises BackupError and StoreError.
    """
    chosen = _chosen(backup, parts)
    # A name of the store's backups, so that it goes with them when something is erased.
    stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime())
    before = places.database.with_name(f"{places.database.name}.restore.{stamp}{SUFFIX}")
    write_backup(before, chosen, places)
    files = _Files(places.data)
    with _explained():
        counts = {part: _counts(part, {}, backup, places) for part in chosen if places.of(part)}
        try:
            tables = transfer.merge(
                places.database,
                _of_database(chosen),
                backup.rows,
                backup.picture,
                lambda: _write_files(backup, places, chosen, files),
            )
        except BaseException:
            files.undo()
            raise
    files.forget()
    return {part: counts.get(part) or tables[part] for part in chosen}, before


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
    if part in _LISTS:
        return _merged_list(part, backup, places, tells=True)[1]
    return Counts(**Counter(_state(saved, places.path(part, name)) for name, saved in backup.files(part).items()))


def summary(name: str, counts: Counts) -> str:
    """Return a line about what a restore does with a part."""
    text = tr_noop("{part}: {new} new, {newer} newer than here, {same} the same, {older} older")
    return tr(text, part=name, **asdict(counts))


def _state(saved: SavedFile, path: Path) -> str:
    """Return whether a file of the backup is new, the same, older or newer than the one here: a field of Counts."""
    if not path.exists():
        return "new"
    if path.is_file() and path.stat().st_size == saved.size:
        with path.open("rb") as file:
            if hashlib.file_digest(file, "sha256").hexdigest() == saved.digest:
                return "same"
    return "newer" if saved.changed_at > path.stat().st_mtime + _SAME_TIME else "older"


def _write_files(backup: Backup, places: Places, parts: Iterable[Part], files: "_Files") -> None:
    for part in parts:
        if part in _LISTS:
            data, counts = _merged_list(part, backup, places)
            place = places.of(part)
            if counts.new and place:
                files.replace(place, data)
            continue
        for name, saved in backup.files(part).items():
            path = places.path(part, name)
            if _state(saved, path) in {"new", "newer"}:
                with backup.open(saved) as source:
                    files.replace(path, source.read(), saved.changed_at)


def _merged_list(part: Part, backup: Backup, places: Places, *, tells: bool = False) -> tuple[bytes, Counts]:
    """Return the records of both sides as JSON, those of here first. A record with the same words is the same one.

    A bad one is left out. tells: name it in the log.
    """
    counts, place = Counts(), places.of(part)
    assert place is not None
    here = _own_records(place) if place.exists() else []
    known, taken = {_identity(each) for each in here}, {_unique_of(part, each) for each in here if part in _UNIQUE}
    numbers = {each["number"] for each in here if isinstance(each.get("number"), int)}
    for saved in backup.files(part).values():
        with backup.open(saved) as source:
            theirs = _records(source.read(_MAX_LIST_BYTES))
        for record in theirs:
            if fault := _fault_of(part, record):
                if tells:
                    logger.warning("a record of %s is left out: %s", part.value, fault)
                continue
            is_over = part is Part.REMINDERS and _is_over(record)
            if _identity(record) in known:
                counts.same += 1
            elif is_over or _unique_of(part, record) in taken:
                counts.older += 1
            else:
                counts.new += 1
                if isinstance(number := record.get("number"), int):
                    number = max(numbers) + 1 if number in numbers else number
                    record["number"] = number
                    numbers.add(number)
                here.append(record)
    return json.dumps(here, ensure_ascii=False, indent=1).encode(), counts


def _fault_of(part: Part, record: Mapping[str, Any]) -> str:
    """Return what is wrong with a record, and with which one; empty for a good one."""
    if part not in _RECORDS:
        return ""
    try:
        _RECORDS[part].validate_json(json.dumps([record]))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        return f"{_unique_of(part, record)}: {'.'.join(map(str, first['loc'][1:]))}: {first['msg']}"
    return ""


def _is_over(reminder: Mapping[str, Any]) -> bool:
    due = reminder.get("due")
    return not reminder.get("every") and isinstance(due, int | float) and due < time.time()


def _own_records(place: Path) -> list[dict[str, Any]]:
    try:
        return _records(place.read_bytes())
    except BackupError as error:
        why = str(error.__cause__ or error)
        what = tr("{file} can't be read: {why}. Move it away to begin a new one.", file=place, why=why)
        raise BackupError(what) from error


def _records(data: bytes) -> list[dict[str, Any]]:
    try:
        value: Any = json.loads(data)
        # Half a surrogate can't be written again.
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise damaged(str(error)) from error
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in cast("list[Any]", value)):
        raise damaged(tr("its list makes no sense"))
    return cast("list[dict[str, Any]]", value)


def _identity(record: Mapping[str, Any]) -> str:
    return json.dumps({key: value for key, value in record.items() if key != "number"}, sort_keys=True)


def _unique_of(part: Part, record: Mapping[str, Any]) -> str:
    """Return the values that no other record of the list may have."""
    return json.dumps([record.get(key) for key in _UNIQUE.get(part, ())], sort_keys=True)


class _Files:
    """Replaces files, and can bring the old ones back. Their copies are in a folder of the data folder."""

    def __init__(self, data: Path) -> None:
        self._copies = data / ".restoring"
        self._done: list[tuple[Path, Path | None]] = []

    def replace(self, path: Path, data: bytes, changed_at: float | None = None) -> None:
        """Write a file in place of the one that is there. Raises OSError."""
        copy = None
        if path.exists():
            private_files.create_folder(self._copies)
            # After a crash they are erased with the other unfinished files.
            copy = self._copies / f".{len(self._done)}.new"
            private_files.copy_file(path, copy)
        self._done.append((path, copy))
        write_atomically(path, data)
        if changed_at is not None:
            os.utime(path, (changed_at, changed_at))

    def undo(self) -> None:
        """Bring back what was there before."""
        for path, copy in reversed(self._done):
            with suppress(FileNotFoundError, NotADirectoryError):
                path.unlink()
            if copy:
                private_files.copy_file(copy, path)
        self.forget()

    def forget(self) -> None:
        """Delete the copies."""
        self._done.clear()
        shutil.rmtree(self._copies, ignore_errors=True)
