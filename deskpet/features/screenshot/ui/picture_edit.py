"""Store and apply the user's changes to a picture: the part that is kept, and the boxes that are pixelated."""

from dataclasses import dataclass, replace

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage, QPainter

# Side of a pixelated block in pixels, at least. Blocks of about a line of text can't be read back.
MIN_BLOCK = 24
# Blocks along the shorter side of a box, at most.
_BLOCKS = 6


@dataclass(frozen=True, slots=True)
class PictureEdit:
    """The kept part and the boxes, in pixels of the original picture."""

    kept: QRect
    boxes: tuple[QRect, ...] = ()

    def cut(self, part: QRect) -> "PictureEdit":
        """Return the edit that keeps only `part` of the kept part, in pixels of the edited picture."""
        return replace(self, kept=part.translated(self.kept.topLeft()).intersected(self.kept))

    def blur(self, box: QRect) -> "PictureEdit":
        """Return the edit with another pixelated box, in pixels of the edited picture."""
        return replace(self, boxes=(*self.boxes, box.translated(self.kept.topLeft()).intersected(self.kept)))

    def apply(self, original: QImage) -> QImage:
        """Return the edited picture. What is below a box is not in its data."""
        edited = original.copy(self.kept)
        painter = QPainter(edited)
        for box in self.boxes:
            seen = box.intersected(self.kept).translated(-self.kept.topLeft())
            if not seen.isEmpty():
                painter.drawImage(seen.topLeft(), pixelated(original.copy(box.intersected(self.kept))))
        painter.end()
        return edited


def pixelated(picture: QImage) -> QImage:
    """Return a picture of the same size in large blocks, each of the mean colour of its pixels."""
    side = max(MIN_BLOCK, min(picture.width(), picture.height()) // _BLOCKS)
    across, down = max(round(picture.width() / side), 1), max(round(picture.height() / side), 1)
    ignoring = Qt.AspectRatioMode.IgnoreAspectRatio
    means = picture.scaled(across, down, ignoring, Qt.TransformationMode.SmoothTransformation)
    return means.scaled(picture.size(), ignoring, Qt.TransformationMode.FastTransformation)


def whole(picture: QImage) -> PictureEdit:
    """Return the edit that changes nothing."""
    return PictureEdit(QRect(QPoint(), picture.size()))
