"""A sprite character drawn for tests: a round blob whose colour tells the row, and whose height the frame."""

import json
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QImageWriter, QPainter, QPolygonF

from deskpet.pet.sprite_file import CELL_HEIGHT, CELL_WIDTH, COLUMNS, LOOKS, ROWS

NAME = "Blob"


def colour_of(row: int) -> QColor:
    """Return the colour of the body in a row."""
    return QColor.fromHsv(row * 36 % 360, 150, 225)


def draw_sheet(*, has_looks: bool = False, is_pixel_art: bool = False) -> QImage:
    """Draw a sheet; of pixel art it has hard edges and few colours."""
    rows = len(ROWS) + (LOOKS // COLUMNS if has_looks else 0)
    picture = QImage(COLUMNS * CELL_WIDTH, rows * CELL_HEIGHT, QImage.Format.Format_ARGB32)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, not is_pixel_art)
    counts = [*(len(durations) for durations in ROWS.values()), COLUMNS, COLUMNS]
    for row in range(rows):
        for column in range(counts[row]):
            painter.save()
            painter.translate(column * CELL_WIDTH, row * CELL_HEIGHT)
            _draw_cell(painter, row, column)
            painter.restore()
    painter.end()
    return picture


def _draw_cell(painter: QPainter, row: int, column: int) -> None:
    lift = (0, 4, 8, 10, 8, 4, 2, 0)[column] * (5 if row == 4 else 1)
    body = QRectF(46, 84 - lift, 100, 116)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour_of(row).darker(130))
    for left in (58, 106):
        painter.drawPolygon(
            QPolygonF([QPointF(left, 102 - lift), QPointF(left + 28, 102 - lift), QPointF(left + 14, 62 - lift)])
        )
    painter.setBrush(colour_of(row))
    painter.drawRoundedRect(body, 48, 48)
    painter.setBrush(QColor("#33313f"))
    side = {1: 12, 2: -12}.get(row, 0)
    for eye in (76, 108):
        painter.drawEllipse(QRectF(eye + side - 3, 118 - lift, 12, 16))


def write_sprites(folder: Path, picture: QImage | None = None, kind: str = "png", **changes: object) -> Path:
    """Write a sprite character into a new folder and return it. kind: format of the picture. changes: of pet.json."""
    folder.mkdir(parents=True)
    sheet = f"sheet.{kind}"
    (picture or draw_sheet()).save(str(folder / sheet), quality=100 if kind == "webp" else -1)
    values = {"id": "blob", "displayName": NAME, "description": "A round blob.", "spritesheetPath": sheet}
    (folder / "pet.json").write_text(json.dumps(values | changes), encoding="utf-8")
    return folder


def as_bytes(picture: QImage) -> bytes:
    """Return a picture as a PNG file."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(picture)
    return bytes(buffer.data().data())
