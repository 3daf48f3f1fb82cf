"""Merge the records of a backup into the lists of here, such as notes and reminders. A bad record is left out."""

import json
import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from pydantic import TypeAdapter, ValidationError

from deskpet.chat import rules
from deskpet.config import notes, prompts, reminders, state_files
from deskpet.features.data.backup_file import Backup, BackupError, Places, damaged
from deskpet.features.data.parts import Part
from deskpet.llm import connections
from deskpet.store.transfer import Counts
from deskpet.translation import tr

Record = dict[str, Any]

# Of a list in a backup.
_MAX_BYTES = 64 << 20

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ListKind:
    """What the file of a list may hold; one bad record would make it unreadable as a whole.

    most: how many records. unique: the fields of which no two records may have the same values; the record of here
    stays. most_bytes: of the file.
    """

    adapter: TypeAdapter[Any]
    most: int
    unique: tuple[str, ...] = ()
    most_bytes: int = state_files.MAX_BYTES

    def fault_of(self, record: Record) -> str:
        """Return what is wrong with a record; empty for a good one."""
        try:
            self.adapter.validate_json(json.dumps([record]))
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            return f"{'.'.join(map(str, first['loc'][1:]))}: {first['msg']}"
        return ""

    def key_of(self, record: Record) -> str:
        """Return the values that no other record of the list may have."""
        return json.dumps([record.get(field) for field in self.unique], sort_keys=True)


LISTS: Mapping[Part, ListKind] = {
    Part.NOTES: ListKind(notes.RECORDS, notes.MAX_NOTES, most_bytes=notes.MAX_BYTES),
    Part.REMINDERS: ListKind(reminders.RECORDS, reminders.MAX_REMINDERS),
    Part.PROMPTS: ListKind(prompts.RECORDS, prompts.MOST_PROMPTS, ("name",), prompts.MOST_BYTES),
    Part.CONNECTIONS: ListKind(connections.RECORDS, connections.MOST_CONNECTIONS, ("id",)),
    Part.RULES: ListKind(rules.RECORDS, rules.MAX_RULES, ("tool_name", "scope")),
}


class MergedList:
    """The records of here, to which those of a backup are added. A record with the same words is the same one."""

    def __init__(self, part: Part, here: list[Record]) -> None:
        self.counts = Counts(here=len(here))
        self._part, self._kind, self._records = part, LISTS[part], here
        self._known = {_identity(each) for each in here}
        self._keys = {self._kind.key_of(each) for each in here} if self._kind.unique else set[str]()
        self._numbers = {each["number"] for each in here if isinstance(each.get("number"), int)}
        self._size = sum(map(_size_of, here))

    @property
    def data(self) -> bytes:
        """The content of the file."""
        return _encoded(self._records)

    def add(self, record: Record) -> None:
        """Add a record of the backup, unless it is here already, is over, or can't be used."""
        if fault := self._kind.fault_of(record):
            logger.warning("a record of %s is left out: %s: %s", self._part, self._kind.key_of(record), fault)
            self.counts.left_out += 1
        elif _identity(record) in self._known:
            self.counts.same += 1
        elif self._is_over(record) or self._kind.key_of(record) in self._keys:
            self.counts.older += 1
        elif len(self._records) >= self._kind.most or self._size + _size_of(record) > self._kind.most_bytes:
            logger.warning("a record of %s is left out: there is no room for more", self._part)
            self.counts.left_out += 1
        else:
            self._append(record)

    def _append(self, record: Record) -> None:
        self.counts.new += 1
        self._known.add(_identity(record))
        if self._kind.unique:
            self._keys.add(self._kind.key_of(record))
        if isinstance(number := record.get("number"), int):
            record["number"] = number = max(self._numbers) + 1 if number in self._numbers else number
            self._numbers.add(number)
        self._records.append(record)
        self._size += _size_of(record)

    def _is_over(self, record: Record) -> bool:
        return self._part is Part.REMINDERS and not record.get("every") and float(record["due"]) < time.time()


def merged_list(part: Part, backup: Backup, places: Places) -> MergedList:
    """Return the records of both sides. Raises BackupError."""
    place = places.of(part)
    assert place is not None
    merged = MergedList(part, _own_records(place) if place.exists() else [])
    for saved in backup.files(part).values():
        if saved.size > _MAX_BYTES:
            raise damaged(tr("its list makes no sense"))
        for record in _records(b"".join(backup.content(saved))):
            merged.add(record)
    return merged


def _own_records(place: Path) -> list[Record]:
    try:
        return _records(place.read_bytes())
    except BackupError as error:
        why = str(error.__cause__ or error)
        what = tr("{file} can't be read: {why}. Move it away to begin a new one.", file=place, why=why)
        raise BackupError(what) from error


def _records(data: bytes) -> list[Record]:
    try:
        value: Any = json.loads(data)
        # Half a surrogate can't be written again.
        _encoded(value)
    except (ValueError, RecursionError) as error:
        raise damaged(str(error)) from error
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in cast("list[Any]", value)):
        raise damaged(tr("its list makes no sense"))
    return cast("list[Record]", value)


def _encoded(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=1).encode()


# With the indentation and the comma in the file.
def _size_of(record: Record) -> int:
    return len(_encoded([record]))


def _identity(record: Record) -> str:
    return json.dumps({key: value for key, value in record.items() if key != "number"}, sort_keys=True)
