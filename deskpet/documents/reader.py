"""Read the text of a file: PDF, Office and web files in a child process, plain text in this one."""

import json
import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

from deskpet import html
from deskpet.chat.messages import Document
from deskpet.chat.tokens import estimate_text_tokens
from deskpet.documents import kinds
from deskpet.documents.document import MAX_BYTES, MAX_CHARACTERS, MAX_PAGES, DocumentError, Kind, UnreadCause
from deskpet.filesystem.bounded import UnusableFile, read_bounded
from deskpet.processes.child_kinds import DOCUMENT, WEB_FILE
from deskpet.processes.one_shot import ChildFailed, run_once
from deskpet.text import text_encoding
from deskpet.text.reasons import reason_of
from deskpet.text.text_encoding import DecodedText, NotText
from deskpet.translation import tr

_CELL_TYPES = ("code", "markdown", "raw", "heading", "html")


class NotNotebook(Exception):
    """The text is no notebook."""


def cells_of(text: str) -> tuple[str, ...]:
    """Return the texts of the cells that have any, each after its number and type. Raises NotNotebook."""
    try:
        value: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotNotebook from error
    cells = _cells(value)
    texts: list[str] = []
    for number, cell in enumerate(cells, 1):
        kind = cell.get("cell_type")
        if text := _text_of(cell):
            texts.append(f"[Cell {number}: {kind if kind in _CELL_TYPES else 'text'}]\n{text}")
    return tuple(texts)


def _cells(value: Any) -> list[dict[str, Any]]:
    match value:
        case {"cells": list(found), "nbformat": int()}:
            pass
        case {"nbformat": int(), **fields}:
            found = [each for sheet in _objects(_list(fields.get("worksheets"))) for each in _list(sheet.get("cells"))]
        case _:
            raise NotNotebook
    return [*_objects(cast("list[Any]", found))]


def _text_of(cell: dict[str, Any]) -> str:
    # Version 3 names the source of code `input`.
    source = _joined(cell.get("source", cell.get("input"))).strip("\n")
    outputs = "\n".join(filter(None, map(_output_text, _objects(_list(cell.get("outputs"))))))
    return "\n".join(filter(None, (source, f"[Output]\n{outputs}" if outputs else "")))


def _output_text(output: dict[str, Any]) -> str:
    """Return the text of an output: what was printed, the plain form of a value, or an error without its trace."""
    if output.get("ename") or output.get("evalue"):
        return f"{output.get('ename', '')}: {output.get('evalue', '')}"
    data = output.get("data")
    plain = cast("dict[str, Any]", data).get("text/plain") if isinstance(data, dict) else None
    return _joined(output.get("text", plain)).strip("\n")


def _joined(text: Any) -> str:
    """Return a text, which may be stored as a list of lines."""
    return text if isinstance(text, str) else "".join(each for each in _list(text) if isinstance(each, str))


def _list(value: Any) -> list[Any]:
    return cast("list[Any]", value) if isinstance(value, list) else []


def _objects(values: Iterable[Any]) -> Iterator[dict[str, Any]]:
    return (cast("dict[str, Any]", each) for each in values if isinstance(each, dict))


_MAX_NAME = 120
_FOLDER = Path(__file__).parent
# The child and the library of each kind.
_CHILDREN = {
    Kind.PDF: (_FOLDER / "pdf_child.py", "pypdf"),
    Kind.DOCX: (_FOLDER / "docx_child.py", "docx"),
    Kind.PPTX: (_FOLDER / "pptx_child.py", "pptx"),
    **dict.fromkeys((Kind.XLSX, Kind.XLS, Kind.ODS), (_FOLDER / "sheet_child.py", "python_calamine")),
    **dict.fromkeys((Kind.ODT, Kind.ODP), (_FOLDER / "odf_child.py", "lxml")),
    Kind.EPUB: (_FOLDER / "epub_child.py", "lxml"),
    Kind.HTML: (html.CHILD, "resiliparse"),
}
_WEB_REQUEST = {"url": "", "charset": "", "is_html": True}

logger = logging.getLogger(__name__)


