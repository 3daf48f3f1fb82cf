"""`deskpet hook install` and `uninstall`: what they show, ask, write and print."""

import json
from pathlib import Path

import pytest

from deskpet.__main__ import main
from deskpet.config import settings_file
from deskpet.config.choices import Agent
from deskpet.features.agents.hook_config import config_file

BEFORE = b'{\n  "model": "opus"\n}\n'


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    file = tmp_path / "settings.toml"
    file.write_text('# mine\n[agents]\nquiet_hours = "22:00-07:00"\n')
    config = config_file(Agent.CLAUDE)
    config.parent.mkdir(parents=True)
    config.write_bytes(BEFORE)
    return file


def test_the_change_is_shown_and_without_a_terminal_nothing_is_written(
    settings: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--settings", str(settings), "hook", "install", "claude"]) == 1
    printed = capsys.readouterr()
    assert '+  "hooks": {' in printed.out.replace("+    ", "+  ")
    assert "--yes" in printed.err
    assert config_file(Agent.CLAUDE).read_bytes() == BEFORE
    assert settings_file.load(settings).agents.shown == ()


def test_installing_shows_the_agent_and_uninstalling_hides_it(
    settings: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hook", "install", "claude", "--yes", "--settings", str(settings)]) == 0
    printed = capsys.readouterr().out
    assert str(config_file(Agent.CLAUDE)) in printed
    assert "claude.backup" in printed
    assert "hooks" in json.loads(config_file(Agent.CLAUDE).read_text())
    loaded = settings_file.load(settings).agents
    assert (loaded.shown, loaded.quiet_hours) == ((Agent.CLAUDE,), "22:00-07:00")
    assert settings.read_text(encoding="utf-8").startswith("# mine")

    assert main(["hook", "install", "claude", "--yes", "--settings", str(settings)]) == 0
    assert "already" in capsys.readouterr().out

    assert main(["hook", "uninstall", "claude", "--yes", "--settings", str(settings)]) == 0
    assert config_file(Agent.CLAUDE).read_bytes() == BEFORE
    assert settings_file.load(settings).agents.shown == ()
    capsys.readouterr()
    assert main(["hook", "uninstall", "claude", "--settings", str(settings)]) == 0
    assert "no hooks" in capsys.readouterr().out


def test_codex_needs_one_more_step(settings: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hook", "install", "codex", "--yes", "--settings", str(settings)]) == 0
    assert "/hooks" in capsys.readouterr().out


def test_a_broken_configuration_is_named_and_left_alone(settings: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config_file(Agent.CLAUDE).write_text('{\n  "model": \n}')
    assert main(["hook", "install", "claude", "--yes", "--settings", str(settings)]) == 1
    assert f"{config_file(Agent.CLAUDE)}: it is no JSON, line 3" in capsys.readouterr().err
    assert settings_file.load(settings).agents.shown == ()


def test_an_unknown_agent_is_a_usage_error() -> None:
    with pytest.raises(SystemExit) as ended:
        main(["hook", "install", "hal"])
    assert ended.value.code == 2
