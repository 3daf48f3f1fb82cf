"""The home of each test: nothing of the user who runs the tests is read or written."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from deskpet.config.choices import Agent
from deskpet.features.agents.hook_config import config_file
from tests.support.folders import empty_homes, without_agents

VARIABLES = ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "QWEN_HOME", "OPENCODE_CONFIG_DIR")


@pytest.fixture(scope="module", autouse=True)
def users_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of an agent that runs the tests, named by its variables before the home of a test is made."""
    folder = tmp_path_factory.mktemp("user")
    with pytest.MonkeyPatch.context() as monkeypatch:
        for variable in VARIABLES:
            monkeypatch.setenv(variable, str(folder))
        yield folder


@pytest.mark.parametrize("agent", Agent)
def test_the_configuration_of_coding_agents_is_out_of_reach_of_tests(
    users_folder: Path, home: Path, agent: Agent
) -> None:
    """A variable that names the folder of an agent beats the home of the test."""
    assert not os.environ.keys() & set(VARIABLES)
    assert config_file(agent).is_relative_to(home)
    assert not config_file(agent).is_relative_to(users_folder)


def test_a_home_is_used_until_something_is_written_to_it(tmp_path: Path) -> None:
    homes = empty_homes(tmp_path)
    first, again = next(homes), next(homes)
    assert first == again
    (Path(first["XDG_DATA_HOME"]) / "notes").touch()
    second = next(homes)
    assert second["HOME"] != first["HOME"]
    assert not any(Path(second["XDG_DATA_HOME"]).iterdir())
    Path(second["XDG_CACHE_HOME"]).rmdir()
    third = next(homes)
    assert third["HOME"] != second["HOME"]
    assert Path(third["XDG_CACHE_HOME"]).is_dir()


def test_other_variables_stay() -> None:
    own = {"PATH": "/bin", "CODEX_HOME": "/x", "CLAUDECODE": "1", "OPENCODE_CONFIG": "/y", "OPENAI_BASE_URL": "z"}
    assert without_agents(own) == {"PATH": "/bin"}
