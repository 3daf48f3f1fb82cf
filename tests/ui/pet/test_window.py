"""PetWindow with a real OpenGL context, tested by screenshots, mouse events and signals."""

import itertools
import json
import logging
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QDeadlineTimer, QEvent, QPoint, QPointF, QRect, QSize, Qt, QTimer
from PySide6.QtGui import (
    QCursor,
    QGuiApplication,
    QImage,
    QMouseEvent,
    QOpenGLContext,
    QWheelEvent,
    qBlue,
    qGreen,
    qRed,
)
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from deskpet.config.choices import Clicks
from deskpet.pet import character, model_file
from deskpet.pet.character import Gesture
from deskpet.pet.held_gaze import GazeRequest
from deskpet.pet.mood import GestureRole, MoodActivity
from deskpet.ui.pet.frame_clock import FrameClock
from deskpet.ui.pet.gl import TRIED_PROGRAMS
from deskpet.ui.pet.menu import PetMenu, Tray
from deskpet.ui.pet.saved_look import CharacterLook, load, save
from deskpet.ui.pet.still_window import HEIGHT, WIDTH
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.widgets import popup_menu
from tests.ui.pet.scene import (
    BODY,
    CORNER,
    GROUND,
    HEAD,
    LEFT,
    PATIENCE,
    RIGHT,
    Scene,
    colours,
    drag,
    lets_clicks_through,
    mouse,
    quiet,
    shape,
    stays,
)

window_test = pytest.mark.window


def eyes(picture: QImage) -> int:
    """Count the pixels of the face in the teal of the eyes."""
    seen, width = colours(picture), picture.width()
    points = (seen[y * width + x] for x in range(70, 230, 2) for y in range(150, 230, 2))
    return sum(qRed(rgb) < 110 and qBlue(rgb) > 100 and qGreen(rgb) > 100 for rgb in points)


def top(picture: QImage) -> int:
    """Return the first row from the top whose middle does not show the background."""
    rows = (y for y in range(0, picture.height(), 2) if picture.pixelColor(150, y) != GROUND)
    return next(rows, picture.height())


@window_test
def test_the_still_picture_is_shown_before_the_model(qtbot: QtBot, scene: Scene) -> None:
    alive_at_frame: list[bool] = []
    scene.pet.frameSwapped.connect(lambda: alive_at_frame.append(scene.pet.is_alive))
    with qtbot.waitSignals([scene.pet.shown, scene.pet.first_frame], timeout=PATIENCE):
        scene.pet.show()
    assert alive_at_frame[0] is False
    assert scene.pet.is_alive


@window_test
def test_the_still_picture_and_the_model_are_in_the_same_place(qtbot: QtBot, scene: Scene) -> None:
    scene.stage.character = character.Character("Mikan")
    stills: list[QImage] = []

    def on_first_frame() -> None:
        if not stills:
            deadline = QDeadlineTimer(PATIENCE)
            while scene.sees_ground(BODY) and not deadline.hasExpired():
                pass  # wait for the compositor without the event loop, which would load the model
            stills.append(scene.picture())

    scene.pet.frameSwapped.connect(on_first_frame)
    # Freeze the first pose.
    scene.pet.first_frame.connect(lambda: scene.pet.living_model.rest(True))
    with qtbot.waitSignal(scene.pet.first_frame, timeout=PATIENCE):
        scene.pet.show()
    qtbot.waitUntil(lambda: scene.picture() != stills[0])

    still, living = shape(stills[0]), shape(scene.picture())
    assert len(still) > 2000
    # A small difference remains: the tail moves from the first frame on.
    assert len(still ^ living) < len(still) / 15


@window_test
def test_the_window_is_transparent_around_the_character(qtbot: QtBot, living: Scene) -> None:
    for corner in (CORNER, QPoint(WIDTH - 4, 4), QPoint(4, HEIGHT - 4)):
        assert living.sees_ground(corner)
    assert not living.sees_ground(HEAD)
    assert living.pet.size() == QSize(WIDTH, HEIGHT)


@window_test
def test_an_expression_changes_the_picture(qtbot: QtBot, living: Scene) -> None:
    qtbot.waitUntil(lambda: eyes(living.picture()) > 100, timeout=PATIENCE)
    living.stage.request_expression("laughing")
    # Longer than a blink.
    qtbot.waitUntil(stays(lambda: eyes(living.picture()) < 30, 40), timeout=PATIENCE)


