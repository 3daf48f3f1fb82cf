"""Textures in the size they are shown in: the copies, and that the character looks as before."""

import math
import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QOffscreenSurface, QOpenGLContext
from PySide6.QtOpenGL import QOpenGLFramebufferObject
from pytestqt.qtbot import QtBot

from deskpet.pet import model_file
from deskpet.pet.density import SHRINK
from deskpet.pet.model_file import ModelFile
from deskpet.pet.rig import Rig
from deskpet.ui.pet.atlas import Atlas, AtlasRequest, chain, smaller
from deskpet.ui.pet.gl import limit_mipmaps, surface_format

PATIENCE = 20_000
SIZE = (300, 450)
# Decibels: what a picture of fine lines has to reach, and by how much it may be worse than another one.
ALIKE, UNSEEN = 25.0, 1.0


def filled(width: int, height: int, colour: QColor) -> QImage:
    picture = QImage(width, height, QImage.Format.Format_ARGB32)
    picture.fill(colour)
    return picture


def test_a_half_keeps_the_colour(qapp: object) -> None:
    half = smaller(filled(8, 6, QColor(200, 100, 50, 128)), 2)
    assert (half.width(), half.height()) == (4, 3)
    assert half.pixelColor(1, 1).alpha() == 128
    assert abs(half.pixelColor(1, 1).red() - 200) <= 2
    assert abs(half.pixelColor(1, 1).blue() - 50) <= 2


def test_what_is_not_seen_does_not_stain_an_edge(qapp: object) -> None:
    picture = filled(4, 4, QColor(0, 255, 0, 0))
    for y in range(4):
        picture.setPixelColor(0, y, QColor(255, 0, 0, 255))
    edge = smaller(picture, 2).pixelColor(0, 0)
    assert 0 < edge.alpha() < 255
    assert edge.red() > 180
    assert edge.green() < 80


def test_colours_that_are_not_seen_stay_for_the_edges_beside_them(qapp: object) -> None:
    small = chain(filled(8, 8, QColor(10, 200, 30, 0)))
    assert [picture.width() for picture in small] == [8, 4, 2, 1]
    assert small[1].pixelColor(1, 1) == QColor(10, 200, 30, 0)


@pytest.mark.parametrize("side", [8, 20, 64, 512, 2048])
def test_nothing_comes_to_be_seen_where_nothing_was(qapp: object, side: int) -> None:
    picture = filled(side, side, QColor(250, 250, 250, 0))
    for _ in range(5):
        small = smaller(picture, SHRINK)
        assert set(bytes(small.constBits())[3::4]) == {0}


class Studio:
    """Draws models without a window, in one context."""

    def __init__(self) -> None:
        self.context, self.surface = QOpenGLContext(), QOffscreenSurface()
        self.context.setFormat(surface_format())
        self.context.create()
        self.surface.setFormat(self.context.format())
        self.surface.create()

    def drawn(self, model: ModelFile, level: int | None = None, times: int = 1) -> tuple[Rig, QImage]:
        """The model at rest, with textures read from no smaller version than `level`; the context stays current.

        Drawn so many `times` larger and made smaller again, it is as smooth as can be.
        """
        width, height = SIZE[0] * times, SIZE[1] * times
        self.context.makeCurrent(self.surface)
        rig = Rig(model)
        rig.create_renderer()
        target = QOpenGLFramebufferObject(width, height)
        target.bind()
        self.context.functions().glViewport(0, 0, width, height)
        rig.resize(width, height)
        limit_mipmaps(rig.smallest_mipmap((width, height), 1.0) if level is None else level)
        rig.update(0.0)
        rig.draw()
        smooth = target.toImage().scaled(*SIZE, mode=Qt.TransformationMode.SmoothTransformation)
        return rig, smooth.convertToFormat(QImage.Format.Format_RGBA8888_Premultiplied)


def likeness(one: QImage, other: QImage) -> float:
    """The peak signal-to-noise ratio of what is seen of either, in decibels."""
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


@pytest.mark.window
def test_with_smaller_textures_the_character_looks_no_worse(model: ModelFile, qtbot: QtBot, tmp_path: Path) -> None:
    studio, atlas = Studio(), Atlas(tmp_path / "atlas")
    rig, ideal = studio.drawn(model, times=4)
    rig.close()
    rig, whole = studio.drawn(model)
    with qtbot.waitSignal(atlas.made, timeout=PATIENCE) as made:
        atlas.suit(AtlasRequest(model, 0), rig, SIZE, 1.0)
    rig.close()
    shrinks = made.args[0].wanted.shrinks
    assert shrinks >= 2

    begun = atlas.at_start(model, SIZE, 1.0)
    assert begun == AtlasRequest(model, shrinks)
    assert (atlas.left(begun, SIZE, 1.0), atlas.left(AtlasRequest(model, 0), SIZE, 1.0)) == (0, shrinks // 2)
    rig, small = studio.drawn(atlas.lighter(begun), 0)
    rig.close()
    studio.context.doneCurrent()
    assert likeness(small, ideal) > max(ALIKE, likeness(whole, ideal) - UNSEEN)


def test_steps_lie_between_the_halves(qapp: object) -> None:
    sizes = [smaller(filled(64, 48, QColor("red")), SHRINK**steps).size().toTuple() for steps in range(5)]
    assert sizes == [(64, 48), (45, 33), (32, 24), (22, 16), (16, 12)]


def test_nothing_is_made_twice(qtbot: QtBot, tmp_path: Path, shared: Path) -> None:
    model = model_file.load(str(shared / "models" / "Mark"), tmp_path / "models")
    folder = tmp_path / "atlas"
    folder.mkdir()
    atlas = Atlas(folder)
    texture = Path(model.settings.textures[0])
    assert atlas.at_start(model, SIZE, 1.0).shrinks == 0
    assert atlas.lighter(AtlasRequest(model, 0)) is model
    assert texture.exists()
    assert not list(folder.iterdir())


@pytest.mark.window
def test_a_changed_texture_is_not_mistaken_for_the_one_before(qtbot: QtBot, tmp_path: Path, shared: Path) -> None:
    copy = shutil.copytree(shared / "models" / "Mark", tmp_path / "Mark")
    model, studio, atlas = model_file.load(str(copy), tmp_path / "models"), Studio(), Atlas(tmp_path / "atlas")
    rig, _ = studio.drawn(model, 0)
    with qtbot.waitSignal(atlas.made, timeout=PATIENCE):
        atlas.suit(AtlasRequest(model, 0), rig, SIZE, 1.0)
    rig.close()
    studio.context.doneCurrent()
    assert atlas.at_start(model, SIZE, 1.0).shrinks > 2

    filled(2048, 2048, QColor("red")).save(model.settings.textures[0])
    assert atlas.at_start(model, SIZE, 1.0).shrinks == 0


@pytest.mark.parametrize("damage", ["", "{", '{"texels": "many"}', '{"texels": 1, "canvas": 2}'])
def test_damaged_knowledge_is_put_aside(
    qapp: object, tmp_path: Path, built_in_model: ModelFile, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "atlas"
    folder.mkdir()
    atlas = Atlas(folder)
    about = atlas.density_file(built_in_model)
    about.write_text(damage)
    assert atlas.at_start(built_in_model, SIZE, 1.0).shrinks == 0
    assert "can't be read" in caplog.text


@pytest.fixture
def built_in_model(tmp_path: Path) -> ModelFile:
    return model_file.load("mikan", tmp_path / "models")
