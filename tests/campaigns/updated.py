"""Update a release that is installed here, from a server on the loopback address, and print how long each step takes.

`make campaign NAME=updated`: copies the folder that `make release ARGS=linux` has built, and installs over it a version
that works and one that shows no window. With `ARGS=--windows` the installer that `make release ARGS=windows` has built
does it under Wine (see updated_windows.py). The exit code is 1 if a step does not do what it should.
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

KEY, OTHER_KEY = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
LIST = "stable.json"
PACKAGE = Path("python/lib/python3/dist-packages/deskpet")
# Ends a start before its window, as a library that this system lacks would.
BROKEN = "raise SystemExit('this version is broken')\n"
KEPT = ("DISPLAY", "XAUTHORITY", "LIBGL_ALWAYS_SOFTWARE", "PATH", "LP_", "LC_", "PYTHON_KEYRING_BACKEND")
SECONDS = 120

Steps = Iterator[tuple[str, Callable[[], object], object]]
"""The name of each step, what does it, and what it has to return."""


class Installed:
    """A release that is installed in a folder, with a home of its own.

    built: the folder that `make release` has built. package: where a program's folder has deskpet's modules. target:
    the form of the release. output: where the pet's goes.
    """

    built, package, target, output = BUILT, PACKAGE, Target.FOLDER, None

    def __init__(self, folder: Path, server: FileServer) -> None:
        self.program, self.server = folder / "deskpet", server
        self.pets = contextlib.ExitStack()
        self.next, self.listed = folder / "next" / "deskpet", None
        (folder / "home").mkdir(parents=True)
        self.environment = {name: value for name, value in os.environ.items() if name.startswith(KEPT)}
        self.environment |= create_home(folder / "home")
        self.install()
        release = parse(read_json(self.program / NOTE), self.program)
        own = {"target": self.target, "address": f"{server.url}{LIST}", "keys": (public_text(KEY),)}
        self.release = replace(release, **own)
        rewrite(self.program / NOTE, lambda _: note_text(self.release))

    @property
    def data(self) -> Path:
        """The folder of the program's data."""
        return Path(self.environment["XDG_DATA_HOME"]) / "deskpet"

    def install(self) -> None:
        """Put the built program in its place."""
        shutil.copytree(self.built, self.program, symlinks=True)

    def command(self, *words: str) -> list[str | Path]:
        """Return what starts the program in a terminal."""
        return [self.program / "deskpet", *words]

    def run(self, *words: str) -> str:
        """Run a command of the program, and return its output."""
        done = subprocess.run(
            self.command(*words), env=self.environment, stdin=subprocess.DEVNULL, capture_output=True,
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
        pet = subprocess.Popen(
            self.command("--offline"), env=self.environment, stdin=subprocess.DEVNULL, stdout=self.output,
            stderr=self.output,
        )  # fmt: skip
        self.pets.callback(pet.kill)
        return pet

    def come_up(self) -> subprocess.Popen[bytes]:
        """Start the pet, and wait until it has: it then removes the file in which starts are counted."""
        (self.program / STARTS).touch()
        pet = self.start()
        assert until(lambda: is_up(self) and not (self.program / STARTS).exists())
        return pet

    def publish(self, version: str, *, is_broken: bool = False) -> None:
        """Serve another version, whose files are those of this one."""
        shutil.rmtree(self.next.parent, ignore_errors=True)
        shutil.copytree(self.built, self.next, symlinks=True)
        release = replace(self.release, version=version)
        rewrite(self.next / NOTE, lambda _: note_text(release))
        rewrite(self.next / self.package / "__init__.py", lambda text: text.replace(self.built_version, version))
        if is_broken:
            rewrite(self.next / self.package / "app" / "pet_controller.py", lambda text: BROKEN + text)
        self._serve(self.pack(version), release)

    @property
    def built_version(self) -> str:
        """The version that was built."""
        return read_json(self.built / NOTE).text("version")

    def pack(self, version: str) -> Path:
        """Return the file of a release that is made of the next folder."""
        archive = self.next.with_name(f"deskpet-{version}.tar.zst")
        tar = ["tar", "--create", "--zstd", "--file", str(archive), "--directory", str(self.next.parent)]
        subprocess.run([*tar, self.next.name], check=True)
        return archive

    def _serve(self, packed: Path, release: InstalledRelease) -> None:
        content = packed.read_bytes()
        size = sum(file.lstat().st_size for file in self.next.rglob("*") if file.is_file())
        file = ReleaseFile(packed.name, len(content), sha256(content).hexdigest(), size)
        now = datetime.now(UTC)
        self.listed = Manifest(
            release.channel, release.version, now, now + timedelta(days=1), "0.1.0", "Notes.", {release.target: file}
        )
        self.server.serve(packed.name, content)
        self.offer()

    def offer(self, key: Ed25519PrivateKey = KEY, **other: object) -> None:
        """Serve the list of the published version, with a key and other values than it should have."""
        assert self.listed
        self.server.serve(LIST, seal(as_json(replace(self.listed, **other)), MANIFEST_TYPE, key))


def refusals(installed: Installed) -> Steps:
    """Yield the steps with lists and files that are not to be trusted. Version 0.1.1 is offered afterwards."""
    first = installed.release.version
    yield "nothing newer", lambda: (installed.publish(first), installed.update())[1], "newest"
    installed.publish("0.1.1")
    assert installed.listed
    (file,), served = installed.listed.files.values(), installed.server.files
    unsigned = "The list of versions is not signed with the key of this program. Nothing was downloaded."
    yield "a list of another key", lambda: (installed.offer(OTHER_KEY), installed.update())[1], unsigned
    installed.offer()
    signed = served[LIST].content
    served[LIST].content = signed.replace(b'"payload": "ewog', b'"payload": "ewoh', 1)
    yield "a list with a changed byte", installed.update, unsigned
    older = f"The newest version on the server is 0.0.9, older than this {first}."
    yield "an older version", lambda: (installed.offer(version="0.0.9"), installed.update())[1], older
    yield (
        "a list of yesterday, played back",
        lambda: (installed.offer(issued=datetime.now(UTC) - timedelta(days=1)), installed.update()[:29])[1],
        "The server has a list of " + f"{datetime.now(UTC) - timedelta(days=1):%Y}",
    )
    installed.offer()
    content = served[file.name].content
    served[file.name].content = content[:-1] + bytes([content[-1] ^ 1])
    yield (
        "a file with a changed byte",
        lambda: "came damaged, and was deleted" in installed.update("--install"),
        True,
    )
    served[file.name].content = content
    served[file.name].cuts = [5_000_000, 10_000_000]


def steps(installed: Installed) -> Steps:
    """Yield the steps of the folder for Linux."""
    first = installed.release.version
    yield "start", lambda: start_and_quit(installed), 0
    yield from refusals(installed)
    yield "look", installed.update, "available"
    pet = installed.come_up()
    yield (
        "download beside it, cut off twice",
        lambda: installed.update("--install"),
        "waits",
    )
    yield "parts that were resumed", installed.server.resumed, 2
    yield "the running program", lambda: installed.run("--version"), f"deskpet {first}\n"
    yield "quit", lambda: (installed.run("quit"), pet.wait(SECONDS))[1], 0
    yield "the new program", lambda: installed.run("--version"), "deskpet 0.1.1\n"
    yield "its first start", lambda: start_and_quit(installed), 0
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
    yield "the third start", lambda: start_and_quit(installed), 0
    yield "the program is back", lambda: installed.run("--version"), "deskpet 0.1.1\n"


def main(arguments: list[str]) -> int:
    """Print a row for each step, until one fails. Returns 1 then."""
    if arguments == ["--windows"]:
        # It needs what only the Windows program has installed.
        from tests.campaigns import updated_windows

        return updated_windows.main()
    with tempfile.TemporaryDirectory(prefix="deskpet-updated-") as folder, running_server() as server:
        installed = Installed(Path(folder), server)
        with installed.pets:
            return int(not all(take(steps(installed))))


def take(several: Steps) -> Iterator[bool]:
    """Take each step, print a row of it, and yield whether it did what it should, until one did not."""
    for name, act, expected in several:
        began = time.perf_counter()
        found = act()
        outcome = "ok    " if found == expected else "FAILED"
        print(f"{outcome} {name:36} {time.perf_counter() - began:6.1f} s  {found!r}", flush=True)
        yield found == expected
        if found != expected:
            return


def start_and_quit(installed: Installed, is_settled: Callable[[], bool] = lambda: True) -> int | None:
    """Return the exit code of the pet; None if it did not come up or did not end. is_settled: what it does besides."""
    pet = installed.start()
    came_up = until(lambda: is_up(installed) and not (installed.program / STARTS).exists()) and until(is_settled)
    installed.run("quit")
    code = pet.wait(SECONDS)
    # A launcher that starts another program ends before it.
    return code if came_up and until(lambda: not is_up(installed)) else None


def is_up(installed: Installed) -> bool:
    """Return whether the pet listens to commands, which is after its first frame."""
    return is_up_in(installed.data)


def is_up_in(data: Path) -> bool:
    """Return whether the pet with this folder of data listens to commands."""
    with contextlib.suppress(OSError, ValueError):
        return bool(json.loads((data / "deskpet.lock").read_text(encoding="utf-8")).get("address"))
    return False


def until(is_so: Callable[[], bool]) -> bool:
    """Wait until something is so. Returns whether it became so in time."""
    end = time.monotonic() + SECONDS
    while not is_so() and time.monotonic() < end:
        time.sleep(0.05)
    return is_so()


def rewrite(file: Path, change: Callable[[str], str]) -> None:
    """Put a changed file in the place of another, which others may share.

    What was compiled of a module would be taken without a look at it.
    """
    text = change(file.read_text(encoding="utf-8"))
    file.unlink()
    file.write_text(text, encoding="utf-8")
    for compiled in (file.parent / "__pycache__").glob(f"{file.stem}.*"):
        compiled.unlink()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
