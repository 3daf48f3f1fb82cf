"""Test that a panel that becomes lower leaves nothing of its higher outline on the screen."""

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from deskpet.ui.chat.beside_panel import SHADOW, BesidePanel
from deskpet.ui.widgets import theme
from tests.ui.pet.scene import GROUND, Ground

pytestmark = pytest.mark.window

SCREEN, PET = QRect(0, 0, 1000, 800), QRect(100, 300, 200, 300)
WIDTH, TALLEST, LOWER = 240, 320, 120


def test_a_lower_panel_leaves_no_outline(qapp: QApplication, qtbot: QtBot) -> None:
    theme.apply(qapp)
    ground = Ground()
    qtbot.addWidget(ground)
    ground.show()
    panel = BesidePanel(QLabel("Hello"), WIDTH, TALLEST)
    qtbot.addWidget(panel)
    panel.place_beside(PET, SCREEN)
    panel.show()
    panel.raise_()
    tall = panel.panel_geometry
    # At the upper edge, and at the sides of what is above the lower panel.
    outline = [
        QPoint(tall.center().x(), tall.top() + 2),
        QPoint(tall.right() - 2, tall.center().y() - LOWER // 2),
        QPoint(tall.right() + 3, tall.top() + SHADOW),
    ]
    inside = QPoint(tall.center().x(), tall.bottom() - LOWER // 2)
    qtbot.waitUntil(lambda: all(colour_at(point) != GROUND for point in (*outline, inside)))
    panel.set_panel_height(LOWER)
    qtbot.waitUntil(lambda: all(colour_at(point) == GROUND for point in outline))
    qtbot.waitUntil(lambda: colour_at(inside) != GROUND)


def colour_at(point: QPoint) -> QColor:
    shot = QGuiApplication.primaryScreen().grabWindow(0, point.x(), point.y(), 1, 1)
    return shot.toImage().pixelColor(0, 0)
