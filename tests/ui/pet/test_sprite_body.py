"""A pet of sprites: its frames in a real window, and the program without live2d-py."""

import itertools
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from deskpet.config import paths
from deskpet.config.character_look import CharacterLook
from deskpet.features.first_run.state import BEGUN
from deskpet.pet import body, character, model_notes
from deskpet.pet.body import UnknownName
from deskpet.pet.gait import STANDING, Posture, Stance
from deskpet.pet.mood import GestureRole
from deskpet.pet.motion_player import Priority
from deskpet.pet.sprite_file import CELL_HEIGHT, CELL_WIDTH, ROWS, SpriteFile
from deskpet.ui.pet import saved_look
from deskpet.ui.pet.sprite_body import SpriteBody, drawn_rows, is_pixel_art, load_sheet, scaled_cell
from deskpet.ui.pet.still_window import HEIGHT, WIDTH
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.stage import Stage
from tests.support.folders import PROJECT
from tests.support.sprites import colour_of, draw_sheet, write_sprites
from tests.ui.pet.scene import CORNER, PATIENCE, Scene, drag

BELLY = QPoint(WIDTH // 2, HEIGHT - 60)
LONGEST = sum(ROWS["failed"]) + 0.01


def written(folder: Path, sheet: QImage) -> SpriteFile:
    model = body.load(str(write_sprites(folder / "blob", sheet)), folder / "cache")
    assert isinstance(model, SpriteFile)
    return model


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> SpriteFile:
    return written(tmp_path_factory.mktemp("plain"), draw_sheet())


@pytest.fixture(scope="module")
def looking(tmp_path_factory: pytest.TempPathFactory) -> SpriteFile:
    return written(tmp_path_factory.mktemp("looking"), draw_sheet(has_looks=True))


@pytest.fixture
def blob(looking: SpriteFile) -> SpriteBody:
    return SpriteBody(
        looking, load_sheet(looking), QImage(CELL_WIDTH, CELL_HEIGHT, QImage.Format.Format_ARGB32), "idle"
    )


@pytest.fixture
def pet(qtbot: QtBot, scene: Scene, plain: SpriteFile) -> PetWindow:
    """A pet of sprites on the ground of the scene."""
    notes = model_notes.load(plain)
    pet = PetWindow(plain, Stage(character.from_model(plain, notes)), place_file=scene.place_file)
    pet.living_model.apply_notes(notes)
    scene.pet = pet
    with qtbot.waitSignal(pet.first_frame, timeout=PATIENCE):
        pet.show()
    return pet


def row_seen(scene: Scene) -> int | None:
    """Return the row whose colour is on screen, None if it is another one."""
    seen = scene.picture().pixelColor(BELLY)
    return next((row for row in range(9) if _is_like(seen, colour_of(row))), None)


def _is_like(one: QColor, other: QColor) -> bool:
    return all(abs(a - b) < 8 for a, b in zip(one.getRgb(), other.getRgb(), strict=True))


def shows(scene: Scene, row: str) -> Callable[[], bool]:
    return lambda: row_seen(scene) == tuple(ROWS).index(row)


@pytest.mark.window
def test_the_rows_are_seen_and_the_pixels_beside_are_not(qtbot: QtBot, scene: Scene, pet: PetWindow) -> None:
    qtbot.waitUntil(shows(scene, "waving"), timeout=PATIENCE)
    qtbot.waitUntil(shows(scene, "idle"), timeout=PATIENCE)
    assert scene.sees_ground(CORNER)
    assert pet.living_model.covers(QPointF(BELLY))
    assert not pet.living_model.covers(QPointF(CORNER))
    assert pet.body
    pet.animator.note_touch(GestureRole.TAPPED)
    qtbot.waitUntil(shows(scene, "jumping"), timeout=PATIENCE)
    pet.animator.wince()
    qtbot.waitUntil(shows(scene, "failed"), timeout=PATIENCE)


@pytest.mark.window
def test_she_runs_where_she_is_carried(qtbot: QtBot, scene: Scene, pet: PetWindow) -> None:
    seen: set[str] = set()
    living = pet.living_model
    living.animator.note_touch(GestureRole.LIFTED)
    positions = iter(range(pet.x(), 0, -15))

    def carried_left() -> bool:
        pet.setPosition(next(positions), pet.y())
        seen.update(name for name in ROWS if shows(scene, name)())
        return "running-left" in seen

    qtbot.waitUntil(carried_left, timeout=PATIENCE)
    assert "running-right" not in seen
    living.animator.note_touch(GestureRole.PUT_DOWN)
    qtbot.waitUntil(shows(scene, "idle"), timeout=PATIENCE)
    before = pet.position()
    drag(pet, BELLY, QPoint(-60, -20))
    qtbot.waitUntil(lambda: pet.position() == before + QPoint(-60, -20), timeout=PATIENCE)


@pytest.mark.window
def test_a_frame_is_drawn_only_when_it_changes(qtbot: QtBot, scene: Scene, pet: PetWindow) -> None:
    qtbot.waitUntil(shows(scene, "idle"), timeout=PATIENCE)
    living = pet.living_model
    assert isinstance(living._rig, SpriteBody)
    ticks: list[None] = []
    cells: list[object] = []
    living.frame_clock.tick.connect(lambda: ticks.append(None))
    pet.frameSwapped.connect(lambda: cells.append(living._rig._drawn))
    qtbot.waitUntil(lambda: len(ticks) > 25, timeout=PATIENCE)
    assert living.frame_clock.rate <= 12
    assert 0 < len(cells) < len(ticks)
    assert all(one != other for one, other in itertools.pairwise(cells[2:]))


def test_a_motion_plays_once_and_a_lower_one_waits(blob: SpriteBody) -> None:
    blob.start_motion("failed")
    blob.start_motion("waving", 0, Priority.NORMAL)
    assert blob._cell == (5, 0)
    blob.update(LONGEST)
    assert blob.is_idle
    assert blob._cell[0] == 0
    with pytest.raises(UnknownName, match="none at all"):
        blob.set_expression("happy")
    with pytest.raises(UnknownName):
        blob.start_motion("Happy")


def test_on_her_ways_she_runs_and_jumps_until_she_stands(blob: SpriteBody) -> None:
    for posture, row in (
        (Posture(Stance.WALKING, 1), "running-right"),
        (Posture(Stance.WALKING, -1), "running-left"),
        (Posture(Stance.FALLING), "jumping"),
    ):
        blob.assume(posture)
        blob.update(LONGEST)
        assert blob._cell[0] == list(ROWS).index(row)
    # A motion that is asked for meanwhile follows.
    blob.start_motion("waving")
    blob.assume(STANDING)
    assert blob._cell == (3, 0)
    blob.update(LONGEST)
    assert blob.is_idle


def test_the_gaze_is_shown_at_rest_and_asleep_the_frames_are_slow(blob: SpriteBody) -> None:
    for (x, y), cell in {(0, 1): (9, 0), (1, 0): (9, 4), (0, -1): (10, 0), (-1, 0): (10, 4)}.items():
        blob.look_at(x, y)
        assert blob._cell == cell
    blob.start_motion("waving")
    assert blob._cell == (3, 0)
    blob.stop_motion()
    blob.look_at(0.1, 0.1)
    assert blob._cell == (0, 0)
    assert not blob.shown_for(0.3)
    blob.look_at(1, 0)
    blob.play_idle(None)
    blob.update(1.0)
    assert blob._cell == (0, 0)
    blob.update(1.0)
    assert blob._cell == (0, 1)


def without_cells(*cells: tuple[int, int]) -> QImage:
    sheet = draw_sheet()
    painter = QPainter(sheet)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Clear)
    for row, column in cells:
        painter.fillRect(column * CELL_WIDTH, row * CELL_HEIGHT, CELL_WIDTH, CELL_HEIGHT, Qt.GlobalColor.transparent)
    painter.end()
    return sheet


