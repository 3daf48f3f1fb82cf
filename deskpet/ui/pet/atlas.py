"""Copies of a model's textures: downscaled, as a small character does not need a large texture atlas, or padded.

The copies are cached on disk, so that the next start uploads them at once. A worker thread creates them, also when
the character's size changes; the character keeps being drawn meanwhile.
"""

import hashlib
import logging
import math
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, QSize, Qt, QThreadPool, Signal
from PySide6.QtGui import QImage, QImageReader, QPainter

from deskpet.config import paths, state_files
from deskpet.config.state_files import JsonObject
from deskpet.filesystem import private_files
from deskpet.pet.density import SHRINK_FACTOR, Density
from deskpet.pet.model_file import ModelFile
from deskpet.pet.rig import Rig

# Minimum side of a copy in pixels.
MIN_SIDE = 64
SHRINKS_PER_HALVING = 2
# Maximum number of cached copies; the least recently used ones are deleted.
MAX_COPIES = 48
# How often a texture is halved to find the colours beside its transparent pixels; each doubles the width of the border.
_PADDING_HALVINGS = 5
# Bytes and rows of a texture that are handled at once while Python's lock is held.
_PIECE, _STRIPE = 1 << 18, 64
# Range of valid numbers in a density file.
_POSITIVE = (1e-6, 1e9)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class AtlasRequest:
    """The textures of one model, downscaled `shrinks` times by the factor SHRINK.

    is_padded: they have the colours of their edges in the transparent pixels beside.
    """

    model: ModelFile
    shrinks: int
    is_padded: bool = False


Mipmaps = tuple[tuple[QImage, ...], ...]
"""For each texture its images, each half the size of the one before."""


