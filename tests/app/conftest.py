"""Fixtures of window tests, shared with tests/ui."""

from tests.ui.conftest import (
    browser,
    garbage_waits,
    living,
    look_of,
    nothing_stays,
    pytest_pyfunc_call,
    qapp_cls,
    scene,
    transcript,
)

__all__ = [
    "browser",
    "garbage_waits",
    "living",
    "look_of",
    "nothing_stays",
    "pytest_pyfunc_call",
    "qapp_cls",
    "scene",
    "transcript",
]
