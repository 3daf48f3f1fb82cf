"""Measure how large a release is, and how long its program for Linux takes to start beside that of the checkout.

`make campaign NAME=weight` looks at what `make release` has built, and starts the two in turns, each in an empty home:
until a command can reach the pet, which is after her first frame. Time of the processor depends less on what else the
computer does. The exit code is 1 if something is above its limit.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.campaigns.released import BUILT
from tests.campaigns.updated import KEPT, SECONDS, is_up_in, until
from tests.support.folders import PROJECT, create_home

DIST = PROJECT / "dist"
# Of a file in dist, in MB.
LIMITS = {"*linux-x86_64.tar.zst": 85, "*.deb": 85, "*setup.exe": 70}
UNPACKED_LIMIT = 250
STARTS, RATIO_LIMIT = 7, 1.1


def main() -> int:
    """Print the table. Returns 1 if something is above its limit."""
    results = [*sizes(), *starts()]
    print(*(line for _, line in results), sep="\n")
    return int(not all(is_within for is_within, _ in results))


def sizes() -> Iterator[tuple[bool, str]]:
    """Yield whether each file is within its limit, and a line about it."""
    for file in sorted(DIST.iterdir()):
        limit = next((limit for pattern, limit in LIMITS.items() if file.match(pattern)), None)
        yield _row(file.name, file.stat().st_size / 1e6, "MB", limit)
    for system, limit in (("linux", UNPACKED_LIMIT), ("windows", None)):
        folder = BUILT.parents[1] / system / "deskpet"
        if folder.exists():
            size = sum(file.lstat().st_size for file in folder.rglob("*") if not file.is_dir())
            yield _row(f"unpacked, {system}", size / 1e6, "MB", limit)


def starts() -> Iterator[tuple[bool, str]]:
    """Yield a line about the starts of each program, and one about their ratio."""
    measured: dict[str, list[tuple[float, float]]] = {"checkout": [], "installed": []}
    with tempfile.TemporaryDirectory(prefix="deskpet-weight-") as temporary:
        folder = Path(temporary)
        shutil.copytree(BUILT, folder / "deskpet", symlinks=True)
        programs = {"checkout": PROJECT / ".venv" / "bin" / "deskpet", "installed": folder / "deskpet" / "deskpet"}
        for number in range(STARTS + 1):
            for name, program in programs.items():
                home = folder / f"{name}{number}"
                home.mkdir()
                took = start(program, home)
                # The first start of each reads its files from the disk.
                measured[name] += [took] if number else []
    for kind, unit in enumerate(("s until she is up", "s of the processor, to the end")):
        medians = {name: statistics.median(took[kind] for took in each) for name, each in measured.items()}
        for name, median in medians.items():
            yield _row(f"start, {name}", median, unit, None)
        yield _row("installed / checkout", medians["installed"] / medians["checkout"], "", RATIO_LIMIT)


def start(program: Path, home: Path) -> tuple[float, float]:
    """Start a program in an empty home and quit. Returns the seconds until it is up, and those of its processor."""
    environment = {name: value for name, value in os.environ.items() if name.startswith(KEPT)} | create_home(home)
    began = time.perf_counter()
    pet = subprocess.Popen([program, "--offline"], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    assert until(lambda: is_up_in(Path(environment["XDG_DATA_HOME"]) / "deskpet"))
    took = time.perf_counter() - began
    subprocess.run([program, "quit"], env=environment, check=True, timeout=SECONDS)
    _, _, usage = os.wait4(pet.pid, 0)
    pet.returncode = 0
    return took, usage.ru_utime + usage.ru_stime


def _row(name: str, value: float, unit: str, limit: float | None) -> tuple[bool, str]:
    is_within = limit is None or value <= limit
    told = "" if limit is None else f"  at most {limit}"
    return is_within, f"{'ok    ' if is_within else 'FAILED'} {name:44} {value:8.2f} {unit}{told}"


if __name__ == "__main__":
    sys.exit(main())
