"""Read the text of a file: PDF, Office and web files in a child process, plain text in this one."""

import json
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from deskpet.bounded import UnusableFile, read_bounded
from deskpet.chat.messages import Document
from deskpet.chat.tokens import estimate_text_tokens
from deskpet.chat.tool import ToolFailed
from deskpet.documents import kinds
from deskpet.documents.document import DocumentError, Kind
from deskpet.documents.limits import MAX_BYTES, MAX_CHARACTERS
from deskpet.tools.files import text_file
from deskpet.tools.sandbox import SandboxCrashed, SandboxNotStarted, SandboxTimeout, run_sandboxed
from deskpet.words import tr

_SECONDS = 60.0
_MAX_NAME = 120
# JSON escapes a character to twelve bytes at most.
_MAX_REPLY = 12 * MAX_CHARACTERS + (1 << 20)
_FOLDER = Path(__file__).parent
_WEB_CHILD = _FOLDER.parent / "tools" / "web" / "extract_child.py"
# The child and the library of each kind.
_CHILDREN = {
    Kind.PDF: (_FOLDER / "pdf_child.py", "pypdf"),
    Kind.DOCX: (_FOLDER / "docx_child.py", "docx"),
    Kind.PPTX: (_FOLDER / "pptx_child.py", "pptx"),
    Kind.XLSX: (_FOLDER / "sheet_child.py", "python_calamine"),
    Kind.XLS: (_FOLDER / "sheet_child.py", "python_calamine"),
    Kind.ODS: (_FOLDER / "sheet_child.py", "python_calamine"),
    Kind.HTML: (_WEB_CHILD, "resiliparse"),
}
_WEB_REQUEST = {"url": "", "charset": "", "is_html": True}
_reply_adapter = TypeAdapter(dict[str, Any])
_pages_adapter = TypeAdapter(tuple[str, ...])


def read(path: Path) -> Document:
    """Read a document, which can take a minute: call it in a thread. Raises DocumentError and Cancelled."""
    try:
        data = read_bounded(path, MAX_BYTES)
    except UnusableFile as error:
        code = "too_large" if path.is_file() else "not_a_file"
        raise DocumentError(code, tr("{file} can't be read: {why}.", file=path.name, why=error.strerror)) from error
    except OSError as error:
        raise DocumentError(
            "unreadable", tr("{file} can't be read: {why}.", file=path.name, why=error.strerror)
        ) from error
    return read_data(data, path.name)


def read_data(data: bytes, name: str) -> Document:
    """Read the document in `data`; its `name` is for messages and decides between kinds of text. See `read`."""
    if not data:
        raise DocumentError("empty", tr("{file} is empty: it has no bytes.", file=name))
    kind = kinds.kind_of(data, name)
    pages = [_plain_text(data, name)] if kind is Kind.TEXT else _read_in_child(kind, data, name)
    if not any(page.strip() for page in pages):
        raise _no_text(kind, name)
    return Document(_shown_name(name), kind.value, tuple(pages), sum(map(estimate_text_tokens, pages)))


def _shown_name(name: str) -> str:
    """Return a file's name on one line, without characters that hide or reorder others, for people and the model."""
    shown = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in name)
    return shown if len(shown) <= _MAX_NAME else f"{shown[: _MAX_NAME // 2]}…{shown[-_MAX_NAME // 2 :]}"


def _plain_text(data: bytes, name: str) -> str:
    if len(data) > 4 * MAX_CHARACTERS:
        raise _too_large(name)
    try:
        text = text_file.decode(data, name).text
    except ToolFailed as error:
        message = tr("{file} has a format that can't be read. Save it as text or PDF.", file=name)
        raise DocumentError("unsupported", message) from error
    if len(text) > MAX_CHARACTERS:
        raise _too_large(name)
    return text


def _read_in_child(kind: Kind, data: bytes, name: str) -> Sequence[str]:
    child, library = _CHILDREN[kind]
    if not find_spec(library):
        extra = "web" if kind is Kind.HTML else "documents"
        raise DocumentError("missing_extra", tr("Reading {file} needs deskpet[{extra}].", file=name, extra=extra))
    head = json.dumps(_WEB_REQUEST).encode() + b"\n" if kind is Kind.HTML else b""
    try:
        reply = run_sandboxed(child, head + data, seconds=_SECONDS, max_reply=_MAX_REPLY)
        fields = _reply_adapter.validate_json(reply)
        if "error" in fields:
            raise _error(str(fields["error"]), name)
        return _web_page(fields) if kind is Kind.HTML else _pages_adapter.validate_python(fields.get("pages"))
    except SandboxNotStarted as error:
        raise DocumentError("not_started", tr("The reader of {file} could not be started.", file=name)) from error
    except SandboxTimeout as error:
        raise _too_large(name) from error
    except SandboxCrashed as error:
        raise kinds.unreadable(name) from error
    except ValidationError as error:
        raise kinds.damaged(name) from error


def _web_page(fields: dict[str, Any]) -> list[str]:
    title, text = str(fields.get("title", "")), str(fields.get("text", ""))
    return [f"{title}\n\n{text}" if title and text else text]


def _error(code: str, name: str) -> DocumentError:
    match code:
        case "encrypted":
            return kinds.encrypted(name)
        case "too_large":
            return _too_large(name)
        case _:
            return kinds.damaged(name)


def _too_large(name: str) -> DocumentError:
    return DocumentError("too_large", tr("{file} is too large to be read. Save a part of it as a file.", file=name))


def _no_text(kind: Kind, name: str) -> DocumentError:
    if kind is Kind.PDF:
        message = tr("{file} has no text: its pages are pictures. Add them as pictures.", file=name)
        return DocumentError("no_text", message)
    return DocumentError("no_text", tr("{file} has no text.", file=name))
