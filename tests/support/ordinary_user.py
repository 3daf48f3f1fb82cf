"""Run a Python program as a user who may not write or read everything."""

import os
import shutil
import subprocess
import sys

import pytest


def run(program: str, *arguments: str) -> str:
    """Run a program without root's capabilities. Returns its output; skips the test where they can't be dropped."""
    limits = ["setpriv", "--bounding-set=-all", "--inh-caps=-all", "--"] if os.geteuid() == 0 else []
    if limits and shutil.which("setpriv") is None:
        pytest.skip("root may write everything, and there is no setpriv")
    command = [*limits, sys.executable, "-c", program, *arguments]
    ended = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout
