"""The picture that stands in for the character while it loads: the same canvas, fitted in the same way."""

from pathlib import Path

from PySide6.QtCore import QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QImage, QPainter

from deskpet.pet.model_notes import Notes


class Still:
    """A picture of the model's whole canvas; where there is none, nothing is shown."""

    def __init__(self, path: Path) -> None:
        picture = QImage(str(path)) if path.is_file() else QImage()
        # Qt's OpenGL painter spoils the colours of a picture that is not premultiplied.
        self._picture = picture.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)

    def paint(self, painter: QPainter, window: QSize, ratio: float, notes: Notes) -> None:
        """Fill a transparent window of this logical size, with `ratio` physical pixels to each of its own.

        The picture stands as the living character will by these notes.
        """
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        painter.fillRect(QRect(QPoint(0, 0), window), Qt.GlobalColor.transparent)
        if self._picture.isNull():
            return
        size = self._picture.size().scaled(window * ratio * notes.scale, Qt.AspectRatioMode.KeepAspectRatio)
        fitted = self._picture.scaled(
            size, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
        )
        fitted.setDevicePixelRatio(ratio)
        left = (window.width() - size.width() / ratio) * notes.anchor.x
        top = (window.height() - size.height() / ratio) * notes.anchor.y
        painter.drawImage(QPointF(left, top), fitted)
