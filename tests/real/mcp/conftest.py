"""Fixtures of the tests that show the pet's windows, shared with tests/ui."""

from tests.ui.conftest import close_windows, manual_gc, pytest_pyfunc_call

__all__ = ["close_windows", "manual_gc", "pytest_pyfunc_call"]
