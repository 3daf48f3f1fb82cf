"""Tests of code whose lines are wider than an answer: it is scrolled sideways, or wraps."""

import random
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QHelpEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from deskpet.chat.events import TextAppended
from deskpet.chat.messages import Message, Text
from deskpet.ui.blocks.document_view import DocumentView
from deskpet.ui.blocks.message_selection import SelectableText
from deskpet.ui.chat.transcript import Transcript
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.markdown.code_preferences import code_wrap
from deskpet.ui.markdown.document import MarkdownDocument
from deskpet.ui.markdown.marks import code_text
from tests.ui.active_window import active
from tests.ui.scripted_turn import begin

pytestmark = pytest.mark.window

LINE = "result = combine(" + ", ".join(f"argument_{number}" for number in range(20)) + ")"
CODE = f"def first():\n    return 1\n{LINE}\nlast = 2"
SOURCE = f"Before\n\n```py\n{CODE}\n```\n\nAfter"
NONE, LEFT = Qt.MouseButton.NoButton, Qt.MouseButton.LeftButton
SHIFT, NO_KEY = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.NoModifier


@pytest.fixture(autouse=True)
def scrolled_code() -> Iterator[None]:
    """Code is scrolled at the start of each test."""
    code_wrap().set_on(False)
    yield
    code_wrap().set_on(False)


def show(transcript: Transcript, qtbot: QtBot, source: str = SOURCE) -> DocumentView:
    transcript.show_path([Message("assistant", (Text(source),), ended="stop")])
    (row,) = transcript.rows
    (text,) = row.message_selection.texts
    assert isinstance(text, DocumentView)
    qtbot.waitUntil(lambda: not row.is_behind and text.height() > 40)
    return text


def line_count(text: SelectableText, start: str) -> int:
    """Return the number of lines in which the line of code that begins with `start` is shown."""
    block = text.content.document.begin()
    while not block.text().startswith(start):
        block = block.next()
    return block.layout().lineCount()


def word_at(text: DocumentView, point: QPoint) -> str:
    """Return the text that follows a point of the view."""
    position = text.position_at(QPointF(point))
    block = text.content.document.findBlock(position)
    return block.text()[position - block.position() :]


def code_row(text: DocumentView, start: str) -> int:
    """Return the y of the middle of a line of code in the view."""
    block = text.content.document.begin()
    while not block.text().startswith(start):
        block = block.next()
    return round(text.content.document.documentLayout().blockBoundingRect(block).top() + 8)


def wheel(text: DocumentView, point: QPoint, angle: QPoint, keys: Qt.KeyboardModifier = NO_KEY) -> bool:
    """Turn the wheel; returns whether the text took it."""
    on_screen = QPointF(text.mapToGlobal(point))
    event = QWheelEvent(QPointF(point), on_screen, QPoint(), angle, NONE, keys, Qt.ScrollPhase.NoScrollPhase, False)
    text.wheelEvent(event)
    return event.isAccepted()


def switch_of(text: DocumentView) -> QPoint:
    """Return a point in the switch of the first code block."""
    return QPoint(text.width() - 64, code_row(text, "def first") - 20)


def test_a_long_line_is_one_line_that_is_scrolled_with_the_wheel(transcript: Transcript, qtbot: QtBot) -> None:
    text = show(transcript, qtbot)
    assert line_count(text, "result") == 1
    assert text.width() <= transcript.viewport().width()
    here, right = QPoint(30, code_row(text, "result")), QPoint(text.width() - 8, code_row(text, "result"))
    assert word_at(text, right) != ""
    before = text.grab().toImage()
    assert wheel(text, here, QPoint(0, -120 * 60), SHIFT)
    assert word_at(text, right) == ""
    assert word_at(text, here) != LINE
    assert text.grab().toImage() != before
    assert wheel(text, here, QPoint(120 * 60, 0))
    assert text.grab().toImage() == before
    assert not wheel(text, here, QPoint(0, -120))


def test_only_the_code_moves_and_its_box_stays(transcript: Transcript, qtbot: QtBot) -> None:
    text = show(transcript, qtbot)
    top, bottom = code_row(text, "def first") - 12, code_row(text, "last") + 12
    before = text.grab().toImage()
    wheel(text, QPoint(30, code_row(text, "result")), QPoint(0, -120 * 2), SHIFT)
    after = text.grab().toImage()
    ratio = text.devicePixelRatioF()
    changed = [
        y
        for y in range(after.height())
        if any(after.pixel(x, y) != before.pixel(x, y) for x in range(0, after.width(), 2))
    ]
    assert changed
    assert min(changed) >= top * ratio
    assert max(changed) <= (bottom + 14) * ratio
    # The edges of the box are where they were.
    for y in changed:
        assert after.pixel(0, y) == before.pixel(0, y)
        assert after.pixel(after.width() - 1, y) == before.pixel(after.width() - 1, y)


