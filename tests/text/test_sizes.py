"""Sizes for people and models."""

import pytest

from deskpet.text.sizes import format_size


@pytest.mark.parametrize(
    ("size", "shown"),
    [
        (0, "0 B"),
        (999, "999 B"),
        (1000, "1.0 kB"),
        (999_949, "999.9 kB"),
        (999_950, "1.0 MB"),
        (1_250_000, "1.2 MB"),
        (5_100_000_000, "5.1 GB"),
        (7_000 * 10**12, "7000.0 TB"),
    ],
)
def test_a_size_has_four_digits_at_most_and_a_unit(size: int, shown: str) -> None:
    assert format_size(size) == shown
