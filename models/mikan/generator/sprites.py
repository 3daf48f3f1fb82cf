"""A sprite sheet of a character, in the format of coding agents' pets: for a body that needs no Cubism Core.

`python -m models.mikan.generator.sprites MODEL_DIR OUT_DIR` draws it. Needs a display. The rows and their durations are
those of `deskpet.pet.sprite_file`; the last two rows are the directions of the gaze.
"""

import argparse
import json
import math
import os
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "xcb")

from PIL import Image
from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication, QImage, QPainter

from deskpet.pet.sprite_file import CELL_HEIGHT, CELL_WIDTH, COLUMNS, FILE_NAME, LOOKS, ROWS

from .characters import CHARACTERS, Character
from .render import Stage
from .rig import CANVAS

SHEET = "spritesheet.png"
HEIGHT = 224
"""Of the canvas in pixels: a little is cut off above the ears, where only a hop would be seen."""
COLOURS = 256

Pose = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Frame:
    """One cell of the sheet: an expression, with a moment of a motion (group, index, seconds) or a pose."""

    expression: str = "neutral"
    pose: Pose = field(default_factory=dict[str, float])
    motion: tuple[str, int, float] | None = None


def _eyes(opened: float) -> Pose:
    return {"ParamEyeLOpen": opened, "ParamEyeROpen": opened}


def _moments(expression: str, group: str, *seconds: float) -> tuple[Frame, ...]:
    return tuple(Frame(expression, motion=(group, 0, second)) for second in seconds)


def _run(side: int, count: int = 8) -> Iterator[Frame]:
    """Yield a cycle of two steps, towards the right (1), the left (-1) or the viewer (0)."""
    for phase in (2 * math.pi * frame / count for frame in range(count)):
        swing = math.sin(phase)
        yield Frame(
            "happy" if side else "neutral",
            {
                "ParamAngleX": 26 * side, "ParamBodyAngleX": 9 * side, "ParamBodyAngleZ": 5 * side,
                "ParamEyeBallX": 0.5 * side,
                "ParamLegL": max(swing, -0.8 * (side != 0)) * 0.62, "ParamLegR": max(-swing, -0.8 * (side != 0)) * 0.62,
                "ParamArmL": 0.1 + 0.1 * swing, "ParamArmR": 0.1 - 0.1 * swing,
                "ParamHop": 0.22 * abs(math.cos(phase)) - 0.1, "ParamTail": swing, "ParamTailTip": -swing,
                "ParamHairFront": -0.6 * side, "ParamHairSideL": -0.7 * side, "ParamHairSideR": -0.7 * side,
                "ParamHairBackL": -side, "ParamHairBackR": -side, "ParamScarf": -0.8 * side,
            },
        )  # fmt: skip


def _wait(count: int = 6) -> Iterator[Frame]:
    """Yield a look up to one side and to the other, with a tail that sways."""
    for phase in (2 * math.pi * frame / count for frame in range(count)):
        side = math.sin(phase)
        pose = {"ParamAngleX": 10 * side, "ParamAngleZ": 8 * side, "ParamAngleY": 8, "ParamEyeBallX": 0.5 * side}
        yield Frame("thinking", {**pose, "ParamTail": -side, "ParamHips": 0.5 * side})


