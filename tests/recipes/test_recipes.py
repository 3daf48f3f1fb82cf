"""The recipes of the documents, applied to a copy of the repository as they are written: the checks pass there."""

import filecmp
import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.recipes import recipe

RECIPES = (
    *("Write a tool", "A provider", "A setting", "A page of the settings window"),
    *("A feature", "A kind of block", "A language"),
)
# Not those of the copy: their modules would be compiled again.
PROGRAMS = recipe.PROJECT / ".venv" / "bin"
# Tests of this repository that look at every tool, provider, setting, page, feature, block or language.
AFFECTED = (
    "test_catalog.py",
    "test_features.py",
    "test_contract.py",
    "test_language.py",
    "test_settings.py",
    "test_translation.py",
    "test_turn_context.py",
    "test_imports.py",
    "test_messages.py",
    "test_tool.py",
)

# Each check takes up to 30 s of processor time, which is minutes on a busy machine.
pytestmark = pytest.mark.timeout(600)


# Statements that have to name every kind of a value. `make types` finds those that lack a new one.
EXHAUSTIVE = re.compile(r"^ +match |assert_never", re.MULTILINE)


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the repository with all recipes applied."""
    copy = tmp_path_factory.mktemp("repository")
    recipe.copy_repository(copy)
    for title in RECIPES:
        for step in recipe.steps(title):
            recipe.apply(step, copy)
    *before, translations = recipe.commands("Extending deskpet")
    for target in before:
        passes(make(copy, target))
    # It fails until the new texts are translated.
    assert make(copy, translations).returncode != 0
    for file in copy.glob("assets/translations/*.ts"):
        recipe.translate(file)
    passes(make(copy, translations))
    return copy


def affected_sources(repository: Path) -> list[str]:
    """Return the modules of the program that the recipes changed or added, and those with an exhaustive statement."""
    names = [each.relative_to(repository) for each in repository.joinpath("deskpet").rglob("*.py")]
    return [name.as_posix() for name in names if is_changed(repository, name) or has_exhaustive(repository / name)]


def is_changed(repository: Path, name: Path) -> bool:
    here = recipe.PROJECT / name
    return not here.exists() or not filecmp.cmp(here, repository / name, shallow=False)


def has_exhaustive(file: Path) -> bool:
    return EXHAUSTIVE.search(file.read_text(encoding="utf-8")) is not None


def run(repository: Path, *command: str) -> "subprocess.CompletedProcess[str]":
    """Run a command in the copy, with the copy's deskpet in front of the installed one."""
    environment = os.environ | {"PYTHONPATH": str(repository)}
    return subprocess.run(
        command, cwd=repository, env=environment, check=False, capture_output=True, text=True, encoding="utf-8"
    )


def make(repository: Path, target: str, *variables: str) -> "subprocess.CompletedProcess[str]":
    """Run a make target in the copy, in the environment that exists already."""
    return run(repository, "make", "--silent", target, "SET_UP=@true", f"IN={PROGRAMS}", *variables)


def passes(done: "subprocess.CompletedProcess[str]") -> None:
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


def test_each_recipe_has_steps() -> None:
    assert all(recipe.steps(title) for title in RECIPES)


@pytest.mark.parametrize("target", ["lint", "contracts"])
def test_the_checks_pass_after_every_recipe(repository: Path, target: str) -> None:
    passes(make(repository, target))


@pytest.mark.slow
def test_the_types_are_right_after_every_recipe(repository: Path) -> None:
    passes(run(repository, f"{PROGRAMS}/basedpyright", *affected_sources(repository)))


@pytest.mark.slow
def test_the_tests_pass_after_every_recipe(repository: Path) -> None:
    files = [str(next(repository.joinpath("tests").rglob(name))) for name in AFFECTED]
    passes(run(repository, f"{PROGRAMS}/python", "-m", "pytest", "-q", *files))


@pytest.mark.window
def test_what_the_recipes_add_works(repository: Path) -> None:
    passes(run(repository, f"{PROGRAMS}/python", "-m", "pytest", "-q", "tests/recipes/results.py"))
