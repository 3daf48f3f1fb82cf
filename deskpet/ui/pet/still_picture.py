"""The picture that stands in for the character while it loads: the same canvas, fitted in the same way.

Which one it was is remembered: at the next start it is on screen before the model is read.
"""

import logging
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QImage, QPainter

from deskpet import state_files
from deskpet.choices import SCALE

if TYPE_CHECKING:
    from deskpet.pet.model_file import ModelFile
    from deskpet.pet.model_notes import ModelNotes

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class StillPicture:
    """A picture of a model's whole canvas, in the file `picture`, and how it stands in the window.

    It is enlarged by `scale`; the point `x`, `y` of the canvas, 0..1 to the right and down, stands at the same
    proportion of the window. Where there is no such file, nothing is shown.
    """

    picture: str
    scale: float = 1.0
    x: float = 0.5
    y: float = 0.5

    def painted(self, window: QSize, ratio: float) -> QImage:
        """All of a transparent window of this logical size, with `ratio` physical pixels to each of its own."""
        image = QImage(window * ratio, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        picture = QImage(self.picture) if _is_file(self.picture) else QImage()
        if picture.isNull():
            return image
        size = picture.size().scaled(window * ratio * self.scale, Qt.AspectRatioMode.KeepAspectRatio)
        fitted = picture.scaled(size, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation)
        painter = QPainter(image)
        left, top = (image.width() - size.width()) * self.x, (image.height() - size.height()) * self.y
        painter.drawImage(QPointF(left, top), fitted)
        painter.end()
        return image


def capture(model: "ModelFile", notes: "ModelNotes") -> StillPicture:
    """The still picture of a model, standing as the living character will by the user's notes."""
    return StillPicture(str(model.preview), notes.scale, notes.anchor.x, notes.anchor.y)


def load(file: Path, default: StillPicture) -> StillPicture:
    """The still picture that is kept in `file`; `default` when there is none that can be read."""
    try:
        values = state_files.read_json(file)
        x, y = values.number("x", bounds=(0, 1)), values.number("y", bounds=(0, 1))
        return StillPicture(values.text("picture"), values.number("scale", bounds=SCALE), x, y)
    except FileNotFoundError:
        return default
    except (OSError, ValueError) as error:
        logger.warning("%s can't be read, another picture is shown at first: %s", file, error)
        return default


def save(file: Path, still: StillPicture) -> None:
    """Keep `still` in `file` for the next start."""
    state_files.keep_json(file, asdict(still), "the character's picture")


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except OSError:
        # The name is too long, or its folder can't be looked into.
        return False
