"""Child process that reads the pages of a PDF by pypdf."""

import io
import logging
from collections.abc import Iterator

from pypdf import PageObject, PasswordType, PdfReader, PdfWriter
from pypdf.errors import DependencyError, LimitReachedError, PdfReadError, PyPdfError

from deskpet.documents.child import ODD, UnreadableDocument, serve
from deskpet.documents.document import MAX_PAGES, UnreadCause

# An object of a page that is missing or of another type is not the end of the document.
_ODD_PAGE = (*ODD, PyPdfError, DependencyError, NotImplementedError)
# The end of a file, which says where its table of objects is; this one says that there is none.
_END, _NO_TABLE = 1024, b"\nstartxref\n0\n%%EOF\n"
_PAGE_FAILED = "[This page can't be read.]"


def read(data: bytes) -> Iterator[str]:
    """Yield the texts of the pages. Raises UnreadableDocument."""
    try:
        reader = _reader(data)
        if reader.is_encrypted and reader.decrypt("") is PasswordType.NOT_DECRYPTED:
            raise UnreadableDocument(UnreadCause.ENCRYPTED)
        count = len(reader.pages)
    except DependencyError as error:
        raise UnreadableDocument(UnreadCause.ENCRYPTED) from error
    except (PyPdfError, NotImplementedError, OSError) as error:
        raise UnreadableDocument(UnreadCause.DAMAGED) from error
    if not count:
        raise UnreadableDocument(UnreadCause.DAMAGED)
    if count > MAX_PAGES:
        raise UnreadableDocument(UnreadCause.TOO_LARGE)
    errors: list[Exception] = []
    for number in range(count):
        try:
            page: PageObject = reader.pages[number]
            yield page.extract_text().strip()
        except _ODD_PAGE as error:
            errors.append(error)
            yield _PAGE_FAILED
    if len(errors) == count:
        has_limit = any(isinstance(each, LimitReachedError) for each in errors)
        raise UnreadableDocument(UnreadCause.TOO_LARGE if has_limit else UnreadCause.DAMAGED) from errors[0]


def _reader(data: bytes) -> PdfReader:
    """Open a file. One whose end is missing is searched for its objects."""
    try:
        return PdfReader(io.BytesIO(data))
    except PdfReadError:
        if b"startxref" in data[-_END:]:
            raise
        return PdfReader(io.BytesIO(data + _NO_TABLE))


def _sample() -> bytes:
    """Return an encrypted PDF, so that the library of ciphers is loaded as well."""
    writer = PdfWriter()
    writer.add_blank_page(100, 100)
    file = io.BytesIO()
    writer.encrypt("", "owner", algorithm="RC4-128")
    writer.write(file)
    return file.getvalue()


if __name__ == "__main__":
    # Its warnings about odd files would be written for nobody.
    logging.disable()
    serve(read, _sample, ["pypdf"])
