"""Install, update and remove the Windows program under Wine, by the installer that `make release` has built.

`make campaign NAME=updated ARGS=--windows`, which prints a row for each step. `make test-windows ARGS=--quick` installs
what Wine needs. The prefix of Wine, with the user's folders and the registry, is a copy for this run.
"""

import shutil
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from deskpet.features.updates.folder_swap import STARTS
from deskpet.features.updates.installed_release import Target
from tests.campaigns.released import KEPT
from tests.campaigns.updated import SECONDS, Installed, Steps, is_up, refusals, start_and_quit, take, until
from tests.network.file_server import FileServer, running_server
from tests.support.folders import PROJECT

sys.path += [str(PROJECT / ".setup"), str(PROJECT / ".release")]

import windows
import windows_installer

MENU = "AppData/Roaming/Microsoft/Windows/Start Menu/Programs/deskpet.lnk"
UNINSTALL_KEY = r"HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\deskpet"
OWN_KEY = r"HKCU\Software\deskpet"
STORE_KEY = "import keyring; keyring.set_password('deskpet', 'https://example.org', 'secret')"
LIST_KEYS = """
from win32ctypes.pywin32 import pywintypes, win32cred
try:
    print(*(each["TargetName"] for each in win32cred.CredEnumerate()))
except pywintypes.error:
    pass
"""


