"""Click-through with real pointer events of the display: on and beside the character, and the call back."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from deskpet.config.choices import Clicks
from deskpet.ui.pet.desktop_behavior import DesktopBehavior
from deskpet.ui.pet.saved_look import CharacterLook
from deskpet.ui.pet.still_window import HEIGHT, WIDTH
from deskpet.ui.platform import x11
from deskpet.ui.platform.global_shortcut import GlobalShortcut, ShortcutError
from tests.support.folders import PROJECT
from tests.ui.pet.scene import (
    BODY,
    CORNER,
    GROUND,
    HEAD,
    PATIENCE,
    Scene,
    input_boxes,
    lets_clicks_through,
    needs_xdotool,
    xdotool,
)

pytestmark = [pytest.mark.window, needs_xdotool]


def point_at(qtbot: QtBot, scene: Scene, point: QPoint, *, through: bool) -> QPoint:
    """Move the pointer to a point of the window, and wait until click-through has the state `through`."""
    there = scene.pet.position() + point
    xdotool("mousemove", there.x(), there.y())
    qtbot.waitUntil(lambda: lets_clicks_through(scene.pet) is through, timeout=PATIENCE)
    return there


def hole(scene: Scene) -> QPoint:
    """Return the transparent point inside the window that is nearest to the character's head."""
    picture = scene.picture()
    points = (QPoint(x, y) for y in range(HEAD.y(), HEIGHT, 6) for x in range(12, WIDTH - 12, 6))
    holes = [point for point in points if all(picture.pixelColor(point + QPoint(d, 0)) == GROUND for d in (-9, 0, 9))]
    return min(holes, key=lambda point: (point - HEAD).manhattanLength())


def test_a_window_behind_gets_clicks_through_a_hole_but_not_through_the_body(qtbot: QtBot, living: Scene):
    pressed: list[str] = []
    living.pet.clicked.connect(pressed.append)
    for point in (CORNER, hole(living)):
        there = point_at(qtbot, living, point, through=True)
        xdotool("click", 1)
        qtbot.waitUntil(lambda there=there: living.ground.clicks[-1:] == [there], timeout=PATIENCE)
        assert pressed == []
    count = len(living.ground.clicks)
    point_at(qtbot, living, BODY, through=False)
    xdotool("click", 1)
    qtbot.waitUntil(lambda: pressed == ["Body"], timeout=PATIENCE)
    assert len(living.ground.clicks) == count


def test_a_press_right_after_a_jump_of_the_pointer_hits_the_visible_window(qtbot: QtBot, living: Scene):
    """The input shape is set before the pointer arrives, so a press at once hits the right window."""
    if not x11.is_x11():
        pytest.skip("only X11 takes clicks in a part of a window")
    pressed: list[str] = []
    living.pet.clicked.connect(pressed.append)
    # The holes change while the character moves.
    gap = living.pet.position() + CORNER
    body = living.pet.position() + BODY
    point_at(qtbot, living, CORNER, through=True)
    for _ in range(3):
        xdotool("mousemove", body.x(), body.y(), "click", 1)
        qtbot.waitUntil(lambda: pressed == ["Body"], timeout=PATIENCE)
        assert living.ground.clicks == []
        xdotool("mousemove", gap.x(), gap.y(), "click", 1)
        qtbot.waitUntil(lambda: living.ground.clicks == [gap], timeout=PATIENCE)
        assert pressed == ["Body"]
        # Again, coming from far away.
        xdotool("mousemove", 1, 1, "mousemove", gap.x(), gap.y(), "click", 1)
        qtbot.waitUntil(lambda: living.ground.clicks == [gap, gap], timeout=PATIENCE)
        pressed.clear()
        living.ground.clicks.clear()


def test_before_the_model_is_drawn_the_still_picture_decides(qtbot: QtBot, scene: Scene):
    if not x11.is_x11():
        pytest.skip("only X11 takes clicks in a part of a window")
    shapes: list[list[QRect]] = []
    scene.pet.frameSwapped.connect(lambda: shapes.append(input_boxes(int(scene.pet.winId()))))
    scene.pet.show()
    qtbot.waitUntil(lambda: scene.pet.is_alive and len(shapes) > 3, timeout=PATIENCE)
    # The first frame is on screen before it can be shaped.
    for boxes in shapes[1:]:
        assert not any(box.contains(CORNER) for box in boxes)
        assert any(box.contains(BODY) for box in boxes)


