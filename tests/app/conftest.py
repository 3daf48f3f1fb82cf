"""Fixtures of window tests, shared with tests/ui."""

from tests.ui.conftest import (
    browser,
    close_windows,
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
    "living",
    "look_of",
    "manual_gc",
    "pytest_pyfunc_call",
    "scene",
    "transcript",
]
