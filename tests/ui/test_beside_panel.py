"""The panel beside the character, clicked by the display's own pointer: its card takes clicks, its shadow none."""

from collections.abc import Generator

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from deskpet.ui.chat.beside_panel import SHADOW, TAIL, BesidePanel
from deskpet.ui.platform import x11
from tests.ui.scene import GROUND, PATIENCE, Ground, needs_xdotool, quiet, xdotool

pytestmark = [pytest.mark.window, needs_xdotool]

SCREEN = QRect(0, 0, 1000, 800)
PET = QRect(100, 300, 200, 300)
WIDTH, TALLEST = 240, 320


@pytest.fixture
def ground(qtbot: QtBot) -> Ground:
    if not x11.is_x11():
        pytest.skip("only X11 takes clicks in a part of what is seen of a window")
    ground = Ground()
    qtbot.addWidget(ground)
    ground.show()
    return ground


class Card(BesidePanel):
    """A panel that holds a button and nothing else."""

    def __init__(self) -> None:
        self.button = QPushButton("Hello")
        super().__init__(self.button, WIDTH, TALLEST)
        self.presses: list[None] = []
        self.button.pressed.connect(lambda: self.presses.append(None))

    def box(self) -> QRect:
        """The card on the desktop, without shadow and tail."""
        return QRect(self.button.mapToGlobal(QPoint(0, 0)), self.button.size())


@pytest.fixture
def card(qtbot: QtBot, ground: Ground) -> Generator[Card]:
    card = Card()
    qtbot.addWidget(card)
    card.place_beside(PET, SCREEN)
    card.show()
    qtbot.waitUntil(lambda: sees_card(card), timeout=PATIENCE)
    yield card
    card.close()


def sees_card(card: Card) -> bool:
    return colour_at(card.box().center()) != GROUND


def colour_at(point: QPoint):
    shot = QGuiApplication.primaryScreen().grabWindow(0, point.x(), point.y(), 1, 1)
    return shot.toImage().pixelColor(0, 0)


def click(point: QPoint) -> None:
    """Press at once where the pointer has just come to."""
    xdotool("mousemove", point.x(), point.y(), "click", 1)


def around(box: QRect) -> list[QPoint]:
    """A point in the shadow on each side of a card, and one in the gap of its round corner."""
    middle, away = box.center(), SHADOW // 3
    sides = [
        QPoint(middle.x(), box.top() - away),
        QPoint(box.right() + away, middle.y()),
        QPoint(middle.x(), box.bottom() + away),
        QPoint(box.left() - TAIL - 3, box.bottom() - 12),
    ]
    return [*sides, box.topRight() - QPoint(1, -1)]


def expect_through(qtbot: QtBot, ground: Ground, card: Card) -> None:
    for point in around(card.box()):
        expect_on_ground(qtbot, ground, point)
    assert card.presses == []


def expect_on_ground(qtbot: QtBot, ground: Ground, point: QPoint) -> None:
    """The ground gets the clicks at a point, as soon as the window manager has heard of the card's shape."""

    def is_clicked() -> bool:
        click(point)
        return ground.clicks[-1:] == [point]

    qtbot.waitUntil(is_clicked, timeout=PATIENCE)


def expect_taken(qtbot: QtBot, ground: Ground, card: Card, point: QPoint) -> None:
    """The card has the click: its button, or its edge, which does nothing."""
    # Clicks on the ground that are still on their way.
    qtbot.waitUntil(quiet(ground.clicked), timeout=PATIENCE)
    count = len(ground.clicks)
    click(point)
    click(card.box().center())
    qtbot.waitUntil(lambda: bool(card.presses), timeout=PATIENCE)
    card.presses.clear()
    assert len(ground.clicks) == count


def test_a_window_below_gets_the_clicks_on_the_shadow_and_the_card_its_own(
    qtbot: QtBot, ground: Ground, card: Card
) -> None:
    # The shadow is to be seen where it is clicked through.
    qtbot.waitUntil(lambda: colour_at(around(card.box())[2]) != GROUND, timeout=PATIENCE)
    expect_through(qtbot, ground, card)
    box = card.box()
    expect_taken(qtbot, ground, card, box.center())
    # Nearly at the tip of the tail, which points to her face.
    tail = QPoint(box.left() - TAIL // 2, box.bottom() - round(PET.height() * 0.42) + 2)
    assert colour_at(tail) != GROUND
    expect_taken(qtbot, ground, card, tail)


def test_that_stays_so_when_it_grows_changes_sides_and_comes_back(qtbot: QtBot, ground: Ground, card: Card) -> None:
    card.set_panel_height(140)
    expect_through(qtbot, ground, card)
    card.hide()
    card.place_beside(PET.translated(500, 0), SCREEN)
    card.set_panel_height(260)
    card.show()
    qtbot.waitUntil(lambda: sees_card(card), timeout=PATIENCE)
    box = card.box()
    expect_on_ground(qtbot, ground, box.topLeft() - QPoint(SHADOW // 3, -40))
    expect_taken(qtbot, ground, card, box.topLeft() + QPoint(40, 40))


def test_pushed_down_by_the_screens_edge_it_still_points_to_her_face(qtbot: QtBot, ground: Ground, card: Card) -> None:
    pet = PET.translated(0, -PET.top() - 20)
    card.place_beside(pet, SCREEN)
    face = pet.bottom() + 1 - round(pet.height() * 0.42)
    qtbot.waitUntil(lambda: sees_card(card) and card.box().top() < face < card.box().bottom() - 40, timeout=PATIENCE)
    tail = QPoint(card.box().left() - TAIL // 2, face + 2)
    qtbot.waitUntil(lambda: colour_at(tail).lightness() > colour_at(tail + QPoint(0, 40)).lightness(), timeout=PATIENCE)
