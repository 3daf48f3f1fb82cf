"""How another program is measured beside the pet."""

import sys
from pathlib import Path

import psutil
import pytest
from PySide6.QtGui import QColor, QImage

from tests.campaigns.another import changed_pixels, picture, running, wait_until_drawn, work

WINDOW = """
from PySide6.QtWidgets import QApplication, QLabel
app = QApplication([])
label = QLabel("a window")
label.show()
app.exec()
"""


def test_pixels_that_changed_are_counted() -> None:
    before = QImage(33, 20, QImage.Format.Format_RGB32)
    before.fill(QColor("white"))
    now = before.copy()
    for x, y in ((0, 0), (32, 0), (7, 19)):
        now.setPixelColor(x, y, QColor("black"))
    assert changed_pixels(before, now) == 3
    assert changed_pixels(before, before.copy()) == 0


@pytest.mark.window
def test_a_program_is_seen_on_the_screen_and_ended(qapp, tmp_path: Path) -> None:
    before = picture(qapp)
    with running([sys.executable, "-c", WINDOW], tmp_path) as program:
        wait_until_drawn(qapp, before)
        assert work(program) > 0
    assert not psutil.pid_exists(program.pid)
