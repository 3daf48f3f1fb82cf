"""A program that a launcher started: children, agents and the session's start get that launcher."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from deskpet.config.choices import Agent
from deskpet.features.agents.hook_config import with_hooks, without_hooks
from tests.support.folders import create_home

IS_WINDOWS = sys.platform == "win32"
# Prints what is written into the configurations of others, and what a child says of its interpreter.
ASK = """
import json, sys
from pathlib import Path
from deskpet.config.choices import Agent
from deskpet.features.agents.hook_config import hook_arguments
from deskpet.features.callers.pet_client import server_command
from deskpet.processes.child_kinds import MODEL_TRIAL
from deskpet.processes.one_shot import run_once
request = {"file": "missing.model3.json", "cache": "cache"}
answers = {
    "hook": hook_arguments(Agent.CLAUDE),
    "mcp": server_command(),
    "child": run_once(MODEL_TRIAL, "deskpet.pet.probe", json.dumps(request).encode(), dict),
}
print(json.dumps(answers))
"""
AUTOSTART = "from deskpet.ui.platform import autostart; autostart.set_enabled(True)"


def run(code: str, home: Path, *options: str, **variables: str) -> str:
    environment = os.environ | create_home(home) | variables
    done = subprocess.run(
        [sys.executable, *options, "-c", code],
        cwd=home, env=environment, capture_output=True, encoding="utf-8", check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def launcher(tmp_path: Path) -> Path:
    program = tmp_path / "a folder" / ("deskpet.exe" if IS_WINDOWS else "deskpet")
    program.parent.mkdir()
    for name in {program.name, "deskpet-cli.exe"}:
        program.with_name(name).touch()
    return program


def test_the_configurations_of_agents_name_the_launcher(launcher: Path, tmp_path: Path) -> None:
    answers = json.loads(run(ASK, tmp_path, "-X", f"deskpet-launcher={launcher}"))
    console = str(launcher.with_name("deskpet-cli.exe") if IS_WINDOWS else launcher)
    assert answers["hook"] == [console, "hook", "claude"]
    assert answers["mcp"] == [console, "mcp"]


@pytest.mark.skipif(sys.platform != "linux", reason="the desktop entry is Linux's way")
def test_the_start_with_the_session_names_the_launcher(launcher: Path, tmp_path: Path) -> None:
    run(AUTOSTART, tmp_path, "-X", f"deskpet-launcher={launcher}")
    entry = (tmp_path / "config" / "autostart" / "deskpet.desktop").read_text(encoding="utf-8")
    assert f'\nExec="{launcher}"\n' in entry


def test_children_of_an_isolated_program_are_isolated(tmp_path: Path) -> None:
    """Python for another library, and a module that hides one of the standard library."""
    (tmp_path / "argparse.py").write_text("raise SystemExit(7)")
    (tmp_path / "warnings.py").write_text("raise SystemExit(7)")
    variables = {"PYTHONPATH": str(tmp_path), "PYTHONHOME": str(tmp_path / "nowhere")}
    assert json.loads(run(ASK, tmp_path, "-I", **variables))["child"].keys() == {"refused"}


@pytest.mark.parametrize(
    "command",
    [
        "/opt/deskpet/deskpet hook claude",
        "'/home/a b/deskpet/deskpet' hook claude",
        '"C:/Users/a b/AppData/Local/Programs/deskpet/deskpet-cli.exe" hook claude',
        "C:/deskpet/deskpet-cli.exe hook claude",
    ],
)
def test_hooks_that_name_a_launcher_are_found_again(command: str) -> None:
    before = '{"theme": "dark"}\n'
    hooked = with_hooks(Agent.CLAUDE, before)
    own = json.loads(hooked.text)["hooks"]["Stop"][0]["hooks"][0]["command"]
    text = hooked.text.replace(json.dumps(own), json.dumps(command))
    assert text != hooked.text
    assert without_hooks(Agent.CLAUDE, text, hooked.created) == before


def test_hooks_of_others_stay() -> None:
    text = json.dumps({"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "/usr/bin/other hook claude"}]}]}})
    assert json.loads(without_hooks(Agent.CLAUDE, text)) == json.loads(text)
