"""Documents in a message: attached by drop, paste and dialog, read beside the window, shown, sent and refused."""

from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import psutil
import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog, QLabel, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from deskpet.chat.messages import Document, user_message
from deskpet.ui.blocks.attached_document import DocumentPanel
from deskpet.ui.chat.attachments import MAX_DOCUMENTS
from deskpet.ui.chat.window import ChatWindow
from tests.documents import files
from tests.ui.active_window import active

pytestmark = pytest.mark.window


def text_file(folder: Path, name: str = "plan.txt", text: str = "Tea at five") -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


def names_of(paths: list[Path]) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


def wait_until_read(chat: ChatWindow, qtbot: QtBot, count: int = 1) -> None:
    qtbot.waitUntil(lambda: len(chat.composer.documents.documents) == count)


@pytest.mark.parametrize("where", ["composer", "pane"])
def test_a_file_is_dropped_anywhere_in_the_chat_and_goes_with_the_words(
    chat: ChatWindow, qtbot: QtBot, tmp_path: Path, where: str
) -> None:
    data = names_of([text_file(tmp_path)])
    how = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    target = getattr(chat, where)
    QApplication.sendEvent(target, QDragEnterEvent(QPoint(20, 20), *how))
    assert chat.composer.property("dropping")
    QApplication.sendEvent(target, QDropEvent(QPointF(20, 20), *how))
    wait_until_read(chat, qtbot)
    QTest.keyClicks(chat.composer.field, "When is tea?")
    with qtbot.waitSignal(chat.composer.submitted) as sent:
        QTest.keyClick(chat.composer.field, Qt.Key.Key_Return)
    assert sent.args == ["When is tea?", (Document("plan.txt", "text", ("Tea at five",), 3),)]
    assert chat.composer.documents.is_empty


