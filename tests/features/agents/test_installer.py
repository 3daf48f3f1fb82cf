"""Hooks in the configuration of agents: what is added is taken out again, and nothing else is touched."""

import json
import os
import stat
import sys
from pathlib import Path

import pytest

from deskpet.config.choices import Agent
from deskpet.features.agents.hook_config import HookConfigError, config_file, hook_arguments, hook_command
from deskpet.features.agents.installer import Installer

JSON_AGENTS = [each for each in Agent if each is not Agent.OPENCODE]
CONFIGS = {
    "none": None,
    "empty": b"",
    "object": b"{}",
    "object with a line": b"{}\n",
    "settings": b'{\n    "model": "opus",\n    "env": {"KEY": "secret"}\n}\n',
    "tabs": b'{\n\t"model": "opus"\n}',
    "one line": b'{"model": "opus", "hooks": {}}',
    "crlf": b'{\r\n  "a": 1\r\n}\r\n',
    "bom": b'\xef\xbb\xbf{\n  "a": 1\n}\n',
    "comments": b'{\n  // mine\n  "a": 1, /* of a */\n  "hooks": {\n    // none yet\n  },\n}\n',
    "hooks": b"""{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "./mine.sh"}]} // mine
    ],
    "Stop": [],
    "SessionStart": [ ]
  },
  "model": "opus"
}
""",
    "unicode": '{\n  "name": "日本語 \\ud83d\\ude00"\n}\n'.encode(),
}


@pytest.fixture
def installer(tmp_path: Path) -> Installer:
    return Installer(tmp_path / "agents")


def write(agent: Agent, data: bytes | None) -> Path:
    file = config_file(agent)
    file.parent.mkdir(parents=True, exist_ok=True)
    if data is not None:
        file.write_bytes(data)
    return file


def hooks_in(file: Path) -> dict:
    lines = [line.split("//")[0] for line in file.read_text("utf-8-sig").splitlines()]
    text = "\n".join(lines).replace("/* of a */", "").replace("},\n}", "}\n}").replace("},\n\n}", "}\n}")
    return json.loads(text)["hooks"]


@pytest.mark.parametrize("agent", JSON_AGENTS)
@pytest.mark.parametrize("name", CONFIGS)
def test_installed_and_removed_the_file_is_byte_by_byte_as_before(
    installer: Installer, agent: Agent, name: str
) -> None:
    file = write(agent, CONFIGS[name])
    installer.apply(installer.plan_install(agent))
    assert installer.is_installed(agent)
    command = hook_command(agent)
    hooks = hooks_in(file)
    own = {event: [e for e in groups if e["hooks"][0]["command"] == command] for event, groups in hooks.items()}
    assert sorted(map(len, own.values()))[-7:] == [1] * 7
    installer.apply(installer.plan_removal(agent))
    assert (file.read_bytes() if file.exists() else None) == CONFIGS[name]
    assert not installer.is_installed(agent)
    assert not installer.backup_file(agent).exists()


@pytest.mark.parametrize("agent", JSON_AGENTS)
@pytest.mark.parametrize("name", [name for name, data in CONFIGS.items() if data and b"{" in data])
def test_what_others_change_afterwards_stays_and_the_rest_is_as_before(
    installer: Installer, agent: Agent, name: str
) -> None:
    before = CONFIGS[name]
    assert before
    file = write(agent, before)
    installer.apply(installer.plan_install(agent))
    file.write_bytes(file.read_bytes() + b"// the user was here\n")
    installer.apply(installer.plan_removal(agent))
    changed = file.read_bytes()
    assert changed.endswith(b"// the user was here\n")
    rest = changed.removesuffix(b"// the user was here\n")
    # The line ends within an object that was empty are all that may differ.
    assert b"".join(rest.split()) == b"".join(before.split())
    if b"{}" not in before and b"none yet" not in before and b"[ ]" not in before:
        assert rest == before


@pytest.mark.parametrize("agent", JSON_AGENTS)
def test_a_hook_that_the_user_put_beside_ours_stays(installer: Installer, agent: Agent) -> None:
    file = write(agent, None)
    installer.apply(installer.plan_install(agent))
    values = json.loads(file.read_text("utf-8"))
    mine = {"type": "command", "command": "./mine.sh"}
    values["hooks"]["SessionStart"][0]["hooks"].append(mine)
    values["hooks"]["SessionEnd"][0]["hooks"].insert(0, mine)
    file.write_text(json.dumps(values, indent=4), encoding="utf-8")
    installer.apply(installer.plan_install(agent))
    installer.apply(installer.plan_removal(agent))
    kept = [{"hooks": [mine]}]
    assert json.loads(file.read_text("utf-8"))["hooks"] == {"SessionStart": kept, "SessionEnd": kept}


