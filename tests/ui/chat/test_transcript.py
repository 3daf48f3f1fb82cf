"""Tests of the transcript: painting of streamed events, folding, scrolling and selection."""

import itertools
from collections.abc import Callable
from time import perf_counter

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QPushButton
from pytestqt.qtbot import QtBot

from deskpet.chat.call_state import CallState as State
from deskpet.chat.call_state import state_of
from deskpet.chat.events import NoticeResolved, TextAppended, TextWasThinking, ThinkingEnded, ThinkingWasText
from deskpet.chat.messages import (
    CONTINUE,
    Action,
    Image,
    Message,
    Notice,
    StreamingText,
    Text,
    Thinking,
    ToolError,
    ToolUse,
    user_message,
)
from deskpet.ui.blocks import ToolLook
from deskpet.ui.blocks.call_format import format_elapsed, preview_of
from deskpet.ui.blocks.fold import FoldHeader
from deskpet.ui.blocks.notice import NoticeView
from deskpet.ui.blocks.text import MAX_FLUSH, TextView
from deskpet.ui.blocks.value_tree import ValueTree
from deskpet.ui.chat.transcript import Transcript
from deskpet.ui.widgets import theme
from tests.gallery import samples
from tests.ui.scripted_turn import begin


class Paints(QObject):
    """Counts how often a widget is painted."""

    def __init__(self, watched: QObject) -> None:
        super().__init__()
        self.count = 0
        watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.Paint
        return False


@pytest.fixture
def look_of() -> Callable[[str], ToolLook]:
    return lambda name: ToolLook("Motion", "motion")


def text_of(transcript: Transcript, index: int = 0) -> str:
    view = transcript.rows[-1].views[index]
    assert isinstance(view, TextView)
    return view.view.plain_text()


def fill(transcript: Transcript, qtbot: QtBot, count: int = 40) -> None:
    for number in range(count):
        transcript.show_message(user_message(f"message {number}"))
    qtbot.waitUntil(lambda: transcript.verticalScrollBar().maximum() > 0)


def fold_header_of(transcript: Transcript, index: int) -> FoldHeader:
    head = transcript.rows[-1].views[index].findChild(FoldHeader)
    assert head
    return head


def test_the_first_delta_is_painted_before_apply_returns(transcript: Transcript, qtbot: QtBot) -> None:
    turn = begin(transcript, qtbot)
    index = turn.block(Text())
    view = transcript.rows[-1].views[index]
    assert isinstance(view, TextView)
    paints = Paints(view.view)
    turn.emit(TextAppended(index, "Hello"))
    assert paints.count == 1
    assert text_of(transcript) == "Hello"


def test_later_deltas_share_a_frame(transcript: Transcript, qtbot: QtBot) -> None:
    turn = begin(transcript, qtbot)
    index = turn.say("Hello")
    view = transcript.rows[-1].views[index]
    assert isinstance(view, TextView)
    paints = Paints(view.view)
    times = [perf_counter()]
    for _ in range(200):
        turn.emit(TextAppended(index, " word"))
        times.append(perf_counter())
    # After each time in which this process did not run for a frame, a delta is painted at once.
    stalls = sum(1000 * (later - earlier) >= theme.FRAME for earlier, later in itertools.pairwise(times))
    assert paints.count <= 2 + stalls
    qtbot.waitUntil(lambda: text_of(transcript) == "Hello" + " word" * 200)


def test_an_answer_is_one_row_with_all_its_blocks(transcript: Transcript, qtbot: QtBot) -> None:
    transcript.show_message(user_message("Wave!"))
    turn = begin(transcript, qtbot)
    turn.say("Watch ")
    card = turn.call("live2d.motion", '{"gro', 'up": "Wave"}')
    turn.run(card, {"group": "Wave"})
    turn.finish(card, "waved")
    turn.say("there!")
    turn.end()
    first, second, third = transcript.rows[-1].views
    qtbot.waitUntil(lambda: first.y() < second.y() < third.y())
    assert text_of(transcript, 2) == "there!"
    assert len(transcript.rows) == 2


def test_a_card_shows_its_arguments_while_they_stream(transcript: Transcript, qtbot: QtBot) -> None:
    turn = begin(transcript, qtbot)
    turn.call("live2d.motion", '{"group": "Wa')
    qtbot.waitUntil(lambda: fold_header_of(transcript, 0).accessibleName() == "Motion: Wa, preparing")


