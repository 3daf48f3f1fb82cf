"""Cards that ask: all that would be done is shown, and the buttons stay where they are."""

from collections.abc import Callable
from time import perf_counter

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from deskpet.chat.messages import DisplayValue
from deskpet.text.shown_arguments import ShownArguments
from deskpet.ui.blocks.argument_view import LAST_LINES, MAX_LINES, ArgumentsView
from deskpet.ui.blocks.fold import FoldHeader
from deskpet.ui.blocks.read_area import ReadArea
from deskpet.ui.chat.transcript import Transcript
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.widgets import click_guard
from deskpet.ui.widgets.icons import IconButton
from tests.support.decoded_arguments import decoded
from tests.ui.active_window import active
from tests.ui.chat.asking_chat import AskingChat

pytestmark = pytest.mark.window

SCREEN = QRect(0, 0, 1400, 1000)
LONG = {"path": "a.txt", "content": "".join(f"line {n}\n" for n in range(80))}


@pytest.fixture
def asking(chat: ChatWindow) -> AskingChat:
    return AskingChat(chat)


def ready(asking: AskingChat, qtbot: QtBot, index: int) -> QPushButton:
    """The button of a call, once it can be pressed."""

    def is_ready() -> bool:
        button = asking.run_button(index)
        return button is not None and button.isEnabled()

    qtbot.waitUntil(is_ready)
    button = asking.run_button(index)
    assert button
    return button


def streamed(asking: AskingChat, qtbot: QtBot, lines: int = 30) -> None:
    """Stream lines of text, each of which is laid out."""

    def is_shown(line: str) -> bool:
        row = asking.chat.transcript.rows[-1]
        return line in row.message_selection.plain_text() and not row.is_behind

    for number in range(lines):
        asking.say(f"Line {number} of what she goes on to say.\n\n")
        qtbot.waitUntil(lambda number=number: is_shown(f"Line {number} of"))


def _in_the_panel(_chat: ChatWindow, _qtbot: QtBot) -> None:
    pass


def _in_the_full_window(chat: ChatWindow, qtbot: QtBot) -> None:
    with qtbot.waitExposed(chat.expand()):
        pass


def _in_a_full_panel(chat: ChatWindow, qtbot: QtBot) -> None:
    before = AskingChat(chat)
    streamed(before, qtbot, 20)
    before.turn.end()


def test_one_step_back_from_the_field_leads_to_what_asks(chat: ChatWindow, asking: AskingChat, qtbot: QtBot) -> None:
    def step_back() -> QWidget | None:
        chat.composer.field.setFocus()
        qtbot.waitUntil(active(chat.composer.field))
        QTest.keyClick(chat.composer.field, Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
        return QApplication.focusWidget()

    assert isinstance(step_back(), IconButton)
    index = asking.ask({"path": "a.txt"})
    button = ready(asking, qtbot, index)
    assert step_back() is button
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert asking.approved == [index]
    # What has to be read first is below the header, and the answered card asks nothing.
    unread = asking.ask(LONG)
    qtbot.waitUntil(lambda: asking.run_button(unread) is not None)
    assert step_back() is asking.card(unread).findChild(FoldHeader)
    assert not unseen(chat.transcript, QApplication.focusWidget())


def unseen(transcript: Transcript, part: QWidget | None) -> bool:
    return not part or not transcript.viewport().rect().contains(
        QRect(part.mapTo(transcript.viewport(), QPoint()), part.size())
    )


@pytest.mark.parametrize("prepare", [_in_the_panel, _in_the_full_window, _in_a_full_panel])
def test_text_that_streams_moves_no_button(
    chat: ChatWindow, qtbot: QtBot, prepare: Callable[[ChatWindow, QtBot], None]
) -> None:
    prepare(chat, qtbot)
    asking = AskingChat(chat)
    first = asking.ask({"path": "a.txt"})
    button, place = ready(asking, qtbot, first), asking.place_of(first)
    streamed(asking, qtbot)
    assert asking.place_of(first) == place
    assert button.isEnabled()
    asking.click(place)
    assert asking.approved == [first]
    # Now it follows the end again.
    bar = asking.chat.transcript.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.value() == bar.maximum() > 0)


