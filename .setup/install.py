"""Install what deskpet needs, from a fresh checkout or after a change; do nothing if nothing has changed.

    python install.py run    for `make run`
    python install.py dev    for `make test` and `make check`
    python install.py real   dev, and real servers and coding agents in folders of their own
    python install.py peer   dev, and what `make campaign NAME=peer` compares with
    python install.py voice  dev, and the sound server and the recogniser of `make test-voice`
    python install.py fuzz   dev, and what `make campaign NAME=fuzz` searches with
    python install.py site   dev, and what `make site` renders with
    python install.py windows   the Windows program in .tools/windows, to be run by Wine
    python install.py uv     only uv, for `make lock`

pip installs uv into .tools, uv creates the environments and installs the locked packages; both check every hash.
Packages of the system are installed by system.py. Uses the standard library only, and runs on Python 3.9 or newer,
because uv finds the Python that deskpet needs.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import peer
import system
import virtual_display
import windows

PROJECT = Path(__file__).resolve().parent.parent
TOOLS = PROJECT / ".tools"
UV = TOOLS / "uv" / "bin" / "uv"
UV_LOCK = PROJECT / ".setup" / "uv.txt"
RUN_LOCK = PROJECT / "requirements.txt"
DEV_LOCK = PROJECT / "requirements-dev.txt"
SERVER_LOCK = PROJECT / ".setup" / "server.txt"
FUZZ_LOCK = PROJECT / ".setup" / "fuzz.txt"
SITE_LOCK = PROJECT / ".site" / "site.txt"
RECOGNIZER_LOCK = PROJECT / ".setup" / "recognizer.txt"
# Folder of a lock of npm -> the scripts of its packages that are run: those put a program of the system in its place.
NPM_PROGRAMS = {
    "servers": (),
    "agents": ("node_modules/@anthropic-ai/claude-code/install.cjs", "node_modules/opencode-ai/postinstall.mjs"),
}


class SetupFailed(Exception):
    """A step failed or can't be run; the message says which one."""


def main(arguments: list[str]) -> int:
    """Set up for the given purpose. Returns an exit code."""
    if len(arguments) != 1 or arguments[0] not in {
        "run",
        "dev",
        "real",
        "peer",
        "voice",
        "fuzz",
        "site",
        "windows",
        "uv",
    }:
        print(__doc__)
        return 2
    os.chdir(PROJECT)
    try:
        set_up(arguments[0])
    except (SetupFailed, system.SystemIncomplete, peer.PeerIncomplete, windows.WindowsIncomplete) as error:
        print(f"deskpet: {error}", file=sys.stderr)
        return 1
    return 0


def set_up(purpose: str) -> None:
    """Install what `purpose` needs. Raises SetupFailed, or what the module of a step raises."""
    tests = purpose != "run"
    if purpose != "uv":
        needs_display = tests or not virtual_display.has_own_display()
        system.complete(
            virtual_display=needs_display,
            tests=tests,
            npm=purpose in {"peer", "real"},
            browser=purpose == "peer",
            wine=purpose == "windows",
            sound=purpose == "voice",
        )
    install_uv()
    if purpose == "windows":
        install_windows()
    elif purpose != "uv":
        # An environment for development also serves `make run`.
        is_dev = tests or recorded_state(PROJECT / ".venv").startswith(DEV_LOCK.name)
        install_packages(PROJECT / ".venv", DEV_LOCK if is_dev else RUN_LOCK, has_deskpet=True)
    if purpose == "real":
        install_packages(TOOLS / "server", SERVER_LOCK)
        for name, scripts in NPM_PROGRAMS.items():
            install_npm(PROJECT / ".setup" / "npm" / name, TOOLS / name, scripts)
    if purpose == "peer":
        install_peer(TOOLS / "peer")
    if purpose == "fuzz":
        install_beside(PROJECT / ".venv", FUZZ_LOCK, TOOLS / "fuzz")
    if purpose == "site":
        install_beside(PROJECT / ".venv", SITE_LOCK, TOOLS / "site")
    if purpose == "voice":
        install_beside(PROJECT / ".venv", RECOGNIZER_LOCK, TOOLS / "recognizer")


def install_uv() -> None:
    """Install uv with pip into a folder of its own, which needs no venv module."""
    folder = TOOLS / "uv"
    state = state_of(UV_LOCK)
    if recorded_state(folder) == state:
        return
    if importlib.util.find_spec("pip") is None:
        raise SetupFailed(f"{sys.executable} has no pip (on Debian: apt-get install python3-pip)")
    print("deskpet: installing uv into .tools", flush=True)
    options = ["--quiet", "--root-user-action", "ignore", "--upgrade", "--require-hashes", "--target", str(folder)]
    call([sys.executable, "-m", "pip", "install", *options, "-r", str(UV_LOCK)])
    record_state(folder, state)


