"""Tests of message actions: action bar, context menu, editing in place, variants and selection."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QEnterEvent, QGuiApplication, QImage, QRegion
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QPushButton, QTextEdit, QWidget
from pytestqt.qtbot import QtBot

from deskpet.chat.message_tree import Variants
from deskpet.chat.messages import Block, Message, StreamingText, Text, ToolUse, user_message
from deskpet.ui.chat.message_actions import MessageAction
from deskpet.ui.chat.message_row import MessageRow
from deskpet.ui.chat.transcript import Transcript
from deskpet.ui.markdown.diagrams import diagram_renderer
from tests.ui.active_window import active

pytestmark = pytest.mark.window

CARD = ToolUse("t", "1", "success", input={}, output="ok", started_at=1.0, ended_at=2.0)


def answer(*blocks: Block | str) -> Message:
    known = (Text(StreamingText(block)) if isinstance(block, str) else block for block in blocks)
    return Message("assistant", tuple(known), ended="stop")


def shown(transcript: Transcript, qtbot: QtBot, *messages: Message) -> list[MessageRow]:
    transcript.show_path(messages)
    qtbot.waitUntil(lambda: [row.message for row in transcript.rows] == list(messages))
    return transcript.rows


def attend(row: MessageRow) -> None:
    spot = QPointF(30, 12)
    QApplication.sendEvent(row, QEnterEvent(spot, spot, QPointF(row.mapToGlobal(spot))))


def menu_of(row: MessageRow) -> dict[str, QAction]:
    spot = row.bubble().center().toPoint()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, spot, row.mapToGlobal(spot))
    QApplication.sendEvent(row, event)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return {action.text().partition("\t")[0]: action for action in menu.actions() if action.text()}


def close_menu() -> None:
    while popup := QApplication.activePopupWidget():
        popup.close()


def names(buttons: list[QAbstractButton]) -> list[str]:
    return [button.accessibleName() for button in buttons]


def test_the_bar_offers_the_actions_of_the_role(transcript: Transcript, qtbot: QtBot) -> None:
    question, reply = shown(transcript, qtbot, user_message("Hi"), answer("Hello"))
    bar = transcript.toolbar.bar
    assert not bar.isVisible()
    attend(question)
    assert bar.isVisible()
    assert names(bar.buttons) == ["Copy", "Edit and send again", "More"]
    attend(reply)
    assert names(bar.buttons) == ["Copy", "Answer again", "More"]
    assert transcript.viewport().rect().contains(bar.geometry().adjusted(6, 6, -6, -6))


def test_the_bar_covers_no_message_not_even_an_opened_card(transcript: Transcript, qtbot: QtBot) -> None:
    rows = shown(transcript, qtbot, user_message("Hi"), answer(CARD), answer("Hello"), user_message("Bye"))
    rows[1].views[0].unfold()
    transcript.toolbar.variants_of = lambda message_id: Variants((message_id, "another"), 0)
    transcript.toolbar.update_variants(rows[2])
    rows[2].resized.emit()
    bubbles = [row.bubble().translated(row.pos()).toRect() for row in rows]
    for row in rows:
        attend(row)
        bar = transcript.toolbar.bar.geometry()
        assert not any(bar.intersects(each) for each in bubbles)
        assert row.geometry().contains(bar)
        if row.variants:
            assert not bar.intersects(row.variants.geometry().translated(row.pos()))


def test_the_latest_button_keeps_clear_of_the_bar(transcript: Transcript, qtbot: QtBot) -> None:
    messages = [answer(f"Line {number} of the answer") for number in range(30)]
    transcript.show_path(messages)
    qtbot.waitUntil(lambda: bool(transcript.rows))
    scroll_bar, pill = transcript.verticalScrollBar(), transcript.findChild(QPushButton, "jump")
    assert pill
    bar = transcript.toolbar.bar
    bar.setMinimumWidth(transcript.viewport().width() - 20)
    for value in range(0, scroll_bar.maximum() - 60, 7):
        scroll_bar.setValue(value)
        attend(transcript.rows[len(transcript.rows) // 2 + 3])
        place = bar.geometry().translated(transcript.viewport().pos())
        assert pill.isVisible()
        assert not pill.geometry().intersects(place)


def test_the_latest_button_is_round(transcript: Transcript, qtbot: QtBot) -> None:
    transcript.show_path([answer(f"Line {number}") for number in range(30)])
    qtbot.waitUntil(lambda: bool(transcript.rows))
    pill = transcript.findChild(QPushButton, "jump")
    assert pill
    for width in (396, 700):
        transcript.resize(width, 420)
        transcript.verticalScrollBar().setValue(0)
        qtbot.waitUntil(pill.isVisible)
        picture = QImage(pill.size(), QImage.Format.Format_ARGB32)
        picture.fill(Qt.GlobalColor.transparent)
        pill.render(picture, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)
        corners = [(2, 2), (picture.width() - 3, 2), (2, picture.height() - 3)]
        assert [picture.pixelColor(*corner).alpha() for corner in corners] == [0, 0, 0]
        assert pill.height() == 28


def test_a_text_that_was_clicked_keeps_no_bar_and_passes_no_focus_on(transcript: Transcript, qtbot: QtBot) -> None:
    rows = shown(transcript, qtbot, answer("One"), answer("Two"), answer("Three"))
    qtbot.waitUntil(active(transcript))
    text = rows[1].message_selection.texts[0]
    QTest.mouseClick(text, Qt.MouseButton.LeftButton, pos=QPoint(5, 8))
    assert text.hasFocus()
    attend(rows[1])
    assert not transcript.toolbar.has_keyboard_focus
    transcript.show_path([rows[0].message, rows[2].message])
    assert not transcript.toolbar.bar.isVisible()
    assert transcript.hasFocus()


def test_the_bar_fades_without_pointer_and_focus(transcript: Transcript, qtbot: QtBot) -> None:
    (row,) = shown(transcript, qtbot, answer("Hello"))
    qtbot.waitUntil(active(transcript))
    transcript.setFocus()
    row.attention_changed.emit(True)
    assert transcript.toolbar.bar.isVisible()
    row.attention_changed.emit(False)
    qtbot.waitUntil(lambda: not transcript.toolbar.bar.isVisible())


def test_a_message_is_copied_as_text_and_as_markdown(transcript: Transcript, qtbot: QtBot) -> None:
    (row,) = shown(transcript, qtbot, answer("Some **bold** words", CARD, "and *more*"))
    attend(row)
    transcript.toolbar.bar.button(MessageAction.COPY).click()
    assert QGuiApplication.clipboard().text() == "Some bold words\n\nand more"
    menu_of(row)["Copy as Markdown"].trigger()
    assert QGuiApplication.clipboard().text() == "Some **bold** words\n\nand *more*"
    close_menu()


def test_the_markdown_or_the_selection_is_quoted(transcript: Transcript, qtbot: QtBot) -> None:
    (row,) = shown(transcript, qtbot, answer("Some **bold** words"))
    with qtbot.waitSignal(transcript.toolbar.quoted) as quoted:
        menu_of(row)["Quote"].trigger()
    close_menu()
    assert quoted.args == ["Some **bold** words"]
    row.message_selection.texts[0].select(5, 9)
    with qtbot.waitSignal(transcript.toolbar.quoted) as quoted:
        menu_of(row)["Quote"].trigger()
    close_menu()
    assert quoted.args == ["bold"]


def test_code_is_copied_from_the_menu(transcript: Transcript, qtbot: QtBot) -> None:
    (row,) = shown(transcript, qtbot, answer("See\n\n```python\nx = 1\ny = 2\n```\n\nand so on"))
    menu_of(row)["Copy python"].trigger()
    assert QGuiApplication.clipboard().text() == "x = 1\ny = 2"
    close_menu()


def test_the_menu_offers_to_draw_diagrams_where_the_part_for_it_is_missing(
    transcript: Transcript, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(diagram_renderer(), "_libraries", ("no_such_library",))
    monkeypatch.setattr(diagram_renderer(), "is_available", False)
    (row,) = shown(transcript, qtbot, answer("```mermaid\ngraph TD; A --> Asked\n```\n\n```python\nx = 1\n```"))
    with qtbot.waitSignal(transcript.diagrams_wanted):
        menu_of(row)["Draw diagrams…"].trigger()
    close_menu()


def test_an_answer_is_regenerated_or_deleted(transcript: Transcript, qtbot: QtBot) -> None:
    (row,) = shown(transcript, qtbot, answer("Hello"))
    attend(row)
    with qtbot.waitSignal(transcript.toolbar.regenerate_requested) as again:
        transcript.toolbar.bar.button(MessageAction.REGENERATE).click()
    with qtbot.waitSignal(transcript.toolbar.delete_requested) as deleted:
        menu_of(row)["Delete"].trigger()
    close_menu()
    assert again.args == deleted.args == [row.message.id]


def test_changes_are_disabled_while_an_answer_is_streamed(transcript: Transcript, qtbot: QtBot) -> None:
    (row,) = shown(transcript, qtbot, answer("Hello"))
    transcript.toolbar.set_busy(True)
    attend(row)
    assert not transcript.toolbar.bar.button(MessageAction.REGENERATE).isEnabled()
    assert transcript.toolbar.bar.button(MessageAction.COPY).isEnabled()
    entries = menu_of(row)
    assert not entries["Delete"].isEnabled()
    assert entries["Copy"].isEnabled()
    close_menu()


def test_a_message_outside_the_conversation_can_not_be_changed(transcript: Transcript, qtbot: QtBot) -> None:
    transcript.toolbar.variants_of = lambda message_id: Variants((), 0)
    (row,) = shown(transcript, qtbot, answer("The program speaks"))
    entries = menu_of(row)
    assert entries["Copy"].isEnabled()
    assert not entries["Delete"].isEnabled()
    assert not entries["Answer again"].isEnabled()
    close_menu()


def test_a_user_message_is_edited_in_place(transcript: Transcript, qtbot: QtBot) -> None:
    row, _ = shown(transcript, qtbot, user_message("Wave"), answer("Hello"))
    low = row.height()
    attend(row)
    transcript.toolbar.bar.button(MessageAction.EDIT).click()
    field = row.findChild(QTextEdit)
    assert field
    assert field.toPlainText() == "Wave"
    assert row.height() > low
    QTest.keyClicks(field, " twice")
    with qtbot.waitSignal(transcript.toolbar.edited) as edited:
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert edited.args == [row.message.id, "Wave twice"]
    assert row.height() == low


def test_an_unchanged_user_message_can_be_sent_again(transcript: Transcript, qtbot: QtBot) -> None:
    row, _ = shown(transcript, qtbot, user_message("Wave"), answer("Hello"))
    row.edit()
    field = row.findChild(QTextEdit)
    assert field
    with qtbot.waitSignal(transcript.toolbar.edited) as edited:
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert edited.args == [row.message.id, "Wave"]


def test_escape_cancels_editing(transcript: Transcript, qtbot: QtBot) -> None:
    (row,) = shown(transcript, qtbot, user_message("Wave"))
    low = row.height()
    row.edit()
    field = row.findChild(QTextEdit)
    assert field
    QTest.keyClicks(field, " twice")
    with qtbot.assertNotEmitted(transcript.toolbar.edited):
        QTest.keyClick(field, Qt.Key.Key_Escape)
    assert row.height() == low
    assert row.message_selection.plain_text() == "Wave"


def test_an_edited_row_stays_a_widget_out_of_view(transcript: Transcript, qtbot: QtBot) -> None:
    (row,) = shown(transcript, qtbot, user_message("Wave"))
    row.edit()
    for number in range(80):
        transcript.show_message(user_message(f"message {number}"))
    transcript.setFocus()
    qtbot.waitUntil(lambda: transcript.rows[-1].message.text == "message 79")
    assert transcript.rows[0] is row


def test_the_variant_switch_counts_and_steps(transcript: Transcript, qtbot: QtBot) -> None:
    message = answer("Hello")
    ids = ("a", message.id, "c")
    transcript.toolbar.variants_of = lambda message_id: Variants(ids, ids.index(message_id))
    (row,) = shown(transcript, qtbot, message)
    buttons = {button.accessibleName(): button for button in row.findChildren(QAbstractButton)}
    with qtbot.waitSignal(transcript.toolbar.variant_chosen) as before:
        buttons["Previous variant"].click()
    with qtbot.waitSignal(transcript.toolbar.variant_chosen) as after:
        buttons["Next variant"].click()
    assert (before.args, after.args) == (["a"], ["c"])


def test_rows_of_the_common_path_are_reused(transcript: Transcript, qtbot: QtBot) -> None:
    first, second, third = user_message("one"), answer("two"), answer("three")
    kept = shown(transcript, qtbot, first, second)[0]
    rows = shown(transcript, qtbot, first, third)
    assert rows[0] is kept
    assert [row.message.text for row in rows] == ["one", "three"]


def test_the_keyboard_reaches_the_bar(transcript: Transcript, qtbot: QtBot) -> None:
    (row,) = shown(transcript, qtbot, answer("Hello"))
    qtbot.waitUntil(active(transcript))
    row.setFocus(Qt.FocusReason.TabFocusReason)
    bar = transcript.toolbar.bar
    qtbot.waitUntil(bar.isVisible)
    QTest.keyClick(row, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is bar.button(MessageAction.COPY)
    QTest.keyClick(bar.button(MessageAction.COPY), Qt.Key.Key_Space)
    assert QGuiApplication.clipboard().text() == "Hello"


def switch_of(row: MessageRow, words: str) -> QAbstractButton:
    return next(each for each in row.findChildren(QAbstractButton) if each.accessibleName() == words)


def test_focus_stays_in_the_variant_switch(transcript: Transcript, qtbot: QtBot) -> None:
    first, second, third = answer("one"), answer("two"), answer("three")
    ids = (first.id, second.id, third.id)
    tail = [user_message(f"then {number}") for number in range(30)]
    known = {each.id: each for each in (first, second, third)}
    transcript.toolbar.variants_of = lambda message_id: (
        Variants(ids, ids.index(message_id)) if message_id in ids else Variants((message_id,), 0)
    )
    # Enough messages after the second one to put its end far away.
    transcript.toolbar.variant_chosen.connect(
        lambda chosen: transcript.show_path([known[chosen], *(tail if chosen == second.id else [])])
    )
    (row,) = shown(transcript, qtbot, first)
    qtbot.waitUntil(active(transcript))
    switch_of(row, "Next variant").setFocus()
    QTest.keyClick(switch_of(row, "Next variant"), Qt.Key.Key_Space)
    transcript.show_hit(second.id, "")
    qtbot.waitUntil(lambda: isinstance(QApplication.focusWidget(), QAbstractButton))
    now = QApplication.focusWidget()
    assert isinstance(now, QAbstractButton)
    assert now is switch_of(transcript.rows[0], "Next variant")
    QTest.keyClick(now, Qt.Key.Key_Space)
    # At the last variant, only the previous button is enabled.
    qtbot.waitUntil(lambda: QApplication.focusWidget() is switch_of(transcript.rows[0], "Previous variant"))
    assert transcript.rows[0].message is third


def test_an_answer_that_replaces_another_takes_the_focus(transcript: Transcript, qtbot: QtBot) -> None:
    question, first, second = user_message("one"), answer("two"), answer("three")
    ids = (first.id, second.id)
    transcript.toolbar.variants_of = lambda message_id: (
        Variants(ids, ids.index(message_id)) if message_id in ids else Variants((message_id,), 0)
    )
    row = shown(transcript, qtbot, question, first)[1]
    qtbot.waitUntil(active(transcript))
    row.setFocus(Qt.FocusReason.TabFocusReason)
    bar = transcript.toolbar.bar
    qtbot.waitUntil(bar.isVisible)
    bar.button(MessageAction.REGENERATE).setFocus()
    transcript.show_path([question])
    assert transcript.toolbar.is_focus_pending
    transcript.show_message(second)
    qtbot.waitUntil(lambda: QApplication.focusWidget() is transcript.rows[-1])
    assert transcript.rows[-1].message is second


def drag(row: MessageRow, begin: int, end: int, *, to_right: bool = True) -> None:
    """Press in one text of a message and release in another."""
    texts = row.message_selection.texts
    first, last = texts[begin], texts[end]
    QTest.mousePress(first, Qt.MouseButton.LeftButton, pos=QPoint(0, 8) if end >= begin else QPoint(390, 8))
    spot = last.mapTo(row, QPoint(last.width() - 1 if to_right else 0, last.height() - 4))
    QTest.mouseMove(first, first.mapFrom(row, spot))
    first.message_selection.drag_to(first, row.mapToGlobal(spot))
    QTest.mouseRelease(first, Qt.MouseButton.LeftButton)


def test_a_selection_reaches_over_several_blocks(transcript: Transcript, qtbot: QtBot) -> None:
    (row,) = shown(transcript, qtbot, answer("First words", CARD, "in the **middle**", CARD, "last words"))
    drag(row, 0, 2)
    assert row.message_selection.selected_text() == "First words\n\nin the middle\n\nlast words"
    QTest.keyClick(row.message_selection.texts[0], Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "First words\n\nin the middle\n\nlast words"
    drag(row, 2, 1, to_right=False)
    assert "First" not in row.message_selection.selected_text()
    assert row.message_selection.selected_text().startswith("in the middle")


def test_another_press_clears_the_whole_selection(transcript: Transcript, qtbot: QtBot) -> None:
    (row,) = shown(transcript, qtbot, answer("First words", CARD, "last words"))
    drag(row, 0, 1)
    QTest.mouseClick(row.message_selection.texts[1], Qt.MouseButton.LeftButton, pos=QPoint(2, 8))
    assert row.message_selection.selected_text() == ""


def test_a_search_hit_is_scrolled_to_and_highlighted(transcript: Transcript, qtbot: QtBot) -> None:
    wanted = answer("line\n\n" * 60 + "here is the needle\n\n" + "line\n\n" * 60)
    messages = [user_message(f"message {number}") for number in range(60)]
    messages.insert(20, wanted)
    transcript.show_path(messages)
    transcript.show_hit(wanted.id, "needle")
    row = next(row for row in transcript.rows if row.message is wanted)
    text = row.message_selection.texts[0]

    def is_seen() -> bool:
        below = text.highlight(["needle"])
        return below is not None and 0 <= text.mapTo(transcript, QPoint(0, below)).y() < transcript.height()

    qtbot.waitUntil(is_seen)
    assert not transcript.follows


def test_every_button_of_the_editor_has_a_name(transcript: Transcript, qtbot: QtBot) -> None:
    (row,) = shown(transcript, qtbot, user_message("Wave"))
    row.edit()
    assert {button.accessibleName() for button in row.findChildren(QPushButton)} == {"Cancel", "Send"}
