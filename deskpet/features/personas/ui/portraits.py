"""Import of persona portraits: read an untrusted picture, scale it down, and strip its metadata."""

from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageReader, QPainter

from deskpet.filesystem.bounded import read_bounded
from deskpet.personas.persona import PersonaError
from deskpet.text.reasons import reason_of
from deskpet.translation import tr
from deskpet.ui.chat.pictures import file_of

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
    return _without_metadata(picture)


def _without_metadata(picture: QImage) -> bytes:
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
