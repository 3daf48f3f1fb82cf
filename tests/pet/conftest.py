"""Fixtures: the built-in model, and copies of it that tests may damage."""

import shutil
from pathlib import Path

import pytest

from deskpet.pet import model_file

PATTERNS = ("*.json", "*.moc3", "*.png", "expressions", "motions", "textures")


@pytest.fixture(scope="session")
def built_in() -> Path:
    """The folder of the built-in model."""
    return model_file.built_in_folder() / "mikan"


@pytest.fixture
def model(tmp_path: Path, built_in: Path) -> Path:
    """A folder with a copy of the built-in model, which does not count as built in."""
    return copy_of(built_in, tmp_path / "mikan")


def copy_of(built_in: Path, folder: Path) -> Path:
    """Copy the built-in model to the new `folder` and return it."""
    folder.mkdir()
    for path in (path for pattern in PATTERNS for path in built_in.glob(pattern)):
        copy = shutil.copytree if path.is_dir() else shutil.copy
        copy(path, folder / path.name)
    return folder
