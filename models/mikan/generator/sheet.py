"""Pictures for people: a contact sheet of expressions and poses, and the character's still picture and icon.

`python -m models.mikan.generator.sheet MODEL_DIR --sheet OUT.png` draws the sheet,
`--stills` writes preview.png and icon.png into the model's folder. Needs a display.
"""

import argparse
import os
from dataclasses import dataclass, field
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "xcb")

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QImage, QLinearGradient, QPainter

from .expressions import EXPRESSIONS
from .package import NAME
from .palette import MANDARIN
from .render import Stage
from .rig import CANVAS

STILL_HEIGHT = 800
ICON_SIZE = 256
HEAD_FRAME = QRectF(0.085, 0.128, 0.84, 0.0)
"""Left, top and width of the icon's square, as shares of the canvas."""

MARGIN, GUTTER, TITLE_HEIGHT, LABEL_HEIGHT = 40, 14, 130, 32
FACE_COLUMNS, POSE_COLUMNS = 6, 7
FACE_SCALE = 0.27
POSE_HEIGHT = 310


@dataclass(frozen=True, slots=True)
class Shot:
    """One cell of the sheet."""

    title: str
    expression: str = "neutral"
    pose: dict[str, float] = field(default_factory=dict)
    motion: tuple[str, int, float] | None = None


POSES = (
    Shot("at rest"),
    Shot(
        "looks left",
        pose={"ParamAngleX": -30, "ParamAngleY": 8, "ParamEyeBallX": -0.6, "ParamBodyAngleX": -6},
    ),
    Shot("looks right", pose={"ParamAngleX": 30, "ParamAngleY": -6, "ParamEyeBallX": 0.6, "ParamBodyAngleX": 6}),
    Shot("looks up", pose={"ParamAngleY": 30, "ParamAngleX": 10, "ParamEyeBallY": 0.8}),
    Shot("tilts", "happy", pose={"ParamAngleZ": -26, "ParamBodyAngleZ": -5}),
    Shot("waves", "happy", motion=("Wave", 0, 0.94)),
    Shot("chats", "happy", motion=("Talk", 0, 1.6)),
    Shot("hops", "excited", motion=("Happy", 0, 0.44)),
    Shot("thinks", "thinking", motion=("Think", 0, 1.6)),
    Shot("is patted", "laughing", motion=("TapHead", 0, 0.7)),
    Shot("is startled", "surprised", motion=("Surprise", 0, 0.34)),
    Shot("droops", "sad", motion=("Sad", 0, 1.8)),
    Shot("sleeps", "sleepy", motion=("Sleep", 0, 2.6)),
    Shot("minds the tail", "neutral", motion=("TapTail", 0, 0.8)),
)


def main() -> None:
    """Draw what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=Path, help="folder of the model")
    parser.add_argument("--sheet", type=Path, metavar="OUT.png", help="write the contact sheet here")
    parser.add_argument("--stills", action="store_true", help="write preview.png and icon.png into the folder")
    options = parser.parse_args()
    application = QGuiApplication([])
    stage = Stage(options.model / f"{NAME}.model3.json")
    if options.stills:
        write_stills(stage, options.model)
    if options.sheet:
        contact_sheet(stage).save(str(options.sheet), quality=0)
    del application


def _canvas_size(height: int) -> QSize:
    return QSize(round(height * CANVAS.width / CANVAS.height), height)


def write_stills(stage: Stage, folder: Path) -> None:
    """preview.png, the rest pose, and icon.png, the head; both on transparent ground."""
    stage.picture(_canvas_size(STILL_HEIGHT)).save(str(folder / "preview.png"), quality=0)
    width = round(ICON_SIZE / HEAD_FRAME.width())
    whole = stage.picture(_canvas_size(round(width * CANVAS.height / CANVAS.width)), "happy")
    frame = QRect(round(width * HEAD_FRAME.x()), round(whole.height() * HEAD_FRAME.y()), ICON_SIZE, ICON_SIZE)
    whole.copy(frame).save(str(folder / "icon.png"), quality=0)


def contact_sheet(stage: Stage) -> QImage:
    """All expressions as faces, then the key poses in full."""
    faces = [(_face(stage, name), name) for name in EXPRESSIONS]
    poses = [(stage.picture(_canvas_size(POSE_HEIGHT), s.expression, s.pose, s.motion), s.title) for s in POSES]
    face_block, pose_block = _Block(faces, FACE_COLUMNS), _Block(poses, POSE_COLUMNS)
    width = max(face_block.width, pose_block.width) + 2 * MARGIN
    height = TITLE_HEIGHT + face_block.height + GUTTER + pose_block.height + MARGIN
    sheet = QImage(width, height, QImage.Format.Format_RGB32)
    painter = QPainter(sheet)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    ground = QLinearGradient(QPointF(0, 0), QPointF(0, height))
    ground.setColorAt(0, QColor("#fff7ea"))
    ground.setColorAt(1, QColor("#ffe3c2"))
    painter.fillRect(sheet.rect(), ground)
    _title(painter, width)
    face_block.paint(painter, (width - face_block.width) // 2, TITLE_HEIGHT)
    pose_block.paint(painter, (width - pose_block.width) // 2, TITLE_HEIGHT + face_block.height + GUTTER)
    painter.end()
    return sheet


def _face(stage: Stage, expression: str) -> QImage:
    whole = stage.picture(_canvas_size(round(CANVAS.height * FACE_SCALE)), expression)
    return whole.copy(
        round(whole.width() * 0.045),
        round(whole.height() * 0.115),
        round(whole.width() * 0.905),
        round(whole.height() * 0.5),
    )


def _title(painter: QPainter, width: int) -> None:
    painter.setPen(QColor(MANDARIN.line))
    painter.setFont(_font(46, QFont.Weight.Bold))
    painter.drawText(QRect(MARGIN, 24, width - 2 * MARGIN, 60), Qt.AlignmentFlag.AlignLeft, "Mikan")
    painter.setPen(QColor(MANDARIN.skin_line))
    painter.setFont(_font(19, QFont.Weight.Normal))
    text = f"{len(EXPRESSIONS)} expressions, and some of what she does. Drawn and rigged from code, CC0."
    painter.drawText(QRect(MARGIN, 84, width - 2 * MARGIN, 30), Qt.AlignmentFlag.AlignLeft, text)


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
        return rows * (self.card.height() + GUTTER)

    def paint(self, painter: QPainter, left: int, top: int) -> None:
        for i, (picture, title) in enumerate(self.cells):
            row, column = divmod(i, self.columns)
            x, y = left + column * (self.card.width() + GUTTER), top + row * (self.card.height() + GUTTER)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(255, 255, 255, 190))
            painter.drawRoundedRect(QRectF(x, y, self.card.width(), self.card.height()), 18, 18)
            painter.drawImage(x, y, picture)
            painter.setPen(QColor(MANDARIN.line))
            painter.setFont(_font(16, QFont.Weight.DemiBold))
            label = QRect(x, y + picture.height(), picture.width(), LABEL_HEIGHT - 4)
            painter.drawText(label, Qt.AlignmentFlag.AlignCenter, title)


if __name__ == "__main__":
    main()
