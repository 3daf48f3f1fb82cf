"""Tests of reading a conversation: line breaks, a stable view, keys, wheel, links and copies."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QTextLine, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QScrollBar
from pytestqt.qtbot import QtBot

from deskpet.chat.messages import Message, user_message
from deskpet.ui.blocks.document_view import DocumentView
from deskpet.ui.blocks.text import TextView
from deskpet.ui.chat.message_row import MessageRow
from deskpet.ui.chat.scrolling import SmoothScroll
from deskpet.ui.chat.transcript import Transcript
from deskpet.ui.widgets.links import open_address
from tests.gallery.samples import answer, call, done
from tests.ui.fake_browser import FakeBrowser

FAMILY = "👩‍👩‍👧‍👦"
# What no line may begin with, by the rules of Chinese and Japanese printing.
NEVER_FIRST = "，。、！？」）ー"
ENDLESS = {
    "one word": "x" * 5000,
    "Japanese": "今日はいい天気ですね。" * 60,
    "emoji": FAMILY * 80,
    "address": "https://example.org/" + "a/" * 400,
    "code": "`" + "y" * 900 + "`",
}


def shown(transcript: Transcript, qtbot: QtBot, *messages: Message) -> list[MessageRow]:
    transcript.show_path(messages)
    qtbot.waitUntil(lambda: bool(transcript.rows) and not any(row.is_behind for row in transcript.rows))
    return transcript.rows


def text_of(row: MessageRow, index: int = 0) -> DocumentView:
    view = row.views[index]
    assert isinstance(view, TextView)
    return view.view


def lines_of(view: DocumentView) -> Iterator[tuple[str, QTextLine]]:
    """Each line as it is laid out, with its text."""
    block = view.content.document.begin()
    while block.isValid():
        layout, units = block.layout(), block.text().encode("utf-16-le")
        for number in range(layout.lineCount()):
            line = layout.lineAt(number)
            begin, end = 2 * line.textStart(), 2 * (line.textStart() + line.textLength())
            yield units[begin:end].decode("utf-16-le", "surrogatepass"), line
        block = block.next()


# Lines


@pytest.mark.parametrize("words", ENDLESS.values(), ids=ENDLESS)
@pytest.mark.parametrize("is_answer", [True, False], ids=["answer", "question"])
def test_whatever_is_said_stays_within_its_bubble(
    transcript: Transcript, qtbot: QtBot, words: str, is_answer: bool
) -> None:
    (row,) = shown(transcript, qtbot, answer(words) if is_answer else user_message(words))
    view = text_of(row)
    lines = [line for _, line in lines_of(view)]
    assert len(lines) > 3
    assert max(line.naturalTextWidth() for line in lines) <= view.width() + 1
    assert row.bubble().right() <= row.width()


def test_no_line_begins_within_a_letter_or_with_what_ends_a_sentence(transcript: Transcript, qtbot: QtBot) -> None:
    (row,) = shown(transcript, qtbot, answer("今日はいい天気ですね。「そう」、カレー！中文，句子。" * 40, FAMILY * 80))
    written = [text for text, _ in lines_of(text_of(row))]
    assert len(written) > 10
    assert [text for text in written if text[0] in NEVER_FIRST] == []
    for text, _ in lines_of(text_of(row, 1)):
        assert text == FAMILY * text.count("👦")


# The view


def mixed() -> tuple[Message, ...]:
    """Return messages whose heights are hard to estimate."""
    return answer("iiii " * 60), answer("- item\n" * 25), user_message("W" * 90), answer(done(call("t", 1, a=1), "ok"))


def test_the_view_never_jumps_while_somebody_reads_upward(transcript: Transcript, qtbot: QtBot) -> None:
    transcript.show_path([message for _ in range(40) for message in mixed()])
    bar = transcript.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    assert not transcript.follows
    for _ in range(120):
        row = next(each for each in transcript.rows if each.y() >= 0)
        before = row.y()
        bar.setValue(bar.value() - 37)
        assert row.y() == before + 37


def many(transcript: Transcript, qtbot: QtBot) -> None:
    shown(transcript, qtbot, *(user_message(f"message {number}") for number in range(60)))


def test_home_and_end_lead_to_both_ends(transcript: Transcript, qtbot: QtBot) -> None:
    many(transcript, qtbot)
    bar = transcript.verticalScrollBar()
    QTest.keyClick(transcript, Qt.Key.Key_Home)
    qtbot.waitUntil(lambda: bar.value() == 0)
    assert not transcript.follows
    QTest.keyClick(transcript, Qt.Key.Key_End)
    qtbot.waitUntil(lambda: bar.value() == bar.maximum())
    assert transcript.follows


def test_the_wheel_scrolls_and_ends_the_following(transcript: Transcript, qtbot: QtBot) -> None:
    many(transcript, qtbot)
    bar, viewport = transcript.verticalScrollBar(), transcript.viewport()
    qtbot.waitUntil(lambda: bar.value() == bar.maximum())
    middle, up, keys = QPointF(viewport.rect().center()), QPoint(0, 240), Qt.KeyboardModifier.NoModifier
    button, phase = Qt.MouseButton.NoButton, Qt.ScrollPhase.NoScrollPhase
    turned = QWheelEvent(middle, viewport.mapToGlobal(middle), QPoint(), up, button, keys, phase, False)
    QApplication.sendEvent(viewport, turned)
    qtbot.waitUntil(lambda: bar.value() <= bar.maximum() - 180)
    assert not transcript.follows


def test_each_scroll_moves_the_bar_only_towards_its_goal(qtbot: QtBot) -> None:
    bar = QScrollBar()
    bar.setMaximum(1000)
    qtbot.addWidget(bar)
    scroll = SmoothScroll(bar)
    seen = [0]
    bar.valueChanged.connect(seen.append)
    for goal in (800, 100, 900):
        scroll.to(goal)
        qtbot.waitUntil(lambda: bar.value() == goal)  # noqa: B023 - called in this round only
        assert seen == sorted(seen, reverse=goal == 100)
        seen[:] = [goal]


def test_what_the_focus_comes_to_is_brought_into_view(transcript: Transcript, qtbot: QtBot) -> None:
    many(transcript, qtbot)
    bar = transcript.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    above = next(row for row in transcript.rows if row.geometry().bottom() < 0)
    transcript.reveal(above)
    assert 0 <= above.y() < transcript.viewport().height()
    below = next(row for row in transcript.rows if row.y() > transcript.viewport().height())
    transcript.reveal(below)
    assert below.geometry().bottom() <= transcript.viewport().height()


# Selecting, copying, links


def test_a_selection_is_extended_with_shift(transcript: Transcript, qtbot: QtBot) -> None:
    (row,) = shown(transcript, qtbot, answer("Some words to be read"))
    view, shift = text_of(row), Qt.KeyboardModifier.ShiftModifier
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(0, 8))
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, shift, QPoint(view.width() - 1, 8))
    assert view.selected_text() == "Some words to be read"


def test_a_message_that_has_the_focus_is_copied_whole_or_what_is_selected(transcript: Transcript, qtbot: QtBot) -> None:
    (row,) = shown(transcript, qtbot, answer("Some **words**", done(call("t", 1), "ok"), "and more"))
    QTest.keyClick(row, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "Some words\n\nand more"
    text_of(row).select(0, 4)
    QTest.keyClick(row, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "Some"
    QTest.keyClick(row, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert row.message_selection.selected_text() == "Some words\n\nand more"


def test_the_target_of_a_link_is_copied_from_the_menu(transcript: Transcript, qtbot: QtBot) -> None:
    (row,) = shown(transcript, qtbot, answer("[here](https://example.org/) and on"))
    spot = text_of(row).mapTo(row, QPoint(8, 10))
    QApplication.sendEvent(row, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, spot, row.mapToGlobal(spot)))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    next(action for action in menu.actions() if action.text() == "Copy link").trigger()
    menu.close()
    assert QGuiApplication.clipboard().text() == "https://example.org/"


def test_only_what_is_harmless_is_opened(browser: FakeBrowser) -> None:
    for target in (
        "https://example.org/a", "HTTP://example.org", "mailto:a@example.org", "file:///etc/passwd",
        "javascript:alert(1)", "data:text/html,x", "smb://host/share", "/etc/passwd", "notes.md", "",
    ):  # fmt: skip
        open_address(target)
    assert browser.opened == ["https://example.org/a", "http://example.org", "mailto:a@example.org"]
