"""Run the real program as installed, in a temporary home, and watch it from outside."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.folders import PROJECT

LIMIT_S = 60.0
END_LIMIT_S = 20.0
ON_SCREEN, READY = "the character is on screen", "the chat is ready"
PLACES = ("config", "data", "state", "cache", "runtime", "tmp")


@dataclass
class Home:
    """The home folder of a start. `environment` and `arguments` are the program's, and can be changed.

    `installed` is the folder returned by `installation`.
    """

    folder: Path
    installed: Path
    environment: dict[str, str]
    arguments: list[str] = field(default_factory=lambda: ["--offline"])

    def path(self, name: str) -> Path:
        """Return a path in the home: `data/x` is in the program's data folder, and so for config, state and cache."""
        place, _, rest = name.partition("/")
        own = self.folder / place / "deskpet"
        return own / rest if rest else own

    def write(self, name: str, content: bytes | str) -> Path:
        """Write a file there, and create its folders."""
        file = self.path(name)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        return file


@dataclass(frozen=True)
class Start:
    """The result of a start: character and chat, notices in the chat, and how the process ended."""

    is_on_screen: bool
    is_ready: bool
    notices: tuple[str, ...]
    code: int | None
    errors: str
    seconds: float


def can_be_limited() -> bool:
    """Return whether a process can be started here for which file permissions hold."""
    return hasattr(os, "geteuid") and (os.geteuid() != 0 or shutil.which("setpriv") is not None)


def limits() -> list[str]:
    """Return a command prefix with which file permissions hold."""
    # Root can write everywhere; without its capabilities it is an ordinary user.
    return ["setpriv", "--bounding-set=-all", "--inh-caps=-all", "--"] if os.geteuid() == 0 else []


def start(home: Home, also: Callable[[], bool] = lambda: True, *, umask: int = -1) -> Start:
    """Start the program, wait until it is ready and `also` returns True, or until it ends; then end it.

    umask: that of the process, by default ours.
    """
    log = home.folder.parent / f"{home.folder.name}.log"
    command = [*limits(), sys.executable, "-P", "-m", "deskpet", "--log-json", str(log), *home.arguments]
    began = time.monotonic()
    with tempfile.TemporaryFile("w+", encoding="utf-8") as errors:
        path = os.pathsep.join(filter(None, (home.environment.get("PYTHONPATH"), str(home.installed))))
        environment = {**home.environment, "PYTHONPATH": path}
        process = subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=errors,
            stderr=errors,
            cwd=home.folder.parent,
            umask=umask,
        )
        try:
            while process.poll() is None and time.monotonic() - began < LIMIT_S:
                if READY in _messages(log) and also():
                    break
                time.sleep(0.02)
            seconds = time.monotonic() - began
            code = _ended(process)
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
        errors.seek(0)
        said = errors.read()
    messages = _messages(log)
    return Start(ON_SCREEN in messages, READY in messages, _notices(log), code, said, seconds)


def _ended(process: subprocess.Popen[bytes]) -> int | None:
    """Return the exit code after a termination signal; None if that does not end it."""
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
    try:
        return process.wait(END_LIMIT_S)
    except subprocess.TimeoutExpired:
        return None


def _lines(log: Path) -> list[dict[str, str]]:
    if not log.exists():
        return []
    whole = log.read_text(encoding="utf-8").rpartition("\n")[0]
    return [json.loads(line) for line in whole.splitlines()]


def _messages(log: Path) -> list[str]:
    return [line.get("message", "") for line in _lines(log)]


def _notices(log: Path) -> tuple[str, ...]:
    """Return the notices in the chat, which logs each of them."""
    return tuple(line["message"] for line in _lines(log) if line.get("logger") == "deskpet.app.program_notices")


@contextmanager
def installation() -> Generator[Path]:
    """Return a folder with the installed program, as opposed to a checkout with its own settings file."""
    with tempfile.TemporaryDirectory(prefix="deskpet-installed-") as folder:
        package = Path(folder) / "deskpet"
        # With its bytecode: a start that had to compile all modules takes ten times as long.
        shutil.copytree(PROJECT / "deskpet", package)
        (package / "_data").mkdir()
        for name in ("assets", "models"):
            shutil.copytree(PROJECT / name, package / "_data" / name, ignore=shutil.ignore_patterns("*.py"))
        shutil.copy(PROJECT / "settings.toml", package / "_data")
        yield Path(folder)


@contextmanager
def home(installed: Path) -> Generator[Home]:
    """Create an empty home for the program in the folder `installed`; only the folders differ from our environment."""
    with tempfile.TemporaryDirectory(prefix="deskpet-start-") as parent:
        folder = Path(parent) / "home"
        for name in PLACES:
            (folder / name).mkdir(parents=True, mode=0o700)
        try:
            yield Home(folder, installed, {**os.environ, **_variables(folder)})
        finally:
            _open_up(folder)


def _variables(folder: Path) -> dict[str, str]:
    shaders = PROJECT / ".tools" / "shaders"
    shaders.mkdir(parents=True, exist_ok=True)
    return {
        "HOME": str(folder),
        **{f"XDG_{name.upper()}_HOME": str(folder / name) for name in PLACES[:4]},
        "TMPDIR": str(folder / "tmp"),
        "LC_ALL": "C.UTF-8",
        "LANGUAGE": "en",
        "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring",
        "MESA_SHADER_CACHE_DIR": str(shaders),
    }


def _open_up(folder: Path) -> None:
    """Reset permissions, so that everything can be deleted."""
    folder.chmod(0o700)
    for place, folders, _ in os.walk(folder):
        for name in folders:
            inside = Path(place) / name
            if not inside.is_symlink():
                inside.chmod(0o700)
