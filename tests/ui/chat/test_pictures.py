"""Pictures in a message: taken by paste, drop and file, shrunk, taken away again, refused, and opened."""

import base64
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, QSize, Qt, QUrl
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog, QLabel
from pytestqt.qtbot import QtBot

from deskpet.chat.messages import Image, Message, StreamingText, Text
from deskpet.ui.blocks.image import PictureViewer
from deskpet.ui.chat.attachments import MAX_PICTURES, PictureRefusal
from deskpet.ui.chat.pictures import MAX_SIDE, PictureError, encode, read
from deskpet.ui.chat.window import ChatWindow
from tests.ui.active_window import active

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


def test_a_small_picture_goes_as_it_is(qapp: QApplication) -> None:
    packed = encode(picture())
    assert packed.media_type == "image/png"
    assert shown(packed).size() == picture().size()


def test_a_large_one_is_shrunk_and_a_rich_one_is_a_jpeg(qapp: QApplication, tmp_path: Path) -> None:
    assert shown(encode(picture(4000, 1000))).width() == MAX_SIDE
    picture(4000, 1000).save(str(tmp_path / "large.png"))
    assert read(tmp_path / "large.png").size() == QSize(MAX_SIDE, MAX_SIDE // 4)
    rich = encode(noise(520, 400))
    assert rich.media_type == "image/jpeg"
    assert shown(rich).size() == noise(520, 400).size()


def test_a_picture_with_holes_keeps_them(qapp: QApplication) -> None:
    holed = noise(520, 400).convertToFormat(QImage.Format.Format_ARGB32)
    holed.setPixelColor(3, 3, QColor(0, 0, 0, 0))
    packed = encode(holed)
    assert packed.media_type == "image/png"
    assert shown(packed).pixelColor(3, 3).alpha() == 0


def test_a_file_that_is_no_picture_says_so(qapp: QApplication, tmp_path: Path) -> None:
    file = tmp_path / "notes.png"
    file.write_text("no picture", encoding="utf-8")
    with pytest.raises(PictureError, match=r"notes\.png"):
        read(file)


def test_a_photograph_stands_upright(qapp: QApplication, tmp_path: Path) -> None:
    """A camera that was turned says so in the file, and turns no pixel."""
    upright, file = tmp_path / "upright.jpg", tmp_path / "turned.jpg"
    picture(60, 40).save(str(upright))
    # The Exif segment (https://www.cipa.jp/std/documents/e/DC-X008-Translation-2019-E.pdf): orientation 6.
    tiff = b"II*\0\x08\0\0\0" + b"\x01\0" + b"\x12\x01\x03\0\x01\0\0\0\x06\0\0\0" + b"\0\0\0\0"
    exif = b"Exif\0\0" + tiff
    plain = upright.read_bytes()
    file.write_bytes(plain[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + plain[2:])
    assert read(upright).size() == QSize(60, 40)
    assert read(file).size() == QSize(40, 60)


def test_files_are_picked_in_a_dialog(chat: ChatWindow, qtbot: QtBot, tmp_path: Path) -> None:
    files = [tmp_path / "a.png", tmp_path / "b.jpg"]
    for file in files:
        picture().save(str(file))
    add = next(each for each in chat.composer.findChildren(QAbstractButton) if each.accessibleName() == "Add a file")
    add.click()
    dialog = chat.composer.findChild(QFileDialog)
    assert isinstance(dialog, QFileDialog)
    assert any("*.png" in each for each in dialog.nameFilters())
    dialog.filesSelected.emit([str(file) for file in files])
    dialog.close()
    assert len(chat.composer.attachments.images) == 2


def test_a_pasted_picture_goes_with_the_words(chat: ChatWindow, qtbot: QtBot) -> None:
    QGuiApplication.clipboard().setImage(picture())
    chat.composer.field.paste()
    assert len(chat.composer.attachments.images) == 1
    QTest.keyClicks(chat.composer.field, "What is this?")
    with qtbot.waitSignal(chat.composer.submitted) as sent:
        QTest.keyClick(chat.composer.field, Qt.Key.Key_Return)
    text, images = sent.args or ["", ()]
    assert text == "What is this?"
    assert [shown(image).size() for image in images] == [picture().size()]
    assert chat.composer.attachments.images == ()


def test_a_picture_alone_can_be_sent(chat: ChatWindow, qtbot: QtBot) -> None:
    chat.composer.attachments.add(picture())
    with qtbot.waitSignal(chat.composer.submitted) as sent:
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


def test_whoever_a_picture_comes_from_keeps_it(chat: ChatWindow, tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    picture().save(str(file))
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file))])
    both, pressed = Qt.DropAction.MoveAction | Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    how = (both, data, pressed, Qt.KeyboardModifier.ShiftModifier)
    drop = QDropEvent(QPointF(20, 20), *how)
    assert drop.proposedAction() == Qt.DropAction.MoveAction
    QApplication.sendEvent(chat.composer, QDragEnterEvent(QPoint(20, 20), *how))
    QApplication.sendEvent(chat.composer, drop)
    assert drop.isAccepted()
    assert drop.dropAction() == Qt.DropAction.CopyAction
    assert len(chat.composer.attachments.images) == 1


