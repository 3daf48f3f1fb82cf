"""What the character's window asks of OpenGL beside drawing."""

import ctypes
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any, cast

from PySide6.QtGui import QImage, QOpenGLContext, QOpenGLFunctions, QSurfaceFormat
from shiboken6 import VoidPtr

from deskpet.ui.pet.silhouette import Picture

# The names of textures in a context of our own count up from 1, and so do those of programs.
MOST_TEXTURES, MOST_PROGRAMS = 256, 4096

_TEXTURE_2D, _TEXTURE_MAX_LEVEL = 0x0DE1, 0x813D
_RGBA, _UNSIGNED_BYTE, _LINK_STATUS = 0x1908, 0x1401, 0x8B82
_BGRA, _UNSIGNED_INT_8_8_8_8_REV = 0x80E1, 0x8367
_COLOR_BUFFER_BIT, _NEAREST = 0x4000, 0x2600
_READ_FRAMEBUFFER, _COLOR_ATTACHMENT0 = 0x8CA8, 0x8CE0


def surface_format() -> QSurfaceFormat:
    """An alpha channel, and not to wait for the screen (the clock beats)."""
    wanted = QSurfaceFormat()
    wanted.setAlphaBufferSize(8)
    wanted.setDepthBufferSize(0)
    wanted.setStencilBufferSize(0)
    wanted.setSwapInterval(0)
    return wanted


def clear() -> None:
    """Leave nothing of the frame being drawn."""
    gl = QOpenGLContext.currentContext().functions()
    gl.glClearColor(0.0, 0.0, 0.0, 0.0)
    gl.glClear(_COLOR_BUFFER_BIT)


def show(picture: QImage) -> None:
    """Let the frame being drawn be this picture: of its size, ARGB32, premultiplied.

    It is copied as it is: to draw it, shaders would have to be linked, for a single frame. Blue comes first as it does
    in most drivers' windows, or else the copy takes a shader as well.
    """
    context = QOpenGLContext.currentContext()
    gl, width, height = context.extraFunctions(), picture.width(), picture.height()
    texture, framebuffer = _new(context, b"glGenTextures"), _new(context, b"glGenFramebuffers")
    gl.glBindTexture(_TEXTURE_2D, texture)
    pixels = _pointer(picture.constBits(), picture.sizeInBytes())
    gl.glTexImage2D(_TEXTURE_2D, 0, _RGBA, width, height, 0, _BGRA, _UNSIGNED_INT_8_8_8_8_REV, pixels)
    gl.glBindFramebuffer(_READ_FRAMEBUFFER, framebuffer)
    gl.glFramebufferTexture2D(_READ_FRAMEBUFFER, _COLOR_ATTACHMENT0, _TEXTURE_2D, texture, 0)
    # OpenGL counts rows from below.
    gl.glBlitFramebuffer(0, 0, width, height, 0, height, width, 0, _COLOR_BUFFER_BIT, _NEAREST)
    gl.glBindFramebuffer(_READ_FRAMEBUFFER, context.defaultFramebufferObject())
    gl.glDeleteFramebuffers(1, [framebuffer])
    gl.glDeleteTextures(1, [texture])


def limit_mipmaps(level: int) -> None:
    """Let no texture be read from a smaller version than this, 0 being the largest.

    Where a mesh is squeezed to slivers the driver takes the smallest: specks in the colour of the whole atlas.
    """
    gl = QOpenGLContext.currentContext().functions()
    for name in range(1, MOST_TEXTURES):
        if gl.glIsTexture(name):
            gl.glBindTexture(_TEXTURE_2D, name)
            gl.glTexParameteri(_TEXTURE_2D, _TEXTURE_MAX_LEVEL, level)
    gl.glBindTexture(_TEXTURE_2D, 0)


@contextmanager
def swept_up() -> Generator[None]:
    """Let shaders be linked inside, and delete the programs of those that could not be: nobody else does."""
    gl = QOpenGLContext.currentContext().functions()
    ends = [_next_name(gl)]
    yield
    ends.append(_next_name(gl))
    linked = _is_linked()
    # Drivers give names in turn, or the lowest that is free.
    for name in {*range(1, MOST_PROGRAMS), *range(min(ends), max(ends) + 1)}:
        if gl.glIsProgram(name) and not linked(name):
            gl.glDeleteProgram(name)
    while gl.glGetError():
        pass


def _next_name(gl: QOpenGLFunctions) -> int:
    name = gl.glCreateProgram()
    gl.glDeleteProgram(name)
    return name


def _is_linked() -> Callable[[int], bool]:
    """Asks the present context about a program; Qt's own way gives no answer back."""
    integer = ctypes.POINTER(ctypes.c_int)
    address = QOpenGLContext.currentContext().getProcAddress(b"glGetProgramiv")
    ask = ctypes.CFUNCTYPE(None, ctypes.c_uint, ctypes.c_uint, integer)(address)

    def is_linked(program: int) -> bool:
        answer = ctypes.c_int(0)
        ask(program, _LINK_STATUS, ctypes.byref(answer))
        return bool(answer.value)

    return is_linked


def picture(width: int, height: int) -> Picture:
    """The frame being drawn: so many physical pixels of it, from its lower left corner."""
    pixels = bytearray(4 * width * height)
    gl = QOpenGLContext.currentContext().functions()
    gl.glReadPixels(0, 0, width, height, _RGBA, _UNSIGNED_BYTE, _pointer(pixels, len(pixels), writable=True))
    return Picture(pixels, width, height)


def alpha_at(x: int, y: int) -> float:
    """The opacity, 0..1, of a pixel of the frame being drawn, counted from its lower left corner."""
    pixel = bytearray(4)
    gl = QOpenGLContext.currentContext().functions()
    gl.glReadPixels(x, y, 1, 1, _RGBA, _UNSIGNED_BYTE, _pointer(pixel, len(pixel), writable=True))
    return pixel[3] / 255


def _new(context: QOpenGLContext, generate: bytes) -> int:
    """A new name; Qt's own way gives no answer back."""
    name = ctypes.c_uint(0)
    address = context.getProcAddress(generate)
    ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.POINTER(ctypes.c_uint))(address)(1, ctypes.byref(name))
    return name.value


def _pointer(memory: object, size: int, *, writable: bool = False) -> int:
    """Where memory begins, as OpenGL takes it; the stubs know neither the one nor the other."""
    make: Any = VoidPtr
    return cast(int, make(memory, size, writable))
