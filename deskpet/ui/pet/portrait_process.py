"""Child process that renders a model offscreen.

It is ready once OpenGL works; a failure after that is caused by the model. The request has the `file` of the model, the
`cache` of models and the paths of the `pictures`. The reply has `problem` if there is no picture, and maybe `why`.
"""

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication, QImage, QImageWriter, QOffscreenSurface, QOpenGLContext, QPainter
from PySide6.QtOpenGL import QOpenGLFramebufferObject, QOpenGLFramebufferObjectFormat

from deskpet.filesystem import private_files
from deskpet.pet import body, character
from deskpet.pet.body import NotLoaded
from deskpet.pet.model_file import ModelFile
from deskpet.pet.motion_player import Priority
from deskpet.pet.problems import ModelError
from deskpet.pet.sprite_file import CELL_HEIGHT, CELL_WIDTH, SpriteFile
from deskpet.processes.child_kinds import PORTRAIT
from deskpet.processes.serving import OneTask
from deskpet.ui.pet import sprite_body
from deskpet.ui.pet.gl import disable_software_threads, limit_mipmaps, surface_format, texture_names
from deskpet.ui.pet.portrait import DrawingProblem

if TYPE_CHECKING:
    from deskpet.pet.rig import Rig

HEIGHT, MAX_WIDTH = 512, 768

# Rendered larger and scaled down: smooth edges with any driver.
_RENDER_HEIGHT, _MAX_RENDER_WIDTH = 3 * HEIGHT, 6 * HEIGHT
# Seconds per simulated frame, and the number of frames until hair and clothes hang still.
_STEP, _SETTLE_FRAMES = 1 / 30, 45
# Parameters of the open eye, the value from which it counts as open, and the frames to wait for the end of a blink.
_EYE_PARAMETERS, _EYE_OPEN, _MAX_BLINK_FRAMES = ("ParamEyeLOpen", "PARAM_EYE_L_OPEN"), 0.8, 90
# Minimum alpha, 0..255, of a visible pixel.
_MIN_ALPHA = 8


def main() -> None:
    """Render the pictures of one model. Live2D's native code may also crash the process."""
    task = OneTask(PORTRAIT)
    if sys.platform.startswith("linux") and os.environ.get("DISPLAY"):
        os.environ.setdefault("QT_QPA_PLATFORM", "xcb")
    disable_software_threads()
    app = QGuiApplication(sys.argv[:1])
    surface, context = QOffscreenSurface(), QOpenGLContext()
    surface.setFormat(surface_format())
    surface.create()
    context.setFormat(surface_format())
    has_context = context.create() and surface.isValid() and context.makeCurrent(surface)
    request = json.loads(task.receive())
    task.reply(_answer(request) if has_context else {"problem": DrawingProblem.NO_CONTEXT})
    context.doneCurrent()
    app.processEvents()


def _answer(request: dict[str, Any]) -> dict[str, Any]:
    try:
        canvas = _render(body.load(request["file"], Path(request["cache"])))
        return {} if _save(canvas, [*map(Path, request["pictures"])]) else {"problem": DrawingProblem.NOTHING_SEEN}
    except (ModelError, NotLoaded):
        return {"problem": DrawingProblem.REFUSED}
    except Exception as error:  # noqa: BLE001 - a mistake of the program is not the model's
        return {"problem": DrawingProblem.FAILED, "why": f"{type(error).__name__}: {error}"}


def _render(model: body.BodyFile) -> QImage:
    """Render the whole canvas of a body in its resting pose."""
    if isinstance(model, SpriteFile):
        sheet = sprite_body.load_sheet(model)
        size = QSize(CELL_WIDTH, CELL_HEIGHT) * (_RENDER_HEIGHT // CELL_HEIGHT)
        return sprite_body.scaled_cell(sheet, (0, 0), size, is_pixel_art=sprite_body.is_pixel_art(sheet))
    assert isinstance(model, ModelFile)
    return _render_live2d(model)


def _render_live2d(model: ModelFile) -> QImage:
    from deskpet.pet.rig import Rig

    profile = character.from_model(model)
    rig = Rig(model)
    width, height = rig.canvas
    size = QSize(max(1, round(min(_RENDER_HEIGHT * width / height, _MAX_RENDER_WIDTH))), _RENDER_HEIGHT)
    rig.create_renderer()
    rig.resize(size.width(), size.height())
    limit_mipmaps(texture_names(), rig.smallest_mipmap(size.toTuple(), 1.0))
    if profile.default_expression:
        rig.set_expression(profile.default_expression)
    if model.motions.get(profile.idle_group or ""):
        # Always the first idle motion, so that all pictures of a model are alike.
        rig.start_motion(profile.idle_group or "", 0, Priority.IDLE)
    _settle(rig)
    target = QOpenGLFramebufferObject(size, QOpenGLFramebufferObjectFormat())
    target.bind()
    QOpenGLContext.currentContext().functions().glViewport(0, 0, size.width(), size.height())
    rig.draw()
    picture = target.toImage()
    target.release()
    rig.close()
    return picture


def _settle(rig: "Rig") -> None:
    """Simulate until physics have settled and the eyes are open; gives up waiting after _MAX_BLINK_FRAMES."""
    for _ in range(_SETTLE_FRAMES):
        rig.update(_STEP)
    for _ in range(_MAX_BLINK_FRAMES):
        if all(rig.parameter(name) >= _EYE_OPEN for name in _EYE_PARAMETERS if name in rig.parameters):
            return
        rig.update(_STEP)


def _save(canvas: QImage, pictures: list[Path]) -> bool:
    """Write the pictures. Returns False if nothing is to be seen."""
    body = _bounds(canvas)
    if body.isEmpty():
        return False
    still = canvas.scaledToHeight(HEIGHT, Qt.TransformationMode.SmoothTransformation)
    for path, picture in zip(pictures, (_thumbnail(canvas.copy(body)), still), strict=False):
        # Qt keeps the rights of a file that is there.
        private_files.touch(path)
        writer = QImageWriter(str(path), b"png")
        if not writer.write(picture):
            raise OSError(f"{path} can't be written: {writer.errorString()}")
    return True


def _thumbnail(body: QImage) -> QImage:
    """Scale the character to fit, and align it to the lower edge."""
    size = body.size().scaled(MAX_WIDTH, HEIGHT, Qt.AspectRatioMode.KeepAspectRatio)
    fitted = body.scaled(size, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation)
    picture = QImage(fitted.width(), HEIGHT, QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.drawImage(QPoint(0, HEIGHT - fitted.height()), fitted)
    painter.end()
    return picture


def _bounds(picture: QImage) -> QRect:
    """Return the bounding box of the visible pixels; empty if there are none."""
    alpha = picture.convertToFormat(QImage.Format.Format_Alpha8)
    faint = bytes(range(_MIN_ALPHA))
    rows = {y: bytes(cast(memoryview, alpha.constScanLine(y)))[: alpha.width()] for y in range(alpha.height())}
    visible = {y: row for y, row in rows.items() if row.strip(faint)}
    if not visible:
        return QRect()
    left = min(alpha.width() - len(row.lstrip(faint)) for row in visible.values())
    right = max(len(row.rstrip(faint)) for row in visible.values())
    return QRect(QPoint(left, min(visible)), QPoint(right - 1, max(visible)))


if __name__ == "__main__":
    main()
