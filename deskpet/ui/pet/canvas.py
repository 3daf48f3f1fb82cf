"""Draws the character at a reduced resolution when the window's own is too expensive."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from PySide6.QtCore import QRect
from PySide6.QtGui import QOpenGLContext, QWindow
from PySide6.QtOpenGL import QOpenGLFramebufferObject

_COLOR_BUFFER_BIT, _LINEAR = 0x4000, 0x2601


class Canvas:
    """Owns a smaller framebuffer for a window. The window's OpenGL context has to be current for every call."""

    def __init__(self, window: QWindow) -> None:
        self._window = window
        self._framebuffer: QOpenGLFramebufferObject | None = None

    @contextmanager
    def drawing_smaller(self, sharpness: float) -> Generator[None]:
        """Redirect drawing to the smaller framebuffer and scale it up on exit.

        sharpness: fraction of the window's width and height in pixels, below 1.
        """
        full = self._window.size() * self._window.devicePixelRatio()
        size, smaller = full * sharpness, self._framebuffer
        if smaller is None or smaller.size() != size:
            smaller = self._framebuffer = QOpenGLFramebufferObject(size)
        gl = QOpenGLContext.currentContext().functions()
        smaller.bind()
        gl.glViewport(0, 0, smaller.width(), smaller.height())
        yield
        source, target = QRect(0, 0, smaller.width(), smaller.height()), QRect(0, 0, full.width(), full.height())
        window: Any = None  # the stub does not allow None, which means the window's framebuffer
        QOpenGLFramebufferObject.blitFramebuffer(window, target, smaller, source, _COLOR_BUFFER_BIT, _LINEAR)
        QOpenGLFramebufferObject.bindDefault()
        gl.glViewport(0, 0, full.width(), full.height())
