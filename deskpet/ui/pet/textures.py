"""Textures of the model on screen: loaded at a suitable size, and replaced when the window's size changes.

The core reads and scales textures while it holds Python's lock, which takes 0.05 to 0.3 s. So it is given a tiny
placeholder for each, and a worker thread reads the textures, which are then uploaded one after the other.
"""

import ctypes
import logging
import os
from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QImage, QOpenGLContext

from deskpet.config import paths
from deskpet.pet.model_file import ModelFile
from deskpet.pet.rig import Rig
from deskpet.pet.shaders import WHOLE_MASKS
from deskpet.translation import tr
from deskpet.ui.pet.atlas import Atlas, AtlasRequest, Mipmaps
from deskpet.ui.pet.gl import (
    MaskPrograms,
    deleting_failed_programs,
    gl_function,
    limit_mipmaps,
    memory_pointer,
    texture_names,
)
from deskpet.ui.pet.still_window import StillWindow
from deskpet.ui.platform import gc_policy

if TYPE_CHECKING:
    from deskpet.ui.pet.body_loader import BodyLoader

# Delay in ms after the last change of size before the textures are updated.
UPDATE_DELAY_MS = 700

_TEXTURE_2D, _TEXTURE_WIDTH = 0x0DE1, 0x1000
_RGBA, _UNSIGNED_BYTE = 0x1908, 0x1401

log = logging.getLogger(__name__)

# All models of a process share one set of programs.
mask_programs = MaskPrograms()


