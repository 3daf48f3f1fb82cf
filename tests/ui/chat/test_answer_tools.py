"""Tests of what can be done with an answer: sort and copy tables, number and save code, share it as a picture."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QGuiApplication, QImage, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QMenu, QPushButton
from pytestqt.qtbot import QtBot

from deskpet.chat.messages import Message, Text
from deskpet.config.paths import bundled_path
from deskpet.ui.blocks.document_view import DocumentView
from deskpet.ui.chat.shared_picture import MAX_HEIGHT, SharedPicture, SpeakerLook, draw
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.markdown.code_preferences import code_numbers, code_wrap
from deskpet.ui.markdown.document import MarkdownDocument
from deskpet.ui.markdown.marks import Mark
from deskpet.ui.markdown.table_order import Sorting, written_tables

pytestmark = pytest.mark.window

NONE, NO_KEY = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
TABLE = """| name | price |
|---|---:|
| **Tea**, green | $1,200 |
| `cup` | 3 |
| Pot | |
| "Tin" | −20% |
"""
SOURCE = f"{TABLE}\n\n```python\nfirst = 1\nsecond = 2\n```\n"


@pytest.fixture(autouse=True)
def plain_code() -> Iterator[None]:
    code_numbers().set_on(False)
    yield
    code_numbers().set_on(False)


def show(chat: ChatWindow, qtbot: QtBot, source: str = SOURCE) -> DocumentView:
    chat.show_path([Message("assistant", (Text(source),), ended="stop")])
    (row,) = chat.transcript.rows
    (text,) = row.message_selection.texts
    assert isinstance(text, DocumentView)
    qtbot.waitUntil(lambda: not row.is_behind and text.height() > 40)
    return text


def menu_of(chat: ChatWindow) -> QMenu:
    (row,) = chat.transcript.rows
    row.menu_requested.emit(QPoint(), row.mapToGlobal(QPoint(5, 5)))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def choose(menu: QMenu, words: str) -> None:
    (entry,) = [each for each in menu.actions() if each.text() == words]
    entry.trigger()


def first_column(text: DocumentView) -> list[str]:
    return [line.split(",")[-1] for line in text.tables[0].as_csv().splitlines()[1:]]


def test_a_click_on_a_head_sorts_numbers_up_then_down_then_not(chat: ChatWindow, qtbot: QtBot) -> None:
    text = show(chat, qtbot)
    layout, document = text.content.document.documentLayout(), text.content.document
    head = document.findBlock(document.toPlainText().index("price"))
    place = layout.blockBoundingRect(head).center().toPoint()
    orders: list[list[str]] = []
    for _ in range(3):
        QTest.mouseClick(text, Qt.MouseButton.LeftButton, pos=place)
        orders.append([line.rpartition(",")[2] for line in text.tables[0].as_csv().splitlines()[1:]])
    assert [each[0] for each in orders] == ["−20%", '200"', '200"']
    assert orders[0] == ["−20%", "3", '200"', ""]
    assert orders[1] == ['200"', "3", "−20%", ""]
    assert orders[2] == ['200"', "3", "", "−20%"]
    assert not text.selected_text()


def test_a_table_that_is_too_large_to_sort_says_so(chat: ChatWindow, qtbot: QtBot) -> None:
    rows = "".join(f"| {number} | {number % 7} |\n" for number in range(600))
    text = show(chat, qtbot, f"| a | b |\n|---|---|\n{rows}")
    qtbot.waitUntil(lambda: len(text.tables) == 1)
    before, words = text.tables[0].as_csv(), "A table of more than 1,000 cells can't be sorted here; copy it as CSV."
    place = text.content.document.documentLayout().blockBoundingRect(text.content.document.begin().next()).center()
    QTest.mouseClick(text, Qt.MouseButton.LeftButton, pos=place.toPoint())
    assert [each.text() for each in chat.pane.toast.findChildren(QLabel)] == [words]
    assert text.tables[0].as_csv() == before


def test_the_pointer_reads_tables_only_at_their_heads(
    chat: ChatWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, read = show(chat, qtbot), list[int]()
    tables = text.tables
    monkeypatch.setattr(DocumentView, "tables", property(lambda _: read.append(1) or tables))
    for y in (10, *range(60, text.height(), 10)):
        place, at = QPointF(15, y), len(read)
        event = QMouseEvent(QEvent.Type.MouseMove, place, text.mapToGlobal(place), NONE, NONE, NO_KEY)
        QApplication.sendEvent(text, event)
        assert (len(read) > at) == (y == 10)


def test_the_menu_sorts_and_copies_as_csv_and_a_new_theme_keeps_the_order(chat: ChatWindow, qtbot: QtBot) -> None:
    text = show(chat, qtbot)
    menu = menu_of(chat)
    (columns,) = [each for each in menu.findChildren(QMenu) if each.title() == "Sort “name” by"]
    choose(columns, "name")
    menu.close()
    text.on_style_changed()
    menu = menu_of(chat)
    choose(menu, "Copy “name” as CSV")
    menu.close()
    expected = 'name,price\n"""Tin""",−20%\ncup,3\nPot,\n"Tea, green","$1,200"\n'
    assert QGuiApplication.clipboard().text().replace("\r\n", "\n") == expected
    bold = text.content.document.find("Tea").charFormat()
    assert bold.fontWeight() > 600


@given(st.lists(st.tuples(st.sampled_from(["1", "10", "2", "1.5", "x", "", "1,5"]), st.integers(0, 99)), max_size=12))
def test_sorting_loses_no_row_and_ends_in_the_original_order(rows: list[tuple[str, int]]) -> None:
    content = MarkdownDocument()
    content.grow("| a | b |\n|---|---|\n" + "".join(f"| {first} | r{number} |\n" for first, number in rows))
    content.finish()
    (table,) = written_tables(content.document)
    before = table.as_csv()
    for sorting in (Sorting(0), Sorting(1, is_descending=True), Sorting(0, is_descending=True)):
        content.sort_table(0, sorting)
        assert sorted(table.as_csv().splitlines()) == sorted(before.splitlines())
    content.sort_table(0, None)
    assert table.as_csv() == before


def test_a_table_that_is_written_in_parts_is_sorted_as_one(qtbot: QtBot) -> None:
    content = MarkdownDocument()
    content.grow("| number | words |\n|---|---|\n" + "".join(f"| {n * 7 % 200} | {'w' * 30} |\n" for n in range(200)))
    content.finish()
    (table,) = written_tables(content.document)
    content.sort_table(0, Sorting(0))
    assert [line.partition(",")[0] for line in table.as_csv().splitlines()[1:]] == list(map(str, range(200)))


def test_lines_of_code_get_numbers_that_are_not_copied(chat: ChatWindow, qtbot: QtBot) -> None:
    text = show(chat, qtbot)
    line = text.content.document.find("second").block()
    left, picture = line.blockFormat().leftMargin(), text.grab().toImage()
    menu = menu_of(chat)
    choose(menu, "Show line numbers")
    menu.close()
    assert line.blockFormat().leftMargin() > left
    assert line.blockFormat().intProperty(Mark.LINE) == 2
    assert text.grab().toImage() != picture
    text.copy_code(1)
    assert QGuiApplication.clipboard().text() == "first = 1\nsecond = 2"


def test_a_message_is_shown_as_a_picture_before_it_is_copied_or_saved(
    chat: ChatWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    show(chat, qtbot)
    chat.show_character("Mikan", bundled_path("models") / "mikan")
    menu = menu_of(chat)
    choose(menu, "Share as a picture…")
    menu.close()
    (shared,) = chat.findChildren(SharedPicture)
    (row,) = chat.transcript.rows
    bubble = row.bubble()
    assert shared.picture.deviceIndependentSize().width() > bubble.width() + 60
    shared.findChild(QPushButton, "share_copy").click()
    assert QGuiApplication.clipboard().image().size() == shared.picture.size()
    shared.findChild(QPushButton, "share_save").click()
    (dialog,) = shared.findChildren(QFileDialog)
    dialog.fileSelected.emit(str(tmp_path / "picture.png"))
    told = shared.findChild(QLabel, "share_result")
    qtbot.waitUntil(lambda: told.text().startswith("Saved"))
    assert QImage(str(tmp_path / "picture.png")).size() == shared.picture.size()
    dialog.fileSelected.emit(str(tmp_path / "missing" / "picture.png"))
    qtbot.waitUntil(lambda: "can't be written" in told.text())
    shared.close()


def test_the_picture_of_a_long_message_has_a_bounded_height(chat: ChatWindow, qtbot: QtBot) -> None:
    chat.show_path([Message("assistant", (Text("word " * 60 + "\n\n" + "line\n\n" * 400),), ended="stop")])
    (row,) = chat.transcript.rows
    qtbot.waitUntil(lambda: not row.is_behind and row.bubble().height() > 2 * MAX_HEIGHT)
    assert MAX_HEIGHT < draw(row, SpeakerLook("Mikan")).deviceIndependentSize().height() < MAX_HEIGHT + 120


def test_the_picture_has_all_of_a_long_line_of_code_and_no_controls(chat: ChatWindow, qtbot: QtBot) -> None:
    long = "value = [" + ", ".join(f"{number:04}" for number in range(60)) + "]"
    chat.show_path([Message("assistant", (Text(f"See:\n\n```python\n{long}\n```\n"),), ended="stop")])
    (row,) = chat.transcript.rows
    (text,) = row.message_selection.texts
    assert isinstance(text, DocumentView)
    qtbot.waitUntil(lambda: not row.is_behind and text.height() > 40)
    before, place = text.grab().toImage(), row.geometry()
    picture = draw(row, SpeakerLook("Mikan"))
    # The line is on several lines in the picture, and scrolls in the chat as it did.
    assert picture.deviceIndependentSize().height() > row.bubble().height() + 60
    assert (text.grab().toImage(), row.geometry()) == (before, place)
    code_wrap().set_on(True)
    try:
        qtbot.waitUntil(lambda: row.height() > place.height() + 60)
        with_controls, drawn = text.grab().toImage(), draw(row, SpeakerLook())
        head = text.content.document.documentLayout().blockBoundingRect(text.content.document.find("value").block())
        corner = QRect(text.width() - 30, round(head.top()) - 22, 24, 18)
        assert len(colours_in(with_controls, corner, text.devicePixelRatioF())) > 2
        place = text.mapTo(row, QPoint()) - row.bubble().topLeft().toPoint() + QPoint(30, 30)
        assert len(colours_in(drawn, corner.translated(place), 2.0)) <= 2
    finally:
        code_wrap().set_on(False)


def colours_in(image: QImage, area: QRect, ratio: float) -> set[int]:
    """Return the colours in an area in logical pixels."""
    left, top = round(area.left() * ratio), round(area.top() * ratio)
    right, bottom = round(area.right() * ratio), round(area.bottom() * ratio)
    return {image.pixel(x, y) for x in range(left, right) for y in range(top, bottom)}


def test_code_is_saved_under_a_name_of_its_language(chat: ChatWindow, qtbot: QtBot, tmp_path: Path) -> None:
    text = show(chat, qtbot)
    menu = menu_of(chat)
    choose(menu, "Save python…")
    menu.close()
    (dialog,) = chat.findChildren(QFileDialog)
    assert [Path(each).name for each in dialog.selectedFiles()] == ["code.py"]
    dialog.fileSelected.emit(str(tmp_path / "code.py"))
    assert (tmp_path / "code.py").read_bytes() == b"first = 1\nsecond = 2\n"
    dialog.fileSelected.emit(str(tmp_path / "missing" / "code.py"))
    assert "can't be written" in chat.pane.toast.accessibleName()
    dialog.close()
    head = text.content.document.documentLayout().blockBoundingRect(text.content.document.find("first").block())
    assert text.link_at(QPointF(head.topLeft())) == ""