def test_what_is_no_picture_is_named_and_the_others_are_taken(chat: ChatWindow, tmp_path: Path) -> None:
    picture().save(str(tmp_path / "good.png"))
    (tmp_path / "broken.png").write_text("no picture", encoding="utf-8")
    (tmp_path / "notes.txt").write_text("words", encoding="utf-8")
    data = QMimeData()
    names = ("broken.png", "notes.txt", "good.png")
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / name)) for name in names])
    chat.composer.add_data(data)
    assert len(chat.composer.attachments.images) == 1
    assert said(chat).startswith("broken.png is no picture")
    assert chat.composer.documents.unread_name == "notes.txt"


def test_a_picture_of_a_hundred_million_pixels_is_shrunk_and_a_larger_one_named(
    qapp: QApplication, tmp_path: Path
) -> None:
    large = QImage(12_000, 9_000, QImage.Format.Format_Mono)
    large.fill(1)
    large.save(str(tmp_path / "large.png"))
    assert read(tmp_path / "large.png").width() == MAX_SIDE
    huge = QImage(30_000, 20_000, QImage.Format.Format_Mono)
    huge.fill(1)
    huge.save(str(tmp_path / "huge.png"))
    with pytest.raises(PictureError, match=r"huge\.png is too large: 30000 x 20000 pixels\. Make it smaller"):
        read(tmp_path / "huge.png")


def removing(chat: ChatWindow, number: int) -> QAbstractButton:
    """The button that takes this picture away."""
    buttons = [each for each in chat.composer.findChildren(QAbstractButton) if each.isVisibleTo(chat.composer)]
    return next(each for each in buttons if each.accessibleName() == f"Remove picture {number}")


def test_the_keyboard_takes_one_picture_after_another_away(chat: ChatWindow, qtbot: QtBot) -> None:
    for colour in ("#f59b42", "#3aa7a0", "#224466"):
        chat.composer.attachments.add(picture(colour=colour))
    qtbot.waitUntil(active(chat))
    removing(chat, 2).setFocus()
    QTest.keyClick(removing(chat, 2), Qt.Key.Key_Space)
    left = [shown(image).pixelColor(5, 5).name() for image in chat.composer.attachments.images]
    assert left == ["#f59b42", "#224466"]
    assert QApplication.focusWidget() is removing(chat, 2)
    QTest.keyClick(removing(chat, 2), Qt.Key.Key_Space)
    assert QApplication.focusWidget() is removing(chat, 1)
    QTest.keyClick(removing(chat, 1), Qt.Key.Key_Space)
    assert chat.composer.attachments.is_empty
    assert QApplication.focusWidget() is chat.composer.field


def test_a_picture_is_taken_away_again_and_the_pane_shrinks(chat: ChatWindow) -> None:
    low = chat.composer.sizeHint().height()
    chat.composer.attachments.add(picture())
    chat.composer.attachments.add(picture(colour="#3aa7a0"))
    assert chat.composer.sizeHint().height() > low + 40
    removing(chat, 1).click()
    (left,) = chat.composer.attachments.images
    assert shown(left).pixelColor(5, 5) == QColor("#3aa7a0")
    removing(chat, 1).click()
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
    with qtbot.assertNotEmitted(chat.composer.submitted):
        QTest.keyClick(chat.composer.field, Qt.Key.Key_Return)
    assert not chat.composer.button.isEnabled()
    with qtbot.waitSignal(chat.composer.refusal.choose_model.clicked):
        press(chat, "refusal_model")
    chat.composer.refuse_pictures("")
    assert not refusal(chat).isVisible()
    with qtbot.waitSignal(chat.composer.submitted) as sent:
        QTest.keyClick(chat.composer.field, Qt.Key.Key_Return)
    assert len(sent.args[1]) == 1


