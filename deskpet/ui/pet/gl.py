"""OpenGL helpers for the character's window: surface format, images, read-back, mipmaps, programs."""

import ctypes
import os
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from typing import Any, cast

from PySide6.QtGui import QImage, QMatrix4x4, QOpenGLContext, QOpenGLFunctions, QSurfaceFormat
from shiboken6 import VoidPtr

from deskpet.pet.shaders import MASK_DETAIL
from deskpet.ui.pet.silhouette import Picture

# Names that are always tried: drivers assign increasing names from 1, or reuse the lowest free one.
TRIED_TEXTURES, TRIED_PROGRAMS = 256, 4096

_TEXTURE_2D, _TEXTURE_MAX_LEVEL = 0x0DE1, 0x813D
_RGBA, _UNSIGNED_BYTE, _LINK_STATUS = 0x1908, 0x1401, 0x8B82
_BGRA, _UNSIGNED_INT_8_8_8_8_REV = 0x80E1, 0x8367
_COLOR_BUFFER_BIT, _NEAREST = 0x4000, 0x2600
_BLEND, _ZERO, _CONSTANT_ALPHA = 0x0BE2, 0, 0x8003
_READ_FRAMEBUFFER, _COLOR_ATTACHMENT0 = 0x8CA8, 0x8CE0


def disable_software_threads() -> None:
    """Make Mesa's software renderer draw in the calling thread. Call it before the first OpenGL context is created.

    Mesa 22.3 (llvmpipe) may free a fence while one of its threads still unlocks the fence's mutex, which overwrites
    memory that is in use by then. Drivers of graphics cards don't read the variable. The user's own value is kept.
    """
    os.environ.setdefault("LP_NUM_THREADS", "0")


def surface_format() -> QSurfaceFormat:
    """Return a format with an alpha channel and without vertical sync: the FrameClock sets the pace."""
    surface = QSurfaceFormat()
    surface.setAlphaBufferSize(8)
    surface.setDepthBufferSize(0)
    surface.setStencilBufferSize(0)
    surface.setSwapInterval(0)
    # Tells when the graphics driver was reset and has lost everything; otherwise frames would be black from then on.
    surface.setOption(QSurfaceFormat.FormatOption.ResetNotification)
    return surface


def clear() -> None:
    """Make the frame being drawn transparent."""
    gl = QOpenGLContext.currentContext().functions()
    gl.glClearColor(0.0, 0.0, 0.0, 0.0)
    gl.glClear(_COLOR_BUFFER_BIT)


def draw_image(picture: QImage) -> None:
    """Copy an image of the frame's size into the frame being drawn. Its format is ARGB32, premultiplied.

    A blit needs no shader, which would have to be linked for a single frame. The byte order is BGRA as in most
    drivers' windows; with another one the driver would convert with a shader.
    """
    context = QOpenGLContext.currentContext()
    gl, width, height = context.extraFunctions(), picture.width(), picture.height()
    texture, framebuffer = _generate(b"glGenTextures"), _generate(b"glGenFramebuffers")
    gl.glBindTexture(_TEXTURE_2D, texture)
    pixels = memory_pointer(picture.constBits(), picture.sizeInBytes())
    gl.glTexImage2D(_TEXTURE_2D, 0, _RGBA, width, height, 0, _BGRA, _UNSIGNED_INT_8_8_8_8_REV, pixels)
    gl.glBindFramebuffer(_READ_FRAMEBUFFER, framebuffer)
    gl.glFramebufferTexture2D(_READ_FRAMEBUFFER, _COLOR_ATTACHMENT0, _TEXTURE_2D, texture, 0)
    # OpenGL counts rows from below.
    gl.glBlitFramebuffer(0, 0, width, height, 0, height, width, 0, _COLOR_BUFFER_BIT, _NEAREST)
    gl.glBindFramebuffer(_READ_FRAMEBUFFER, context.defaultFramebufferObject())
    gl.glDeleteFramebuffers(1, [framebuffer])
    gl.glDeleteTextures(1, [texture])


class FrameFader:
    """Makes frames less opaque, on systems that don't do it for windows. It belongs to the context it is created in."""

    def __init__(self) -> None:
        # Imported late: only Wayland needs it.
        from PySide6.QtOpenGL import QOpenGLTexture, QOpenGLTextureBlitter

        pixel = QImage(1, 1, QImage.Format.Format_RGBA8888)
        pixel.fill(0)
        self._texture, self._blitter = QOpenGLTexture(pixel), QOpenGLTextureBlitter()
        self._blitter.create()

    def multiply(self, opacity: float) -> None:
        """Multiply the frame being drawn, colours and alpha, by a number from 0 to 1."""
        gl = QOpenGLContext.currentContext().functions()
        gl.glEnable(_BLEND)
        # Nothing of the texture that is drawn over the frame counts.
        gl.glBlendColor(0.0, 0.0, 0.0, opacity)
        gl.glBlendFunc(_ZERO, _CONSTANT_ALPHA)
        self._blitter.bind()
        self._blitter.blit(self._texture.textureId(), QMatrix4x4(), self._blitter.Origin.OriginTopLeft)
        self._blitter.release()
        gl.glDisable(_BLEND)


