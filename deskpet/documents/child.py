"""Shared code of the child processes of this package: they confine themselves, read one file and reply with its text.

The request is the file itself. The reply has `pages`, a list of texts, or `error`, an UnreadCause, and `cause`: what
the library raised and where, without its message, which may quote the file. Only what confines the process is imported
from the program, besides this package.
"""

import errno
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from deskpet.documents.document import MAX_CHARACTERS, MAX_PAGES, UnreadCause
from deskpet.processes.child_kinds import DOCUMENT
from deskpet.processes.confinement import load_codecs, load_package
from deskpet.processes.serving import serve_once

# What the libraries raise for contents that contradict each other.
ODD = (ValueError, TypeError, AttributeError, LookupError, ArithmeticError, AssertionError, RecursionError)
# A file that the confined process may not open.
_FORBIDDEN = (errno.EPERM, errno.EACCES, errno.EMFILE, errno.ENFILE)
# XML_ERR_RESOURCE_LIMIT of libxml2: elements that are nested too deeply, or a text or entity that is too long.
_XML_LIMIT = 114

Reader = Callable[[bytes], Iterable[str]]


class UnreadableDocument(Exception):
    """The file can't be read, for this cause."""

    def __init__(self, cause: UnreadCause) -> None:
        super().__init__(cause.value)
        self.cause = cause


def serve(read: Reader, sample: Callable[[], bytes] | None = None, packages: Iterable[str] = ()) -> None:
    """Read one file by `read`, which yields the texts of its pages.

    No file can be opened later, so everything is loaded before: all codecs, the `packages` with all their modules, and
    what the libraries import while they read the file that `sample` makes.
    """
    load_codecs()
    for each in packages:
        load_package(each)
    if sample:
        list(read(sample()))
    serve_once(DOCUMENT, partial(_reply, read))


def _reply(read: Reader, data: bytes) -> dict[str, Any]:
    try:
        return {"pages": list(_limited(read(data)))}
    except (UnreadableDocument, MemoryError, OSError, ImportError, *ODD) as error:
        chain = [*_chain(error)]
        return {"error": _cause_of(chain), "cause": " from ".join(map(_place, chain))}


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error and those that caused it."""
    while error:
        yield error
        error = error.__cause__ or error.__context__


def _cause_of(chain: list[BaseException]) -> UnreadCause:
    """Return why a file was not read: a limit of this process comes before what the library made of it."""
    for error in chain:
        match error:
            case MemoryError() | OSError(errno=errno.ENOMEM):
                return UnreadCause.MEMORY
            case RecursionError():
                return UnreadCause.TOO_DEEP
            case ImportError():
                return UnreadCause.FORBIDDEN_FILE
            case OSError() if error.errno in _FORBIDDEN:
                return UnreadCause.FORBIDDEN_FILE
            case SyntaxError(msg=message) if getattr(error, "code", 0) == _XML_LIMIT:
                return UnreadCause.TOO_DEEP if "depth" in message else UnreadCause.TOO_LARGE
            case _:
                pass
    first = chain[0]
    return first.cause if isinstance(first, UnreadableDocument) else UnreadCause.DAMAGED


def _place(error: BaseException) -> str:
    """Return the type of an error and where it was raised."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    where = f" ({trace.tb_frame.f_globals.get('__name__')}:{trace.tb_lineno})" if trace else ""
    return f"{type(error).__name__}{where}"


def _limited(pages: Iterable[str]) -> Iterator[str]:
    length = 0
    for number, page in enumerate(pages):
        length += len(page)
        if number >= MAX_PAGES or length > MAX_CHARACTERS:
            raise UnreadableDocument(UnreadCause.TOO_LARGE)
        # Surrogates can't be stored or sent.
        yield page.encode("utf-8", "replace").decode()
