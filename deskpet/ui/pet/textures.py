"""Textures of the model on screen: loaded at a suitable size, and replaced when the window's size changes."""

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
from deskpet.ui.pet.gl import limit_mipmaps, texture_names
from deskpet.ui.platform import malloc_trim

# Delay in ms after the last change of size before the textures are updated.
UPDATE_DELAY_MS = 700

_TEXTURE_2D, _TEXTURE_WIDTH = 0x0DE1, 0x1000
_RGBA, _UNSIGNED_BYTE = 0x1908, 0x1401

log = logging.getLogger(__name__)


class TextureTarget(Protocol):
    """The part of the window's interface that Textures uses."""

    def width(self) -> int: ...
    def height(self) -> int: ...
    def devicePixelRatio(self) -> float: ...
    def makeCurrent(self) -> object: ...
    def doneCurrent(self) -> None: ...


class Textures(QObject):
    """Keeps the textures of a window's model no larger than they are shown.

    changed: Emitted when textures were replaced, or their smallest mipmap level has changed.
    """

    changed = Signal()

    def __init__(self, stage: TextureTarget, parent: QObject) -> None:
        super().__init__(parent)
        self._window = stage
        self._atlas = Atlas(paths.model_cache_folder() / "atlas", self)
        self._atlas.made.connect(self._upload)
        self._shown: AtlasRequest | None = None
        self._rig: Rig | None = None
        self._names: tuple[int, ...] = ()
        self._previous_names: frozenset[int] = frozenset()
        self._zoom = self._sharpness = 1.0
        self._update_timer = QTimer(self, singleShot=True, interval=UPDATE_DELAY_MS)
        self._update_timer.timeout.connect(self._update)

    def set_sharpness(self, sharpness: float) -> bool:
        """Set the sharpness that the model is drawn at, see FrameClock. Returns whether it changed."""
        before, self._sharpness = self._sharpness, sharpness
        return sharpness != before

    def smallest_mipmap(self, rig: Rig) -> int:
        """Return the smallest mipmap level to sample, 0 being the largest.

        For textures of a suitable size it is 0, which is sharper and cheaper than mixing two levels.
        """
        size, ratio = self._size(), self._window.devicePixelRatio() * self._sharpness
        halvings = self._atlas.remaining_halvings(self._shown, size, ratio) if self._shown else None
        return rig.smallest_mipmap(size, ratio) if halvings is None else halvings

    def limit_mipmaps(self, rig: Rig) -> None:
        """Keep the driver from sampling levels below `smallest_mipmap`. The window's context is current."""
        limit_mipmaps(self._names, self.smallest_mipmap(rig))

    @property
    def shrinks(self) -> int:
        """The number of times the textures on screen were downscaled by density.SHRINK_FACTOR."""
        return self._shown.shrinks if self._shown else 0

    def begin(self, model: ModelFile, zoom: float) -> ModelFile:
        """Return the model to load, with cached textures. The window's context is current.

        zoom: enlargement of the model within the window.
        """
        self._zoom, self._previous_names = zoom, _mipmapped()
        self._shown = self._atlas.initial_request(model, self._size(), self._window.devicePixelRatio())
        return self._atlas.downscaled_model(self._shown)

    def on_uploaded(self, rig: Rig) -> None:
        """Called when the textures have been uploaded. The window's context is current."""
        self._rig = rig
        self._names = tuple(sorted(_mipmapped() - self._previous_names))

    def schedule_update(self, zoom: float) -> None:
        """Update the textures some time after the last change of model or size."""
        self._zoom = zoom
        self._update_timer.start()

    def let_go(self) -> None:
        """Forget the textures of a model that is being replaced."""
        self._update_timer.stop()
        self._atlas.cancel()
        self._rig, self._shown, self._names = None, None, ()

    def close(self) -> None:
        """Forget the textures, and wait for the worker thread."""
        self.let_go()
        self._atlas.close()

    def _size(self) -> tuple[int, int]:
        return round(self._window.width() * self._zoom), round(self._window.height() * self._zoom)

    def _update(self) -> None:
        # Loading has freed much memory by now: return it to the system.
        malloc_trim.trim()
        # Names can be assigned to images only if OpenGL has created exactly one texture for each.
        if self._rig and self._shown and len(self._names) == len(self._shown.model.settings.textures):
            before = self.smallest_mipmap(self._rig)
            self._atlas.start(self._shown, self._rig, self._size(), self._window.devicePixelRatio())
            if self.smallest_mipmap(self._rig) != before:
                self.changed.emit()

    def _upload(self, chain: MipmapChain) -> None:
        if self._rig is None:
            return
        self._window.makeCurrent()
        for name, texture in zip(self._names, chain.textures, strict=True):
            _upload(name, texture)
        self._shown = chain.request
        self._window.doneCurrent()
        self.changed.emit()
        malloc_trim.trim()


def _mipmapped() -> frozenset[int]:
    """Return the names of all textures with mipmaps, which excludes render targets."""
    context = QOpenGLContext.currentContext()
    gl = context.functions()
    address = context.getProcAddress(b"glGetTexLevelParameteriv")
    number = ctypes.POINTER(ctypes.c_int)
    get_level = ctypes.CFUNCTYPE(None, ctypes.c_uint, ctypes.c_int, ctypes.c_uint, number)(address)
    found: set[int] = set()
    for name in texture_names():
        gl.glBindTexture(_TEXTURE_2D, name)
        get_level(_TEXTURE_2D, 1, _TEXTURE_WIDTH, ctypes.byref(width := ctypes.c_int(0)))
        if width.value:
            found.add(name)
    gl.glBindTexture(_TEXTURE_2D, 0)
    return frozenset(found)


def _upload(name: int, pictures: tuple[QImage, ...]) -> None:
    """Replace the mipmaps of a texture, the largest first; its parameters stay."""
    gl = QOpenGLContext.currentContext().functions()
    gl.glBindTexture(_TEXTURE_2D, name)
    make: Any = VoidPtr
    for level, picture in enumerate(pictures):
        pixels = make(picture.constBits(), picture.sizeInBytes(), False)
        size = (picture.width(), picture.height())
        gl.glTexImage2D(_TEXTURE_2D, level, _RGBA, *size, 0, _RGBA, _UNSIGNED_BYTE, pixels)
    gl.glBindTexture(_TEXTURE_2D, 0)
