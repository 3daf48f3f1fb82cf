"""Paints a persona's round picture, or the first letter of its name on a coloured disc."""

from pathlib import Path

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter

from deskpet.ui.widgets import theme
from deskpet.ui.widgets.avatar import avatar_pixmap

# Hues of the letter discs, in degrees; a name always gets the same one.
_HUES = (24, 174, 265, 335, 210, 90)


def paint(painter: QPainter, disc: QRectF, name: str, picture: Path | None) -> None:
    """Paint into `disc`; `picture` is a picture's file, a model's folder, or None."""
    ratio = painter.device().devicePixelRatioF()
    pixmap = avatar_pixmap(picture, round(disc.width()), ratio) if picture else None
    if pixmap:
        painter.drawPixmap(disc.topLeft(), pixmap)
        return
    hue = _HUES[sum(map(ord, name)) % len(_HUES)]
    is_light = theme.current().is_light
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor.fromHsl(hue, 150, 215 if is_light else 70))
    painter.drawEllipse(disc)
    font = theme.ui_font(theme.TEXT + 2)
    font.setPixelSize(round(disc.height() * 0.47))
    font.setWeight(QFont.Weight.Bold)
    painter.setFont(font)
    painter.setPen(QColor.fromHsl(hue, 150, 70 if is_light else 205))
    painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, name[:1].upper())
