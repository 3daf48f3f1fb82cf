"""Tests of selecting across blocks, copying, auto-scroll, wide tables and links in an answer."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from deskpet.chat.messages import Message, StreamingText, Text, ToolUse
from deskpet.ui.blocks import ToolLook
from deskpet.ui.blocks.document_view import DocumentView
from deskpet.ui.blocks.message_selection import SelectableText
from deskpet.ui.chat.pane import ChatPane
from deskpet.ui.chat.transcript import Transcript
from deskpet.ui.chat.writing_field import WritingField
from deskpet.ui.widgets import theme
from tests.ui.scripted_turn import begin

pytestmark = pytest.mark.window

CARD = ToolUse("live2d.motion", "1", "success", "{}", {}, "waved", started_at=10.0, ended_at=11.0)
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton


def look(name: str) -> ToolLook:
    return ToolLook("Motion", "motion")


@pytest.fixture
def look_of() -> Callable[[str], ToolLook]:
    return look


def show_answer(transcript: Transcript, qtbot: QtBot, *blocks: str | ToolUse) -> tuple[SelectableText, ...]:
    """Show a complete answer and return its text views."""
    whole = tuple(Text(StreamingText(block)) if isinstance(block, str) else block for block in blocks)
    transcript.show_path([Message("assistant", whole, ended="stop")])
    (row,) = transcript.rows
    qtbot.waitUntil(lambda: not row.is_behind and row.message_selection.texts[-1].height() > 0)
    return row.message_selection.texts


def send(view: QWidget, kind: QEvent.Type, point: QPoint, held: Qt.MouseButton = LEFT) -> None:
    """Send a mouse event, independent of the real pointer."""
    button = NONE if kind is QEvent.Type.MouseMove else LEFT
    at, on_desktop = QPointF(point), QPointF(view.mapToGlobal(point))
    QApplication.sendEvent(view, QMouseEvent(kind, at, on_desktop, button, held, Qt.KeyboardModifier.NoModifier))


def copied(view: DocumentView) -> str:
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    return QGuiApplication.clipboard().text()


def all_of(transcript: Transcript, qtbot: QtBot, source: str) -> str:
    """Return the text copied from an answer with Ctrl+A and Ctrl+C."""
    (text,) = show_answer(transcript, qtbot, source)
    QTest.keyClick(text, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    return copied(text)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("One\ntwo.\n\nThree.", "One\ntwo.\n\nThree."),
        ("Say:\n\n3. three\n4. four\n   - [x] done\n   - else", "Say:\n\n3. three\n4. four\n   - [x] done\n   - else"),
        ("|a|b|\n|-|-|\n|1|2 3|\n|4||\n\nEnd", "a\tb\n1\t2 3\n4\t\n\nEnd"),
        ("# Head\n\n```py\nif a:\n\n    b\n```\n\nEnd 🦊", "Head\n\nif a:\n\n    b\n\nEnd 🦊"),
        ("> one\n>\n> two\n\n---\n\nthree", "one\n\ntwo\n\n---\n\nthree"),
    ],
)
def test_copied_text_keeps_its_structure(transcript: Transcript, qtbot: QtBot, source: str, text: str) -> None:
    assert all_of(transcript, qtbot, source) == text


def test_a_word_copied_from_a_list_has_no_marker(transcript: Transcript, qtbot: QtBot) -> None:
    (text,) = show_answer(transcript, qtbot, "- alpha beta\n- gamma")
    QTest.mouseDClick(text, LEFT, pos=QPoint(34, 10))
    assert copied(text) == "alpha"


def test_shift_click_extends_the_selection_across_blocks(transcript: Transcript, qtbot: QtBot) -> None:
    first, middle, last = show_answer(transcript, qtbot, "First words", CARD, "in the middle", CARD, "last words")
    transcript.activateWindow()
    qtbot.waitUntil(transcript.isActiveWindow)
    QTest.mouseClick(first, LEFT, pos=QPoint(0, 8))
    end = QPoint(last.width() - 1, last.height() - 4)
    QTest.mouseClick(last, LEFT, Qt.KeyboardModifier.ShiftModifier, end)
    assert copied(last) == "First words\n\nin the middle\n\nlast words"
    QTest.mouseClick(middle, LEFT, Qt.KeyboardModifier.ShiftModifier, QPoint(middle.width() - 1, 8))
    assert copied(middle) == "First words\n\nin the middle"


@pytest.mark.parametrize("down", [True, False])
def test_a_selection_dragged_beyond_the_edge_scrolls_the_view(transcript: Transcript, qtbot: QtBot, down: bool) -> None:
    (text,) = show_answer(transcript, qtbot, "\n\n".join(f"line {number}" for number in range(120)))
    bar = transcript.verticalScrollBar()
    bar.setValue(0 if down else bar.maximum())
    here = text.mapFrom(transcript.viewport(), QPoint(40, 200))
    send(text, QEvent.Type.MouseButtonPress, here)
    # Far enough to be outside wherever the window manager places the window.
    beyond = QPoint(40, transcript.viewport().height() + 3000 if down else -3000)
    send(text, QEvent.Type.MouseMove, text.mapFrom(transcript.viewport(), beyond))
    qtbot.waitUntil(lambda: bar.value() == (bar.maximum() if down else 0))
    qtbot.waitUntil(lambda: ("line 119" if down else "line 0") in text.selected_text())
    send(text, QEvent.Type.MouseButtonRelease, text.mapFrom(transcript.viewport(), beyond), NONE)
    assert text.message_selection.pointer is None


def test_code_at_the_start_of_an_answer_has_its_header_and_copy_button(transcript: Transcript, qtbot: QtBot) -> None:
    (text,) = show_answer(transcript, qtbot, "```py\nfirst = 1\n```\n\nwords\n\n```\nsecond\n```")
    QTest.mouseClick(text, LEFT, pos=QPoint(text.width() - 16, 15))
    assert QGuiApplication.clipboard().text() == "first = 1"


COLUMNS = "|" + "|".join(f"Column {number}" for number in range(12)) + "|"
WIDE = f"Before\n\n{COLUMNS}\n{'|-' * 12}|\n" + "|".join(["", *(f"value {number}" for number in range(12)), "\n"])


def column_at(text: DocumentView, point: QPoint) -> int:
    """Return the table column visible at a point."""
    where = text.content.document.findBlock(text.position_at(QPointF(point))).text()
    return int(where.split()[-1])


def test_a_wide_table_is_scrolled_sideways(transcript: Transcript, qtbot: QtBot) -> None:
    (text,) = show_answer(transcript, qtbot, WIDE)
    in_table, right = QPoint(20, 50), QPoint(text.width() - 10, 50)
    assert column_at(text, in_table) == 0
    assert column_at(text, right) < 8
    assert "Column 11" in text.plain_text().replace("\t", " ")
    before = text.grab().toImage()
    wheel = QWheelEvent(
        QPointF(in_table),
        QPointF(text.mapToGlobal(in_table)),
        QPoint(),
        QPoint(0, -120 * 40),
        NONE,
        Qt.KeyboardModifier.ShiftModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(text, wheel)
    assert column_at(text, right) == 11
    assert text.grab().toImage() != before
    assert text.width() <= transcript.viewport().width()


def test_the_arrow_keys_scroll_a_wide_table(transcript: Transcript, qtbot: QtBot) -> None:
    (text,) = show_answer(transcript, qtbot, WIDE)
    (row,) = transcript.rows
    for _ in range(40):
        QTest.keyClick(row, Qt.Key.Key_Right)
    assert column_at(text, QPoint(text.width() - 10, 50)) == 11
    for _ in range(40):
        QTest.keyClick(text, Qt.Key.Key_Left)
    assert column_at(text, QPoint(20, 50)) == 0


def test_a_wide_tables_scroll_bar_can_be_dragged(transcript: Transcript, qtbot: QtBot) -> None:
    (text,) = show_answer(transcript, qtbot, WIDE)
    below = text.height() - 4
    send(text, QEvent.Type.MouseButtonPress, QPoint(5, below))
    send(text, QEvent.Type.MouseMove, QPoint(text.width() + 50, below))
    send(text, QEvent.Type.MouseButtonRelease, QPoint(text.width() + 50, below), NONE)
    assert column_at(text, QPoint(text.width() - 10, 50)) == 11
    assert not text.selected_text()


def test_the_caret_is_in_the_cell_being_streamed(transcript: Transcript, qtbot: QtBot) -> None:
    turn = begin(transcript, qtbot)
    turn.say("| a | b |\n|---|---|\n| one |")
    (text,) = transcript.rows[-1].message_selection.texts
    qtbot.waitUntil(lambda: "one" in text.plain_text())
    shown = text.grab().toImage()
    text.set_caret(False)
    without = text.grab().toImage()
    columns = [x for x in range(shown.width()) if any(shown.pixel(x, y) != without.pixel(x, y) for y in range(36, 60))]
    assert columns
    assert 20 < min(columns) <= max(columns) < text.width() // 2


def test_a_narrow_table_fills_the_width(transcript: Transcript, qtbot: QtBot) -> None:
    (text,) = show_answer(transcript, qtbot, WIDE)
    assert column_at(text, QPoint(text.width() - 10, 50)) < 8
    transcript.resize(1600, 420)
    qtbot.waitUntil(lambda: text.width() > 1200)
    assert column_at(text, QPoint(text.width() - 10, 50)) == 11


def test_a_bare_address_opens_on_a_click(transcript: Transcript, qtbot: QtBot) -> None:
    turn = begin(transcript, qtbot)
    turn.say("https://example.org/a_b_c. Then more")
    turn.end()
    (text,) = transcript.rows[-1].message_selection.texts
    qtbot.waitUntil(lambda: "more" in text.plain_text())
    with qtbot.waitSignal(transcript.link_activated) as clicked:
        QTest.mouseClick(text, LEFT, pos=QPoint(20, 10))
    assert clicked.args == ["https://example.org/a_b_c", "https://example.org/a_b_c"]


def test_typing_in_the_transcript_goes_to_the_composer(qapp: QApplication, qtbot: QtBot) -> None:
    theme.apply(qapp)
    pane = ChatPane("Mikan", look, ())
    qtbot.addWidget(pane)
    pane.resize(400, 500)
    pane.show_message(Message("assistant", (Text(StreamingText("An answer")),), ended="stop"))
    with qtbot.waitExposed(pane):
        pane.show()
    pane.activateWindow()
    qtbot.waitUntil(lambda: bool(pane.transcript.rows) and pane.isActiveWindow())
    (text,) = pane.transcript.rows[0].message_selection.texts
    QTest.mouseClick(text, LEFT, pos=QPoint(4, 8))
    qtbot.waitUntil(text.hasFocus)
    QTest.keyClicks(text, "O")
    assert pane.composer.field.hasFocus()
    QTest.keyClicks(pane.composer.field, "h")
    assert pane.composer.text() == "Oh"


def test_the_placeholder_does_not_overlap_the_caret(qapp: QApplication, qtbot: QtBot) -> None:
    theme.apply(qapp)
    frame = QWidget()
    frame.setObjectName("composer")
    field = WritingField(6, frame)
    qtbot.addWidget(frame)
    frame.resize(300, 60)
    field.setGeometry(10, 10, 280, 30)
    with qtbot.waitExposed(frame):
        frame.show()
    empty = field.grab().toImage()
    field.setPlaceholderText("Message")
    shown = field.grab().toImage()
    differs = [x for x in range(shown.width()) if any(shown.pixel(x, y) != empty.pixel(x, y) for y in range(20))]
    assert differs
    assert min(differs) >= field.cursorRect().right() + 3
