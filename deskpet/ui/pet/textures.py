"""Textures of the model on screen: loaded at a suitable size, and replaced when the window's size changes.

The core reads and scales textures while it holds Python's lock, which takes 0.05 to 0.3 s. So it is given a tiny
placeholder for each, and a worker thread reads the textures, which are then uploaded one after the other.
"""

import ctypes
import logging
import os
from collections import deque
from dataclasses import replace
from typing import Any, Protocol

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QImage, QOpenGLContext
from shiboken6 import VoidPtr

from deskpet.config import paths
from deskpet.pet.model_file import ModelFile
from deskpet.pet.rig import Rig
from deskpet.translation import tr
from deskpet.ui.pet.atlas import Atlas, AtlasRequest, MipmapChain
from deskpet.ui.pet.gl import deleting_failed_programs, limit_mipmaps, texture_names
from deskpet.ui.platform import gc_policy

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

    loaded: Emitted with the rig of `load_model` when its textures were uploaded.
    failed: Emitted with a message when a texture of that rig can't be read.
    changed: Emitted when textures were replaced, or their smallest mipmap level has changed.
    """

    loaded = Signal(object)
    failed = Signal(str)
    changed = Signal()

    def __init__(self, stage: TextureTarget, parent: QObject) -> None:
        super().__init__(parent)
        self._window = stage
        self._atlas = Atlas(paths.model_cache_folder() / "atlas", self)
        self._atlas.made.connect(self._on_made)
        self._atlas.failed.connect(self._on_failed)
        self._shown: AtlasRequest | None = None
        self._rig: Rig | None = None
        self._is_loaded = False
        self._names: tuple[int, ...] = ()
        self._previous_names: frozenset[int] = frozenset()
        # What is left to be uploaded: the name of each texture and its mipmaps.
        self._uploads: deque[tuple[int, tuple[QImage, ...]]] = deque()
        self._uploaded_request: AtlasRequest | None = None
        self._upload_timer = QTimer(self, interval=0)
        self._upload_timer.timeout.connect(self._upload_one)
        self._zoom = self._sharpness = 1.0
        self._update_timer = QTimer(self, singleShot=True, interval=UPDATE_DELAY_MS)
        self._update_timer.timeout.connect(self._update)

    def set_sharpness(self, sharpness: float) -> bool:
        """Set the sharpness that the model is drawn at, see FrameClock. Returns whether it changed."""
        before, self._sharpness = self._sharpness, sharpness
        return sharpness != before

    def load_model(self, model: ModelFile, zoom: float, idle_group: str | None) -> Rig:
        """Load a model without its textures, which follow: `loaded` or `failed` is emitted. Raises NotLoaded, OSError.

        The window's context is current. zoom: enlargement of the model within the window.
        """
        rig = _created_rig(self._begin(model, zoom), idle_group)
        with_textures = self._find_names()
        if with_textures is None:
            self._load(rig)
        else:
            rig.close()
            rig = _created_rig(with_textures, idle_group)
            self._keep(rig)
        return rig

    def smallest_mipmap(self, rig: Rig) -> int:
        """Return the smallest mipmap level to sample, 0 being the largest.

        For textures of a suitable size it is 0, which is sharper and cheaper than mixing two levels.
        """
        size, ratio = self._size(), self._window.devicePixelRatio() * self._sharpness
        halvings = self._atlas.remaining_halvings(self._shown, size, ratio) if self._shown else None
        return rig.smallest_mipmap(size, ratio) if halvings is None else halvings

    def limit_mipmaps(self) -> None:
        """Keep the driver from sampling levels below `smallest_mipmap`. The window's context is current."""
        if self._rig:
            limit_mipmaps(self._names, self.smallest_mipmap(self._rig))

    @property
    def shrinks(self) -> int:
        """The number of times the textures on screen were downscaled by density.SHRINK_FACTOR."""
        return self._shown.shrinks if self._shown else 0

    def _begin(self, model: ModelFile, zoom: float) -> ModelFile:
        """Return the model to load, with a placeholder for each texture."""
        self._zoom, self._previous_names, self._is_loaded = zoom, _mipmapped(), False
        self._shown = self._atlas.initial_request(model, self._size(), self._window.devicePixelRatio())
        return _with_textures(model, _placeholders(len(model.settings.textures)))

    def _find_names(self) -> ModelFile | None:
        """Find the textures that were created since `_begin`.

        Returns None if `_load` can be called. If there are not as many textures as images, it can't be said which is
        which: then the model to load instead, with its own textures.
        """
        assert self._shown is not None
        self._names = tuple(sorted(_mipmapped() - self._previous_names))
        has_all = len(self._names) == len(self._shown.model.settings.textures)
        return None if has_all else self._atlas.downscaled_model(self._shown)

    def _load(self, rig: Rig) -> None:
        """Read the textures of a rig in the worker thread and upload them."""
        assert self._shown is not None
        self._rig = rig
        self._atlas.load(self._shown)

    def _keep(self, rig: Rig) -> None:
        """Keep the textures that the core has read itself."""
        self._rig, self._is_loaded = rig, True
        QTimer.singleShot(0, self, lambda: self.loaded.emit(rig))

    def schedule_update(self, zoom: float) -> None:
        """Update the textures some time after the last change of model or size."""
        self._zoom = zoom
        self._update_timer.start()

    def let_go(self) -> None:
        """Forget the textures of a model that is being replaced."""
        self._update_timer.stop()
        self._upload_timer.stop()
        self._uploads.clear()
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
        gc_policy.trim()
        # Names can be assigned to images only if OpenGL has created exactly one texture for each.
        if self._rig and self._shown and len(self._names) == len(self._shown.model.settings.textures):
            before = self.smallest_mipmap(self._rig)
            self._atlas.start(self._shown, self._rig, self._size(), self._window.devicePixelRatio())
            if self.smallest_mipmap(self._rig) != before:
                self.changed.emit()

    def _on_made(self, chain: MipmapChain) -> None:
        self._uploads = deque(zip(self._names, chain.textures, strict=True))
        self._uploaded_request = chain.request
        self._upload_timer.start()

    def _upload_one(self) -> None:
        """Upload one texture, which takes some 20 ms for a large one."""
        if self._uploads:
            self._window.makeCurrent()
            _upload(*self._uploads.popleft())
            self._window.doneCurrent()
        if not self._uploads:
            self._upload_timer.stop()
            self._on_uploaded()

    def _on_uploaded(self) -> None:
        self._shown, was_loaded, self._is_loaded = self._uploaded_request, self._is_loaded, True
        if was_loaded:
            self.changed.emit()
            gc_policy.trim()
        else:
            self.loaded.emit(self._rig)

    def _on_failed(self, request: AtlasRequest) -> None:
        if not self._is_loaded:
            self.failed.emit(tr("A texture of {name} can't be read any more.", name=request.model.folder.name))


def _created_rig(model: ModelFile, idle_group: str | None) -> Rig:
    """Load a model into the current context. Raises NotLoaded."""
    rig = Rig(model, idle_group)
    with deleting_failed_programs():
        rig.create_renderer()
    return rig


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


def _placeholders(count: int) -> tuple[str, ...]:
    """Return paths of a tiny transparent texture. They differ, since the core loads no path twice."""
    folder = paths.bundled_path("assets") / "textures"
    return tuple(f"{folder}{os.sep}{f'.{os.sep}' * number}placeholder.png" for number in range(count))


def _with_textures(model: ModelFile, textures: tuple[str, ...]) -> ModelFile:
    return replace(model, settings=replace(model.settings, textures=textures))


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