@pytest.mark.parametrize(
    ("call", "state"),
    [
        (ToolUse("t", "1"), State.WRITING),
        (ToolUse("t", "1", started_at=1.0), State.RUNNING),
        (ToolUse("t", "1", "success", started_at=1.0), State.SUCCESS),
        (ToolUse("t", "1", "error", error=ToolError("boom", "It broke.")), State.ERROR),
        (ToolUse("t", "1", "error", error=ToolError("cancelled", "Stopped.")), State.CANCELLED),
    ],
)
def test_the_state_of_a_card_comes_from_its_call(call: ToolUse, state: State) -> None:
    assert state_of(call) is state


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ({"name": "happy"}, "happy"),
        ({"group": "Wave", "index": 0}, "Wave"),
        ({"path": "notes.md", "lines": 20}, "notes.md · lines 20"),
        ({"text": "two\nlines"}, "two lines"),
        ({}, ""),
        ("as it came", "as it came"),
    ],
)
def test_arguments_are_previewed_for_people(value: object, shown: str) -> None:
    assert preview_of(ToolUse("t", "1", input=value)) == shown


def test_elapsed_time_advances_until_the_call_ends() -> None:
    assert format_elapsed(ToolUse("t", "1", started_at=10.0), 12.5) == "2.5 s"
    assert format_elapsed(ToolUse("t", "1", started_at=10.0, ended_at=10.12), 99.0) == "120 ms"
    assert format_elapsed(ToolUse("t", "1", started_at=10.0, ended_at=10.02), 99.0) == ""
    assert format_elapsed(ToolUse("t", "1", started_at=10.0, ended_at=75.0), 99.0) == "1 min 5 s"


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return])
def test_a_card_unfolds_and_folds_by_keyboard(transcript: Transcript, qtbot: QtBot, key: Qt.Key) -> None:
    turn = begin(transcript, qtbot)
    card = turn.call("live2d.motion", '{"group": "Wave"}')
    turn.run(card, {"group": "Wave"})
    turn.finish(card, "The motion is playing.")
    turn.end()
    view = transcript.rows[-1].views[0]
    qtbot.waitUntil(lambda: view.property("state") == "success")
    folded = view.height()
    QTest.keyClick(fold_header_of(transcript, 0), key)
    qtbot.waitUntil(lambda: view.height() > folded + 100)
    shown = {tree.accessibleName() for tree in view.findChildren(ValueTree)}
    assert shown == {"Arguments: group Wave", "Result: The motion is playing."}
    QTest.keyClick(fold_header_of(transcript, 0), key)
    qtbot.waitUntil(lambda: view.height() == folded)


def test_a_failed_call_shows_its_error_and_the_alternatives(transcript: Transcript, qtbot: QtBot) -> None:
    turn = begin(transcript, qtbot)
    card = turn.call("live2d.motion", '{"group": "Fly"}')
    turn.run(card, {"group": "Fly"})
    turn.finish(card, error=ToolError("unknown_motion", "There is no motion Fly.", ("Wave", "Nod")))
    turn.end()
    qtbot.waitUntil(lambda: transcript.rows[-1].views[0].property("state") == "error")
    fold_header_of(transcript, 0).click()
    body = transcript.rows[-1].views[0].findChild(TextView)
    assert body
    assert "There is no motion Fly." in body.view.plain_text()
    assert "Wave, Nod" in body.view.plain_text()


def test_thinking_is_folded_and_shows_its_duration(transcript: Transcript, qtbot: QtBot) -> None:
    turn = begin(transcript, qtbot)
    index = turn.block(Thinking(started_at=100.0))
    turn.emit(TextAppended(index, "Hmm, "))
    turn.emit(ThinkingEnded(index, 103.0))
    turn.say("Yes.")
    turn.end()
    qtbot.waitUntil(lambda: fold_header_of(transcript, 0).accessibleName() == "Thought for 3 s")
    fold_header_of(transcript, 0).click()
    body = transcript.rows[-1].views[0].findChild(TextView)
    assert body
    assert body.view.plain_text() == "Hmm,"


def test_a_copied_table_is_told_also_after_the_text_before_it_became_thinking(
    transcript: Transcript, qtbot: QtBot
) -> None:
    turn = begin(transcript, qtbot)
    index = turn.say("Let me see.")
    turn.emit(TextWasThinking(index, 100.0, 104.0))
    turn.say("| name | price |\n|---|---|\n| cup | 3 |\n")
    turn.end()
    row = transcript.rows[-1]
    qtbot.waitUntil(lambda: any(text.tables for text in row.message_selection.texts))
    with qtbot.waitSignal(transcript.notified) as told:
        row.message_selection.texts[-1].copy_table(0)
    assert told.args == ["Copied as CSV"]


