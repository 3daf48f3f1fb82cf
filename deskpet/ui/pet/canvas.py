"""What the character is drawn on where the window's own pixels would cost too much: fewer of them."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QOpenGLContext, QWindow
from PySide6.QtOpenGL import QOpenGLFramebufferObject

_COLOR_BUFFER_BIT, _LINEAR = 0x4000, 0x2601


class Canvas:
    """Lends a smaller picture to whoever draws in a window, whose context has to be current for all of it."""

    def __init__(self, window: QWindow) -> None:
        self._window = window
        self._smaller: QOpenGLFramebufferObject | None = None

    @contextmanager
    def lent(self, sharpness: float) -> Generator[None]:
        """Draw inside, on a share below 1 of the pixels to a side, enlarged at the end."""
        full = self._window.size() * self._window.devicePixelRatio()
        smaller = self._of(full * sharpness)
        gl = QOpenGLContext.currentContext().functions()
        smaller.bind()
        gl.glViewport(0, 0, smaller.width(), smaller.height())
        yield
        source, target = QRect(0, 0, smaller.width(), smaller.height()), QRect(0, 0, full.width(), full.height())
        window: Any = None  # the stub wants a framebuffer here, and the window has none of its own
        QOpenGLFramebufferObject.blitFramebuffer(window, target, smaller, source, _COLOR_BUFFER_BIT, _LINEAR)
        QOpenGLFramebufferObject.bindDefault()
        gl.glViewport(0, 0, full.width(), full.height())

    def release(self) -> None:
        """Free the smaller picture."""
        self._smaller = None

    def _of(self, size: QSize) -> QOpenGLFramebufferObject:
        if self._smaller is None or self._smaller.size() != size:
            self._smaller = QOpenGLFramebufferObject(size)
        return self._smaller
