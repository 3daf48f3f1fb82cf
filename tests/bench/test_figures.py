"""The lines of the benchmarks: a figure beside its target, and which measurements there are."""

from collections.abc import Sequence

import pytest

from tests.bench.__main__ import MEASURES, QUICK, about, main
from tests.bench.figures import Figure, least, row, table


def test_a_figure_is_one_line_beside_its_target() -> None:
    assert row(Figure("first delta", 3.21, "ms", 4)) == "     3.21 ms       <= 4 ms  ok      first delta"
    assert row(Figure("memory", 151.2, "MiB", 150)).split() == ["151", "MiB", "<=", "150", "MiB", "MISSED", "memory"]
    assert row(Figure("frames", 30, "fps")).split() == ["30", "fps", "frames"]


def test_a_table_has_a_head_and_a_line_for_each_figure() -> None:
    lines = table([Figure("a", 1, "s"), Figure("b", 2, "s")]).splitlines()
    assert [line.split()[-1] for line in lines] == ["what", "a", "b"]


@pytest.mark.parametrize(
    ("results", "best", "runs"), [([9.0], 9.0, 1), ([11.0, 9.0], 9.0, 2), ([11.0, 12.0, 13.0], 11.0, 3)]
)
def test_a_run_that_is_good_enough_is_not_repeated(results: Sequence[float], best: float, runs: int) -> None:
    left = list(results)
    assert least(lambda: left.pop(0), 10, most=3) == best
    assert len(results) - len(left) == runs


def test_an_unknown_measurement_is_refused_with_those_that_exist(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["program", "nothing"]) == 2
    assert "no such measure: nothing; there are quick, answers" in capsys.readouterr().out


def test_each_measurement_says_what_it_measures() -> None:
    assert set(QUICK) <= set(MEASURES)
    assert all(about(name) for name in MEASURES)
