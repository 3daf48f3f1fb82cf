"""Click on a grid of points over the character's window, and see who gets each click: she or the window behind.

    python -m tests.ui.pet.hit_grid CACHE --step 20 --at 900 300

Prints one line of JSON. It is a process of its own, since Qt reads the scale factor when it starts. The truth is the
alpha of her own frame; points whose surroundings are not all covered or all transparent are left out. On Windows the
receiver is what WindowFromPoint tells; elsewhere each point gets a real click of the display's pointer.
"""

import argparse
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QApplication

from deskpet.pet import character, model_file
from deskpet.ui.pet import gl, placement_tracker
from deskpet.ui.pet.silhouette import MIN_ALPHA, Picture
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.platform.x11 import is_wayland
from deskpet.ui.stage import Stage
from tests.support.waiting import LIMIT_MS
from tests.ui.pet.scene import Ground

# Distance of the grid's points, and from a point to an edge that leaves it out, in logical pixels.
STEP, EDGE = 20, 6
# Time after which her shape is that of a frame, in ms.
SHAPE_MS = 500
# The display of virtual_display.py.
DISPLAY = QRect(0, 0, 1920, 1080)
PRESSES = {QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick}
HERS, BEHIND, NOBODY = "hers", "behind", "nobody"


@dataclass(frozen=True, slots=True)
class Result:
    """What a grid has found. mismatches: x, y, the truth and who got the click."""

    scale: float
    points: int
    inside: int
    edges: int
    mismatches: list[tuple[int, int, str, str]]


class Presses(QObject):
    """Notes the presses that a window gets, and keeps them from it: a reaction would move the silhouette."""

    def __init__(self) -> None:
        super().__init__()
        self.count, self.position = 0, QPointF()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent) and event.type() in PRESSES:
            self.count, self.position = self.count + 1, event.position()
        return event.type() in {*PRESSES, QEvent.Type.MouseButtonRelease}


def wait_for(condition: Callable[[], object], limit_ms: int = LIMIT_MS) -> bool:
    """Run Qt's event loop until the condition holds. Returns whether it does."""
    until = time.monotonic() + limit_ms / 1000
    while not condition():
        if time.monotonic() > until:
            return False
        QApplication.processEvents()
        time.sleep(0.001)
    return True


def frame(pet: PetWindow) -> Picture:
    """Draw her, and read all her pixels."""
    pixels = pet.size() * pet.devicePixelRatio()
    pet.makeCurrent()
    pet.paint_frame()
    picture = gl.read_frame(pixels.width(), pixels.height())
    pet.doneCurrent()
    return picture


def truth(pet: PetWindow, point: QPoint) -> str | None:
    """Who ought to get a click at a point of the window; None at an edge."""
    picture, ratio = frame(pet), pet.devicePixelRatio()
    seen: set[bool] = set()
    for x in range(point.x() - EDGE, point.x() + EDGE + 1, 2):
        for y in range(point.y() - EDGE, point.y() + EDGE + 1, 2):
            px, py = int(x * ratio), int(y * ratio)
            inside = 0 <= px < picture.width and 0 <= py < picture.height
            at = 4 * ((picture.height - 1 - py) * picture.width + px) + 3
            seen.add(inside and picture.pixels[at] >= MIN_ALPHA * 255)
    return None if len(seen) > 1 else HERS if seen.pop() else BEHIND


class ForeignGround:
    """A Wayland window of another process behind her, which counts its presses: XWayland's windows are never below it.

    It has what the grid uses of Presses.
    """

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.ui.pet.hit_grid", "--ground"]
        variables = os.environ | {"QT_QPA_PLATFORM": "wayland"}
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=variables)
        self.count = 0
        assert self._process.stdout
        # The first line tells that it is shown.
        self._process.stdout.readline()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout
        for _ in self._process.stdout:
            self.count += 1

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()


def tell_parent() -> None:
    """Write an empty line at once."""
    sys.stdout.write("\n")
    sys.stdout.flush()


def show_ground() -> int:
    """Show a window that fills the screen, and write a line for each press."""
    application = QApplication([])
    ground = Ground()
    ground.clicked.connect(tell_parent)
    ground.showMaximized()
    wait_for(ground.windowHandle().isExposed)
    tell_parent()
    return application.exec()


class Pointer:
    """Clicks at physical pixels of an X display by one xdotool process, and tells who got each click."""

    def __init__(self, process: "subprocess.Popen[str]", pet: Presses, ground: "Presses | ForeignGround") -> None:
        self._process, self._pet, self._ground = process, pet, ground

    def receiver(self, pixel: QPoint, _wanted: str, limit_ms: int = 1000) -> str:
        """Return who gets a click at a pixel; nobody if it has not come within the limit."""
        before = self._pet.count, self._ground.count
        assert self._process.stdin
        self._process.stdin.write(f"mousemove {pixel.x()} {pixel.y()} click 1\n")
        self._process.stdin.flush()
        wait_for(lambda: (self._pet.count, self._ground.count) != before, limit_ms)
        pet, ground = self._pet.count - before[0], self._ground.count - before[1]
        return HERS if pet else BEHIND if ground else NOBODY

    def find_corner(self, display: QRect, ratio: float) -> QPointF | None:
        """Return the pet's upper left corner in pixels of the display, by clicking until a press is hers."""
        for y in range(display.center().y(), display.bottom(), 60):
            for x in range(display.left() + 30, display.right(), 60):
                if self.receiver(QPoint(x, y), HERS, 400) == HERS:
                    return QPointF(x, y) - self._pet.position * ratio
        return None