def test_she_never_vanishes_where_a_sheet_has_fewer_frames(qapp: object) -> None:
    rows, failed = drawn_rows(without_cells((5, 7), *((3, column) for column in range(4)))), ROWS["failed"]
    assert rows["failed"] == (5, (*failed[:6], failed[-1]))
    assert rows["waving"] == rows["idle"] == (0, ROWS["idle"])
    assert {name: rows[name] for name in rows if name not in ("failed", "waving")} == {
        name: (number, durations)
        for number, (name, durations) in enumerate(ROWS.items())
        if name not in ("failed", "waving")
    }


def test_pixel_art_stays_sharp_and_other_pictures_smooth(qapp: object) -> None:
    soft, hard = draw_sheet(), draw_sheet(is_pixel_art=True)
    assert is_pixel_art(hard)
    assert not is_pixel_art(soft)

    def colours(sheet: QImage) -> int:
        size = QSize(CELL_WIDTH * 3, CELL_HEIGHT * 3)
        seen = scaled_cell(sheet, (0, 0), size, is_pixel_art=is_pixel_art(sheet))
        return len({seen.pixel(x, y) for x in range(seen.width()) for y in range(0, seen.height(), 3)})

    assert colours(hard) < 8 < colours(soft)


PROGRAM = """
import sys
sys.modules["live2d"] = None  # as without the package
from pathlib import Path
from deskpet.ui.pet import startup
application = startup.new_application()
state = startup.load_model(startup.show_still_picture())
print(state.window.is_alive, state.refusal or "", *(why for _, _, why in state.problems))
state.window.close_gl()
import deskpet.app.pet_controller
assert "deskpet.pet.rig" not in sys.modules
"""