def test_text_converted_to_thinking_folds_in_place_and_the_answer_continues(
    transcript: Transcript, qtbot: QtBot
) -> None:
    turn = begin(transcript, qtbot)
    index = turn.say("Let me see. ", "They greet me.")
    row = transcript.rows[-1]
    qtbot.waitUntil(lambda: row.message_selection.plain_text() == "Let me see. They greet me.")
    turn.emit(TextWasThinking(index, 100.0, 104.0))
    turn.say("Hello!")
    turn.end()
    qtbot.waitUntil(lambda: row.message_selection.plain_text() == "Hello!")

    assert fold_header_of(transcript, 0).accessibleName() == "Thought for 4 s"
    fold_header_of(transcript, 0).click()
    body = row.views[0].findChild(TextView)
    assert body
    assert body.view.plain_text() == "Let me see. They greet me."


def test_thinking_converted_to_text_is_shown_in_place(transcript: Transcript, qtbot: QtBot) -> None:
    turn = begin(transcript, qtbot)
    index = turn.block(Thinking(started_at=100.0))
    turn.emit(TextAppended(index, "Hello "))
    turn.emit(TextAppended(index, "there."))
    turn.emit(ThinkingWasText(index))
    turn.say("Bye.")
    turn.end()
    row = transcript.rows[-1]

    qtbot.waitUntil(lambda: row.message_selection.plain_text().split() == ["Hello", "there.", "Bye."])
    assert isinstance(row.views[0], TextView)


def test_unfolded_thinking_is_streamed(transcript: Transcript, qtbot: QtBot) -> None:
    turn = begin(transcript, qtbot)
    index = turn.block(Thinking(started_at=100.0))
    turn.emit(TextAppended(index, "First. "))
    fold_header_of(transcript, 0).click()
    turn.emit(TextAppended(index, "Second."))
    body = transcript.rows[-1].views[0].findChild(TextView)
    assert body
    qtbot.waitUntil(lambda: body.view.plain_text() == "First. Second.")


def test_a_notice_shows_its_text_and_its_button_emits_the_action(transcript: Transcript, qtbot: QtBot) -> None:
    turn = begin(transcript, qtbot)
    actions = (Action("retry", "Try again"), Action("settings", "Open settings"))
    turn.block(Notice("error", "refused", "No answer", "Nothing listens.", "Start it.", "raw body", actions))
    turn.end("error")
    view = transcript.rows[-1].views[0]
    buttons = {button.text(): button for button in view.findChildren(QPushButton)}
    assert set(buttons) == {"Try again", "Open settings"}
    with qtbot.waitSignal(transcript.action_requested) as asked:
        buttons["Open settings"].click()
    assert asked.args == [turn.message.id, "settings"]
    fold_header_of(transcript, 0).click()
    body = view.findChild(TextView)
    assert body
    assert body.view.plain_text() == "raw body"


def test_a_stopped_answer_has_a_quiet_line_with_its_action(transcript: Transcript, qtbot: QtBot) -> None:
    turn = begin(transcript, qtbot)
    turn.say("Half")
    turn.block(Notice("info", "stopped", "Stopped", actions=(CONTINUE,)))
    turn.end("cancelled")
    text, line = transcript.rows[-1].views
    (button,) = line.findChildren(QPushButton)
    assert (line.accessibleName(), button.text()) == ("Stopped", "Continue")
    assert line.height() < 2 * text.height()
    assert line.rect().contains(button.geometry())
    assert transcript.rows[-1].bubble().width() < transcript.width() / 2
    with qtbot.waitSignal(transcript.action_requested) as asked:
        button.click()
    assert asked.args == [turn.message.id, "continue"]
    turn.emit(NoticeResolved(1, "continued"))
    qtbot.waitUntil(lambda: not line.findChildren(QPushButton))


def test_a_notice_alone_stands_without_a_bubble(transcript: Transcript, qtbot: QtBot) -> None:
    notice = Notice("warning", "store", "Nothing can be kept", "The disk is full.")
    beside_words = Message("assistant", (Text(StreamingText("Half")), notice), ended="error")
    transcript.show_path([beside_words, Message("assistant", (notice,), ended="stop")])
    qtbot.waitUntil(lambda: len(transcript.rows) == 2)
    framed, alone = transcript.rows
    assert [row.has_bubble for row in transcript.rows] == [True, False]
    assert alone.views[0].geometry() == alone.bubble().toRect()
    assert framed.bubble().width() == alone.bubble().width()
    page = theme.current().colour("page").name()
    corner = alone.bubble().toRect().bottomLeft()
    picture = transcript.viewport().grab().toImage()
    seen = picture.pixelColor(alone.mapTo(transcript.viewport(), corner) * picture.devicePixelRatio())
    assert seen.name() == page


