"""Install deskpet as a user does, outside of the checkout, and use it there.

`python -m tests.support.installed` prints a row for each way: a built wheel and `pip install` of the folder, each in
an empty environment, and `uv run` in a copy of the tracked files. The exit code is 1 if one fails. Packages are the
locked ones, with their hashes, except for `uv run`, which chooses its own.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.support.folders import PROJECT, create_home

IS_WINDOWS = sys.platform == "win32"
UV = PROJECT / ".tools" / "uv" / "bin" / ("uv.exe" if IS_WINDOWS else "uv")
LOCK = PROJECT / "requirements.txt"
STEP_SECONDS = 280
Ways = Mapping[str, Callable[[Path], list[str | Path]]]
"""Name -> installs deskpet into an empty folder, and returns the command that starts Python there."""

# The beginnings of the variables that a program gets: the display, certificates, and what Windows can't do without.
KEPT = (
    *("DISPLAY", "XAUTHORITY", "QT_QPA_PLATFORM", "LIBGL_ALWAYS_SOFTWARE", "SSL_CERT_FILE", "PATH", "UV_", "PIP_"),
    *("SYSTEMROOT", "TEMP", "TMP"),
)
# What the program needs beside its modules has to be inside the package.
LOOK = """
import sys
from pathlib import Path
import deskpet
from deskpet.config import paths, settings_file
from deskpet.pet import model_file
package, checkout = Path(deskpet.__file__).parent, Path(sys.argv[1])
assert checkout not in package.parents, package
for name in ("assets", "models", "settings.toml"):
    assert paths.bundled_path(name).is_relative_to(package), name
assert [*paths.bundled_path("assets").glob("*.qss")]
assert [*paths.bundled_path("assets").glob("translations/*.qm")]
assert [*paths.bundled_path("assets").glob("icons/*.svg")]
for name in ("mikan", "yuki"):
    model = model_file.load(name, Path("cache"))
    assert model_file.is_built_in(model.path)
    assert model.expressions and model.motions
settings = paths.default_settings_file()
assert settings.is_relative_to(Path.cwd()), settings
assert not settings.exists()
settings_file.defaults()
"""
# The real program, until its first frame.
FIRST_FRAME = """
from deskpet.config import paths
from deskpet.app import pet_controller
from deskpet.ui.platform import event_loop

