"""Tests of huge tool results: shown in bounded size, and copied completely."""

import pytest
from pydantic import JsonValue
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from deskpet.chat.messages import Notice
from deskpet.chat.tool import ResultKind
from deskpet.ui.blocks.base import Context
from deskpet.ui.blocks.notice import NoticeView
from deskpet.ui.blocks.results import MAX_DIFF_LINES, MAX_LINE_TEXT, DiffView, shown_lines, view_of_result
from deskpet.ui.blocks.value_tree import ValueTree

HUGE = "word " * 200_000
TALLEST = 30_000


@pytest.mark.parametrize(
    ("kind", "output"),
    [
        (ResultKind.LIST, [HUGE]),
        (ResultKind.LIST, [{"title": HUGE, "note": HUGE}] * 100),
        (ResultKind.DIFF, f"+{HUGE}\n-{HUGE}"),
        (ResultKind.DIFF, "\t" * 1_000_000),
        (ResultKind.TREE, {HUGE: HUGE}),
        (ResultKind.TREE, [{HUGE: {HUGE: [HUGE]}}]),
        (ResultKind.TREE, HUGE),
    ],
)
def test_a_huge_item_takes_bounded_room(kind: ResultKind, output: JsonValue, qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    view = view_of_result(kind, output, parent)
    assert view.fit(300) < TALLEST
    assert len(view.accessibleName()) < 3_000


def test_a_diff_counts_its_lines_however_many(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    view = DiffView("--- a\n+++ b\n" + "+x\n-y\n-z\n" * 50_000, parent)
    assert "50,000" in view.accessibleName() or "50000" in view.accessibleName()
    assert "100,000" in view.accessibleName() or "100000" in view.accessibleName()


def test_the_value_of_a_cut_line_is_copied_whole(qtbot: QtBot) -> None:
    tree = ValueTree("Result")
    qtbot.addWidget(tree)
    tree.show_value({HUGE: HUGE})
    assert all(len(line.key) + len(line.text) < 1_000 for line in tree.lines)
    QTest.keyClick(tree, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == HUGE


def test_a_huge_notice_takes_bounded_room(qtbot: QtBot) -> None:
    view = NoticeView(Context())
    qtbot.addWidget(view)
    view.show_block(Notice("error", "x", HUGE, HUGE, HUGE, "details"))
    assert view.fit(300) < TALLEST


def test_a_long_change_shows_its_beginning_and_its_end() -> None:
    removed, added = (f"-old {number}" for number in range(650)), (f"+new {number}" for number in range(650))
    shown = shown_lines([*removed, *added, f"+{'x' * 5000}; rm -rf ~"])
    assert shown[0] == "-old 0"
    assert shown[-2] == "+new 649"
    assert shown[-1].endswith("; rm -rf ~")
    assert [line for line in shown if line.startswith("…")] == ["… 701 more lines"]
    assert len(shown) == MAX_DIFF_LINES + 1
    assert max(map(len, shown)) <= MAX_LINE_TEXT + 3