def _read(count: int = 6) -> Iterator[Frame]:
    """Yield eyes that follow lines, with a nod now and then."""
    for frame in range(count):
        gaze = {"ParamEyeBallX": frame % 3 - 1.0, "ParamEyeBallY": -0.9}
        yield Frame("neutral", {**gaze, "ParamAngleY": -24 - 3 * (frame // 3), "ParamAngleX": 4.0 * (frame % 3 - 1)})


_BREATH = ({}, _eyes(0.35), _eyes(0.0), _eyes(0.5), {"ParamBreath": 0.6}, {"ParamBreath": 1.0})
_JUMP = (
    {"ParamHop": -1.0},
    {"ParamHop": 0.45, "ParamArmL": 0.5, "ParamArmR": 0.5},
    {"ParamHop": 0.75, "ParamArmL": 0.9, "ParamArmR": 0.9},
    {"ParamHop": 0.4, "ParamArmL": 0.5, "ParamArmR": 0.5},
    {"ParamHop": -0.8},
)
ART: Mapping[str, tuple[Frame, ...]] = {
    "idle": tuple(Frame(pose=pose) for pose in _BREATH),
    "running-right": tuple(_run(1)),
    "running-left": tuple(_run(-1)),
    "waving": _moments("happy", "Wave", 0.5, 0.8, 1.02, 1.3),
    "jumping": tuple(Frame("excited", pose) for pose in _JUMP),
    "failed": _moments("sad", "Sad", 0.3, 0.6, 0.9, 1.2, 1.5, 1.8, 2.1, 2.4),
    "waiting": tuple(_wait()),
    "running": tuple(_run(0, 6)),
    "review": tuple(_read()),
}
"""The frames of each row."""


def looks() -> Iterator[Frame]:
    """Yield the directions of the gaze, clockwise from straight up."""
    for angle in (2 * math.pi * look / LOOKS for look in range(LOOKS)):
        across, up = math.sin(angle), math.cos(angle)
        pose = {"ParamAngleX": 22 * across, "ParamAngleY": 20 * up, "ParamEyeBallX": 0.8 * across}
        yield Frame(pose={**pose, "ParamEyeBallY": 0.7 * up, "ParamBodyAngleX": 4 * across})


def sheet(stage: Stage, character: Character) -> QImage:
    """Draw all cells of a character whose model the stage shows."""
    gaze = tuple(looks())
    rows = [*(ART[name] for name in ROWS), gaze[:COLUMNS], gaze[COLUMNS:]]
    picture = QImage(COLUMNS * CELL_WIDTH, len(rows) * CELL_HEIGHT, QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(0)
    painter = QPainter(picture)
    for row, frames in enumerate(rows):
        for column, frame in enumerate(frames):
            painter.drawImage(column * CELL_WIDTH, row * CELL_HEIGHT, _cell(stage, frame, character.pace))
    painter.end()
    return picture


def _cell(stage: Stage, frame: Frame, pace: float) -> QImage:
    motion = frame.motion and (*frame.motion[:2], frame.motion[2] / pace)
    size = QSize(round(HEIGHT * CANVAS.width / CANVAS.height), HEIGHT)
    whole = stage.picture(size, frame.expression, frame.pose, motion)
    return whole.copy((size.width() - CELL_WIDTH) // 2, HEIGHT - CELL_HEIGHT, CELL_WIDTH, CELL_HEIGHT)


def save(picture: QImage, path: Path) -> None:
    """Write a PNG with a palette, alpha in it: a third of the size of one without."""
    rgba = picture.convertToFormat(QImage.Format.Format_RGBA8888)
    whole = Image.frombuffer("RGBA", (rgba.width(), rgba.height()), bytes(rgba.constBits()))
    whole.quantize(COLOURS, Image.Quantize.FASTOCTREE, kmeans=2, dither=Image.Dither.NONE).save(path, optimize=True)


def write(model: Path, out: Path) -> None:
    """Write the sheet, its pet.json and the pictures of the character in the folder `model`. Raises OSError."""
    character = CHARACTERS[model.resolve().name]
    application, stage = QGuiApplication([]), Stage()
    stage.show(model / f"{character.id}.model3.json")
    out.mkdir(parents=True, exist_ok=True)
    picture = sheet(stage, character)
    save(picture, out / SHEET)
    entries = {"id": out.name, "displayName": character.name, "description": character.description}
    text = json.dumps({**entries, "spriteVersionNumber": 2, "spritesheetPath": SHEET}, ensure_ascii=False, indent=2)
    (out / FILE_NAME).write_text(text + "\n", encoding="utf-8", newline="\n")
    picture.copy(0, 0, CELL_WIDTH, CELL_HEIGHT).save(str(out / "preview.png"))
    for name in ("LICENSE", "icon.png"):
        shutil.copy(model / name, out / name)
    del application


def main() -> None:
    """Draw what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=Path, help="folder of the model")
    parser.add_argument("out", type=Path, help="folder of the sprites; files there are replaced")
    options = parser.parse_args()
    write(options.model, options.out)


if __name__ == "__main__":
    main()
