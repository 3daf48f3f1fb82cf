"""Pictures on their way into a message: read, shrunk to what models look at, and packed."""

import base64
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMimeData, QSize, Qt
from PySide6.QtGui import QImage, QImageReader

from deskpet.bounded import read_bounded
from deskpet.chat.messages import Image
from deskpet.words import tr

# Models look at no more than this anyway; the longest side in pixels.
LONGEST = 1568
# A picture without holes goes as PNG, exact, when that is no larger; else as JPEG.
MOST_PNG_BYTES = 400_000
JPEG_QUALITY = 88
# Some formats are unpacked whole before they are shrunk: to so much memory, in megabytes.
MOST_UNPACKED = 1024
LARGEST_FILE = 64 * 1024 * 1024
# Of files that are dropped at once, so many are looked at.
MOST_FILES = 12
# A piece of this side tells whether a picture is worth the time that PNG takes, and how much it may miss by.
_SAMPLE, _DOUBT = 256, 2
SUFFIXES = ("png", "jpg", "jpeg", "webp", "gif", "bmp")


class PictureError(Exception):
    """A picture that can't be taken: which, and why."""


@dataclass(frozen=True, slots=True)
class LoadedPictures:
    """What came of something that was to be pictures: those there are, and in a sentence each why others are not."""

    pictures: tuple[QImage, ...] = ()
    problems: tuple[str, ...] = ()


def read(file: Path) -> QImage:
    """The picture in a file, upright and not larger than is sent. Raises PictureError."""
    try:
        content = QByteArray(read_bounded(file, LARGEST_FILE))
    except OSError as error:
        what = tr("{file} can't be read: {why}.", file=file.name, why=error.strerror)
        raise PictureError(what) from error
    source = QBuffer(content)
    source.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(source)
    reader.setAutoTransform(True)
    size = reader.size()
    if size.width() * size.height() * 4 > MOST_UNPACKED * 1024 * 1024:
        pixels = f"{size.width()} x {size.height()}"
        raise PictureError(
            tr("{file} is too large: {pixels} pixels. Make it smaller first.", file=file.name, pixels=pixels)
        )
    if max(size.width(), size.height()) > LONGEST:
        reader.setScaledSize(size.scaled(QSize(LONGEST, LONGEST), Qt.AspectRatioMode.KeepAspectRatio))
    before = QImageReader.allocationLimit()
    QImageReader.setAllocationLimit(MOST_UNPACKED)
    picture = reader.read()
    QImageReader.setAllocationLimit(before)
    if picture.isNull():
        why = reader.errorString().lower()
        raise PictureError(tr("{file} is no picture that can be read: {why}", file=file.name, why=why))
    return picture


def read_all(files: Iterable[Path]) -> LoadedPictures:
    """The pictures in these files: what is wrong with one takes nothing from the others."""
    found: list[QImage] = []
    problems: list[str] = []
    for file in islice(files, MOST_FILES):
        try:
            found.append(read(file))
        except PictureError as error:
            problems.append(str(error))
    return LoadedPictures(tuple(found), tuple(problems))


def pack(picture: QImage) -> Image:
    """The picture as a block of a message, shrunk where it is too large."""
    if max(picture.width(), picture.height()) > LONGEST:
        picture = picture.scaled(
            LONGEST, LONGEST, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
        )
    if picture.hasAlphaChannel() or _promises_little(picture):
        exact = _bytes_of(picture, "PNG")
        if len(exact) <= MOST_PNG_BYTES or picture.hasAlphaChannel():
            return Image("image/png", base64.b64encode(exact).decode("ascii"))
    return Image("image/jpeg", base64.b64encode(_bytes_of(picture, "JPEG")).decode("ascii"))


def unpacked(image: Image) -> QImage:
    """The picture in a block of a message; a null one where it can't be read."""
    try:
        return QImage.fromData(base64.b64decode(image.data))
    except ValueError:
        return QImage()


def _promises_little(picture: QImage) -> bool:
    """Whether a picture may fit as a PNG, by a piece of its middle."""
    side = min(_SAMPLE, picture.width(), picture.height())
    piece = picture.copy((picture.width() - side) // 2, (picture.height() - side) // 2, side, side)
    pixels = picture.width() * picture.height() / max(side * side, 1)
    return len(_bytes_of(piece, "PNG")) * pixels <= MOST_PNG_BYTES * _DOUBT


def has_pictures(data: QMimeData) -> bool:
    """Whether something that is pasted or dropped is, or names, a picture."""
    return (data.hasImage() and not data.hasText()) or any(map(_is_named_picture, _files_of(data)))


def pictures_of(data: QMimeData) -> LoadedPictures:
    """The pictures that are pasted or dropped."""
    if files := _files_of(data):
        return read_all(files)
    found = data.imageData()
    return LoadedPictures((found,)) if isinstance(found, QImage) and not found.isNull() else LoadedPictures()


def _files_of(data: QMimeData) -> list[Path]:
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]


def _is_named_picture(file: Path) -> bool:
    return file.suffix.lower().removeprefix(".") in SUFFIXES


def _bytes_of(picture: QImage, form: str) -> bytes:
    target = QByteArray()
    buffer = QBuffer(target)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(buffer, form, JPEG_QUALITY if form == "JPEG" else -1)  # pyright: ignore[reportArgumentType,reportCallIssue]
    return bytes(target.data())
