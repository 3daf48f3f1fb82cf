"""Tests of the character's gestures in an answer: chips in the sentence, whose cards unfold below the paragraph."""

import random
from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from deskpet.chat.events import (
    ApprovalAnswered,
    ApprovalAsked,
    BlockStarted,
    TextAppended,
    TextWasThinking,
    ToolNamed,
    ToolReady,
    ToolStarted,
)
from deskpet.chat.messages import Message, StreamingText, Text, ToolError, ToolUse
from deskpet.ui.blocks import TextView, ToolLook
from deskpet.ui.blocks.call_chip import CallChip
from deskpet.ui.blocks.document_view import DocumentView
from deskpet.ui.blocks.tool_use import LONG_MS, ToolUseView
from deskpet.ui.chat.message_row import MessageRow
from deskpet.ui.chat.transcript import Transcript
from deskpet.ui.widgets import theme
from tests.ui.scripted_turn import begin

pytestmark = pytest.mark.window

FAILED = ToolError("unknown", "There is no such expression.")


def look(name: str) -> ToolLook:
    return ToolLook("Change expression", "smile", is_inline=name.startswith("live2d."))


@pytest.fixture
def look_of() -> Callable[[str], ToolLook]:
    return look


def smile(name: str = "smile", error: ToolError | None = None, request: int = 0) -> ToolUse:
    status = "error" if error else "success"
    return ToolUse(
        *("live2d.expression", name, status, StreamingText("{}"), {"name": name}, "ok", error),
        started_at=10.0,
        ended_at=10.0,
        round=request,
    )


def show(transcript: Transcript, qtbot: QtBot, *blocks: str | Text | ToolUse) -> MessageRow:
    """Show a complete answer and return its row."""
    whole = tuple(Text(StreamingText(block)) if isinstance(block, str) else block for block in blocks)
    transcript.show_path([Message("assistant", whole, ended="stop")])
    (row,) = transcript.rows
    qtbot.waitUntil(lambda: not row.is_behind and row.message_selection.texts[-1].height() > 0)
    return row


def lines(row: MessageRow) -> list[str]:
    """Return the paragraphs of the texts; a chip is a star."""
    found: list[str] = []
    for text in row.message_selection.texts:
        block = text.content.document.begin()
        while block.isValid():
            found.append(block.text().replace("\ufffc", "*"))
            block = block.next()
    return found


def chips(row: MessageRow) -> list[CallChip]:
    return [chip for view in row.views if isinstance(view, ToolUseView) and (chip := view.chip)]


def card(row: MessageRow, index: int) -> ToolUseView:
    view = row.views[index]
    assert isinstance(view, ToolUseView)
    return view


def press_tab(widget: QWidget) -> QWidget:
    """Press Tab and return the widget that has the focus then."""
    window = widget.window()
    QTest.keyClick(window.focusWidget() or widget, Qt.Key.Key_Tab)
    focused = window.focusWidget()
    assert focused
    return focused


@pytest.mark.parametrize(
    ("blocks", "paragraphs"),
    [
        (("I am so ", smile(), "happy"), ["I am so *happy"]),
        ((smile(), "Hi!"), ["*Hi!"]),
        (("Hi!", smile(), smile()), ["Hi!**"]),
        (("One.\n\n", smile(), "Two."), ["One.", "*Two."]),
        (("One.", smile(), "\n\nTwo."), ["One.*", "Two."]),
        (("One.\n", smile(), "Two."), ["One.", "*Two."]),
        (("Look:", smile(), "- a\n- b"), ["Look:*", "a", "b"]),
        (("Look:", smile(), "# Head\ntext"), ["Look:*", "Head", "text"]),
        (("Look:", smile(), "```\ncode\n```"), ["Look:*", "code"]),
        (("```\ncode", smile(), "text"), ["code", "*text"]),
        (("```\ncode\n", smile(), "text"), ["code", "*text"]),
        (("```\ncode\n```", smile(), "text"), ["code", "*text"]),
        (("# Head", smile(), "text"), ["Head", "*text"]),
        (("- an ", smile(), "item\n- b"), ["an *item", "b"]),
        (("- an item\n", smile(), "text"), ["an item", "*text"]),
        (("> quoted ", smile(), "words"), ["quoted *words"]),
        (("**I am ", smile(), "happy**"), ["I am *happy"]),
        (("**Happy!**", smile(), "**Very!**"), ["Happy!*Very!"]),
        (("see https://a.example/b", smile(), " now"), ["see https://a.example/b* now"]),
        (("3 ", smile(), "3 cats"), ["3 *3 cats"]),
        ((smile(), "*so*"), ["*so"]),
        (("A ", smile(), "\ufffcfake\U0010f800"), ["A *\ufffdfake\ufffd"]),
    ],
)
def test_a_gesture_divides_no_sentence_and_joins_no_blocks(
    transcript: Transcript, qtbot: QtBot, blocks: tuple[str | ToolUse, ...], paragraphs: list[str]
) -> None:
    row = show(transcript, qtbot, *blocks)
    assert lines(row) == paragraphs
    assert all(chip.isVisible() and chip.height() < 24 for chip in chips(row))
    assert not any(view.isVisible() for view in row.views if isinstance(view, ToolUseView))


