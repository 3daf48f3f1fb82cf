"""The face in the picture of a character."""

import shutil
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from deskpet.ui.widgets.avatar import avatar_pixmap, visible_bounds


def test_what_is_seen_of_a_picture_and_its_face(qapp: QApplication, tmp_path: Path) -> None:
    picture = QImage(200, 400, QImage.Format.Format_ARGB32)
    picture.fill(Qt.GlobalColor.transparent)
    for y in range(100, 300):
        for x in range(50, 150):
            picture.setPixelColor(x, y, QColor("#c02040"))
    box = visible_bounds(picture)
    assert abs(box.left() - 50) < 8
    assert abs(box.top() - 100) < 8
    assert abs(box.width() - 100) < 12
    assert abs(box.height() - 200) < 16
    assert avatar_pixmap(tmp_path, 32, 1.0) is None
    picture.save(str(tmp_path / "deskpet-thumbnail.png"))
    head = avatar_pixmap(tmp_path, 32, 2.0)
    assert head is not None
    assert head.size().toTuple() == (64, 64)
    assert head.toImage().pixelColor(32, 32) == QColor("#c02040")
    shutil.rmtree(tmp_path)
