"""StillPicture, shown until the model is loaded: its placement, and saving it for the next start."""

import logging
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from deskpet.pet import model_file
from deskpet.pet.model_notes import Anchor, ModelNotes
from deskpet.ui.pet import startup, still_picture
from deskpet.ui.pet.still_picture import StillPicture
from tests.ui.pet.scene import PATIENCE

RED, NOTHING = QColor("red"), QColor(0, 0, 0, 0)


@pytest.fixture
def square(qapp: object, tmp_path: Path) -> str:
    """The path of an image of a red square."""
    picture = QImage(40, 40, QImage.Format.Format_ARGB32)
    picture.fill(RED)
    file = tmp_path / "square.png"
    picture.save(str(file))
    return str(file)


def seen(image: QImage) -> QRect:
    """Return the bounding box of the non-transparent pixels."""
    columns = [x for x in range(image.width()) if any(image.pixelColor(x, y).alpha() for y in range(image.height()))]
    rows = [y for y in range(image.height()) if any(image.pixelColor(x, y).alpha() for x in range(image.width()))]
    return QRect(columns[0], rows[0], len(columns), len(rows))


@pytest.mark.parametrize(
    ("scale", "y", "ratio", "box"),
    [
        (1.0, 0.5, 1.0, QRect(0, 10, 20, 20)),
        (1.0, 1.0, 1.0, QRect(0, 20, 20, 20)),
        (0.5, 0.0, 1.0, QRect(5, 0, 10, 10)),
        (1.0, 0.5, 2.0, QRect(0, 20, 40, 40)),
    ],
)
def test_it_is_fitted_into_the_window_by_the_notes(
    square: str, scale: float, y: float, ratio: float, box: QRect
) -> None:
    painted = StillPicture(square, scale, 0.5, y).render(QSize(20, 40), ratio)
    assert painted.size() == QSize(20, 40) * ratio
    assert seen(painted) == box
    assert painted.pixelColor(box.center()) == RED


def test_without_an_image_file_it_is_transparent(qapp: object, tmp_path: Path) -> None:
    painted = StillPicture(str(tmp_path / "gone.png")).render(QSize(4, 4), 1.0)
    assert painted.pixelColor(2, 2) == NOTHING


def test_it_is_saved(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file, usual, other = tmp_path / "still.json", StillPicture("usual.png"), StillPicture("other.png", 1.5, 0.25, 1.0)
    assert still_picture.load(file, usual) == usual
    still_picture.save(file, other)
    assert still_picture.load(file, usual) == other
    assert not caplog.records
    file.write_text('{"picture": 3}')
    with caplog.at_level(logging.WARNING):
        assert still_picture.load(file, usual) == usual
    assert "still.json" in caplog.text


@pytest.mark.window
def test_a_start_shows_the_picture_before_the_model_is_read(qtbot: QtBot) -> None:
    window = startup.new_window()
    with qtbot.waitSignal(window.frameSwapped, timeout=PATIENCE):
        window.show()
    assert not window.is_alive
    with pytest.raises(RuntimeError):
        _ = window.animator
    with qtbot.waitSignal(window.first_frame, timeout=PATIENCE):
        opened = startup.start_loading(window)
    assert window.is_alive
    assert (opened.folder, window.character.name) == ("mikan", "Mikan")
    window.close_gl()
    window.destroy()


@pytest.mark.window
def test_the_picture_follows_the_notes(qtbot: QtBot, tmp_path: Path) -> None:
    window = startup.new_window()
    startup.start_loading(window)
    window.living_model.apply_notes(ModelNotes(scale=1.5, anchor=Anchor(0.5, 1.0)))
    preview = str(model_file.load("mikan", tmp_path).preview)
    assert window.living_model.still == StillPicture(preview, 1.5, 0.5, 1.0)
    window.close_gl()
    window.destroy()