qt = pet_controller.new_application()
pet = pet_controller.PetController(paths.default_settings_file(), offline=True)
pet.window.first_frame.connect(pet.quit)
event_loop.run(qt, pet.run())
print("first frame")
"""


class StepFailed(Exception):
    """A command failed; the message is its output."""


def call(command: list[str | Path], folder: Path, environment: Mapping[str, str] | None = None) -> str:
    """Run a command in `folder` and return its output. Raises StepFailed."""
    done = subprocess.run(
        command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8",
        check=False, timeout=STEP_SECONDS,
    )  # fmt: skip
    if done.returncode != 0:
        raise StepFailed(f"{' '.join(map(str, command))}\n{done.stdout}\n{done.stderr}")
    return done.stdout


def build_wheel(folder: Path) -> Path:
    """Build the wheel of the checkout into `folder`, and return its path."""
    call([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder], PROJECT)
    (wheel,) = folder.glob("*.whl")
    return wheel


def from_wheel(folder: Path) -> list[str | Path]:
    """Install the built wheel with uv, and return the command that starts Python there."""
    python = _locked_environment(folder)
    wheel = build_wheel(folder / "dist")
    call([UV, "pip", "install", "--quiet", "--offline", "--no-deps", "--python", python, wheel], folder)
    return [python]


def from_folder(folder: Path) -> list[str | Path]:
    """Install a copy of the tracked files with `pip install .`, and return the command that starts Python there."""
    python, copy = _locked_environment(folder), copy_of_checkout(folder)
    # The build backend is locked and installed already.
    options = ["--quiet", "--root-user-action", "ignore", "--no-deps", "--no-build-isolation"]
    call([_pip(), "--python", python, "install", *options, "."], copy)
    return [python]


def from_uv(folder: Path) -> list[str | Path]:
    """Return the command that `uv run` needs to start Python with a copy of the tracked files."""
    return [UV, "run", "--quiet", "--no-dev", "--project", copy_of_checkout(folder), "python"]


WAYS: Ways = {
    "a built wheel": from_wheel,
    "pip install .": from_folder,
    "uv run": from_uv,
}


def use(python: list[str | Path], folder: Path) -> None:
    """Use the installed program from an empty folder, with an empty home and nothing else in its environment."""
    home = folder / "home"
    home.mkdir()
    environment = {name: value for name, value in os.environ.items() if name.startswith(KEPT)}
    environment |= {"PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring", "LC_ALL": "C.UTF-8"}
    environment |= create_home(home)
    environment.setdefault("UV_CACHE_DIR", call([UV, "cache", "dir"], folder).strip())
    # `uv run` uses the package in the folder itself.
    is_installed = "run" not in python
    try_program(python, home, environment, str(PROJECT) if is_installed else "")


def try_program(python: list[str | Path], home: Path, environment: Mapping[str, str], checkout: str) -> None:
    """Use the program of an environment in the empty folder `home`. Raises StepFailed or AssertionError.

    checkout: its files must not be used; empty to leave that out.
    """
    module = [*python, "-m", "deskpet"]
    assert call([*module, "--version"], home, environment).startswith("deskpet ")
    if checkout:
        call([*python, "-c", LOOK, checkout], home, environment)
    for model in ("mikan", "yuki"):
        assert '"ok": true' in call([*module, "doctor", model, "--json"], home, environment)
    assert call([*module, "ask", "--offline", "hello"], home, environment).strip()
    assert "first frame" in call([*python, "-c", FIRST_FRAME], home, environment)


def _locked_environment(folder: Path) -> Path:
    """Create an environment with the locked packages, without deskpet, and return its Python."""
    venv = folder / "venv"
    call([UV, "venv", "--quiet", "--no-python-downloads", "--python", sys.executable, venv], folder)
    python = venv / ("Scripts/python.exe" if IS_WINDOWS else "bin/python")
    call([UV, "pip", "sync", "--quiet", "--require-hashes", "--python", python, LOCK], folder)
    return python


def copy_of_checkout(folder: Path) -> Path:
    """Copy the tracked files to a folder below `folder`."""
    copy = folder / "copy"
    for name in call(["git", "ls-files"], PROJECT).splitlines():
        if (PROJECT / name).exists():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(PROJECT / name, copy / name)
    return copy


def _pip() -> Path:
    """Return the program of the pip that the system has: the environments are created without one."""
    found = shutil.which("pip3") or shutil.which("pip")
    if found is None:
        raise StepFailed("there is no pip")
    return Path(found)


def try_ways(program: str, ways: Ways, use_it: Callable[[list[str | Path], Path], None]) -> int:
    """Try the ways that the command line names, or all, and print a row for each. Returns 1 if one fails."""
    parser = argparse.ArgumentParser(prog=program)
    parser.add_argument("ways", nargs="*", metavar="WAY", help=", ".join(ways))
    chosen = parser.parse_args().ways
    failed = 0
    for name, install in ways.items():
        if chosen and not any(part in name for part in chosen):
            continue
        began = time.perf_counter()
        with tempfile.TemporaryDirectory(prefix="deskpet-installed-") as folder:
            try:
                use_it(install(Path(folder)), Path(folder))
                told = "version, assets, models, settings, doctor, answer, first frame"
            except (StepFailed, AssertionError, subprocess.TimeoutExpired) as error:
                failed, told = failed + 1, f"FAILED: {error}"
        print(f"{name:14} {time.perf_counter() - began:5.1f} s  {told}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(try_ways("make campaign NAME=installed", WAYS, use))
