"""Writes pictures as small PNG files, without loss."""

from pathlib import Path

import oxipng
from PySide6.QtGui import QImage


def save(picture: QImage, path: Path) -> None:
    """Replace the file; OSError where that fails."""
    picture.save(str(path))
    oxipng.optimize(path, level=4)
