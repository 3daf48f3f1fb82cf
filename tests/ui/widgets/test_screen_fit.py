"""Windows fit their screen: as plain rectangles, and as real windows on small and removed monitors."""

from collections.abc import Generator

import pytest
from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from deskpet.ui.widgets import theme
from deskpet.ui.widgets.screen_fit import ScreenFit, beside, inside
from tests.ui.pet.monitors import Monitors, monitors

# A screen of 1920 x 1080 pixels at scale 2, with a panel at its lower edge.
SMALL = QRect(0, 0, 960, 500)
LARGE = QRect(0, 0, 1920, 1080)
PET, CHAT = QRect(636, 50, 300, 450), QRect(223, 100, 400, 400)
FAR_PET, FAR_CHAT = PET.translated(960, 540), CHAT.translated(960, 540)


@pytest.mark.parametrize(
    ("window", "fitted"),
    [
        (QRect(100, 50, 600, 400), QRect(100, 50, 600, 400)),
        (QRect(500, 300, 600, 400), QRect(360, 100, 600, 400)),
        (QRect(-40, -20, 600, 400), QRect(0, 0, 600, 400)),
        # Too large: its title bar can be reached.
        (QRect(500, 300, 1200, 900), QRect(0, 0, 1200, 900)),
    ],
)
def test_a_window_is_moved_into_the_screen(window: QRect, fitted: QRect) -> None:
    assert inside(window, SMALL) == fitted


def test_with_room_it_is_beside_the_pet_and_the_chat() -> None:
    place, cleared = beside(QSize(780, 760), 600, LARGE, (FAR_PET, FAR_CHAT))
    assert (place.size(), cleared) == (QSize(780, 760), 2)
    assert LARGE.contains(place)
    assert not place.intersects(FAR_PET.united(FAR_CHAT))


def test_with_less_room_it_is_narrower_and_beside_the_pet_alone() -> None:
    assert beside(QSize(780, 760), 600, SMALL, (PET, CHAT)) == (QRect(0, 0, 636, 500), 1)


@pytest.mark.parametrize(("pet", "left"), [(PET, 0), (QRect(20, 50, 300, 450), 120)])
def test_without_room_it_is_as_far_from_the_pet_as_can_be(pet: QRect, left: int) -> None:
    assert beside(QSize(840, 760), 840, SMALL, (pet, CHAT)) == (QRect(left, 0, 840, 500), 0)


@pytest.fixture
def small_screens(qtbot: QtBot) -> Generator[Monitors]:
    """Two monitors of 960 x 540 pixels."""
    with monitors() as made:
        made.plug_in("left", 0, 960, 540)
        made.plug_in("right", 960, 960, 540)
        qtbot.waitUntil(lambda: len(QGuiApplication.screens()) == 2)
        yield made
    qtbot.waitUntil(lambda: len(QGuiApplication.screens()) == 1)


def free(name: str) -> QRect:
    return next(each.availableGeometry() for each in QGuiApplication.screens() if each.name() == name)


@pytest.mark.window
def test_a_large_window_fits_a_small_screen_also_with_larger_text(
    qapp: QApplication, qtbot: QtBot, small_screens: Monitors
) -> None:
    theme.apply(qapp)
    window = QWidget()
    qtbot.addWidget(window)
    ScreenFit(window, QSize(780, 760), lambda: QSize(theme.scaled(700), 380))
    with qtbot.waitExposed(window):
        window.show()
    qtbot.waitUntil(lambda: free("left").contains(window.frameGeometry()))
    theme.apply(qapp, "light", 1.4)
    try:
        qtbot.waitUntil(lambda: window.width() > 900)
        qtbot.waitUntil(lambda: free("left").contains(window.frameGeometry()))
    finally:
        theme.apply(qapp)


@pytest.mark.window
def test_a_window_that_larger_text_made_wider_gets_its_width_back_unless_the_user_chose_another(
    qapp: QApplication, qtbot: QtBot
) -> None:
    theme.apply(qapp)
    window = QWidget()
    qtbot.addWidget(window)
    ScreenFit(window, QSize(620, 500), lambda: QSize(theme.scaled(600), 380))
    with qtbot.waitExposed(window):
        window.show()
    try:
        for scale in (1.2, 1.4):
            theme.apply(qapp, "light", scale)
            qtbot.waitUntil(lambda scale=scale: window.width() == round(600 * scale))
        theme.apply(qapp)
        qtbot.waitUntil(lambda: window.width() == 620)
        theme.apply(qapp, "light", 1.2)
        qtbot.waitUntil(lambda: window.width() == 720)
        window.resize(760, 500)
        theme.apply(qapp)
        qtbot.waitUntil(lambda: window.minimumWidth() == 600)
        assert window.width() == 760
    finally:
        theme.apply(qapp)


@pytest.mark.window
def test_a_window_does_not_straddle_after_its_screen_is_gone(qtbot: QtBot, small_screens: Monitors) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    ScreenFit(window, QSize(500, 400), lambda: QSize(300, 200))
    window.move(1200, 60)
    with qtbot.waitExposed(window):
        window.show()
    qtbot.waitUntil(lambda: free("right").contains(window.frameGeometry()))
    small_screens.unplug("right")
    qtbot.waitUntil(lambda: free("left").contains(window.frameGeometry()))
