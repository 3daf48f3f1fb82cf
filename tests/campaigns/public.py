"""Read files that other people made, each by the reader of its kind in a process of its own; print a table.

    make campaign NAME=public ARGS="FOLDER ..."          the files below folders, archives of sources unpacked
    make campaign NAME=public ARGS="pypdf npm:unified"   the files of packages of PyPI, and of npm

Seconds include the start of the process, half a second. The memory is that of the process or of its largest child.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.campaigns.public_readers import Outcome, Result, kind_of

LIMIT_S = 120.0
_SOURCES = (".tar.gz", ".tgz", ".whl")
_MAX_FILE = 64 << 20


@dataclass(frozen=True, slots=True)
class Row:
    """What happened to a file."""

    kind: str
    file: Path
    result: Result
    seconds: float


def main(arguments: list[str]) -> int:
    """Read each file that is found. Returns 1 if one crashed its reader, 2 if none is found."""
    parser = argparse.ArgumentParser(prog="make campaign NAME=public")
    parser.add_argument("sources", nargs="+", help="folders, packages of PyPI, or npm:NAME")
    parser.add_argument("--all", action="store_true", help="print the files that were read as well")
    options = parser.parse_args(arguments)
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="deskpet-public-") as folder:
        for number, each in enumerate(options.sources):
            root = Path(each) if Path(each).exists() else _downloaded(each, Path(folder) / str(number))
            for file in _files(root, Path(folder) / f"unpacked-{number}"):
                if kind := kind_of(file):
                    rows.append(read_row(kind, file))
                    if options.all or rows[-1].result.outcome is not Outcome.READ:
                        print(_line(rows[-1]), flush=True)
    counts = Counter((row.kind, row.result.outcome) for row in rows)
    for kind in sorted({row.kind for row in rows}):
        print(f"{kind:10}", *(f"{counts[kind, each]:5} {each}" for each in Outcome))
    print(f"{len(rows)} files:", ", ".join(f"{sum(r.result.outcome is each for r in rows)} {each}" for each in Outcome))
    return 2 if not rows else int(any(row.result.outcome is Outcome.CRASHED for row in rows))


def _line(row: Row) -> str:
    result = row.result
    return (
        f"{row.kind:9} {result.outcome:8} {row.seconds:6.1f} s {result.megabytes:5} MB  {row.file.name[:40]:40} "
        f"{' '.join(result.reason.split())[:160]}"
    )


def read_row(kind: str, file: Path) -> Row:
    """Read a file in a process of its own."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "tests.campaigns.public_readers", kind, str(file)]
    try:
        ended = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=LIMIT_S, check=False)
        result = Result.from_process(ended)
    except subprocess.TimeoutExpired:
        result = Result(Outcome.CRASHED, f"did not end in {LIMIT_S:g} s")
    return Row(kind, file, result, time.perf_counter() - began)


def _files(root: Path, unpacked: Path) -> Iterator[Path]:
    """Yield the regular files below a folder, with those of archives of sources in it."""
    for file in sorted(root.rglob("*")) if root.is_dir() else [root]:
        if not file.is_file() or file.stat().st_size > _MAX_FILE or ".git" in file.parts:
            continue
        if file.name.endswith(_SOURCES):
            target = unpacked / file.name
            _unpack(file, target)
            yield from (each for each in sorted(target.rglob("*")) if each.is_file())
        else:
            yield file


def _unpack(file: Path, target: Path) -> None:
    if file.suffix == ".whl":
        shutil.unpack_archive(file, target, "zip")
    else:
        shutil.unpack_archive(file, target, "gztar", filter="data")


def _downloaded(name: str, folder: Path) -> Path:
    """Download a package, its source if there is one, and return the folder."""
    folder.mkdir(parents=True)
    if name.startswith("npm:"):
        npm = shutil.which("npm")
        if npm is None:
            raise SystemExit("npm is not installed")
        subprocess.run([npm, "pack", "--silent", name.removeprefix("npm:")], cwd=folder, check=True)
        return folder
    pip = ["uv", "tool", "run", "pip"] if shutil.which("pip3") is None else ["pip3"]
    command = [*pip, "download", "--quiet", "--no-deps", "--dest", str(folder), name]
    if subprocess.run([*command, "--no-binary", ":all:"], capture_output=True, check=False).returncode:
        subprocess.run(command, check=True)
    return folder


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
