"""The home of each test: nothing of the user who runs the tests is read or written."""

import os
import subprocess
import sys
from pathlib import Path

from tests.folders import PROJECT, without_agents

OTHERS = {"CLAUDE_CONFIG_DIR": "claude", "CODEX_HOME": "codex", "QWEN_HOME": "qwen", "OPENCODE_CONFIG_DIR": "opencode"}


def test_the_configuration_of_coding_agents_is_out_of_reach_of_tests(tmp_path: Path) -> None:
    """An agent that runs the tests names its own folder by a variable, which beats the home of the test."""
    folders = {variable: tmp_path / name for variable, name in OTHERS.items()}
    for folder in folders.values():
        folder.mkdir()
    tests = "tests/agents/test_hook_command.py", "tests/agents/test_installer.py"
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-k", "installing", *tests],
        cwd=PROJECT,
        env=os.environ | {variable: str(folder) for variable, folder in folders.items()},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=100,
    )
    assert run.returncode == 0, run.stdout
    assert [each for folder in folders.values() for each in folder.iterdir()] == []


def test_other_variables_stay() -> None:
    own = {"PATH": "/bin", "CODEX_HOME": "/x", "CLAUDECODE": "1", "OPENCODE_CONFIG": "/y", "OPENAI_BASE_URL": "z"}
    assert without_agents(own) == {"PATH": "/bin"}