def read(path: Path) -> Document:
    """Read a document, which can take a minute: call it in a thread. Raises DocumentError and Cancelled."""
    try:
        data = read_bounded(path, MAX_BYTES)
    except (UnusableFile, OSError) as error:
        code = "unreadable"
        if isinstance(error, UnusableFile):
            code = "too_large" if path.is_file() else "not_a_file"
        raise DocumentError(code, tr("{file} can't be read: {why}.", file=path.name, why=reason_of(error))) from error
    return read_data(data, path.name)


def read_data(data: bytes, name: str) -> Document:
    """Read the document in `data`; its `name` is for messages and decides between kinds of text. See `read`."""
    if not data:
        raise DocumentError("empty", tr("{file} is empty: it has no bytes.", file=name))
    kind = kinds.kind_of(data, name)
    encoding = ""
    if kind in (Kind.TEXT, Kind.IPYNB):
        found = _plain_text(data, name)
        pages = _notebook_pages(found.text, name) if kind is Kind.IPYNB else [found.text]
        encoding = "" if found.encoding == "UTF-8" else found.encoding
    else:
        pages = _read_in_child(kind, data, name)
    if not any(page.strip() for page in pages):
        of_pdf = tr("{file} has no text: its pages are pictures or drawings. Add them as pictures.", file=name)
        raise DocumentError("no_text", of_pdf if kind is Kind.PDF else tr("{file} has no text.", file=name))
    tokens = sum(map(estimate_text_tokens, pages))
    return Document(_shown_name(name), kind.value, tuple(pages), tokens, encoding=encoding)


def _shown_name(name: str) -> str:
    """Return a file's name on one line, without characters that hide or reorder others, for people and the model."""
    shown = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in name)
    return shown if len(shown) <= _MAX_NAME else f"{shown[: _MAX_NAME // 2]}…{shown[-_MAX_NAME // 2 :]}"


def _plain_text(data: bytes, name: str) -> DecodedText:
    if len(data) > 4 * MAX_CHARACTERS:
        raise kinds.unread(UnreadCause.TOO_LARGE, name)
    try:
        found = text_encoding.decode(data)
    except NotText as error:
        if error.is_binary:
            message = tr("{file} has a format that can't be read. Save it as text or PDF.", file=name)
        else:
            message = tr("{file} is a text in an encoding that is not known. Save it as UTF-8.", file=name)
        raise DocumentError("unsupported", message) from error
    if len(found.text) > MAX_CHARACTERS:
        raise kinds.unread(UnreadCause.TOO_LARGE, name)
    return replace(found, text=found.text.replace("\r\n", "\n"))


def _notebook_pages(text: str, name: str) -> Sequence[str]:
    try:
        cells = cells_of(text)
    except NotNotebook as error:
        raise kinds.wrong_type("ipynb", name) from error
    if len(cells) > MAX_PAGES:
        raise kinds.unread(UnreadCause.TOO_LARGE, name)
    return cells


def _read_in_child(kind: Kind, data: bytes, name: str) -> Sequence[str]:
    child, library = _CHILDREN[kind]
    if not find_spec(library):
        extra = "web" if kind is Kind.HTML else "documents"
        raise DocumentError("missing_extra", tr("Reading {file} needs deskpet[{extra}].", file=name, extra=extra))
    head = json.dumps(_WEB_REQUEST).encode() + b"\n" if kind is Kind.HTML else b""

    def pages(fields: dict[str, Any]) -> Sequence[str]:
        if "error" in fields:
            logger.info("%s can't read a file: %s, %s", child.name, fields["error"], fields.get("cause"))
            raise kinds.unread(UnreadCause(fields["error"]), name)
        if kind is Kind.HTML:
            title, text = str(fields.get("title", "")), str(fields.get("text", ""))
            return [f"{title}\n\n{text}" if title and text else text]
        if not all(isinstance(page, str) for page in fields["pages"]):
            raise TypeError("a page is no text")
        return fields["pages"]

    try:
        return run_once(WEB_FILE if kind is Kind.HTML else DOCUMENT, child, head + data, pages)
    except ChildFailed as failed:
        raise kinds.unread(failed.how, name) from failed