def test_shown_again_it_takes_clicks_where_it_is_visible(qtbot: QtBot, living: Scene):
    point_at(qtbot, living, CORNER, through=True)
    living.pet.hide()
    qtbot.waitUntil(lambda: living.sees_ground(BODY), timeout=PATIENCE)
    living.pet.show()
    there = point_at(qtbot, living, CORNER, through=True)

    def is_clicked() -> bool:
        # The window manager applies the shape asynchronously.
        xdotool("click", 1)
        return living.ground.clicks[-1:] == [there]

    qtbot.waitUntil(is_clicked, timeout=PATIENCE)
    point_at(qtbot, living, BODY, through=False)


def test_click_through_matches_the_visible_pixels(qtbot: QtBot, living: Scene):
    """Test along a line through the character, whose meshes are larger than their visible texture."""
    for x in range(6, WIDTH, 24):
        point = QPoint(x, HEAD.y())
        there = living.pet.position() + point
        xdotool("mousemove", there.x(), there.y())

        def agrees(point: QPoint = point) -> bool:
            picture = living.picture()
            around = {picture.pixelColor(point + QPoint(d, e)) == GROUND for d in (-4, 0, 4) for e in (-4, 0, 4)}
            # At the outline, which moves with the breath, both are right.
            return len(around) == 2 or around == {lets_clicks_through(living.pet)}

        qtbot.waitUntil(agrees, timeout=PATIENCE)


def test_mode_everywhere_lets_all_clicks_through_until_the_shortcut_is_pressed(qtbot: QtBot, living: Scene):
    pet = living.pet
    pressed: list[str] = []
    pet.clicked.connect(pressed.append)
    manners = DesktopBehavior(pet)
    manners.troubled.connect(pressed.append)
    manners.summoned.connect(pet.call)
    wanted: list[CharacterLook] = []
    pet.look_changed.connect(wanted.append)
    for look in (CharacterLook(), CharacterLook(clicks=Clicks.EVERYWHERE)):
        pet.apply(look)
        manners.apply(look)
    there = point_at(qtbot, living, BODY, through=True)
    xdotool("click", 1)
    qtbot.waitUntil(lambda: living.ground.clicks == [there], timeout=PATIENCE)

    xdotool("key", "ctrl+alt+p")
    qtbot.waitUntil(pet.menu.isVisible, timeout=PATIENCE)
    assert wanted == [CharacterLook()]
    assert not lets_clicks_through(pet)
    # The open menu has the keyboard focus.
    with qtbot.waitSignal(pet.menu.chat_requested, timeout=PATIENCE):
        xdotool("key", "Down", "Return")
    qtbot.waitUntil(lambda: not pet.menu.isVisible(), timeout=PATIENCE)
    point_at(qtbot, living, BODY, through=False)
    xdotool("click", 1)
    qtbot.waitUntil(lambda: pressed == ["Body"], timeout=PATIENCE)
    manners.stop()


def test_after_a_call_it_takes_clicks_until_the_pointer_has_entered_and_left(qtbot: QtBot, living: Scene):
    pet = living.pet
    point_at(qtbot, living, CORNER, through=True)
    xdotool("mousemove", 1, 1)
    qtbot.waitUntil(lambda: not lets_clicks_through(pet), timeout=PATIENCE)
    pet.call()
    pet.menu.close()
    xdotool("mousemove", *(pet.position() + CORNER).toTuple())
    with qtbot.waitSignals([pet.frameSwapped] * 5, timeout=PATIENCE):
        pass
    with qtbot.waitSignal(pet.menu_requested, timeout=PATIENCE):
        xdotool("click", 3)
    pet.menu.close()
    assert living.ground.clicks == []
    xdotool("mousemove", 1, 1)
    with qtbot.waitSignals([pet.frameSwapped] * 5, timeout=PATIENCE):
        pass
    point_at(qtbot, living, CORNER, through=True)


def test_mode_nowhere_takes_clicks_in_the_whole_window(qtbot: QtBot, living: Scene):
    living.pet.apply(CharacterLook(clicks=Clicks.NOWHERE))
    tapped: list[bool] = []
    living.pet.tapped.connect(lambda: tapped.append(True))
    xdotool("mousemove", *(living.pet.position() + CORNER).toTuple())
    xdotool("click", 1)
    with qtbot.waitSignal(living.pet.menu_requested, timeout=PATIENCE):
        xdotool("click", 3)
    living.pet.menu.close()
    # Beside her, a click is not one on her.
    assert not tapped


def test_a_call_shows_a_hidden_window(qtbot: QtBot, living: Scene):
    pet, shortcut = living.pet, GlobalShortcut("chat", "Chat", living.pet)
    shortcut.pressed.connect(pet.call)
    shortcut.grab("Ctrl+Shift+F9")
    pet.hide()
    qtbot.waitUntil(lambda: living.sees_ground(BODY), timeout=PATIENCE)
    with qtbot.waitSignal(pet.shown, timeout=PATIENCE):
        xdotool("key", "ctrl+shift+F9")
    qtbot.waitUntil(lambda: not living.sees_ground(BODY) and pet.menu.isVisible(), timeout=PATIENCE)
    pet.menu.close()
    shortcut.release()