class Textures(QObject):
    """Keeps the textures of a window's model no larger than they are shown.

    Emits the signals of its `loader`: `loaded` with the rig of `load_model` when its textures were uploaded, `failed`
    if one can't be read, and `changed` when textures were replaced, or their smallest mipmap level has changed.
    """

    def __init__(self, window: StillWindow, loader: "BodyLoader") -> None:
        super().__init__(loader)
        self._loader = loader
        self._window = window
        self._atlas = Atlas(paths.model_cache_folder() / "atlas", self)
        self._atlas.made.connect(self._on_made)
        self._atlas.failed.connect(self._on_failed)
        self._shown: AtlasRequest | None = None
        self._rig: Rig | None = None
        self._is_loaded = False
        self._names: tuple[int, ...] = ()
        # What is left to be uploaded: the name of each texture and its mipmaps.
        self._uploads: deque[tuple[int, tuple[QImage, ...]]] = deque()
        self._uploaded_request: AtlasRequest | None = None
        self._upload_timer = QTimer(self, interval=0)
        self._upload_timer.timeout.connect(self._upload_one)
        self._zoom = self._sharpness = 1.0
        self._mask_detail = WHOLE_MASKS
        self._update_timer = QTimer(self, singleShot=True, interval=UPDATE_DELAY_MS)
        self._update_timer.timeout.connect(self._update)

    def prepare_frame(self, sharpness: float) -> None:
        """Prepare what the model is drawn with: the window's context is current.

        sharpness: that of the frame, see FrameClock.
        """
        if self._rig is None:
            # Sprites follow a model, whose programs were deleted with it.
            return
        if sharpness != self._sharpness:
            self._sharpness = sharpness
            self._limit_mipmaps()
        mask_programs.use(self._mask_detail)

    def load_model(self, model: ModelFile, zoom: float, idle_group: str | None) -> Rig:
        """Load a model without its textures, which follow: `loaded` or `failed` is emitted. Raises NotLoaded, OSError.

        The window's context is current. zoom: enlargement of the model within the window.
        """
        self._zoom, self._is_loaded = zoom, False
        previous_names, count = _mipmapped(), len(model.settings.textures)
        self._shown = shown = self._atlas.initial_request(model, self._size(), self._window.devicePixelRatio())
        placeholders = replace(model, settings=replace(model.settings, textures=_placeholders(count)))
        rig = _created_rig(placeholders, idle_group)
        self._names = tuple(sorted(_mipmapped() - previous_names))
        if len(self._names) == count:
            self._atlas.load(shown)
        else:
            # It can't be said which texture is which, so the core reads them itself.
            rig.close()
            rig = _created_rig(self._atlas.downscaled_model(shown), idle_group)
            self._is_loaded = True
            QTimer.singleShot(0, self, lambda: self._loader.loaded.emit(rig))
        self._rig = rig
        return rig

    def smallest_mipmap(self, rig: Rig) -> int:
        """Return the smallest mipmap level to sample, 0 being the largest.

        For textures of a suitable size it is 0, which is sharper and cheaper than mixing two levels.
        """
        size, ratio = self._size(), self._window.devicePixelRatio() * self._sharpness
        halvings = self._atlas.remaining_halvings(self._shown, size, ratio) if self._shown else None
        return rig.smallest_mipmap(size, ratio) if halvings is None else halvings

    def _limit_mipmaps(self) -> None:
        """Keep the driver from sampling levels below `smallest_mipmap`. The window's context is current."""
        if self._rig:
            limit_mipmaps(self._names, self.smallest_mipmap(self._rig))

    def fit(self, zoom: float) -> None:
        """Follow a change of model or size: the textures some time after the last one. The context is current."""
        self._zoom, self._mask_detail = zoom, WHOLE_MASKS
        self._update_timer.start()
        self._limit_mipmaps()

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
        if self._rig:
            self._mask_detail = self._rig.mask_detail(self._window.devicePixelRatio())
        # Names can be assigned to images only if OpenGL has created exactly one texture for each.
        if self._rig and self._shown and len(self._names) == len(self._shown.model.settings.textures):
            before = self.smallest_mipmap(self._rig)
            self._atlas.start(self._shown, self._rig, self._size(), self._window.devicePixelRatio())
            if self.smallest_mipmap(self._rig) != before:
                self._loader.changed.emit()

    def _on_made(self, request: AtlasRequest, textures: Mipmaps) -> None:
        self._uploads = deque(zip(self._names, textures, strict=True))
        self._uploaded_request = request
        self._upload_timer.start()

    def _upload_one(self) -> None:
        """Upload one texture, which takes some 20 ms for a large one."""
        if self._uploads:
            self._window.makeCurrent()
            _upload(*self._uploads.popleft())
            self._window.doneCurrent()
        if self._uploads:
            return
        self._upload_timer.stop()
        self._shown, was_loaded, self._is_loaded = self._uploaded_request, self._is_loaded, True
        if was_loaded:
            self._loader.changed.emit()
            gc_policy.trim()
        else:
            self._loader.loaded.emit(self._rig)

    def _on_failed(self, request: AtlasRequest) -> None:
        if not self._is_loaded:
            self._loader.failed.emit(tr("A texture of {name} can't be read any more.", name=request.model.folder.name))


def _created_rig(model: ModelFile, idle_group: str | None) -> Rig:
    """Load a model into the current context. Raises NotLoaded."""
    rig = Rig(model, idle_group)
    with deleting_failed_programs() as linked:
        rig.create_renderer()
    mask_programs.update(linked)
    return rig


def _mipmapped() -> frozenset[int]:
    """Return the names of all textures with mipmaps, which excludes render targets."""
    gl, number = QOpenGLContext.currentContext().functions(), ctypes.POINTER(ctypes.c_int)
    get_level = gl_function(b"glGetTexLevelParameteriv", ctypes.c_uint, ctypes.c_int, ctypes.c_uint, number)
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


def _upload(name: int, pictures: tuple[QImage, ...]) -> None:
    """Replace the mipmaps of a texture, the largest first; its parameters stay."""
    gl = QOpenGLContext.currentContext().functions()
    gl.glBindTexture(_TEXTURE_2D, name)
    for level, picture in enumerate(pictures):
        pixels = memory_pointer(picture.constBits(), picture.sizeInBytes())
        size = (picture.width(), picture.height())
        gl.glTexImage2D(_TEXTURE_2D, level, _RGBA, *size, 0, _RGBA, _UNSIGNED_BYTE, pixels)
    gl.glBindTexture(_TEXTURE_2D, 0)
