"""Screenshots of the character: alpha blending with the background, and sharpness."""

import itertools
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from deskpet.ui.pet.still_window import HEIGHT, WIDTH
from tests.support.folders import PROJECT

pytestmark = pytest.mark.window

SCALES = (1.0, 1.5, 2.0)


@dataclass(frozen=True)
class Shots:
    """Screenshots of one frame on three backgrounds, the last background alone, and the scale factor."""

    black: QImage
    white: QImage
    painted: QImage
    ground: QImage
    scale: float

    @property
    def size(self) -> tuple[int, int]:
        return self.black.width(), self.black.height()

    def alpha(self) -> list[int]:
        """Return each pixel's alpha, 0..255, computed from the pictures on white and on black."""
        return [255 - (w - b) for w, b in zip(green(self.white), green(self.black), strict=True)]


def green(picture: QImage, channel: int = 1) -> bytes:
    """One channel of a picture, pixel by pixel: 0 blue, 1 green, 2 red."""
    assert picture.format() == QImage.Format.Format_RGB32
    return bytes(picture.constBits())[channel::4]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("frozen")


@pytest.fixture(params=SCALES)
def shots(request: pytest.FixtureRequest, qtbot: QtBot, folder: Path) -> Shots:
    return taken(folder, request.param)


def taken(folder: Path, scale: float) -> Shots:
    """Take the screenshots at a scale factor, once each."""
    place = folder / str(scale)
    if not (place / "ground.png").exists():
        place.mkdir(exist_ok=True)
        environment = os.environ | {"QT_SCALE_FACTOR": str(scale), "PYTHONPATH": str(PROJECT)}
        program = [sys.executable, str(Path(__file__).with_name("pet_screenshots.py")), str(place)]
        done = subprocess.run(program, env=environment, capture_output=True, text=True, check=False, timeout=90)
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""

    def picture(name: str) -> QImage:
        return QImage(str(place / f"{name}.png")).convertToFormat(QImage.Format.Format_RGB32)

    return Shots(picture("black"), picture("white"), picture("painted"), picture("ground"), scale)


def test_it_is_alpha_blended_with_any_background(shots: Shots):
    """On any ground a pixel is its own light and what its alpha leaves of the ground's, to a rounding error."""
    alpha = shots.alpha()
    soft = sum(8 < a < 247 for a in alpha)
    assert soft > 500
    worst = 0.0
    for channel in range(3):
        own, seen, behind = (green(picture, channel) for picture in (shots.black, shots.painted, shots.ground))
        for a, light, got, ground in zip(alpha, own, seen, behind, strict=True):
            worst = max(worst, abs(got - (light + ground * (255 - a) / 255)))
            # Colours are premultiplied: a transparent pixel adds no light.
            assert light <= a + 2
    assert worst <= 4


def test_the_background_is_unchanged_around_it_and_hidden_within_it(shots: Shots):
    alpha = shots.alpha()
    share = len(alpha)
    assert sum(a <= 1 for a in alpha) > 0.3 * share
    assert sum(a >= 254 for a in alpha) > 0.2 * share


def edge_width(shots: Shots) -> float:
    """Return the width of the outline's soft edge in physical pixels."""
    width, height = shots.size
    alpha = shots.alpha()
    crossings = 0
    soft = 0
    for y in range(height):
        row = alpha[y * width : (y + 1) * width]
        inside = [a >= 128 for a in row]
        crossings += sum(a != b for a, b in itertools.pairwise(inside))
        soft += sum(16 < a < 239 for a in row)
    return soft / crossings


@pytest.mark.parametrize("scale", SCALES[1:])
def test_it_is_drawn_at_the_screens_resolution(qtbot: QtBot, folder: Path, scale: float):
    """Drawn small and enlarged, its edges would be as many times as wide."""
    plain, fine = taken(folder, 1.0), taken(folder, scale)
    assert plain.size == (WIDTH, HEIGHT)
    assert fine.size == (round(WIDTH * scale), round(HEIGHT * scale))
    how = Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    black, white = (
        picture.scaled(*fine.size, *how).convertToFormat(QImage.Format.Format_RGB32)
        for picture in (plain.black, plain.white)
    )
    enlarged = Shots(black, white, black, black, scale)
    assert edge_width(fine) < 0.75 * edge_width(enlarged)
