"""Everything between a fresh checkout and a running deskpet, again in a blink when nothing changed.

    python install.py run    what `make run` needs
    python install.py dev    what `make test` and `make check` need
    python install.py real   dev, and real servers in an environment beside it
    python install.py peer   dev, and what `make bench-peer` compares with
    python install.py uv     uv alone, for `make lock`

It installs, in this order: what the system lacks (system.py), uv into .tools/, an environment in .venv
with the locked dependencies, deskpet itself. Standard library only, and Python 3.9 or newer can read it:
it must be able to say that a Python is too old.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import peer
import system
import virtual_display

PROJECT = Path(__file__).resolve().parent.parent
TOOLS = PROJECT / ".tools"
RUN_LOCK = PROJECT / "requirements.txt"
DEV_LOCK = PROJECT / "requirements-dev.txt"
UV_LOCK = PROJECT / ".setup" / "uv.txt"
SERVER_LOCK = PROJECT / ".setup" / "server.txt"
SUPPORTED = ((3, 13), (3, 12), (3, 11))


class SetupFailed(Exception):
    """The set-up cannot go on; the text says why and what to do."""


def main(arguments: list[str]) -> int:
    """Set up for the given purpose. Returns an exit code."""
    if len(arguments) != 1 or arguments[0] not in {"run", "dev", "real", "peer", "uv"}:
        print(__doc__)
        return 2
    os.chdir(PROJECT)
    try:
        set_up(arguments[0])
    except (SetupFailed, system.SystemIncomplete, peer.PeerIncomplete) as error:
        print(f"deskpet: {error}", file=sys.stderr)
        return 1
    return 0


def set_up(purpose: str) -> None:
    """Install what `purpose` needs. Raises SetupFailed or system.SystemIncomplete."""
    if purpose == "uv":
        prepare_uv()
        return
    tests = purpose != "run"
    python = supported_python()
    system.complete(virtual_display=tests or not virtual_display.has_own_display(), tests=tests, peer=purpose == "peer")
    project_environment(PROJECT / ".venv", python, tests=tests)
    if purpose == "real":
        server_environment(TOOLS / "server", python)
    if purpose == "peer":
        peer_packages(TOOLS / "peer")


def project_environment(venv: Path, python: str, *, tests: bool) -> None:
    """Bring .venv to the state of the lock; one made for development also serves for running."""
    developed = recorded_state(venv).startswith(DEV_LOCK.name)
    lock = DEV_LOCK if tests or developed else RUN_LOCK
    state = state_of(lock, PROJECT / "pyproject.toml")
    if recorded_state(venv) == state:
        return
    fill(venv, python, lock)
    # The build backend is in the lock, so nothing is fetched here.
    uv("pip", "install", "--offline", "--no-deps", "--no-build-isolation", "--editable", ".", venv=venv)
    record_state(venv, state)


def server_environment(venv: Path, python: str) -> None:
    """Real servers, and a small model, in their own environment, for the tests marked real_server."""
    state = state_of(SERVER_LOCK)
    if recorded_state(venv) != state:
        fill(venv, python, SERVER_LOCK)
        record_state(venv, state)


def peer_packages(folder: Path) -> None:
    """The peer's scripts, in a folder of their own."""
    state = state_of(PROJECT / ".setup" / "peer.py")
    if recorded_state(folder) != state:
        print("deskpet: fetching what the pet is compared with into .tools/peer", flush=True)
        peer.fetch(folder)
        record_state(folder, state)


def fill(venv: Path, python: str, lock: Path) -> None:
    """Make `venv` hold exactly what `lock` names, every file checked against its hash."""
    prepare_uv()
    print(f"deskpet: installing {lock.name} into {venv.relative_to(PROJECT)}", flush=True)
    if not (venv / "pyvenv.cfg").exists() or not venv_python(venv).exists():
        uv("venv", "--clear", "--no-python-downloads", "--python", python, str(venv))
    # An interrupted set-up is to be seen as one.
    note_of(venv).unlink(missing_ok=True)
    uv("pip", "sync", "--require-hashes", str(lock), venv=venv)


def prepare_uv() -> None:
    """uv in a folder of its own. pip installs there without asking the system's Python for a venv module."""
    folder = TOOLS / "uv"
    state = state_of(UV_LOCK)
    if recorded_state(folder) == state:
        return
    print("deskpet: installing uv into .tools", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    pip = [sys.executable, "-m", "pip"]
    if subprocess.run([*pip, "--version"], capture_output=True, check=False).returncode != 0:
        raise SetupFailed(f"{sys.executable} has no pip (on Debian: apt-get install python3-pip)")
    quietly = ["--quiet", "--root-user-action", "ignore"]
    call([*pip, "install", *quietly, "--require-hashes", "--target", str(folder), "-r", str(UV_LOCK)])
    record_state(folder, state)


def supported_python() -> str:
    """A Python that deskpet runs on: the one at work if it will do, else the newest on the PATH."""
    if sys.version_info[:2] in SUPPORTED:
        return sys.executable
    for name in (f"python{major}.{minor}" for major, minor in SUPPORTED):
        if python_version(name) in SUPPORTED:
            return name
    have = ".".join(map(str, sys.version_info[:3]))
    raise SetupFailed(f"Python 3.11, 3.12 or 3.13 is needed and none is on the PATH (python3 is {have})")


def python_version(name: str) -> tuple[int, ...]:
    """(major, minor) of the interpreter called `name`; empty when there is none."""
    question = "import sys; print(*sys.version_info[:2])"
    try:
        answer = subprocess.run([name, "-c", question], capture_output=True, text=True, encoding="utf-8", check=False)
    except OSError:
        return ()
    return tuple(int(part) for part in answer.stdout.split()) if answer.returncode == 0 else ()


def uv(*arguments: str, venv: Path | None = None) -> None:
    """Run the project's own uv, on `venv` if given, whatever environment the shell is in."""
    target = {"VIRTUAL_ENV": str(venv)} if venv else {}
    call([str(TOOLS / "uv" / "bin" / "uv"), *arguments, "--quiet"], target)


def call(command: list[str], variables: dict[str, str] | None = None) -> None:
    """Run a step. Raises SetupFailed when it fails; what it printed is already on the screen."""
    done = subprocess.run(command, env={**os.environ, **(variables or {})}, stdin=subprocess.DEVNULL, check=False)
    if done.returncode != 0:
        raise SetupFailed(f"this step failed: {' '.join(command)}")


def state_of(lock: Path, *more: Path) -> str:
    """What a folder was, or has to be, made from: the lock's name, and a fingerprint of it and of `more`."""
    digest = hashlib.sha256(str(PROJECT).encode())
    for path in (Path(__file__), lock, *more):
        digest.update(path.read_bytes())
    return f"{lock.name} {digest.hexdigest()}"


def recorded_state(folder: Path) -> str:
    """What the last complete set-up noted in `folder`; empty when there is none, or its Python is gone."""
    if not note_of(folder).exists() or ((folder / "pyvenv.cfg").exists() and not venv_python(folder).exists()):
        return ""
    return note_of(folder).read_text(encoding="utf-8")


def record_state(folder: Path, state: str) -> None:
    """Note that `folder` is complete."""
    note_of(folder).write_text(state, encoding="utf-8")


def note_of(folder: Path) -> Path:
    """Where a complete set-up notes what it made `folder` from."""
    return folder / ".made-from"


def venv_python(venv: Path) -> Path:
    """The interpreter of an environment."""
    return venv / "bin" / "python"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
