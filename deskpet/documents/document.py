"""Kinds of documents, their limits, and why a file can not be read as one."""

from enum import StrEnum

MAX_BYTES = 64 << 20
"""Maximum size of a file."""
MAX_PAGES = 5000
"""Maximum number of pages, slides or sheets."""
MAX_CHARACTERS = 4_000_000
"""Maximum length of the text, about a million tokens."""


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


class UnreadCause(StrEnum):
    """Why a child process could not read a file: the file itself, or a limit of the process."""

    DAMAGED = "damaged"
    ENCRYPTED = "encrypted"
    TOO_LARGE = "too_large"
    """More pages or text than can be used."""
    MEMORY = "memory"
    TOO_DEEP = "too_deep"
    FORBIDDEN_FILE = "forbidden_file"
    """The reader needed another file, which is a mistake of the program: it had to be loaded before."""


class DocumentError(Exception):
    """A file can't be read as a document. The message names the file, the cause and the next step; it is translated.

    `code` is a stable identifier for programs.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
