"""Tests of rendering cost in the real window: texture sizes, resolution, power saver and meter."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QGuiApplication, QImage, QOpenGLContext, QOpenGLFunctions, QWindow
from PySide6.QtOpenGL import QOpenGLTexture
from pytestqt.qtbot import QtBot

from deskpet.config.choices import PowerSaver
from deskpet.pet import body, character, model_file
from deskpet.pet.mood import MoodActivity
from deskpet.pet.rig import Rig
from deskpet.pet.shaders import WHOLE_MASKS
from deskpet.ui.pet.frame_clock import FrameClock
from deskpet.ui.pet.gl import TRIED_TEXTURES, read_frame
from deskpet.ui.pet.meter import INTERVAL_MS, Meter
from deskpet.ui.pet.saved_look import CharacterLook
from deskpet.ui.pet.textures import Textures, mask_programs
from deskpet.ui.platform import process_usage
from deskpet.ui.platform.power import PowerMonitor, battery
from tests.support.sprites import draw_sheet, write_sprites
from tests.ui.pet.scene import CORNER, HEAD, PATIENCE, Scene

window_test = pytest.mark.window


def clock_of(scene: Scene) -> FrameClock:
    clock = scene.pet.findChild(FrameClock)
    assert isinstance(clock, FrameClock)
    return clock


def functions() -> QOpenGLFunctions:
    """Return OpenGL's functions of the context that is current."""
    return QOpenGLContext.currentContext().functions()


def assert_textures_follow_the_size(qtbot: QtBot, living: Scene) -> None:
    textures = living.pet.findChild(Textures)
    assert isinstance(textures, Textures)
    living.pet.apply(CharacterLook(scale=0.25))

    def shrinks() -> int:
        return textures._shown.shrinks if textures._shown else 0

    qtbot.waitUntil(lambda: shrinks() > 0, timeout=PATIENCE)
    small = shrinks()
    living.pet.apply(CharacterLook(scale=2.0))
    qtbot.waitUntil(lambda: shrinks() < small, timeout=PATIENCE)


@window_test
def test_textures_follow_the_size_on_screen(qtbot: QtBot, living: Scene) -> None:
    assert_textures_follow_the_size(qtbot, living)
    with qtbot.waitSignal(living.pet.frameSwapped, timeout=PATIENCE):
        pass


@window_test
def test_textures_follow_the_size_after_many_changes_of_character(qtbot: QtBot, living: Scene, tmp_path: Path) -> None:
    living.pet.makeCurrent()
    for _ in range(TRIED_TEXTURES):
        QOpenGLTexture(QImage(1, 1, QImage.Format.Format_RGBA8888)).destroy()
    living.pet.doneCurrent()
    model = model_file.load("yuki", tmp_path)
    living.stage.character = character.from_model(model)
    with qtbot.waitSignal(living.pet.first_frame, timeout=PATIENCE):
        living.pet.living_model.replace_model(model)
    assert_textures_follow_the_size(qtbot, living)


@window_test
def test_drawn_on_fewer_pixels_it_is_as_large_and_as_transparent(qtbot: QtBot, living: Scene) -> None:
    clock = clock_of(living)

    def is_blunt() -> bool:
        clock.record_frame_time(0.06, 0.06)
        return clock.sharpness < 1

    qtbot.waitUntil(is_blunt, timeout=PATIENCE)
    with qtbot.waitSignals([living.pet.frameSwapped] * 3, timeout=PATIENCE):
        pass
    qtbot.waitUntil(lambda: not living.sees_ground(HEAD) and living.sees_ground(CORNER), timeout=PATIENCE)
    assert living.pet.living_model.covers(HEAD.toPointF())


@window_test
def test_masks_that_are_as_fine_as_they_are_seen_look_the_same(living: Scene) -> None:
    pet, rig = living.pet, living.pet.living_model._rig
    assert isinstance(rig, Rig)
    size, frames = pet.size() * pet.devicePixelRatio(), list[bytes]()
    assert pet.makeCurrent()
    for detail in (WHOLE_MASKS, rig.mask_detail(pet.devicePixelRatio())):
        mask_programs.use(detail)
        rig.draw()
        frames.append(bytes(read_frame(size.width(), size.height()).pixels))
    pet.doneCurrent()
    differences = [abs(one - other) for one, other in zip(*frames, strict=True) if one != other]
    # Fewer pixels change its edges a little, and nothing else.
    assert differences
    assert sum(difference > 13 for difference in differences) < size.width() * size.height() / 1000


@window_test
def test_sprites_after_a_model_change_no_program(qtbot: QtBot, living: Scene, tmp_path: Path) -> None:
    pet, rig = living.pet, living.pet.living_model._rig
    assert isinstance(rig, Rig)
    pet.makeCurrent()
    mask_programs.use(rig.mask_detail(1.0))
    while functions().glGetError():
        pass
    sprites = body.load(str(write_sprites(tmp_path / "blob", draw_sheet())), tmp_path / "cache")
    living.stage.character = character.from_model(sprites)
    with qtbot.waitSignal(pet.first_frame, timeout=PATIENCE):
        pet.living_model.replace_model(sprites)
    pet.makeCurrent()
    assert functions().glGetError() == 0
    pet.doneCurrent()


