"""A persona's picture on its way into the program: read from whatever claims to be one, made small, without extras."""

from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageReader, QPainter

from deskpet.bounded import read_bounded
from deskpet.personas.persona import PersonaError
from deskpet.words import tr

LONGEST = 640
"""The longest side of a portrait that is kept, in pixels."""

LARGEST_FILE = 24 * 1024 * 1024
_MOST_PIXELS = 64 * 1000 * 1000


def read(file: Path) -> bytes:
    """The picture in a file as a small PNG. Raises PersonaError when there is none."""
    try:
        return made_of(read_bounded(file, LARGEST_FILE))
    except OSError as error:
        raise PersonaError(tr("{file} can't be read: {why}.", file=file.name, why=error.strerror)) from error


def made_of(data: bytes) -> bytes:
    """The picture in `data` as a small PNG with nothing but the picture in it. Raises PersonaError."""
    held = QByteArray(data)
    buffer = QBuffer(held)
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setAutoTransform(True)
    size = reader.size()
    if size.width() * size.height() > _MOST_PIXELS:
        raise PersonaError(tr("The picture has far too many pixels."))
    picture = reader.read()
    if picture.isNull():
        raise PersonaError(tr("The picture can't be read."))
    return _packed(picture)


def _packed(picture: QImage) -> bytes:
    if max(picture.width(), picture.height()) > LONGEST:
        ways = (Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
        picture = picture.scaled(QSize(LONGEST, LONGEST), *ways)
    # Painted anew: what the file says of itself, such as the whole card, is not taken along.
    bare = QImage(picture.size(), QImage.Format.Format_ARGB32)
    bare.fill(Qt.GlobalColor.transparent)
    painter = QPainter(bare)
    painter.drawImage(0, 0, picture)
    painter.end()
    target = QByteArray()
    out = QBuffer(target)
    out.open(QIODevice.OpenModeFlag.WriteOnly)
    bare.save(out, "PNG")  # pyright: ignore[reportArgumentType,reportCallIssue]
    return bytes(target.data())
