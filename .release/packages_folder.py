"""Install the locked packages and deskpet's wheel into a folder, without what a release leaves out."""

from __future__ import annotations

import csv
import shutil
import tempfile
from collections.abc import Collection
from pathlib import Path

import unused_files
from locked_packages import LIVE2D, contained, read_lock
from steps import PROJECT, call

SPRITES = PROJECT / ".release" / "sprites"
UV = PROJECT / ".tools" / "uv" / "bin" / "uv"
# What uv notes about the computer on which it installs a package.
_NOTES = ("direct_url.json", "uv_cache.json", "uv_build.json", "INSTALLER", "REQUESTED")


def install(wheel: Path, lock: Path, folder: Path, *, system: str, python: str, without: Collection[str] = ()) -> None:
    """Install what a release contains into `folder`, but for the packages `without`. Raises ReleaseFailed.

    system, python: as uv names them. Without LIVE2D, the characters are sprites.
    """
    options = ["--quiet", "--no-deps", "--only-binary", ":all:", "--link-mode", "copy", "--no-compile-bytecode"]
    target = ["--target", str(folder), "--python-platform", system, "--python-version", python]
    packages = contained(read_lock(lock.read_text(encoding="utf-8")), PROJECT / "pyproject.toml", without=without)
    with tempfile.TemporaryDirectory() as temporary:
        chosen = Path(temporary) / "packages.txt"
        chosen.write_text("\n".join(each.lines for each in packages) + "\n", encoding="utf-8")
        call([str(UV), "pip", "install", *target, *options, "--require-hashes", "-r", str(chosen)])
    call([str(UV), "pip", "install", *target, *options, "--offline", str(wheel)])
    for note in (path for name in _NOTES for path in folder.glob(f"*.dist-info/{name}")):
        note.unlink()
    if LIVE2D in without:
        models = folder / "deskpet" / "_data" / "models"
        shutil.rmtree(models)
        shutil.copytree(SPRITES, models)
    unused_files.remove(folder)
    correct_records(folder)


def correct_records(folder: Path) -> None:
    """Let the list of each installed package name only files that are there.

    It has the hashes of uv's notes, which hold paths and times of this computer.
    """
    for record in sorted(folder.glob("*.dist-info/RECORD")):
        lines = record.read_text(encoding="utf-8").splitlines(keepends=True)
        kept = (line for line, (name, *_) in zip(lines, csv.reader(lines), strict=True) if (folder / name).exists())
        record.write_text("".join(sorted(kept)), encoding="utf-8")
