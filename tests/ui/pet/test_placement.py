"""Placement of the window: as values on simulated screens, and on real monitors that are connected and removed."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from deskpet.ui.pet import placement
from deskpet.ui.pet.placement import MARGIN, Placement, Screen
from deskpet.ui.pet.saved_look import CharacterLook
from deskpet.ui.pet.still_window import HEIGHT, WIDTH
from deskpet.ui.pet.window import PetWindow
from tests.support.folders import PROJECT
from tests.ui.pet.monitors import Monitors, monitors
from tests.ui.pet.scene import BODY, PATIENCE, Scene, drag, mouse, needs_xdotool

SIZE = QSize(WIDTH, HEIGHT)
# A laptop with a panel at its lower edge, and to its right a large screen at twice the density; all in logical pixels.
LAPTOP = Screen("eDP-1", QRect(0, 0, 1920, 1080), QRect(0, 0, 1920, 1040))
LARGE = Screen("DP-2", QRect(1920, -200, 1920, 1280), QRect(1920, -200, 1920, 1280))
BOTH = (LAPTOP, LARGE)


def at(x: int, y: int, size: QSize = SIZE) -> QRect:
    return QRect(QPoint(x, y), size)


def test_the_default_is_the_lower_right_of_the_primary_screen():
    assert placement.top_left(None, SIZE, BOTH) == QPoint(1920 - MARGIN - WIDTH, 1040 - HEIGHT)


@pytest.mark.parametrize(
    ("window", "place"),
    [
        (at(30, 20), Placement("eDP-1", 30, 20)),
        (at(1600, 580), Placement("eDP-1", 20, 10, from_right=True, from_bottom=True)),
        (at(1600, 20), Placement("eDP-1", 20, 20, from_right=True)),
        (at(30, 580), Placement("eDP-1", 30, 10, from_bottom=True)),
        (at(2000, -150), Placement("DP-2", 80, 50)),
        # Half beyond the lower edge, it overlaps the panel.
        (at(30, 800), Placement("eDP-1", 30, -210, from_bottom=True)),
        # A window across two screens belongs to the one with the larger part.
        (at(1700, 100), Placement("eDP-1", -80, 100, from_right=True)),
        (at(1800, 100), Placement("DP-2", -120, 300)),
        # Outside of all screens it belongs to the nearest.
        (at(9000, 9000), Placement("DP-2", -5460, -8370, from_right=True, from_bottom=True)),
    ],
)
def test_a_placement_is_relative_to_the_nearest_corner(window: QRect, place: Placement):
    assert placement.placement_of(window, BOTH) == place


@pytest.mark.parametrize("window", [at(30, 20), at(1600, 580), at(700, 300), at(2000, -150), at(3500, 800)])
def test_a_placement_restores_the_position(window: QRect):
    place = placement.placement_of(window, BOTH)
    assert placement.top_left(place, SIZE, BOTH) == window.topLeft()
    # Independent of the order of the screens.
    assert placement.top_left(place, SIZE, (LARGE, LAPTOP)) == window.topLeft()


def test_a_new_resolution_keeps_the_distance_from_the_corner():
    place = placement.placement_of(at(1600, 580), BOTH)
    small = Screen("eDP-1", QRect(0, 0, 1280, 720), QRect(0, 0, 1280, 680))
    assert placement.top_left(place, SIZE, (small, LARGE)) == QPoint(1280 - 20 - WIDTH, 680 - 10 - HEIGHT)


def test_a_change_of_density_keeps_the_distance():
    """Placement and size are in logical pixels, so the scale factor of the screen does not matter."""
    place = placement.placement_of(at(1600, 580), (LAPTOP,))
    denser = Screen("eDP-1", QRect(0, 0, 1280, 720), QRect(0, 0, 1280, 693))
    box = QRect(placement.top_left(place, SIZE, (denser,)), SIZE)
    assert (denser.free.right() - box.right(), denser.free.bottom() - box.bottom()) == (20, 10)
    assert placement.placement_of(box, (denser,)) == place


def test_without_its_screen_it_is_on_the_primary_one_until_that_returns():
    place = placement.placement_of(at(3400, 500), BOTH)
    assert place == Placement("DP-2", 140, 130, from_right=True, from_bottom=True)
    assert placement.top_left(place, SIZE, (LAPTOP,)) == QPoint(1920 - 140 - WIDTH, 1040 - 130 - HEIGHT)
    assert placement.top_left(place, SIZE, BOTH) == QPoint(3400, 500)


@pytest.mark.parametrize("place", [Placement("eDP-1", 1200, 100), Placement("eDP-1", 40, 700, from_right=True)])
def test_a_placement_of_a_large_screen_is_within_a_smaller_one(place: Placement):
    """The same screen at scale 1 and 2."""
    denser = Screen("eDP-1", QRect(0, 0, 960, 540), QRect(0, 0, 960, 520))
    assert denser.free.contains(QRect(placement.top_left(place, SIZE, (denser,)), SIZE))


def test_a_window_across_two_screens_is_on_one_of_them_when_screens_change():
    place = placement.placement_of(at(1700, 100), BOTH)
    assert placement.top_left(place, SIZE, BOTH) == QPoint(1920 - WIDTH, 100)
    # Where no other screen is, it hangs over the edge as it was put.
    assert placement.top_left(place, SIZE, (LAPTOP,)) == QPoint(1700, 100)


@pytest.mark.parametrize(
    ("fixed", "corner"),
    [(None, QPoint(400, 100)), (QPointF(600, 400), QPoint(400, 200)), (QPointF(500, 300), QPoint(500, 300))],
)
def test_a_resize_leaves_a_point_in_place(fixed: QPointF | None, corner: QPoint):
    box = placement.resized(QRect(500, 300, 200, 200), QSize(400, 400), fixed, (LAPTOP,))
    assert box == QRect(corner, QSize(400, 400))


@pytest.mark.parametrize("free_bottom", [True, False])
def test_a_window_on_the_lower_edge_stays_on_it(free_bottom: bool):
    bottom = 1040 if free_bottom else 1080
    box = placement.resized(at(700, bottom - HEIGHT), SIZE / 2, QPointF(800, 700), (LAPTOP,))
    assert box.bottom() + 1 == bottom


@pytest.mark.parametrize("place", [Placement("eDP-1", 99_999, -99_999), Placement("gone", -99_999, 99_999, True, True)])
def test_any_placement_keeps_the_upper_edge_and_half_of_it_visible(place: Placement):
    box = QRect(placement.top_left(place, SIZE, BOTH), SIZE)
    seen = LAPTOP.whole.intersected(box)
    assert seen.width() >= WIDTH // 2
    assert seen.height() >= HEIGHT // 2
    assert box.top() >= 0


def test_a_window_larger_than_its_screen_keeps_its_upper_edge_visible():
    tiny = Screen("tiny", QRect(0, 0, 320, 240), QRect(0, 20, 320, 220))
    assert placement.top_left(None, SIZE, (tiny,)).y() >= 20


@pytest.mark.parametrize(
    ("corner", "wanted"),
    [
        (QPoint(11, 300), QPoint(0, 300)),
        (QPoint(13, 300), QPoint(13, 300)),
        (QPoint(-5, -5), QPoint(0, 0)),
        # To the panel's upper edge, and to the screen's lower edge.
        (QPoint(700, 1040 - HEIGHT + 9), QPoint(700, 1040 - HEIGHT)),
        (QPoint(700, 1080 - HEIGHT - 9), QPoint(700, 1080 - HEIGHT)),
        # On both sides of the edge between two screens.
        (QPoint(1920 - WIDTH + 7, 300), QPoint(1920 - WIDTH, 300)),
        (QPoint(1913, 300), QPoint(1920, 300)),
        (QPoint(2500, -195), QPoint(2500, -200)),
        # Edges of a distant screen are ignored.
        (QPoint(700, -195), QPoint(700, -195)),
        (QPoint(-900, 2000), QPoint(-900, 2000)),
    ],
)
def test_only_near_edges_snap(corner: QPoint, wanted: QPoint):
    assert placement.snapped(QRect(corner, SIZE), BOTH) == wanted


def test_the_body_touches_the_edge_not_the_window_with_its_margins():
    # A slim character in the middle of her window, her feet above its lower edge.
    def body(corner: QPoint) -> QRect:
        return QRect(corner.x() + 80, corner.y() + 30, WIDTH - 160, HEIGHT - 50)

    for corner, wanted in (
        (QPoint(-75, 300), QPoint(-80, 300)),
        (QPoint(-30, 300), QPoint(-30, 300)),
        (QPoint(5, 300), QPoint(5, 300)),
        (QPoint(1920 - WIDTH + 74, 300), QPoint(1920 - WIDTH + 80, 300)),
        (QPoint(700, 1040 - HEIGHT + 26), QPoint(700, 1040 - HEIGHT + 20)),
        (QPoint(700, -4), QPoint(700, 0)),
    ):
        assert placement.snapped(QRect(corner, SIZE), BOTH, body(corner)) == wanted


def test_a_placement_is_saved(tmp_path: Path):
    file = tmp_path / "deep" / "place.json"
    assert placement.load(file) is None
    place = Placement("HDMI-1", 30, -4, from_bottom=True)
    placement.save(file, place)
    assert placement.load(file) == place


@pytest.mark.parametrize("text", ["", "[]", '{"screen": "x"}', '{"screen": "x", "x": "left", "y": 1}'])
def test_a_damaged_placement_file_is_logged(tmp_path: Path, text: str, caplog: pytest.LogCaptureFixture):
    file = tmp_path / "place.json"
    file.write_text(text, encoding="utf-8")
    assert placement.load(file) is None
    assert "place.json" in caplog.text


@pytest.fixture
def two_screens(qtbot: QtBot) -> Generator[Monitors]:
    """Divide the display into two monitors, 1000 and 920 pixels wide."""
    with monitors() as made:
        made.plug_in("left", 0, 1000, 1080)
        made.plug_in("right", 1000, 920, 1080)
        qtbot.waitUntil(lambda: names() == {"left", "right"}, timeout=PATIENCE)
        yield made
    qtbot.waitUntil(lambda: len(names()) == 1, timeout=PATIENCE)


def names() -> set[str]:
    return {screen.name() for screen in QGuiApplication.screens()}


@pytest.mark.window
def test_it_leaves_a_removed_screen_and_returns_with_it(qtbot: QtBot, two_screens: Monitors, living: Scene):
    pet = living.pet
    start = QPoint(1000 - MARGIN - WIDTH, 1080 - HEIGHT)
    qtbot.waitUntil(lambda: pet.position() == start, timeout=PATIENCE)
    drag(pet, BODY, QPoint(1100 - start.x(), 60 - start.y()))
    qtbot.waitUntil(lambda: pet.position() == QPoint(1100, 60))
    two_screens.unplug("right")
    qtbot.waitUntil(lambda: QRect(0, 0, 1000, 1080).contains(pet.geometry()), timeout=PATIENCE)
    assert pet.position() == QPoint(100, 60)
    # It keeps the placement when it is resized meanwhile,
    pet.apply(CharacterLook(scale=0.8))
    pet.apply(CharacterLook())
    # and after a restart.
    again = PetWindow(living.model, living.stage, place_file=living.place_file)
    assert again.position() == QPoint(100, 60)
    again.destroy()
    two_screens.plug_in("right", 1000, 920, 1080)
    qtbot.waitUntil(lambda: pet.position() == QPoint(1100, 60), timeout=PATIENCE)


@pytest.mark.window
@pytest.mark.skipif(shutil.which("xprop") is None, reason="needs xprop")
def test_it_makes_room_for_a_panel_while_it_is_shown(qtbot: QtBot, living: Scene):
    pet = living.pet
    whole = QGuiApplication.primaryScreen().geometry()
    qtbot.waitUntil(lambda: pet.geometry().bottom() == whole.bottom())
    panel = QWidget(None, Qt.WindowType.FramelessWindowHint)
    qtbot.addWidget(panel)
    panel.setAttribute(Qt.WidgetAttribute.WA_X11NetWmWindowTypeDock)
    panel.setGeometry(0, whole.bottom() - 59, whole.width(), 60)
    property_ = ("-f", "_NET_WM_STRUT_PARTIAL", "32c", "-set", "_NET_WM_STRUT_PARTIAL")
    strut = f"0, 0, 0, 60, 0, 0, 0, 0, 0, 0, 0, {whole.right()}"
    subprocess.run(["xprop", "-id", str(int(panel.winId())), *property_, strut], check=True, timeout=10)
    panel.show()
    qtbot.waitUntil(lambda: pet.geometry().bottom() == whole.bottom() - 60, timeout=PATIENCE)
    panel.close()
    qtbot.waitUntil(lambda: pet.geometry().bottom() == whole.bottom(), timeout=PATIENCE)


@pytest.mark.window
def test_a_resize_saves_the_placement(qtbot: QtBot, living: Scene):
    drag(living.pet, BODY, QPoint(-300, -120))
    qtbot.waitUntil(living.place_file.exists)
    living.pet.apply(CharacterLook(scale=0.5))
    qtbot.waitUntil(lambda: living.pet.width() == WIDTH // 2)
    again = PetWindow(living.model, living.stage, look=CharacterLook(scale=0.5), place_file=living.place_file)
    qtbot.waitUntil(lambda: living.pet.geometry() == again.geometry())
    again.destroy()


@pytest.mark.window
def test_where_she_went_by_herself_is_not_saved_by_a_resize(qtbot: QtBot, living: Scene):
    drag(living.pet, BODY, QPoint(-300, -120))
    qtbot.waitUntil(living.place_file.exists)
    saved = placement.load(living.place_file)
    living.pet.placement.remember(living.pet.geometry().translated(-200, 0))
    living.pet.apply(CharacterLook(scale=0.5))
    assert placement.load(living.place_file) == saved


@pytest.mark.window
def test_dragged_off_the_screen_half_of_it_stays_visible(qtbot: QtBot, living: Scene):
    drag(living.pet, BODY, QPoint(0, 350))
    half = QGuiApplication.primaryScreen().geometry().bottom() + 1 - HEIGHT // 2
    qtbot.waitUntil(lambda: living.pet.y() == half, timeout=PATIENCE)
    again = PetWindow(living.model, living.stage, place_file=living.place_file)
    assert again.position() == living.pet.position()
    again.destroy()


@pytest.mark.window
def test_changes_of_screens_do_not_interrupt_a_drag(qtbot: QtBot, living: Scene):
    pet = living.pet
    moves: list[bool] = []
    pet.placement.repositioned.connect(lambda: moves.append(True))
    goal, point, gone = pet.position() - QPoint(200, 200), QPointF(BODY), QPointF(-200, -200)
    pointer = QPointF(pet.position()) + point
    mouse(pet, QEvent.Type.MouseButtonPress, point, pointer, held=True)
    mouse(pet, QEvent.Type.MouseMove, point + gone, pointer + gone, held=True)
    qtbot.waitUntil(lambda: pet.position() == goal, timeout=PATIENCE)
    pet.screen().availableGeometryChanged.emit(pet.screen().availableGeometry())
    with qtbot.waitSignals([pet.frameSwapped] * 20, timeout=PATIENCE):
        pass
    assert moves == []
    mouse(pet, QEvent.Type.MouseButtonRelease, point, pointer + gone, held=False)
    qtbot.waitUntil(lambda: bool(moves), timeout=PATIENCE)
    assert pet.position() == goal


DENSE = """
import json, sys
from pathlib import Path
from PySide6.QtCore import QPoint, QRect, QTimer
from PySide6.QtWidgets import QApplication
from deskpet.pet import character, model_file
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.stage import Stage
from deskpet.ui.platform.x11 import XConnection

