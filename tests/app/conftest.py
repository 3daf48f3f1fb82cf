"""Fixtures of window tests, shared with tests/ui."""

from pathlib import Path

import pytest

from deskpet.config import paths
from deskpet.ui.pet import saved_look
from tests.app.running_pet import SELDOM_DRAWN_LOOK
from tests.ui.conftest import (
    browser,
    close_windows,
    kept_textures,
    living,
    look_of,
    manual_gc,
    pytest_pyfunc_call,
    scene,
    transcript,
)

__all__ = [
    "browser",
    "close_windows",
    "kept_textures",
    "living",
    "look_of",
    "manual_gc",
    "pytest_pyfunc_call",
    "scene",
    "transcript",
]


@pytest.fixture(autouse=True)
def kept_look(request: pytest.FixtureRequest, home: Path) -> None:
    """The look of an earlier start, with which a pet starts until its settings are read: see SELDOM_DRAWN."""
    if request.node.get_closest_marker("window"):
        saved_look.save(paths.state_folder() / "look.json", SELDOM_DRAWN_LOOK)
