"""Run the programs that build a release."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent


class ReleaseFailed(Exception):
    """A step failed or can't be run; the message says which one, and what to do."""


def call(command: list[str], folder: Path = PROJECT, variables: Mapping[str, str] | None = None) -> str:
    """Run a command and return what it printed. Raises ReleaseFailed."""
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, **(variables or {})}, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace", check=False,
    )  # fmt: skip
    if done.returncode != 0:
        raise ReleaseFailed(f"this step failed: {' '.join(command)}\n{done.stdout[-3000:]}")
    return done.stdout


def need_programs(packages: Mapping[str, str]) -> None:
    """Check that programs are there. packages: program -> package of Debian. Raises ReleaseFailed."""
    missing = [package for program, package in packages.items() if shutil.which(program) is None]
    if missing:
        raise ReleaseFailed(f"type this, then try again: sudo apt-get install {' '.join(missing)}")


def release_epoch() -> int:
    """Return the time of the last commit in seconds, or SOURCE_DATE_EPOCH where it is set."""
    return int(os.environ.get("SOURCE_DATE_EPOCH") or call(["git", "log", "-1", "--format=%ct"]))
