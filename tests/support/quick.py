"""Which tests `--quick` leaves out, for a look between two changes. `make test` and `.ci/run` run all of them."""

import pytest


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
