"""Read the cells of a notebook (.ipynb), versions 3 and 4 of nbformat: source, and what it printed."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, cast

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
    texts = ((number, _text_of(each)) for number, each in enumerate(cells, 1))
    return tuple(f"[Cell {number}: {_type_of(cells[number - 1])}]\n{each}" for number, each in texts if each)


def _cells(value: Any) -> list[dict[str, Any]]:
    match value:
        case {"cells": list(found), "nbformat": int()}:
            pass
        case {"nbformat": int(), **fields}:
            found = [each for sheet in _objects(_list(fields.get("worksheets"))) for each in _list(sheet.get("cells"))]
        case _:
            raise NotNotebook
    return [*_objects(cast("list[Any]", found))]


def _type_of(cell: dict[str, Any]) -> str:
    kind = cell.get("cell_type")
    return kind if kind in _CELL_TYPES else "text"


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
