"""The textures of the model on screen: begun in the size that suits, and uploaded anew when another one does."""

import ctypes
import logging
from typing import Any, Protocol

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QImage, QOpenGLContext
from shiboken6 import VoidPtr

from deskpet import paths
from deskpet.pet.model_file import ModelFile
from deskpet.pet.rig import Rig
from deskpet.ui.pet.atlas import Atlas, AtlasRequest, MipmapChain
from deskpet.ui.pet.gl import MOST_TEXTURES
from deskpet.ui.platform import malloc_trim

# A change of size is over when nothing changed for so long.
CALM_MS = 700

_TEXTURE_2D, _TEXTURE_WIDTH = 0x0DE1, 0x1000
_RGBA, _UNSIGNED_BYTE = 0x1908, 0x1401

log = logging.getLogger(__name__)


class TextureTarget(Protocol):
    """The window that the model is drawn in, as far as textures are concerned."""

    def width(self) -> int: ...
    def height(self) -> int: ...
    def devicePixelRatio(self) -> float: ...
    def makeCurrent(self) -> object: ...
    def doneCurrent(self) -> None: ...


class Textures(QObject):
    """Keeps the textures of one window's model as large as it is shown, and no larger.

    changed: others have been uploaded, or more is known of those that are there.
    """

    changed = Signal()

    def __init__(self, stage: TextureTarget, parent: QObject) -> None:
        super().__init__(parent)
        self._stage = stage
        self._atlas = Atlas(paths.model_cache_folder() / "atlas", self)
        self._atlas.made.connect(self._upload)
        self._shown: AtlasRequest | None = None
        self._rig: Rig | None = None
        self._names: tuple[int, ...] = ()
        self._before: frozenset[int] = frozenset()
        self._zoom = self._sharpness = 1.0
        self._calm = QTimer(self, singleShot=True, interval=CALM_MS)
        self._calm.timeout.connect(self._suit)

    def draw_at(self, sharpness: float) -> bool:
        """Be drawn on so many of the pixels to a side; whether that is new, and `smallest_mipmap` another."""
        before, self._sharpness = self._sharpness, sharpness
        return sharpness != before

    def smallest_mipmap(self, rig: Rig) -> int:
        """The smallest version that a texture may be read from, 0 being the largest.

        Of textures that suit, only the largest: that is sharper, and cheaper than to mix it with the next.
        """
        size, ratio = self._size(), self._stage.devicePixelRatio() * self._sharpness
        left = self._atlas.left(self._shown, size, ratio) if self._shown else None
        return rig.smallest_mipmap(size, ratio) if left is None else left

    @property
    def shrinks(self) -> int:
        """How often the textures on screen have been made smaller, each time by density.SHRINK."""
        return self._shown.shrinks if self._shown else 0

    def begin(self, model: ModelFile, zoom: float) -> ModelFile:
        """The model as it is to be loaded, in the window's context; `zoom` is how far it is enlarged in the window."""
        self._zoom, self._before = zoom, _mipmapped()
        self._shown = self._atlas.at_start(model, self._size(), self._stage.devicePixelRatio())
        return self._atlas.lighter(self._shown)

    def are_there(self, rig: Rig) -> None:
        """They have been uploaded in the window's context, which is current."""
        self._rig = rig
        self._names = tuple(sorted(_mipmapped() - self._before))

    def suit_soon(self, zoom: float) -> None:
        """The model, or its size, has changed: see what suits it when it has come to rest."""
        self._zoom = zoom
        self._calm.start()

    def let_go(self) -> None:
        """The model goes, and its textures with it."""
        self._calm.stop()
        self._atlas.forget()
        self._rig, self._shown, self._names = None, None, ()

    def close(self) -> None:
        """The last model goes: wait until no thread makes textures any more."""
        self.let_go()
        self._atlas.close()

    def _size(self) -> tuple[int, int]:
        return round(self._stage.width() * self._zoom), round(self._stage.height() * self._zoom)

    def _suit(self) -> None:
        # What loading took is free by now, and it was much.
        malloc_trim.trim()
        # Where OpenGL made others than one for each picture, it can't be told which is which.
        if self._rig and self._shown and len(self._names) == len(self._shown.model.settings.textures):
            before = self.smallest_mipmap(self._rig)
            self._atlas.suit(self._shown, self._rig, self._size(), self._stage.devicePixelRatio())
            if self.smallest_mipmap(self._rig) != before:
                self.changed.emit()

    def _upload(self, pictures: MipmapChain) -> None:
        if self._rig is None:
            return
        self._stage.makeCurrent()
        for name, texture in zip(self._names, pictures.textures, strict=True):
            _upload(name, texture)
        self._shown = pictures.wanted
        self._stage.doneCurrent()
        self.changed.emit()
        malloc_trim.trim()


def _mipmapped() -> frozenset[int]:
    """The names of the textures with smaller versions: not those that are drawn into."""
    context = QOpenGLContext.currentContext()
    gl = context.functions()
    address = context.getProcAddress(b"glGetTexLevelParameteriv")
    number = ctypes.POINTER(ctypes.c_int)
    ask = ctypes.CFUNCTYPE(None, ctypes.c_uint, ctypes.c_int, ctypes.c_uint, number)(address)
    found: set[int] = set()
    for name in filter(gl.glIsTexture, range(1, MOST_TEXTURES)):
        gl.glBindTexture(_TEXTURE_2D, name)
        ask(_TEXTURE_2D, 1, _TEXTURE_WIDTH, ctypes.byref(width := ctypes.c_int(0)))
        if width.value:
            found.add(name)
    gl.glBindTexture(_TEXTURE_2D, 0)
    return frozenset(found)


def _upload(name: int, pictures: tuple[QImage, ...]) -> None:
    """Give a texture other pictures, the largest first; its settings stay."""
    gl = QOpenGLContext.currentContext().functions()
    gl.glBindTexture(_TEXTURE_2D, name)
    make: Any = VoidPtr
    for level, picture in enumerate(pictures):
        pixels = make(picture.constBits(), picture.sizeInBytes(), False)
        size = (picture.width(), picture.height())
        gl.glTexImage2D(_TEXTURE_2D, level, _RGBA, *size, 0, _RGBA, _UNSIGNED_BYTE, pixels)
    gl.glBindTexture(_TEXTURE_2D, 0)
