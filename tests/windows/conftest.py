"""Skips the tests of this folder outside of Windows."""

import sys

import pytest

from tests.ui.conftest import close_windows, living, manual_gc, pytest_pyfunc_call, scene

__all__ = ["close_windows", "living", "manual_gc", "pytest_pyfunc_call", "scene"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The hook gets the tests of all folders."""
    if sys.platform != "win32":
        reason = "calls Windows (make test-windows runs it under Wine)"
        for item in items:
            if item.nodeid.startswith("tests/windows/"):
                item.add_marker(pytest.mark.skip(reason=reason))
