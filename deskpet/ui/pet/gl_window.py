"""A native window drawn by OpenGL in the moment it is told to.

QOpenGLWindow would wait for a timer and an event before each frame: what is spared is paid in every one of them.
"""

from PySide6.QtCore import Signal
from PySide6.QtGui import QExposeEvent, QOffscreenSurface, QOpenGLContext, QResizeEvent, QSurface, QWindow

from deskpet.ui.pet import gl

_FRAMEBUFFER = 0x8D40


class GlWindow(QWindow):
    """A transparent window with an OpenGL context of its own.

    frameSwapped: a frame is on its way to the screen.
    unusable: there is no OpenGL here, so nothing will ever be painted.
    """

    frameSwapped = Signal()
    unusable = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setSurfaceType(QSurface.SurfaceType.OpenGLSurface)
        self.setFormat(gl.surface_format())
        self._context: QOpenGLContext | None = None
        self._nowhere: QOffscreenSurface | None = None
        self._pixels = (0, 0, 0.0)
        self._is_fitted = False
        self.screenChanged.connect(self._note_size)

    @property
    def is_usable(self) -> bool:
        """Whether there is OpenGL to paint with, as far as it was tried."""
        return self._context is None or self._context.isValid()

    def makeCurrent(self) -> bool:
        """Let what is told to OpenGL from now on be about this window; False where there is no OpenGL."""
        context = self._context or self._begun()
        # The native window may be gone already; what lives in the context has to be freed all the same.
        return context.makeCurrent(self) or context.makeCurrent(self._substitute())

    def doneCurrent(self) -> None:
        """No more of that."""
        if self._context is not None:
            self._context.doneCurrent()

    def paint_now(self) -> None:
        """Draw a frame, if the window can be seen at all."""
        context = self._context or self._begun()
        if not self.isExposed() or not context.makeCurrent(self):
            return
        if not self._is_fitted:
            self._fit()
        self.paint_frame()
        context.swapBuffers(self)
        self.frame_is_out()
        self.frameSwapped.emit()

    def fit_frame(self) -> None:
        """The window has another size, or other pixels: suit what is painted. The context is current."""
        size, context = self.size() * self.devicePixelRatio(), QOpenGLContext.currentContext()
        functions = context.functions()
        functions.glBindFramebuffer(_FRAMEBUFFER, context.defaultFramebufferObject())
        functions.glViewport(0, 0, size.width(), size.height())

    def paint_frame(self) -> None:
        """Paint all of the window's pixels; the context is current."""
        gl.clear()

    def frame_is_out(self) -> None:
        """The frame has been given to the screen: what comes after it."""

    def exposeEvent(self, event: QExposeEvent) -> None:
        super().exposeEvent(event)
        self._note_size()
        self.paint_now()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._note_size()

    def _note_size(self) -> None:
        """The size may be another one; that is seen to in the next frame."""
        self._is_fitted = False

    def _fit(self) -> None:
        before, self._pixels = self._pixels, (self.width(), self.height(), self.devicePixelRatio())
        self._is_fitted = True
        if self._pixels != before:
            self.fit_frame()

    def _begun(self) -> QOpenGLContext:
        self._context = QOpenGLContext(self)
        self._context.setFormat(self.requestedFormat())
        if not self._context.create():
            self.unusable.emit()
        return self._context

    def _substitute(self) -> QOffscreenSurface:
        if self._nowhere is None:
            self._nowhere = QOffscreenSurface()
            self._nowhere.setFormat(self.requestedFormat())
            self._nowhere.create()
        return self._nowhere