@window_test
def test_a_motion_changes_the_picture(qtbot: QtBot, living: Scene) -> None:
    before = top(living.picture())
    living.stage.request_motion("Happy", 0)
    qtbot.waitUntil(lambda: abs(top(living.picture()) - before) > 8, timeout=PATIENCE)


def eyes_at(picture: QImage) -> float:
    """Return the mean column of the pixels in the teal of the eyes; the middle if there are none."""
    seen, width = colours(picture), picture.width()
    points = ((x, seen[y * width + x]) for x in range(70, 230, 2) for y in range(150, 230, 2))
    columns = [x for x, rgb in points if qRed(rgb) < 110 and qBlue(rgb) > 100 and qGreen(rgb) > 100]
    return sum(columns) / len(columns) if len(columns) > 100 else WIDTH / 2


@window_test
def test_a_requested_look_turns_the_head_and_ends(qtbot: QtBot, living: Scene) -> None:
    QCursor.setPos(living.pet.geometry().center())
    qtbot.waitUntil(stays(lambda: abs(eyes_at(living.picture()) - WIDTH / 2) < 12, 10), timeout=PATIENCE)
    for direction, side in (("left", -1), ("right", 1)):
        living.stage.request_look(GazeRequest(direction, 20))
        qtbot.waitUntil(lambda side=side: (eyes_at(living.picture()) - WIDTH / 2) * side > 12, timeout=PATIENCE)
    living.stage.request_look(GazeRequest("left", 0.5))
    qtbot.waitUntil(stays(lambda: abs(eyes_at(living.picture()) - WIDTH / 2) < 12, 10), timeout=PATIENCE)


@window_test
def test_requests_before_the_model_is_loaded_are_performed_later(qtbot: QtBot, scene: Scene) -> None:
    scene.stage.character = character.Character("Mikan", idle_group="Idle")
    scene.stage.request_expression("laughing")
    with qtbot.waitSignal(scene.pet.first_frame, timeout=PATIENCE):
        scene.pet.show()
    qtbot.waitUntil(stays(lambda: eyes(scene.picture()) < 30, 40), timeout=PATIENCE)


