"""A pet above a plain ground, looked at as a person would: on the screen."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from ctypes import c_int16, c_uint32
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt, Signal, SignalInstance
from PySide6.QtGui import QColor, QCursor, QGuiApplication, QImage, QMouseEvent, QScreen
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from deskpet.pet import character, model_file
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.platform import x11
from deskpet.ui.stage import Stage
from tests.support.waiting import LIMIT_MS

GROUND = QColor("#2a7f3c")
PATIENCE = LIMIT_MS
BODY = QPoint(150, 300)
HEAD = QPoint(150, 170)
CORNER = QPoint(4, 4)
LEFT, RIGHT, NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.NoButton

needs_xdotool = pytest.mark.skipif(shutil.which("xdotool") is None, reason="needs xdotool")


class Ground(QWidget):
    """A desktop of one colour, which counts the clicks that it gets; on the primary screen, if none is given.

    clicked: it got one.
    """

    clicked = Signal()

    def __init__(self, screen: QScreen | None = None) -> None:
        super().__init__(None, Qt.WindowType.FramelessWindowHint)
        self.clicks: list[QPoint] = []
        self.setStyleSheet(f"background: {GROUND.name()}")
        self.setAttribute(Qt.WidgetAttribute.WA_X11NetWmWindowTypeDesktop)
        # On Windows it is a window like others, and must not count as one that fills the screen.
        bottom = -1 if sys.platform == "win32" else 0
        self.setGeometry((screen or QGuiApplication.primaryScreen()).geometry().adjusted(0, 0, 0, bottom))

    def mousePressEvent(self, event) -> None:
        self.clicks.append(event.globalPosition().toPoint())
        self.clicked.emit()


class Scene:
    """A pet that is not yet shown, above the ground."""

    def __init__(self, qtbot: QtBot, place_file: Path) -> None:
        self.model = model_file.load("mikan", place_file.parent / "cache")
        self.place_file = place_file
        self.stage = Stage(character.from_model(self.model))
        self.ground = Ground()
        qtbot.addWidget(self.ground)
        self.ground.show()
        self.pet = PetWindow(self.model, self.stage, place_file=place_file)
        qtbot.waitUntil(self._is_bare)

    def _is_bare(self) -> bool:
        """Whether nothing of what was here before can be taken for the pet."""
        # A compositor that has only just begun may have missed the first picture.
        self.ground.update()
        return shape(self.picture()) == set()

    def picture(self) -> QImage:
        """Grab the screen at the pet's position."""
        box = self.pet.geometry()
        shot = QGuiApplication.primaryScreen().grabWindow(0, box.x(), box.y(), box.width(), box.height())
        return shot.toImage()

    def sees_ground(self, point: QPoint) -> bool:
        return self.picture().pixelColor(point) == GROUND


def colours(picture: QImage) -> memoryview:
    """Return QColor.rgb of each pixel, row by row, fast enough for whole screens."""
    plain = picture.convertToFormat(QImage.Format.Format_RGB32)
    return memoryview(bytes(plain.constBits())).cast("I")


def shape(picture: QImage) -> set[tuple[int, int]]:
    """Return where the background is covered, in a coarse raster."""
    seen, width, ground = colours(picture), picture.width(), GROUND.rgb()
    points = ((x, y) for x in range(0, width, 3) for y in range(0, picture.height(), 3))
    return {(x, y) for x, y in points if seen[y * width + x] != ground}


def mouse(pet: PetWindow, kind: QEvent.Type, point: QPointF, pointer: QPointF, *, held: bool) -> None:
    """Tell the window of the pointer at a point of it and of the desktop, at once; the left button is held or not."""
    button = NONE if kind == QEvent.Type.MouseMove else LEFT
    buttons = LEFT if held else NONE
    event = QMouseEvent(kind, point, pointer, button, buttons, Qt.KeyboardModifier.NoModifier)
    QGuiApplication.sendEvent(pet, event)


def drag(pet: PetWindow, start: QPoint, way: QPoint) -> None:
    """Press at a point of the window and take it along `way` in steps.

    The pointer's way on the desktop is told outright: the window follows in the window manager's own time.
    """
    pointer, point = QPointF(pet.position() + start), QPointF(start)
    mouse(pet, QEvent.Type.MouseButtonPress, point, pointer, held=True)
    for step in range(1, 11):
        mouse(pet, QEvent.Type.MouseMove, point, pointer + QPointF(way) * step / 10, held=True)
    mouse(pet, QEvent.Type.MouseButtonRelease, point, pointer + QPointF(way), held=False)


def input_boxes(window: int) -> list[QRect]:
    """The boxes in which a window receives clicks, by the shape extension (ShapeInput is 2)."""
    with closing(x11.XConnection()) as server, server._reply("shape_get_rectangles", window, 2) as reply:
        if not reply:
            return []
        boxes = (c_int16 * 4 * c_uint32.from_address(reply + 8).value).from_address(reply + 32)
        return [QRect(*box) for box in boxes]


def lets_clicks_through(pet: PetWindow) -> bool:
    """Whether clicks go through where the pointer is; where that is elsewhere, whether they do all over the window."""
    if not x11.is_x11():
        return bool(pet.flags() & Qt.WindowType.WindowTransparentForInput)
    boxes = input_boxes(int(pet.winId()))
    point = (QCursor.pos() - pet.position()) * pet.devicePixelRatio()
    if QRect(QPoint(), pet.size() * pet.devicePixelRatio()).contains(point):
        return not any(box.contains(point) for box in boxes)
    return not boxes


def stays(look: Callable[[], bool], times: int) -> Callable[[], bool]:
    """True once `look` was true that many times in a row."""
    seen = [0]

    def check() -> bool:
        seen[0] = seen[0] + 1 if look() else 0
        return seen[0] >= times

    return check


def quiet(signal: SignalInstance) -> Callable[[], bool]:
    """True once `signal` has not come for thirty looks, which take a third of a second at least."""
    came: list[None] = []
    signal.connect(lambda: came.append(None))
    counts: list[int] = []

    def check() -> bool:
        counts.append(len(came))
        return len(counts) > 30 and counts[-30] == counts[-1]

    return check


def xdotool(*arguments: object) -> None:
    """Do something with the display's own pointer and keys, as its user would."""
    # What this process has asked the display for comes first: a question waits until all of it is done.
    QCursor.pos()
    subprocess.run(["xdotool", *map(str, arguments)], check=True, timeout=20, env=dict(os.environ))