class InstalledByWine(Installed):
    """A program that the installer for Windows has installed for the user of a Wine prefix of its own."""

    built = PROJECT / "build" / "release" / "windows" / "deskpet"
    package, target = Path("python/Lib/site-packages/deskpet"), Target.SETUP
    # Python for Windows does not start with a file of this system.
    output = subprocess.DEVNULL

    def __init__(self, folder: Path, server: FileServer) -> None:
        self.prefix = folder / "prefix"
        # The links are the drives, and one of them is the root of this system.
        shutil.copytree(windows.PREFIX, self.prefix, symlinks=True)
        self.user = next(self.prefix.glob("drive_c/users/*/AppData")).parent
        super().__init__(folder, server)
        self.pets.callback(self.call, "wineserver", "-k")

    @property
    def data(self) -> Path:
        return self.user / "AppData" / "Local" / "deskpet"

    def install(self) -> None:
        """Run the installer that was built, as a user without a home folder of Linux."""
        environment = windows.wine_environment() | {"WINEPREFIX": str(self.prefix)}
        self.environment = {
            name: value for name, value in environment.items() if name.startswith((*KEPT, "FONTCONFIG"))
        }
        self.program = self.user / "AppData" / "Local" / "Programs" / "deskpet"
        assert self.set_up(self.setup) == 0
        _complete(self.program)

    def call(self, *words: str | Path) -> subprocess.CompletedProcess[str]:
        """Run a program, and return what came of it."""
        return subprocess.run(
            words, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8",
            errors="replace", check=False, timeout=2 * SECONDS,
        )  # fmt: skip

    @property
    def setup(self) -> Path:
        """The installer that was built."""
        return PROJECT / "dist" / f"deskpet-{self.built_version}-windows-x86_64-setup.exe"

    def set_up(self, setup: Path, *words: str) -> int:
        """Run an installer without questions. Returns its exit code."""
        # The pet that it may start would hold a pipe open.
        process = subprocess.Popen(
            ["wine", setup, "/S", *words], env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        return process.wait(2 * SECONDS)

    def python(self, code: str) -> str:
        """Run code in a Python that is not the program's, and return its output."""
        return self.call("wine", windows.PYTHON, "-c", code).stdout

    def kept(self) -> list[str]:
        """Return what is there of what the user has stored."""
        folders = [f"{name}/deskpet" for name in ("Local", "Roaming")]
        keys = [f"key {name}" for name in self.python(LIST_KEYS).split()]
        return [name for name in folders if (self.user / "AppData" / name).exists()] + keys

    def command(self, *words: str) -> list[str | Path]:
        """Return what starts the pet without words, and else the program for terminals."""
        is_pet = words == ("--offline",)
        return ["wine", self.program / ("deskpet.exe" if is_pet else "deskpet-cli.exe"), *words]

    def run(self, *words: str) -> str:
        return self.call(*self.command(*words)).stdout.replace("\r\n", "\n")

    def pack(self, version: str) -> Path:
        """Return the installer of the next folder."""
        _complete(self.next)
        setup = self.next.with_name(f"deskpet-{version}-windows-x86_64-setup.exe")
        windows_installer.make(self.next, setup, version, 1_700_000_000, "-DQUICK")
        return setup

    def shown_version(self) -> str:
        """Return the version in Windows' list of programs."""
        found = self.call("wine", "reg", "query", UNINSTALL_KEY, "/v", "DisplayVersion").stdout.split()
        # The installer writes the entry anew.
        return found[-1] if found else ""

    def left(self) -> list[str]:
        """Return what is there of the program, its data apart."""
        files = [file for file in (self.program, self.user / MENU) if file.exists()]
        keys = [key for key in (UNINSTALL_KEY, OWN_KEY) if self.call("wine", "reg", "query", key).returncode == 0]
        return [*map(str, files), *keys]


def steps(installed: InstalledByWine) -> Steps:
    """Yield the steps, each with what it has to return."""
    first = installed.release.version
    yield "installed", installed.shown_version, first
    yield "start", lambda: start_and_quit(installed, lambda: not _rests(installed)), 0
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
    yield "the new program", lambda: _becomes(installed, "0.1.1"), True
    yield "its first start", lambda: start_and_quit(installed, lambda: not _rests(installed)), 0
    yield "what it leaves of the update", lambda: _rests(installed), []
    yield from over_running_programs(installed)
    yield from rollback(installed)
    yield from removal(installed)


def over_running_programs(installed: InstalledByWine) -> Steps:
    """Yield the steps in which a user starts the installer while the program runs."""
    installed.publish("0.1.2")
    setup = installed.pack("0.1.2")
    pet = installed.come_up()
    yield "installer over it: codes of both", lambda: (installed.set_up(setup), pet.wait(SECONDS)), (0, 0)
    yield "it starts the new one", lambda: until(lambda: is_up(installed) and not _rests(installed)), True
    yield "the new one quits", lambda: (installed.run("quit"), until(lambda: not is_up(installed)))[1], True
    yield "the program after that", lambda: installed.run("--version"), "deskpet 0.1.2\n"
    installed.release = replace(installed.release, version="0.1.2")
    installed.publish("0.1.3", is_broken=True)
    setup = installed.pack("0.1.3")
    server = subprocess.Popen(
        installed.command("mcp"), env=installed.environment, stdin=subprocess.PIPE, stdout=installed.output,
        stderr=installed.output,
    )  # fmt: skip
    with server:
        yield "installer beside deskpet mcp: code", lambda: installed.set_up(setup), 2
        yield "the program is the same", lambda: installed.run("--version"), "deskpet 0.1.2\n"
        server.communicate()


def rollback(installed: InstalledByWine) -> Steps:
    """Yield the steps with a version that does not start."""
    yield (
        "install without the pet",
        lambda: installed.update("--install"),
        "installing",
    )
    yield "the broken program", lambda: _becomes(installed, "0.1.3"), True
    yield "two starts of it", lambda: [installed.start().wait(SECONDS) for _ in range(2)], [1, 1]
    # The launcher starts that of the version before, and ends.
    yield "the third start", lambda: start_and_quit(installed, lambda: not _rests(installed)), 0
    yield "the program is back", lambda: installed.run("--version"), "deskpet 0.1.2\n"
    yield "the list of programs", installed.shown_version, "0.1.2"
    yield "what is left of it", lambda: _rests(installed), []


def removal(installed: InstalledByWine) -> Steps:
    """Yield the steps of the uninstaller, which keeps what the user has stored unless it is told otherwise."""
    everything = ["Local/deskpet", "key deskpet"]
    installed.python(STORE_KEY)
    yield "uninstall", lambda: _uninstall(installed), []
    yield "what is kept", installed.kept, everything
    installed.install()
    yield "uninstall with the data", lambda: _uninstall(installed, "/DATA"), []
    yield "what is kept now", installed.kept, []
    yield from among_other_files(installed)


def among_other_files(installed: InstalledByWine) -> Steps:
    """Yield the steps in a folder of the user's, which has folders with the names that an installation uses."""
    folder = installed.user / "files"
    for name in ("failed", "new", "old", "python"):
        (folder / name).mkdir(parents=True)
        (folder / name / "kept").touch()
    words = f"/D={windows.wine_path(folder)}"
    yield "into a folder with files", lambda: installed.set_up(installed.setup, words), 0
    installed.program = folder / "deskpet"
    yield "the program in it", (installed.program / "deskpet.exe").exists, True
    yield "uninstall it", lambda: _uninstall(installed), []
    yield "the files", lambda: len([*folder.rglob("kept")]), 4


def _uninstall(installed: InstalledByWine, *words: str) -> list[str]:
    """Return what is left of the program. The uninstaller goes on in a copy of itself."""
    installed.call("wine", installed.program / "uninstall.exe", "/S", *words)
    until(lambda: not installed.left())
    return installed.left()


def main() -> int:
    """Print a row for each step, until one fails. Returns 1 then."""
    with tempfile.TemporaryDirectory(prefix="deskpet-updated-") as folder, running_server() as server:
        installed = InstalledByWine(Path(folder), server)
        with installed.pets:
            return int(not all(take(steps(installed))))


def _complete(folder: Path) -> None:
    """Hide from Python what Wine lacks."""
    shutil.copy(windows.SOURCES / "sitecustomize.py", folder / "python" / "Lib" / "site-packages")


def _becomes(installed: InstalledByWine, version: str) -> bool:
    """Wait until the installer has written the last file of a version, and has ended."""
    return until(lambda: installed.shown_version() == version) and installed.run("--version") == f"deskpet {version}\n"


def _rests(installed: InstalledByWine) -> list[str]:
    """Return the names of what an update needs until the new version has come up."""
    names = [each.name for each in installed.program.iterdir() if each.name in {"old", "failed", STARTS}]
    return [*names, *(file.name for file in installed.data.rglob("deskpet*-setup.exe"))]