@window_test
def test_an_unknown_name_is_logged(living: Scene, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        living.stage.request_expression("furious")
        living.stage.request_motion("Fly")
        living.stage.request_motion("Wave", 9)
    assert [record.levelname for record in caplog.records] == ["WARNING"] * 3
    assert "furious" in caplog.text
    assert "Fly" in caplog.text


@window_test
def test_a_drag_moves_the_window_and_saves_its_position(qtbot: QtBot, living: Scene) -> None:
    start = living.pet.position()
    places: list[QRect] = []
    living.pet.moved.connect(places.append)
    with qtbot.assertNotEmitted(living.pet.clicked):
        drag(living.pet, BODY, QPoint(-300, -120))
    goal = start + QPoint(-300, -120)
    qtbot.waitUntil(lambda: places[-1:] == [QRect(goal, QSize(WIDTH, HEIGHT))])
    assert living.pet.position() == goal
    assert living.place_file.exists()

    again = PetWindow(living.model, living.stage, place_file=living.place_file)
    assert again.position() == goal
    again.destroy()


@window_test
def test_a_tiny_movement_is_a_tap(qtbot: QtBot, living: Scene) -> None:
    start = living.pet.position()
    with qtbot.waitSignal(living.pet.clicked) as tapped:
        drag(living.pet, HEAD, QPoint(2, 1))
    assert tapped.args == ["Head"]
    assert living.pet.position() == start
    assert not living.place_file.exists()


@window_test
def test_a_tap_on_the_head_is_a_stroke_and_one_on_the_body_is_none(qtbot: QtBot, living: Scene) -> None:
    with qtbot.waitSignal(living.pet.stroked):
        QTest.mouseClick(living.pet, LEFT, pos=HEAD)
    with qtbot.assertNotEmitted(living.pet.stroked), qtbot.waitSignal(living.pet.clicked):
        QTest.mouseClick(living.pet, LEFT, pos=BODY)


@window_test
def test_a_tap_plays_its_gesture(qtbot: QtBot, living: Scene) -> None:
    living.stage.character = character.Character("Mikan", taps={"Body": Gesture("laughing", None)})
    with qtbot.waitSignal(living.pet.clicked):
        QTest.mouseClick(living.pet, LEFT, pos=BODY)
    qtbot.waitUntil(stays(lambda: eyes(living.picture()) < 30, 20), timeout=PATIENCE)
    # The expression ends by itself.
    qtbot.waitUntil(lambda: eyes(living.picture()) > 100, timeout=PATIENCE)


@window_test
def test_clicks_beside_the_character_are_ignored(qtbot: QtBot, living: Scene) -> None:
    start = living.pet.position()
    with qtbot.assertNotEmitted(living.pet.clicked), qtbot.assertNotEmitted(living.pet.menu_requested):
        drag(living.pet, CORNER, QPoint(-100, -100))
        QTest.mouseClick(living.pet, RIGHT, pos=CORNER)
    assert living.pet.position() == start


@window_test
def test_a_press_is_judged_by_its_pixel(qtbot: QtBot, living: Scene) -> None:
    """A mesh is larger than its visible texture, and no pixel was read where the pointer has not been before."""
    picture = living.picture()
    grid = (QPoint(x, y) for x in range(6, WIDTH - 6, 3) for y in range(6, HEIGHT - 6, 3))
    in_mesh = [each for each in grid if living.pet.living_model.covers(QPointF(each))]
    near = [QPoint(dx, dy) for dx in (-6, 0, 6) for dy in (-6, 0, 6)]
    bare = [each for each in in_mesh if all(picture.pixelColor(each + way) == GROUND for way in near)]
    pressed = [is_accepted_press(living.pet, QPointF(point)) for point in bare]
    # The character moves a little while she is pressed.
    assert len(bare) > 10
    assert sum(pressed) < len(bare) / 3
    assert is_accepted_press(living.pet, QPointF(BODY))


@window_test
def test_looking_again_at_what_is_below_a_resting_pointer_takes_no_memory(qtbot: QtBot, living: Scene) -> None:
    point, looks = QPointF(BODY), 3000
    assert is_accepted_press(living.pet, point)
    blocks = sys.getallocatedblocks()
    for _ in range(looks):
        assert living.pet.living_model.covers(point)
    assert sys.getallocatedblocks() - blocks < looks / 10


def is_accepted_press(pet: PetWindow, point: QPointF) -> bool:
    """Press and release the left button at a point of the window; return whether it took the press."""
    pointer = QPointF(pet.position()) + point
    modifiers = Qt.KeyboardModifier.NoModifier
    press = QMouseEvent(QEvent.Type.MouseButtonPress, point, pointer, LEFT, LEFT, modifiers)
    QGuiApplication.sendEvent(pet, press)
    mouse(pet, QEvent.Type.MouseButtonRelease, point, pointer, held=False)
    return press.isAccepted()


@window_test
def test_clicks_beside_the_character_go_through(qtbot: QtBot, living: Scene) -> None:
    pet = living.pet
    for point, through in ((BODY, False), (CORNER, True), (HEAD, False)):
        QCursor.setPos(pet.position() + point)
        qtbot.waitUntil(lambda through=through: lets_clicks_through(pet) is through)


@window_test
def test_the_menu_opens_on_the_character(qtbot: QtBot, living: Scene) -> None:
    menu = living.pet.menu
    # A position with enough room below for the whole menu.
    living.pet.setPosition(400, 200)
    qtbot.waitUntil(lambda: living.pet.position() == QPoint(400, 200))
    with qtbot.waitSignal(living.pet.menu_requested) as asked:
        QTest.mouseClick(living.pet, RIGHT, pos=BODY)
    qtbot.waitUntil(menu.isVisible)
    assert asked.args == [living.pet.position() + BODY]
    texts = [action.text() for action in menu.actions() if action.text()]
    assert texts[:2] == ["Chat\tCtrl+Alt+P", "Settings…"]
    assert {"Size", "Opacity", "Clicks go through", "Behaviour", "Bring her here"} < set(texts)
    assert texts[-2:] == ["Hide", "Quit"]
    shadow = QPoint(popup_menu.shadow_margin(), popup_menu.shadow_margin())
    assert menu.pos() + shadow == living.pet.position() + BODY
    for action, signal in (
        (menu.chat, menu.chat_requested),
        (menu.settings, menu.settings_requested),
        (menu.hide_action, menu.hide_requested),
        (menu.quit, menu.quit_requested),
    ):
        with qtbot.waitSignal(signal):
            action.trigger()
    menu.close()


@window_test
def test_a_hidden_window_draws_nothing_and_returns_to_its_position(qtbot: QtBot, living: Scene) -> None:
    pet = living.pet
    place = pet.position() + QPoint(-200, -100)
    with qtbot.waitSignal(pet.moved, check_params_cb=lambda box: box.topLeft() == place):
        drag(pet, BODY, QPoint(-200, -100))
    with qtbot.waitSignal(pet.hidden):
        pet.hide()
    qtbot.waitUntil(lambda: not pet.isExposed())
    qtbot.waitUntil(quiet(pet.frameSwapped))
    with qtbot.waitSignals([pet.shown, pet.frameSwapped], timeout=PATIENCE):
        pet.show()
    qtbot.waitUntil(lambda: not living.sees_ground(BODY) and pet.position() == place)


@window_test
def test_hide_for_shows_the_window_again(qtbot: QtBot, living: Scene) -> None:
    living.pet.menu.show_hide_duration(10)
    assert living.pet.menu.hide_action.text() == "Hide for 10 minutes"
    with qtbot.waitSignals([living.pet.hidden, living.pet.shown], order="strict"):
        living.pet.hide_for(0.2)
    living.pet.hide_for(60)
    living.pet.show()
    assert living.pet.isVisible()


@window_test
@pytest.mark.skipif(shutil.which("xprop") is None, reason="needs xprop")
def test_it_stays_above_and_out_of_the_taskbar(qtbot: QtBot, living: Scene) -> None:
    def states() -> str:
        command = ["xprop", "-id", str(int(living.pet.winId())), "_NET_WM_STATE"]
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=10).stdout

    qtbot.waitUntil(lambda: "_ABOVE" in states())
    assert "_SKIP_TASKBAR" in states()
    living.pet.hide()
    qtbot.waitUntil(lambda: "_ABOVE" not in states())
    living.pet.show()
    qtbot.waitUntil(lambda: "_ABOVE" in states() and "_SKIP_TASKBAR" in states())