def test_the_switch_wraps_all_code_and_lets_it_be_scrolled_again(transcript: Transcript, qtbot: QtBot) -> None:
    text = show(transcript, qtbot)
    height = text.height()
    QTest.mouseClick(text, LEFT, pos=switch_of(text))
    assert code_wrap().is_on
    qtbot.waitUntil(lambda: text.height() > height)
    assert line_count(text, "result") > 2
    assert not wheel(text, QPoint(30, code_row(text, "result")), QPoint(0, -120 * 60), SHIFT)
    other = show(transcript, qtbot, SOURCE + " another")
    assert line_count(other, "result") > 2
    QTest.mouseClick(other, LEFT, pos=switch_of(other))
    qtbot.waitUntil(lambda: other.height() == height)
    assert line_count(other, "result") == 1


def test_the_switch_works_while_the_code_streams(transcript: Transcript, qtbot: QtBot) -> None:
    turn = begin(transcript, qtbot)
    index = turn.say(f"```py\ndef first():\n{LINE}")
    (text,) = transcript.rows[-1].message_selection.texts
    assert isinstance(text, DocumentView)
    qtbot.waitUntil(lambda: "argument_19" in text.plain_text())
    assert line_count(text, "result") == 1
    QTest.mouseClick(text, LEFT, pos=switch_of(text))
    turn.emit(TextAppended(index, f" # more\nsecond_{LINE}"))
    qtbot.waitUntil(lambda: "second" in text.plain_text())
    assert line_count(text, "result") > 2
    assert line_count(text, "second") > 2
    QTest.mouseClick(text, LEFT, pos=switch_of(text))
    turn.emit(TextAppended(index, f"\nthird_{LINE}\n```\n"))
    turn.end()
    qtbot.waitUntil(lambda: "third" in text.plain_text())
    assert [line_count(text, start) for start in ("result", "second", "third")] == [1, 1, 1]
    assert code_text(text.content.document, 1) == f"def first():\n{LINE} # more\nsecond_{LINE}\nthird_{LINE}"


@pytest.mark.parametrize("seed", range(12))
def test_toggling_between_any_pieces_gives_the_document_of_the_whole_text(qapp: QApplication, seed: int) -> None:
    source = f"Words\n\n> - quoted\n>   ```py\n>   {LINE}\n>   ```\n\n{SOURCE}\n\n    {LINE}\n    indented\n\nend"
    dice, content, at = random.Random(seed), MarkdownDocument(), 0
    while at < len(source):
        step = dice.randrange(1, 40)
        content.grow(source[at : at + step])
        at += step
        if dice.random() < 0.4:
            code_wrap().toggle()
            content.apply_code_preferences()
    content.finish()
    whole = MarkdownDocument()
    whole.feed(source)
    whole.finish()
    assert [each.nonBreakableLines() for each in formats(content)] == [
        each.nonBreakableLines() for each in formats(whole)
    ]
    assert content.document.toPlainText() == whole.document.toPlainText()


def formats(content: MarkdownDocument):
    block = content.document.begin()
    while block.isValid():
        yield block.blockFormat()
        block = block.next()


@pytest.mark.parametrize("seed", range(6))
def test_the_width_of_streamed_code_is_that_of_its_longest_line(
    transcript: Transcript, qtbot: QtBot, seed: int
) -> None:
    dice = random.Random(seed)
    lines = ["x" * dice.choice((1, 20, 60, 120, 180)) for _ in range(40)]
    source = "- item\n" * dice.randrange(2) + "```\n" + "\n".join(lines) + "\n```\nafter"
    turn = begin(transcript, qtbot)
    index, at = turn.say(""), 0
    while at < len(source):
        step = dice.randrange(1, 120)
        turn.emit(TextAppended(index, source[at : at + step]))
        transcript.viewport().repaint()
        at += step
        if dice.random() < 0.3:
            qtbot.wait(20)
    turn.end()
    (text,) = transcript.rows[-1].message_selection.texts
    assert isinstance(text, DocumentView)
    qtbot.waitUntil(lambda: "after" in text.plain_text() and not transcript.rows[-1].is_behind)
    transcript.verticalScrollBar().setValue(0)
    block = text.content.document.begin()
    while not block.text().startswith("x"):
        block = block.next()
    y = round(text.content.document.documentLayout().blockBoundingRect(block).top() + 8)
    wheel(text, QPoint(40, y), QPoint(0, -120 * 200), SHIFT)
    longest = max(lines, key=len)
    while block.text() != longest:
        block = block.next()
    y = round(text.content.document.documentLayout().blockBoundingRect(block).top() + 8)
    ends = text.position_at(QPointF(text.width() - 8, y)) - block.position()
    before = text.position_at(QPointF(text.width() - 30, y)) - block.position()
    assert ends == len(longest) > before


