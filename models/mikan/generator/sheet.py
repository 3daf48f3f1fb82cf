"""Pictures for people: a contact sheet of the characters and, for each, the still picture of its rest pose.

`python -m models.mikan.generator.sheet MODEL_DIR... --sheet OUT.png` draws the sheet, `--stills` writes
preview.png and things.png into each model's folder; with `--motion GROUP` the sheet has twelve frames of each motion
of that group instead. Needs a display.
"""

import argparse
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "xcb")

from PIL import Image, ImageChops
from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QImage, QPainter

from . import png, things
from .characters import CHARACTERS, Character
from .expressions import EXPRESSIONS
from .render import Stage
from .rig import CANVAS

STILL_HEIGHT = 800
THING_SIDE, THING_HEIGHT, THING_MARGIN = 80, 1200, 0.12
"""The side of a thing's picture, the height of the whole character for it, and the margin as a share of the thing."""
VISIBLE = 12
"""A smaller difference of two pixels, of 255, is not seen."""
COLOURS = 256
"""In the sheet's palette: it is for the README, not for printing."""

MARGIN, GUTTER, LABEL_HEIGHT, RADIUS = 36, 12, 30, 20
HERO_HEIGHT = 430
FACE_HEIGHT, FACE_COLUMNS = 372, 7
FACE_FRAME = QRectF(0.035, 0.098, 0.93, 0.515)
"""The part of the canvas that a face's cell shows, as shares of it."""
FRAMES = 12
"""Of a motion."""
POSE_HEIGHT, POSE_FRAME = 338, QRectF(0.02, 0.04, 0.96, 0.93)


@dataclass(frozen=True, slots=True)
class Shot:
    """One cell of the sheet."""

    title: str
    expression: str = "neutral"
    pose: dict[str, float] = field(default_factory=dict)
    motion: tuple[str, int, float] | None = None


HERO = Shot("", "happy", motion=("Wave", 0, 1.02))
POSES = (
    Shot("looks at you", pose={"ParamAngleX": 24, "ParamAngleY": 10, "ParamEyeBallX": 0.6, "ParamBodyAngleX": 6}),
    Shot("greets", "happy", motion=("Greet", 0, 1.62)),
    Shot("chats", "happy", motion=("Talk", 0, 1.6)),
    Shot("hops for joy", "excited", motion=("Happy", 0, 0.66)),
    Shot("thinks", "thinking", motion=("Think", 0, 1.6)),
    Shot("is patted", "laughing", motion=("TapHead", 0, 0.7)),
    Shot("is startled", "surprised", motion=("Surprise", 0, 0.56)),
    Shot("droops", "sad", motion=("Sad", 0, 1.8)),
    Shot("sleeps", "sleepy", motion=("Sleep", 0, 4.4)),
)
BARE_HANDS = ("ParamHold", "ParamArm", "ParamHand")
"""The parameters that hold a thing, but show none, begin like this."""
THINGS = tuple(Shot(name, "happy", dict(thing.parameters)) for name, thing in things.THINGS.items() if thing.meaning)
TAGLINES = {"mikan": "a cheerful mandarin fox", "yuki": "a gentle snow fox"}
GROUNDS = {"mikan": "#ffe6c8", "yuki": "#d9e3fa"}
"""Both by the character's id. Plain grounds: a palette of 256 colours shows steps in a gradient."""