def texture_names() -> frozenset[int]:
    """Return the names of all textures of the current context, also after thousands have been created and deleted."""
    gl, next_name = QOpenGLContext.currentContext().functions(), _generate(b"glGenTextures")
    gl.glDeleteTextures(1, [next_name])
    return frozenset(filter(gl.glIsTexture, range(1, max(next_name, TRIED_TEXTURES))))


def limit_mipmaps(names: Iterable[int], level: int) -> None:
    """Limit the mipmap levels of textures to 0..`level`, 0 being the largest.

    For thin slivers of a mesh the driver would pick the smallest level: specks in the average colour of the atlas.
    """
    gl = QOpenGLContext.currentContext().functions()
    for name in names:
        gl.glBindTexture(_TEXTURE_2D, name)
        gl.glTexParameteri(_TEXTURE_2D, _TEXTURE_MAX_LEVEL, level)
    gl.glBindTexture(_TEXTURE_2D, 0)


class MaskPrograms:
    """The programs of Live2D's library that have the uniform MASK_DETAIL, and its present value in all of them."""

    def __init__(self) -> None:
        self._locations: dict[int, int] = {}
        self._detail: float | None = None

    def update(self, linked: Iterable[int]) -> None:
        """Take the programs that have it among those of before and these. Call it when programs may be new."""
        gl = QOpenGLContext.currentContext().functions()
        programs = filter(gl.glIsProgram, {*self._locations, *linked})
        locations = {name: gl.glGetUniformLocation(name, cast(Any, MASK_DETAIL)) for name in programs}
        self._locations = {name: location for name, location in locations.items() if location >= 0}
        self._detail = None

    def use(self, detail: float) -> None:
        """Draw masks so finely from now on, see `shaders.mask_detail`. The context is current."""
        if detail == self._detail:
            return
        gl = QOpenGLContext.currentContext().functions()
        for name, location in self._locations.items():
            gl.glUseProgram(name)
            gl.glUniform1f(location, detail)
        gl.glUseProgram(0)
        self._detail = detail


@contextmanager
def deleting_failed_programs() -> Generator[list[int]]:
    """Delete the programs that failed to link inside the block; Live2D's renderer leaves them behind.

    At the end of the block, the list has those that are linked.
    """
    gl = QOpenGLContext.currentContext().functions()
    bounds, linked = [_next_name(gl)], list[int]()
    yield linked
    bounds.append(_next_name(gl))
    get_program = gl_function(b"glGetProgramiv", ctypes.c_uint, ctypes.c_uint, ctypes.POINTER(ctypes.c_int))
    status = ctypes.c_int(0)
    for name in {*range(1, TRIED_PROGRAMS), *range(min(bounds), max(bounds) + 1)}:
        if gl.glIsProgram(name):
            # Qt's glGetProgramiv does not return the value in Python.
            get_program(name, _LINK_STATUS, ctypes.byref(status))
            if status.value:
                linked.append(name)
            else:
                gl.glDeleteProgram(name)
    while gl.glGetError():
        pass


def _next_name(gl: QOpenGLFunctions) -> int:
    name = gl.glCreateProgram()
    gl.glDeleteProgram(name)
    return name


def read_frame(width: int, height: int) -> Picture:
    """Read `width` x `height` physical pixels of the frame being drawn, from its lower left corner."""
    return Picture(_read_pixels(0, 0, width, height), width, height)


def alpha_at(x: int, y: int) -> float:
    """Return the alpha, 0..1, of a pixel of the frame being drawn, counted from its lower left corner."""
    return _read_pixels(x, y, 1, 1)[3] / 255


def _read_pixels(x: int, y: int, width: int, height: int) -> bytearray:
    pixels = bytearray(4 * width * height)
    gl = QOpenGLContext.currentContext().functions()
    gl.glReadPixels(x, y, width, height, _RGBA, _UNSIGNED_BYTE, memory_pointer(pixels, len(pixels), writable=True))
    return pixels


def gl_function(name: bytes, *arguments: Any) -> Any:
    """Return an OpenGL function of the current context, with the types of its arguments and without a result."""
    return ctypes.CFUNCTYPE(None, *arguments)(QOpenGLContext.currentContext().getProcAddress(name))


def _generate(generate: bytes) -> int:
    """Generate one OpenGL name; Qt's wrappers do not return it in Python."""
    name = ctypes.c_uint(0)
    gl_function(generate, ctypes.c_int, ctypes.POINTER(ctypes.c_uint))(1, ctypes.byref(name))
    return name.value


def memory_pointer(memory: object, size: int, *, writable: bool = False) -> int:
    """Return a buffer's address for Qt's OpenGL functions. The stubs describe neither VoidPtr nor this use of it."""
    make: Any = VoidPtr
    return cast(int, make(memory, size, writable))
