"""The still picture of the character, shown until the model is loaded, in the same position and size.

The last one is saved, so that the next start shows it before the model is read.
"""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QImage, QPainter

from deskpet.config import paths, state_files
from deskpet.config.choices import SCALE
from deskpet.config.state_files import JsonObject

if TYPE_CHECKING:
    from deskpet.pet.body import BodyFile
    from deskpet.pet.model_notes import ModelNotes


@dataclass(frozen=True, slots=True)
class StillPicture:
    """An image file of a model's whole canvas, and its placement in the window.

    picture: path of the image; if it does not exist, nothing is shown.
    scale: enlargement relative to the size that fits into the window.
    x, y: anchor, 0..1 to the right and down: this point of the canvas is at the same fraction of the window.
    """

    picture: str
    scale: float = 1.0
    x: float = 0.5
    y: float = 0.5

    def image(self) -> QImage:
        """Return the whole canvas; null if there is no picture."""
        return QImage(self.picture) if paths.is_file(Path(self.picture)) else QImage()

    def render(self, window: QSize, ratio: float) -> QImage:
        """Paint the content of a transparent window.

        window: its size in logical pixels. ratio: physical pixels per logical pixel.
        """
        image = QImage(window * ratio, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        picture = self.image()
        if picture.isNull():
            return image
        size = picture.size().scaled(window * ratio * self.scale, Qt.AspectRatioMode.KeepAspectRatio)
        fitted = picture.scaled(size, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation)
        painter = QPainter(image)
        left, top = (image.width() - size.width()) * self.x, (image.height() - size.height()) * self.y
        painter.drawImage(QPointF(left, top), fitted)
        painter.end()
        return image


def capture(model: "BodyFile", notes: "ModelNotes") -> StillPicture:
    """Return the still picture of a model, placed by the user's notes like the living model."""
    return StillPicture(str(model.preview), notes.scale, notes.anchor.x, notes.anchor.y)


def load(file: Path, default: StillPicture) -> StillPicture:
    """Read the still picture from `file`. Returns `default` if there is no file, or logs a warning if it is invalid."""
    return state_files.read_or_none(file, _parse, "the character's picture") or default


def _parse(values: JsonObject) -> StillPicture:
    x, y = values.number("x", bounds=(0, 1)), values.number("y", bounds=(0, 1))
    return StillPicture(values.text("picture"), values.number("scale", bounds=SCALE), x, y)


def save(file: Path, still: StillPicture) -> None:
    """Save the still picture for the next start. A failed write is logged."""
    state_files.write_json(file, asdict(still), "the character's picture")
