"""A model's textures in the size that it is shown in: a large atlas for a small character is made smaller, in steps.

The copies are kept on disk, so that the next start reads and uploads them at once. They are made, and made anew when
the character grows, in a thread beside; the character lives on meanwhile.
"""

import hashlib
import logging
import math
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, QSize, Qt, QThreadPool, Signal
from PySide6.QtGui import QImage, QImageReader, QPainter

from deskpet import state_files
from deskpet.pet.density import SHRINK, Density
from deskpet.pet.model_file import ModelFile
from deskpet.pet.rig import Rig

# No side of a copy is shorter than this.
LEAST_SIDE = 64
SHRINKS_TO_A_HALF = 2
# Copies that were not used for the longest are thrown away when there are more.
MOST_COPIES = 48
# What is no measure of anything drawn: less, or more.
_POSITIVE = (1e-6, 1e9)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class AtlasRequest:
    """The textures of one model, so often made smaller by SHRINK."""

    model: ModelFile
    shrinks: int


@dataclass(frozen=True, slots=True)
class MipmapChain:
    """A texture in falling sizes, each half as large as the one before: what OpenGL calls its mipmaps."""

    wanted: AtlasRequest
    textures: tuple[tuple[QImage, ...], ...]


class Atlas(QObject):
    """Tells in which size textures are there, and makes those that are not.

    made: the Pictures that were asked for last, to be uploaded in place of what is there.
    """

    made = Signal(object)
    _done = Signal(object)

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        """The copies go to `folder`, from which anything may be deleted at any time."""
        super().__init__(parent)
        self._folder = folder
        self._wanted: AtlasRequest | None = None
        self._pool = QThreadPool(self, maxThreadCount=1)
        self._done.connect(self._on_done)

    def at_start(self, model: ModelFile, size: tuple[int, int], ratio: float) -> AtlasRequest:
        """In which size to begin with: the one that suits a window of so many pixels, if its copies are there."""
        density = self._known(model)
        shrinks = self._shrinks(model, density, size, ratio) if density else 0
        copies = [self._copy(Path(name), shrinks) for name in model.settings.textures]
        return AtlasRequest(model, shrinks if all(copy.exists() for copy in copies) else 0)

    def density_file(self, model: ModelFile) -> Path:
        """Where it is kept how fine a model's textures are."""
        return self._folder / f"{_stamp(model.moc)}.json"

    def lighter(self, wanted: AtlasRequest) -> ModelFile:
        """The model with its textures in that size."""
        if not wanted.shrinks:
            return wanted.model
        copies = [self._copy(Path(name), wanted.shrinks) for name in wanted.model.settings.textures]
        for copy in copies:
            _note_use(copy)
        settings = replace(wanted.model.settings, textures=tuple(str(copy) for copy in copies))
        return replace(wanted.model, settings=settings)

    def left(self, shown: AtlasRequest, size: tuple[int, int], ratio: float) -> int | None:
        """How often textures that are shown could still be halved; None as long as it isn't known."""
        density = self._known(shown.model)
        return max(0, density.shrinks(size, ratio) - shown.shrinks) // SHRINKS_TO_A_HALF if density else None

    def suit(self, shown: AtlasRequest, rig: Rig, size: tuple[int, int], ratio: float) -> None:
        """Make what suits a window of so many pixels, unless that is shown: `made` follows in some frames' time."""
        density = self._known(shown.model) or self._measured(shown.model, rig)
        if density is None:
            return
        wanted = AtlasRequest(shown.model, self._shrinks(shown.model, density, size, ratio))
        if wanted == self._wanted or (wanted == shown and self._wanted is None):
            return
        self._wanted = wanted
        self._pool.start(lambda: self._done.emit(self._make(wanted) or wanted))

    def forget(self) -> None:
        """Discard what is being made; the thread goes on until it is done with it."""
        self._wanted = None
        self._pool.clear()

    def close(self) -> None:
        """Discard what is being made, and wait for the thread."""
        self.forget()
        self._pool.waitForDone()

    def _on_done(self, result: MipmapChain | AtlasRequest) -> None:
        """Take what the thread has made, or what it could not make."""
        wanted = result.wanted if isinstance(result, MipmapChain) else result
        if wanted != self._wanted:
            return
        self._wanted = None
        if isinstance(result, MipmapChain):
            self.made.emit(result)

    def _shrinks(self, model: ModelFile, density: Density, size: tuple[int, int], ratio: float) -> int:
        sides = [min(_size(name).toTuple()) for name in model.settings.textures]
        most = math.floor(math.log(max(1.0, min(sides) / LEAST_SIDE), SHRINK))
        return min(density.shrinks(size, ratio), most)

    def _make(self, wanted: AtlasRequest) -> MipmapChain | None:
        """In the thread. None where a texture can't be read any more."""
        textures = [self._made(Path(name), wanted.shrinks) for name in wanted.model.settings.textures]
        if any(picture.isNull() for picture in textures):
            log.warning("%s keeps its textures as they are: one can't be read any more", wanted.model.path.name)
            return None
        return MipmapChain(wanted, tuple(chain(picture) for picture in textures))

    def _made(self, texture: Path, shrinks: int) -> QImage:
        copy = self._copy(texture, shrinks)
        picture = QImage(str(copy if shrinks and copy.exists() else texture)).convertToFormat(
            QImage.Format.Format_RGBA8888
        )
        if not shrinks or copy.exists() or picture.isNull():
            return picture
        picture = smaller(picture, SHRINK**shrinks)
        _keep(copy, picture.save)
        self._tidy()
        return picture

    def _copy(self, texture: Path, shrinks: int) -> Path:
        return self._folder / f"{_stamp(texture)}.{shrinks}.png"

    def _known(self, model: ModelFile) -> Density | None:
        try:
            kept = state_files.read_json(self.density_file(model))
            width, height = kept.numbers("canvas", 2, _POSITIVE)
            return Density(kept.number("texels", bounds=_POSITIVE), (width, height))
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            log.warning("what was known of the textures of %s can't be read: %s", model.path.name, error)
            return None

    def _measured(self, model: ModelFile, rig: Rig) -> Density | None:
        density = rig.density([_size(name).toTuple() for name in model.settings.textures])
        if density is not None:
            state_files.keep_json(self.density_file(model), asdict(density), "how fine the textures are")
        return density

    def _tidy(self) -> None:
        copies = sorted(self._folder.glob("*.png"), key=lambda copy: copy.stat().st_mtime)
        for copy in copies[:-MOST_COPIES]:
            copy.unlink(missing_ok=True)


