"""Small pictures of a character's face, cut from its icon, thumbnail or portrait."""

from collections.abc import Generator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPixmap

from deskpet.config import paths
from deskpet.pet.library import THUMBNAIL
from deskpet.ui.widgets import theme

ICON = "icon.png"
# Side of the scaled-down image in which margins are searched, and the maximum alpha of a margin, 0..255.
_SAMPLES, _MARGIN_ALPHA = 64, 6
_IS_VISIBLE = bytes(alpha > _MARGIN_ALPHA for alpha in range(256))


def visible_bounds(image: QImage) -> QRect:
    """Return the bounding box of the non-transparent pixels, or of the whole image if there are none."""
    modes = (Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation)
    small = image.scaled(_SAMPLES, _SAMPLES, *modes).convertToFormat(QImage.Format.Format_Alpha8)
    dots = bytes(small.constBits()).translate(_IS_VISIBLE)
    xs = [x for x in range(_SAMPLES) if any(dots[x::_SAMPLES])]
    ys = [y for y in range(_SAMPLES) if any(dots[y * _SAMPLES : (y + 1) * _SAMPLES])]
    if not xs:
        return image.rect()
    across, down = image.width() / _SAMPLES, image.height() / _SAMPLES
    # Widen the box by half a sample: thin tips may be lost in the scaled-down image.
    corner = QPoint(int((xs[0] - 0.5) * across), int((ys[0] - 0.5) * down))
    end = QPoint(round((xs[-1] + 1.5) * across) - 1, round((ys[-1] + 1.5) * down) - 1)
    return QRect(corner, end).intersected(image.rect())


def avatar_pixmap(folder: Path, side: int, ratio: float) -> QPixmap | None:
    """Return the face of the model in `folder`, `side` logical pixels wide and high; None if there is no picture.

    `folder` may also be the path of a portrait image, whose upper part is shown in a circle.
    """
    if paths.is_file(folder):
        return _portrait(folder, folder.stat().st_mtime_ns, round(side * ratio), ratio)
    for name in (ICON, THUMBNAIL):
        file = folder / name
        if paths.is_file(file):
            return _face(file, file.stat().st_mtime_ns, round(side * ratio), ratio, theme.current().name)
    return None


@lru_cache(maxsize=16)
def _face(file: Path, _changed: int, side: int, ratio: float, _theme: str) -> QPixmap | None:
    image = QImage(str(file))
    if image.isNull():
        return None
    with _square(side, ratio) as (picture, painter):
        if file.name == ICON:
            painter.drawImage(QRectF(0, 0, side, side), _scaled_down(image, side))
        else:
            _paint_head(painter, image, side)
    return picture


@lru_cache(maxsize=32)
def _portrait(file: Path, _changed: int, side: int, ratio: float) -> QPixmap | None:
    image = QImage(str(file))
    if image.isNull():
        return None
    # In an image higher than wide, the face is near the upper edge.
    square = min(image.width(), image.height())
    top = min(round((image.height() - square) * 0.15), image.height() - square)
    head = image.copy((image.width() - square) // 2, top, square, square)
    disc = QPainterPath()
    disc.addEllipse(QRectF(0, 0, side, side))
    with _square(side, ratio) as (picture, painter):
        painter.setClipPath(disc)
        painter.drawImage(QRectF(0, 0, side, side), _scaled_down(head, side))
    return picture


@contextmanager
def _square(side: int, ratio: float) -> Generator[tuple[QPixmap, QPainter]]:
    """Give a transparent picture of `side` pixels, and what paints on it; it gets the device pixel ratio at the end."""
    picture = QPixmap(side, side)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    yield picture, painter
    painter.end()
    picture.setDevicePixelRatio(ratio)


def _paint_head(painter: QPainter, image: QImage, side: int) -> None:
    """Paint the upper part of a figure, its head, on a disc."""
    box = visible_bounds(image)
    width = min(box.width(), round(box.height() * 0.42))
    head = image.copy(QRect(box.center().x() - width // 2, box.top(), width, width))
    disc = QPainterPath()
    disc.addEllipse(QRectF(0, 0, side, side))
    painter.fillPath(disc, theme.current().colour("accent_soft"))
    painter.setClipPath(disc)
    painter.drawImage(QRectF(side * 0.06, side * 0.1, side * 0.88, side * 0.88), _scaled_down(head, side))


def _scaled_down(image: QImage, side: int) -> QImage:
    """Scale an image down to cover a square of `side` pixels; a small one is not enlarged.

    QPainter would lose thin lines if it scaled a large image at once.
    """
    size = image.size().boundedTo(image.size().scaled(side, side, Qt.AspectRatioMode.KeepAspectRatioByExpanding))
    return image.scaled(size, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation)
