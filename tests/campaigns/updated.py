"""Update a release that is installed here, from a server on the loopback address, and print how long each step takes.

`make campaign NAME=updated`: copies the folder that `make release ARGS=linux` has built, and installs over it a version
that works and one that shows no window. The exit code is 1 if a step does not do what it should.
"""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from deskpet.config.state_files import read_json
from deskpet.features.updates.folder_swap import STARTS
from deskpet.features.updates.installed_release import NOTE, InstalledRelease, Target, note_text, parse
from deskpet.features.updates.manifest import Manifest, ReleaseFile, as_json
from deskpet.features.updates.signed_envelope import MANIFEST_TYPE, public_text, seal
from tests.campaigns.released import BUILT
from tests.network.file_server import FileServer, running_server
from tests.support.folders import create_home

KEY = Ed25519PrivateKey.generate()
PACKAGE = Path("python/lib/python3/dist-packages/deskpet")
# Ends a start before its window, as a library that this system lacks would.
BROKEN = "raise SystemExit('this version is broken')\n"
KEPT = ("DISPLAY", "XAUTHORITY", "LIBGL_ALWAYS_SOFTWARE", "PATH", "LP_", "LC_", "PYTHON_KEYRING_BACKEND")
SECONDS = 120


class Installed:
    """A release that is installed in a folder, with a home of its own."""

    def __init__(self, folder: Path, server: FileServer) -> None:
        self.program, self.server = folder / "deskpet", server
        self.pets = contextlib.ExitStack()
        (folder / "home").mkdir(parents=True)
        self.environment = {name: value for name, value in os.environ.items() if name.startswith(KEPT)}
        self.environment |= create_home(folder / "home")
        shutil.copytree(BUILT, self.program, symlinks=True)
        built = parse(read_json(self.program / NOTE), self.program)
        own = {"target": Target.FOLDER, "address": f"{server.url}stable.json", "keys": (public_text(KEY),)}
        self.release = replace(built, **own)
        (self.program / NOTE).write_text(note_text(self.release), encoding="utf-8")

    def run(self, *words: str) -> str:
        """Run a command of the program, and return its output."""
        done = subprocess.run(
            [self.program / "deskpet", *words], env=self.environment, stdin=subprocess.DEVNULL, capture_output=True,
            encoding="utf-8", check=False, timeout=SECONDS,
        )  # fmt: skip
        return done.stdout or done.stderr

    def update(self, *words: str) -> str:
        """Look for an update, and return what is said of it."""
        said = self.run("update", *words, "--json")
        values = json.loads(said) if said.startswith("{") else {"error": said}
        return values.get("state") or values["error"]

    def start(self) -> subprocess.Popen[bytes]:
        """Start the pet."""
        command = [self.program / "deskpet", "--offline"]
        pet = subprocess.Popen(command, env=self.environment, stdin=subprocess.DEVNULL)
        self.pets.callback(pet.kill)
        return pet

    def publish(self, version: str, *, is_broken: bool = False) -> None:
        """Serve a newer version, whose files are those of this one."""
        folder = self.program.with_name("next") / "deskpet"
        shutil.rmtree(folder.parent, ignore_errors=True)
        shutil.copytree(self.program, folder, symlinks=True)
        release = replace(self.release, version=version)
        (folder / NOTE).write_text(note_text(release), encoding="utf-8")
        _rewrite(folder / PACKAGE / "__init__.py", lambda text: text.replace(self.release.version, version))
        if is_broken:
            _rewrite(folder / PACKAGE / "app" / "pet_controller.py", lambda text: BROKEN + text)
        self._serve(folder, release)

    def _serve(self, folder: Path, release: InstalledRelease) -> None:
        archive = folder.with_name(f"deskpet-{release.version}.tar.zst")
        tar = ["tar", "--create", "--zstd", "--file", str(archive), "--directory", str(folder.parent), folder.name]
        subprocess.run(tar, check=True)
        content = archive.read_bytes()
        size = sum(file.lstat().st_size for file in folder.rglob("*") if file.is_file())
        file = ReleaseFile(archive.name, len(content), sha256(content).hexdigest(), size)
        now = datetime.now(UTC)
        listed = Manifest(
            release.channel, release.version, now, now + timedelta(days=1), "0.1.0", "Notes.", {release.target: file}
        )
        self.server.serve(archive.name, content)
        self.server.serve("stable.json", seal(as_json(listed), MANIFEST_TYPE, KEY))


