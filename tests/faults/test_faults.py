"""A part of the campaign against a faulty server: one scenario of each kind in each wire format."""

from pathlib import Path

import pytest

from deskpet.config.choices import FAMILIES
from tests.faults.__main__ import server
from tests.faults.client import run
from tests.faults.scenarios import KINDS, scenario

SEED = 1
QUICK = tuple(kind for kind in KINDS if kind != "floods")
# By kind, the scenarios that are tried. Others of keep-alives read 60 MB, which tests/llm/hostile_servers.py does too.
NUMBERS = {"keep-alives": (0, 5)}


@pytest.mark.slow_variants
@pytest.mark.parametrize("kind", QUICK)
async def test_a_faulty_server_gets_a_right_answer_or_a_clear_notice(kind: str, tmp_path: Path) -> None:
    with server(SEED, [kind]) as ports:
        numbers = NUMBERS.get(kind, range(len(FAMILIES)))
        outcomes = [await run(scenario(SEED, number, (kind,)), ports, tmp_path) for number in numbers]

    assert {str(each.scenario): each.problems for each in outcomes if each.problems} == {}


def test_a_scenario_can_be_repeated() -> None:
    for number in range(100):
        first, second = scenario(SEED, number), scenario(SEED, number)
        assert str(first) == str(second)
        if first.kind not in ("floods", "keep-alives", "silence"):
            assert list(first.fault.response()) == list(second.fault.response())
