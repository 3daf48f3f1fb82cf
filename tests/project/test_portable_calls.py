"""Check for calls that behave differently on other systems and that no linter finds."""

import ast
from collections.abc import Iterator

import pytest

from tests.support.folders import PROJECT

FILES = sorted(path for folder in ("deskpet", ".setup") for path in (PROJECT / folder).rglob("*.py"))
# The one is made for them; in the other a person may name any time, and an OSError is told as theirs.
ALLOWED = {"deskpet/text/local_time.py", "deskpet/features/reminders/reminders.py"}


def mistakes(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line and a message for each call that is not portable."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        given = {keyword.arg for keyword in node.keywords}
        if name in {"fromtimestamp", "utcfromtimestamp", "localtime", "mktime"}:
            yield node.lineno, f"{name}: Windows refuses some times; use deskpet.text.local_time"
        if name == "astimezone" and not node.args and not _is_now(node.func):
            yield node.lineno, "astimezone of another time than now: Windows refuses some; use deskpet.text.local_time"
        is_text = {"text", "universal_newlines"} & given
        if name in {"run", "Popen", "check_output"} and is_text and "encoding" not in given:
            yield node.lineno, f"{name} reads text in the system's encoding: name one"


def _is_now(function: ast.expr) -> bool:
    value = function.value if isinstance(function, ast.Attribute) else function
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "now"


@pytest.mark.parametrize(
    "source",
    [
        "datetime.fromtimestamp(0)",
        "datetime.fromtimestamp(0, UTC)",
        "time.localtime(at)",
        "when.astimezone()",
        "subprocess.run(['ls'], text=True)",
    ],
)
def test_such_a_call_is_found(source: str) -> None:
    assert list(mistakes(source))


@pytest.mark.parametrize(
    "source", ["datetime.now().astimezone()", "when.astimezone(zone)", "run(['ls'], text=True, encoding='utf-8')"]
)
def test_others_are_not(source: str) -> None:
    assert not list(mistakes(source))


def test_there_is_none() -> None:
    others = [file for file in FILES if file.relative_to(PROJECT).as_posix() not in ALLOWED]
    assert [(file, *each) for file in others for each in mistakes(file.read_text(encoding="utf-8"))] == []