def chain(picture: QImage) -> tuple[QImage, ...]:
    """A picture and its halves, down to a single pixel."""
    pictures = [picture]
    while max(pictures[-1].width(), pictures[-1].height()) > 1:
        pictures.append(smaller(pictures[-1], 2))
    return tuple(pictures)


def smaller(picture: QImage, times: float) -> QImage:
    """So many times less wide and high; RGBA with straight alpha, as OpenGL takes it.

    Colours are averaged by their opacity, so that nothing hidden shines through at an edge. Where nothing at all is
    seen they are averaged as they are: OpenGL mixes them into the edge beside.
    """
    # A width that has come out as 511.99... is 512; of a half, OpenGL wants it rounded down.
    size = QSize(*(max(1, math.floor(side / times + 1e-6)) for side in (picture.width(), picture.height())))
    seen = _scaled(picture.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied), size)
    # Scaling a picture of the byte order that OpenGL takes would swap red and blue.
    hidden = picture.convertToFormat(QImage.Format.Format_ARGB32)
    hidden.reinterpretAsFormat(QImage.Format.Format_RGB32)
    mixed = _scaled(hidden, size).convertToFormat(QImage.Format.Format_RGBX8888)
    painter = QPainter(mixed)
    painter.drawImage(0, 0, seen)
    painter.end()
    # Qt's own way to set the alpha loses the colours of what is not seen.
    opaque = seen.convertToFormat(QImage.Format.Format_RGBA8888)
    pixels = bytearray(mixed.constBits())
    # A picture without a name would be gone before its bits are read.
    pixels[3::4] = bytes(opaque.constBits())[3::4]
    return QImage(pixels, size.width(), size.height(), 4 * size.width(), QImage.Format.Format_RGBA8888).copy()


def _scaled(picture: QImage, size: QSize) -> QImage:
    return picture.scaled(size, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation)


def _size(texture: str) -> QSize:
    return QImageReader(texture).size()


def _stamp(file: Path) -> str:
    """A name that stands for the file as it is now."""
    about = file.stat()
    return hashlib.sha256(f"{file}\n{about.st_mtime_ns}\n{about.st_size}".encode()).hexdigest()[:24]


def _note_use(copy: Path) -> None:
    """Let the copy count as the one used last; in a folder that can only be read nothing is tidied up either."""
    try:
        copy.touch()
    except OSError as error:
        log.info("%s can't be marked as used: %s", copy, error.strerror)


def _keep(file: Path, write: Callable[[str], bool]) -> None:
    """Write a file of the cache as a whole or not at all; without it all goes on, only slower."""
    part = file.with_name(f"{file.stem}.new{file.suffix}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if not write(str(part)):
            raise OSError("the picture could not be written")
        part.replace(file)
    except OSError as error:
        log.warning("%s can't be kept: %s", file, error)
