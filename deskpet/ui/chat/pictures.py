"""Read pictures from files, the clipboard or drops, scale them down for models and encode them as image blocks."""

import base64
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMimeData, QSize, Qt
from PySide6.QtGui import QImage, QImageReader

from deskpet.chat.messages import Image
from deskpet.filesystem.bounded import read_bounded
from deskpet.text.reasons import reason_of
from deskpet.translation import tr

# Maximum length of the longer side in pixels; models do not use more.
MAX_SIDE = 1568
# An opaque picture is encoded as PNG up to this size, else as JPEG.
MAX_PNG_BYTES = 400_000
JPEG_QUALITY = 88
# Memory limit for decoding in megabytes; some formats are decoded completely before they are scaled.
MAX_DECODED_MB = 1024
MAX_FILE_BYTES = 64 * 1024 * 1024
# Maximum number of files read from one drop.
MAX_FILES = 12
# Side of the sample that predicts the PNG size, and the factor by which the prediction may be too high.
_SAMPLE_SIDE, _SAMPLE_TOLERANCE = 256, 2
SUFFIXES = ("png", "jpg", "jpeg", "webp", "gif", "bmp")


class PictureError(Exception):
    """A picture can't be read; the message names the file and the cause."""


@dataclass(frozen=True, slots=True)
class LoadedPictures:
    """The pictures that could be read, and a sentence for each that could not."""

    pictures: tuple[QImage, ...] = ()
    problems: tuple[str, ...] = ()


def read(file: Path) -> QImage:
    """Read a picture file, rotated by its EXIF orientation and scaled to `MAX_SIDE`. Raises PictureError."""
    try:
        content = QByteArray(read_bounded(file, MAX_FILE_BYTES))
    except OSError as error:
        message = tr("{file} can't be read: {why}.", file=file.name, why=reason_of(error))
        raise PictureError(message) from error
    source = QBuffer(content)
    source.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(source)
    reader.setAutoTransform(True)
    size = reader.size()
    if size.width() * size.height() * 4 > MAX_DECODED_MB * 1024 * 1024:
        pixels = f"{size.width()} x {size.height()}"
        raise PictureError(
            tr("{file} is too large: {pixels} pixels. Make it smaller first.", file=file.name, pixels=pixels)
        )
    if max(size.width(), size.height()) > MAX_SIDE:
        reader.setScaledSize(size.scaled(QSize(MAX_SIDE, MAX_SIDE), Qt.AspectRatioMode.KeepAspectRatio))
    before = QImageReader.allocationLimit()
    QImageReader.setAllocationLimit(MAX_DECODED_MB)
    picture = reader.read()
    QImageReader.setAllocationLimit(before)
    if picture.isNull():
        why = reader.errorString().lower()
        raise PictureError(tr("{file} is no picture that can be read: {why}", file=file.name, why=why))
    return picture


def read_all(files: Iterable[Path]) -> LoadedPictures:
    """Read these files; an error in one does not affect the others."""
    found: list[QImage] = []
    problems: list[str] = []
    for file in islice(files, MAX_FILES):
        try:
            found.append(read(file))
        except PictureError as error:
            problems.append(str(error))
    return LoadedPictures(tuple(found), tuple(problems))


def encode(picture: QImage) -> Image:
    """Encode a picture as an image block, scaled down to `MAX_SIDE`."""
    if max(picture.width(), picture.height()) > MAX_SIDE:
        picture = picture.scaled(
            MAX_SIDE, MAX_SIDE, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
        )
    if picture.hasAlphaChannel() or _may_be_small_png(picture):
        png = file_of(picture, "PNG")
        if len(png) <= MAX_PNG_BYTES or picture.hasAlphaChannel():
            return Image("image/png", base64.b64encode(png).decode("ascii"))
    return Image("image/jpeg", base64.b64encode(file_of(picture, "JPEG")).decode("ascii"))


def decode(image: Image) -> QImage:
    """Decode an image block; returns a null image if it is invalid."""
    try:
        return QImage.fromData(base64.b64decode(image.data))
    except ValueError:
        return QImage()


def _may_be_small_png(picture: QImage) -> bool:
    """Predict from a sample of its middle whether a picture fits into `MAX_PNG_BYTES` as PNG."""
    side = min(_SAMPLE_SIDE, picture.width(), picture.height())
    piece = picture.copy((picture.width() - side) // 2, (picture.height() - side) // 2, side, side)
    pixels = picture.width() * picture.height() / max(side * side, 1)
    return len(file_of(piece, "PNG")) * pixels <= MAX_PNG_BYTES * _SAMPLE_TOLERANCE


def has_pictures(data: QMimeData) -> bool:
    """Whether pasted or dropped data is a picture or names picture files."""
    return (data.hasImage() and not data.hasText()) or any(map(has_picture_suffix, _files_of(data)))


def pictures_of(data: QMimeData) -> LoadedPictures:
    """Return the pictures in pasted or dropped data; other files are left out."""
    if files := _files_of(data):
        return read_all(filter(has_picture_suffix, files))
    found = data.imageData()
    return LoadedPictures((found,)) if isinstance(found, QImage) and not found.isNull() else LoadedPictures()


def _files_of(data: QMimeData) -> list[Path]:
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]


def has_files(data: QMimeData) -> bool:
    """Whether pasted or dropped data is a picture or names local files."""
    return has_pictures(data) or bool(_files_of(data))


def other_files_of(data: QMimeData) -> list[Path]:
    """Return the local files that pasted or dropped data names and that are no pictures by their names."""
    return [file for file in _files_of(data) if not has_picture_suffix(file)]


def has_picture_suffix(file: Path) -> bool:
    """Whether a file's name is that of a picture."""
    return file.suffix.lower().removeprefix(".") in SUFFIXES


def file_of(picture: QImage, form: str) -> bytes:
    """Return a picture in a file format of Qt: `PNG`, or `JPEG`."""
    target = QByteArray()
    buffer = QBuffer(target)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(buffer, form, JPEG_QUALITY if form == "JPEG" else -1)  # pyright: ignore[reportArgumentType,reportCallIssue]
    return bytes(target.data())