def test_the_button_below_another_card_keeps_its_place_when_that_is_folded(asking: AskingChat, qtbot: QtBot) -> None:
    done = asking.turn.call("files.read")
    asking.turn.run(done, {"path": "b.txt"})
    asking.turn.finish(done, "line\n" * 30)
    streamed(asking, qtbot, 30)
    other = asking.turn.block(asking.turn.message.blocks[done])
    qtbot.waitUntil(lambda: len(asking.chat.transcript.rows[-1].views) > other)
    asking.fold_or_unfold(other)
    qtbot.waitUntil(lambda: asking.card(other).height() > 200)
    asking.chat.transcript.jump_to_latest()
    second = asking.ask({"path": "a.txt"})
    ready(asking, qtbot, second)
    place = asking.place_of(second)
    asking.fold_or_unfold(other)
    qtbot.waitUntil(lambda: asking.card(other).height() == asking.card(other).head_height)
    assert asking.place_of(second) == place


def test_a_second_question_that_moves_up_can_not_be_answered_at_once(asking: AskingChat, qtbot: QtBot) -> None:
    first, second = asking.ask({"path": "a.txt"}), asking.ask({"path": "b.txt"})
    ready(asking, qtbot, first)
    place = asking.place_of(first)
    asking.click(place)
    assert asking.approved == [first]
    moved = perf_counter()
    while perf_counter() - moved < 0.4:
        asking.click(place)
        QTest.qWait(5)
    assert asking.approved == [first]
    ready(asking, qtbot, second)


def test_a_resized_window_disables_the_button_for_a_while(asking: AskingChat, qtbot: QtBot) -> None:
    first = asking.ask({"path": "a.txt"})
    button = ready(asking, qtbot, first)
    asking.chat.set_panel_width(520)
    asking.chat.place_beside(QRect(100, 500, 300, 450), SCREEN)
    qtbot.waitUntil(lambda: not button.isEnabled())
    qtbot.waitUntil(button.isEnabled)


def test_the_user_can_scroll_a_question_away(asking: AskingChat, qtbot: QtBot) -> None:
    streamed(asking, qtbot, 40)
    first = asking.ask({"path": "a.txt"})
    button = ready(asking, qtbot, first)
    place = asking.place_of(first)
    asking.scroll(360)
    qtbot.waitUntil(lambda: asking.place_of(first).y() > place.y() + 100)
    assert not button.isEnabled()


def _is_in_view(asking: AskingChat, index: int) -> bool:
    """Whether all of the bar with the buttons of a call is in view, and has its full height."""
    viewport, views = asking.chat.transcript.viewport(), asking.chat.transcript.rows[-1].views
    area = views[index].question_area if index < len(views) else None
    if area is None or views[index].height() <= area.bottom():
        return False
    return viewport.rect().contains(area.translated(views[index].mapTo(viewport, QPoint())))


FILE = {"path": "a.txt", "content": "".join(f"line {n}\n" for n in range(32))}


@pytest.mark.parametrize("prepare", [_in_the_panel, _in_the_full_window])
def test_a_question_comes_into_view_where_the_end_is_not_followed(
    chat: ChatWindow, qtbot: QtBot, prepare: Callable[[ChatWindow, QtBot], None]
) -> None:
    prepare(chat, qtbot)
    asking = AskingChat(chat)
    streamed(asking, qtbot, 40)
    asking.scroll(360)
    qtbot.waitUntil(lambda: not chat.transcript.follows)
    first = asking.ask(FILE)
    qtbot.waitUntil(lambda: _is_in_view(asking, first))
    # It keeps its place while text streams below, and the next one is shown after it.
    place = asking.place_of(first)
    streamed(asking, qtbot, 10)
    assert asking.place_of(first) == place
    second = asking.ask(FILE)
    assert not _is_in_view(asking, second)
    asking.answer(first)
    qtbot.waitUntil(lambda: _is_in_view(asking, second))


def test_a_question_scrolled_away_stays_away(asking: AskingChat, qtbot: QtBot) -> None:
    streamed(asking, qtbot, 40)
    asking.scroll(360)
    qtbot.waitUntil(lambda: not asking.chat.transcript.follows)
    first = asking.ask(FILE)
    qtbot.waitUntil(lambda: _is_in_view(asking, first))
    asking.scroll(600)
    qtbot.waitUntil(lambda: not _is_in_view(asking, first))
    streamed(asking, qtbot, 5)
    assert not _is_in_view(asking, first)
    # It is not forgotten: a button leads back to it, and the chat does not fold.
    button = asking.chat.transcript.findChild(QPushButton, "jump")
    assert button
    assert (button.isVisible(), button.text()) == (True, "A question waits for you")
    assert asking.chat.pane.is_occupied
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: _is_in_view(asking, first))
    asking.answer(first)
    qtbot.waitUntil(lambda: button.text() != "A question waits for you")


