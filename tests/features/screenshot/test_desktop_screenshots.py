"""Pictures of the real screen: own windows step aside, the user looks at the picture, and sends it or not."""

import asyncio
import base64

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from deskpet.chat.messages import Image
from deskpet.features.screenshot.ui.area_overlay import AreaOverlay
from deskpet.features.screenshot.ui.desktop_screenshots import DesktopScreenshots
from deskpet.features.screenshot.ui.review_window import ReviewWindow
from tests.support.waiting import until

pytestmark = pytest.mark.window

# A corner that the review window does not cover.
BOX, COLOUR = QRect(20, 20, 120, 80), QColor("#1e88e5")
NO, LEFT = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton


@pytest.fixture
def patch(qtbot: QtBot) -> QWidget:
    """A window of this program, of one colour."""
    patch = QWidget(None, Qt.WindowType.FramelessWindowHint | Qt.WindowType.WindowStaysOnTopHint)
    patch.setStyleSheet(f"background: {COLOUR.name()}")
    patch.setGeometry(BOX)
    qtbot.addWidget(patch)
    patch.show()
    qtbot.waitExposed(patch)
    return patch


def shown(kind: type[QWidget]) -> list[QWidget]:
    return [each for each in QApplication.topLevelWidgets() if isinstance(each, kind) and each.isVisible()]


async def opened(kind: type[QWidget]) -> QWidget:
    await until(lambda: bool(shown(kind)))
    return shown(kind)[0]


def decoded(picture: Image | None) -> QImage:
    assert picture
    return QImage.fromData(base64.b64decode(picture.data))


def on_screen() -> QImage:
    return QApplication.primaryScreen().grabWindow(0).toImage()


def has_patch(picture: QImage) -> bool:
    scale = picture.width() / QApplication.primaryScreen().size().width()
    seen = QColor(picture.pixel(QPoint(BOX.center()) * scale))
    return abs(seen.red() - COLOUR.red()) + abs(seen.blue() - COLOUR.blue()) < 20


async def test_own_windows_step_aside_unless_they_are_wanted(patch: QWidget) -> None:
    taking = asyncio.ensure_future(DesktopScreenshots().take("screen"))
    review = await opened(ReviewWindow)
    assert isinstance(review, ReviewWindow)
    assert patch.isVisible()
    assert not has_patch(review.picture)
    await until(lambda: has_patch(on_screen()))
    review.pet_row.button.click()
    await until(lambda: bool(shown(ReviewWindow)) and shown(ReviewWindow)[0] is not review)
    again = shown(ReviewWindow)[0]
    assert isinstance(again, ReviewWindow)
    assert has_patch(again.picture)
    again.send.click()
    sent = decoded(await taking)
    assert max(sent.width(), sent.height()) == 1568
    assert has_patch(sent)
    assert shown(ReviewWindow) == []


async def test_a_picture_that_the_user_keeps_is_none(patch: QWidget) -> None:
    taking = asyncio.ensure_future(DesktopScreenshots().take("screen"))
    review = await opened(ReviewWindow)
    QTest.keyClick(review, Qt.Key.Key_Escape)
    assert await taking is None
    assert patch.isVisible()


async def test_an_area_is_selected_and_escape_cancels(patch: QWidget) -> None:
    controller = DesktopScreenshots()
    taking = asyncio.ensure_future(controller.take("area"))
    QTest.keyClick(await opened(AreaOverlay), Qt.Key.Key_Escape)
    assert await taking is None

    taking = asyncio.ensure_future(controller.take("area"))
    overlay = await opened(AreaOverlay)
    await until(lambda: overlay.size() == QApplication.primaryScreen().size())
    QTest.mousePress(overlay, LEFT, NO, QPoint(100, 100))
    QTest.mouseMove(overlay, QPoint(299, 199))
    QTest.mouseRelease(overlay, LEFT, NO, QPoint(299, 199))
    review = await opened(ReviewWindow)
    assert isinstance(review, ReviewWindow)
    review.send.click()
    sent = decoded(await taking)
    assert (sent.width(), sent.height()) == (200, 100)


async def test_a_stopped_turn_closes_the_window(patch: QWidget) -> None:
    taking = asyncio.ensure_future(DesktopScreenshots().take("screen"))
    await opened(ReviewWindow)
    taking.cancel()
    await until(lambda: taking.done() and shown(ReviewWindow) == [])
    assert taking.cancelled()
