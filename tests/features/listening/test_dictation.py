"""Words that appear in a text field while somebody types in it, and the meter beside them."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTextEdit
from pytestqt.qtbot import QtBot

from deskpet.features.listening.ui.dictation import Dictation
from deskpet.features.listening.ui.level_meter import LevelMeter

pytestmark = pytest.mark.window


@pytest.fixture
def field(qtbot: QtBot) -> QTextEdit:
    field = QTextEdit()
    qtbot.addWidget(field)
    return field


def put_caret(field: QTextEdit, place: int) -> None:
    caret = field.textCursor()
    caret.setPosition(place)
    field.setTextCursor(caret)


@pytest.mark.parametrize(
    ("before", "words", "after", "text"),
    [
        ("", "hello", "", "hello"),
        ("Dear", "friend", "", "Dear friend"),
        ("Dear ", "friend", " of mine", "Dear friend of mine"),
        ("Dear", "friend", ", hello", "Dear friend, hello"),
        ("亲爱的", "朋友", "你好", "亲爱的朋友你好"),
        ("Dear", "朋友", "you", "Dear朋友you"),
        ("Line\n", "two", "\nthree", "Line\ntwo\nthree"),
        ("😀", "smile", "😀", "😀smile😀"),
    ],
)
def test_words_stand_at_the_caret_with_the_spaces_they_need(field, before, words, after, text):
    field.setPlainText(before + after)
    put_caret(field, len(before.encode("utf-16-le")) // 2)
    dictation = Dictation(field)
    for end in range(1, len(words) + 1):
        dictation.show(words[:end])
    assert field.toPlainText() == text
    dictation.cancel()
    assert field.toPlainText() == before + after


def test_what_is_typed_meanwhile_stays(field: QTextEdit) -> None:
    dictation = Dictation(field)
    dictation.show("one")
    QTest.keyClicks(field, " typed")
    dictation.show("one two")
    put_caret(field, 0)
    QTest.keyClicks(field, "First ")
    dictation.show("one two three")
    assert field.toPlainText() == "First one two three typed"
    dictation.cancel()
    assert field.toPlainText() == "First  typed"


def test_all_versions_of_the_words_are_one_step_to_undo(field: QTextEdit) -> None:
    QTest.keyClicks(field, "Typed")
    dictation = Dictation(field)
    for words in ("one", "won two", "one, two"):
        dictation.show(words)
    QTest.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert field.toPlainText() == "Typed"


def test_the_meter_moves_with_the_level_and_is_not_painted_in_silence(qtbot: QtBot) -> None:
    meter = LevelMeter()
    qtbot.addWidget(meter)
    meter.resize(100, 22)
    with qtbot.waitExposed(meter):
        meter.show()
    quiet = meter.heights
    assert len(set(quiet)) == 1
    meter.push(0.0)
    assert meter.heights is quiet
    meter.push(1.0)
    meter.push(0.0)
    assert quiet[0] < meter.heights[-1] < meter.heights[-2] == 20
    meter.clear()
    assert meter.heights == quiet
