"""Small disks that can be filled, and files that are mounts of their own. Only root can make them."""

import os
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

_SIZE = "24m"


def is_root() -> bool:
    """Return whether this process may mount disks and act as other users."""
    return os.name == "posix" and os.geteuid() == 0


@contextmanager
def small_disk(folder: Path) -> Generator[None]:
    """Mount a small disk over a folder inside the block."""
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={_SIZE},mode=700", "tmpfs", folder], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def fill(disk: Path) -> Path:
    """Fill a disk to the last byte, and return the file that takes the space."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file:
        for size in (1 << 20, 4096, 1):
            try:
                while True:
                    file.write(bytes(size))
            except OSError:
                continue
    return ballast


@contextmanager
def mounted(file: Path, mode: str = "rw") -> Generator[None]:
    """Mount a file over itself inside the block; with the mode `ro` it can't be written, not even by root."""
    subprocess.run(["mount", "--bind", file, file], check=True)
    try:
        subprocess.run(["mount", "-o", f"remount,bind,{mode}", file], check=True)
        yield
    finally:
        subprocess.run(["umount", "--lazy", file], check=True)
