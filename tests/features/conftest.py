"""Fixtures of window tests, shared with tests/app."""

from tests.app.conftest import (
    browser,
    close_windows,
    kept_look,
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
    "kept_look",
    "kept_textures",
    "living",
    "look_of",
    "manual_gc",
    "pytest_pyfunc_call",
    "scene",
    "transcript",
]