def test_an_unreadable_picture_does_not_crash(transcript: Transcript, qtbot: QtBot) -> None:
    turn = begin(transcript, qtbot)
    turn.block(Image("image/png", "not base64, é!"))
    turn.end()
    assert transcript.rows[-1].views[0].accessibleName() == "A picture that can't be shown"


def test_several_pictures_are_laid_out_in_two_columns(transcript: Transcript, qtbot: QtBot) -> None:
    picture = samples.picture()
    blocks = (picture, picture, picture, Text("Which one?"), picture)
    transcript.show_message(Message("user", blocks))
    qtbot.waitUntil(lambda: len(transcript.rows) == 1 and transcript.rows[0].views[0].y() > 0)
    places = [view.geometry() for view in transcript.rows[0].views]
    first, second, third, words, alone = places
    assert first.top() == second.top()
    assert first.right() < second.left()
    assert third.topLeft().x() == first.x()
    assert first.bottom() < third.top() <= third.bottom() < words.top() <= words.bottom() < alone.top()
    assert words.width() == alone.width()
    assert second.right() <= words.right()


def test_the_end_is_followed_until_the_reader_scrolls_away(transcript: Transcript, qtbot: QtBot) -> None:
    fill(transcript, qtbot)
    bar = transcript.verticalScrollBar()
    turn = begin(transcript, qtbot)
    index = turn.say("line\n\n" * 10)
    qtbot.waitUntil(lambda: bar.value() == bar.maximum())
    bar.setValue(bar.maximum() - 300)
    place, range_before = bar.value(), bar.maximum()
    turn.emit(TextAppended(index, "more\n\n" * 20))
    qtbot.waitUntil(lambda: bar.maximum() > range_before)
    assert bar.value() == place
    assert not transcript.follows


def test_the_latest_button_scrolls_to_the_end(transcript: Transcript, qtbot: QtBot) -> None:
    fill(transcript, qtbot)
    bar = transcript.verticalScrollBar()
    pill = transcript.findChild(QPushButton, "jump")
    assert pill
    assert not pill.isVisible()
    bar.setValue(0)
    assert pill.isVisible()
    pill.click()
    qtbot.waitUntil(lambda: bar.value() == bar.maximum())
    qtbot.waitUntil(lambda: not pill.isVisible())
    assert transcript.follows


def test_an_answer_removed_while_streaming_leaves_no_row(transcript: Transcript, qtbot: QtBot) -> None:
    transcript.show_path([user_message("one"), user_message("two")])
    turn = begin(transcript, qtbot)
    turn.say("Hello")
    # These events wait for the next frame.
    turn.block(Text())
    transcript.show_path([])
    other = begin(transcript, qtbot)
    other.say("Another one")
    qtbot.waitUntil(lambda: text_of(transcript) == "Another one")
    assert len(transcript.rows) == 1


def test_only_rows_near_the_view_are_widgets(transcript: Transcript, qtbot: QtBot) -> None:
    fill(transcript, qtbot, 2000)
    assert len(transcript.rows) < 60
    assert transcript.rows[-1].message.text == "message 1999"
    transcript.verticalScrollBar().setValue(0)
    assert transcript.rows[0].message.text == "message 0"
    assert len(transcript.rows) < 60


def test_a_card_stays_unfolded_after_scrolling_away_and_back(transcript: Transcript, qtbot: QtBot) -> None:
    call = ToolUse("t", "1", "success", input={"name": "happy"}, output="ok", started_at=1.0, ended_at=2.0)
    transcript.show_message(Message("assistant", (call,), ended="stop"))
    qtbot.waitUntil(lambda: len(transcript.rows) == 1)
    first = transcript.rows[0].message.id
    fold_header_of(transcript, 0).click()
    transcript.setFocus()  # a focused row is not removed
    fill(transcript, qtbot, 200)
    assert transcript.rows[0].message.id != first
    transcript.verticalScrollBar().setValue(0)
    assert transcript.rows[0].message.id == first
    assert transcript.rows[0].views[0].is_unfolded()


