"""Portraits of personas: read an untrusted picture, scale it down, strip its metadata, and paint it as a disc."""

from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QImage, QImageReader, QPainter

from deskpet.filesystem.bounded import read_bounded
from deskpet.personas.persona import PersonaError
from deskpet.text.reasons import reason_of
from deskpet.translation import tr
from deskpet.ui.chat.pictures import file_of
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.avatar import avatar_pixmap

LONGEST = 640
"""Longest side of a stored portrait, in pixels."""

LARGEST_FILE = 24 * 1024 * 1024
_MAX_PIXELS = 64 * 1000 * 1000


def read(file: Path) -> bytes:
    """Read a picture file and return it as a small PNG. Raises PersonaError if it can't be read."""
    try:
        return to_png(read_bounded(file, LARGEST_FILE))
    except OSError as error:
        raise PersonaError(tr("{file} can't be read: {why}.", file=file.name, why=reason_of(error))) from error


def to_png(data: bytes) -> bytes:
    """Decode a picture and return it as a small PNG without metadata. Raises PersonaError if it can't be decoded."""
    content = QByteArray(data)
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setAutoTransform(True)
    size = reader.size()
    if size.width() * size.height() > _MAX_PIXELS:
        raise PersonaError(tr("The picture has far too many pixels."))
    picture = reader.read()
    if picture.isNull():
        raise PersonaError(tr("The picture can't be read."))
    if max(picture.width(), picture.height()) > LONGEST:
        modes = (Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
        picture = picture.scaled(QSize(LONGEST, LONGEST), *modes)
    # Repainted to drop the file's metadata, such as an embedded character card.
    copy = QImage(picture.size(), QImage.Format.Format_ARGB32)
    copy.fill(Qt.GlobalColor.transparent)
    painter = QPainter(copy)
    painter.drawImage(0, 0, picture)
    painter.end()
    return file_of(copy, "PNG")


# Hues of the letter discs, in degrees; a name always gets the same one.
_HUES = (24, 174, 265, 335, 210, 90)


def paint_disc(painter: QPainter, disc: QRectF, name: str, picture: Path | None) -> None:
    """Paint a persona's round picture into `disc`, or the first letter of its name.

    picture: a picture's file, a model's folder, or None.
    """
    ratio = painter.device().devicePixelRatioF()
    pixmap = avatar_pixmap(picture, round(disc.width()), ratio) if picture else None
    if pixmap:
        painter.drawPixmap(disc.topLeft(), pixmap)
        return
    hue = _HUES[sum(map(ord, name)) % len(_HUES)]
    is_light = theme.current().is_light
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor.fromHsl(hue, 150, 215 if is_light else 70))
    painter.drawEllipse(disc)
    font = theme.ui_font(theme.TEXT + 2)
    font.setPixelSize(round(disc.height() * 0.47))
    font.setWeight(QFont.Weight.Bold)
    painter.setFont(font)
    painter.setPen(QColor.fromHsl(hue, 150, 70 if is_light else 205))
    painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, name[:1].upper())