class Atlas(QObject):
    """Chooses the size of textures, and creates missing copies in a worker thread.

    made: Emitted with the last request and its Mipmaps, to be uploaded in place of the present textures.
    failed: Emitted with the last request if a texture can't be read.
    """

    made = Signal(object, object)
    failed = Signal(object)
    # Emitted in the worker thread with the request, and its Mipmaps or None.
    _done = Signal(object, object)

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        """`folder` is the cache for the copies; its files may be deleted at any time."""
        super().__init__(parent)
        self._folder = folder
        self._pending: AtlasRequest | None = None
        self._pool = QThreadPool(self, maxThreadCount=1)
        self._done.connect(self._on_done)

    def initial_request(self, model: ModelFile, size: tuple[int, int], ratio: float) -> AtlasRequest:
        """Return the request for a window of this size if all its copies are cached, else the original textures.

        size: logical pixels. ratio: physical pixels per logical pixel.
        """
        density = self._cached_density(model)
        shrinks = self._shrinks(model, density, size, ratio) if density else 0
        copies = [self._copy_path(Path(name), shrinks) for name in model.settings.textures]
        if not all(paths.exists(copy) for copy in copies):
            return AtlasRequest(model, 0)
        return AtlasRequest(model, shrinks, _needs_padding(model))

    def density_file(self, model: ModelFile) -> Path:
        """Return the path of the file that caches the density of a model's textures."""
        return self._folder / f"{_stamp(model.moc)}.json"

    def downscaled_model(self, request: AtlasRequest) -> ModelFile:
        """Return the model with its textures replaced by the copies of a request."""
        if not (request.shrinks or request.is_padded):
            return request.model
        copies = [self._copy_path(Path(name), request.shrinks) for name in request.model.settings.textures]
        for copy in copies:
            _touch(copy)
        settings = replace(request.model.settings, textures=tuple(str(copy) for copy in copies))
        return replace(request.model, settings=settings)

    def remaining_halvings(self, shown: AtlasRequest, size: tuple[int, int], ratio: float) -> int | None:
        """Return how often the shown textures could still be halved; None if their density is unknown."""
        density = self._cached_density(shown.model)
        return max(0, density.shrinks(size, ratio) - shown.shrinks) // SHRINKS_PER_HALVING if density else None

    def start(self, shown: AtlasRequest, rig: Rig, size: tuple[int, int], ratio: float) -> None:
        """Create the textures for a window of this size in the worker thread, unless they are shown already.

        size: logical pixels. ratio: physical pixels per logical pixel. `made` is emitted when they are ready.
        """
        model = shown.model
        density = self._cached_density(model) or self._measure_density(model, rig)
        if density is None and not _needs_padding(model):
            return
        shrinks = self._shrinks(model, density, size, ratio) if density else 0
        request = AtlasRequest(model, shrinks, _needs_padding(model))
        if request == self._pending or (request == shown and self._pending is None):
            return
        self.load(request)

    def load(self, request: AtlasRequest) -> None:
        """Read the textures of a request in the worker thread. `made` is emitted when they are ready, or `failed`."""
        self._pending = request
        self._pool.start(lambda: self._run(request))

    def cancel(self) -> None:
        """Discard the pending request; a running job finishes, and its result is dropped."""
        self._pending = None
        self._pool.clear()

    def close(self) -> None:
        """Discard the pending request, and wait for the worker thread."""
        self.cancel()
        self._pool.waitForDone()

    def _on_done(self, request: AtlasRequest, made: Mipmaps | None) -> None:
        """Emit the worker's result if it is still pending."""
        if request != self._pending:
            return
        self._pending = None
        if made:
            self.made.emit(request, made)
        else:
            self.failed.emit(request)

    def _shrinks(self, model: ModelFile, density: Density, size: tuple[int, int], ratio: float) -> int:
        sides = [min(_size(name).toTuple()) for name in model.settings.textures]
        limit = math.floor(math.log(max(1.0, min(sides) / MIN_SIDE), SHRINK_FACTOR))
        return min(density.shrinks(size, ratio), limit)

    def _run(self, request: AtlasRequest) -> None:
        """Run in the worker thread: create the textures and report the result."""
        made: Mipmaps | None = None
        try:
            textures = [self._made(Path(name), request) for name in request.model.settings.textures]
            made = tuple(mipmaps(picture) for picture in textures)
        except OSError as error:
            _log_kept(request.model, error)
        # RuntimeError: the Atlas has been deleted meanwhile, so nothing waits for the result.
        with suppress(RuntimeError):
            self._done.emit(request, made)

    def _made(self, texture: Path, request: AtlasRequest) -> QImage:
        """Return a texture as requested. Raises OSError if it can't be read any more."""
        copy = self._copy_path(texture, request.shrinks)
        is_copied = bool(request.shrinks or request.is_padded)
        picture = QImage(str(copy if is_copied and paths.exists(copy) else texture)).convertToFormat(
            QImage.Format.Format_RGBA8888
        )
        if picture.isNull():
            raise _unreadable(texture)
        if not is_copied:
            return picture
        if paths.exists(copy):
            _touch(copy)
            return picture
        if request.is_padded:
            picture = padded(picture)
        if request.shrinks:
            picture = downscaled(picture, SHRINK_FACTOR**request.shrinks)
        _write_whole(copy, picture.save)
        self._delete_old_copies()
        return picture

    def _copy_path(self, texture: Path, shrinks: int) -> Path:
        return self._folder / f"{_stamp(texture)}.{shrinks}.png"

    def _cached_density(self, model: ModelFile) -> Density | None:
        # The model may have been removed meanwhile, which is logged when it can't be measured either.
        with suppress(OSError):
            return state_files.read_or_none(
                self.density_file(model), _density, f"what was known of the textures of {model.path.name}"
            )
        return None

    def _measure_density(self, model: ModelFile, rig: Rig) -> Density | None:
        """Return the density and cache it, or None if it can't be measured, as when the model was removed meanwhile."""
        try:
            density = rig.density([_readable_size(name) for name in model.settings.textures])
            if density is not None:
                state_files.write_json(self.density_file(model), asdict(density), "how fine the textures are")
        except OSError as error:
            _log_kept(model, error)
            return None
        return density

    def _delete_old_copies(self) -> None:
        try:
            copies = sorted(self._folder.glob("*.png"), key=lambda copy: copy.stat().st_mtime)
            for copy in copies[:-MAX_COPIES]:
                copy.unlink(missing_ok=True)
        except OSError as error:
            log.warning("old copies in %s can't be deleted: %s", self._folder, error)


def mipmaps(picture: QImage) -> tuple[QImage, ...]:
    """Return an image and its halved versions, down to a single pixel."""
    pictures = [picture]
    while max(pictures[-1].width(), pictures[-1].height()) > 1:
        pictures.append(downscaled(pictures[-1], 2))
    return tuple(pictures)


def downscaled(picture: QImage, factor: float) -> QImage:
    """Divide the width and height of an image by `factor`. Returns RGBA with straight alpha, for OpenGL.

    Colours are weighted by their alpha, so that colours of transparent pixels don't bleed into an edge. Fully
    transparent areas are averaged without weights, since OpenGL interpolates their colours into the edge beside.
    """
    # The epsilon turns 511.99... into 512. OpenGL expects the size of a mipmap rounded down.
    size = QSize(*(max(1, math.floor(side / factor + 1e-6)) for side in (picture.width(), picture.height())))
    visible = _scaled(picture.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied), size)
    # ARGB32, since scaling an image in OpenGL's byte order would swap red and blue.
    hidden = picture.convertToFormat(QImage.Format.Format_ARGB32)
    hidden.reinterpretAsFormat(QImage.Format.Format_RGB32)
    mixed = _scaled(hidden, size).convertToFormat(QImage.Format.Format_RGBX8888)
    painter = QPainter(mixed)
    _draw(painter, visible)
    painter.end()
    # QImage.setAlphaChannel would lose the colours of transparent pixels.
    straight = visible.convertToFormat(QImage.Format.Format_RGBA8888)
    pixels = bytearray(mixed.constBits())
    _copy_alpha(straight, pixels)
    return _rgba(pixels, size)


