"""Tests of huge tool results: shown in bounded size, and copied completely."""

from collections.abc import Iterator

import pytest
from pydantic import JsonValue
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from deskpet.chat.messages import Notice
from deskpet.chat.tool import ResultKind
from deskpet.ui.blocks.base import Context
from deskpet.ui.blocks.notice import NoticeView
from deskpet.ui.blocks.results import MAX_DIFF_LINES, MAX_LINE_TEXT, DiffView, shown_lines, view_of_result
from deskpet.ui.blocks.value_tree import ValueTree
from deskpet.ui.widgets import theme

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


@pytest.fixture(params=[1.0, 1.1, 1.25, 1.4])
def text_size(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[None]:
    theme.apply(qapp, scale=request.param)
    yield
    theme.apply(qapp)


@pytest.mark.usefixtures("text_size")
def test_each_line_of_a_diff_has_the_room_that_its_text_takes(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    one_row = DiffView("+x", parent).fit(240)
    letter = QFontMetricsF(theme.mono_font(theme.SMALL)).horizontalAdvance("m")
    for length in range(10, 40):
        view = DiffView(f"+{'x' * (length - 1)}", parent)
        is_wider = length * letter > 240 - 2 * 8
        assert (view.fit(240) > one_row) == is_wider, length


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
