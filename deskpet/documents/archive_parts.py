"""Parts of documents that are archives of XML files: EPUB and OpenDocument. Used in child processes."""

import io
import zlib
from types import TracebackType
from typing import Any, Self
from zipfile import BadZipFile, ZipFile

from lxml import etree

from deskpet.documents.child import UnreadableDocument
from deskpet.documents.unread import UnreadCause

_DAMAGED = (BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, SyntaxError)


class ArchiveParts:
    """The files of an archive. A context manager, which turns what the libraries raise into UnreadableDocument."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def __enter__(self) -> Self:
        try:
            self._archive = ZipFile(io.BytesIO(self._data))
        except BadZipFile as error:
            raise UnreadableDocument(UnreadCause.DAMAGED) from error
        self._names = frozenset(self._archive.namelist())
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if isinstance(error, _DAMAGED) and not isinstance(error, RecursionError):
            raise UnreadableDocument(UnreadCause.DAMAGED) from error

    def has(self, name: str) -> bool:
        """Return whether there is a part of this name."""
        return name in self._names

    def read(self, name: str) -> bytes:
        """Return the bytes of a part. Raises KeyError if there is none."""
        return self._archive.read(name)

    def xml(self, name: str) -> Any:
        """Return the root element of a part. Entities stay as they are, and no other file is read."""
        parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
        return etree.fromstring(self.read(name), parser)


def local_name(element: Any) -> str:
    """Return the name of an element without its namespace, empty for comments and instructions."""
    # In HTML, names may have colons, which QName refuses.
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def attribute(element: Any, name: str) -> str:
    """Return an attribute by its name without its namespace, empty if the element has none."""
    return next((value for key, value in element.attrib.items() if key.rpartition("}")[2] == name), "")