def main() -> None:
    """Draw what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", type=Path, nargs="+", help="folders of the models")
    parser.add_argument("--sheet", type=Path, metavar="OUT.png", help="write the contact sheet here")
    parser.add_argument("--stills", action="store_true", help="write preview.png into the folders")
    parser.add_argument("--motion", metavar="GROUP", help="draw the frames of these motions")
    options = parser.parse_args()
    application = QGuiApplication([])
    stage = Stage()
    panels: list[QImage] = []
    for folder in options.models:
        character = CHARACTERS[folder.resolve().name]
        stage.show(folder / f"{character.id}.model3.json")
        if options.stills:
            png.save(stage.picture(_canvas_size(STILL_HEIGHT)), folder / "preview.png", smallest=True)
            _things(stage).save(folder / "things.png", optimize=True)
        if options.motion:
            panels += _motion_panels(stage, folder, character, options.motion)
        elif options.sheet:
            panels.append(_panel(stage, character))
    if options.sheet:
        _save_small(_stacked(panels), options.sheet)
    del application


def _canvas_size(height: int) -> QSize:
    return QSize(round(height * CANVAS.width / CANVAS.height), height)


def _things(stage: Stage) -> Image.Image:
    """The things that can be chosen, side by side in the order of character.json, each as the character has it."""
    strip = QImage(len(THINGS) * THING_SIDE, THING_SIDE, QImage.Format.Format_ARGB32)
    strip.fill(Qt.GlobalColor.transparent)
    painter = QPainter(strip)
    for number, shot in enumerate(THINGS):
        size = _canvas_size(THING_HEIGHT)
        hands = {name: value for name, value in shot.pose.items() if name.startswith(BARE_HANDS)}
        whole = stage.picture(size, "neutral", shot.pose)
        area = _difference(whole, stage.picture(size, "neutral", hands))
        smooth = Qt.TransformationMode.SmoothTransformation
        small = whole.copy(area).scaled(THING_SIDE, THING_SIDE, Qt.AspectRatioMode.KeepAspectRatio, smooth)
        painter.drawImage(number * THING_SIDE, 0, small)
    painter.end()
    return Image.fromqimage(strip).quantize(COLOURS, Image.Quantize.FASTOCTREE)


def _difference(one: QImage, other: QImage) -> QRect:
    """The square around the pixels in which two pictures differ, with a margin."""
    seen = [0] * (VISIBLE + 1) + [255] * (255 - VISIBLE)
    differs = ImageChops.difference(_on_white(one), _on_white(other)).point(seen)
    left, top, right, bottom = differs.getbbox() or (0, 0, *differs.size)
    side = round(max(right - left, bottom - top) * (1 + 2 * THING_MARGIN))
    return QRect((left + right - side) // 2, (top + bottom - side) // 2, side, side)


def _on_white(picture: QImage) -> Image.Image:
    """The brightness of a picture's pixels, on a white ground."""
    pixels = Image.fromqimage(picture).convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", pixels.size, "white"), pixels).convert("L")


def _stacked(panels: Sequence[QImage]) -> QImage:
    width, height = max(panel.width() for panel in panels), sum(panel.height() for panel in panels)
    sheet = QImage(width, height, QImage.Format.Format_RGB32)
    painter, y = QPainter(sheet), 0
    for panel in panels:
        painter.drawImage(0, y, panel)
        y += panel.height()
    painter.end()
    return sheet


def _save_small(sheet: QImage, path: Path) -> None:
    """A PNG with a palette, a third of the size of one without."""
    rgb = sheet.convertToFormat(QImage.Format.Format_RGBX8888)
    size = (rgb.width(), rgb.height())
    whole = Image.frombuffer("RGBX", size, bytes(rgb.constBits()), "raw", "RGBX", rgb.bytesPerLine(), 1)
    whole.convert("RGB").quantize(
        COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=2, dither=Image.Dither.FLOYDSTEINBERG
    ).save(path, optimize=True)


def _panel(stage: Stage, character: Character) -> QImage:
    """One character: a big picture, all expressions as faces, the key poses in a row, and its things in another."""
    faces = _Block([(_shot(stage, Shot(n, n), FACE_HEIGHT, FACE_FRAME), n) for n in EXPRESSIONS], FACE_COLUMNS)
    shots = (*POSES, *THINGS)
    poses = _Block([(_shot(stage, s, POSE_HEIGHT, POSE_FRAME, character.pace), s.title) for s in shots], len(POSES))
    hero_width = poses.width - GUTTER - faces.width
    panel = QImage(
        poses.width + 2 * MARGIN, faces.height + GUTTER + poses.height + 2 * MARGIN, QImage.Format.Format_RGB32
    )
    painter = QPainter(panel)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    painter.fillRect(panel.rect(), QColor(GROUNDS[character.id]))
    _hero(
        painter,
        QRect(MARGIN, MARGIN, hero_width, faces.height),
        _shot(stage, HERO, HERO_HEIGHT, pace=character.pace),
        character,
    )
    colour = QColor(character.palette.line)
    faces.paint(painter, MARGIN + hero_width + GUTTER, MARGIN, colour)
    poses.paint(painter, MARGIN, MARGIN + faces.height + GUTTER, colour)
    painter.end()
    return panel


