"""A list of records in a JSON file of the data folder, which people can read and edit."""

import json
import logging
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from deskpet.config import state_files
from deskpet.filesystem.atomic_write import write_atomically
from deskpet.listeners import Listeners
from deskpet.text.reasons import reason_of
from deskpet.translation import tr

logger = logging.getLogger(__name__)

_T = TypeVar("_T")


class ListFileError(Exception):
    """The file can't be used. The message gives the cause and the next step."""


class ListFile(Generic[_T]):
    """The file of a list of dataclasses. Blocks while it reads and writes."""

    def __init__(self, path: Path, adapter: TypeAdapter[tuple[_T, ...]], most: int = state_files.MAX_BYTES) -> None:
        """`most` is the largest size that is read, in bytes."""
        self.path, self._adapter, self._most = path, adapter, most

    def read(self) -> tuple[_T, ...]:
        """Return the records; none if the file does not exist. Raises ListFileError if it can't be read."""
        try:
            return self._adapter.validate_json(state_files.read_bytes(self.path, self._most))
        except FileNotFoundError:
            return ()
        except (OSError, ValueError) as error:
            is_record = isinstance(error, ValidationError)
            why = error.errors(include_url=False)[0]["msg"] if is_record else reason_of(error)
            raise ListFileError(
                tr("{file} can't be read: {why}. Move it away to begin a new one.", file=self.path, why=why)
            ) from error

    def write(self, records: tuple[Any, ...]) -> None:
        """Replace the content of the file. Raises OSError if it can't be written."""
        text = json.dumps(self._adapter.dump_python(records, mode="json"), ensure_ascii=False, indent=1)
        write_atomically(self.path, text.encode())


class KeptList(Generic[_T]):
    """Records, oldest first, and their file, for rules which the settings show and revoke.

    An unreadable file holds none, so that the user is asked again; it is replaced with the next change.
    """

    def __init__(
        self, file: Path, adapter: TypeAdapter[tuple[_T, ...]], most: int, is_kept: Callable[[_T], bool]
    ) -> None:
        """most: how many records are kept, the newest. is_kept: whether a record outlives the program."""
        self._file, self._most, self._is_kept = ListFile(file, adapter), most, is_kept
        self.all: tuple[_T, ...] = ()
        self._changed = Listeners[[]]()
        self.listen = self._changed.add
        """Calls a function after each change. Returns what ends that."""
        try:
            self.all = tuple(filter(is_kept, self._file.read()))[-most:]
        except ListFileError as error:
            logger.warning("the user is asked again: %s", error)

    def reload(self) -> None:
        """Use what the file has now, after it was replaced, beside what is not kept; unless it can't be read."""
        try:
            kept = self._file.read()
        except ListFileError as error:
            logger.warning("the records stay as they are: %s", error)
            return
        self._use((*filter(self._is_kept, kept), *(each for each in self.all if not self._is_kept(each))))

    def revoke(self, record: _T) -> None:
        """Remove a record, if it is there. Raises OSError if the file can't be written; it is gone all the same."""
        self._use(each for each in self.all if each != record)
        self._write()

    def _use(self, records: Iterable[_T]) -> None:
        self.all = tuple(records)[-self._most :]
        self._changed()

    def _write(self) -> None:
        self._file.write(tuple(filter(self._is_kept, self.all)))
