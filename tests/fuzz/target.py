"""What a fuzz target is, and how a target divides and stores its input."""

import atexit
import random
import shutil
import tempfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar

Check = Callable[[bytes], None]
Seeds = Callable[[], Iterable[bytes]]
_MOST_EQUAL_PIECES = 300
Divided = TypeVar("Divided", bytes, str)


@dataclass(frozen=True, slots=True)
class Target:
    """A function that takes any bytes, and raises if its invariant does not hold.

    `seeds` are the inputs that a search begins with, `words` pieces that it inserts, `max_length` the most bytes of an
    input.
    """

    name: str
    check: Check
    invariant: str
    seeds: Seeds
    words: tuple[bytes, ...] = ()
    max_length: int = 4096


def divisions(data: Divided) -> Iterator[list[Divided]]:
    """Yield three divisions of `data` that depend on nothing else: equal pieces, short pieces, two halves.

    The equal pieces are single units of a short input, which keeps a search fast.
    """
    rng = random.Random(zlib.crc32(data if isinstance(data, bytes) else data.encode()))
    step = len(data) // _MOST_EQUAL_PIECES + 1
    yield [data[at : at + step] for at in range(0, len(data), step)]
    pieces, at = list[Divided](), 0
    while at < len(data):
        end = at + rng.randint(1, 12 * step)
        pieces.append(data[at:end])
        at = end
    yield pieces
    middle = rng.randrange(len(data) + 1)
    yield [data[:middle], data[middle:]]


@cache
def scratch() -> Path:
    """Return an empty folder of this process, in memory if possible."""
    memory = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(prefix="deskpet-fuzz-", dir=memory if memory.is_dir() else None))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def written(name: str, data: bytes) -> Path:
    """Write `data` to the file `name` in the folder of this process, and return its path."""
    path = scratch() / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path