def test_a_row_that_shrinks_out_of_view_is_removed(transcript: Transcript, qtbot: QtBot) -> None:
    thinking = Thinking(StreamingText("A line.\n\n" * 600), started_at=1.0, ended_at=2.0)
    transcript.show_message(Message("assistant", (thinking,), id="answer", ended="stop"))
    fill(transcript, qtbot)
    transcript.verticalScrollBar().setValue(0)
    view = transcript.rows[0].views[0]
    view.unfold()
    bar = transcript.verticalScrollBar()
    bar.setValue(transcript.rows[0].height() - 100)
    head = view.findChild(FoldHeader)
    assert head
    head.setChecked(False)
    qtbot.waitUntil(lambda: all(row.message.id != "answer" for row in transcript.rows))


def test_words_are_selected_with_the_mouse_and_copied(transcript: Transcript, qtbot: QtBot) -> None:
    turn = begin(transcript, qtbot)
    turn.say("Some **bold** words")
    turn.end()
    view = transcript.rows[-1].views[0]
    assert isinstance(view, TextView)
    QTest.mousePress(view.view, Qt.MouseButton.LeftButton, pos=QPoint(0, 8))
    QTest.mouseMove(view.view, QPoint(view.view.width() - 1, 8))
    view.view.select_all()
    QTest.keyClick(view.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "Some bold words"


def test_a_link_opens_on_a_click_only(transcript: Transcript, qtbot: QtBot) -> None:
    turn = begin(transcript, qtbot)
    turn.say("[here](https://example.org/)")
    turn.end()
    view = transcript.rows[-1].views[0]
    assert isinstance(view, TextView)
    with qtbot.waitSignal(transcript.link_activated) as opened:
        QTest.mouseClick(view.view, Qt.MouseButton.LeftButton, pos=QPoint(8, 10))
    assert opened.args == ["https://example.org/", "here"]


def test_a_long_old_message_is_shown_completely(transcript: Transcript, qtbot: QtBot) -> None:
    words = "".join(f"Paragraph {number} of many.\n\n" for number in range(1000))
    assert len(words) > 5 * MAX_FLUSH
    transcript.show_message(Message("assistant", (Text(StreamingText(words)),), ended="stop"))
    qtbot.waitUntil(lambda: bool(transcript.rows) and text_of(transcript).endswith("Paragraph 999 of many."))


def test_user_messages_are_shown_as_typed(transcript: Transcript, qtbot: QtBot) -> None:
    transcript.show_message(user_message("**not bold**\n# no title"))
    qtbot.waitUntil(lambda: len(transcript.rows) == 1)
    assert text_of(transcript) == "**not bold**\n# no title"


def test_a_theme_change_recolours_existing_rows(transcript: Transcript, qtbot: QtBot, qapp: QApplication) -> None:
    turn = begin(transcript, qtbot)
    turn.say("Some words and a [link](https://example.org)")
    turn.end()
    theme.apply(qapp, "dark")
    view = transcript.rows[-1].views[0]
    assert isinstance(view, TextView)
    qtbot.waitUntil(lambda: theme.DARK.link in view.view.content.document.toHtml())
    theme.apply(qapp)


def test_details_of_a_notice_are_no_markdown(transcript: Transcript, qtbot: QtBot) -> None:
    """Such as the words of a server, or of an imported file."""
    hostile = "~~~~~~\n# Press here\n[Run](https://evil.example)\n~~~~~~~~~"
    turn = begin(transcript, qtbot)
    turn.block(Notice("info", "x", "Title", details=hostile))
    turn.end()
    view = transcript.rows[-1].views[0]
    assert isinstance(view, NoticeView)
    (header,) = view.findChildren(FoldHeader)
    header.click()
    qtbot.waitUntil(lambda: view.findChild(TextView) is not None)
    (details,) = view.findChildren(TextView)
    document = details.view.content.document
    qtbot.waitUntil(lambda: document.toPlainText().strip() == hostile)
    assert "href" not in document.toHtml()


def test_every_button_has_a_name(transcript: Transcript, qtbot: QtBot) -> None:
    turn = begin(transcript, qtbot)
    turn.say("Words")
    turn.call("live2d.motion", '{"group": "Wave"}')
    turn.block(Notice("info", "x", "Title", details="raw", actions=(Action("a", "Do it"),)))
    turn.end()
    buttons = transcript.findChildren(QAbstractButton)
    assert len(buttons) >= 4
    assert all(button.accessibleName() for button in buttons)
