"""Read the text of a file: PDF, Office and web files in a child process, plain text in this one."""

import json
import logging
from collections.abc import Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from deskpet import html
from deskpet.chat.messages import Document
from deskpet.chat.tokens import estimate_text_tokens
from deskpet.documents import kinds, notebook
from deskpet.documents.document import DocumentError, Kind
from deskpet.documents.limits import MAX_BYTES, MAX_CHARACTERS, MAX_PAGES, MEGABYTES, SECONDS
from deskpet.documents.notebook import NotNotebook
from deskpet.documents.unread import UnreadCause
from deskpet.filesystem.bounded import UnusableFile, read_bounded
from deskpet.processes.sandbox import (
    SandboxCrashed,
    SandboxNotStarted,
    SandboxOutOfMemory,
    SandboxTimeout,
    run_sandboxed,
)
from deskpet.text import text_encoding
from deskpet.text.reasons import reason_of
from deskpet.text.text_encoding import DecodedText, NotText
from deskpet.translation import tr

_MAX_NAME = 120
# JSON escapes a character to twelve bytes at most.
_MAX_REPLY = 12 * MAX_CHARACTERS + (1 << 20)
_FOLDER = Path(__file__).parent
# The child and the library of each kind.
_CHILDREN = {
    Kind.PDF: (_FOLDER / "pdf_child.py", "pypdf"),
    Kind.DOCX: (_FOLDER / "docx_child.py", "docx"),
    Kind.PPTX: (_FOLDER / "pptx_child.py", "pptx"),
    Kind.XLSX: (_FOLDER / "sheet_child.py", "python_calamine"),
    Kind.XLS: (_FOLDER / "sheet_child.py", "python_calamine"),
    Kind.ODS: (_FOLDER / "sheet_child.py", "python_calamine"),
    Kind.ODT: (_FOLDER / "odf_child.py", "lxml"),
    Kind.ODP: (_FOLDER / "odf_child.py", "lxml"),
    Kind.EPUB: (_FOLDER / "epub_child.py", "lxml"),
    Kind.HTML: (html.CHILD, "resiliparse"),
}
_WEB_REQUEST = {"url": "", "charset": "", "is_html": True}
_reply_adapter = TypeAdapter(dict[str, Any])
_pages_adapter = TypeAdapter(tuple[str, ...])

logger = logging.getLogger(__name__)


def read(path: Path) -> Document:
    """Read a document, which can take a minute: call it in a thread. Raises DocumentError and Cancelled."""
    try:
        data = read_bounded(path, MAX_BYTES)
    except UnusableFile as error:
        code = "too_large" if path.is_file() else "not_a_file"
        raise DocumentError(code, tr("{file} can't be read: {why}.", file=path.name, why=reason_of(error))) from error
    except OSError as error:
        raise DocumentError(
            "unreadable", tr("{file} can't be read: {why}.", file=path.name, why=reason_of(error))
        ) from error
    return read_data(data, path.name)


def read_data(data: bytes, name: str) -> Document:
    """Read the document in `data`; its `name` is for messages and decides between kinds of text. See `read`."""
    if not data:
        raise DocumentError("empty", tr("{file} is empty: it has no bytes.", file=name))
    kind = kinds.kind_of(data, name)
    encoding = ""
    if kind in (Kind.TEXT, Kind.IPYNB):
        found = _plain_text(data, name)
        pages = _cells(found.text, name) if kind is Kind.IPYNB else [found.text]
        encoding = "" if found.encoding == "UTF-8" else found.encoding
    else:
        pages = _read_in_child(kind, data, name)
    if not any(page.strip() for page in pages):
        raise _no_text(kind, name)
    tokens = sum(map(estimate_text_tokens, pages))
    return Document(_shown_name(name), kind.value, tuple(pages), tokens, encoding=encoding)


def _shown_name(name: str) -> str:
    """Return a file's name on one line, without characters that hide or reorder others, for people and the model."""
    shown = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in name)
    return shown if len(shown) <= _MAX_NAME else f"{shown[: _MAX_NAME // 2]}…{shown[-_MAX_NAME // 2 :]}"


