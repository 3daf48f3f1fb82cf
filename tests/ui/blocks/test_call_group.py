"""Tests of finished tool calls in a row, which fold into one line, and of the call that ended a turn."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from deskpet.chat.events import RerunAnswered, RerunAsked, RerunFinished, RerunStarted
from deskpet.chat.messages import Block, Message, Notice, StreamingText, Text, ToolError, ToolUse
from deskpet.ui.blocks.approval import ApprovalBar
from deskpet.ui.blocks.call_group import CallGroupView, call_groups
from deskpet.ui.blocks.tool_use import ToolUseView
from deskpet.ui.chat.message_row import MessageRow
from deskpet.ui.chat.transcript import Transcript
from deskpet.ui.widgets import theme
from tests.ui.scripted_turn import ScriptedTurn, begin

pytestmark = pytest.mark.window

WORDS = Text(StreamingText("So"))


def call(number: int = 1, error: str = "") -> ToolUse:
    failure = ToolError(error, "It broke.") if error else None
    status = "error" if error else "success"
    return ToolUse("t", f"c{number}", status, input={}, error=failure, started_at=1.0, ended_at=2.0)


RUNNING = replace(call(), status="running", ended_at=None)


@pytest.mark.parametrize(
    ("blocks", "groups"),
    [
        ((call(), call()), []),
        ((call(), call(), call()), [(0, 1, 2)]),
        ((call(), call(), call(), RUNNING), [(0, 1, 2)]),
        ((call(), call(), RUNNING, call()), []),
        ((call(), call(), WORDS, call()), []),
        ((call(), call(), Text(), call(error="boom")), [(0, 1, 3)]),
        ((*[call()] * 3, WORDS, *[call()] * 4), [(0, 1, 2), (4, 5, 6, 7)]),
    ],
)
def test_three_finished_calls_in_a_row_are_a_group(blocks: tuple[Block, ...], groups: list[tuple[int, ...]]) -> None:
    assert call_groups(blocks) == groups


def run_calls(turn: ScriptedTurn, count: int) -> None:
    for _ in range(count):
        index = turn.call("t", "{}")
        turn.run(index, {})
        turn.finish(index)


def group_of(row: MessageRow) -> CallGroupView:
    (group,) = [each for each in row.findChildren(CallGroupView) if each.isVisible()]
    return group


def visible_cards(row: MessageRow) -> list[ToolUseView]:
    return [each for each in row.findChildren(ToolUseView) if each.isVisible()]


def test_the_third_finished_call_folds_them_while_the_answer_streams(transcript: Transcript, qtbot: QtBot) -> None:
    turn = begin(transcript, qtbot)
    run_calls(turn, 2)
    row = transcript.rows[-1]
    qtbot.waitUntil(lambda: len(visible_cards(row)) == 2)
    run_calls(turn, 1)
    qtbot.waitUntil(lambda: not visible_cards(row))
    assert group_of(row).header.accessibleName() == "3 tools"
    waiting = turn.call("t", "{}")
    turn.run(waiting, {})
    qtbot.waitUntil(lambda: len(visible_cards(row)) == 1)
    turn.finish(waiting, error=ToolError("boom", "It broke."))
    qtbot.waitUntil(lambda: group_of(row).header.accessibleName() == "4 tools, 1 failed")
    qtbot.waitUntil(lambda: not visible_cards(row))


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space])
def test_a_group_opens_to_its_cards_by_keyboard_and_folds_again(
    transcript: Transcript, qtbot: QtBot, key: Qt.Key
) -> None:
    message = Message("assistant", (*[call()] * 6, WORDS), ended="stop")
    transcript.show_path([message])
    qtbot.waitUntil(lambda: bool(transcript.rows))
    row, low = transcript.rows[0], transcript.rows[0].height()
    header = group_of(row).header
    header.setFocus()
    QTest.keyClick(header, key)
    qtbot.waitUntil(lambda: len(visible_cards(row)) == 6 and row.height() > low + 200)
    places = [card.mapTo(row, QPoint()).y() for card in visible_cards(row)]
    assert places == sorted(set(places))
    assert header.mapTo(row, QPoint()).y() < places[0]
    QTest.keyClick(header, key)
    qtbot.waitUntil(lambda: not visible_cards(row) and row.height() == low)


def test_an_open_group_stays_open_after_scrolling_away(transcript: Transcript, qtbot: QtBot) -> None:
    message = Message("assistant", (*[call()] * 3, WORDS), ended="stop")
    transcript.show_path([message, *(Message("assistant", (WORDS,), ended="stop") for _ in range(60))])
    bar = transcript.verticalScrollBar()
    bar.setValue(0)
    qtbot.waitUntil(lambda: transcript.rows[0].message is message)
    group_of(transcript.rows[0]).header.click()
    bar.setValue(bar.maximum())
    qtbot.waitUntil(lambda: transcript.rows[0].message is not message)
    bar.setValue(0)
    qtbot.waitUntil(lambda: transcript.rows[0].message is message)
    assert len(visible_cards(transcript.rows[0])) == 3


def test_a_group_with_an_open_card_stays_open(transcript: Transcript, qtbot: QtBot) -> None:
    turn = begin(transcript, qtbot)
    run_calls(turn, 2)
    row = transcript.rows[-1]
    qtbot.waitUntil(lambda: len(visible_cards(row)) == 2)
    visible_cards(row)[0].unfold()
    run_calls(turn, 1)
    qtbot.waitUntil(lambda: len(visible_cards(row)) == 3)
    assert group_of(row).is_unfolded()


def test_a_call_of_a_group_that_asks_before_it_runs_again_is_visible(transcript: Transcript, qtbot: QtBot) -> None:
    turn = begin(transcript, qtbot)
    run_calls(turn, 3)
    turn.end()
    row = transcript.rows[-1]
    qtbot.waitUntil(lambda: not visible_cards(row))
    header = group_of(row).header
    for event in (RerunStarted(2, 5.0), RerunAsked(2, 5.0)):
        turn.emit(event)
    qtbot.waitUntil(lambda: row.findChild(ApprovalBar) is not None and row.findChild(ApprovalBar).isVisible())
    assert group_of(row).header is header
    for event in (RerunAnswered(2, 6.0, approved=False), RerunFinished(2, 6.0, error=ToolError("refused", "No."))):
        turn.emit(event)
    qtbot.waitUntil(lambda: row.findChild(ApprovalBar) is None)
    assert len(visible_cards(row)) == 3


@pytest.mark.parametrize(
    ("more", "ended", "is_red"),
    [
        ((WORDS,), "stop", False),
        ((Notice("error", "cut_off", "Cut off"),), "error", False),
        ((Notice("warning", "tool_failed", "Failed"),), "error", True),
    ],
)
def test_a_failed_call_is_red_only_where_the_turn_failed(
    transcript: Transcript, qtbot: QtBot, qapp: QApplication, more: tuple[Block, ...], ended: str, *, is_red: bool
) -> None:
    theme.apply(qapp, "light")
    message = Message("assistant", (call(1, "boom"), *more), ended=ended)  # pyright: ignore[reportArgumentType]
    transcript.show_path([message])
    qtbot.waitUntil(lambda: bool(transcript.rows) and not transcript.rows[0].is_behind)
    (card,) = visible_cards(transcript.rows[0])
    expected = theme.current().colour("error_soft" if is_red else "inset").name()
    spot = QPoint(card.width() // 2, card.height() - 3)
    qtbot.waitUntil(lambda: card.grab().toImage().pixelColor(spot * card.devicePixelRatioF()).name() == expected)
