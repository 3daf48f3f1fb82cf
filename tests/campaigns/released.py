"""Use a release where it is installed: start each kind of child process there, and print which work.

`make campaign NAME=released ARGS="FOLDER"`; without a folder, the one that `make release ARGS=linux` has built. The
folder for Windows is used by Wine, which needs a file of .setup/wine in it. `--root ROOT` starts them in another root,
such as one of debootstrap in which the Debian package is installed. The exit code is 1 if one does not work.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

from tests.support.folders import PROJECT, create_home

sys.path.append(str(PROJECT / ".setup"))

import windows

LIMIT_SECONDS = 400
BUILT = PROJECT / "build" / "release" / "linux" / "deskpet"
SCRIPT = PROJECT / "tests" / "campaigns" / "released_children.py"
KEPT = (
    "DISPLAY",
    "XAUTHORITY",
    "QT_QPA_PLATFORM",
    "LIBGL_ALWAYS_SOFTWARE",
    "PATH",
    "XDG_RUNTIME_DIR",
    "HOME",
    "WINE",
    "LP_",
)


def main(arguments: list[str]) -> int:
    """Print a row for each kind of child. Returns 1 if one does not work."""
    parser = argparse.ArgumentParser(prog="make campaign NAME=released", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, help="the installed program, within ROOT if there is one")
    parser.add_argument("--root", type=Path, default=Path("/"), help="the root of another system")
    options, failed = parser.parse_args(arguments), 0
    root = options.root.resolve()
    with tempfile.TemporaryDirectory(prefix="deskpet-released-", dir=root / "tmp") as temporary:
        # Python writes what it compiles into a folder that it may change; a release is built from the folder below it.
        copied = shutil.copytree(BUILT, Path(temporary) / "deskpet", symlinks=True) if not options.folder else None
        folder = copied or options.folder.absolute()
        for name, works, seconds, answer in rows(folder, Path(temporary), root):
            failed += not works
            print(f"{'ok    ' if works else 'FAILED'} {name:18} {seconds:5.1f} s  {answer!r}", flush=True)
    return 1 if failed else 0


def rows(folder: Path, work: Path, root: Path = Path("/")) -> Iterator[tuple[str, bool, float, str]]:
    """Yield a row for each kind: name, whether it works, seconds, answer. work: an empty folder in the root."""
    shutil.copy(SCRIPT, work)
    inside = Path("/") / work.relative_to(root)
    script = str(inside / SCRIPT.name)
    command, environment = in_wine(folder, script) if (folder / "deskpet.exe").exists() else on_linux(folder, script)
    # A home with no packages of the user, and variables of another Python, as some people have them.
    home = create_home(work / "home") | {"PYTHONPATH": str(work), "PYTHONHOME": str(work / "nowhere")}
    environment |= {name: value.replace(str(work), str(inside)) for name, value in home.items()}
    if root != Path("/"):
        command = ["chroot", str(root), *command]
    # Python for Windows does not start when a stream of its own is a file of Linux.
    process = subprocess.Popen(
        command, cwd=work, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, encoding="utf-8", errors="replace",
    )  # fmt: skip
    limit = threading.Timer(LIMIT_SECONDS, process.kill)
    limit.start()
    assert process.stdout
    yield from (tuple(json.loads(line)) for line in process.stdout if line.startswith("["))
    limit.cancel()
    if process.wait() != 0:
        yield "the program itself", False, 0.0, f"exit code {process.returncode}"


def on_linux(folder: Path, script: str) -> tuple[list[str], dict[str, str]]:
    """Return the command that runs the script in the folder for Linux, and its variables."""
    python = folder / "python" / "bin" / "python3.11"
    return [str(python), "-I", "-X", f"deskpet-launcher={folder / 'deskpet'}", script], _kept(os.environ)


def in_wine(folder: Path, script: str) -> tuple[list[str], dict[str, str]]:
    """Return the command that runs the script in the folder for Windows, and its variables."""
    launcher = windows.wine_path(folder / "deskpet.exe")
    command = ["wine", str(folder / "python" / "python.exe"), "-X", f"deskpet-launcher={launcher}"]
    return [*command, "-I", windows.wine_path(Path(script))], _kept(windows.wine_environment())


def _kept(environment: "os._Environ[str] | dict[str, str]") -> dict[str, str]:
    return {name: value for name, value in environment.items() if name.startswith((*KEPT, "FONTCONFIG"))}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
