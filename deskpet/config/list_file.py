"""A list of records in a JSON file of the data folder, which people can read and edit."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from deskpet.config import state_files
from deskpet.filesystem.atomic_write import write_atomically
from deskpet.text.reasons import reason_of
from deskpet.translation import tr

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
            why = _reason(error)
            raise ListFileError(
                tr("{file} can't be read: {why}. Move it away to begin a new one.", file=self.path, why=why)
            ) from error

    def write(self, records: tuple[Any, ...]) -> None:
        """Replace the content of the file. Raises OSError if it can't be written."""
        text = json.dumps([asdict(each) for each in records], ensure_ascii=False, indent=1)
        write_atomically(self.path, text.encode())


def _reason(error: OSError | ValueError) -> str:
    """Return the reason why the file can't be read, on one line."""
    if isinstance(error, ValidationError):
        return error.errors(include_url=False)[0]["msg"]
    return reason_of(error)
