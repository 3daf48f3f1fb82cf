"""Tests of the turn details: the button of the action bar, the panel's figures, and the requests sent."""

import json
from dataclasses import dataclass, replace

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QEnterEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QPlainTextEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from deskpet.app.pet_controller import PetController
from deskpet.chat.events import TurnStarted
from deskpet.chat.messages import user_message
from deskpet.llm.request_log import Exchange
from deskpet.statistics.summary import TurnSummary
from deskpet.statistics.totals import Totals
from deskpet.ui.chat.message_actions import MessageAction
from deskpet.ui.chat.transcript import MAX_TURNS
from deskpet.ui.chat.turn_details import TurnDetails
from deskpet.ui.chat.window import ChatWindow
from tests.app.running_pet import ChatServer, running, type_and_send, write_settings
from tests.support.waiting import until
from tests.ui.active_window import active
from tests.ui.keyboard import missed_controls, stops
from tests.ui.scripted_turn import ScriptedTurn

pytestmark = pytest.mark.window

TURN = TurnSummary("", "stop", 3.42, 1, 0.412, 48.23, 1204, 322, (), None, None, (), 18234, 0)
BODIES = ({"model": "tiny", "messages": [{"role": "user", "content": "你好"}]}, {"model": "tiny", "messages": []})
SENT = tuple(Exchange(number, "POST", "http://host/v1", (), body, 99) for number, body in enumerate(BODIES))


def answered(chat: ChatWindow, qtbot: QtBot, words: str = "Hello") -> ScriptedTurn:
    turn = ScriptedTurn(chat)
    turn.say(words)
    turn.end()
    qtbot.waitUntil(lambda: any(row.message.id == turn.message.id for row in chat.transcript.rows))
    return turn


@dataclass(frozen=True)
class Offer:
    """A row whose action bar offers turn details."""

    chat: ChatWindow
    row: QWidget

    @property
    def button(self) -> QAbstractButton:
        point_at(self.row)
        return self.chat.transcript.toolbar.bar.button(MessageAction.DETAILS)


def point_at(row: QWidget) -> None:
    """Send an enter event; the real pointer would hit whichever window is on top."""
    spot = QPointF(30, 12)
    QApplication.sendEvent(row, QEnterEvent(spot, spot, row.mapToGlobal(spot)))


def offers(chat: ChatWindow) -> list[Offer]:
    """Return all rows with turn details, from top to bottom."""
    every = [Offer(chat, row) for row in chat.transcript.rows]
    return [offer for offer in every if not offer.button.isHidden()]


def opened_panel(chat: ChatWindow, qtbot: QtBot, details: TurnDetails) -> QWidget:
    turn = answered(chat, qtbot)
    chat.transcript.set_details(turn.message.id, details)
    QTest.mouseClick(offers(chat)[-1].button, Qt.MouseButton.LeftButton)
    return panel()


def panel() -> QWidget:
    popup = QApplication.activePopupWidget()
    assert popup
    return popup


def focused() -> QWidget:
    widget = QApplication.focusWidget()
    assert widget
    return widget


def said(popup: QWidget) -> list[str]:
    labels = popup.findChildren(QLabel)
    return [label.accessibleName() for label in labels if label.accessibleName() and label.isVisible()]


def press(popup: QWidget, text: str) -> None:
    button = next(each for each in popup.findChildren(QPushButton) if each.text() == text and each.isVisible())
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def text_of(popup: QWidget) -> str:
    field = popup.findChild(QPlainTextEdit)
    assert isinstance(field, QPlainTextEdit)
    assert field.isVisible()
    assert field.isReadOnly()
    return field.toPlainText()


def test_only_answers_with_kept_details_offer_them(chat: ChatWindow, qtbot: QtBot) -> None:
    chat.show_message(user_message("hello"))
    turn = answered(chat, qtbot)
    assert offers(chat) == []
    chat.transcript.set_details(turn.message.id, TurnDetails(TURN))
    (offer,) = offers(chat)
    assert offer.row is chat.transcript.rows[-1]


