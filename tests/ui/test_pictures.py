"""Pictures in a message: taken by paste, drop and file, shrunk, taken away again, refused, and opened."""

import base64
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, QRect, Qt, QUrl
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel
from pytestqt.qtbot import QtBot

from deskpet.chat.growing import GrowingText
from deskpet.chat.messages import Image, Message, Text
from deskpet.ui import theme
from deskpet.ui.blocks.picture_viewer import PictureViewer
from deskpet.ui.chat.attachments import MOST
from deskpet.ui.chat.picture_refusal import PictureRefusal
from deskpet.ui.chat.pictures import LONGEST, PictureError, pack, read
from deskpet.ui.chat.window import ChatWindow

pytestmark = pytest.mark.window


def picture(width: int = 60, height: int = 40, colour: str = "#f59b42") -> QImage:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor(colour))
    return image


def noise(width: int, height: int) -> QImage:
    """Something that no PNG makes small."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    value = 1
    for y in range(height):
        for x in range(width):
            value = value * 1103515245 + 12345 & 0x7FFFFFFF
            image.setPixel(x, y, 0xFF000000 | value >> 7)
    return image


def shown(image: Image) -> QImage:
    return QImage.fromData(base64.b64decode(image.data))


@pytest.fixture
def chat(qapp: QApplication, qtbot: QtBot) -> ChatWindow:
    theme.apply(qapp)
    chat = ChatWindow()
    qtbot.addWidget(chat)
    chat.place_beside(QRect(100, 500, 300, 450), QRect(0, 0, 1400, 1000))
    chat.show()
    qtbot.waitExposed(chat)
    return chat


def test_a_small_picture_goes_as_it_is(qapp: QApplication) -> None:
    packed = pack(picture())
    assert packed.media_type == "image/png"
    assert shown(packed).size() == picture().size()


def test_a_large_one_is_shrunk_and_a_rich_one_is_a_jpeg(qapp: QApplication) -> None:
    assert shown(pack(picture(4000, 1000))).width() == LONGEST
    rich = pack(noise(520, 400))
    assert rich.media_type == "image/jpeg"
    assert shown(rich).size() == noise(520, 400).size()


def test_a_picture_with_holes_keeps_them(qapp: QApplication) -> None:
    holed = noise(520, 400).convertToFormat(QImage.Format.Format_ARGB32)
    holed.setPixelColor(3, 3, QColor(0, 0, 0, 0))
    packed = pack(holed)
    assert packed.media_type == "image/png"
    assert shown(packed).pixelColor(3, 3).alpha() == 0


def test_a_file_that_is_no_picture_says_so(qapp: QApplication, tmp_path: Path) -> None:
    file = tmp_path / "notes.png"
    file.write_text("no picture", encoding="utf-8")
    with pytest.raises(PictureError, match=r"notes\.png"):
        read(file)


def test_a_pasted_picture_goes_with_the_words(chat: ChatWindow, qtbot: QtBot) -> None:
    QGuiApplication.clipboard().setImage(picture())
    chat.composer.field.paste()
    assert len(chat.composer.attachments.images) == 1
    QTest.keyClicks(chat.composer.field, "What is this?")
    with qtbot.waitSignal(chat.submitted) as sent:
        QTest.keyClick(chat.composer.field, Qt.Key.Key_Return)
    text, images = sent.args or ["", ()]
    assert text == "What is this?"
    assert [shown(image).size() for image in images] == [picture().size()]
    assert chat.composer.attachments.images == ()


def test_a_picture_alone_can_be_sent(chat: ChatWindow, qtbot: QtBot) -> None:
    chat.composer.attachments.add(picture())
    with qtbot.waitSignal(chat.submitted) as sent:
        chat.composer.button.click()
    assert sent.args[0] == ""
    assert len(sent.args[1]) == 1


@pytest.mark.parametrize("where", ["composer", "pane"])
def test_pictures_are_dropped_as_files_anywhere_in_the_chat(chat: ChatWindow, tmp_path: Path, where: str) -> None:
    file = tmp_path / "a.png"
    picture().save(str(file))
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file))])
    how = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    target = getattr(chat, where)
    QApplication.sendEvent(target, QDragEnterEvent(QPoint(20, 20), *how))
    assert chat.composer.property("dropping")
    QApplication.sendEvent(target, QDropEvent(QPointF(20, 20), *how))
    assert not chat.composer.property("dropping")
    assert len(chat.composer.attachments.images) == 1


def test_a_picture_is_taken_away_again_and_the_pane_shrinks(chat: ChatWindow) -> None:
    low = chat.composer.sizeHint().height()
    chat.composer.attachments.add(picture())
    chat.composer.attachments.add(picture(colour="#3aa7a0"))
    assert chat.composer.sizeHint().height() > low + 40
    buttons = chat.composer.findChildren(QAbstractButton)
    next(button for button in buttons if button.accessibleName() == "Remove picture 1").click()
    (left,) = chat.composer.attachments.images
    assert shown(left).pixelColor(5, 5) == QColor("#3aa7a0")
    next(button for button in buttons if button.accessibleName() == "Remove picture 2").click()
    assert chat.composer.sizeHint().height() == low


def said(chat: ChatWindow) -> str:
    label = chat.pane.toast.findChild(QLabel, "toast")
    assert label
    return label.text() if chat.pane.toast.isVisible() else ""


def refusal(chat: ChatWindow) -> PictureRefusal:
    found = chat.composer.findChild(PictureRefusal)
    assert isinstance(found, PictureRefusal)
    return found


def press(chat: ChatWindow, name: str) -> None:
    button = refusal(chat).findChild(QAbstractButton, name)
    assert isinstance(button, QAbstractButton)
    assert button.isVisible()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def brought(chat: ChatWindow) -> None:
    QGuiApplication.clipboard().setImage(picture())
    chat.composer.field.paste()


def test_where_pictures_are_not_seen_they_wait_for_another_model(chat: ChatWindow, qtbot: QtBot) -> None:
    chat.composer.refuse_pictures("tiny takes no pictures.", can_be_sent=True)
    brought(chat)
    assert refusal(chat).isVisible()
    assert refusal(chat).accessibleName() == "tiny takes no pictures."
    with qtbot.assertNotEmitted(chat.submitted):
        QTest.keyClick(chat.composer.field, Qt.Key.Key_Return)
    assert not chat.composer.button.isEnabled()
    with qtbot.waitSignal(chat.composer.model_wanted):
        press(chat, "refusal_model")
    chat.composer.refuse_pictures("")
    assert not refusal(chat).isVisible()
    with qtbot.waitSignal(chat.submitted) as sent:
        QTest.keyClick(chat.composer.field, Qt.Key.Key_Return)
    assert len(sent.args[1]) == 1


def test_who_insists_sends_this_one_and_is_warned_of_the_next(chat: ChatWindow, qtbot: QtBot) -> None:
    chat.composer.refuse_pictures("tiny takes no pictures.", can_be_sent=True)
    brought(chat)
    press(chat, "refusal_anyway")
    assert not refusal(chat).isVisible()
    with qtbot.waitSignal(chat.submitted) as sent:
        QTest.keyClick(chat.composer.field, Qt.Key.Key_Return)
    assert len(sent.args[1]) == 1
    brought(chat)
    assert refusal(chat).isVisible()


def test_the_companion_can_not_be_made_to_look(chat: ChatWindow) -> None:
    chat.composer.refuse_pictures("The offline companion can't see pictures.")
    add = next(each for each in chat.composer.findChildren(QAbstractButton) if each.accessibleName() == "Add a picture")
    add.click()
    assert refusal(chat).isVisible()
    assert QApplication.activeModalWidget() is None
    anyway = refusal(chat).findChild(QAbstractButton, "refusal_anyway")
    assert not anyway.isVisible()
    brought(chat)
    chat.composer.attachments.clear()
    assert not refusal(chat).isVisible()


def test_a_message_takes_so_many_and_no_more(chat: ChatWindow, tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    picture().save(str(file))
    chat.composer.add_files([file] * (MOST + 1))
    assert len(chat.composer.attachments.images) == MOST
    assert str(MOST) in said(chat)


def test_a_picture_in_a_bubble_opens_at_a_click_and_goes_with_escape(chat: ChatWindow, qtbot: QtBot) -> None:
    words = Text(GrowingText("What is this?"))
    chat.show_message(Message("user", (words, pack(picture(300, 200))), ended="stop"))
    qtbot.waitUntil(lambda: bool(chat.transcript.rows) and chat.transcript.rows[0].height() > 150)
    view = chat.transcript.rows[0].views[1]
    assert view.accessibleName() == "Picture"
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(20, 20))
    viewer = chat.findChild(PictureViewer)
    assert viewer
    assert viewer.isVisible()
    QTest.keyClick(viewer, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: chat.findChild(PictureViewer) is None)
