"""What the character's window asks of OpenGL beside drawing."""

from PySide6.QtGui import QOpenGLContext, QSurfaceFormat

# The names of textures in a context of our own count up from 1.
MOST_TEXTURES = 256

_TEXTURE_2D, _TEXTURE_MAX_LEVEL = 0x0DE1, 0x813D


def surface_format() -> QSurfaceFormat:
    """An alpha channel, and not to wait for the screen (the clock beats)."""
    wanted = QSurfaceFormat()
    wanted.setAlphaBufferSize(8)
    wanted.setDepthBufferSize(0)
    wanted.setStencilBufferSize(0)
    wanted.setSwapInterval(0)
    return wanted


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
