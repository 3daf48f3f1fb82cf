"""Tests of painting, selecting and copying while an answer is streamed, in a real window."""

import random
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QImage, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from deskpet.chat.events import TextAppended
from deskpet.chat.messages import Text, user_message
from deskpet.ui.blocks import ToolLook
from deskpet.ui.blocks.document_view import DocumentView
from deskpet.ui.blocks.text import TextView
from deskpet.ui.chat.transcript import Transcript
from tests.support.waiting import LIMIT_MS
from tests.ui.scripted_turn import begin

pytestmark = pytest.mark.window

SAID = """# A head

Some **bold** words, some `code`, and so many more of them that the line has to break somewhere.

> a quote
> of two lines
>
> > in which `another` is

- an item
- [x] a task

```python
def answer(x):
    return x
```

| a | b |
|---|---|
| 1 | 2 |

---

| a wide | table | with | columns | that | have no | room here |
|---|---|---|---|---|---|---|
| of words | `that` | are not | broken | anywhere | in their | middle |

1. one
2. two

The last words.
"""
CARET_PIXELS = 200  # tolerance in pixels for the blinking caret
PATIENCE = LIMIT_MS


@pytest.fixture
def look_of() -> Callable[[str], ToolLook]:
    return lambda name: ToolLook("Motion", "motion")


@pytest.fixture
def transcript(transcript: Transcript, qtbot: QtBot) -> Iterator[Transcript]:
    """The transcript on an opaque background, so that screenshots can be compared."""
    ground = QWidget()
    qtbot.addWidget(ground)
    ground.setStyleSheet("background: #fff6ea")
    ground.resize(380, 460)
    transcript.setParent(ground)
    transcript.resize(ground.size())
    transcript.show()
    with qtbot.waitExposed(ground):
        ground.show()
    yield transcript
    ground.close()


def view_of(transcript: Transcript, index: int = 0) -> DocumentView:
    view = transcript.rows[-1].views[index]
    assert isinstance(view, TextView)
    return view.view


def count_different_pixels(one: QImage, other: QImage) -> int:
    """Return the number of different pixels."""
    assert one.size() == other.size()
    # Keep references: the buffer of constBits() is only valid as long as its image.
    plain = [each.convertToFormat(QImage.Format.Format_RGB32) for each in (one, other)]
    first, second = (memoryview(each.constBits()).cast("I") for each in plain)
    return sum(a != b for a, b in zip(first, second, strict=True))


def equals_full_repaint(window: QWidget) -> bool:
    on_screen = window.screen().grabWindow(window.winId()).toImage()
    return count_different_pixels(on_screen, window.grab().toImage()) <= CARET_PIXELS


def drag(view: DocumentView, start: QPoint, end: QPoint) -> None:
    """Drag a selection and keep the button pressed."""
    held, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    for kind, spot, button in (
        (QEvent.Type.MouseButtonPress, start, held),
        (QEvent.Type.MouseMove, end, Qt.MouseButton.NoButton),
    ):
        place = QPointF(view.mapToGlobal(spot))
        QApplication.sendEvent(view, QMouseEvent(kind, QPointF(spot), place, button, held, none))


@pytest.mark.parametrize("seed", range(3))
def test_incremental_painting_equals_a_full_repaint(transcript: Transcript, qtbot: QtBot, seed: int) -> None:
    chance = random.Random(seed)
    if seed:
        transcript.show_path([user_message(f"Question {number}? " * number) for number in range(9 * seed)])
    turn = begin(transcript, qtbot)
    index, place = turn.block(Text()), 0
    while place < len(SAID):
        length = chance.choice((2, 12, 40))
        turn.emit(TextAppended(index, SAID[place : place + length]))
        place += length
        qtbot.wait(1)
        if chance.random() < 0.3:
            qtbot.waitUntil(lambda: equals_full_repaint(transcript.window()), timeout=PATIENCE)


def test_a_selection_is_kept_while_its_paragraph_is_streamed(transcript: Transcript, qtbot: QtBot) -> None:
    turn = begin(transcript, qtbot)
    index = turn.say("Some words that are not ")
    view = view_of(transcript)
    QTest.mouseDClick(view, Qt.MouseButton.LeftButton, pos=QPoint(10, 8))
    assert view.selected_text() == "Some"
    for piece, shown in (("yet **whole", "yet whole"), ("**, and `mo", "and mo"), ("re`\n\nAnd so on.\n\n", "so on")):
        turn.emit(TextAppended(index, piece))
        qtbot.waitUntil(lambda shown=shown: shown in view.plain_text())
        assert view.selected_text() == "Some"
    assert view.plain_text() == "Some words that are not yet whole, and more\n\nAnd so on."