def test_the_refusal_is_as_high_as_its_words_in_any_width(chat: ChatWindow, qtbot: QtBot) -> None:
    chat.composer.refuse_pictures("A model with a long name takes no pictures: it refused one on 22 November.")
    brought(chat)
    why = refusal(chat).findChild(QLabel, "refusal_why")
    assert why
    line = why.fontMetrics().lineSpacing()
    qtbot.waitUntil(lambda: why.height() > 1.5 * line)
    narrow = refusal(chat).height()
    qtbot.addWidget(chat.expand())
    qtbot.waitUntil(lambda: why.height() < 1.5 * line and refusal(chat).height() < narrow)
    chat.shrink()
    qtbot.waitUntil(lambda: refusal(chat).height() == narrow)


def test_who_insists_sends_this_one_and_is_warned_of_the_next(chat: ChatWindow, qtbot: QtBot) -> None:
    chat.composer.refuse_pictures("tiny takes no pictures.", can_be_sent=True)
    brought(chat)
    press(chat, "refusal_anyway")
    assert not refusal(chat).isVisible()
    with qtbot.waitSignal(chat.composer.submitted) as sent:
        QTest.keyClick(chat.composer.field, Qt.Key.Key_Return)
    assert len(sent.args[1]) == 1
    brought(chat)
    assert refusal(chat).isVisible()


def test_the_companion_can_not_be_made_to_look(chat: ChatWindow, qtbot: QtBot, tmp_path: Path) -> None:
    chat.composer.refuse_pictures("The offline companion can't see pictures.")
    add = next(each for each in chat.composer.findChildren(QAbstractButton) if each.accessibleName() == "Add a file")
    add.click()
    dialog = chat.composer.findChild(QFileDialog)
    assert isinstance(dialog, QFileDialog)
    picture().save(str(tmp_path / "a.png"))
    (tmp_path / "plan.txt").write_text("Tea at five", encoding="utf-8")
    dialog.filesSelected.emit([str(tmp_path / "a.png"), str(tmp_path / "plan.txt")])
    dialog.close()
    assert refusal(chat).isVisible()
    # Documents are for every model.
    qtbot.waitUntil(lambda: len(chat.composer.documents.documents) == 1)
    anyway = refusal(chat).findChild(QAbstractButton, "refusal_anyway")
    assert not anyway.isVisible()
    brought(chat)
    chat.composer.attachments.clear()
    assert not refusal(chat).isVisible()


def test_a_message_takes_so_many_and_no_more(chat: ChatWindow, tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    picture().save(str(file))
    chat.composer.add_files([file] * (MAX_PICTURES + 1))
    assert len(chat.composer.attachments.images) == MAX_PICTURES
    assert str(MAX_PICTURES) in said(chat)


def test_a_picture_in_a_bubble_opens_at_a_click_and_goes_with_escape(chat: ChatWindow, qtbot: QtBot) -> None:
    words = Text(StreamingText("What is this?"))
    chat.show_message(Message("user", (words, encode(picture(300, 200))), ended="stop"))
    qtbot.waitUntil(lambda: bool(chat.transcript.rows) and chat.transcript.rows[0].height() > 150)
    view = chat.transcript.rows[0].views[1]
    assert view.accessibleName() == "Picture"
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(20, 20))
    viewer = chat.findChild(PictureViewer)
    assert viewer
    assert viewer.isVisible()
    QTest.keyClick(viewer, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: chat.findChild(PictureViewer) is None)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space])
def test_a_picture_in_a_bubble_opens_and_goes_by_keyboard(chat: ChatWindow, qtbot: QtBot, key: Qt.Key) -> None:
    chat.show_message(Message("user", (encode(picture(300, 200)),), ended="stop"))
    qtbot.waitUntil(lambda: bool(chat.transcript.rows) and chat.transcript.rows[0].height() > 150)
    QTest.keyClick(chat.transcript.rows[0].views[0], key)
    viewer = chat.findChild(PictureViewer)
    assert viewer
    assert viewer.isVisible()
    QTest.keyClick(viewer, key)
    qtbot.waitUntil(lambda: chat.findChild(PictureViewer) is None)
