"""A native window that is painted with OpenGL synchronously.

QOpenGLWindow waits for a timer and an event before each frame; painting directly avoids that cost per frame.
"""

import logging

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QExposeEvent, QOffscreenSurface, QOpenGLContext, QResizeEvent, QSurface, QWindow

from deskpet.ui.pet import gl
from deskpet.ui.platform import x11

_FRAMEBUFFER = 0x8D40
# Delay before each attempt to replace a lost context, in ms.
_REPLACE_MS = 500

log = logging.getLogger(__name__)


class GlWindow(QWindow):
    """A transparent window with an OpenGL context of its own.

    frameSwapped: Emitted when the buffers have been swapped.
    unusable: Emitted when no OpenGL context can be created; the window is never painted then.
    context_replaced: Emitted when a new context has taken the place of a lost one, without anything that was in that.
    """

    frameSwapped = Signal()
    unusable = Signal()
    context_replaced = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setSurfaceType(QSurface.SurfaceType.OpenGLSurface)
        self.setFormat(gl.surface_format())
        self._context: QOpenGLContext | None = None
        self._offscreen: QOffscreenSurface | None = None
        self._shared: GlWindow | None = None
        self._pixels = (0, 0, 0.0)
        self._is_size_current = self._is_painted = False
        self._opacity = 1.0
        self._fader: gl.FrameFader | None = None
        self.screenChanged.connect(self._on_size_changed)
        self._replace_timer = QTimer(self, singleShot=True, interval=_REPLACE_MS)
        self._replace_timer.timeout.connect(self._replace_context)

    @property
    def is_usable(self) -> bool:
        """Whether an OpenGL context was created, or creating one was not tried yet."""
        return self._context is None or self._context.isValid()

    def share_with(self, other: "GlWindow") -> None:
        """Use the textures and shaders of another window, before this one is painted, also after its context was lost.

        Live2D's library has one set of shaders in a process: a model in a context that does not share it is invisible.
        """
        self._shared = other
        other.context_replaced.connect(self._replace_context)

    def set_level(self, opacity: float) -> None:
        """Set the opacity, 0..1. On Wayland, which has none for windows, each frame is painted with it."""
        if not x11.is_wayland():
            self.setOpacity(opacity)
        elif opacity != self._opacity:
            self._opacity = opacity
            self.paint_now()

    def makeCurrent(self) -> bool:
        """Make the window's context current. Returns False if there is no OpenGL."""
        context = self._context or self._create_context()
        # The native window may be destroyed already; its OpenGL resources still have to be freed.
        return context.makeCurrent(self) or context.makeCurrent(self._offscreen_surface())

    def doneCurrent(self) -> None:
        """Release the window's context."""
        if self._context is not None:
            self._context.doneCurrent()

    def paint_now(self) -> None:
        """Paint and swap a frame if the window is exposed."""
        context = self._context or self._create_context()
        if not self.isExposed():
            return
        if not context.makeCurrent(self):
            # A context that was lost, as by a reset of the graphics driver, which takes a moment itself.
            if self._is_painted and not context.isValid():
                (self._shared or self).replace_later()
            return
        if not self._is_size_current:
            self._check_size()
        self.paint_frame()
        if self._opacity < 1:
            self._fader = self._fader or gl.FrameFader()
            self._fader.multiply(self._opacity)
        context.swapBuffers(self)
        self._is_painted = True
        self.after_frame()
        self.frameSwapped.emit()

    def resize_frame(self) -> None:
        """Adapt to a new window size or pixel ratio. The context is current."""
        size, context = self.size() * self.devicePixelRatio(), QOpenGLContext.currentContext()
        functions = context.functions()
        functions.glBindFramebuffer(_FRAMEBUFFER, context.defaultFramebufferObject())
        functions.glViewport(0, 0, size.width(), size.height())

    def paint_frame(self) -> None:
        """Paint the whole frame. The context is current."""
        gl.clear()

    def after_frame(self) -> None:
        """Called when the buffers have been swapped, before frameSwapped."""

    def exposeEvent(self, event: QExposeEvent) -> None:
        super().exposeEvent(event)
        self._on_size_changed()
        self.paint_now()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._on_size_changed()

    def _on_size_changed(self) -> None:
        """Check the size before the next frame."""
        self._is_size_current = False

    def _check_size(self) -> None:
        before, self._pixels = self._pixels, (self.width(), self.height(), self.devicePixelRatio())
        self._is_size_current = True
        if self._pixels != before:
            self.resize_frame()

    def replace_later(self) -> None:
        """Create another context soon, for one that was lost."""
        if not self._replace_timer.isActive():
            log.warning("the graphics driver was reset")
            self._replace_timer.start()

    def _replace_context(self) -> None:
        """Create another context; again and again until the driver gives one."""
        before, self._context = self._context, self._new_context()
        self._fader = None
        if before is not None:
            before.deleteLater()
        if not self._context.create():
            self._replace_timer.start()
            return
        self._pixels = (0, 0, 0.0)
        self._is_size_current = False
        self.context_replaced.emit()
        self.paint_now()

    def _create_context(self) -> QOpenGLContext:
        self._context = context = self._new_context()
        if not context.create():
            self.unusable.emit()
        return context

    def _new_context(self) -> QOpenGLContext:
        context = QOpenGLContext(self)
        context.setFormat(self.requestedFormat())
        if self._shared:
            context.setShareContext(self._shared._context or self._shared._create_context())
        return context

    def _offscreen_surface(self) -> QOffscreenSurface:
        if self._offscreen is None:
            self._offscreen = QOffscreenSurface()
            self._offscreen.setFormat(self.requestedFormat())
            self._offscreen.create()
        return self._offscreen
