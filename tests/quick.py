"""Which tests `.ci/run` leaves out, so that it stays within 20 minutes. `make test` runs all of them."""

import hashlib

import pytest

from tests.folders import PROJECT

_WINDOW_FOLDERS = (PROJECT / "tests" / "app", PROJECT / "tests" / "ui")


def slow(items: list[pytest.Item]) -> set[pytest.Item]:
    """Return the tests marked `slow`, and those marked `slow_variants` but for the first of each function."""
    seen: set[str] = set()
    result: set[pytest.Item] = set()
    for item in items:
        function = item.nodeid.partition("[")[0]
        is_another_variant = item.get_closest_marker("slow_variants") is not None and function in seen
        if item.get_closest_marker("slow") is not None or is_another_variant:
            result.add(item)
        seen.add(function)
    return result


def other_half(items: list[pytest.Item], word: str) -> set[pytest.Item]:
    """Return about half of the tests that have windows, by `word`: for the same word always the same."""
    window_tests = (item for item in items if any(map(item.path.is_relative_to, _WINDOW_FOLDERS)))
    # Of a checksum, two words would choose either the same half or the other one.
    return {item for item in window_tests if hashlib.sha256(f"{word} {item.nodeid}".encode()).digest()[0] % 2}