def test_a_copied_file_is_pasted_as_a_document_and_copied_text_as_text(
    chat: ChatWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    QGuiApplication.clipboard().setMimeData(names_of([text_file(tmp_path)]))
    chat.composer.field.paste()
    wait_until_read(chat, qtbot)
    QGuiApplication.clipboard().setText("/tmp/plan.txt")
    chat.composer.field.paste()
    assert chat.composer.text() == "/tmp/plan.txt"


def test_pictures_and_documents_are_chosen_in_one_dialog(chat: ChatWindow, qtbot: QtBot, tmp_path: Path) -> None:
    chosen = [text_file(tmp_path, "a.txt"), text_file(tmp_path, "b.py")]
    add = next(each for each in chat.composer.findChildren(QAbstractButton) if each.accessibleName() == "Add a file")
    add.click()
    dialog = chat.composer.findChild(QFileDialog)
    assert isinstance(dialog, QFileDialog)
    dialog.filesSelected.emit([str(file) for file in chosen])
    dialog.close()
    wait_until_read(chat, qtbot, 2)
    assert [each.name for each in chat.composer.documents.documents] == ["a.txt", "b.py"]


def test_a_file_that_can_not_be_read_leaves_a_sentence_and_no_card(
    chat: ChatWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    with qtbot.waitSignal(chat.composer.refused) as refused:
        chat.composer.add_files([text_file(tmp_path, "plan.pdf", "no PDF")])
    assert refused.args == ["plan.pdf is no PDF file, although it is named like one."]
    assert chat.composer.documents.is_empty


def test_a_message_is_sent_when_its_document_is_read(chat: ChatWindow, qtbot: QtBot, tmp_path: Path) -> None:
    chat.composer.set_text("When is tea?")
    told = list[str]()
    chat.composer.refused.connect(told.append)
    with qtbot.waitSignal(chat.composer.submitted) as submitted:
        chat.composer.add_files([text_file(tmp_path)])
        QTest.keyClick(chat.composer.field, Qt.Key.Key_Return)
    text, attachments = submitted.args or ("", ())
    assert (text, [each.name for each in attachments]) == ("When is tea?", ["plan.txt"])
    assert told == ["plan.txt is still being read; then the message is sent. Esc keeps it here."]
    assert chat.composer.text() == ""


def _press_escape(chat: ChatWindow) -> None:
    QTest.keyClick(chat.composer.field, Qt.Key.Key_Escape)


def _write_on(chat: ChatWindow) -> None:
    QTest.keyClicks(chat.composer.field, " And cake")


def _take_it_away(chat: ChatWindow) -> None:
    chat.composer.documents.findChild(QAbstractButton).click()


@pytest.mark.parametrize("change", [_press_escape, _write_on, _take_it_away])
def test_a_message_that_waits_for_a_document_stays_if_the_user_goes_on(
    chat: ChatWindow, qtbot: QtBot, tmp_path: Path, change: Callable[[ChatWindow], None]
) -> None:
    chat.composer.set_text("When is tea?")
    with qtbot.assertNotEmitted(chat.composer.submitted):
        chat.composer.add_files([text_file(tmp_path)])
        assert chat.composer.button.isEnabled()
        QTest.keyClick(chat.composer.field, Qt.Key.Key_Return)
        change(chat)
        qtbot.waitUntil(lambda: not chat.composer.documents.unread_name)
    assert chat.composer.text().startswith("When is tea?")


def test_a_message_that_waits_for_a_file_that_can_not_be_read_stays(
    chat: ChatWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    chat.composer.set_text("When is tea?")
    with qtbot.assertNotEmitted(chat.composer.submitted):
        chat.composer.add_files([text_file(tmp_path), text_file(tmp_path, "plan.pdf", "no PDF")])
        QTest.keyClick(chat.composer.field, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: not chat.composer.documents.unread_name)
    assert [each.name for each in chat.composer.documents.documents] == ["plan.txt"]
    assert chat.composer.text() == "When is tea?"


def test_a_document_is_taken_away_again_and_the_focus_goes_on(chat: ChatWindow, qtbot: QtBot, tmp_path: Path) -> None:
    chat.composer.add_files([text_file(tmp_path, name) for name in ("a.txt", "b.txt")])
    wait_until_read(chat, qtbot, 2)
    qtbot.waitUntil(active(chat))
    for name in ("a.txt", "b.txt"):
        buttons = chat.composer.documents.findChildren(QAbstractButton)
        next(each for each in buttons if each.accessibleName() == f"Remove {name}").click()
    assert chat.composer.documents.is_empty
    assert not chat.composer.documents.isVisible()
    assert chat.composer.field.hasFocus()


def test_taking_a_document_away_stops_its_reading(chat: ChatWindow, qtbot: QtBot, tmp_path: Path) -> None:
    pytest.importorskip("pypdf")
    long = tmp_path / "long.pdf"
    long.write_bytes(files.many_operators(5_000_000))
    others = set(psutil.Process().children())
    chat.composer.add_files([long])
    qtbot.waitUntil(lambda: bool(set(psutil.Process().children()) - others))
    with qtbot.assertNotEmitted(chat.composer.refused):
        chat.composer.documents.findChild(QAbstractButton).click()
        qtbot.waitUntil(lambda: not set(psutil.Process().children()) - others)
        # The worker is free for the next one.
        chat.composer.add_files([text_file(tmp_path)])
        wait_until_read(chat, qtbot)


def test_a_folder_is_told_as_such(chat: ChatWindow, qtbot: QtBot, tmp_path: Path) -> None:
    with qtbot.waitSignal(chat.composer.refused) as refused:
        chat.composer.add_data(names_of([tmp_path]))
    assert refused.args == [f"{tmp_path.name} can't be read: it is a folder."]


def test_a_click_on_a_sent_document_shows_its_text_page_by_page(chat: ChatWindow, qtbot: QtBot) -> None:
    plan = Document("plan.pdf", "pdf", ("Tea at five", "Cake at six"), 6)
    chat.show_message(user_message("When is tea?", attachments=[plan]))
    qtbot.waitUntil(lambda: bool(chat.transcript.rows))
    card = chat.transcript.rows[0].views[0]
    assert card.accessibleName() == "Document plan.pdf, PDF · 2 pages · about 6 tokens"
    QTest.mouseClick(card, Qt.MouseButton.LeftButton, pos=QPoint(20, 20))
    panel = chat.findChild(DocumentPanel)
    assert isinstance(panel, DocumentPanel)
    text = panel.findChild(QPlainTextEdit)
    assert text.toPlainText() == "Tea at five"
    next(each for each in panel.findChildren(QAbstractButton) if each.text() == "Next").click()
    assert text.toPlainText() == "Cake at six"
    assert any(label.text() == "Page 2 of 2" for label in panel.findChildren(QLabel))
    panel.close()


def test_the_draft_has_its_documents(chat: ChatWindow, qtbot: QtBot, tmp_path: Path) -> None:
    with qtbot.waitSignal(chat.composer.attachments_changed):
        chat.composer.add_files([text_file(tmp_path)])
    wait_until_read(chat, qtbot)
    (plan,) = chat.composer.draft_attachments()
    chat.composer.show_draft("another", ())
    assert chat.composer.documents.is_empty
    chat.composer.show_draft("", (plan,))
    assert chat.composer.documents.documents == (plan,)


def test_a_document_that_is_not_read_is_named_when_another_draft_is_shown(
    chat: ChatWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    chat.composer.add_files([text_file(tmp_path)])
    with qtbot.waitSignal(chat.composer.refused) as refused:
        chat.composer.show_draft("another", ())
    assert refused.args == ["plan.txt was still being read, and is not attached."]
    assert chat.composer.documents.is_empty


def test_the_welcome_has_no_texts_over_its_portrait_beside_many_documents(
    chat: ChatWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    documents = [Document(f"{number}.txt", "text", ("Tea",), 1) for number in range(MAX_DOCUMENTS)]
    chat.composer.set_text("one\ntwo\nthree")
    chat.composer.documents.show_documents(documents)
    welcome = chat.pane.welcome

    def is_clear() -> bool:
        parts = [each for each in welcome.children() if isinstance(each, QWidget) and each.isVisible()]
        return all(not one.geometry().intersects(other.geometry()) for one, other in combinations(parts, 2))

    qtbot.waitUntil(lambda: chat.composer.height() > 250 and is_clear())
    chat.composer.documents.clear()
    qtbot.waitUntil(lambda: len([each for each in welcome.children() if isinstance(each, QWidget)]) > 3 and is_clear())


def test_a_message_takes_a_few_documents_only(chat: ChatWindow, qtbot: QtBot, tmp_path: Path) -> None:
    chosen = [text_file(tmp_path, f"{number}.txt") for number in range(MAX_DOCUMENTS + 1)]
    with qtbot.waitSignal(chat.composer.refused) as refused:
        chat.composer.add_files(chosen)
    assert refused.args == [f"A message takes {MAX_DOCUMENTS} documents at most."]
    wait_until_read(chat, qtbot, MAX_DOCUMENTS)
