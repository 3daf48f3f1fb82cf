"""What the character is drawn on: the window itself, or fewer pixels where those would cost too much."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QOpenGLContext
from PySide6.QtOpenGL import QOpenGLFramebufferObject, QOpenGLWindow

_COLOR_BUFFER_BIT, _LINEAR = 0x4000, 0x2601


class Canvas:
    """Lends a window's pixels to whoever draws. Everything here needs the window's context to be current."""

    def __init__(self, window: QOpenGLWindow) -> None:
        self._window = window
        self._smaller: QOpenGLFramebufferObject | None = None

    @contextmanager
    def lent(self, sharpness: float) -> Generator[None]:
        """Draw inside; with a `sharpness` below 1, on so many of the pixels to a side, enlarged at the end."""
        full = self._window.size() * self._window.devicePixelRatio()
        if sharpness >= 1:
            self.release()
            yield
            return
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