def padded(picture: QImage) -> QImage:
    """Give the transparent pixels of an image the colours of the visible ones beside. Returns RGBA, straight alpha.

    OpenGL interpolates between both, so that a foreign colour would show as a line along each edge.
    """
    size, grown = picture.size(), picture.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
    visible = grown.copy()
    painter = QPainter(grown)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationOver)
    for halving in range(1, _PADDING_HALVINGS + 1):
        _draw(painter, _scaled(_scaled(visible, (size / 2**halving).expandedTo(QSize(1, 1))), size))
    painter.end()
    colours = grown.convertToFormat(QImage.Format.Format_ARGB32)
    colours.reinterpretAsFormat(QImage.Format.Format_RGB32)
    straight = picture.convertToFormat(QImage.Format.Format_RGBA8888)
    pixels = bytearray(straight.constBits())
    # Each pixel that is visible at all keeps its own colour.
    _copy_alpha(straight, pixels, b"\0" + b"\xff" * 255)
    mixed = colours.convertToFormat(QImage.Format.Format_RGBX8888)
    painter = QPainter(mixed)
    _draw(painter, _rgba(pixels, size))
    painter.end()
    pixels = bytearray(mixed.constBits())
    _copy_alpha(straight, pixels)
    return _rgba(pixels, size)


def _draw(painter: QPainter, picture: QImage) -> None:
    """Draw an image in stripes: unlike the other functions of QImage, this one holds Python's lock."""
    for top in range(0, picture.height(), _STRIPE):
        painter.drawImage(0, top, picture, 0, top, picture.width(), _STRIPE)


def _copy_alpha(source: QImage, pixels: bytearray, table: bytes | None = None) -> None:
    """Give RGBA pixels the alpha of an image in this format, translated by `table`.

    In pieces: the GUI thread can't run Python meanwhile, and a whole texture takes a tenth of a second.
    """
    alpha = memoryview(source.constBits())
    for start in range(0, len(pixels), _PIECE):
        end = start + _PIECE
        pixels[start + 3 : end : 4] = bytes(alpha[start:end])[3::4].translate(table)


def _density(values: JsonObject) -> Density:
    width, height = values.numbers("canvas", 2, _POSITIVE)
    return Density(values.number("texels", bounds=_POSITIVE), (width, height))


def _needs_padding(model: ModelFile) -> bool:
    """Return whether transparent pixels of the textures may have any colour; atlases of Cubism 3 are padded."""
    return model.cubism == 2


def _rgba(pixels: bytearray, size: QSize) -> QImage:
    return QImage(pixels, size.width(), size.height(), 4 * size.width(), QImage.Format.Format_RGBA8888).copy()


def _scaled(picture: QImage, size: QSize) -> QImage:
    return picture.scaled(size, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation)


def _size(texture: str) -> QSize:
    return QImageReader(texture).size()


def _readable_size(texture: str) -> tuple[int, int]:
    """Return the size of a texture in texels. Raises OSError if it can't be read."""
    size = _size(texture)
    if not size.isValid():
        raise _unreadable(Path(texture))
    return size.width(), size.height()


def _unreadable(texture: Path) -> OSError:
    return OSError(f"{texture.name} can't be read any more")


def _log_kept(model: ModelFile, error: OSError) -> None:
    log.warning("%s keeps its textures as they are: %s", model.path.name, error)


def _stamp(file: Path) -> str:
    """Return a name that identifies a file by its path, time of change and size."""
    status = file.stat()
    return hashlib.sha256(f"{file}\n{status.st_mtime_ns}\n{status.st_size}".encode()).hexdigest()[:24]


def _touch(copy: Path) -> None:
    """Update the copy's modification time, by which old copies are found. A read-only folder is only logged."""
    try:
        private_files.touch(copy)
    except OSError as error:
        log.info("%s can't be marked as used: %s", copy, error.strerror)


def _write_whole(file: Path, write: Callable[[str], bool]) -> None:
    """Write a cache file atomically. A failure is logged: without the file the next start is only slower."""
    # Other pets of this user may write the same file.
    part = file.with_name(f"{file.stem}.{os.getpid()}.new{file.suffix}")
    try:
        private_files.create_folder(file.parent)
        # Qt keeps the rights of a file that is there.
        private_files.touch(part)
        if not write(str(part)):
            raise OSError("the picture could not be written")
        part.replace(file)
    except OSError as error:
        log.warning("%s can't be kept: %s", file, error)
