"""Tests of `<details>` in an answer: what it folds is shown by a click or a key, found, read and copied."""

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from deskpet.chat.messages import Message, StreamingText, Text
from deskpet.ui.blocks.document_view import DocumentView
from deskpet.ui.blocks.fold_buttons import FoldButton
from deskpet.ui.chat.message_row import MessageRow
from deskpet.ui.chat.transcript import Transcript
from deskpet.ui.widgets import accessibility

pytestmark = pytest.mark.window

ANSWER = "Five.\n\n<details>\n<summary>How I count</summary>\n\nTwo otters and three seals.\n\n</details>\n\nAsk on."


@pytest.fixture
def row(transcript: Transcript, qtbot: QtBot) -> MessageRow:
    transcript.show_path([Message("assistant", (Text(StreamingText(ANSWER)),), ended="stop")])
    (row,) = transcript.rows
    qtbot.waitUntil(lambda: not row.is_behind and text_of(row).height() > 0)
    return row


def text_of(row: MessageRow) -> DocumentView:
    (text,) = row.message_selection.texts
    assert isinstance(text, DocumentView)
    return text


def button_of(row: MessageRow) -> FoldButton:
    button = row.findChild(FoldButton)
    assert button
    return button


def shown(row: MessageRow) -> str:
    return text_of(row).content.document.toPlainText()


def places_of_lines(text: DocumentView) -> list[QRect]:
    document = text.content.document
    blocks = map(document.findBlockByNumber, range(document.blockCount()))
    return [document.documentLayout().blockBoundingRect(each).toRect() for each in blocks]


def darkest_of_lines(text: DocumentView) -> list[int]:
    """Return the lightness of the darkest pixel of each line."""
    picture, xs = text.grab().toImage(), range(20, 60)
    return [
        min(picture.pixelColor(x, y).lightness() for x in xs for y in range(place.top(), place.bottom()))
        for place in places_of_lines(text)
    ]


def test_a_click_on_the_summary_shows_what_is_folded_and_hides_it_again(row: MessageRow, qtbot: QtBot) -> None:
    folded = text_of(row).height()
    middle = button_of(row).geometry().center() + QPoint(40, 0)
    QTest.mouseClick(text_of(row), Qt.MouseButton.LeftButton, pos=middle)
    assert "seals" in shown(row)
    qtbot.waitUntil(lambda: text_of(row).height() > folded)
    QTest.mouseClick(text_of(row), Qt.MouseButton.LeftButton, pos=middle)
    assert "seals" not in shown(row)
    qtbot.waitUntil(lambda: text_of(row).height() == folded)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space])
def test_a_key_on_its_button_shows_it_and_a_screen_reader_is_told(row: MessageRow, key: Qt.Key, qtbot: QtBot) -> None:
    accessibility.install()
    button = button_of(row)
    assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
    interface = QAccessible.queryAccessibleInterface(button)
    assert (interface.text(QAccessible.Text.Name), interface.state().collapsed) == ("How I count", 1)
    QTest.keyClick(button, key)
    assert "seals" in shown(row)
    qtbot.waitUntil(lambda: button_of(row).isChecked())
    assert interface.state().expanded


def test_what_is_unfolded_stays_so_while_its_row_is_not_on_screen(row: MessageRow, transcript: Transcript) -> None:
    button_of(row).click()
    message = row.message
    transcript.show_path([message, *(Message("user", (Text(StreamingText("ok\n" * 30)),)) for _ in range(5))])
    bar = transcript.verticalScrollBar()
    bar.setValue(0)
    assert "seals" in shown(transcript.rows[0])
    bar.setValue(bar.maximum())
    assert message not in [each.message for each in transcript.rows]
    bar.setValue(0)
    assert transcript.rows[0].message == message
    assert "seals" in shown(transcript.rows[0])


def test_the_name_for_assistive_tools_follows_what_is_shown(row: MessageRow) -> None:
    for words in ("Five. How I count Two otters and three seals. Ask on.", "Five. How I count Ask on."):
        button_of(row).click()
        assert " ".join(text_of(row).accessibleName().split()) == words


def test_what_was_not_heard_is_dimmed_behind_the_same_word_when_a_part_unfolds(
    transcript: Transcript, qtbot: QtBot
) -> None:
    said = Message("assistant", (Text(StreamingText(ANSWER)),), ended="stop", heard_up_to=ANSWER.index("Ask"))
    transcript.show_path([said])
    (row,) = transcript.rows
    qtbot.waitUntil(lambda: not row.is_behind and text_of(row).height() > 0)
    for count in (3, 4):
        qtbot.waitUntil(lambda: places_of_lines(text_of(row))[-1].bottom() <= text_of(row).height())
        *heard, last = darkest_of_lines(text_of(row))
        assert len(heard) + 1 == count
        assert max(heard) + 40 < last
        button_of(row).click()


def test_what_is_folded_is_copied_with_the_rest(row: MessageRow) -> None:
    row.message_selection.select_all()
    row.message_selection.copy()
    copied = QGuiApplication.clipboard().text()
    assert copied == "Five.\n\nHow I count\n\nTwo otters and three seals.\n\nAsk on."
    assert row.message_selection.plain_text() == copied
    assert "seals" not in shown(row)


def test_a_word_that_is_found_in_it_is_shown(row: MessageRow) -> None:
    assert row.highlight(["Ask"]) is not None
    assert "seals" not in shown(row)
    assert row.highlight(["seals"]) is not None
    assert "seals" in shown(row)
