"""Downscaled textures: the scaling, the cached copies, and the rendered result."""

import math
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage, QOffscreenSurface, QOpenGLContext
from PySide6.QtOpenGL import QOpenGLFramebufferObject
from pytestqt.qtbot import QtBot

from deskpet.pet import model_file
from deskpet.pet.density import SHRINK_FACTOR
from deskpet.pet.model_file import ModelFile
from deskpet.pet.rig import Rig
from deskpet.ui.pet.atlas import Atlas, AtlasRequest, downscaled, mipmaps, padded
from deskpet.ui.pet.gl import limit_mipmaps, surface_format, texture_names
from tests.support.folders import PROJECT
from tests.support.waiting import LIMIT_MS

PATIENCE = LIMIT_MS
SIZE = (300, 450)
# In decibels: the minimum for a picture of fine lines, and the maximum loss against another one.
ALIKE, UNSEEN = 25.0, 1.0


def filled(width: int, height: int, colour: QColor) -> QImage:
    picture = QImage(width, height, QImage.Format.Format_ARGB32)
    picture.fill(colour)
    return picture


def test_downscaling_keeps_the_colour(qapp: object) -> None:
    half = downscaled(filled(8, 6, QColor(200, 100, 50, 128)), 2)
    assert (half.width(), half.height()) == (4, 3)
    assert half.pixelColor(1, 1).alpha() == 128
    assert abs(half.pixelColor(1, 1).red() - 200) <= 2
    assert abs(half.pixelColor(1, 1).blue() - 50) <= 2


def test_transparent_colours_do_not_bleed_into_an_edge(qapp: object) -> None:
    picture = filled(4, 4, QColor(0, 255, 0, 0))
    for y in range(4):
        picture.setPixelColor(0, y, QColor(255, 0, 0, 255))
    edge = downscaled(picture, 2).pixelColor(0, 0)
    assert 0 < edge.alpha() < 255
    assert edge.red() > 180
    assert edge.green() < 80


def test_colours_of_transparent_areas_are_kept(qapp: object) -> None:
    small = mipmaps(filled(8, 8, QColor(10, 200, 30, 0)))
    assert [picture.width() for picture in small] == [8, 4, 2, 1]
    assert small[1].pixelColor(1, 1) == QColor(10, 200, 30, 0)


@pytest.mark.parametrize("side", [8, 20, 64, 512, 2048])
def test_transparent_pixels_stay_transparent(qapp: object, side: int) -> None:
    picture = filled(side, side, QColor(250, 250, 250, 0))
    for _ in range(5):
        small = downscaled(picture, SHRINK_FACTOR)
        assert set(bytes(small.constBits())[3::4]) == {0}


class Studio:
    """Renders models offscreen in one OpenGL context."""

    def __init__(self) -> None:
        self.context, self.surface = QOpenGLContext(), QOffscreenSurface()
        self.context.setFormat(surface_format())
        self.context.create()
        self.surface.setFormat(self.context.format())
        self.surface.create()

    def render(self, model: ModelFile, level: int | None = None, times: int = 1) -> tuple[Rig, QImage]:
        """Render the model at rest; the context stays current.

        level: the smallest mipmap level to sample. times: render so many times larger and scale down, as a reference.
        """
        width, height = SIZE[0] * times, SIZE[1] * times
        self.context.makeCurrent(self.surface)
        rig = Rig(model)
        rig.create_renderer()
        target = QOpenGLFramebufferObject(width, height)
        target.bind()
        self.context.functions().glViewport(0, 0, width, height)
        rig.resize(width, height)
        limit_mipmaps(texture_names(), rig.smallest_mipmap((width, height), 1.0) if level is None else level)
        rig.update(0.0)
        rig.draw()
        smooth = target.toImage().scaled(*SIZE, mode=Qt.TransformationMode.SmoothTransformation)
        return rig, smooth.convertToFormat(QImage.Format.Format_RGBA8888_Premultiplied)


def likeness(one: QImage, other: QImage) -> float:
    """Return the peak signal-to-noise ratio of two images where either is visible, in decibels."""
    pairs = list(zip(bytes(one.constBits()), bytes(other.constBits()), strict=True))
    seen = [pair for at in range(0, len(pairs), 4) if any(pairs[at + 3]) for pair in pairs[at : at + 4]]
    error = sum((a - b) ** 2 for a, b in seen) / len(seen)
    return math.inf if error == 0 else 10 * math.log10(255**2 / error)