def test_a_table_takes_no_chip(transcript: Transcript, qtbot: QtBot) -> None:
    row = show(transcript, qtbot, "|a|b|\n|-|-|\n|1|2|", smile(), "text")
    assert lines(row)[-1] == "*text"


def test_an_item_does_not_go_on_in_the_next_request(transcript: Transcript, qtbot: QtBot) -> None:
    row = show(transcript, qtbot, "- one", smile(), Text(StreamingText("Done."), 1))
    assert lines(row) == ["one*", "Done."]


def test_a_sentence_is_copied_and_read_in_one_piece(transcript: Transcript, qtbot: QtBot) -> None:
    row = show(transcript, qtbot, smile("wave"), "I am so ", smile(), "happy", smile("grin"), "today!\n\nReally.")
    (text,) = row.message_selection.texts
    assert text.accessibleName() == "[wave] I am so [smile] happy [grin] today!\n\nReally."
    assert row.message_selection.plain_text() == "I am so happy today!\n\nReally."
    text.select_all()
    QTest.keyClick(text, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "I am so happy today!\n\nReally."


def test_chinese_words_are_copied_without_a_blank(transcript: Transcript, qtbot: QtBot) -> None:
    assert show(transcript, qtbot, "我很", smile(), "高兴").message_selection.plain_text() == "我很高兴"


def test_a_chip_unfolds_its_card_below_the_paragraph(transcript: Transcript, qtbot: QtBot) -> None:
    row = show(transcript, qtbot, "I am so ", smile(), "happy.\n\nThe next paragraph.")
    (text,), (chip,), before = row.message_selection.texts, chips(row), row.height()
    assert isinstance(chip.parentWidget(), DocumentView)
    QTest.mouseClick(chip, Qt.MouseButton.LeftButton)
    unfolded = card(row, 1)
    qtbot.waitUntil(lambda: unfolded.isVisible() and unfolded.height() > 80)
    assert chip.isChecked()
    # The next paragraph is below the card, and the card below the sentence.
    document, top = text.content.document, text.mapTo(row, QPoint()).y()
    place = unfolded.geometry().translated(0, -top)
    assert chip.geometry().bottom() < place.top()
    assert document.documentLayout().blockBoundingRect(document.lastBlock()).top() > place.bottom()
    QTest.mouseClick(chip, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not card(row, 1).isVisible() and row.height() == before)


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return])
def test_a_chip_is_used_with_the_keyboard(transcript: Transcript, qtbot: QtBot, key: Qt.Key) -> None:
    row = show(transcript, qtbot, "I am so ", smile(), "happy.")
    transcript.activateWindow()
    qtbot.waitUntil(transcript.isActiveWindow)
    (chip,) = chips(row)
    row.setFocus()
    # The buttons of the message come first.
    qtbot.waitUntil(lambda: press_tab(row) is chip)
    QTest.keyClick(chip, key)
    qtbot.waitUntil(card(row, 1).isVisible)
    # The header of the card is next, and folds it too; the focus comes back.
    focused = press_tab(chip)
    assert card(row, 1).isAncestorOf(focused)
    QTest.keyClick(focused, key)
    qtbot.waitUntil(lambda: not card(row, 1).isVisible())
    assert chip.hasFocus()


def test_a_failed_call_has_another_colour(transcript: Transcript, qtbot: QtBot) -> None:
    row = show(transcript, qtbot, "A ", smile(), "b ", smile(error=FAILED), "c")
    good, bad = (chip.grab().toImage() for chip in chips(row))
    assert good != bad
    assert "failed" in chips(row)[1].accessibleName()


def test_a_call_that_asks_has_its_card_while_it_waits(transcript: Transcript, qtbot: QtBot) -> None:
    turn = begin(transcript, qtbot)
    turn.say("I am so ")
    index = turn.call("live2d.expression")
    turn.emit(ToolReady(index, "1", {"name": "smile"}))
    turn.emit(ApprovalAsked(index, 100.0))
    row = transcript.rows[-1]
    qtbot.waitUntil(lambda: card(row, index).isVisible() and card(row, index).question_area is not None)
    turn.emit(ApprovalAnswered(index, 101.0, approved=True))
    turn.emit(ToolStarted(index, 101.0))
    turn.finish(index, "ok")
    turn.say("happy")
    turn.end()
    qtbot.waitUntil(lambda: not card(row, index).isVisible())
    qtbot.waitUntil(lambda: lines(row) == ["I am so *happy"])


def test_a_call_that_runs_long_has_its_card_while_it_runs(transcript: Transcript, qtbot: QtBot) -> None:
    turn = begin(transcript, qtbot)
    index = turn.call("live2d.expression")
    turn.run(index, {"name": "smile"})
    row = transcript.rows[-1]
    qtbot.waitUntil(lambda: card(row, index).isVisible(), timeout=LONG_MS + 5_000)
    turn.finish(index, "ok")
    qtbot.waitUntil(lambda: not card(row, index).isVisible())


