"""The built-in model, and copies of it to do harm to."""

import shutil
from pathlib import Path

import pytest

from deskpet.pet import model_file

PARTS = ("*.json", "*.moc3", "*.png", "expressions", "motions", "textures")


@pytest.fixture(scope="session")
def built_in() -> Path:
    """The folder of the built-in model."""
    return model_file.built_in_folder() / "mikan"


@pytest.fixture
def model(tmp_path: Path, built_in: Path) -> Path:
    """A folder with a copy of the built-in model, which counts as one from outside."""
    return copy_of(built_in, tmp_path / "mikan")


def copy_of(built_in: Path, folder: Path) -> Path:
    """`folder`, now with a copy of the built-in model."""
    folder.mkdir()
    for part in (part for pattern in PARTS for part in built_in.glob(pattern)):
        copy = shutil.copytree if part.is_dir() else shutil.copy
        copy(part, folder / part.name)
    return folder