@pytest.fixture(params=["mikan", "Haru", "Mark"])
def model(request: pytest.FixtureRequest, tmp_path: Path) -> ModelFile:
    name = request.param
    if name != "mikan":
        name = str(request.getfixturevalue("shared") / "models" / name)
    return model_file.load(name, tmp_path / "models")


@pytest.mark.slow_variants
@pytest.mark.window
def test_downscaled_textures_look_as_good(model: ModelFile, qtbot: QtBot, tmp_path: Path) -> None:
    studio, atlas = Studio(), Atlas(tmp_path / "atlas")
    rig, ideal = studio.render(model, times=4)
    rig.close()
    rig, whole = studio.render(model)
    with qtbot.waitSignal(atlas.made, timeout=PATIENCE) as made:
        atlas.start(AtlasRequest(model, 0), rig, SIZE, 1.0)
    rig.close()
    shrinks = made.args[0].shrinks
    assert shrinks >= 2

    initial = atlas.initial_request(model, SIZE, 1.0)
    assert initial == AtlasRequest(model, shrinks)
    assert (
        atlas.remaining_halvings(initial, SIZE, 1.0),
        atlas.remaining_halvings(AtlasRequest(model, 0), SIZE, 1.0),
    ) == (0, shrinks // 2)
    rig, small = studio.render(atlas.downscaled_model(initial), 0)
    rig.close()
    studio.context.doneCurrent()
    assert likeness(small, ideal) > max(ALIKE, likeness(whole, ideal) - UNSEEN)


def test_two_shrinks_are_a_half(qapp: object) -> None:
    sizes = [downscaled(filled(64, 48, QColor("red")), SHRINK_FACTOR**steps).size().toTuple() for steps in range(5)]
    assert sizes == [(64, 48), (45, 33), (32, 24), (22, 16), (16, 12)]


def test_original_textures_are_not_copied(qtbot: QtBot, tmp_path: Path, shared: Path) -> None:
    model = model_file.load(str(shared / "models" / "Mark"), tmp_path / "models")
    folder = tmp_path / "atlas"
    folder.mkdir()
    atlas = Atlas(folder)
    texture = Path(model.settings.textures[0])
    assert atlas.initial_request(model, SIZE, 1.0).shrinks == 0
    assert atlas.downscaled_model(AtlasRequest(model, 0)) is model
    assert texture.exists()
    assert not list(folder.iterdir())


@pytest.mark.window
def test_copies_of_a_changed_texture_are_not_used(qtbot: QtBot, tmp_path: Path, shared: Path) -> None:
    # Without their modes: Windows removes no read-only file.
    copy = shutil.copytree(shared / "models" / "Mark", tmp_path / "Mark", copy_function=shutil.copyfile)
    model, studio, atlas = model_file.load(str(copy), tmp_path / "models"), Studio(), Atlas(tmp_path / "atlas")
    rig, _ = studio.render(model, 0)
    with qtbot.waitSignal(atlas.made, timeout=PATIENCE):
        atlas.start(AtlasRequest(model, 0), rig, SIZE, 1.0)
    rig.close()
    studio.context.doneCurrent()
    assert atlas.initial_request(model, SIZE, 1.0).shrinks > 2

    filled(2048, 2048, QColor("red")).save(model.settings.textures[0])
    assert atlas.initial_request(model, SIZE, 1.0).shrinks == 0


@pytest.mark.window
@pytest.mark.parametrize("part", ["textures", "moc", "both"])
@pytest.mark.parametrize("spoil", [Path.unlink, lambda file: file.write_bytes(b"")], ids=["removed", "emptied"])
def test_a_model_that_changes_before_it_is_measured_keeps_its_textures(
    qtbot: QtBot,
    tmp_path: Path,
    shared: Path,
    caplog: pytest.LogCaptureFixture,
    spoil: Callable[[Path], object],
    part: str,
) -> None:
    copy = shutil.copytree(shared / "models" / "Mark", tmp_path / "Mark", copy_function=shutil.copyfile)
    model, studio, atlas = model_file.load(str(copy), tmp_path / "models"), Studio(), Atlas(tmp_path / "atlas")
    rig, _ = studio.render(model, 0)
    textures = {*map(Path, model.settings.textures)}
    for file in {"textures": textures, "moc": {model.moc}, "both": {*textures, model.moc}}[part]:
        spoil(file)
    atlas.start(AtlasRequest(model, 0), rig, SIZE, 1.0)
    assert "keeps its textures" in caplog.text
    assert not (tmp_path / "atlas").exists()
    rig.close()
    studio.context.doneCurrent()


@pytest.mark.parametrize("name", ["Mark", "Shizuku-cubism2"])
def test_textures_that_are_removed_before_they_are_read_stay_as_they_are(
    qtbot: QtBot, tmp_path: Path, shared: Path, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    copy = shutil.copytree(shared / "models" / name, tmp_path / name, copy_function=shutil.copyfile)
    model, atlas = model_file.load(str(copy), tmp_path / "models"), Atlas(tmp_path / "atlas")
    atlas.density_file(model).parent.mkdir()
    atlas.density_file(model).write_text('{"texels": 8000, "canvas": [2, 3]}')
    for texture in {*map(Path, model.settings.textures)}:
        texture.unlink()
    # A request that has failed does not stand in the way of the next one.
    for number in (1, 2):
        atlas.start(AtlasRequest(model, 4), cast("Rig", None), SIZE, 1.0)
        qtbot.waitUntil(lambda number=number: caplog.text.count("keeps its textures as they are") == number)
        qtbot.waitUntil(lambda: atlas._pending is None)
    atlas.close()


@pytest.mark.parametrize("damage", ["", "{", '{"texels": "many"}', '{"texels": 1, "canvas": 2}'])
def test_a_damaged_density_file_is_logged(
    qapp: object, tmp_path: Path, built_in_model: ModelFile, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "atlas"
    folder.mkdir()
    atlas = Atlas(folder)
    about = atlas.density_file(built_in_model)
    about.write_text(damage)
    assert atlas.initial_request(built_in_model, SIZE, 1.0).shrinks == 0
    assert "can't be read" in caplog.text


EXIT_WHILE_RUNNING = """
import json, sys
from pathlib import Path
import shiboken6
from PySide6.QtGui import QGuiApplication
from deskpet.pet import model_file
from deskpet.ui.pet.atlas import Atlas, AtlasRequest

application = QGuiApplication(sys.argv)
folder = Path(sys.argv[1])
model = model_file.load("mikan", folder)
atlas = Atlas(folder / "atlas")
atlas.density_file(model).parent.mkdir()
atlas.density_file(model).write_text(json.dumps({"texels": 8000, "canvas": [2, 3]}))
atlas.start(AtlasRequest(model, 0), None, (300, 450), 1.0)
if sys.argv[2] == "delete":
    shiboken6.delete(atlas)
"""


@pytest.mark.parametrize("way", ["exit", "delete"])
def test_the_worker_may_finish_after_its_atlas_was_deleted(tmp_path: Path, way: str) -> None:
    command = [sys.executable, "-c", EXIT_WHILE_RUNNING, str(tmp_path), way]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert list((tmp_path / "atlas").glob("*.png"))


@pytest.fixture
def built_in_model(tmp_path: Path) -> ModelFile:
    return model_file.load("mikan", tmp_path / "models")


def test_padding_takes_the_colours_of_the_edge_and_keeps_the_visible_ones(qapp: object) -> None:
    picture = filled(64, 64, QColor(0, 0, 255, 0))
    for x in range(20, 40):
        for y in range(20, 40):
            picture.setPixelColor(x, y, QColor(200, 100, 50, 255))
    picture.setPixelColor(19, 30, QColor(10, 20, 30, 7))
    made = padded(picture)
    assert made.pixelColor(30, 30) == QColor(200, 100, 50)
    assert made.pixelColor(19, 30) == QColor(10, 20, 30, 7)
    for beside in (QPoint(40, 30), QPoint(30, 41), QPoint(18, 25)):
        colour = made.pixelColor(beside)
        assert colour.alpha() == 0
        assert (colour.red(), colour.green(), colour.blue()) == pytest.approx((200, 100, 50), abs=12)


@pytest.mark.window
def test_textures_of_cubism_2_are_padded_and_used_at_the_next_start(qtbot: QtBot, tmp_path: Path, shared: Path) -> None:
    model = model_file.load(str(shared / "models" / "Shizuku-cubism2"), tmp_path / "models")
    studio, atlas = Studio(), Atlas(tmp_path / "atlas")
    rig, _ = studio.render(model, 0)
    with qtbot.waitSignal(atlas.made, timeout=PATIENCE) as made:
        atlas.start(AtlasRequest(model, 0), rig, SIZE, 1.0)
    rig.close()
    initial = atlas.initial_request(model, SIZE, 1.0)
    assert initial == made.args[0] == AtlasRequest(model, 0, is_padded=True)
    rig, _ = studio.render(atlas.downscaled_model(initial), 0)
    rig.close()
    studio.context.doneCurrent()
