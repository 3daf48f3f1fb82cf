"""A workspace for each test."""

from pathlib import Path

import pytest

from tests.tools.files.folders import Scene, new_scene


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    """A chosen folder, a scratch folder, and the tools."""
    return new_scene(tmp_path)