def test_a_continued_answer_offers_details_after_its_end(chat: ChatWindow, qtbot: QtBot) -> None:
    turn = answered(chat, qtbot)
    chat.transcript.set_details(turn.message.id, TurnDetails(TURN))
    turn.emit(TurnStarted(turn.message.id, 103.0))
    assert offers(chat) == []
    turn.say(" and more")
    turn.end()
    chat.transcript.set_details(turn.message.id, TurnDetails(TURN))
    assert len(offers(chat)) == 1


def test_the_panel_shows_the_figures(chat: ChatWindow, qtbot: QtBot) -> None:
    popup = opened_panel(chat, qtbot, TurnDetails(replace(TURN, requests=2, retries=1), SENT))
    assert said(popup)[:8] == [
        "How it ended: Complete",
        "Whole turn: 3.42 s",
        "First token after: 412 ms",
        "Tokens per second: 48.2",
        "Tokens: 1,204 in, 322 out",
        "Requests sent: 2",
        "Retries: 1",
        "Received: 18.2 kB",
    ]


def test_tab_reaches_the_lists_of_what_was_sent(chat: ChatWindow, qtbot: QtBot) -> None:
    popup = opened_panel(chat, qtbot, TurnDetails(TURN, SENT, told=("Likes herons",), documents=("plan.pdf: all",)))
    press(popup, "What was sent")
    first = popup.focusWidget()
    assert first
    assert first.accessibleName() == "The request as JSON"
    reached = stops(popup)
    assert {"Memories sent", "Documents"} < {each.accessibleName() for each in reached}
    assert missed_controls(popup, reached) == []


def test_tools_are_listed_with_their_durations(chat: ChatWindow, qtbot: QtBot) -> None:
    tools = (("live2d.motion", 0.041, ""), ("weather", 1.34, "timeout"), ("read_file", None, "cancelled"))
    turn = replace(TURN, tools=tools, tools_p50=0.041, tools_p95=1.34)
    popup = opened_panel(chat, qtbot, TurnDetails(turn, SENT))
    assert said(popup)[8:] == ["Motion: 41 ms", "Weather: failed, 1.34 s", "Read file: none", "p50, p95: 41 ms, 1.34 s"]


def test_percentiles_need_two_tools_and_long_lists_are_shortened(chat: ChatWindow, qtbot: QtBot) -> None:
    one = opened_panel(chat, qtbot, TurnDetails(replace(TURN, tools=(("a", 1.0, ""),), tools_p50=1.0, tools_p95=1.0)))
    assert said(one)[8:] == ["A: 1.00 s"]
    one.close()
    many = replace(TURN, tools=(("a", 1.0, ""),) * 30, tools_p50=1.0, tools_p95=1.0)
    popup = opened_panel(chat, qtbot, TurnDetails(many))
    assert "and 22 more: " in said(popup)
    assert popup.height() < 600


def level_of(popup: QWidget, name: str) -> str:
    labels = popup.findChildren(QLabel)
    return next(label.property("level") for label in labels if label.accessibleName().startswith(f"{name}: "))


def test_figures_beyond_their_limits_are_marked(chat: ChatWindow, qtbot: QtBot) -> None:
    fine = replace(TURN, calls_seen=20, calls_mended=1, calls_refused=1, dropped_frames=5)
    popup = opened_panel(chat, qtbot, TurnDetails(fine))
    assert said(popup)[8:] == ["Tool calls: 20: 1 mended, 1 unusable", "Dropped frames: 5"]
    assert (level_of(popup, "Tool calls"), level_of(popup, "Dropped frames")) == ("", "")
    popup.close()
    tools = (("a", 0.2, ""), ("b", 3.2, ""))
    bad = replace(fine, calls_seen=19, dropped_frames=6, tools=tools, tools_p50=0.2, tools_p95=3.2)
    popup = opened_panel(chat, qtbot, TurnDetails(bad))
    for name in ("Tool calls", "Dropped frames", "p50, p95"):
        assert level_of(popup, name) == "warning"