def test_a_drag_selection_keeps_its_anchor_while_text_is_streamed(transcript: Transcript, qtbot: QtBot) -> None:
    turn = begin(transcript, qtbot)
    index = turn.say("Some words that are not ")
    view = view_of(transcript)
    drag(view, QPoint(0, 8), QPoint(30, 8))
    turn.emit(TextAppended(index, "whole"))
    qtbot.waitUntil(lambda: view.plain_text().endswith("whole"))
    drag(view, QPoint(0, 8), QPoint(view.width(), 8))
    assert view.selected_text() == "Some words that are not whole"


def test_dragging_a_selection_stops_following_the_end(transcript: Transcript, qtbot: QtBot) -> None:
    transcript.show_path([user_message(f"Question {number}?") for number in range(30)])
    turn = begin(transcript, qtbot)
    index = turn.say("Some words")
    bar, view = transcript.verticalScrollBar(), view_of(transcript)
    qtbot.waitUntil(lambda: bar.value() == bar.maximum())
    place = bar.value()
    drag(view, QPoint(0, 8), QPoint(60, 8))
    turn.emit(TextAppended(index, "\n\nMore words" * 20))
    qtbot.waitUntil(lambda: bar.maximum() > place + 200)
    assert bar.value() == place
    pill = transcript.findChild(QPushButton, "jump")
    assert pill
    qtbot.waitUntil(pill.isVisible)
    pill.click()
    qtbot.waitUntil(lambda: bar.value() == bar.maximum(), timeout=PATIENCE)
    turn.emit(TextAppended(index, "\n\nAnd more" * 20))
    qtbot.waitUntil(lambda: bar.maximum() > place + 900 and bar.value() == bar.maximum(), timeout=PATIENCE)


def test_the_copy_button_works_while_code_is_streamed(transcript: Transcript, qtbot: QtBot) -> None:
    turn = begin(transcript, qtbot)
    index = turn.say("Look:\n\n```python\nfirst = 1\n")
    view = view_of(transcript)
    for number in range(20):
        turn.emit(TextAppended(index, f"line_{number} = {number}\n"))
        qtbot.waitUntil(lambda number=number: f"line_{number} = " in view.plain_text())
    # At the right end of the code block's header.
    spots = [QPoint(view.width() - 16, y) for y in range(20, 70, 6)]
    QGuiApplication.clipboard().clear()
    for spot in spots:
        QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=spot)
    assert QGuiApplication.clipboard().text().startswith("first = 1\nline_0 = 0\n")


def test_the_spare_view_is_deleted_when_the_answer_ends(transcript: Transcript, qtbot: QtBot) -> None:
    turn = begin(transcript, qtbot)
    turn.say("Watch ")
    turn.run(turn.call("live2d.motion", "{}"), {})
    turn.say("there!")
    turn.end()
    row = transcript.rows[-1]
    qtbot.waitUntil(lambda: {each.view for each in row.views if isinstance(each, TextView)} == set(texts_in(row)))


def texts_in(row: QWidget) -> list[DocumentView]:
    return row.findChildren(DocumentView)


def test_a_thousand_words_per_second_are_painted_as_they_arrive(transcript: Transcript, qtbot: QtBot) -> None:
    turn = begin(transcript, qtbot)
    index, seen = turn.block(Text()), set[int]()
    for number in range(1000):
        turn.emit(TextAppended(index, f"word{number} "))
        if number % 100 == 99:
            qtbot.waitUntil(lambda number=number: f"word{number}" in view_of(transcript).plain_text())
            seen.add(number)
    assert len(seen) == 10
    assert transcript.follows


def test_scrolled_pixels_equal_a_full_repaint(transcript: Transcript, qtbot: QtBot) -> None:
    transcript.show_path([user_message(f"Question {number}? " * number) for number in range(20)])
    turn = begin(transcript, qtbot)
    turn.say(SAID)
    turn.end()
    bar = transcript.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.value() == bar.maximum() > 400, timeout=PATIENCE)
    for way in (-3, -90, -300, 40, 333, -1):
        bar.setValue(bar.value() + way)
        qtbot.waitUntil(lambda: equals_full_repaint(transcript.window()), timeout=PATIENCE)
