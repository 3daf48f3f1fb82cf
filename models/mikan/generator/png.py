"""Writes pictures as small PNG files, without loss."""

from pathlib import Path

import oxipng
from PySide6.QtGui import QImage


def save(picture: QImage, path: Path, *, smallest: bool = False, hurried: bool = False) -> None:
    """Replace the file; OSError where that fails.

    smallest: save another hundredth of its size, which takes 20 s for a million pixels. hurried: don't make it small,
    which takes 6 s.
    """
    picture.save(str(path))
    if not hurried:
        oxipng.optimize(
            path, level=4, deflate=oxipng.Deflaters.zopfli(15) if smallest else oxipng.Deflaters.libdeflater(11)
        )
