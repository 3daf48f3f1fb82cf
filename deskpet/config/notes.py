"""A note as it is kept: a record of the file notes.json."""

from dataclasses import dataclass

from pydantic import TypeAdapter

MAX_NOTES = 1000
# In characters.
MAX_TEXT, MAX_TITLE = 4000, 120
# Every character takes up to 6 bytes in JSON, as an escape.
MAX_BYTES = 8 * MAX_NOTES * (MAX_TEXT + MAX_TITLE)


@dataclass(frozen=True, slots=True)
class Note:
    """A text that was noted at `written_at` (Unix seconds). `number` identifies it to people and models."""

    number: int
    text: str
    title: str = ""
    written_at: float = 0.0


RECORDS = TypeAdapter(tuple[Note, ...])
"""Validates the records of the file."""
