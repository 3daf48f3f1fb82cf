"""A part of the campaign against a faulty server: a scenario of each kind, with the wire formats in turn."""

from pathlib import Path

import pytest

from deskpet.choices import FAMILIES
from tests.faults.__main__ import server
from tests.faults.client import run
from tests.faults.scenarios import KINDS, scenario

SEED = 1
QUICK = tuple(kind for kind in KINDS if kind != "floods")


# `make faults` has each kind in each format.
@pytest.mark.parametrize(("number", "kind"), [(number % len(FAMILIES), kind) for number, kind in enumerate(QUICK)])
async def test_a_faulty_server_gets_a_right_answer_or_a_clear_notice(number: int, kind: str, tmp_path: Path) -> None:
    with server(SEED, [kind]) as ports:
        outcome = await run(scenario(SEED, number, (kind,)), ports, tmp_path)

    assert {str(outcome.scenario): outcome.problems} == {str(outcome.scenario): []}


def test_a_scenario_can_be_repeated() -> None:
    for number in range(100):
        first, second = scenario(SEED, number), scenario(SEED, number)
        assert str(first) == str(second)
        if first.kind not in ("floods", "keep-alives", "silence"):
            assert list(first.fault.response()) == list(second.fault.response())
