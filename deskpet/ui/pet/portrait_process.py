"""Draws a model without a window, as a process: `python -m deskpet.ui.pet.portrait_process FILE CACHE PICTURE...`.

Says READY when OpenGL works; what goes wrong after that is the model's doing.
"""

import contextlib
import os
import sys
from pathlib import Path
from typing import cast

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication, QImage, QImageWriter, QOffscreenSurface, QOpenGLContext, QPainter
from PySide6.QtOpenGL import QOpenGLFramebufferObject, QOpenGLFramebufferObjectFormat

from deskpet.pet import character, child, model_file
from deskpet.pet.motion_player import Priority
from deskpet.pet.problems import ModelError
from deskpet.pet.rig import NotLoaded, Rig
from deskpet.ui.pet.gl import limit_mipmaps, surface_format
from deskpet.ui.pet.portrait import NO_CONTEXT, NOTHING_SEEN, READY, REFUSED

HEIGHT, MOST_WIDTH = 512, 768

_MEGABYTES = 4096
# Drawn larger and then made smaller: smooth edges on any driver.
_DRAWN_HEIGHT, _MOST_DRAWN = 3 * HEIGHT, 6 * HEIGHT
_STEP, _SETTLING = 1 / 30, 45
# Nobody wants a picture taken in the middle of a blink.
_EYES, _OPEN, _MOST_WAITING = ("ParamEyeLOpen", "PARAM_EYE_L_OPEN"), 0.8, 90
# Fainter than this is no part of the character.
_VISIBLE = 8


def main(arguments: list[str]) -> int:
    """Draw the pictures; the process may also die on the way, which is what it is for."""
    child.confine(_MEGABYTES, address_space=False)
    settings, cache, *pictures = map(Path, arguments)
    if sys.platform.startswith("linux") and os.environ.get("DISPLAY"):
        os.environ.setdefault("QT_QPA_PLATFORM", "xcb")
    app = QGuiApplication(sys.argv[:1])
    surface, context = QOffscreenSurface(), QOpenGLContext()
    if not _is_current(surface, context):
        sys.stderr.write("there is no OpenGL in this session\n")
        return NO_CONTEXT
    sys.stdout.write(f"{READY}\n")
    sys.stdout.flush()
    try:
        canvas = _drawn(model_file.load(str(settings), cache))
    except (ModelError, NotLoaded) as error:
        sys.stderr.write(f"{error}\n")
        return REFUSED
    finally:
        context.doneCurrent()
        app.processEvents()
    return _kept(canvas, pictures)


def _is_current(surface: QOffscreenSurface, context: QOpenGLContext) -> bool:
    surface.setFormat(surface_format())
    surface.create()
    context.setFormat(surface_format())
    return context.create() and surface.isValid() and context.makeCurrent(surface)


def _drawn(model: model_file.ModelFile) -> QImage:
    """The model's whole canvas, as she stands when she has come to rest."""
    who = character.of(model)
    rig = Rig(model)
    width, height = rig.canvas
    size = QSize(max(1, round(min(_DRAWN_HEIGHT * width / height, _MOST_DRAWN))), _DRAWN_HEIGHT)
    rig.create_renderer()
    rig.resize(size.width(), size.height())
    limit_mipmaps(rig.smallest_mipmap(size.toTuple(), 1.0))
    if who.default_expression:
        rig.set_expression(who.default_expression)
    if model.motions.get(who.idle_group or ""):
        # The first of them always: two pictures of one model are alike, and she does not stretch in either.
        rig.start_motion(who.idle_group or "", 0, Priority.IDLE)
    _settle(rig)
    target = QOpenGLFramebufferObject(size, QOpenGLFramebufferObjectFormat())
    target.bind()
    QOpenGLContext.currentContext().functions().glViewport(0, 0, size.width(), size.height())
    rig.draw()
    picture = target.toImage()
    target.release()
    rig.close()
    return picture


def _settle(rig: Rig) -> None:
    """Let time pass until the hair hangs still and the eyes are open, if they open at all."""
    for _ in range(_SETTLING):
        rig.update(_STEP)
    for _ in range(_MOST_WAITING):
        if _has_open_eyes(rig):
            return
        rig.update(_STEP)


def _has_open_eyes(rig: Rig) -> bool:
    for name in _EYES:
        with contextlib.suppress(ValueError):  # the model has no such parameter
            return rig.parameter(name) >= _OPEN
    return True


def _kept(canvas: QImage, pictures: list[Path]) -> int:
    body = _bounds(canvas)
    if body.isEmpty():
        return NOTHING_SEEN
    still = canvas.scaledToHeight(HEIGHT, Qt.TransformationMode.SmoothTransformation)
    for path, picture in zip(pictures, (_thumbnail(canvas.copy(body)), still), strict=False):
        writer = QImageWriter(str(path), b"png")
        if not writer.write(picture):
            raise OSError(f"{path} can't be written: {writer.errorString()}")
    return 0


def _thumbnail(body: QImage) -> QImage:
    """The character as large as fits, standing in the middle of the lower edge."""
    size = body.size().scaled(MOST_WIDTH, HEIGHT, Qt.AspectRatioMode.KeepAspectRatio)
    fitted = body.scaled(size, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation)
    picture = QImage(fitted.width(), HEIGHT, QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.drawImage(QPoint(0, HEIGHT - fitted.height()), fitted)
    painter.end()
    return picture


def _bounds(picture: QImage) -> QRect:
    """The smallest rectangle with all of the character in it; empty when nothing is to be seen."""
    alpha = picture.convertToFormat(QImage.Format.Format_Alpha8)
    faint = bytes(range(_VISIBLE))
    rows = {y: bytes(cast(memoryview, alpha.constScanLine(y)))[: alpha.width()] for y in range(alpha.height())}
    seen = {y: row for y, row in rows.items() if row.strip(faint)}
    if not seen:
        return QRect()
    left = min(alpha.width() - len(row.lstrip(faint)) for row in seen.values())
    right = max(len(row.rstrip(faint)) for row in seen.values())
    return QRect(QPoint(left, min(seen)), QPoint(right - 1, max(seen)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
