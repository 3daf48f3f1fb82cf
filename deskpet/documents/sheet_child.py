"""Child process that reads the sheets of a table (.xlsx, .xls, .ods) by calamine, which is native code."""

import io
import zipfile
from collections.abc import Iterator
from datetime import datetime, time
from typing import Any

from lxml import etree
from python_calamine import CalamineError, CalamineWorkbook, PasswordError, SheetTypeEnum

from deskpet.documents.child import UnreadableDocument, serve
from deskpet.documents.document import MAX_CHARACTERS, MAX_PAGES, UnreadCause
from deskpet.documents.markup_text import ArchiveParts

_OPEN_DOCUMENT = b"vnd.oasis.opendocument.spreadsheet"


def read(data: bytes) -> Iterator[str]:
    """Yield the sheets, each with its name and a line for each row that is not empty. Raises UnreadableDocument."""
    try:
        workbook = _workbook(data)
        if len(workbook.sheets_metadata) > MAX_PAGES:
            raise UnreadableDocument(UnreadCause.TOO_LARGE)
        for sheet in workbook.sheets_metadata:
            if sheet.typ is SheetTypeEnum.WorkSheet:
                yield f"# {sheet.name}\n{_rows(workbook, sheet.name)}"
    except PasswordError as error:
        raise UnreadableDocument(UnreadCause.ENCRYPTED) from error
    except (CalamineError, OSError) as error:
        raise UnreadableDocument(UnreadCause.DAMAGED) from error


def _workbook(data: bytes) -> CalamineWorkbook:
    """Open a workbook. The blanks that some programs write between the cells of OpenDocument stop the library."""
    try:
        return CalamineWorkbook.from_filelike(io.BytesIO(data))
    except CalamineError:
        if _OPEN_DOCUMENT not in data:
            raise
        return CalamineWorkbook.from_filelike(io.BytesIO(_without_blanks(data)))


def _without_blanks(data: bytes) -> bytes:
    """Return an OpenDocument file without the blanks between the elements of its content."""
    file = io.BytesIO()
    with ArchiveParts(data) as parts, zipfile.ZipFile(file, "w") as archive:
        root = parts.xml("content.xml")
        for each in root.iter("{*}table", "{*}table-row", "{*}table-cell"):
            if not (each.text or "").strip():
                each.text = None
        for each in root.iter("{*}table", "{*}table-column", "{*}table-row", "{*}table-cell", "{*}p"):
            each.tail = None
        for name in ("mimetype", "META-INF/manifest.xml"):
            archive.writestr(name, parts.read(name))
        archive.writestr("content.xml", etree.tostring(root))
    return file.getvalue()


def _rows(workbook: CalamineWorkbook, name: str) -> str:
    lines: list[str] = []
    length = 0
    for row in workbook.get_sheet_by_name(name).iter_rows():
        line = " | ".join(map(_cell, row)).rstrip(" |")
        length += len(line) + 1
        if length > MAX_CHARACTERS:
            raise UnreadableDocument(UnreadCause.TOO_LARGE)
        if line:
            lines.append(line)
    return "\n".join(lines)


def _cell(value: Any) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime | time):
        return value.isoformat(" ") if isinstance(value, datetime) else value.isoformat()
    return " ".join(str(value).split())


if __name__ == "__main__":
    serve(read)