def test_a_shortcut_in_use_is_refused_until_it_is_released(qtbot: QtBot, living: Scene):
    first, second = GlobalShortcut("chat", "Chat"), GlobalShortcut("chat", "Chat")
    first.grab("Ctrl+Alt+K")
    with pytest.raises(ShortcutError, match=r"Another program has Ctrl\+Alt\+K"):
        second.grab("Ctrl+Alt+K")
    assert second.keys == ""
    first.grab("Meta+Home")
    second.grab("Ctrl+Alt+K")
    with qtbot.waitSignal(second.pressed, timeout=PATIENCE):
        xdotool("key", "ctrl+alt+k")
    with qtbot.waitSignal(first.pressed, timeout=PATIENCE):
        xdotool("key", "super+Home")
    first.release()
    second.release()


def test_a_bubble_over_the_character_keeps_its_clicks(qtbot: QtBot, living: Scene):
    """A window above the pet takes its own clicks in every click-through mode."""
    bubble = QPushButton("Hello", None)
    bubble.setWindowFlags(Qt.WindowType.Tool | Qt.WindowType.FramelessWindowHint | Qt.WindowType.WindowStaysOnTopHint)
    qtbot.addWidget(bubble)
    bubble.setStyleSheet("background: #d02080; border: none")
    corner = living.pet.position() + CORNER
    bubble.setGeometry(corner.x(), corner.y(), WIDTH, 100)
    bubble.show()
    bubble.raise_()
    qtbot.waitUntil(lambda: living.picture().pixelColor(CORNER + QPoint(40, 40)) == QColor("#d02080"))
    for clicks in Clicks:
        living.pet.apply(CharacterLook(clicks=clicks))
        xdotool("mousemove", *(corner + QPoint(40, 40)).toTuple())
        with qtbot.waitSignal(bubble.clicked, timeout=PATIENCE):
            xdotool("click", 1)
    assert living.ground.clicks == []


def test_click_through_follows_the_pointer_while_asleep(qtbot: QtBot, living: Scene):
    living.pet.animator.set_sleep_timeout(0.05)
    point_at(qtbot, living, CORNER, through=True)
    point_at(qtbot, living, BODY, through=False)


FINE = """
import sys
from pathlib import Path
from PySide6.QtCore import QDeadlineTimer, QPoint
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication
from deskpet.pet import character, model_file
from deskpet.ui.pet.still_window import HEIGHT, WIDTH
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.stage import Stage
from tests.ui.pet.scene import GROUND, PATIENCE, Ground, lets_clicks_through

application = QApplication([])
ground = Ground()
ground.show()
model = model_file.load("mikan", Path(sys.argv[1]))
pet = PetWindow(model, Stage(character.Character("Mikan")))
pet.show()

def wait_for(condition):
    deadline = QDeadlineTimer(PATIENCE)
    while not condition() and not deadline.hasExpired():
        application.processEvents()
    return condition()

def sees(point):
    box, ratio = pet.geometry(), pet.devicePixelRatio()
    picture = pet.screen().grabWindow(0, box.x(), box.y(), box.width(), box.height()).toImage()
    around = [point + QPoint(x, y) for x in (-3, 0, 3) for y in (-3, 0, 3)]
    return {picture.pixelColor((each * ratio)) == GROUND for each in around}

def agrees(point):
    # At the outline, which moves with the breath, both are right.
    seen = sees(point)
    return len(seen) == 2 or seen == {lets_clicks_through(pet)}

wait_for(lambda: pet.is_alive and sees(QPoint(WIDTH // 2, HEIGHT * 2 // 3)) == {False})
for y in range(40, HEIGHT, 70):
    for x in range(20, WIDTH, 40):
        QCursor.setPos(pet.position() + QPoint(x, y))
        if not wait_for(lambda: agrees(QPoint(x, y))):
            sys.exit(f"{x}, {y}: seen of the ground: {sees(QPoint(x, y))}, through: {lets_clicks_through(pet)}")
pet.close_gl()
"""


@pytest.mark.parametrize("scale", [1.5, 2.0])
def test_click_through_matches_the_pixels_at_other_scale_factors(qtbot: QtBot, tmp_path: Path, scale: float):
    environment = os.environ | {"QT_SCALE_FACTOR": str(scale), "PYTHONPATH": str(PROJECT)}
    command = [sys.executable, "-c", FINE, str(tmp_path)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=110)
    assert done.returncode == 0, done.stderr