def _motion_panels(stage: Stage, folder: Path, character: Character, group: str) -> list[QImage]:
    """A row for each motion of a group, with frames at equal times."""
    panels: list[QImage] = []
    for index, file in enumerate(sorted((folder / "motions").glob(f"{group}_*.motion3.json"))):
        duration = json.loads(file.read_text(encoding="utf-8"))["Meta"]["Duration"]
        times = [duration * frame / FRAMES for frame in range(FRAMES)]
        shots = [Shot(f"{time:.2f} s", motion=(group, index, time)) for time in times]
        block = _Block([(_shot(stage, shot, POSE_HEIGHT), shot.title) for shot in shots], FRAMES)
        panel = QImage(block.width + 2 * MARGIN, block.height + MARGIN, QImage.Format.Format_RGB32)
        panel.fill(QColor(GROUNDS[character.id]))
        painter = QPainter(panel)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        block.paint(painter, MARGIN, MARGIN // 2, QColor(character.palette.line))
        painter.end()
        panels.append(panel)
    if not panels:
        raise SystemExit(f"{folder} has no motion {group}.")
    return panels


def _shot(stage: Stage, shot: Shot, height: int, frame: QRectF | None = None, pace: float = 1.0) -> QImage:
    motion = shot.motion and (*shot.motion[:2], shot.motion[2] / pace)
    whole = stage.picture(_canvas_size(height), shot.expression, shot.pose, motion)
    if frame is None:
        return whole
    width, height = whole.width(), whole.height()
    corner = QPoint(round(frame.x() * width), round(frame.y() * height))
    return whole.copy(QRect(corner, QSize(round(frame.width() * width), round(frame.height() * height))))


def _hero(painter: QPainter, area: QRect, picture: QImage, character: Character) -> None:
    """Name, what it is, and the big picture, on a card."""
    _card(painter, QRectF(area), 110)
    painter.setPen(QColor(character.palette.line))
    painter.setFont(_font(48, QFont.Weight.Bold))
    painter.drawText(area.adjusted(26, 18, 0, 0), Qt.AlignmentFlag.AlignLeft, character.name)
    painter.setPen(QColor(character.palette.skin_line))
    painter.setFont(_font(19, QFont.Weight.Normal))
    painter.drawText(area.adjusted(28, 78, 0, 0), Qt.AlignmentFlag.AlignLeft, TAGLINES[character.id])
    painter.drawImage(area.center().x() - picture.width() // 2, area.bottom() - picture.height() + 24, picture)


def _card(painter: QPainter, area: QRectF, opacity: int) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(255, 255, 255, opacity))
    painter.drawRoundedRect(area, RADIUS, RADIUS)


def _font(pixels: int, weight: QFont.Weight) -> QFont:
    font = QFont("DejaVu Sans")
    font.setPixelSize(pixels)
    font.setWeight(weight)
    return font


@dataclass(frozen=True, slots=True)
class _Block:
    """Cards of one size in rows."""

    cells: list[tuple[QImage, str]]
    columns: int

    @property
    def card(self) -> QSize:
        return self.cells[0][0].size() + QSize(0, LABEL_HEIGHT)

    @property
    def width(self) -> int:
        return self.columns * (self.card.width() + GUTTER) - GUTTER

    @property
    def height(self) -> int:
        rows = -(-len(self.cells) // self.columns)
        return rows * (self.card.height() + GUTTER) - GUTTER

    def paint(self, painter: QPainter, left: int, top: int, colour: QColor) -> None:
        for i, (picture, title) in enumerate(self.cells):
            row, column = divmod(i, self.columns)
            x, y = left + column * (self.card.width() + GUTTER), top + row * (self.card.height() + GUTTER)
            _card(painter, QRectF(x, y, self.card.width(), self.card.height()), 190)
            painter.drawImage(x, y, picture)
            painter.setPen(colour)
            painter.setFont(_font(16, QFont.Weight.DemiBold))
            label = QRect(x, y + picture.height(), picture.width(), LABEL_HEIGHT - 4)
            painter.drawText(label, Qt.AlignmentFlag.AlignCenter, title)


if __name__ == "__main__":
    main()
