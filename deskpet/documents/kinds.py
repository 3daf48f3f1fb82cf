"""Recognise the kind of a file by its content; its name decides only between texts."""

from pathlib import Path

from deskpet.documents.document import DocumentError, Kind
from deskpet.translation import tr

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
    if _is_pdf(data[:_PDF_AREA], suffix):
        return Kind.PDF
    if data.startswith(_COMPOUND):
        return _compound_kind(data, name)
    if data.startswith(_ZIP):
        return _archive_kind(data, name)
    if suffix in ("pdf", *OFFICE_SUFFIXES):
        message = tr("{file} is no {kind} file, although it is named like one.", file=name, kind=suffix.upper())
        raise DocumentError("wrong_type", message)
    head = data[:_PDF_AREA].lstrip(_BLANK).lower()
    if data.startswith(b"{\\rtf"):
        raise DocumentError("unsupported", _save_as(name, "docx"))
    if suffix == "ipynb":
        return Kind.IPYNB
    return Kind.HTML if suffix in WEB_SUFFIXES or head.startswith(_HTML_STARTS) else Kind.TEXT


def _is_pdf(head: bytes, suffix: str) -> bool:
    """Return whether a file is a PDF. Source code may mention the mark as well, so its place or the suffix decides."""
    return _PDF in head if suffix in ("", "pdf") else head.lstrip(_BLANK).startswith(_PDF)


def _archive_kind(data: bytes, name: str) -> Kind:
    found = next((kind for part, kind in _PARTS if part in data), None)
    if found:
        return found
    suffix = Path(name).suffix.lower().removeprefix(".")
    if any(each in data for each in _OTHER_OFFICE) or suffix in _OTHER_SUFFIXES:
        raise DocumentError("unsupported", _save_as(name, "docx"))
    if suffix in OFFICE_SUFFIXES:
        # A file that was cut off has lost the directory at its end.
        raise damaged(name)
    raise DocumentError("unsupported", tr("{file} is an archive. Unpack it, and add the files in it.", file=name))


def _compound_kind(data: bytes, name: str) -> Kind:
    if _ENCRYPTED in data:
        raise encrypted(name)
    if any(stream.encode("utf-16-le") in data for stream in _WORKBOOKS):
        return Kind.XLS
    suffix = "pptx" if name.lower().endswith("ppt") else "docx"
    raise DocumentError("unsupported", _save_as(name, suffix))


def _save_as(name: str, suffix: str) -> str:
    return tr("{file} has a format that can't be read. Save it as .{suffix} or PDF.", file=name, suffix=suffix)


def encrypted(name: str) -> DocumentError:
    """Return the error about a file that needs a password."""
    message = tr("{file} is protected by a password. Save a copy without one.", file=name)
    return DocumentError("encrypted", message)


def damaged(name: str) -> DocumentError:
    """Return the error about a file that contradicts its format."""
    return DocumentError("damaged", tr("{file} is damaged or incomplete, so it can't be read.", file=name))
