"""A small OpenGL frame without a window, whose context can be replaced as after a reset of the graphics driver."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QOffscreenSurface, QOpenGLContext
from PySide6.QtOpenGL import QOpenGLFramebufferObject

from deskpet.ui.pet.gl import surface_format

SIZE = QSize(48, 64)


class OffscreenFrame:
    """Keeps an OpenGL context current. Needs a QGuiApplication on a platform that has OpenGL."""

    def __init__(self) -> None:
        self._surface = QOffscreenSurface()
        self._surface.setFormat(surface_format())
        self._surface.create()
        self.replace_context()

    def replace_context(self) -> None:
        """Make a new context current, which has nothing of the previous one."""
        self._context = QOpenGLContext()
        self._context.setFormat(surface_format())
        if not (self._context.create() and self._context.makeCurrent(self._surface)):
            raise RuntimeError("no OpenGL context can be created")
        self._frame = QOpenGLFramebufferObject(SIZE)
        self._frame.bind()
        self._context.functions().glViewport(0, 0, SIZE.width(), SIZE.height())
