"""A pet above a plain ground, looked at as a person would: on the screen."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QMouseEvent
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from deskpet.pet import character, model_file
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.stage import Stage

GROUND = QColor("#2a7f3c")
PATIENCE = 30_000
BODY = QPoint(150, 300)
HEAD = QPoint(150, 170)
CORNER = QPoint(4, 4)
LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton

needs_xdotool = pytest.mark.skipif(shutil.which("xdotool") is None, reason="needs xdotool")


class Ground(QWidget):
    """A desktop of one colour, which counts the clicks that it gets."""

    def __init__(self) -> None:
        super().__init__(None, Qt.WindowType.FramelessWindowHint)
        self.clicks: list[QPoint] = []
        self.setStyleSheet(f"background: {GROUND.name()}")
        self.setAttribute(Qt.WidgetAttribute.WA_X11NetWmWindowTypeDesktop)
        self.setGeometry(QGuiApplication.primaryScreen().geometry())

    def mousePressEvent(self, event) -> None:
        self.clicks.append(event.globalPosition().toPoint())


class Scene:
    """A pet that is not yet shown, above the ground."""

    def __init__(self, qtbot: QtBot, place_file: Path) -> None:
        self.model = model_file.load("mikan", place_file.parent / "cache")
        self.place_file = place_file
        self.stage = Stage(character.of(self.model))
        self.ground = Ground()
        qtbot.addWidget(self.ground)
        self.ground.show()
        qtbot.waitExposed(self.ground)
        self.pet = PetWindow(self.model, self.stage, place_file=place_file)

    def picture(self) -> QImage:
        """What the screen shows where the pet is."""
        box = self.pet.geometry()
        shot = QGuiApplication.primaryScreen().grabWindow(0, box.x(), box.y(), box.width(), box.height())
        return shot.toImage()

    def sees_ground(self, point: QPoint) -> bool:
        return self.picture().pixelColor(point) == GROUND


def drag(pet: PetWindow, start: QPoint, way: QPoint) -> None:
    """Press at a point of the window and take it along `way` in steps.

    The pointer's way on the desktop is told outright: the window follows in the window manager's own time.
    """
    pointer, nothing = QPointF(pet.position() + start), Qt.MouseButton.NoButton
    steps = [QPointF(way) * step / 10 for step in range(1, 11)]
    events = [(QEvent.Type.MouseButtonPress, QPointF(), LEFT, LEFT)]
    events += [(QEvent.Type.MouseMove, gone, nothing, LEFT) for gone in steps]
    events += [(QEvent.Type.MouseButtonRelease, steps[-1], LEFT, nothing)]
    for kind, gone, button, held in events:
        event = QMouseEvent(kind, QPointF(start), pointer + gone, button, held, Qt.KeyboardModifier.NoModifier)
        QGuiApplication.sendEvent(pet, event)


def lets_clicks_through(pet: PetWindow) -> bool:
    return bool(pet.flags() & Qt.WindowType.WindowTransparentForInput)


def stays(look: Callable[[], bool], times: int) -> Callable[[], bool]:
    """True once `look` was true that many times in a row."""
    seen = [0]

    def check() -> bool:
        seen[0] = seen[0] + 1 if look() else 0
        return seen[0] >= times

    return check


def xdotool(*arguments: object) -> None:
    """Do something with the display's own pointer and keys, as its user would."""
    subprocess.run(["xdotool", *map(str, arguments)], check=True, timeout=20, env=dict(os.environ))
