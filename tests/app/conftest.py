"""Fixtures of window tests, shared with tests/ui."""

from tests.ui.conftest import (
    browser,
    garbage_waits,
    in_app,
    living,
    look_of,
    nothing_stays,
    qapp_cls,
    scene,
    transcript,
)

__all__ = [
    "browser",
    "garbage_waits",
    "in_app",
    "living",
    "look_of",
    "nothing_stays",
    "qapp_cls",
    "scene",
    "transcript",
]