def test_copy_selection_and_search_give_the_source(transcript: Transcript, qtbot: QtBot) -> None:
    text = show(transcript, qtbot)
    QTest.mouseClick(text, LEFT, pos=QPoint(text.width() - 16, code_row(text, "def first") - 20))
    assert QGuiApplication.clipboard().text() == CODE
    text.select_all()
    assert text.selected_text() == f"Before\n\n{CODE}\n\nAfter"
    y = code_row(text, "result")
    assert text.highlight(["argument_19"]) is not None
    seen = [word_at(text, QPoint(x, y)) for x in range(20, text.width() - 20, 4)]
    assert any(word.startswith("argument_19") for word in seen)
    text.highlight([])
    text.highlight(["def"])
    assert word_at(text, QPoint(13, y)).startswith("result")


def test_a_selection_is_dragged_beyond_the_edge(transcript: Transcript, qtbot: QtBot) -> None:
    text = show(transcript, qtbot)
    y = code_row(text, "result")
    QTest.mousePress(text, LEFT, pos=QPoint(13, y))
    for _ in range(200):
        QTest.mouseMove(text, QPoint(text.width() + 40, y))
        if text.selected_text() == LINE:
            break
    QTest.mouseRelease(text, LEFT, pos=QPoint(text.width() + 40, y))
    assert text.selected_text() == LINE


def test_the_scroll_bar_is_dragged_and_the_arrow_keys_scroll(transcript: Transcript, qtbot: QtBot) -> None:
    text = show(transcript, qtbot)
    y, last = code_row(text, "result"), code_row(text, "last")
    end = QPoint(text.width() - 8, y)
    QTest.mousePress(text, LEFT, pos=QPoint(20, last + 16))
    QTest.mouseMove(text, QPoint(text.width() + 60, last + 40))
    QTest.mouseRelease(text, LEFT, pos=QPoint(text.width() + 60, last + 40))
    assert word_at(text, end) == ""
    assert not text.selected_text()
    (row,) = transcript.rows
    for _ in range(60):
        QTest.keyClick(row, Qt.Key.Key_Left)
    assert word_at(text, end) != ""
    assert word_at(text, QPoint(13, y)) == LINE


def test_short_code_has_no_scroll_bar_and_its_bubble_fits(transcript: Transcript, qtbot: QtBot) -> None:
    text = show(transcript, qtbot, "```py\nprint('hello, you')\n```")
    assert text.width() < transcript.viewport().width() // 2
    assert not wheel(text, QPoint(30, text.height() // 2), QPoint(0, -120), SHIFT)


def test_the_keyboard_and_the_menu_have_the_switch(chat: ChatWindow, qtbot: QtBot) -> None:
    chat.show_path([Message("assistant", (Text(SOURCE),), ended="stop")])
    (row,) = chat.transcript.rows
    (text,) = row.message_selection.texts
    chat.composer.field.setFocus()
    qtbot.waitUntil(active(chat))
    QTest.keyClick(chat.composer.field, Qt.Key.Key_Z, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: code_wrap().is_on)
    row.menu_requested.emit(QPoint(), row.mapToGlobal(QPoint(5, 5)))
    menu = QApplication.activePopupWidget()
    assert menu
    (entry,) = [each for each in menu.actions() if each.text().startswith("Scroll long lines")]
    entry.trigger()
    menu.close()
    assert not code_wrap().is_on
    assert line_count(text, "result") == 1


def test_the_controls_of_a_code_block_have_tooltips(transcript: Transcript, qtbot: QtBot) -> None:
    text = show(transcript, qtbot)
    for words in ("Wrap long lines", "Scroll long lines"):
        spot = switch_of(text)
        QApplication.sendEvent(text, QHelpEvent(QEvent.Type.ToolTip, spot, text.mapToGlobal(spot)))
        shown = [each.text() for each in QApplication.allWidgets() if isinstance(each, QLabel) and each.isVisible()]
        assert words in shown
        QTest.mouseClick(text, LEFT, pos=spot)
