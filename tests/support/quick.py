"""Which tests `--quick` leaves out, for a look between two changes. `make test` and `.ci/run` run all of them."""

from collections import Counter

import pytest

# By mark, about how many seconds a test takes. Others take some hundredths.
_SECONDS = {"slow": 15.0, "slow_variants": 2.0, "window": 1.5}


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


def longest_files_first(items: list[pytest.Item]) -> None:
    """Sort the files by how long their tests take, the longest first. The tests of a file keep their order."""
    seconds: Counter[str] = Counter()
    for item in items:
        seconds[_file(item)] += max(
            (value for mark, value in _SECONDS.items() if item.get_closest_marker(mark)), default=0.02
        )
    items.sort(key=lambda item: (-seconds[_file(item)], _file(item)))


def _file(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]