@window_test
def test_saving_power_lowers_every_rate(qtbot: QtBot, living: Scene) -> None:
    clock, pet = clock_of(living), living.pet
    pet.animator.do(MoodActivity.TALKING)
    qtbot.waitUntil(lambda: clock.rate == 60, timeout=PATIENCE)
    pet.apply(CharacterLook(power_saver=PowerSaver.ON))
    qtbot.waitUntil(lambda: clock.rate == 30, timeout=PATIENCE)
    pet.apply(CharacterLook(power_saver=PowerSaver.OFF))
    qtbot.waitUntil(lambda: clock.rate == 60, timeout=PATIENCE)


@window_test
def test_the_meter_comes_goes_and_moves_with_the_character(qtbot: QtBot, living: Scene) -> None:
    def meters() -> list[QWindow]:
        return [
            widget
            for widget in QGuiApplication.allWindows()
            if widget.title() == "Resource meter" and widget.isVisible()
        ]

    look = CharacterLook(show_meter=True)
    living.pet.apply(look)
    qtbot.waitUntil(lambda: len(meters()) == 1, timeout=PATIENCE)
    before = meters()[0].position()
    living.pet.setPosition(living.pet.position() + QPoint(-40, -30))
    qtbot.waitUntil(lambda: meters()[0].position() != before, timeout=PATIENCE)
    living.pet.hide()
    qtbot.waitUntil(lambda: not meters(), timeout=PATIENCE)
    living.pet.show()
    qtbot.waitUntil(lambda: len(meters()) == 1, timeout=PATIENCE)
    living.pet.apply(replace(look, show_meter=False))
    qtbot.waitUntil(lambda: not meters(), timeout=PATIENCE)


@window_test
def test_the_meter_says_what_it_measured(qtbot: QtBot) -> None:
    meter = Meter()
    qtbot.addWidget(meter)
    meter.show()
    meter.count_frame()
    qtbot.waitUntil(lambda: meter.values[0][1] != "–", timeout=PATIENCE + INTERVAL_MS)
    captions, values = zip(*meter.values, strict=True)
    assert captions == ("fps", "CPU", "memory")
    assert values[1].endswith("%")
    assert meter.accessibleName() == ", ".join(f"{caption} {value}" for caption, value in meter.values)


@window_test
@pytest.mark.parametrize("corner", [QPoint(0, 0), QPoint(1620, 630), QPoint(800, 0), QPoint(0, 630)])
def test_the_meter_stays_on_the_screen(qtbot: QtBot, corner: QPoint) -> None:
    meter = Meter()
    qtbot.addWidget(meter)
    pet = QRect(corner.x(), corner.y(), 300, 450)
    meter.place_below(pet)
    card = meter.geometry().adjusted(14, 14, -14, -14)
    assert QGuiApplication.primaryScreen().availableGeometry().contains(card)


@pytest.mark.skipif(sys.platform != "linux", reason="reads what Linux tells of its batteries")
@pytest.mark.parametrize(
    ("supplies", "drains"),
    [
        ({}, False),
        ({"BAT0": ("Battery", "Discharging", "")}, True),
        ({"BAT0": ("Battery", "Charging", "")}, False),
        ({"AC": ("Mains", "", ""), "BAT1": ("Battery", "Full", "")}, False),
        ({"hidpp_battery_0": ("Battery", "Discharging", "Device")}, False),
    ],
)
def test_a_battery_that_is_drained_saves_power(
    qapp: object, tmp_path: Path, supplies: dict[str, tuple[str, str, str]], drains: bool
) -> None:
    for name, words in supplies.items():
        (tmp_path / name).mkdir()
        for file, word in zip(("type", "status", "scope"), words, strict=True):
            (tmp_path / name / file).write_text(f"{word}\n")
    found = battery(tmp_path)
    assert bool(found and found.is_draining) is drains
    power = PowerMonitor(supplies=tmp_path)
    saved: list[bool] = []
    for saver in (PowerSaver.BATTERY, PowerSaver.OFF, PowerSaver.ON):
        power.apply(saver)
        saved.append(power.is_saving)
    assert saved == [drains, False, True]
    power.apply(PowerSaver.OFF)


def test_memory_is_what_a_process_holds_for_itself() -> None:
    program = (
        "from deskpet.ui.platform.gc_policy import trim; from deskpet.ui.platform.process_usage import memory;"
        "a = memory(); b = bytearray(b'x') * (64 << 20); c = memory(); del b; trim(); print(c - a, memory() - a)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    grown, left = (int(word) / 2**20 for word in done.stdout.split())
    assert grown > 60
    assert left < 8


@window_test
@pytest.mark.skipif(sys.platform != "linux", reason="Mesa draws with the software renderer on Linux only")
def test_the_software_renderer_has_no_threads() -> None:
    program = """
from pathlib import Path
from deskpet.ui.pet import startup
app = startup.new_application()
window = startup.show_still_picture()
assert window.makeCurrent()
print([path.read_text().strip() for path in Path("/proc/self/task").glob("*/comm")])
"""
    environment = {name: value for name, value in os.environ.items() if name != "LP_NUM_THREADS"}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment)
    assert "llvmpipe" not in done.stdout


def test_usage_is_told_between_two_looks() -> None:
    before, now = process_usage.Usage(10.0, 1.0, 100), process_usage.Usage(12.0, 1.5, 160)
    assert (now.rate(before), now.share(before)) == (30.0, 0.25)