@pytest.mark.parametrize("agent", list(Agent))
def test_installing_twice_changes_nothing(installer: Installer, agent: Agent) -> None:
    file = write(agent, None if agent is Agent.OPENCODE else CONFIGS["hooks"])
    installer.apply(installer.plan_install(agent))
    before = file.read_bytes()
    again = installer.plan_install(agent)
    assert not again.is_change
    assert again.difference == ""
    installer.apply(again)
    assert file.read_bytes() == before
    # Also after a change by others.
    if agent is not Agent.OPENCODE:
        file.write_bytes(before.replace(b"opus", b"haiku"))
        assert not installer.plan_install(agent).is_change


@pytest.mark.parametrize("agent", list(Agent))
def test_hooks_of_another_place_are_renewed(
    installer: Installer, agent: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write(agent, None if agent is Agent.OPENCODE else CONFIGS["settings"])
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(sys, "executable", "/old/python")
        installer.apply(installer.plan_install(agent))
    assert b"/old/python" in file.read_bytes()
    installer.apply(installer.plan_install(agent))
    assert b"/old/python" not in file.read_bytes()
    installer.apply(installer.plan_removal(agent))
    assert (file.read_bytes() if file.exists() else None) == (None if agent is Agent.OPENCODE else CONFIGS["settings"])


@pytest.mark.parametrize("agent", JSON_AGENTS)
@pytest.mark.parametrize(
    "data", [b"{", b"[]", b'{"hooks": []}', b'{"hooks": {"Stop": {}}}', b"\xff\xfe{}", b'{"a": 1} x', b"x" * (2 << 20)]
)
def test_a_configuration_that_is_not_understood_is_left_alone(installer: Installer, agent: Agent, data: bytes) -> None:
    file = write(agent, data)
    with pytest.raises(HookConfigError):
        installer.plan_install(agent)
    assert file.read_bytes() == data
    assert not installer.backup_file(agent).exists()


def test_a_file_that_is_changed_between_the_plan_and_the_change_is_left_alone(installer: Installer) -> None:
    file = write(Agent.CLAUDE, b"{}")
    plan = installer.plan_install(Agent.CLAUDE)
    file.write_bytes(b'{"model": "opus"}')
    with pytest.raises(HookConfigError):
        installer.apply(plan)
    assert file.read_bytes() == b'{"model": "opus"}'


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
def test_the_backup_is_private_and_links_and_permissions_stay(installer: Installer, tmp_path: Path) -> None:
    file = config_file(Agent.CLAUDE)
    file.parent.mkdir(parents=True)
    target = tmp_path / "dotfiles.json"
    target.write_bytes(CONFIGS["settings"] or b"")
    target.chmod(0o640)
    file.symlink_to(target)
    installer.apply(installer.plan_install(Agent.CLAUDE))
    backup = installer.backup_file(Agent.CLAUDE)
    assert backup.read_bytes() == CONFIGS["settings"]
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert stat.S_IMODE(backup.parent.stat().st_mode) == 0o700
    assert file.is_symlink()
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_the_plugin_of_opencode_is_a_file_of_its_own(installer: Installer) -> None:
    plan = installer.plan_install(Agent.OPENCODE)
    installer.apply(plan)
    assert json.dumps(hook_arguments(Agent.OPENCODE)) in plan.file.read_text()
    installer.apply(installer.plan_removal(Agent.OPENCODE))
    assert not plan.file.exists()
    plan.file.write_text("export const Mine = async () => ({})")
    with pytest.raises(HookConfigError):
        installer.plan_install(Agent.OPENCODE)
    assert not installer.plan_removal(Agent.OPENCODE).is_change


def test_other_folders_of_the_agents_are_respected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "c"))
    monkeypatch.setenv("CODEX_HOME", str(tmp_path / "x"))
    assert config_file(Agent.CLAUDE) == tmp_path / "c" / "settings.json"
    assert config_file(Agent.CODEX) == tmp_path / "x" / "hooks.json"


def test_the_command_does_not_search_the_agents_working_folder() -> None:
    assert hook_arguments(Agent.CLAUDE)[1] == "-P"
    assert os.path.isabs(hook_arguments(Agent.CLAUDE)[0])  # noqa: PTH117