application = QApplication([])
model = model_file.load("mikan", Path(sys.argv[1]) / "cache")
pet = PetWindow(model, Stage(character.Character("Mikan")), place_file=Path(sys.argv[1]) / "place.json")

def put():
    # Nobody drags a window that is not on screen yet; a window manager would place it once more.
    if len(sys.argv) > 2:
        box = QRect(QPoint(int(sys.argv[2]), int(sys.argv[3])), pet.size())
        pet.setPosition(box.topLeft())
        pet.placement.end_drag(box)

seen = []

def look():
    # Print the result once it has settled.
    server = XConnection()
    pixels = server.geometry(int(pet.winId()))
    server.close()
    seen.append({
        "screen": pet.screen().name(),
        "ratio": pet.devicePixelRatio(),
        "box": pet.geometry().getRect(),
        "pixels": [pixels.width(), pixels.height()],
    })
    if len(seen) > 10 and all(each == seen[-1] for each in seen[-10:]):
        watch.stop()
        print(json.dumps(seen[-1]))
        pet.close_gl()
        QTimer.singleShot(0, application.quit)

watch = QTimer(interval=50, timeout=look)
pet.first_frame.connect(put)
pet.first_frame.connect(watch.start)
pet.show()
sys.exit(application.exec())
"""


@pytest.mark.slow
@pytest.mark.window
def test_on_a_denser_screen_size_and_position_are_restored_at_each_start(
    qtbot: QtBot, two_screens: Monitors, tmp_path: Path
):
    def start(*place: int) -> dict:
        command = [sys.executable, "-c", DENSE, str(tmp_path), *map(str, place)]
        environment = os.environ | {"QT_SCREEN_SCALE_FACTORS": "left=1;right=2"}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    # The right screen is 460 x 540 logical pixels large.
    first = start(1120, 40)
    assert first == {"screen": "right", "ratio": 2.0, "box": [1120, 40, WIDTH, HEIGHT], "pixels": [600, 900]}
    assert [start(), start()] == [first, first]
    assert start(40, 40) == {"screen": "left", "ratio": 1.0, "box": [40, 40, WIDTH, HEIGHT], "pixels": [300, 450]}


ACROSS = """
import json, subprocess, sys
from pathlib import Path
from PySide6.QtCore import QDeadlineTimer, QPoint, QRect
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication
from deskpet.pet import character, model_file
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.platform.x11 import XConnection
from deskpet.ui.stage import Stage
from tests.ui.pet.scene import BODY, PATIENCE

