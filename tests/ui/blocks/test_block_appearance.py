"""Tests of the appearance of blocks: carets, dots, signs, times, backgrounds, and the names of notices."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from deskpet.chat.events import NoticeResolved, TextAppended, ThinkingEnded
from deskpet.chat.messages import Message, Notice, StreamingText, Text, Thinking, ToolUse
from deskpet.ui.blocks import BlockView, Context, ToolLook
from deskpet.ui.blocks.fold import FoldHeader
from deskpet.ui.blocks.text import TextView
from deskpet.ui.chat import visible_rows
from deskpet.ui.chat.transcript import Transcript
from deskpet.ui.chat.typing_indicator import TypingIndicator
from deskpet.ui.widgets import theme
from tests.gallery import samples
from tests.ui.scripted_turn import ScriptedTurn, begin

LOOKS = {"live2d.motion": ToolLook("Play", "motion"), "notes.read": ToolLook("Play", "file")}


@pytest.fixture
def look_of() -> Callable[[str], ToolLook]:
    return LOOKS.__getitem__


def views(transcript: Transcript, qtbot: QtBot, *messages: Message) -> list[BlockView]:
    """Show messages and return the views of their blocks, once all of their content is laid out."""

    def is_complete() -> bool:
        rows = transcript.rows
        return [row.message for row in rows] == list(messages) and not any(row.is_behind for row in rows)

    transcript.show_path(messages)
    qtbot.waitUntil(is_complete)
    return [view for row in transcript.rows for view in row.views]


def picture(widget: QWidget) -> QImage:
    """Return the picture of a widget on white."""
    picture = QImage(widget.size(), QImage.Format.Format_RGB32)
    picture.fill("white")
    widget.render(picture)
    return picture


def test_a_caret_stands_behind_the_words_as_long_as_they_come(transcript: Transcript, qtbot: QtBot) -> None:
    turn = begin(transcript, qtbot)
    turn.say("Some words")
    view = transcript.rows[-1].views[0]
    assert isinstance(view, TextView)
    qtbot.waitUntil(lambda: view.view.plain_text() == "Some words")
    found: list[tuple[int, int]] = []

    def is_seen() -> bool:
        # It comes and goes: what is looked at is what was seen.
        found[:] = spots(view, is_caret)
        return bool(found)

    qtbot.waitUntil(is_seen)
    columns = {x for x, _ in found}
    assert max(columns) - min(columns) < 5
    # It stands on no letter.
    assert min(columns) > max(x for x, _ in spots(view, is_letter))
    turn.end()
    qtbot.waitUntil(lambda: not spots(view, is_caret))
    assert spots(view, is_letter)


def spots(widget: QWidget, wanted: Callable[[QColor], bool]) -> list[tuple[int, int]]:
    seen = picture(widget)
    points = ((x, y) for x in range(seen.width()) for y in range(seen.height()))
    return [(x, y) for x, y in points if wanted(seen.pixelColor(x, y))]


def is_caret(colour: QColor) -> bool:
    """Bright and of a strong colour, however pale it is just now."""
    return colour.value() > 190 and colour.saturation() > 80


def is_letter(colour: QColor) -> bool:
    return colour.value() < 120


def test_dots_say_that_something_comes_where_nothing_else_does(transcript: Transcript, qtbot: QtBot) -> None:
    def shows_dots() -> bool:
        return any(each.isVisible() for each in transcript.rows[-1].findChildren(TypingIndicator))

    turn = begin(transcript, qtbot)
    qtbot.waitUntil(shows_dots)
    index = turn.block(Thinking(started_at=1.0))
    qtbot.waitUntil(lambda: not shows_dots())
    turn.emit(ThinkingEnded(index, 2.0))
    qtbot.waitUntil(shows_dots)
    said = turn.say("Hello")
    qtbot.waitUntil(lambda: not shows_dots())
    turn.emit(TextAppended(said, " there"))
    used = turn.call("live2d.motion", "{}")
    turn.run(used, {})
    qtbot.waitUntil(lambda: not shows_dots())
    turn.finish(used, "ok")
    qtbot.waitUntil(shows_dots)
    turn.end()
    qtbot.waitUntil(lambda: not shows_dots())


def test_the_dots_count_down_to_the_next_attempt(transcript: Transcript, qtbot: QtBot) -> None:
    turn = begin(transcript, qtbot)
    row = transcript.rows[-1]
    dots = row.findChild(TypingIndicator)
    assert dots
    qtbot.waitUntil(dots.isVisible)
    narrow = row.bubble().width()
    transcript.show_retry(2.6)
    assert dots.accessibleName() == "Trying again in 3 s"
    assert row.bubble().width() > narrow + 60
    assert row.bubble().toRect().contains(dots.geometry())
    qtbot.waitUntil(lambda: dots.accessibleName() == "Trying again…")
    turn.say("Hello")
    qtbot.waitUntil(lambda: not dots.isVisible())
    assert dots.accessibleName() == "Waiting for the answer"
    turn.end()
    transcript.show_retry(5)
    assert not dots.isVisible()


def test_the_dots_are_shown_when_the_rows_took_longer_than_their_time(
    transcript: Transcript, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visible_rows, "CREATE_S", 0.0)
    turn = begin(transcript, qtbot)
    dots = transcript.rows[-1].findChild(TypingIndicator)
    assert dots
    assert dots.isVisible()
    assert transcript.rows[-1].bubble().toRect().contains(dots.geometry())
    turn.say("Hello")
    qtbot.waitUntil(lambda: not dots.isVisible())


def test_a_request_that_fails_before_its_answer_has_a_row_is_counted_down(transcript: Transcript) -> None:
    ScriptedTurn(transcript)
    transcript.show_retry(2.6)
    dots = transcript.rows[-1].findChild(TypingIndicator)
    assert dots
    assert dots.accessibleName() == "Trying again in 3 s"


def test_equal_notices_in_a_row_are_counted_on_one_line(transcript: Transcript, qtbot: QtBot) -> None:
    turn = begin(transcript, qtbot)
    failed = Notice("error", "server_error", "The server failed", "HTTP 503")
    for _ in range(3):
        turn.block(failed)
        turn.emit(NoticeResolved(len(turn.message.blocks) - 1, "retried"))
    turn.block(Notice("error", "refused", "No answer"))
    turn.end("error")
    row = transcript.rows[-1]
    qtbot.waitUntil(lambda: [view.isVisible() for view in row.views] == [False, False, True, True])
    assert row.views[2].accessibleName() == "The server failed (3 times) · tried again"
    again = Transcript(Context())
    qtbot.addWidget(again)
    again.resize(transcript.size())
    again.show_path([turn.message])
    again.show()
    qtbot.waitUntil(lambda: bool(again.rows))
    assert [view.isVisible() for view in again.rows[0].views] == [False, False, True, True]
    assert again.rows[0].views[2].accessibleName() == row.views[2].accessibleName()


def test_code_tells_its_language(transcript: Transcript, qtbot: QtBot) -> None:
    said = [samples.answer(f"```{language}\nqapla\n```") for language in ("elvish", "klingon", "elvish")]
    one, other, again = map(picture, views(transcript, qtbot, *said))
    assert one == again != other


def head_of(view: QWidget) -> FoldHeader:
    head = view.findChild(FoldHeader)
    assert isinstance(head, FoldHeader)
    return head


def test_a_card_has_the_sign_of_its_tool(transcript: Transcript, qtbot: QtBot) -> None:
    uses = [samples.done(samples.call(name, 1), "ok") for name in ("live2d.motion", "notes.read", "live2d.motion")]
    cards = views(transcript, qtbot, *map(samples.answer, uses))
    one, other, again = (picture(head_of(card)) for card in cards)
    assert one == again != other


def test_a_card_tells_how_long_its_tool_took(transcript: Transcript, qtbot: QtBot) -> None:
    use = samples.done(samples.call("live2d.motion", 1), "ok", 2.0)
    cards = views(transcript, qtbot, *map(samples.answer, (use, samples.done(use, "ok", 7.0), use)))
    one, other, again = (picture(head_of(card)) for card in cards)
    assert one == again != other


def test_the_card_of_a_running_tool_is_lit(transcript: Transcript, qtbot: QtBot) -> None:
    running = replace(samples.call("live2d.motion", 1), started_at=1.0)
    lit, plain = views(
        transcript, qtbot, samples.answer(running), samples.answer(samples.done(samples.call("live2d.motion", 2), "ok"))
    )

    def ground(view: QWidget) -> str:
        return picture(view).pixelColor(view.width() // 2, 3).name()

    qtbot.waitUntil(lambda: ground(lit) == theme.current().colour("info_soft").name())
    assert ground(plain) == theme.current().colour("inset").name()


@pytest.mark.parametrize(("level", "name"), [("info", "Notice"), ("warning", "Warning"), ("error", "Error")])
def test_a_notice_tells_what_happened_why_and_what_to_do(
    transcript: Transcript, qtbot: QtBot, level: str, name: str
) -> None:
    notice = Notice(level, "refused", "No answer", "Nothing listens.", "Start the server.")  # pyright: ignore[reportArgumentType]
    (view,) = views(transcript, qtbot, samples.answer(notice))
    shown = [label.text() for label in view.findChildren(QLabel) if label.isVisible()]
    assert shown == ["No answer", "Nothing listens.", "Start the server."]
    assert view.accessibleName() == f"{name}: No answer"
    assert view.property("level") == level
    ground = picture(view).pixelColor(view.width() // 2, 4).name()
    assert ground == theme.current().colour(f"{level}_soft").name()


@pytest.mark.parametrize(
    "block",
    [samples.thought("Otters."), samples.done(samples.call("live2d.motion", 1), "ok"), samples.notices()[1]],
    ids=["thoughts", "card", "details"],
)
def test_what_folds_is_folded_until_it_is_asked_for(
    transcript: Transcript, qtbot: QtBot, block: Thinking | ToolUse | Notice
) -> None:
    (view,) = views(transcript, qtbot, samples.answer(block))
    assert not view.is_unfolded()
    folded = view.height()
    head_of(view).click()
    qtbot.waitUntil(lambda: view.height() > folded)


def test_what_was_not_heard_of_an_answer_is_paler_also_after_it_is_opened_again(
    transcript: Transcript, qtbot: QtBot
) -> None:
    text = "These words were heard and all of these were not."
    heard = len("These words were heard")
    answer = Message("assistant", (Text(StreamingText(text)),), ended="stop")
    pictures: list[QImage] = []
    for end in (None, heard, len(text)):
        (view,) = views(transcript, qtbot, replace(answer, heard_up_to=end))
        assert isinstance(view, TextView)
        assert view.view.plain_text() == text
        pictures.append(picture(view))
    plain, interrupted, complete = pictures
    assert complete == plain
    changed = [
        x
        for x in range(plain.width())
        if any(plain.pixel(x, y) != interrupted.pixel(x, y) for y in range(plain.height()))
    ]
    # Only behind the words that were heard.
    assert plain.width() * 0.3 < changed[0] < plain.width() * 0.6
    assert changed[-1] > plain.width() * 0.8
    darkest = [
        min(each.pixelColor(x, y).lightness() for x in changed[8:] for y in range(each.height()))
        for each in (plain, interrupted)
    ]
    assert darkest[1] > darkest[0] + 40