def test_a_long_argument_is_read_to_its_end_before_it_runs(asking: AskingChat, qtbot: QtBot) -> None:
    first = asking.ask(LONG)
    qtbot.waitUntil(lambda: asking.run_button(first) is not None)
    area = asking.card(first).findChild(ReadArea)
    assert isinstance(area, ReadArea)
    button, more = asking.run_button(first), area.findChild(QPushButton, "read_on")
    assert button
    assert isinstance(more, QPushButton)
    qtbot.waitUntil(more.isVisible)
    QTest.qWait(click_guard.DEAD_MS + 200)
    assert not button.isEnabled()
    QTest.mouseClick(more, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: area.is_read)
    # Not at once: the second click of two is not meant for it.
    assert not button.isEnabled()
    qtbot.waitUntil(button.isEnabled)


def test_a_long_effect_is_read_as_well(asking: AskingChat, qtbot: QtBot) -> None:
    first = asking.ask({"path": "a"}, DisplayValue("diff", "".join(f"+line {n}\n" for n in range(80))))
    qtbot.waitUntil(lambda: len(asking.card(first).findChildren(ReadArea)) == 2)
    arguments, effect = asking.card(first).findChildren(ReadArea)
    qtbot.waitUntil(lambda: arguments.is_read)
    assert not effect.is_read
    effect.scroll_to_end()
    ready(asking, qtbot, first)


def test_a_card_that_asks_stays_open(asking: AskingChat, qtbot: QtBot) -> None:
    first = asking.ask({"path": "a.txt"})
    ready(asking, qtbot, first)
    asking.fold_or_unfold(first)
    view = asking.card(first).findChild(ArgumentsView)
    assert isinstance(view, ArgumentsView)
    assert asking.card(first).is_unfolded()
    assert view.isVisible()
    asking.answer(first)
    qtbot.waitUntil(lambda: not asking.card(first).is_unfolded())


def test_what_could_mislead_is_shown_on_the_card(asking: AskingChat, qtbot: QtBot) -> None:
    first = asking.ask({"url": "https://pаypal.com/\u202e"})
    ready(asking, qtbot, first)
    texts = [label.text() for label in asking.card(first).findChildren(QLabel) if label.isVisible()]
    assert any("xn--pypal-4ve.com" in text and "Cyrillic" in text for text in texts)
    header = asking.card(first).findChild(FoldHeader)
    assert isinstance(header, FoldHeader)
    assert "\u202e" not in header.accessibleName()


def view_of(qtbot: QtBot, arguments: dict, width: int = 330) -> ArgumentsView:
    view = ArgumentsView("Arguments", arguments)
    qtbot.addWidget(view)
    view.fit(width)
    qtbot.waitUntil(lambda: view.is_complete)
    return view


def test_every_row_has_room_and_none_is_left_out(qtbot: QtBot) -> None:
    arguments = {
        "text": "words and more words " * 30,
        "日本語": "これはとても長い文章です。" * 20,
        "code": "x" * 3000 + "\u0301\u0301",
        "deep": {"a": [{"b": "y" * 100}]},
    }
    view = view_of(qtbot, arguments)
    rows = view.rows_text()
    joined = "".join(row.strip() for row in rows).replace(" ", "")
    for line in ShownArguments(arguments).lines():
        assert line.text.replace(" ", "") in joined
    assert view.widest_row() <= 330


def test_more_lines_than_can_be_kept_are_counted(qtbot: QtBot) -> None:
    count = MAX_LINES + 3 * LAST_LINES
    view = view_of(qtbot, {"text": "".join(f"{n}\n" for n in range(count)) + "the end"})
    rows = view.rows_text()
    assert any("lines are left out here" in row for row in rows)
    assert rows[-1] == "│ the end"
    assert f"│ {count - 1}↵" in rows
    assert len(rows) < MAX_LINES + 2 * LAST_LINES


def test_megabytes_are_read_in_short_steps(qtbot: QtBot) -> None:
    arguments = {"content": "word of a long file\n" * 12_000 + "日本" * 200_000}
    began = perf_counter()
    view = ArgumentsView("Arguments", arguments)
    qtbot.addWidget(view)
    view.fit(330)
    assert perf_counter() - began < 0.3
    assert not view.is_complete
    qtbot.waitUntil(lambda: view.is_complete)
    assert decoded(ShownArguments(arguments).lines()) == arguments
