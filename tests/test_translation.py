"""Check that every user-visible text in the code is marked for translation."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import deskpet
from deskpet.translation import join_sentences, tr, tr_plural

PROGRAM = Path(deskpet.__file__).parent

# Functions that show their arguments to the user: which ones, by position or name.
FIRST, SECOND, THIRD = (0,), (1,), (2,)
SHOWN: dict[str, tuple[int | str, ...]] = {
    **dict.fromkeys(("setText", "setToolTip", "setPlaceholderText", "setWindowTitle", "setTitle"), FIRST),
    **dict.fromkeys(("setAccessibleName", "setAccessibleDescription", "addAction", "addMenu"), FIRST),
    **dict.fromkeys(("QLabel", "QPushButton", "QRadioButton", "QCheckBox", "QAction", "QMenu"), FIRST),
    **dict.fromkeys(("IconButton", "set_icon", "Finding", "Action"), SECOND),
    **dict.fromkeys(("StoreError", "PersonaError", "NotesError", "ListFileError", "PictureError"), FIRST),
    **dict.fromkeys(("LanguageError", "ShortcutError", "SettingsError", "NoPicture", "NoAnswer", "TooLong"), FIRST),
    **dict.fromkeys(("BadTexture", "BadContent", "BadJson", "WrongShape", "show_toast", "Activity"), FIRST),
    **dict.fromkeys(("HookConfigError", "ServerConfigError"), FIRST),
    **dict.fromkeys(("Problem", "broken", "mended"), THIRD),
    "FormCard": (1, 2),
    "KeyringError": (0, 1, 2),
    "Notice": (2, 3, 4, "title", "cause", "next_step"),
    "warn": (1, 2),
    "tool": ("title", "about"),
}
# A word has at least two letters; a single letter is a unit or part of a name.
WORD = re.compile(r"[^\W\d_]{2,}")


def calls(tree: ast.Module) -> Iterator[tuple[str, ast.Call]]:
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        yield call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", ""), call


def bare_texts(value: ast.expr) -> Iterator[str]:
    """Return the string literals in an expression that are not marked for translation."""
    match value:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=parts):
            yield from (text for part in parts if isinstance(part, ast.Constant) for text in bare_texts(part))
        case ast.IfExp(body=body, orelse=other):
            yield from (*bare_texts(body), *bare_texts(other))
        case ast.BoolOp(values=values):
            yield from (text for each in values for text in bare_texts(each))
        case ast.BinOp(left=left, right=right):
            yield from (*bare_texts(left), *bare_texts(right))
        case _:
            pass


def unmarked(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for name, call in calls(tree):
        wanted = SHOWN.get(name, ())
        told = [value for place, value in enumerate(call.args) if place in wanted]
        told += [each.value for each in call.keywords if each.arg in wanted]
        yield from ((call.lineno, text) for value in told for text in bare_texts(value) if WORD.search(text))


def test_every_text_that_is_shown_is_marked() -> None:
    found = [
        f"{path.relative_to(PROGRAM)}:{line}: {text!r}"
        for path in sorted(PROGRAM.rglob("*.py"))
        for line, text in unmarked(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "code",
    [
        'label.setText("Hello")',
        'label.setText(f"Hello {name}")',
        'label.setText("Yes" if good else "No")',
        'label.setText(name or "Nobody")',
        'label.setText("Hello " + name)',
        'Notice("info", "code", title="Hello")',
    ],
)
def test_a_text_without_a_mark_is_found(code: str) -> None:
    assert list(unmarked(ast.parse(code)))


@pytest.mark.parametrize(
    "code", ['label.setText(tr("Hello"))', 'label.setText(f"{tr(text)}: {n} s")', 'set_icon("pin")']
)
def test_a_text_with_a_mark_is_none(code: str) -> None:
    assert list(unmarked(ast.parse(code))) == []


def test_values_are_put_in_by_their_names() -> None:
    assert tr("Send") == "Send"
    assert tr("{n:.1f} of {all}", n=0.25, all="{braces}") == "0.2 of {braces}"
    assert tr("{not a name}") == "{not a name}"


def test_one_thing_is_told_in_another_way_than_many() -> None:
    assert [tr_plural(n, "one {what}", "{n} {what}s", what="file") for n in (0, 1, 2)] == [
        "0 files",
        "one file",
        "2 files",
    ]


def test_sentences_stand_in_a_row_as_their_language_has_it() -> None:
    assert join_sentences("It works.", "", "So it seems.") == "It works. So it seems."
    assert join_sentences("動きます。", "たぶん。") == "動きます。たぶん。"
