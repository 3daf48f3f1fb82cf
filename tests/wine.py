"""Tests that are left out under Wine, because Wine and not the program fails there. Windows itself runs them.

Tests that Windows can't run have a `skipif` of their own.
"""

import ctypes
import sys
from collections.abc import Iterable

import pytest

# Start of a test's id, as pytest prints it, with `/` -> reason.
LEFT_OUT = {
    "tests/bench": "needs packages of the development environment",
    "tests/models": "numpy does not load: Wine's ucrtbase.dll has no crealf",
    "tests/peer": "measures in a browser of Linux",
    "tests/pet/test_model_notes.py::test_any_folder_name_is_accepted[name1]": "Wine 8 resolves no long path",
    "tests/real": "starts servers of Linux",
    "tests/test_instance_lock.py::test_the_same_folder_by_another_way": "Wine 8 creates no symbolic links",
}


# Patterns of Qt's warnings about calls that Wine 8 lacks.
QT_WARNINGS = ("DpiAwareness::PerMonitorVersion2 is not supported", r"EnableNonClientDpiScaling\(\) failed")


def is_wine() -> bool:
    """Return whether this is a Windows program under Wine."""
    return sys.platform == "win32" and hasattr(ctypes.WinDLL("ntdll"), "wine_get_version")


def left_out(node: str) -> str:
    """Return why the test or the file with this id is left out, or an empty string."""
    return next((reason for start, reason in LEFT_OUT.items() if node.startswith(start)), "")


def skip(tests: Iterable[pytest.Item]) -> None:
    """Mark those of the tests that are left out."""
    for item in tests:
        if reason := left_out(item.nodeid):
            item.add_marker(pytest.mark.skip(reason=f"under Wine: {reason}"))


def summary() -> list[str]:
    """Return the table of what is left out, as lines."""
    width = max(map(len, LEFT_OUT))
    return [f"{start:<{width}}  {reason}" for start, reason in LEFT_OUT.items()]