def install_packages(venv: Path, lock: Path, *, has_deskpet: bool = False) -> None:
    """Create or update the environment `venv` so that it has exactly the packages of `lock`, and deskpet itself."""
    state = state_of(lock, PROJECT / "pyproject.toml") if has_deskpet else state_of(lock)
    has_python = (venv / "bin" / "python").exists()
    if has_python and recorded_state(venv) == state:
        return
    print(f"deskpet: installing {lock.name} into {venv.relative_to(PROJECT)}", flush=True)
    if not has_python:
        # uv chooses a Python that `requires-python` in pyproject.toml accepts.
        call([str(UV), "venv", "--quiet", "--clear", "--no-python-downloads", str(venv)])
    # A set-up that is interrupted from here on has no recorded state.
    state_file(venv).unlink(missing_ok=True)
    environment = {"VIRTUAL_ENV": str(venv)}
    call([str(UV), "pip", "sync", "--quiet", "--require-hashes", str(lock)], environment)
    if has_deskpet:
        # The build backend is in the lock, so that nothing is downloaded here.
        options = ["--quiet", "--offline", "--no-deps", "--no-build-isolation"]
        call([str(UV), "pip", "install", *options, "--editable", "."], environment)
    record_state(venv, state)


def install_beside(venv: Path, lock: Path, folder: Path) -> None:
    """Install the packages of `lock` into `folder`, for the Python of `venv`, which itself stays as it is."""
    state = state_of(lock)
    if recorded_state(folder) == state:
        return
    print(f"deskpet: installing {lock.name} into {folder.relative_to(PROJECT)}", flush=True)
    options = ["--quiet", "--python", str(venv / "bin" / "python"), "--target", str(folder), "--require-hashes"]
    call([str(UV), "pip", "install", *options, "-r", str(lock)])
    record_state(folder, state)


def install_npm(source: Path, folder: Path, scripts: tuple[str, ...]) -> None:
    """Install the npm packages of the lock in `source` into `folder`; no script of a package is run but `scripts`."""
    files = source / "package-lock.json", source / "package.json"
    state = state_of(*files)
    if recorded_state(folder) == state:
        return
    print(f"deskpet: installing {source.relative_to(PROJECT)} into {folder.relative_to(PROJECT)}", flush=True)
    folder.mkdir(parents=True, exist_ok=True)
    for file in files:
        shutil.copy(file, folder)
    # Not `npm ci`, which refuses a lock without the parts for other systems that not every mirror has.
    call(["npm", "install", "--prefix", str(folder), "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"])
    for script in scripts:
        call(["node", str(folder / script)])
    record_state(folder, state)


def install_peer(folder: Path) -> None:
    """Download the scripts that `make campaign NAME=peer` compares with."""
    state = state_of(PROJECT / ".setup" / "peer.py")
    if recorded_state(folder) != state:
        print("deskpet: installing the peer of the benchmark into .tools/peer", flush=True)
        peer.fetch(folder)
        record_state(folder, state)


def install_windows() -> None:
    """Install the Windows program if one of its inputs has changed."""
    state = state_of(*windows.INPUTS)
    if recorded_state(windows.FOLDER) != state:
        print("deskpet: installing the Windows program into .tools/windows", flush=True)
        windows.install(UV)
        record_state(windows.FOLDER, state)


def call(command: list[str], variables: dict[str, str] | None = None) -> None:
    """Run a command whose output goes to the terminal. Raises SetupFailed if it fails."""
    done = subprocess.run(command, env={**os.environ, **(variables or {})}, stdin=subprocess.DEVNULL, check=False)
    if done.returncode != 0:
        raise SetupFailed(f"this step failed: {' '.join(command)}")


def state_of(*files: Path) -> str:
    """Return the state of a folder that is installed from `files`: the name of the first one and a hash of all."""
    digest = hashlib.sha256(str(PROJECT).encode())
    for path in (Path(__file__), *files):
        digest.update(path.read_bytes())
    return f"{files[0].name} {digest.hexdigest()}"


def recorded_state(folder: Path) -> str:
    """Return the state that the last complete installation recorded in `folder`; empty if there is none."""
    return state_file(folder).read_text(encoding="utf-8") if state_file(folder).exists() else ""


def record_state(folder: Path, state: str) -> None:
    """Record that `folder` is complete."""
    state_file(folder).write_text(state, encoding="utf-8")


def state_file(folder: Path) -> Path:
    """Return the file that records the state of `folder`."""
    return folder / ".made-from"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
