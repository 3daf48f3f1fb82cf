"""Writes pictures as small PNG files, without loss."""

from pathlib import Path

import oxipng
from PySide6.QtGui import QImage

_SMALL = 1_000_000
"""Pixels up to which the slow compression, which saves another hundredth, takes a few seconds."""


def save(picture: QImage, path: Path) -> None:
    """Replace the file; OSError where that fails."""
    picture.save(str(path))
    is_small = picture.width() * picture.height() <= _SMALL
    oxipng.optimize(
        path, level=4, deflate=oxipng.Deflaters.zopfli(15) if is_small else oxipng.Deflaters.libdeflater(11)
    )
