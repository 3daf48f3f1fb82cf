"""The character's icon in the tray and on all windows."""

import shutil
from collections.abc import Generator
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication, QIcon, QImage
from pytestqt.qtbot import QtBot

from deskpet.config import paths
from deskpet.pet.library import THUMBNAIL
from deskpet.ui.pet.menu import Tray

MODELS = paths.bundled_path("models")


@pytest.fixture(autouse=True)
def plain_windows(qapp: QGuiApplication) -> Generator[None]:
    qapp.setWindowIcon(QIcon())
    yield
    qapp.setWindowIcon(QIcon())


def shown(icon: QIcon, side: int) -> QImage:
    """Render an icon at `side` pixels."""
    return icon.pixmap(QSize(side, side), 1.0).toImage()


def colours(picture: QImage) -> int:
    return len({picture.pixel(x, y) for x in range(picture.width()) for y in range(picture.height())})


def test_windows_have_no_icon_until_it_is_applied(qtbot: QtBot) -> None:
    tray = Tray("Mikan", MODELS / "mikan" / "icon.png")
    assert QGuiApplication.windowIcon().isNull()
    tray.apply_window_icon()
    assert shown(QGuiApplication.windowIcon(), 48) == shown(tray.icon(), 48)


@pytest.mark.parametrize("side", [16, 32, 48, 256])
def test_a_built_in_character_has_a_sharp_icon_at_each_size(qtbot: QtBot, side: int) -> None:
    tray = Tray("Mikan", MODELS / "mikan" / "icon.png")
    tray.apply_window_icon()
    picture = shown(QGuiApplication.windowIcon(), side)
    assert picture.size() == QSize(side, side)
    assert colours(picture) > side


def test_the_windows_follow_the_character(qtbot: QtBot) -> None:
    tray = Tray("Mikan", MODELS / "mikan" / "icon.png")
    tray.apply_window_icon()
    before = shown(QGuiApplication.windowIcon(), 32)
    tray.show_character("Yuki", MODELS / "yuki" / "icon.png")
    assert shown(QGuiApplication.windowIcon(), 32) not in (before, QImage())


def test_a_users_model_has_its_own_icon_whatever_its_folder_is_called(qtbot: QtBot, tmp_path: Path) -> None:
    folder = tmp_path / "mikan"
    folder.mkdir()
    shutil.copy(MODELS / "yuki" / "icon.png", folder / "icon.png")
    tray = Tray("Another", folder / "icon.png")
    assert shown(tray.icon(), 64) == shown(QIcon(str(MODELS / "yuki" / "icon.png")), 64)


def test_a_model_without_an_icon_shows_its_face(qtbot: QtBot, tmp_path: Path) -> None:
    plain = shown(Tray("Nobody", tmp_path / "none" / "icon.png").icon(), 32)
    shutil.copy(MODELS / "mikan" / "preview.png", tmp_path / THUMBNAIL)
    tray = Tray("Somebody", tmp_path / "icon.png")
    assert shown(tray.icon(), 32) == plain
    tray.apply_window_icon()
    assert shown(tray.icon(), 32) != plain
    assert shown(QGuiApplication.windowIcon(), 32) == shown(tray.icon(), 32)