def test_other_calls_keep_their_cards(transcript: Transcript, qtbot: QtBot) -> None:
    other = ToolUse("files.read", "1", "success", StreamingText("{}"), {"path": "a"}, "ok", started_at=1.0)
    row = show(transcript, qtbot, "One ", smile(), "two", other, "three")
    assert lines(row) == ["One *two", "three"]
    assert card(row, 3).isVisible()


def test_gestures_in_a_row_are_no_group(transcript: Transcript, qtbot: QtBot) -> None:
    row = show(transcript, qtbot, smile(), smile(), smile(), smile())
    assert lines(row) == ["****"]
    assert len({chip.y() for chip in chips(row)}) == 1


def test_a_call_that_gets_the_name_of_a_gesture_becomes_a_chip(transcript: Transcript, qtbot: QtBot) -> None:
    turn = begin(transcript, qtbot)
    turn.say("I am so ")
    index = turn.call("smile")
    turn.say("happy")
    row = transcript.rows[-1]
    qtbot.waitUntil(lambda: lines(row) == ["I am so", "happy"])
    turn.emit(ToolNamed(index, "live2d.expression"))
    turn.finish(index, "ok")
    turn.end()
    qtbot.waitUntil(lambda: lines(row) == ["I am so *happy"])
    assert not card(row, index).isVisible()


def test_words_that_were_reasoning_leave_the_sentence(transcript: Transcript, qtbot: QtBot) -> None:
    turn = begin(transcript, qtbot)
    turn.say("I am ")
    turn.finish(turn.call("live2d.expression"), "ok")
    index = turn.say("happy")
    row = transcript.rows[-1]
    qtbot.waitUntil(lambda: lines(row) == ["I am *happy"])
    turn.emit(TextWasThinking(index, 1.0, 2.0))
    turn.say("Sad.")
    turn.end()
    qtbot.waitUntil(lambda: lines(row) == ["I am *", "Sad."])


PIECES = [
    "I am ",
    "so happy",
    ".",
    "\n",
    "\n\n",
    "- item",
    "1. one",
    "# Head",
    "```\ncode\n",
    "```",
    "**",
    "*",
    "`",
    " ",
]


@pytest.mark.parametrize("seed", range(12))
def test_a_streamed_answer_looks_like_the_stored_one(transcript: Transcript, qtbot: QtBot, seed: int) -> None:
    draw = random.Random(seed)
    turn = begin(transcript, qtbot)
    views: list[TextView] = []
    for _ in range(8):
        if draw.random() < 0.5:
            index = turn.call("live2d.expression")
            turn.run(index, {"name": "smile"})
            turn.finish(index, "ok")
        elif not (turn.message.blocks and isinstance(turn.message.blocks[-1], Text)):
            index = len(turn.message.blocks)
            turn.emit(BlockStarted(index, Text()))
            for piece in draw.choices(PIECES, k=5):
                turn.emit(TextAppended(index, piece))
                if draw.random() < 0.4:
                    qtbot.wait(20)
        row = transcript.rows[-1]
        views += [view for view in row.views if isinstance(view, TextView) and view not in views]
    turn.end()
    row = transcript.rows[-1]
    qtbot.waitUntil(lambda: not row.is_behind)
    # A view is never created again while the answer grows.
    assert all(view in row.views for view in views)
    streamed = lines(row), row.message_selection.plain_text(), row.height()
    transcript.show_path([])
    transcript.show_path([turn.message])
    again = transcript.rows[-1]
    qtbot.waitUntil(lambda: not again.is_behind)
    assert (lines(again), again.message_selection.plain_text(), again.height()) == streamed


def test_a_message_with_many_gestures_is_filled_in_steps(transcript: Transcript, qtbot: QtBot) -> None:
    blocks = [each for number in range(200) for each in (Text(StreamingText(f"word {number} ")), smile(f"s{number}"))]
    transcript.show_path([Message("assistant", tuple(blocks), ended="stop")])
    (row,) = transcript.rows
    assert row.is_behind
    qtbot.waitUntil(lambda: not row.is_behind)
    assert "".join(lines(row)).count("*") == 200
    assert row.message_selection.plain_text().split() == [part for n in range(200) for part in ("word", str(n))]


@pytest.mark.parametrize("scale", [1.0, 1.4])
def test_a_chip_without_words_is_not_cut_off(
    qapp: QApplication, transcript: Transcript, qtbot: QtBot, scale: float
) -> None:
    theme.apply(qapp, scale=scale)
    row = show(transcript, qtbot, smile())
    (chip,), (text,) = chips(row), row.message_selection.texts
    qtbot.waitUntil(lambda: chip.height() > 0)
    assert text.rect().contains(chip.geometry())
    theme.apply(qapp)
