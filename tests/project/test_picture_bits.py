"""Check that the bits of a picture are read while it exists: PySide's view of them does not keep it."""

import ast
from collections.abc import Iterator

import pytest

from tests.support.folders import PROJECT

FOLDERS = ("deskpet", "models", "tests", ".release")
VIEWS = ("constBits", "bits", "constScanLine", "scanLine")


def lost_pictures(source: str) -> Iterator[int]:
    """Yield the line of each view of a picture that only this expression has made."""
    # Few files have any, and to parse them all takes seconds.
    for node in ast.walk(ast.parse(source)) if any(f".{view}(" in source for view in VIEWS) else ():
        if isinstance(node, ast.Attribute) and node.attr in VIEWS and isinstance(node.value, ast.Call):
            yield node.lineno


@pytest.mark.parametrize("source", ["image.copy().constBits()", "bytes(image.convertToFormat(RGB32).bits())"])
def test_a_view_of_a_picture_that_nobody_keeps_is_found(source: str) -> None:
    assert [*lost_pictures(source)] == [1]


def test_there_is_none() -> None:
    assert not [*lost_pictures("plain = image.copy()\nbytes(plain.constBits())")]
    files = sorted(path for folder in FOLDERS for path in (PROJECT / folder).rglob("*.py"))
    assert [(file, line) for file in files for line in lost_pictures(file.read_text(encoding="utf-8"))] == []