LATER = """
import sys
from pathlib import Path
from PySide6.QtCore import QEventLoop, QTimer
from deskpet.pet import character, model_file
from deskpet.ui.pet import startup
application = startup.new_application()
state = startup.load_model(startup.show_still_picture())
assert "live2d" not in sys.modules
window, mikan = state.window, model_file.load("mikan", Path(sys.argv[2]))
state.stage.character = character.from_model(mikan)
frames, loop = [], QEventLoop()
window.frameSwapped.connect(lambda: (frames.append(None), len(frames) > 20 and loop.quit()))
window.failed.connect(loop.quit)
QTimer.singleShot(30_000, loop.quit)
window.first_frame.connect(frames.clear)
window.living_model.replace_model(mikan)
loop.exec()
print("live2d" in sys.modules, window.is_alive, len(frames) > 20)
window.close_gl()
"""


def choose(character: str) -> None:
    """Let the next start show this character."""
    paths.state_folder().mkdir(parents=True, exist_ok=True)
    saved_look.save(paths.state_folder() / "look.json", CharacterLook(folder=character))


@pytest.mark.window
def test_live2d_is_first_imported_for_a_model_after_sprites(home: Path, looking: SpriteFile, tmp_path: Path) -> None:
    choose(str(looking.folder))
    command = [sys.executable, "-c", LATER, str(looking.folder), str(tmp_path)]
    done = subprocess.run(command, env=os.environ, capture_output=True, text=True, check=False, timeout=120)
    # A driver that is loaded before live2d-py must not lend it its code, which crashes.
    assert (done.returncode, done.stdout.strip()) == (0, "True True True"), done.stderr


def without_live2d(choice: str) -> str:
    """Return what a start without live2d-py says of this character."""
    choose(choice)
    command = [sys.executable, "-c", PROGRAM, choice]
    done = subprocess.run(command, env=os.environ, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.window
def test_without_live2d_sprites_are_shown_and_models_refused_with_the_next_step(
    home: Path, looking: SpriteFile
) -> None:
    assert without_live2d(str(looking.folder)).strip() == "True"
    said = without_live2d("mikan")
    assert said.startswith("False")
    assert "pip install live2d-py" in said


FIRST_START = """
import asyncio, sys
sys.modules["live2d"] = None  # as without the package
from deskpet.app import pet_controller
from deskpet.config import paths
from deskpet.ui.platform import event_loop
from tests.app.running_pet import introduction_of
from tests.support.waiting import until
qt = pet_controller.new_application()

async def main():
    pet = pet_controller.PetController(paths.default_settings_file(), offline=False)
    life, frames = asyncio.ensure_future(pet.run()), []
    pet.window.frameSwapped.connect(lambda: frames.append(None))
    await until(lambda: pet.chat_controller and introduction_of(pet.chat_controller), 30)
    await until(lambda: pet.window.is_alive and len(frames) > 3)
    told = len(pet.chat_controller.conversation.messages)
    print(pet.window.character.name, told, sorted({"deskpet.pet.rig", "deskpet.pet.engine"} & set(sys.modules)))
    pet.quit()
    return await life

sys.exit(event_loop.run(qt, main()))
"""
SPRITES = PROJECT / ".release" / "sprites" / "mikan"


@pytest.mark.window
@pytest.mark.skipif(not SPRITES.exists(), reason="needs the checkout")
def test_the_whole_program_starts_for_the_first_time_with_sprites_and_without_live2d(home: Path) -> None:
    choose(str(SPRITES))
    settings = paths.default_settings_file()
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(f"[character]\nfolder = '{SPRITES}'\n", encoding="utf-8")
    # Other settings count as those of a user who is known, but for an introduction that was begun.
    (paths.state_folder() / BEGUN).touch()
    command = [sys.executable, "-c", FIRST_START]
    done = subprocess.run(command, env=os.environ, capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stdout.strip()) == (0, "Mikan 0 []"), done.stderr
