"""Functions are short, and their arguments stand in their calls."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.support.folders import PROJECT

LONGEST = 36


def nodes() -> Iterator[tuple[Path, ast.AST]]:
    for path in sorted((PROJECT / "deskpet").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            yield path, node


def test_no_function_is_longer_than_the_limit() -> None:
    functions = ((path, node) for path, node in nodes() if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    lengths = {f"{path}:{node.lineno}": (node.end_lineno or 0) - node.lineno + 1 for path, node in functions}
    assert lengths
    assert {place: length for place, length in lengths.items() if length > LONGEST} == {}


def test_no_tuple_is_unpacked_where_it_is_written() -> None:
    """It would only make the formatter put several arguments on a line, and hide a call that has too many."""
    calls = ((path, node) for path, node in nodes() if isinstance(node, ast.Call))
    starred = [
        f"{path}:{call.lineno}"
        for path, call in calls
        for each in call.args
        if isinstance(each, ast.Starred) and isinstance(each.value, ast.Tuple)
        if not any(isinstance(item, ast.Starred) for item in each.value.elts)
    ]
    assert starred == []