def test_sums_of_the_conversation_and_of_the_day_stand_side_by_side(chat: ChatWindow, qtbot: QtBot) -> None:
    today = Totals(turns=1200, seconds=83.0, tool_runs=3, calls_seen=4, calls_refused=1)
    popup = opened_panel(chat, qtbot, TurnDetails(TURN, SENT, (Totals().plus(TURN), today)))
    press(popup, "Totals")
    shown = said(popup)
    assert shown[:4] == [
        "Answers, Here, since the start: 1",
        "Answers, Today: 1,200",
        "Time of answers, Here, since the start: 3.42 s",
        "Time of answers, Today: 1 min 23 s",
    ]
    assert "Tool calls, Today: 4: 0 mended, 1 unusable" in shown
    assert level_of(popup, "Tool calls, Today") == "warning"
    press(popup, "Back")
    assert "Requests sent: 1" in said(popup)


def test_requests_are_shown_one_at_a_time_and_copied(chat: ChatWindow, qtbot: QtBot) -> None:
    popup = opened_panel(chat, qtbot, TurnDetails(TURN, SENT))
    press(popup, "What was sent")
    assert json.loads(text_of(popup)) == BODIES[0]
    assert "你好" in text_of(popup)
    press(popup, "Next")
    assert json.loads(text_of(popup)) == BODIES[1]
    press(popup, "Copy")
    assert json.loads(QGuiApplication.clipboard().text()) == BODIES[1]
    press(popup, "Previous")
    assert json.loads(text_of(popup)) == BODIES[0]
    press(popup, "Back")
    assert "Requests sent: 1" in said(popup)


def test_the_requests_button_is_disabled_without_requests(chat: ChatWindow, qtbot: QtBot) -> None:
    popup = opened_panel(chat, qtbot, TurnDetails(TURN))
    assert not next(each for each in popup.findChildren(QPushButton) if each.text() == "What was sent").isEnabled()


def test_the_panel_stays_on_the_screen(chat: ChatWindow, qtbot: QtBot) -> None:
    screen = QGuiApplication.primaryScreen().availableGeometry()
    chat.move(screen.left(), screen.top() - 20)
    popup = opened_panel(chat, qtbot, TurnDetails(TURN, SENT))
    room = screen.adjusted(-18, -18, 18, 18)
    assert room.contains(popup.geometry())
    press(popup, "What was sent")
    assert room.contains(popup.geometry())


def test_escape_closes_the_panel_and_does_not_stop_the_answer(chat: ChatWindow, qtbot: QtBot) -> None:
    stopped: list[bool] = []
    chat.composer.stop_requested.connect(lambda: stopped.append(True))
    qtbot.waitUntil(active(chat))
    popup = opened_panel(chat, qtbot, TurnDetails(TURN, SENT))
    (offer,) = offers(chat)
    chat.set_busy(True)
    assert offer.button.isDown()
    gone: list[bool] = []
    popup.destroyed.connect(lambda: gone.append(True))
    QTest.keyClick(popup, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: gone == [True])
    assert not offer.button.isDown()
    assert stopped == []
    QTest.keyClick(chat.composer.field, Qt.Key.Key_Escape)
    assert stopped == [True]


def test_the_panel_works_by_keyboard(chat: ChatWindow, qtbot: QtBot) -> None:
    turn = answered(chat, qtbot)
    chat.transcript.set_details(turn.message.id, TurnDetails(TURN, SENT))
    qtbot.waitUntil(active(chat))
    (offer,) = offers(chat)
    for _ in range(12):
        if focused() is offer.button:
            break
        QTest.keyClick(focused(), Qt.Key.Key_Tab)
    QTest.keyClick(focused(), Qt.Key.Key_Space)
    QTest.keyClick(panel(), Qt.Key.Key_Tab)
    QTest.keyClick(panel().focusWidget(), Qt.Key.Key_Space)
    assert json.loads(text_of(panel())) == BODIES[0]


def test_only_the_last_turns_are_kept(chat: ChatWindow, qtbot: QtBot) -> None:
    first = answered(chat, qtbot)
    chat.transcript.set_details(first.message.id, TurnDetails(TURN))
    for number in range(MAX_TURNS - 1):
        chat.transcript.set_details(f"another {number}", TurnDetails(TURN))
    assert len(offers(chat)) == 1
    chat.transcript.set_details("one more", TurnDetails(TURN))
    assert offers(chat) == []


