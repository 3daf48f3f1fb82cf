"""Make the installer for Windows from the folder of the program, by NSIS."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from archives import size
from steps import PROJECT, call
from windows_folder import write_icon

SOURCE = PROJECT / ".release" / "windows" / "deskpet.nsi"


def make(folder: Path, installer: Path, version: str, epoch: int) -> None:
    """Write the installer of the made folder. Raises ReleaseFailed."""
    with tempfile.TemporaryDirectory() as temporary:
        files, icon = Path(temporary) / "files.nsh", Path(temporary) / "deskpet.ico"
        files.write_text("".join(file_instructions(folder)), encoding="utf-8-sig")
        write_icon(icon)
        os.utime(icon, (epoch, epoch))
        values = {
            "VERSION": version,
            "FILES": files,
            "ICON": icon,
            "OUTPUT": installer,
            "KIBIBYTES": size(folder) // 1024,
        }
        definitions = [f"-D{name}={value}" for name, value in values.items()]
        options = ["-V2", "-WX", "-INPUTCHARSET", "UTF8"]
        call(["makensis", *options, *definitions, str(SOURCE)], variables={"SOURCE_DATE_EPOCH": str(epoch)})


def file_instructions(folder: Path) -> Iterator[str]:
    """Yield the instructions that extract each file, sorted: NSIS itself takes them as the disk has them."""
    for each in (folder, *sorted(path for path in folder.rglob("*") if path.is_dir())):
        files = sorted(path for path in each.iterdir() if path.is_file())
        if files:
            place = "".join(f"\\{part}" for part in each.relative_to(folder).parts)
            yield f'SetOutPath "$INSTDIR{place}"\n'
        yield from (f'File "{file}"\n' for file in files)