class WindowsPointer:
    """Moves the pointer on Windows, and asks which window a click would go to."""

    def __init__(self, pet: PetWindow, grounds: list[Ground]) -> None:
        self._names = {int(pet.winId()): HERS} | {int(ground.winId()): BEHIND for ground in grounds}

    def receiver(self, pixel: QPoint, wanted: str) -> str:
        """Return who would get a click at a pixel. A window's flag follows the pointer within a moment."""
        from tests.windows import user

        user.move_pointer(pixel)
        wait_for(lambda: self._at(pixel) == wanted, 1000)
        return self._at(pixel)

    def _at(self, pixel: QPoint) -> str:
        from tests.windows import user

        return self._names.get(user.window_at(pixel), NOBODY)


@contextmanager
def pointer(
    pet: PetWindow, grounds: list[Ground], display: str, foreign: ForeignGround | None
) -> Iterator[Pointer | WindowsPointer]:
    """The pointer of this system, above all of these windows."""
    if sys.platform == "win32":
        yield WindowsPointer(pet, grounds)
        return
    filters = Presses(), Presses()
    pet.installEventFilter(filters[0])
    for ground in grounds:
        ground.installEventFilter(filters[1])
    environment = os.environ | ({"DISPLAY": display} if display else {})
    with subprocess.Popen(["xdotool", "-"], stdin=subprocess.PIPE, text=True, env=environment) as process:
        yield Pointer(process, filters[0], foreign or filters[1])
        assert process.stdin
        process.stdin.close()


def measure(
    pet: PetWindow,
    grounds: list[Ground],
    corner: QPointF | None,
    step: int = STEP,
    display: str = "",
    foreign: ForeignGround | None = None,
) -> Result:
    """Click on each point of the grid.

    corner: of the window, in physical pixels of the display; None if it has to be found, as for Wayland.
    display: the X display of the pointer, if it is not that of the windows.
    """
    ratio, inside, edges, count = pet.devicePixelRatio(), 0, 0, 0
    found: list[tuple[int, int, str, str]] = []
    with pointer(pet, grounds, display, foreign) as user:
        if corner is None:
            assert isinstance(user, Pointer)
            corner = user.find_corner(DISPLAY, ratio)
            assert corner is not None, "no click on the display was hers"
            wait_for(lambda: False, SHAPE_MS)
        for y in range(step // 2, pet.height(), step):
            for x in range(step // 2, pet.width(), step):
                wanted = truth(pet, QPoint(x, y))
                if wanted is None:
                    edges += 1
                    continue
                got = user.receiver((corner + QPointF(x, y) * ratio).toPoint(), wanted)
                count, inside = count + 1, inside + (wanted == HERS)
                if got != wanted:
                    # She moves, and her shape follows a moment later.
                    wait_for(lambda: False, SHAPE_MS)
                    wanted = truth(pet, QPoint(x, y))
                    got = user.receiver((corner + QPointF(x, y) * ratio).toPoint(), wanted or got)
                if wanted not in {got, None}:
                    found.append((x, y, wanted, got))
    return Result(ratio, count, inside, edges, found)


def show(cache: Path, *, has_ground: bool = True) -> tuple[PetWindow, list[Ground]]:
    """Show her above a ground on each screen. Raises AssertionError if she does not appear."""
    grounds = [Ground(screen) for screen in QGuiApplication.screens()] if has_ground else []
    for ground in grounds:
        ground.show()
    model = model_file.load("mikan", cache)
    pet = PetWindow(model, Stage(character.from_model(model)))
    if is_wayland():
        # Else a click on the ground would raise that above her: staying on top is not to be had there.
        pet.setTransientParent(grounds[0].windowHandle())
    pet.show()
    assert wait_for(lambda: pet.is_alive), "the model is not on screen"
    return pet, grounds


def main() -> int:
    """Show her above a ground, and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cache", type=Path, nargs="?")
    parser.add_argument("--step", type=int, default=STEP)
    parser.add_argument("--at", type=int, nargs=2, help="the window's position, in logical pixels")
    parser.add_argument("--nested", default="", help="the X display on which a compositor shows its screen in a window")
    parser.add_argument("--scale", help="Qt's scale factor, where its variable does not come through")
    parser.add_argument("--foreign", action="store_true", help="above a Wayland window of another process")
    parser.add_argument("--ground", action="store_true", help="show only that window")
    arguments = parser.parse_args()
    if arguments.ground:
        return show_ground()
    if arguments.scale:
        os.environ["QT_SCALE_FACTOR"] = arguments.scale
    foreign = ForeignGround() if arguments.foreign else None
    application = QApplication([])
    pet, grounds = show(arguments.cache, has_ground=foreign is None)
    if arguments.at:
        goal = QRect(QPoint(*arguments.at), pet.size())
        pet.setPosition(goal.topLeft())
        # On a screen of another scale it gets its size a moment later.
        assert wait_for(lambda: pet.geometry() == goal), f"the window is at {pet.geometry()}, not at {goal}"
    corner = placement_tracker.screen_of(pet).to_pixels(QPointF(pet.position())) if not arguments.nested else None
    result = measure(pet, grounds, corner, arguments.step, arguments.nested, foreign)
    sys.stdout.write(json.dumps(asdict(result)) + "\n")
    if foreign:
        foreign.close()
    pet.close_gl()
    application.quit()
    return 0


if __name__ == "__main__":
    sys.exit(main())
