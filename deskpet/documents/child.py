"""Shared code of the child processes of this package: they confine themselves, read one file and reply with its text.

The request is the file itself. The reply is a JSON object with `pages`, a list of texts, or with `error`, the code of a
DocumentError. Only what confines the process is imported from the program, besides this package.
"""

import codecs
import contextlib
import encodings.aliases
import json
import sys
from collections.abc import Callable, Iterable, Iterator

from deskpet.documents.limits import MAX_CHARACTERS, MAX_PAGES
from deskpet.pet.confinement import Confinement

SECONDS = 60
"""Processor time of a child."""
_MEGABYTES = 700
# What the libraries raise for contents that contradict each other.
ODD = (ValueError, TypeError, AttributeError, LookupError, ArithmeticError, AssertionError, RecursionError)

Reader = Callable[[bytes], Iterable[str]]


class UnreadableDocument(Exception):
    """The file can't be read; the argument is the code of the error."""


def serve(read: Reader, sample: Callable[[], bytes] | None = None) -> int:
    """Read one file by `read`, which yields the texts of its pages, and return the exit code.

    `sample` makes a small file, which is read first: some libraries import modules when they are needed, and no file
    can be opened later.
    """
    for name in {*encodings.aliases.aliases.values()}:
        with contextlib.suppress(LookupError):
            codecs.lookup(name)
    if sample:
        list(read(sample()))
    Confinement().complete(_MEGABYTES, SECONDS)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdout.write(json.dumps(_reply(read, sys.stdin.buffer.read())))
    sys.stdout.flush()
    return 0


def _reply(read: Reader, data: bytes) -> dict[str, object]:
    try:
        return {"pages": list(_limited(read(data)))}
    except UnreadableDocument as error:
        return {"error": str(error)}
    except MemoryError:
        return {"error": "too_large"}
    except ODD:
        return {"error": "damaged"}


def _limited(pages: Iterable[str]) -> Iterator[str]:
    length = 0
    for number, page in enumerate(pages):
        length += len(page)
        if number >= MAX_PAGES or length > MAX_CHARACTERS:
            raise UnreadableDocument("too_large")
        # Surrogates can't be stored or sent.
        yield page.encode("utf-8", "replace").decode()
