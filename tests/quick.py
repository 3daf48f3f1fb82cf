"""Which tests `.ci/run` leaves out, so that it stays within 20 minutes. `make test` runs all of them."""

import pytest


def left_out(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return the tests marked `slow`, and those marked `slow_variants` but for the first of each function."""
    seen: set[str] = set()
    result: list[pytest.Item] = []
    for item in items:
        function = item.nodeid.partition("[")[0]
        is_another_variant = item.get_closest_marker("slow_variants") is not None and function in seen
        if item.get_closest_marker("slow") is not None or is_another_variant:
            result.append(item)
        seen.add(function)
    return result
