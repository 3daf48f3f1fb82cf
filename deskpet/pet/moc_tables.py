"""Read the tables of a checked moc3 file that Live2D's core does not give: texture coordinates and clipping masks."""

import struct
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

_HEADER = 64
# Live2D's library draws masks into two buffers of four channels.
_MASK_CHANNELS = 8


class MocTable(IntEnum):
    """The index of a table in the section offset table, which follows the header."""

    COUNTS = 0
    TEXTURES = 41
    VERTEX_COUNTS = 43
    UV_BEGINS = 44
    MASK_BEGINS = 47
    MASK_COUNTS = 48
    UVS = 78
    MASKS = 80


class Count(IntEnum):
    """The index of a count in the table COUNTS."""

    MESHES = 4
    UVS = 15
    MASKS = 17


@dataclass(frozen=True, slots=True)
class MocTables:
    """The bytes of a checked moc3 file."""

    data: bytes

    @classmethod
    def read(cls, moc: Path) -> "MocTables":
        """Read a file. Raises OSError."""
        return cls(moc.read_bytes())

    def count(self, count: Count) -> int:
        """Return how many meshes or numbers there are. Raises struct.error or IndexError for a damaged file."""
        return int(self.numbers(MocTable.COUNTS, count + 1, "I")[count])

    def numbers(self, table: MocTable, count: int, kind: str) -> tuple[float, ...]:
        """Return the numbers of a table; `kind` is that of `struct`. Raises struct.error or IndexError."""
        order = ">" if self.data[5] else "<"
        (offset,) = struct.unpack_from(f"{order}I", self.data, _HEADER + 4 * table)
        return struct.unpack_from(f"{order}{count}{kind}", self.data, offset)

    def integers(self, table: MocTable, count: int) -> tuple[int, ...]:
        """Return the numbers of a table of integers. Raises struct.error or IndexError."""
        return tuple(map(int, self.numbers(table, count, "i")))


def has_channel_for_each_mask(moc: Path) -> bool:
    """Return whether each group of meshes with the same masks has a channel of a buffer for itself.

    The shaders don't know where else the cells of a channel are. Raises OSError, and struct.error or IndexError if the
    file was changed since it was checked.
    """
    tables = MocTables.read(moc)
    masks = tables.integers(MocTable.MASKS, tables.count(Count.MASKS))
    begins, counts = (
        tables.integers(table, tables.count(Count.MESHES)) for table in (MocTable.MASK_BEGINS, MocTable.MASK_COUNTS)
    )
    groups = {frozenset(masks[begin : begin + count]) for begin, count in zip(begins, counts, strict=True) if count}
    return len(groups) <= _MASK_CHANNELS
