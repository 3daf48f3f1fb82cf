"""No function stands twice."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tests.support.folders import PROJECT

FEW = 5
"""Statements of a body that may stand twice: a shared function would be as long as its call with the imports."""


def test_no_body_of_six_or_more_statements_stands_twice() -> None:
    """Two bodies are the same if only the names of their variables and their constants differ."""
    places = defaultdict[str, list[str]](list)
    for file in sorted((PROJECT / "deskpet").rglob("*.py")):
        for function in functions(file):
            if len(statements(function)) > FEW:
                places[shape(function)].append(f"{file.relative_to(PROJECT)}:{function.lineno} {function.name}")
    assert [each for each in places.values() if len(each) > 1] == []


def test_a_copy_with_other_names_is_found(tmp_path: Path) -> None:
    file = tmp_path / "two.py"
    lines = "    if {0}:\n        {0} = {0} + 1\n    a({0})\n    b({0})\n    c({0})\n    return {0}\n"
    file.write_text(f"def one(x):\n{lines.format('x')}\n\ndef two(y):\n{lines.format('y')}")
    one, two = functions(file)
    assert len(statements(one)) == 6
    assert shape(one) == shape(two)


def functions(file: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def statements(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.stmt]:
    """Return all statements of the body, without its docstring."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    return [node for each in body for node in ast.walk(each) if isinstance(node, ast.stmt)]


def shape(function: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """Return the body with numbers for its variables, and without the values of its constants and its annotations."""
    copy = ast.parse(ast.unparse(function)).body[0]
    assert isinstance(copy, ast.FunctionDef | ast.AsyncFunctionDef)
    names: dict[str, str] = {}
    for node in ast.walk(copy):
        if isinstance(node, ast.arg) or (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)):
            name = node.arg if isinstance(node, ast.arg) else node.id
            names.setdefault(name, str(len(names)))
    for node in ast.walk(copy):
        if isinstance(node, ast.Name):
            node.id = names.get(node.id, node.id)
        elif isinstance(node, ast.arg):
            node.arg, node.annotation = names[node.arg], None
        elif isinstance(node, ast.Constant) and not isinstance(node.value, bool):
            node.value = None
        elif isinstance(node, ast.AnnAssign):
            node.annotation = ast.Constant(None)
    body = copy.body[1:] if ast.get_docstring(function) is not None else copy.body
    return ast.dump(ast.Module(body, []))
