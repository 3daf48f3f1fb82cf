"""Use the character's native window in KWin as a person would, and print what was seen as one line of JSON.

    python -m tests.ui.platform.kwin_user PLACE_FILE CACHE OUTER_DISPLAY

It is a process of its own, since a process has one window system.
"""

import json
import subprocess
import sys
from pathlib import Path

from PIL import Image, ImageChops, ImageGrab
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from deskpet.pet import character, model_file
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.platform import positions
from deskpet.ui.platform.global_shortcut import GlobalShortcut
from deskpet.ui.stage import Stage
from tests.ui.pet.hit_grid import wait_for
from tests.ui.pet.scene import BODY, GROUND, Ground

# The pointer's way in a drag, in steps, so that the compositor notices it as one.
DRAG, STEPS = QPoint(-400, -120), 8

# Of the difference from a colour: is there one?
_TO_MASK = [0] + [255] * 255


class User:
    """The user of a compositor whose screen is a window of an X display."""

    def __init__(self, display: str) -> None:
        self._display = display
        self._origin = QPoint()

    def find_screen(self) -> None:
        """Find the compositor's screen, which the ground fills."""
        screen = QGuiApplication.primaryScreen().geometry()
        assert wait_for(lambda: self.box_of(ground=True).size() == screen.size(), 10_000), self.box_of(ground=True)
        self._origin = self.box_of(ground=True).topLeft()

    def box_of(self, *, ground: bool = False) -> QRect:
        """Return what is seen of the ground's colour on the display, or of other things above the ground."""
        picture = ImageGrab.grab(xdisplay=self._display).convert("RGB")
        wanted = (GROUND.red(), GROUND.green(), GROUND.blue())
        if not ground:
            size = QGuiApplication.primaryScreen().size()
            corner = self._origin.x(), self._origin.y()
            picture = picture.crop((*corner, corner[0] + size.width(), corner[1] + size.height()))
        difference = ImageChops.difference(picture, Image.new("RGB", picture.size, wanted))
        others = ImageChops.add(ImageChops.add(*difference.split()[:2]), difference.split()[2]).point(_TO_MASK)
        left, top, right, bottom = (ImageChops.invert(others) if ground else others).getbbox() or (0, 0, 0, 0)
        return QRect(left, top, right - left, bottom - top)

    def do(self, *words: object) -> None:
        """Run xdotool; our windows answer meanwhile."""
        with subprocess.Popen(["xdotool", *map(str, words)], env={"DISPLAY": self._display}) as process:
            assert wait_for(lambda: process.poll() is not None)

    def point(self, at: QPoint) -> tuple[int, int]:
        """Return a point of the compositor's screen on the display."""
        return self._origin.x() + at.x(), self._origin.y() + at.y()

    def drag(self, start: QPoint, way: QPoint) -> None:
        """Drag with the left button."""
        words: list[object] = ["mousemove", *self.point(start), "mousedown", 1]
        for step in range(1, STEPS + 1):
            words += ["sleep", 0.1, "mousemove", *self.point(start + way * step / STEPS)]
        self.do(*words, "sleep", 0.1, "mouseup", 1)


def outline(pet: PetWindow) -> QRect:
    """Return the box of her outline on the desktop."""
    box = QRect()
    for row in pet.body:
        box = box.united(row)
    return box


def is_near(one: QRect, other: QRect) -> bool:
    """Return whether two boxes are the same but for soft edges, and for how she has moved since it was measured."""
    return max(abs(a - b) for a, b in zip(one.getCoords(), other.getCoords(), strict=True)) <= 16


def main() -> int:
    """Show her above a ground, drag her, and bring the ground to the front."""
    place_file, cache, display = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    application, user = QApplication([]), User(display)
    ground = Ground()
    # Not as a full-screen window: those KWin shows above all others.
    ground.showMaximized()
    user.find_screen()
    model = model_file.load("mikan", cache)
    pet = PetWindow(model, Stage(character.from_model(model)), place_file=place_file)
    pet.show()
    assert wait_for(lambda: pet.is_alive and pet.body), "the model is not on screen"
    found: dict[str, object] = {"start": pet.position().toTuple()}
    found["is_seen_there"] = wait_for(lambda: is_near(user.box_of(), outline(pet)))
    user.do("mousemove", *user.point(QPoint(200, 100)))
    found["is_pointer_known"] = wait_for(lambda: positions.pointer() == QPoint(200, 100))
    saved = place_file.read_bytes() if place_file.exists() else b""
    user.drag(pet.position() + BODY, DRAG)
    found["is_saved"] = wait_for(lambda: place_file.exists() and place_file.read_bytes() != saved)
    found["end"] = pet.position().toTuple()
    found["is_seen_after_drag"] = wait_for(lambda: is_near(user.box_of(), outline(pet)))
    user.do("mousemove", *user.point(QPoint(40, 40)), "click", 1)
    assert wait_for(lambda: ground.clicks), "the ground got no click"
    found["is_above"] = wait_for(lambda: is_near(user.box_of(), outline(pet)))
    shortcut, pressed = GlobalShortcut("chat", "Chat", pet), list[bool]()
    shortcut.pressed.connect(lambda: pressed.append(True))
    shortcut.grab("Ctrl+Alt+P")
    # KWin may not have it at once.
    found["is_shortcut_pressed"] = wait_for(lambda: pressed or user.do("key", "ctrl+alt+p", "sleep", 0.2))
    sys.stdout.write(json.dumps(found) + "\n")
    pet.close_gl()
    application.quit()
    return 0


if __name__ == "__main__":
    sys.exit(main())
