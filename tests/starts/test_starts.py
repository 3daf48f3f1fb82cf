"""The program starts under any condition; `python -m tests.starts` goes through many more conditions."""

import sys
from collections.abc import Generator
from pathlib import Path

import pytest

from tests.starts.cases import CASES, Case, faults
from tests.starts.program import can_be_limited, home, installation, start

MOST_IMPORTANT = (
    "the data folder is read-only",
    "the home is read-only",
    "the cache folder is read-only and used",
    "the data folder is a file",
    "the data folder may not be looked into",
    "the cache folder may not be looked into",
    "every state file is 100,000 [",
    "settings.toml and the last good one are bad",
    "--settings names a folder",
    "no display",
    "a display that nobody answers at",
    "no OpenGL",
)

pytestmark = [
    pytest.mark.window,
    pytest.mark.skipif(sys.platform != "linux", reason="a home, a display and permissions as Linux has them"),
    pytest.mark.skipif(not can_be_limited(), reason="root may write everywhere, and there is no setpriv"),
]


@pytest.fixture(scope="module")
def installed() -> Generator[Path]:
    with installation() as folder:
        yield folder


@pytest.mark.slow_variants
@pytest.mark.parametrize("case", [case for case in CASES if case.name in MOST_IMPORTANT], ids=lambda case: case.name)
def test_it_starts_whatever_it_finds(case: Case, installed: Path):
    with home(installed) as place:
        case.prepare(place)
        begun = start(place)
    assert faults(case, begun) == [], begun


def test_every_important_condition_is_there():
    assert {case.name for case in CASES} >= set(MOST_IMPORTANT)