@window_test
def test_resizing_keeps_the_lower_edge_in_place(qtbot: QtBot, living: Scene) -> None:
    pet, before = living.pet, living.pet.geometry()
    with qtbot.waitSignal(pet.moved, check_params_cb=lambda box: box.width() == WIDTH // 2 and box.y() > before.y()):
        pet.set_scale(0.5)
    now = pet.geometry()
    assert now.size() == QSize(WIDTH // 2, HEIGHT // 2)
    assert now.bottom() == before.bottom()
    assert abs(now.center().x() - before.center().x()) <= 1
    qtbot.waitUntil(lambda: 0.2 < len(shape(living.picture())) / (now.width() * now.height() / 9) < 0.7)


@window_test
def test_another_model_replaces_the_first(qtbot: QtBot, living: Scene, shared: Path, tmp_path: Path) -> None:
    model = model_file.load(str(shared / "models" / "Wanko"), tmp_path)
    before = shape(living.picture())
    living.stage.character = character.from_model(model)
    with qtbot.waitSignal(living.pet.first_frame, timeout=PATIENCE):
        living.pet.living_model.replace_model(model)
    # This model covers a much smaller area.
    qtbot.waitUntil(lambda: 100 < len(shape(living.picture())) < len(before) * 0.7, timeout=PATIENCE)
    with qtbot.waitSignal(living.pet.clicked) as tapped:
        QTest.mouseClick(living.pet, LEFT, pos=QPoint(WIDTH // 2, HEIGHT // 2 + 50))
    assert tapped.args == ["Body"]


@window_test
def test_a_model_replaced_while_its_textures_are_read_is_never_shown(
    qtbot: QtBot, living: Scene, shared: Path, tmp_path: Path
) -> None:
    pet = living.pet
    linked = shader_programs(pet)
    first, second = (model_file.load(name, tmp_path) for name in (str(shared / "models" / "Haru"), "yuki"))
    for model in (first, second):
        living.stage.character = character.from_model(model)
        pet.living_model.replace_model(model)
        # The still picture is on screen, so that the core has the model, but not yet its textures.
        qtbot.waitSignal(pet.frameSwapped, timeout=PATIENCE).wait()
        QTest.qWait(0)
        assert not pet.is_alive
    qtbot.waitUntil(lambda: pet.is_alive, timeout=PATIENCE)
    assert pet.living_model.model is second
    assert shader_programs(pet) == linked


@window_test
def test_a_texture_that_was_damaged_since_the_model_was_checked_is_a_failure(
    qtbot: QtBot, living: Scene, tmp_path: Path
) -> None:
    """The core would draw nothing, and say nothing."""
    copy = shutil.copytree(model_file.built_in_folder() / "yuki", tmp_path / "yuki")
    model = model_file.load(str(copy), tmp_path / "cache")
    for texture in model.settings.textures:
        Path(texture).write_bytes(b"no picture")
    with qtbot.waitSignal(living.pet.failed, timeout=PATIENCE) as failed:
        living.pet.living_model.replace_model(model)
    assert failed.args == ["A texture of yuki can't be read any more."]


def shader_programs(pet: PetWindow) -> int:
    """Count the linked shader programs of the window's context."""
    pet.makeCurrent()
    linked = sum(map(QOpenGLContext.currentContext().functions().glIsProgram, range(1, TRIED_PROGRAMS)))
    pet.doneCurrent()
    return linked


@window_test
def test_shaders_are_not_linked_again_for_another_model(qtbot: QtBot, living: Scene, tmp_path: Path) -> None:
    linked = shader_programs(living.pet)
    model = model_file.load("yuki", tmp_path)
    living.stage.character = character.from_model(model)
    with qtbot.waitSignal(living.pet.first_frame, timeout=PATIENCE):
        living.pet.living_model.replace_model(model)
        # The previous model is not drawn any more, but keeps its shaders for the next one.
        assert not living.pet.is_alive
        assert shader_programs(living.pet) == linked
    assert shader_programs(living.pet) == linked


@window_test
def test_a_closed_window_does_not_load_the_model(qtbot: QtBot, scene: Scene) -> None:
    pet = PetWindow(scene.model, scene.stage)
    pet.close_gl()
    with qtbot.assertNotEmitted(pet.first_frame, wait=300):
        pet.show()
    pet.destroy()


PROGRAM = """
import json, sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from deskpet.pet import character, model_file
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.stage import Stage

application = QApplication([])
model = model_file.load("mikan", Path(sys.argv[1]))
pet = PetWindow(model, Stage(character.Character("Mikan")))

def picture():
    return pet.screen().grabWindow(0, pet.x(), pet.y(), pet.width(), pet.height()).toImage()

before = picture()

def rows(now):
    columns = range(now.width() // 4, now.width() * 3 // 4, 5)
    return [y for y in range(now.height()) if any(now.pixel(x, y) != before.pixel(x, y) for x in columns)]

def look():
    now = picture()
    if changed := rows(now):
        watch.stop()
        box = [y / now.devicePixelRatio() for y in (changed[0], changed[-1])]
        print(json.dumps({"size": [now.width(), now.height()], "box": box}), flush=True)
        leave()

def leave():
    match sys.argv[2]:
        case "close":
            pet.close_gl()
            QTimer.singleShot(0, application.quit)
        case "quit":
            application.quit()
        case "hide":
            pet.hide()
            QTimer.singleShot(0, application.quit)
        case "at once":
            sys.exit(0)

watch = QTimer(interval=100, timeout=look)
pet.first_frame.connect(watch.start)
pet.show()
sys.exit(application.exec())
"""


def run(tmp_path: Path, way_out: str = "close", **environment: str) -> dict[str, Any]:
    """Run PROGRAM in a subprocess until it exits, and return its JSON output."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path), way_out],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return json.loads(done.stdout)


@window_test
@pytest.mark.parametrize("way_out", ["close", "quit", "hide", "at once"])
def test_every_way_to_quit_is_clean(qtbot: QtBot, tmp_path: Path, way_out: str) -> None:
    run(tmp_path, way_out)


def still_rows(tmp_path: Path) -> tuple[float, float]:
    """Return the first and last visible row of the still picture in a window of scale 1."""
    still = QImage(str(model_file.load("mikan", tmp_path).preview))
    columns = range(still.width() // 4, still.width() * 3 // 4, 5)
    rows = [y for y in range(still.height()) if any(still.pixelColor(x, y).alpha() > 16 for x in columns)]
    shrink = min(WIDTH / still.width(), HEIGHT / still.height())
    above = (HEIGHT - still.height() * shrink) / 2
    return above + rows[0] * shrink, above + rows[-1] * shrink


@window_test
@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_the_size_follows_the_scale_factor(qtbot: QtBot, tmp_path: Path, scale: float) -> None:
    shot = run(tmp_path, QT_SCALE_FACTOR=str(scale))
    assert shot["size"] == [WIDTH * scale, HEIGHT * scale]
    assert shot["box"] == pytest.approx(still_rows(tmp_path), abs=12)


def test_the_clock_ticks_until_it_is_stopped(qtbot: QtBot) -> None:
    clock = FrameClock(100)
    with qtbot.waitSignals([clock.tick] * 3):
        clock.start()
    clock.stop()
    with qtbot.assertNotEmitted(clock.tick, wait=100):
        pass


def test_frames_that_a_stall_leaves_no_time_for_are_dropped(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("deskpet.ui.pet.frame_clock.perf_counter", lambda: now[0])
    clock = FrameClock(100)
    with qtbot.waitSignal(clock.tick):
        clock.start()
    assert clock.dropped_frames == 0
    # The next frame is due at 100.01.
    now[0] = 100.055
    with qtbot.waitSignal(clock.tick):
        pass
    clock.stop()
    assert clock.dropped_frames == 4


def test_expensive_frames_lower_the_rate(qtbot: QtBot) -> None:
    clock = FrameClock(100)
    for _ in range(30):
        clock.record_frame_time(0.3, 0.3)
    with qtbot.waitSignal(clock.tick):
        clock.start()
    with qtbot.assertNotEmitted(clock.tick, wait=300):
        pass
    clock.stop()


def test_the_tray_has_the_same_menu(qtbot: QtBot, tmp_path: Path) -> None:
    tray = Tray("Mikan", tmp_path / "no-icon.png")
    assert not tray.icon().isNull()
    assert tray.toolTip() == "Mikan"
    for action, signal in (
        (tray.menu.chat, tray.menu.chat_requested),
        (tray.menu.settings, tray.menu.settings_requested),
        (tray.menu.hide_action, tray.menu.hide_requested),
        (tray.menu.quit, tray.menu.quit_requested),
    ):
        with qtbot.waitSignal(signal):
            action.trigger()
    tray.menu.show_hidden(True)
    assert tray.menu.hide_action.text() == "Show"
    with qtbot.waitSignal(tray.menu.hide_requested):
        tray.activated.emit(Tray.ActivationReason.Trigger)


def test_the_menu_requests_looks_and_marks_the_present_one(qtbot: QtBot) -> None:
    menu = PetMenu()
    qtbot.addWidget(menu)
    menu.show_look(CharacterLook(scale=1.5, opacity=0.8))
    marked = [action.text() for action in menu.sizes.actions() if not action.icon().isNull()]
    assert marked == ["150%"]
    for choice, wanted in (
        (menu.sizes.actions()[0], CharacterLook(scale=0.5, opacity=0.8)),
        (menu.opacities.actions()[-1], CharacterLook(scale=1.5, opacity=0.4)),
        (menu.clicks.actions()[1], CharacterLook(scale=1.5, opacity=0.8, clicks=Clicks.EVERYWHERE)),
        (menu.behavior.actions()[0], CharacterLook(scale=1.5, opacity=0.8, hold_position=True)),
        (menu.behavior.actions()[1], CharacterLook(scale=1.5, opacity=0.8, fade_when_near=True)),
        (menu.behavior.actions()[2], CharacterLook(scale=1.5, opacity=0.8, hide_for_full_screen=True)),
    ):
        with qtbot.waitSignal(menu.look_requested) as asked:
            choice.trigger()
        assert asked.args == [wanted]
    menu.show_look(CharacterLook(hold_position=True, clicks=Clicks.NOWHERE))
    assert [not action.icon().isNull() for action in menu.behavior.actions()[:3]] == [True, False, False]
    assert [not action.icon().isNull() for action in menu.clicks.actions()] == [False, False, True]
    with qtbot.waitSignal(menu.look_requested) as asked:
        menu.behavior.actions()[0].trigger()
    assert asked.args == [CharacterLook(clicks=Clicks.NOWHERE)]


def wheel(pet: PetWindow, notches: int, modifiers: Qt.KeyboardModifier, at: QPoint = BODY) -> None:
    point = QPointF(at)
    event = QWheelEvent(
        point,
        QPointF(pet.position()) + point,
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        modifiers,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QGuiApplication.sendEvent(pet, event)


@window_test
def test_the_wheel_changes_the_size_with_ctrl_only(qtbot: QtBot, living: Scene) -> None:
    pet, feet = living.pet, living.pet.geometry().bottom()
    wheel(pet, 3, Qt.KeyboardModifier.NoModifier)
    assert pet.size() == QSize(WIDTH, HEIGHT)
    with qtbot.waitSignal(pet.look_changed) as wanted:
        wheel(pet, -2, Qt.KeyboardModifier.ControlModifier)
    assert wanted.args == [CharacterLook(scale=0.91)]
    qtbot.waitUntil(lambda: pet.size() == QSize(round(WIDTH * 0.91), round(HEIGHT * 0.91)))
    assert pet.geometry().bottom() == feet
    wheel(pet, -99, Qt.KeyboardModifier.ControlModifier)
    assert pet.maximumSize() == QSize(WIDTH // 4, round(HEIGHT * 0.25))


@window_test
def test_the_wheel_scales_about_the_pointer(qtbot: QtBot, living: Scene) -> None:
    pet = living.pet
    pet.placement.end_drag(QRect(QPoint(700, 300), pet.size()))
    pet.setPosition(700, 300)
    qtbot.waitUntil(lambda: pet.position() == QPoint(700, 300))
    pointer = QPointF(pet.position() + HEAD)
    shares = [((pointer.x() - 700) / WIDTH, (pointer.y() - 300) / HEIGHT)]
    for notches in (3, 2, -1):
        before = pet.width()
        wheel(pet, notches, Qt.KeyboardModifier.ControlModifier, (pointer - QPointF(pet.position())).toPoint())
        qtbot.waitUntil(lambda before=before: pet.width() != before)
        box = pet.geometry()
        shares.append(((pointer.x() - box.left()) / box.width(), (pointer.y() - box.top()) / box.height()))
    for share in shares[1:]:
        assert share == pytest.approx(shares[0], abs=0.01)


@window_test
def test_the_outline_is_known_with_the_first_frame(qtbot: QtBot, living: Scene) -> None:
    qtbot.waitUntil(lambda: bool(living.pet.body))
    rows, window = living.pet.body, living.pet.geometry()
    assert all(window.contains(row) for row in rows)
    head = next(row for row in rows if row.top() <= window.top() + HEAD.y() <= row.bottom())
    assert head.contains(window.topLeft() + HEAD)
    assert window.left() + 5 < head.left()


@window_test
def test_the_frame_rate_is_high_while_talking_and_low_while_asleep(qtbot: QtBot, living: Scene) -> None:
    animator, clock = living.pet.animator, living.pet.findChild(FrameClock)
    assert isinstance(clock, FrameClock)
    animator.do(MoodActivity.TALKING)
    rates: list[float] = []
    clock.tick.connect(lambda: rates.append(clock.rate))
    qtbot.waitUntil(lambda: rates[-1:] == [60], timeout=PATIENCE)
    animator.do(MoodActivity.NOTHING)
    animator.set_sleep_timeout(0.05)
    qtbot.waitUntil(lambda: rates[-1:] == [3], timeout=PATIENCE)
    animator.set_sleep_timeout(600)
    with qtbot.waitSignal(living.pet.clicked):
        QTest.mouseClick(living.pet, LEFT, pos=BODY)
    assert clock.rate == 60


@window_test
def test_with_hold_position_it_cannot_be_dragged(qtbot: QtBot, living: Scene) -> None:
    start = living.pet.position()
    living.pet.apply(CharacterLook(hold_position=True))
    with qtbot.assertNotEmitted(living.pet.clicked):
        drag(living.pet, BODY, QPoint(0, -120))
    assert living.pet.position() == start
    assert not living.place_file.exists()


@window_test
def test_the_opacity_is_applied(qtbot: QtBot, living: Scene) -> None:
    def blends() -> bool:
        # The hoodie is bright: it is this dark only with the background shining through.
        return living.picture().pixelColor(BODY).red() < 190

    qtbot.waitUntil(lambda: not blends(), timeout=PATIENCE)
    living.pet.apply(CharacterLook(opacity=0.4))
    qtbot.waitUntil(blends, timeout=PATIENCE)


@window_test
def test_a_drag_snaps_to_a_screen_edge(qtbot: QtBot, living: Scene) -> None:
    free = living.pet.screen().availableGeometry()
    qtbot.waitUntil(lambda: bool(living.pet.body))
    start, margin = living.pet.position(), min(row.left() for row in living.pet.body) - living.pet.x()
    assert margin > 20
    drag(living.pet, BODY, QPoint(free.left() + 9 - start.x() - margin, -200))
    # Her body touches the edge, not the empty margin beside it.
    qtbot.waitUntil(lambda: living.pet.x() == free.left() - margin)
    assert living.pet.y() == start.y() - 200


@window_test
def test_the_character_reacts_to_begin_and_end_of_a_drag(qtbot: QtBot, living: Scene) -> None:
    pet, point, gone = living.pet, QPointF(BODY), QPointF(-60, -60)
    pointer = QPointF(pet.position()) + point
    mouse(pet, QEvent.Type.MouseButtonPress, point, pointer, held=True)
    assert pet.animator.mood.touch is None
    mouse(pet, QEvent.Type.MouseMove, point + gone, pointer + gone, held=True)
    assert pet.animator.mood.touch is GestureRole.LIFTED
    mouse(pet, QEvent.Type.MouseButtonRelease, point, pointer + gone, held=False)
    assert pet.animator.mood.touch is GestureRole.PUT_DOWN


@window_test
def test_stroking_the_head_is_recognized(qtbot: QtBot, living: Scene) -> None:
    for _ in range(3):
        for way in (*range(-30, 31, 10), *range(30, -31, -10)):
            point = QPointF(HEAD + QPoint(way, 0))
            mouse(living.pet, QEvent.Type.MouseMove, point, point + QPointF(living.pet.position()), held=False)
    assert living.pet.animator.mood.touch is GestureRole.STROKED


def test_a_higher_rate_applies_at_once_and_a_lower_one_gradually(qtbot: QtBot) -> None:
    clock = FrameClock(1)
    with qtbot.waitSignal(clock.tick):
        clock.start()
    happened: list[str] = []
    slow_beat = QTimer(singleShot=True, interval=900)
    slow_beat.timeout.connect(lambda: happened.append("slow"))
    slow_beat.start()
    clock.tick.connect(lambda: happened.append("tick"))
    clock.set_rate(100)
    assert clock.interval == pytest.approx(0.01)
    # At the low rate the next tick would have been due after a second.
    qtbot.waitUntil(lambda: "slow" in happened)
    assert happened[0] == "tick"
    intervals: list[float] = []
    clock.tick.connect(lambda: intervals.append(clock.interval))
    clock.set_rate(20)
    qtbot.waitUntil(lambda: clock.interval == pytest.approx(1 / 20))
    clock.stop()
    assert len(intervals) > 10
    assert all(a <= b <= a * 1.07 for a, b in itertools.pairwise(intervals))


@pytest.mark.parametrize("text", ["", "[]", '{"scale": "big"}', '{"clicks": "some"}'])
def test_a_damaged_look_file_gives_the_default(tmp_path: Path, text: str, caplog: pytest.LogCaptureFixture) -> None:
    file = tmp_path / "look.json"
    file.write_text(text, encoding="utf-8")
    assert load(file) == CharacterLook()
    assert "look.json" in caplog.text


def test_a_look_is_saved_and_older_files_are_read(tmp_path: Path) -> None:
    file = tmp_path / "look.json"
    save(file, CharacterLook("haru", 1.5, 20, 0.5, True, 3, Clicks.NOWHERE, True, True, ""))
    assert load(file) == CharacterLook("haru", 1.5, 20, 0.5, True, 3, Clicks.NOWHERE, True, True, "")
    file.write_text('{"folder": "haru", "scale": 2, "frame_rate": 24, "gone": 1}', encoding="utf-8")
    assert load(file) == CharacterLook("haru", 2.0, 24)
