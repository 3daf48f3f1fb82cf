"""Kinds of documents, and why a file can not be read as one."""

from enum import StrEnum


class Kind(StrEnum):
    """Format of a document, as `deskpet read --json` prints it. All kinds of plain text and source code are TEXT."""

    PDF = "pdf"
    DOCX = "docx"
    PPTX = "pptx"
    XLSX = "xlsx"
    XLS = "xls"
    ODS = "ods"
    ODT = "odt"
    ODP = "odp"
    EPUB = "epub"
    IPYNB = "ipynb"
    HTML = "html"
    TEXT = "text"


class DocumentError(Exception):
    """A file can't be read as a document. The message names the file, the cause and the next step; it is translated.

    `code` is a stable identifier for programs.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