def steps(installed: Installed) -> Iterator[tuple[str, Callable[[], object], object]]:
    """Yield the name of each step, what does it, and what it has to return."""
    first = installed.release.version
    yield "start", lambda: _start_and_quit(installed), True
    yield "nothing newer", lambda: _state(installed, first), "newest"
    installed.publish("0.1.1")
    installed.server.files["deskpet-0.1.1.tar.zst"].cuts = [5_000_000, 10_000_000]
    yield "look", installed.update, "available"
    pet = installed.start()
    yield "the pet is up", lambda: _until(lambda: _is_up(installed)), True
    yield (
        "download beside it, cut off twice",
        lambda: installed.update("--install"),
        "waits",
    )
    yield "the running program", lambda: installed.run("--version"), f"deskpet {first}\n"
    yield "quit", lambda: (installed.run("quit"), pet.wait(SECONDS))[1], 0
    yield "the new program", lambda: installed.run("--version"), "deskpet 0.1.1\n"
    yield "its first start", lambda: _start_and_quit(installed), True
    yield "what is counted", (installed.program / STARTS).exists, False
    installed.release = replace(installed.release, version="0.1.1")
    installed.publish("0.1.2", is_broken=True)
    yield (
        "install without the pet",
        lambda: installed.update("--install"),
        "installed",
    )
    yield "the broken program", lambda: installed.run("--version"), "deskpet 0.1.2\n"
    yield "two starts of it", lambda: [installed.start().wait(SECONDS) for _ in range(2)], [1, 1]
    yield "the third start", lambda: _start_and_quit(installed), True
    yield "the program is back", lambda: installed.run("--version"), "deskpet 0.1.1\n"


def main() -> int:
    """Print a row for each step, until one fails. Returns 1 then."""
    with tempfile.TemporaryDirectory(prefix="deskpet-updated-") as folder, running_server() as server:
        installed = Installed(Path(folder), server)
        with installed.pets:
            for name, act, expected in steps(installed):
                began = time.perf_counter()
                found = act()
                outcome = "ok    " if found == expected else "FAILED"
                print(f"{outcome} {name:36} {time.perf_counter() - began:6.1f} s  {found!r}", flush=True)
                if found != expected:
                    return 1
    return 0


def _state(installed: Installed, version: str) -> str:
    installed.publish(version)
    return installed.update()


def _start_and_quit(installed: Installed) -> bool:
    pet = installed.start()
    is_up = _until(lambda: _is_up(installed) and not (installed.program / STARTS).exists())
    installed.run("quit")
    return pet.wait(SECONDS) == 0 and is_up


def _is_up(installed: Installed) -> bool:
    """Return whether the pet listens to commands, which is after its first frame."""
    data = Path(installed.environment["XDG_DATA_HOME"]) / "deskpet" / "deskpet.lock"
    with contextlib.suppress(OSError, ValueError):
        return bool(json.loads(data.read_text(encoding="utf-8")).get("address"))
    return False


def _until(is_so: Callable[[], bool]) -> bool:
    end = time.monotonic() + SECONDS
    while not is_so() and time.monotonic() < end:
        time.sleep(0.05)
    return is_so()


def _rewrite(module: Path, change: Callable[[str], str]) -> None:
    """Change a module; what was compiled of it would be taken without a look at it."""
    module.write_text(change(module.read_text(encoding="utf-8")), encoding="utf-8")
    for compiled in (module.parent / "__pycache__").glob(f"{module.stem}.*"):
        compiled.unlink()


if __name__ == "__main__":
    sys.exit(main())
