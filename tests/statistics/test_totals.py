"""Sums of turns, and the file of the days' sums."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from deskpet.statistics.summary import TurnSummary
from deskpet.statistics.totals import DailyTotals, Totals

TOOLS = (("a", 0.5, ""), ("b", 1.0, "broken"), ("c", None, "not_run"))
TURN = TurnSummary("m", "stop", 2.5, 2, 0.1, None, 30, 40, TOOLS, 0.5, 1.0, (), 1000, 1, 3, 3, 1, 0)


def test_a_turn_is_added_to_every_sum() -> None:
    once = Totals(1, 2.5, 2, 1, 1000, 30, 40, 2, 2, 3, 1, 0, 3)
    assert Totals().plus(TURN) == once
    assert once.plus(replace(TURN, seconds=None, dropped_frames=None)) == replace(
        once, turns=2, requests=4, retries=2, received=2000, input_tokens=60, output_tokens=80, tool_runs=4,
        tool_errors=4, calls_seen=6, calls_mended=2,
    )  # fmt: skip


def test_a_day_goes_on_after_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "totals.json"
    assert DailyTotals(file, lambda: "2026-01-01").add(TURN).turns == 1
    again = DailyTotals(file, lambda: "2026-01-01")
    assert (again.add(TURN).turns, again.add(TURN).seconds) == (2, 7.5)
    assert DailyTotals(file, lambda: "2026-01-02").add(TURN).turns == 1


def test_a_month_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "totals.json"
    for day in range(40):
        DailyTotals(file, lambda day=day: f"2026-01-{day:02}").add(TURN)
    days = json.loads(file.read_text(encoding="utf-8"))["days"]
    assert (min(days), max(days), len(days)) == ("2026-01-09", "2026-01-39", 31)


@pytest.mark.parametrize(
    "content", ["", "[]", '{"days": 1}', '{"days": {"2026-01-01": {"turns": -1}}}', '{"days": {"x": 1}}']
)
def test_an_unusable_file_is_replaced(tmp_path: Path, content: str, caplog: pytest.LogCaptureFixture) -> None:
    file = tmp_path / "totals.json"
    file.write_text(content, encoding="utf-8")
    assert DailyTotals(file, lambda: "2026-01-01").add(TURN).turns == 1
    assert "can't be read" in caplog.text
    assert DailyTotals(file, lambda: "2026-01-01").add(TURN).turns == 2


def test_limits_apply_to_sums() -> None:
    assert not Totals(seconds=600, calls_seen=100, calls_refused=5, dropped_frames=50).detects_too_few
    assert Totals(calls_seen=100, calls_refused=6).detects_too_few
    assert not Totals(seconds=600, dropped_frames=50).drops_too_many
    assert Totals(seconds=600, dropped_frames=51).drops_too_many