def test_a_recreated_row_offers_details_again(chat: ChatWindow, qtbot: QtBot) -> None:
    turn = answered(chat, qtbot)
    chat.transcript.set_details(turn.message.id, TurnDetails(TURN))
    QTest.mouseClick(offers(chat)[0].button, Qt.MouseButton.LeftButton)
    for number in range(60):
        chat.show_message(user_message(f"message {number}"))
    qtbot.waitUntil(lambda: offers(chat) == [])
    panel().close()
    bar = chat.transcript.verticalScrollBar()
    bar.setValue(0)
    qtbot.waitUntil(lambda: len(offers(chat)) == 1)


async def test_in_the_app_a_turn_has_figures_and_requests(tmp_path):
    upstream = ChatServer()
    file = write_settings(tmp_path, await upstream.start())
    pet = PetController(file, offline=False)
    async with running(pet) as talk:
        type_and_send(talk, "hello")
        await until(lambda: bool(upstream.requests))
        upstream.begin_call("live2d_expression")
        upstream.arguments('{"name": "happy"}')
        upstream.end()
        await until(lambda: len(upstream.requests) == 2)
        upstream.delta(content="Hello!")
        await until(lambda: talk.conversation.messages[-1].text == "Hello!")
        assert offers(talk.chat) == []
        upstream.end()
        await until(lambda: bool(offers(talk.chat)))
        QTest.mouseClick(offers(talk.chat)[0].button, Qt.MouseButton.LeftButton)
        figures = dict(line.split(": ") for line in said(panel()))
        assert (figures["How it ended"], figures["Requests sent"], figures["Retries"]) == ("Complete", "2", "0")
        assert figures["Change expression"].endswith(" ms")
        assert figures["Received"] != "0 B"
        press(panel(), "What was sent")
        assert json.loads(text_of(panel())) == upstream.requests[0]
        press(panel(), "Next")
        assert json.loads(text_of(panel())) == upstream.requests[1]
        panel().close()

        type_and_send(talk, "go on forever")
        upstream.delta(content="one two ")
        await until(lambda: talk.conversation.messages[-1].text == "one two ")
        QTest.keyClick(talk.chat.composer.field, Qt.Key.Key_Escape)
        await until(lambda: len(offers(talk.chat)) == 2)
        QTest.mouseClick(offers(talk.chat)[1].button, Qt.MouseButton.LeftButton)
        figures = dict(line.split(": ") for line in said(panel()))
        assert (figures["How it ended"], figures["Requests sent"]) == ("Stopped by you", "1")
        assert figures["Received"] != "0 B"
        press(panel(), "What was sent")
        assert json.loads(text_of(panel())) == upstream.requests[2]
        press(panel(), "Back")
        assert figures["Dropped frames"].isdecimal()
        press(panel(), "Totals")
        assert {"Answers, Here, since the start: 2", "Answers, Today: 2", "Tool calls, Today: 1"} <= set(said(panel()))
        panel().close()

    again = PetController(file, offline=False)
    async with running(again, upstream) as talk:
        assert len(talk.conversation.messages) == 4
        assert offers(talk.chat) == []
        type_and_send(talk, "and now?")
        upstream.delta(content="Later.")
        upstream.end()
        await until(lambda: bool(offers(talk.chat)))
        QTest.mouseClick(offers(talk.chat)[0].button, Qt.MouseButton.LeftButton)
        press(panel(), "Totals")
        assert {"Answers, Here, since the start: 1", "Answers, Today: 3"} <= set(said(panel()))
        panel().close()


def test_a_long_message_is_shortened_where_it_is_shown_and_copied_whole(chat: ChatWindow, qtbot: QtBot) -> None:
    body = {"messages": [{"role": "user", "content": "Tea at five. " * 40_000}]}
    popup = opened_panel(chat, qtbot, TurnDetails(TURN, (replace(SENT[0], body=body),)))
    press(popup, "What was sent")
    assert "more characters: Copy has them all" in text_of(popup)
    assert len(text_of(popup)) < 5_000
    press(popup, "Copy")
    assert json.loads(QGuiApplication.clipboard().text()) == body