application = QApplication([])
model = model_file.load("mikan", Path(sys.argv[1]))
pet = PetWindow(model, Stage(character.Character("Mikan")))
pet.show()
server, seen = XConnection(), []

def wait_for(condition, limit=PATIENCE):
    until = QDeadlineTimer(limit)
    while not condition() and not until.hasExpired():
        application.processEvents()
    return condition()

def grabbed():
    # The point of her below the pointer, in logical pixels of the window.
    box = server.geometry(int(pet.winId()))
    return (pointer - box.topLeft()) / (box.width() / pet.width())

def user(*arguments):
    QCursor.pos()
    subprocess.run(["xdotool", *map(str, arguments)], check=True)

wait_for(lambda: pet.is_alive and pet.width() == 300)
ratio = pet.devicePixelRatio()
pointer = server.geometry(int(pet.winId())).topLeft() + BODY * ratio
user("mousemove", *pointer.toTuple(), "mousedown", 1)
screens, was_away = [pet.screen().name()], False
for x in range(pointer.x(), 1500, 25):
    pointer.setX(x)
    user("mousemove", *pointer.toTuple())
    # While she changes her size, the window manager may miss a move; the next one corrects that.
    is_away = not wait_for(lambda: QRect(QPoint(), pet.size()).contains(grabbed()), 3000)
    if is_away and was_away:
        print("away from the pointer at", x, grabbed(), pet.geometry())
    was_away = is_away
    screens += [pet.screen().name()] if pet.screen().name() != screens[-1] else []
