"""A persona's round picture; where it has none, the first letter of its name in a colour of its own."""

from pathlib import Path

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter

from deskpet.ui.widgets import theme
from deskpet.ui.widgets.avatar import face

# Hues of the discs with a name's first letter, in degrees; one of them is kept for a name.
_HUES = (24, 174, 265, 335, 210, 90)


def paint(painter: QPainter, disc: QRectF, name: str, picture: Path | None) -> None:
    """Fill `disc`; `picture` is a picture's file or a model's folder, None where there is neither."""
    ratio = painter.device().devicePixelRatioF()
    found = face(picture, round(disc.width()), ratio) if picture else None
    if found:
        painter.drawPixmap(disc.topLeft(), found)
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
