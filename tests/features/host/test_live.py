"""Values of a port that change."""

from dataclasses import dataclass

import pytest

from deskpet.features.host.program import Live


@dataclass(frozen=True, kw_only=True)
class Port:
    count: Live[int] = Live()
    is_empty: Live[bool] = Live()


def test_a_value_is_read_as_it_is_now_in_each_port() -> None:
    words: list[str] = []
    port = Port(count=lambda: len(words), is_empty=lambda: not words)
    other = Port(count=lambda: 7, is_empty=lambda: False)
    assert (port.count, port.is_empty) == (0, True)
    words.append("one")
    assert (port.count, port.is_empty) == (1, False)
    assert other.count == 7


def test_a_port_without_one_of_its_values_is_refused() -> None:
    with pytest.raises(TypeError, match="is_empty"):
        Port(count=lambda: 0)