user("mouseup", 1)
at_end = wait_for(lambda: (grabbed() - BODY).manhattanLength() <= 14)
print(json.dumps([screens, pet.devicePixelRatio(), at_end]))
pet.close_gl()
"""


@pytest.mark.slow
@pytest.mark.window
@needs_xdotool
@pytest.mark.parametrize("factors", [(1, 2), (2, 1)])
def test_dragged_to_a_screen_of_another_scale_she_stays_below_the_pointer(
    qtbot: QtBot, two_screens: Monitors, tmp_path: Path, factors: tuple[int, int]
) -> None:
    environment = {"QT_SCREEN_SCALE_FACTORS": "left={};right={}".format(*factors), "PYTHONPATH": str(PROJECT)}
    command = [sys.executable, "-c", ACROSS, str(tmp_path)]
    done = subprocess.run(
        command, env=os.environ | environment, capture_output=True, text=True, check=False, timeout=100
    )
    assert (done.returncode, done.stdout) == (0, json.dumps([["left", "right"], float(factors[1]), True]) + "\n"), (
        done.stderr
    )


def test_a_window_that_was_larger_than_its_screen_has_room_on_a_larger_one() -> None:
    small = Screen("eDP-1", QRect(0, 0, 960, 540), QRect(0, 0, 960, 500))
    place = placement.placement_of(QRect(100, 0, 450, 675), (small,))
    assert LAPTOP.free.contains(QRect(placement.top_left(place, QSize(450, 675), (LAPTOP,)), QSize(450, 675)))
