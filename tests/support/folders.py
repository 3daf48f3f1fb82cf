"""The project's folder, the folder of recordings and sample models, which is no part of it, and empty home folders."""

import itertools
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
_HOME_FOLDERS = {
    "HOME": ".",
    "USERPROFILE": ".",
    "APPDATA": "config",
    "LOCALAPPDATA": "data",
    # Windows tells platformdirs its folders without these variables.
    "WIN_PD_OVERRIDE_APPDATA": "config",
    "WIN_PD_OVERRIDE_LOCAL_APPDATA": "data",
    "XDG_CONFIG_HOME": "config",
    "XDG_DATA_HOME": "data",
    "XDG_STATE_HOME": "state",
    "XDG_CACHE_HOME": "cache",
    "XDG_RUNTIME_DIR": "runtime",
}
# Starts of names. Some name the configuration, others the model and the session of an agent that runs the tests.
_AGENT_VARIABLES = ("ANTHROPIC_", "CLAUDE", "CODEX_", "GEMINI_", "OPENAI_", "OPENCODE", "QWEN_")


def shared_folder() -> Path:
    """Return the folder that DESKPET_SHARED names, by default `shared` beside the project. It may not exist."""
    return Path(os.environ.get("DESKPET_SHARED") or PROJECT.parent / "shared").absolute()


def sample_models() -> list[Path]:
    """Return the sample models that are there: the shared ones, and those in the folder that DESKPET_MODELS names."""
    folders = [shared_folder() / "models"]
    if more := os.environ.get("DESKPET_MODELS"):
        folders.append(Path(more).absolute())
    return [model for folder in folders for model in sorted(folder.glob("*")) if model.is_dir()]


def create_home(home: Path) -> dict[str, str]:
    """Create the folders of a user below `home`. Returns the variables that name them on every system."""
    for name in _HOME_FOLDERS.values():
        (home / name).mkdir(mode=0o700, exist_ok=True)
    return {variable: str(home / name) for variable, name in _HOME_FOLDERS.items()}


def empty_homes(parent: Path) -> Iterator[dict[str, str]]:
    """Yield the variables of homes whose folders are empty, of the same home again while nothing was written to it.

    Most tests write nothing to theirs. On a busy disk new folders for each test, and their deletion, took minutes.
    """
    for number in itertools.count():
        home = parent / str(number)
        home.mkdir()
        variables = create_home(home)
        empty = _contents(home)
        yield variables
        while _contents(home) == empty:
            yield variables


def _contents(home: Path) -> list[tuple[int, list[str]]] | None:
    """The permissions and names in each of the folders, None if one is gone."""
    folders = [home / name for name in sorted(set(_HOME_FOLDERS.values()))]
    try:
        return [(folder.stat().st_mode, sorted(each.name for each in folder.iterdir())) for folder in folders]
    except FileNotFoundError:
        return None


def without_agents(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the variables without those of coding agents, which name folders outside of any home."""
    return {name: value for name, value in environment.items() if not name.upper().startswith(_AGENT_VARIABLES)}
