"""Recognise the kind of a file by its content; its name decides only between texts. Say why a file is not read."""

from collections.abc import Mapping
from pathlib import Path

from deskpet.documents.document import DocumentError, Kind, UnreadCause
from deskpet.processes.child_kinds import DOCUMENT
from deskpet.processes.one_shot import Failure
from deskpet.translation import tr, tr_noop

OFFICE_SUFFIXES = ("docx", "docm", "pptx", "pptm", "xlsx", "xlsm", "xls", "ods", "odt", "odp", "epub")
WEB_SUFFIXES = ("html", "htm", "xhtml")
_PDF = b"%PDF-"
# PDF files may have other bytes before their first line: ISO 32000 asks readers to accept 1,024.
_PDF_AREA = 1024
# Whitespace and the byte order mark of UTF-8.
_BLANK = b"\xef\xbb\xbf \t\r\n"
_ZIP, _COMPOUND = b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
# Names of parts in the directory of an archive.
_PARTS = (
    (b"word/document", Kind.DOCX),
    (b"ppt/presentation", Kind.PPTX),
    (b"xl/workbook", Kind.XLSX),
    (b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet", Kind.ODS),
    (b"mimetypeapplication/vnd.oasis.opendocument.text", Kind.ODT),
    (b"mimetypeapplication/vnd.oasis.opendocument.presentation", Kind.ODP),
    (b"mimetypeapplication/epub+zip", Kind.EPUB),
    (b"META-INF/container.xml", Kind.EPUB),
)
# Documents of other programs, which are archives as well.
_OTHER_OFFICE = (
    b"mimetypeapplication/vnd.oasis.opendocument",
    b"mimetypeapplication/vnd.sun.xml",
    b"Index/Document.iwa",
)
_OTHER_SUFFIXES = ("pages", "numbers", "key", "xps", "oxps")
# Streams of a compound file, whose names are in UTF-16.
_ENCRYPTED, _WORKBOOKS = "EncryptedPackage".encode("utf-16-le"), ("Workbook", "Book")
_HTML_STARTS = (b"<!doctype html", b"<html")


def kind_of(data: bytes, name: str) -> Kind:
    """Return the kind of a file. Raises DocumentError for one that is not read."""
    suffix = Path(name).suffix.lower().removeprefix(".")
    head = data[:_PDF_AREA].lstrip(_BLANK)
    # Source code may mention the mark of PDF as well, so its place or the suffix decides.
    if _PDF in data[:_PDF_AREA] if suffix in ("", "pdf") else head.startswith(_PDF):
        return Kind.PDF
    if data.startswith(_COMPOUND):
        return _compound_kind(data, name)
    if data.startswith(_ZIP):
        return _archive_kind(data, name)
    if suffix in ("pdf", *OFFICE_SUFFIXES):
        raise wrong_type(suffix, name)
    if data.startswith(b"{\\rtf"):
        raise DocumentError("unsupported", _save_as(name, "docx"))
    if suffix == "ipynb":
        return Kind.IPYNB
    return Kind.HTML if suffix in WEB_SUFFIXES or head.lower().startswith(_HTML_STARTS) else Kind.TEXT


def _archive_kind(data: bytes, name: str) -> Kind:
    found = next((kind for part, kind in _PARTS if part in data), None)
    if found:
        return found
    suffix = Path(name).suffix.lower().removeprefix(".")
    if any(each in data for each in _OTHER_OFFICE) or suffix in _OTHER_SUFFIXES:
        raise DocumentError("unsupported", _save_as(name, "docx"))
    if suffix in OFFICE_SUFFIXES:
        # A file that was cut off has lost the directory at its end.
        raise unread(UnreadCause.DAMAGED, name)
    raise DocumentError("unsupported", tr("{file} is an archive. Unpack it, and add the files in it.", file=name))


def _compound_kind(data: bytes, name: str) -> Kind:
    if _ENCRYPTED in data:
        raise unread(UnreadCause.ENCRYPTED, name)
    if any(stream.encode("utf-16-le") in data for stream in _WORKBOOKS):
        return Kind.XLS
    suffix = "pptx" if name.lower().endswith("ppt") else "docx"
    raise DocumentError("unsupported", _save_as(name, suffix))


def _save_as(name: str, suffix: str) -> str:
    return tr("{file} has a format that can't be read. Save it as .{suffix} or PDF.", file=name, suffix=suffix)


_CRASHED = (
    "reader_failed",
    tr_noop("The reader of {file} crashed. Save the file in another format. The log has the cause."),
)
_TOO_MUCH_MEMORY = (
    "too_large",
    tr_noop("Reading {file} takes more than {mb} MB of memory, so it was stopped. Save a part of it as a file."),
)
# The code and the message for each cause.
_UNREAD: Mapping[UnreadCause | Failure, tuple[str, str]] = {
    UnreadCause.ENCRYPTED: ("encrypted", tr_noop("{file} is protected by a password. Save a copy without one.")),
    UnreadCause.DAMAGED: ("damaged", tr_noop("{file} is damaged or incomplete, so it can't be read.")),
    UnreadCause.TOO_LARGE: ("too_large", tr_noop("{file} is too large to be read. Save a part of it as a file.")),
    UnreadCause.MEMORY: _TOO_MUCH_MEMORY,
    UnreadCause.TOO_DEEP: ("too_large", tr_noop("{file} is nested too deeply to be read. Save its text as a file.")),
    UnreadCause.FORBIDDEN_FILE: (
        "reader_failed",
        tr_noop("The reader of {file} needed a file of this computer, which it may not open. The log has the cause."),
    ),
    Failure.NOT_STARTED: ("not_started", tr_noop("The reader of {file} could not be started.")),
    Failure.TIMED_OUT: (
        "too_large",
        tr_noop("Reading {file} takes more than {n} seconds, so it was stopped. Save a part of it as a file."),
    ),
    Failure.OUT_OF_MEMORY: _TOO_MUCH_MEMORY,
    Failure.CRASHED: _CRASHED,
    Failure.BAD_REPLY: _CRASHED,
}


def unread(cause: UnreadCause | Failure, name: str) -> DocumentError:
    """Return the error about a file that can't be read for this cause."""
    code, message = _UNREAD[cause]
    return DocumentError(code, tr(message, file=name, mb=DOCUMENT.megabytes, n=DOCUMENT.seconds))


def wrong_type(suffix: str, name: str) -> DocumentError:
    """Return the error about a file whose content is not what its name says."""
    message = tr("{file} is no {kind} file, although it is named like one.", file=name, kind=suffix.upper())
    return DocumentError("wrong_type", message)
