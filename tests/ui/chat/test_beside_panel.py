"""Tests of the panel's input shape with the real pointer: the panel takes clicks, its shadow does not."""

from collections.abc import Generator

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from deskpet.ui.chat.beside_panel import SHADOW, TAIL, BesidePanel
from deskpet.ui.platform import x11
from tests.ui.pet.scene import GROUND, Ground, needs_xdotool, quiet, xdotool

pytestmark = [pytest.mark.window, needs_xdotool]

SCREEN = QRect(0, 0, 1000, 800)
PET = QRect(100, 300, 200, 300)
# The panel beside it is at another side, away from the panel beside PET.
WIDE_SCREEN, FAR_PET = QRect(0, 0, 1400, 800), PET.translated(900, 0)
WIDTH, TALLEST = 240, 320


@pytest.fixture
def ground(qtbot: QtBot) -> Ground:
    if not x11.is_x11():
        pytest.skip("only X11 takes clicks in a part of what is seen of a window")
    ground = Ground()
    qtbot.addWidget(ground)
    ground.show()
    qtbot.waitUntil(lambda: colour_at(ground.rect().center()) == GROUND)
    return ground


class Card(BesidePanel):
    """A panel that holds just a button."""

    def __init__(self) -> None:
        self.button = QPushButton("Hello")
        super().__init__(self.button, WIDTH, TALLEST)
        self.presses: list[None] = []
        self.button.pressed.connect(lambda: self.presses.append(None))

    def box(self) -> QRect:
        """The panel's rectangle on the desktop, without shadow and tail."""
        return QRect(self.button.mapToGlobal(QPoint(0, 0)), self.button.size())


@pytest.fixture
def card(qtbot: QtBot, ground: Ground) -> Generator[Card]:
    card = Card()
    qtbot.addWidget(card)
    card.place_beside(PET, SCREEN)
    card.show()
    qtbot.waitUntil(lambda: sees_card(card))
    yield card
    card.close()


def sees_card(card: Card) -> bool:
    return colour_at(card.box().center()) != GROUND


def colour_at(point: QPoint):
    shot = QGuiApplication.primaryScreen().grabWindow(0, point.x(), point.y(), 1, 1)
    return shot.toImage().pixelColor(0, 0)


def click(point: QPoint) -> None:
    """Move the pointer and click without a delay."""
    xdotool("mousemove", point.x(), point.y(), "click", 1)


def around(box: QRect) -> list[QPoint]:
    """Return a point in the shadow on each side, and one outside a rounded corner."""
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
    """Expect the window below to get clicks at a point, once the window manager knows the input shape."""

    def is_clicked() -> bool:
        click(point)
        return ground.clicks[-1:] == [point]

    qtbot.waitUntil(is_clicked)


def expect_taken(qtbot: QtBot, ground: Ground, card: Card, point: QPoint) -> None:
    """Expect the panel to get clicks at a point, on its button or its inactive edge.

    A panel that is shown again has its former input shape until the window manager knows the new one.
    """
    centre = card.box().center()

    def is_taken() -> bool:
        count = len(ground.clicks)
        card.presses.clear()
        click(point)
        click(centre)
        # The events of both windows come in the order of the clicks.
        qtbot.waitUntil(lambda: bool(card.presses) or ground.clicks[-1:] == [centre])
        return len(ground.clicks) == count

    # Clicks on the window below that are still queued.
    qtbot.waitUntil(quiet(ground.clicked))
    qtbot.waitUntil(is_taken)
    card.presses.clear()


def test_clicks_pass_through_the_shadow_and_not_through_the_panel(qtbot: QtBot, ground: Ground, card: Card) -> None:
    # The shadow is painted where clicks pass through.
    qtbot.waitUntil(lambda: colour_at(around(card.box())[2]) != GROUND)
    expect_through(qtbot, ground, card)
    box = card.box()
    expect_taken(qtbot, ground, card, box.center())
    # Close to the tip of the tail, which points to the character's face.
    tail = QPoint(box.left() - TAIL // 2, box.bottom() - round(PET.height() * 0.42) + 2)
    assert colour_at(tail) != GROUND
    expect_taken(qtbot, ground, card, tail)


def test_the_input_shape_follows_size_side_and_visibility(qtbot: QtBot, ground: Ground, card: Card) -> None:
    card.set_panel_height(140)
    expect_through(qtbot, ground, card)
    card.hide()
    card.place_beside(FAR_PET, WIDE_SCREEN)
    card.set_panel_height(260)
    card.show()
    qtbot.waitUntil(lambda: sees_card(card))
    box = card.box()
    expect_on_ground(qtbot, ground, box.topLeft() - QPoint(SHADOW // 3, -40))
    expect_taken(qtbot, ground, card, box.topLeft() + QPoint(40, 40))


def test_a_panel_that_was_moved_while_hidden_knows_its_place(qtbot: QtBot, ground: Ground, card: Card) -> None:
    # About one show in ten gave Qt the window's place in a frame that the window manager had not moved yet.
    for pet in (FAR_PET, PET) * 20:
        card.hide()
        card.place_beside(pet, WIDE_SCREEN)
        place = card.pos()
        card.show()
        qtbot.waitUntil(lambda place=place: card.pos() == place and sees_card(card))


def test_the_tail_points_to_the_face_at_the_screens_edge(qtbot: QtBot, ground: Ground, card: Card) -> None:
    pet = PET.translated(0, -PET.top() - 20)
    card.place_beside(pet, SCREEN)
    face = pet.bottom() + 1 - round(pet.height() * 0.42)
    qtbot.waitUntil(lambda: sees_card(card) and card.box().top() < face < card.box().bottom() - 40)
    tail = QPoint(card.box().left() - TAIL // 2, face + 2)
    qtbot.waitUntil(lambda: colour_at(tail).lightness() > colour_at(tail + QPoint(0, 40)).lightness())


@pytest.mark.parametrize("at_right", [False, True])
def test_the_tail_reaches_the_body_of_a_slim_character(
    qtbot: QtBot, ground: Ground, card: Card, at_right: bool
) -> None:
    pet = FAR_PET if at_right else PET
    face = pet.bottom() + 1 - round(pet.height() * 0.42)
    head = QRect(pet.left() + 60, face - 40, 80, 80)
    shoulders = head.translated(0, 80).adjusted(-10, 0, 10, 0)
    card.hide()
    card.place_beside(pet, WIDE_SCREEN, (head, shoulders))
    card.show()
    tip = QPoint(head.left() - 3 if at_right else head.right() + 3, face + 2)
    qtbot.waitUntil(lambda: sees_card(card) and colour_at(tip).lightness() > GROUND.lightness())
    assert not card.box().intersects(head.united(shoulders))
