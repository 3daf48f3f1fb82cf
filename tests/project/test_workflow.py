"""The workflow for a public forge, which can't be run here: its form, and that what it calls exists."""

import importlib.util
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
import yaml

from tests.support.folders import PROJECT

WORKFLOWS = PROJECT / ".github" / "workflows"
WORKFLOW = WORKFLOWS / "checks.yml"
RELEASE = (WORKFLOWS / "release.yml").read_text(encoding="utf-8")
TEXT = WORKFLOW.read_text(encoding="utf-8")
# YAML 1.1 reads the key `on` as true.
JOBS: dict[str, dict[str, Any]] = yaml.safe_load(TEXT)["jobs"]
# What the systems of the forge have; everything else is run by Python or bash.
SYSTEM_PROGRAMS = {"apt-get", "copy", "git", "icacls", "make", "takeown"}


def steps() -> Iterator[dict[str, Any]]:
    """Yield the steps of all jobs."""
    for job in JOBS.values():
        yield from job["steps"]


def commands() -> list[list[str]]:
    """Return the commands of all steps, as words."""
    lines = [line for step in steps() for line in step.get("run", "").splitlines()]
    return [shlex.split(line) for line in lines]


def test_it_can_only_read_and_has_limits() -> None:
    document = yaml.safe_load(TEXT)
    assert document["permissions"] == {"contents": "read"}
    assert document["concurrency"]["cancel-in-progress"] is True
    assert "secrets" not in TEXT
    assert not any("permissions" in job or job.get("continue-on-error") for job in JOBS.values())
    assert not any(step.get("continue-on-error") for step in steps())
    assert all(0 < job["timeout-minutes"] <= 90 for job in JOBS.values())


def test_it_runs_on_three_systems() -> None:
    systems = JOBS["others"]["strategy"]["matrix"]["system"]
    assert {JOBS["linux"]["runs-on"], *(f"{system}-latest" for system in systems)} == {
        "ubuntu-latest",
        "windows-latest",
        "macos-latest",
    }
    assert ["bash", ".ci/run"] in commands()


def test_its_actions_are_pinned_by_their_commits() -> None:
    used = [step["uses"] for step in steps() if "uses" in step]
    assert used
    assert all(re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", action) for action in used)
    assert all(step.get("uses") or step.get("run") for step in steps())


def test_what_it_calls_exists() -> None:
    for program, *words in commands():
        if program == "bash":
            assert (PROJECT / words[0]).is_file()
        elif program == "python":
            assert words[0] == "-m"
            # The Python of the forge has pip, the environment of the tests has not.
            assert words[1] == "pip" or importlib.util.find_spec(words[1]) is not None
        else:
            assert program in SYSTEM_PROGRAMS
        for lock in [after for before, after in pairwise(words) if before == "-r"]:
            assert (PROJECT / lock).is_file()


@pytest.mark.parametrize(
    "arguments", [words[3:] for words in commands() if words[1:3] == ["-m", "pytest"]], ids=" ".join
)
def test_pytest_takes_its_arguments(arguments: list[str]) -> None:
    folders = [word.removeprefix("--ignore=") for word in arguments if "tests/" in word]
    assert folders
    assert all((PROJECT / folder).is_dir() for folder in folders)
    # This file instead of the folders, because collecting all tests takes seconds.
    options = [word for word in arguments if word not in folders]
    command = [
        sys.executable,
        "-m",
        "pytest",
        *options,
        "--collect-only",
        "--quiet",
        str(PROJECT / "tests" / "support" / "folders.py"),
    ]
    run = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False, timeout=100)
    assert "error" not in (run.stdout + run.stderr).lower(), run.stderr


def test_the_workflow_of_a_release_writes_only_where_it_has_to_and_calls_make_release() -> None:
    document = yaml.safe_load(RELEASE)
    jobs: dict[str, dict[str, Any]] = document["jobs"]
    assert document["permissions"] == {"contents": "read"}
    assert {name for name, job in jobs.items() if job.get("permissions", {}).get("contents") == "write"} == {"draft"}
    assert jobs["draft"]["environment"], "a person looks at it before anything is published"
    assert jobs["pypi"]["needs"] == "draft"
    assert "secrets" not in RELEASE
    used = [step["uses"] for job in jobs.values() for step in job["steps"] if "uses" in step]
    assert all(re.fullmatch(r"(actions|pypa)/[a-z-]+@[0-9a-f]{40}", action) for action in used)
    assert any(step.get("run", "").startswith("make release") for step in jobs["build"]["steps"])
