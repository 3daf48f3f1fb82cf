"""The picture as it is sent: what was cut and blurred is not in its data; by mouse and by keyboard."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from deskpet.features.screenshot.ui.picture_canvas import PictureCanvas
from deskpet.features.screenshot.ui.review_window import MIN_BLOCK, PictureEdit, ReviewWindow, pixelated

NO, SHIFT, LEFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier, Qt.MouseButton.LeftButton


def stripes(width: int = 400, height: int = 300) -> QImage:
    """Return a picture with black and white columns, two pixels wide."""
    picture = QImage(width, height, QImage.Format.Format_RGB32)
    for x in range(width):
        for y in range(height):
            picture.setPixel(x, y, 0xFF000000 if x // 2 % 2 else 0xFFFFFFFF)
    return picture


def colours(picture: QImage, box: QRect) -> set[str]:
    points = ((x, y) for x in range(box.left(), box.right() + 1) for y in range(box.top(), box.bottom() + 1))
    return {QColor(picture.pixel(x, y)).name() for x, y in points}


def drag(canvas: PictureCanvas, start: QPoint, end: QPoint) -> None:
    QTest.mousePress(canvas, LEFT, NO, start)
    QTest.mouseMove(canvas, end)
    QTest.mouseRelease(canvas, LEFT, NO, end)


@pytest.fixture
def window(qtbot: QtBot) -> ReviewWindow:
    window = ReviewWindow(stripes(), with_pet=False)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    return window


def test_the_picture_is_seen_while_a_part_is_selected(window: ReviewWindow) -> None:
    canvas = window.canvas
    canvas.setFocus()
    middle = canvas.rect().center()
    QTest.mousePress(canvas, LEFT, NO, middle - QPoint(60, 40))
    QTest.mouseMove(canvas, middle + QPoint(60, 40))
    seen = canvas.grab().toImage()
    box = QRect(seen.rect().center() - QPoint(20, 20), QSize(40, 40))
    QTest.mouseRelease(canvas, LEFT, NO, middle + QPoint(60, 40))
    assert len(colours(seen, box)) > 1


def test_a_blurred_box_has_only_the_mean_colours_of_large_blocks() -> None:
    box = QRect(100, 100, 96, 48)
    edited = PictureEdit(stripes().rect()).blur(box).apply(stripes())
    assert edited.size() == QSize(400, 300)
    greys = colours(edited, box)
    assert len(greys) <= (96 // MIN_BLOCK) * (48 // MIN_BLOCK)
    assert all(100 < QColor(grey).red() < 155 for grey in greys)
    assert colours(edited, QRect(0, 0, 90, 90)) == {"#000000", "#ffffff"}


def test_a_box_stays_where_it_is_when_the_picture_is_cut() -> None:
    edit = (
        PictureEdit(stripes().rect())
        .blur(QRect(100, 100, 96, 48))
        .cut(QRect(80, 80, 200, 100))
        .blur(QRect(0, 0, 10, 10))
    )
    edited = edit.apply(stripes())
    assert edited.size() == QSize(200, 100)
    assert "#000000" not in colours(edited, QRect(20, 20, 96, 48)) | colours(edited, QRect(0, 0, 10, 10))
    assert colours(edited, QRect(150, 70, 40, 20)) == {"#000000", "#ffffff"}


@given(
    *(st.tuples(st.integers(-50, 450), st.integers(-50, 450), st.integers(1, 500), st.integers(1, 500)) for _ in "abc")
)
def test_any_boxes_give_a_picture(first, second, cut) -> None:
    picture = QImage(400, 300, QImage.Format.Format_RGB32)
    picture.fill(0)
    edit = (
        PictureEdit(picture.rect())
        .blur(QRect(*first))
        .cut(QRect(0, 0, 399, 299).intersected(QRect(*cut)) | QRect(5, 5, 1, 1))
    )
    assert not edit.blur(QRect(*second)).apply(picture).isNull()


@pytest.mark.parametrize("size", [(1, 1), (1, 300), (23, 25), (400, 2)])
def test_small_boxes_become_one_line_of_blocks(size) -> None:
    assert pixelated(stripes(*size)).size() == QSize(*size)


def test_a_part_is_blurred_and_cut_with_the_mouse_and_that_is_undone(qtbot: QtBot, window: ReviewWindow) -> None:
    canvas = window.canvas
    middle = canvas.rect().center()
    drag(canvas, middle - QPoint(50, 30), middle + QPoint(50, 30))
    blurred = window.picture
    assert blurred.size() == QSize(400, 300)
    assert "#000000" not in colours(blurred, QRect(180, 130, 40, 40))
    window.cut.click()
    drag(canvas, middle - QPoint(100, 60), middle + QPoint(100, 60))
    assert abs(window.picture.width() - 201) <= 2
    window.undo.click()
    assert window.picture == blurred
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.picture == stripes()
    assert not window.undo.isEnabled()
    # A click is no selection.
    drag(canvas, middle, middle)
    assert window.picture == stripes()


def test_a_part_is_selected_with_the_keyboard(qtbot: QtBot, window: ReviewWindow) -> None:
    canvas = window.canvas
    canvas.setFocus()
    QTest.keyClick(canvas, Qt.Key.Key_Return)
    assert canvas.selection.isEmpty()
    QTest.keyClick(canvas, Qt.Key.Key_Left)
    assert canvas.selection == QRect(150, 112, 100, 75)
    QTest.keyClick(canvas, Qt.Key.Key_Left)
    QTest.keyClick(canvas, Qt.Key.Key_Down, SHIFT)
    assert canvas.selection == QRect(140, 112, 100, 82)
    QTest.keyClick(canvas, Qt.Key.Key_Escape)
    assert canvas.selection.isEmpty()
    QTest.keyClick(canvas, Qt.Key.Key_Up)
    QTest.keyClick(canvas, Qt.Key.Key_Return)
    assert "#000000" not in colours(window.picture, QRect(160, 120, 80, 60))
    with qtbot.waitSignal(window.cancelled):
        QTest.keyClick(canvas, Qt.Key.Key_Escape)


def test_sending_and_cancelling_are_announced(qtbot: QtBot, window: ReviewWindow) -> None:
    with qtbot.waitSignal(window.sent) as sent:
        window.send.click()
    assert sent.args == [stripes()]
    with qtbot.waitSignal(window.retake_requested) as retake:
        window.pet_row.button.click()
    assert retake.args == [True]
    with qtbot.waitSignal(window.cancelled):
        window.close()
