"""Child process that reads the sheets of a table (.xlsx, .xls, .ods) by calamine, which is native code."""

import io
import sys
from collections.abc import Iterator
from datetime import datetime, time
from typing import Any

from python_calamine import CalamineError, CalamineWorkbook, PasswordError, SheetTypeEnum

from deskpet.documents.child import UnreadableDocument, serve
from deskpet.documents.limits import MAX_CHARACTERS, MAX_PAGES


def read(data: bytes) -> Iterator[str]:
    """Yield the sheets, each with its name and a line for each row that is not empty. Raises UnreadableDocument."""
    try:
        workbook = CalamineWorkbook.from_filelike(io.BytesIO(data))
        if len(workbook.sheets_metadata) > MAX_PAGES:
            raise UnreadableDocument("too_large")
        for sheet in workbook.sheets_metadata:
            if sheet.typ is SheetTypeEnum.WorkSheet:
                yield f"# {sheet.name}\n{_rows(workbook, sheet.name)}"
    except PasswordError as error:
        raise UnreadableDocument("encrypted") from error
    except (CalamineError, OSError) as error:
        raise UnreadableDocument("damaged") from error


def _rows(workbook: CalamineWorkbook, name: str) -> str:
    lines: list[str] = []
    length = 0
    for row in workbook.get_sheet_by_name(name).iter_rows():
        line = " | ".join(map(_cell, row)).rstrip(" |")
        length += len(line) + 1
        if length > MAX_CHARACTERS:
            raise UnreadableDocument("too_large")
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
    sys.exit(serve(read))
