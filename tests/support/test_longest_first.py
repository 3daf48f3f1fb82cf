"""With several processes the files that take longest are begun first."""

from dataclasses import dataclass
from typing import Any, cast

from tests.support.quick import longest_files_first


@dataclass(frozen=True)
class Collected:
    """What is read of a test that pytest has collected."""

    nodeid: str
    mark: str = ""

    def get_closest_marker(self, name: str) -> object | None:
        return name if name == self.mark else None


def test_files_are_sorted_and_their_tests_keep_their_order() -> None:
    quick = [Collected(f"tests/test_a.py::test_quick[{number}]") for number in range(3)]
    window = [Collected("tests/test_b.py::test_z", "window"), Collected("tests/test_b.py::test_a")]
    slow = [Collected("tests/test_c.py::test_slow", "slow")]
    items = [*quick, *window, *slow]
    longest_files_first(cast("list[Any]", items))
    assert items == [*slow, *window, *quick]