def _plain_text(data: bytes, name: str) -> DecodedText:
    if len(data) > 4 * MAX_CHARACTERS:
        raise _too_large(name)
    try:
        found = text_encoding.decode(data)
    except NotText as error:
        if error.is_binary:
            message = tr("{file} has a format that can't be read. Save it as text or PDF.", file=name)
        else:
            message = tr("{file} is a text in an encoding that is not known. Save it as UTF-8.", file=name)
        raise DocumentError("unsupported", message) from error
    if len(found.text) > MAX_CHARACTERS:
        raise _too_large(name)
    return replace(found, text=found.text.replace("\r\n", "\n"))


def _cells(text: str, name: str) -> Sequence[str]:
    try:
        cells = notebook.cells_of(text)
    except NotNotebook as error:
        message = tr("{file} is no {kind} file, although it is named like one.", file=name, kind="IPYNB")
        raise DocumentError("wrong_type", message) from error
    if len(cells) > MAX_PAGES:
        raise _too_large(name)
    return cells


def _read_in_child(kind: Kind, data: bytes, name: str) -> Sequence[str]:
    child, library = _CHILDREN[kind]
    if not find_spec(library):
        extra = "web" if kind is Kind.HTML else "documents"
        raise DocumentError("missing_extra", tr("Reading {file} needs deskpet[{extra}].", file=name, extra=extra))
    head = json.dumps(_WEB_REQUEST).encode() + b"\n" if kind is Kind.HTML else b""
    try:
        reply = run_sandboxed(child, head + data, seconds=SECONDS, max_reply=_MAX_REPLY)
        fields = _reply_adapter.validate_json(reply)
        if fields.get("late"):
            logger.error("%s needs modules that it did not import before: %s", child.name, fields["late"])
        if "error" in fields:
            logger.info("%s can't read a file: %s, %s", child.name, fields["error"], fields.get("cause"))
            raise _error(UnreadCause(fields["error"]), name)
        return _web_page(fields) if kind is Kind.HTML else _pages_adapter.validate_python(fields.get("pages"))
    except SandboxNotStarted as error:
        raise DocumentError("not_started", tr("The reader of {file} could not be started.", file=name)) from error
    except SandboxTimeout as error:
        raise _too_slow(name) from error
    except SandboxOutOfMemory as error:
        raise _too_much_memory(name) from error
    except SandboxCrashed as error:
        raise _crashed(name) from error
    except ValueError as error:
        # The reply of a child that was taken over by the file that it read.
        raise _crashed(name) from error


def _web_page(fields: dict[str, Any]) -> list[str]:
    title, text = str(fields.get("title", "")), str(fields.get("text", ""))
    return [f"{title}\n\n{text}" if title and text else text]


def _error(cause: UnreadCause, name: str) -> DocumentError:
    match cause:
        case UnreadCause.ENCRYPTED:
            return kinds.encrypted(name)
        case UnreadCause.TOO_LARGE:
            return _too_large(name)
        case UnreadCause.MEMORY:
            return _too_much_memory(name)
        case UnreadCause.TOO_DEEP:
            message = tr("{file} is nested too deeply to be read. Save its text as a file.", file=name)
            return DocumentError("too_large", message)
        case UnreadCause.FORBIDDEN_FILE:
            message = tr(
                "The reader of {file} needed a file of this computer, which it may not open. The log has the cause.",
                file=name,
            )
            return DocumentError("reader_failed", message)
        case UnreadCause.DAMAGED:
            return kinds.damaged(name)


def _crashed(name: str) -> DocumentError:
    message = tr("The reader of {file} crashed. Save the file in another format. The log has the cause.", file=name)
    return DocumentError("reader_failed", message)


def _too_much_memory(name: str) -> DocumentError:
    message = tr(
        "Reading {file} takes more than {mb} MB of memory, so it was stopped. Save a part of it as a file.",
        file=name,
        mb=MEGABYTES,
    )
    return DocumentError("too_large", message)


def _too_slow(name: str) -> DocumentError:
    message = tr(
        "Reading {file} takes more than {n} seconds, so it was stopped. Save a part of it as a file.",
        file=name,
        n=SECONDS,
    )
    return DocumentError("too_large", message)


def _too_large(name: str) -> DocumentError:
    return DocumentError("too_large", tr("{file} is too large to be read. Save a part of it as a file.", file=name))


def _no_text(kind: Kind, name: str) -> DocumentError:
    if kind is Kind.PDF:
        message = tr("{file} has no text: its pages are pictures or drawings. Add them as pictures.", file=name)
        return DocumentError("no_text", message)
    return DocumentError("no_text", tr("{file} has no text.", file=name))
