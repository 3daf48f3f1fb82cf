"""The campaigns of `make campaign`: all are listed, and each is a module that exists."""

import importlib.util
import subprocess
import sys
from collections.abc import Sequence

import pytest

from tests.campaigns.__main__ import CAMPAIGNS, SET_UP, Campaign, command
from tests.support.folders import PROJECT


def campaign(*arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "tests.campaigns", *arguments]
    return subprocess.run(command, cwd=PROJECT, capture_output=True, encoding="utf-8", check=False)


def test_without_a_name_the_campaigns_are_listed() -> None:
    listed = campaign()
    assert listed.returncode == 0
    assert [line.split()[0] for line in listed.stdout.splitlines()] == list(CAMPAIGNS)


def test_an_unknown_name_is_refused_with_those_that_exist() -> None:
    refused = campaign("fault")
    assert refused.returncode == 2
    assert "no such campaign: fault; there are another, attacks, " in refused.stderr


def test_a_campaign_runs_with_its_arguments() -> None:
    assert campaign("kills", "--help").stdout.startswith("usage: make campaign NAME=kills")


@pytest.mark.parametrize("each", CAMPAIGNS.values(), ids=CAMPAIGNS)
def test_the_module_of_a_campaign_exists(each: Campaign) -> None:
    assert importlib.util.find_spec(each.module)
    assert each.help


@pytest.mark.parametrize(
    ("each", "started"),
    [
        (Campaign("a.b", "Help."), [sys.executable, "-m", "a.b", "--count", "1"]),
        (
            Campaign("a.b", "Help.", shows_windows=True, arguments=("--all",)),
            [
                *(sys.executable, str(SET_UP / "virtual_display.py"), "--always"),
                *(sys.executable, "-m", "a.b", "--all", "--count", "1"),
            ],
        ),
    ],
)
def test_a_campaign_with_windows_is_started_on_a_virtual_display(each: Campaign, started: Sequence[str]) -> None:
    assert command(each, ["--count", "1"]) == started
