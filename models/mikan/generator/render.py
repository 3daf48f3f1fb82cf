"""Pictures of a model, drawn by the real Cubism core into an offscreen buffer.

Needs a display (a virtual one will do) and is used at build time only. One `Stage` per process: the core can
be started only once.
"""

import contextlib
import io
import os
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication, QImage, QOffscreenSurface, QOpenGLContext, QSurfaceFormat
from PySide6.QtOpenGL import QOpenGLFramebufferObject, QOpenGLFramebufferObjectFormat

with contextlib.redirect_stdout(io.StringIO()):
    import live2d

STEP = 1 / 60
SETTLE = 1.0
"""Seconds until an expression has faded in and physics has come to rest."""
SUPERSAMPLING = 2
FORCE = 3


class Stage:
    """A GL context and the model that is drawn in it."""

    def __init__(self) -> None:
        if not isinstance(QGuiApplication.instance(), QGuiApplication):
            raise RuntimeError("a QGuiApplication must exist first")
        wanted = QSurfaceFormat()
        wanted.setAlphaBufferSize(8)
        wanted.setStencilBufferSize(8)
        self._surface = QOffscreenSurface()
        self._surface.setFormat(wanted)
        self._surface.create()
        self._context = QOpenGLContext()
        self._context.setFormat(wanted)
        if not (self._context.create() and self._context.makeCurrent(self._surface)):
            raise RuntimeError("no OpenGL context: is a display there?")
        live2d.enableLog(False)
        live2d.init()
        live2d.glInit()
        self._model_file = ""

    def show(self, model_file: Path) -> None:
        """Draw this model from now on."""
        self._model_file = str(model_file.resolve())

    def picture(
        self,
        size: QSize,
        expression: str = "",
        pose: Mapping[str, float] | None = None,
        motion: tuple[str, int, float] | None = None,
    ) -> QImage:
        """The model on transparent ground: in an expression, a pose, or a motion (group, index, second)."""
        model = self._fresh_model()
        if expression:
            model.SetExpression(expression)
        self._run(model, SETTLE)
        if motion:
            group, index, seconds = motion
            model.StartMotion(group, index, FORCE)
            self._run(model, seconds)
        for parameter, value in (pose or {}).items():
            model.SetParamById(parameter, value)
        return self._drawn(model, size)

    def _fresh_model(self) -> "live2d.Model":
        with _quiet():
            model = live2d.Model()
            model.LoadModelJson(self._model_file)
        model.SetAutoBlink(False)
        model.SetAutoBreath(False)
        return model

    def _run(self, model: "live2d.Model", seconds: float) -> None:
        for _ in range(round(seconds / STEP)):
            model.Update(STEP)

    def _drawn(self, model: "live2d.Model", size: QSize) -> QImage:
        large = size * SUPERSAMPLING
        buffer_format = QOpenGLFramebufferObjectFormat()
        buffer_format.setAttachment(QOpenGLFramebufferObject.Attachment.CombinedDepthStencil)
        buffer = QOpenGLFramebufferObject(large, buffer_format)
        buffer.bind()
        self._context.functions().glViewport(0, 0, large.width(), large.height())
        live2d.clearBuffer(0.0, 0.0, 0.0, 0.0)
        model.Resize(large.width(), large.height())
        model.Draw()
        image = buffer.toImage()
        buffer.release()
        return image.scaled(size, mode=Qt.TransformationMode.SmoothTransformation)


@contextlib.contextmanager
def _quiet():
    """The core announces its version on the C level at each load."""
    saved, null = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    try:
        yield
    finally:
        os.dup2(saved, 1)
        os.close(saved)
        os.close(null)
