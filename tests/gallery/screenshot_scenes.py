"""Scenes of the picture of the screen: an area is selected, and the picture is looked at before it is sent."""

from collections.abc import AsyncIterator

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter
from PySide6.QtTest import QTest

from deskpet.features.screenshot.ui.area_overlay import AreaOverlay
from deskpet.features.screenshot.ui.review_window import ReviewWindow
from deskpet.ui.widgets import theme
from tests.gallery.screenshots import Shot, Studio, around, photograph

_NO, _LEFT = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton


def _screen() -> QRect:
    return QGuiApplication.primaryScreen().geometry()


def _desktop() -> QImage:
    """Return a picture of the wallpaper with a letter on it."""
    picture = photograph(_screen())
    painter = QPainter(picture)
    painter.fillRect(QRect(420, 160, 1080, 760), QColor("#ffffff"))
    painter.setPen(QColor("#333333"))
    font = theme.ui_font(26)
    painter.setFont(font)
    lines = (
        "From: Ken <ken@example.org>",
        "Account: 1234 5678 90",
        "",
        "Hello,",
        "the tickets are booked.",
        "See you!",
    )
    for number, line in enumerate(lines):
        painter.drawText(QPoint(500, 280 + 90 * number), line)
    painter.end()
    return picture


async def review(studio: Studio) -> AsyncIterator[Shot]:
    """The picture with a blurred part and a selection."""
    window = ReviewWindow(_desktop(), with_pet=False)
    await studio.show(window)
    yield Shot("screenshot-review", "The picture before it is sent", around(window))
    canvas = window.canvas
    middle = canvas.rect().center()
    for start, end in ((QPoint(-240, -140), QPoint(0, -110)), (QPoint(-240, -100), QPoint(0, -65))):
        QTest.mousePress(canvas, _LEFT, _NO, middle + start)
        QTest.mouseMove(canvas, middle + end)
        QTest.mouseRelease(canvas, _LEFT, _NO, middle + end)
    QTest.mousePress(canvas, _LEFT, _NO, middle + QPoint(-240, 20))
    QTest.mouseMove(canvas, middle + QPoint(120, 140))
    yield Shot("screenshot-blurred", "Two parts are blurred, and another is being selected", around(window))
    QTest.mouseRelease(canvas, _LEFT, _NO, middle + QPoint(120, 140))
    await studio.put_away()
    window = ReviewWindow(_desktop(), with_pet=False, for_draft=True)
    await studio.show(window)
    yield Shot("screenshot-review-draft", "The picture before it is added to the message", around(window))


async def area(studio: Studio) -> AsyncIterator[Shot]:
    """An area of the screen is selected."""
    overlay = AreaOverlay(_desktop(), QGuiApplication.primaryScreen())
    # The corner has the mark of the studio.
    await studio.show(overlay, QPoint(1, 1))
    yield Shot("screenshot-area", "The screen, before an area is selected", _screen)
    QTest.mousePress(overlay, _LEFT, _NO, QPoint(700, 300))
    QTest.mouseMove(overlay, QPoint(1300, 700))
    yield Shot("screenshot-area-selected", "An area is being selected", _screen)


SCREENSHOT = (review, area)
